//! The machine: runs a program's code on a console.
//!
//! The frames of calls live on the heap, and their registers lie in one stack, each frame's just
//! above what its caller uses: the registers that hold a call's arguments are the first ones of
//! the function called. So no program, however deep it calls, takes the host's stack.

use std::rc::Rc;

use super::access::{
    attribute, item, method, quick_item, release_attribute, release_item, set_attribute, set_item,
    slice,
};
use super::builtins;
use super::code::{Code, Constant, Function, Op, REGISTERS, Register};
use super::error::{CALLS_SHOWN, Call, Error, Kind};
use super::format::write_text;
use super::heap::{Halt, Heap, Outcome, fail};
use super::limits::{Charge, Limits};
use super::operators::{arithmetic, contains, equal, negate, order, quick_arithmetic, quick_sum};
use super::registers::{
    add, add_constant, append, check_each, check_range, list, next_of_each, window,
};
use super::text::Text;
use super::value::{Dict, Instance, Value, quick_equal};
use crate::console::{Console, Stop};

/// Runs a program to its end.
pub(super) fn run(code: &Code, limits: Limits, console: &mut dyn Console) -> Result<(), Stop> {
    let mut machine = Machine::new(code, limits, console);
    let mut stack = Vec::new();
    let outcome = machine.start(&mut stack).and_then(|()| machine.execute(&mut stack));
    outcome.map_err(|halt| match *halt {
        Halt::Stopped(stop) => stop,
        Halt::Failed(kind, message) => Stop::Failed(Box::new(machine.error(kind, message))),
    })
}

/// A call that has not returned.
struct Frame {
    function: u32,
    /// The instruction to run next.
    at: usize,
    /// Where its registers start in the stack.
    base: usize,
    /// The register of the caller that gets the result.
    dst: Register,
    /// The instance that is being made, for a call of `__init__`.
    made: Option<Rc<Instance>>,
}

struct Machine<'a> {
    code: &'a Code,
    heap: Heap<'a>,
    console: &'a mut dyn Console,
    constants: Vec<Value>,
    globals: Vec<Value>,
    /// For each module whether it was started.
    started: Vec<bool>,
    frames: Vec<Frame>,
    /// The line that was printed last.
    line: String,
    /// The stack and the frames, as live bytes.
    charge: Charge,
}

impl<'a> Machine<'a> {
    fn new(code: &'a Code, limits: Limits, console: &'a mut dyn Console) -> Machine<'a> {
        let heap = Heap::new(code, limits);
        let charge = Charge::new(&heap.meter, 0);
        let constants = code.constants.iter().map(|constant| match constant {
            Constant::None => Value::None,
            Constant::Bool(truth) => Value::Bool(*truth),
            Constant::Int(number) => Value::Int(*number),
            Constant::Float(number) => Value::Float(*number),
            Constant::Str(text) => Text::value(text, &heap.meter),
            Constant::Function(number) => Value::Function(*number),
            Constant::Class(number) => Value::Class(*number),
            Constant::Builtin(builtin) => Value::Builtin(*builtin),
        });
        let constants = constants.collect();
        let globals = code.globals.iter();
        Machine {
            code,
            heap,
            console,
            constants,
            globals: globals
                .map(|global| global.builtin.map_or(Value::Unset, Value::Builtin))
                .collect(),
            started: vec![false; code.modules.len()],
            frames: Vec::new(),
            line: String::new(),
            charge,
        }
    }

    /// Starts the entry's body.
    fn start(&mut self, stack: &mut Vec<Value>) -> Outcome<()> {
        let entry = self.code.entry as usize;
        self.started[entry] = true;
        self.enter(stack, self.code.modules[entry].body, 0, 0)
    }

    /// Enters a function whose arguments are in place, from `base` on.
    fn enter(
        &mut self,
        stack: &mut Vec<Value>,
        function: u32,
        base: usize,
        dst: Register,
    ) -> Outcome<()> {
        let called = &self.code.functions[function as usize];
        self.frames.push(Frame { function, at: 0, base, dst, made: None });
        self.heap.step(called.ops.len())?;
        if stack.len() < base + REGISTERS {
            self.grow_stack(stack, base + REGISTERS)?;
        }
        // What the caller left there is no local of the function called.
        let locals = &mut stack[base + called.parameters..base + called.locals.len()];
        for local in locals {
            local.set(Value::Unset);
        }
        Ok(())
    }

    #[cold]
    fn grow_stack(&mut self, stack: &mut Vec<Value>, least: usize) -> Outcome<()> {
        let size = (least * 2).max(REGISTERS * 4);
        self.heap.reserve(size * size_of::<Value>())?;
        let frames = self.frames.capacity() * size_of::<Frame>();
        self.charge.resize(size * size_of::<Value>() + frames);
        stack.resize(size, Value::Unset);
        Ok(())
    }

    /// Checks a call before the frame is made.
    fn check_call(&self, function: u32, arguments: usize, hidden: usize) -> Outcome<()> {
        let Function { name, parameters, .. } = &self.code.functions[function as usize];
        if *parameters != arguments {
            return fail(format!(
                "`{name}` takes {}, got {}",
                counted(parameters.saturating_sub(hidden), "argument"),
                arguments - hidden
            ));
        }
        self.heap.descend(self.frames.len())
    }

    /// The error of a run that failed: where, and the calls that led there.
    fn error(&self, kind: Kind, message: String) -> Error {
        let place = |frame: &Frame| self.code.place(frame.function, frame.at.saturating_sub(1));
        let here = self.frames.last().expect("the frame that failed");
        // Each call but the first was made by the frame below it.
        let calls = self.frames.len() - 1;
        let hidden = CALLS_SHOWN..calls.saturating_sub(CALLS_SHOWN).max(CALLS_SHOWN);
        let shown = (0..calls).filter(|depth| !hidden.contains(depth)).map(|depth| {
            let caller = calls - 1 - depth;
            let function = self.frames[caller + 1].function as usize;
            Call {
                callee: self.code.functions[function].name.clone(),
                place: place(&self.frames[caller]),
            }
        });
        let (calls, hidden) = (shown.collect(), hidden.len());
        Error { kind, message, place: place(here), calls, hidden }
    }

    fn print(&mut self, value: &Value) -> Outcome<()> {
        const KEPT: usize = 1 << 12;
        self.line.clear();
        self.line.shrink_to(KEPT);
        write_text(&mut self.heap, value, &mut self.line)?;
        self.line.push('\n');
        self.heap.put_out(self.line.len())?;
        self.heap.work(self.line.len())?;
        self.console.print(&self.line).map_err(|stop| Box::new(Halt::Stopped(stop)))
    }

    /// Calls the callee at `at` in the stack with the `count` values above it.
    fn call(
        &mut self,
        stack: &mut Vec<Value>,
        at: usize,
        count: usize,
        dst: Register,
    ) -> Outcome<()> {
        match std::mem::take(&mut stack[at]) {
            Value::Function(function) => {
                self.check_call(function, count, 0)?;
                self.enter(stack, function, at + 1, dst)
            }
            Value::Method(method) => {
                stack[at] = method.receiver.clone();
                self.check_call(method.function, count + 1, 1)?;
                self.enter(stack, method.function, at, dst)
            }
            Value::Class(class) => self.make(stack, class, at, count, dst),
            Value::Builtin(builtin) if count == 1 => {
                let argument = std::mem::take(&mut stack[at + 1]);
                let result = builtins::call(&mut self.heap, self.console, builtin, &argument)?;
                self.result(stack, dst, result);
                Ok(())
            }
            Value::Builtin(builtin) => fail(builtin.wrong_count(count)),
            other => fail(format!("cannot call {}", self.heap.kind(&other))),
        }
    }

    /// Calls attribute `name` of what is at `at` in the stack.
    fn call_method(
        &mut self,
        stack: &mut Vec<Value>,
        at: usize,
        count: usize,
        name: u32,
        dst: Register,
    ) -> Outcome<()> {
        if let Value::Instance(instance) = &stack[at]
            && instance.get(name).is_none()
            && let Some(function) = method(&self.heap, instance.class, name)
        {
            self.check_call(function, count + 1, 1)?;
            return self.enter(stack, function, at, dst);
        }
        stack[at] = attribute(&mut self.heap, &self.globals, &stack[at], name)?;
        self.call(stack, at, count, dst)
    }

    /// Makes an instance of a class and calls its `__init__`.
    fn make(
        &mut self,
        stack: &mut Vec<Value>,
        class: u32,
        at: usize,
        count: usize,
        dst: Register,
    ) -> Outcome<()> {
        self.heap.reserve(0)?;
        let instance = Instance::new(class, &self.heap.meter);
        let class = &self.code.classes[class as usize];
        let Some(init) = class.init else {
            if count > 0 {
                return fail(format!("`{}` takes 0 arguments, got {count}", class.name));
            }
            self.result(stack, dst, Value::Instance(instance));
            return Ok(());
        };
        stack[at] = Value::Instance(Rc::clone(&instance));
        self.check_call(init, count + 1, 1)?;
        self.enter(stack, init, at, dst)?;
        self.frames.last_mut().expect("the frame just entered").made = Some(instance);
        Ok(())
    }

    /// Puts the result of a call into register `dst` of the running function.
    fn result(&self, stack: &mut [Value], dst: Register, result: Value) {
        if let Some(frame) = self.frames.last() {
            stack[frame.base + usize::from(dst)].set(result);
        }
    }

    /// Returns `value` to the caller.
    fn leave(&mut self, stack: &mut [Value], value: Value) -> Outcome<()> {
        let frame = self.frames.last_mut().expect("the frame that returns");
        let result = match frame.made.take() {
            None => value,
            Some(made) if matches!(value, Value::None) => Value::Instance(made),
            Some(_) => return fail("`__init__` returned a value"),
        };
        let registers = self.code.functions[frame.function as usize].registers;
        stack[frame.base..frame.base + registers].iter_mut().for_each(Value::release);
        let dst = frame.dst;
        self.frames.pop();
        self.result(stack, dst, result);
        Ok(())
    }

    /// Runs a module if this is its first import; `true` if it was started now.
    fn import(
        &mut self,
        stack: &mut Vec<Value>,
        module: u32,
        base: usize,
        dst: Register,
    ) -> Outcome<bool> {
        let body = self.code.modules[module as usize].body;
        if std::mem::replace(&mut self.started[module as usize], true) {
            return Ok(false);
        }
        self.check_call(body, 0, 0)?;
        self.enter(stack, body, base, dst)?;
        Ok(true)
    }

    /// Runs until the first frame has returned.
    #[expect(clippy::too_many_lines, reason = "one flat match over the instructions")]
    fn execute(&mut self, stack: &mut Vec<Value>) -> Outcome<()> {
        'frame: while let Some(frame) = self.frames.last() {
            let function = &self.code.functions[frame.function as usize];
            let base = frame.base;
            let ops = &function.ops[..];
            let mut at = frame.at;
            let regs = window(stack, base);

            macro_rules! reg {
                ($register:expr) => {
                    regs[usize::from($register)]
                };
            }
            // Keeps the place of what fails; and of a call, which goes on there.
            macro_rules! keep_place {
                () => {
                    self.frames.last_mut().expect("the running frame").at = at
                };
            }
            macro_rules! attempt {
                ($outcome:expr) => {
                    match $outcome {
                        Ok(value) => value,
                        Err(halt) => {
                            keep_place!();
                            return Err(halt);
                        }
                    }
                };
            }
            macro_rules! jump_if {
                ($taken:expr, $to:expr) => {
                    if $taken {
                        at = $to as usize;
                    }
                };
            }

            macro_rules! equal {
                ($a:expr, $b:expr) => {
                    match quick_equal($a, $b) {
                        Some(equal) => equal,
                        None => attempt!(equal(&mut self.heap, $a, $b)),
                    }
                };
            }

            macro_rules! arithmetic {
                ($op:expr, $dst:expr, $a:expr, $b:expr) => {
                    match quick_arithmetic($op, $a, $b) {
                        Some(number) => reg!($dst).set(Value::Int(number)),
                        None => {
                            let result = arithmetic(&mut self.heap, $op, $a, $b);
                            reg!($dst).set(attempt!(result));
                        }
                    }
                };
            }

            loop {
                at += 1;
                match ops[at - 1] {
                    Op::Constant { dst, constant } => {
                        reg!(dst).set_copy(&self.constants[constant as usize]);
                    }
                    Op::Move { dst, src } => match reg!(src) {
                        Value::Int(number) => reg!(dst).set(Value::Int(number)),
                        ref value => {
                            let value = value.clone();
                            reg!(dst).set(value);
                        }
                    },
                    Op::Check { src } => {
                        if let Value::Unset = reg!(src) {
                            let name = &function.locals[usize::from(src)];
                            attempt!(unassigned(name));
                        }
                    }
                    Op::Global { dst, global } => match &self.globals[global as usize] {
                        Value::Unset => {
                            let name = &self.code.globals[global as usize].name;
                            attempt!(unassigned(name));
                        }
                        value => reg!(dst).set_copy(value),
                    },
                    Op::SetGlobal { src, global } => {
                        self.globals[global as usize] = std::mem::take(&mut reg!(src));
                    }

                    Op::Add { dst, a, b, take } => match quick_sum(&reg!(a), &reg!(b)) {
                        Some(sum) => reg!(dst).set(sum),
                        None => attempt!(add(&mut self.heap, regs, dst, a, b, take)),
                    },
                    Op::AddConstant { dst, a, take, constant } => {
                        let b = &self.constants[constant as usize];
                        match quick_sum(&reg!(a), b) {
                            Some(sum) => reg!(dst).set(sum),
                            None => attempt!(add_constant(&mut self.heap, regs, dst, a, b, take)),
                        }
                    }
                    Op::Append { dst, a, item } => {
                        attempt!(append(&mut self.heap, regs, dst, a, item));
                    }
                    Op::Arithmetic { op, dst, a, b } => {
                        arithmetic!(op, dst, &reg!(a), &reg!(b));
                    }
                    Op::ArithmeticConstant { op, dst, a, constant } => {
                        let b = &self.constants[constant as usize];
                        arithmetic!(op, dst, &reg!(a), b);
                    }
                    Op::Negate { dst, a } => {
                        reg!(dst).set(attempt!(negate(&self.heap, &reg!(a))));
                    }

                    Op::ReleaseGlobal { global, temporaries } => {
                        regs[usize::from(temporaries)..function.registers]
                            .iter_mut()
                            .for_each(Value::release);
                        self.globals[global as usize] = Value::Unset;
                    }
                    Op::ReleaseAttribute { of, name, temporaries } => {
                        regs[usize::from(temporaries)..function.registers]
                            .iter_mut()
                            .for_each(Value::release);
                        release_attribute(&reg!(of), name);
                    }
                    Op::ReleaseItem { of, index, temporaries } => {
                        regs[usize::from(temporaries)..function.registers]
                            .iter_mut()
                            .for_each(Value::release);
                        release_item(&self.heap, &reg!(of), &reg!(index));
                    }

                    Op::Index { dst, of, index } => {
                        if let Value::Int(index) = reg!(index)
                            && quick_item(regs, dst, of, index)
                        {
                            continue;
                        }
                        let found = item(&mut self.heap, &reg!(of), &reg!(index));
                        reg!(dst).set(attempt!(found));
                    }
                    Op::IndexConstant { dst, of, index } => {
                        if quick_item(regs, dst, of, index.into()) {
                            continue;
                        }
                        let index = Value::Int(index.into());
                        reg!(dst).set(attempt!(item(&mut self.heap, &reg!(of), &index)));
                    }
                    Op::SetIndex { of, index, src } => {
                        let value = reg!(src).clone();
                        attempt!(set_item(&mut self.heap, &reg!(of), &reg!(index), value));
                    }
                    Op::Slice { dst, of, from, to } => {
                        reg!(dst) =
                            attempt!(slice(&mut self.heap, &reg!(of), &reg!(from), &reg!(to)));
                    }
                    Op::Attribute { dst, of, name } => {
                        reg!(dst) =
                            attempt!(attribute(&mut self.heap, &self.globals, &reg!(of), name));
                    }
                    Op::SetAttribute { of, src, name } => {
                        let value = reg!(src).clone();
                        attempt!(set_attribute(&mut self.heap, &reg!(of), name, value));
                    }

                    Op::List { dst, first, count } => {
                        attempt!(list(&mut self.heap, regs, dst, first, count));
                    }
                    Op::Dict { dst } => {
                        attempt!(self.heap.reserve(0));
                        reg!(dst).set(Dict::value(&self.heap.meter));
                    }
                    Op::Import { dst, module } => {
                        reg!(dst).set(Value::Module(module));
                        keep_place!();
                        let above = base + function.registers;
                        if self.import(stack, module, above, dst)? {
                            // The body's `None` lands in `dst`, so this is done once more.
                            let importer = self.frames.len() - 2;
                            self.frames[importer].at = at - 1;
                        }
                        continue 'frame;
                    }
                    Op::Print { src } => {
                        keep_place!();
                        let value = reg!(src).clone();
                        self.print(&value)?;
                    }

                    Op::Call { dst, callee, count } => {
                        keep_place!();
                        let callee = base + usize::from(callee);
                        self.call(stack, callee, usize::from(count), dst)?;
                        continue 'frame;
                    }
                    Op::CallMethod { dst, callee, count, name } => {
                        keep_place!();
                        let callee = base + usize::from(callee);
                        self.call_method(stack, callee, usize::from(count), name, dst)?;
                        continue 'frame;
                    }
                    Op::CallBuiltin { builtin, dst, argument } => {
                        keep_place!();
                        let argument = &reg!(argument);
                        reg!(dst) =
                            builtins::call(&mut self.heap, self.console, builtin, argument)?;
                    }
                    Op::Return { src } => {
                        keep_place!();
                        let value = std::mem::take(&mut reg!(src));
                        self.leave(stack, value)?;
                        continue 'frame;
                    }
                    Op::ReturnNone => {
                        self.leave(stack, Value::None)?;
                        continue 'frame;
                    }

                    Op::Jump { to } => at = to as usize,
                    Op::JumpIf { a, when, to } => jump_if!(reg!(a).is_true() == when, to),
                    Op::JumpEqual { a, b, when, to } => {
                        jump_if!(equal!(&reg!(a), &reg!(b)) == when, to);
                    }
                    Op::JumpEqualConstant { a, constant, to } => {
                        let b = &self.constants[usize::from(constant)];
                        jump_if!(equal!(&reg!(a), b), to);
                    }
                    Op::JumpUnequalConstant { a, constant, to } => {
                        let b = &self.constants[usize::from(constant)];
                        jump_if!(!equal!(&reg!(a), b), to);
                    }
                    Op::JumpCompare { on, a, b, to } => {
                        let taken = match (&reg!(a), &reg!(b)) {
                            (Value::Int(a), Value::Int(b)) => on.contain_order(a.cmp(b)),
                            (a, b) => on.contain(attempt!(order(&mut self.heap, a, b))),
                        };
                        jump_if!(taken, to);
                    }
                    Op::JumpCompareInt { on, a, b, to } => {
                        let taken = match &reg!(a) {
                            Value::Int(a) => on.contain_order(a.cmp(&b.into())),
                            a => {
                                let b = Value::Int(b.into());
                                on.contain(attempt!(order(&mut self.heap, a, &b)))
                            }
                        };
                        jump_if!(taken, to);
                    }
                    Op::JumpIn { item, of, when, to } => {
                        let found = attempt!(contains(&mut self.heap, &reg!(item), &reg!(of)));
                        jump_if!(found == when, to);
                    }

                    Op::Round { cost } => attempt!(self.heap.step(cost as usize)),
                    Op::Range { ends } => {
                        attempt!(check_range(&self.heap, regs, ends));
                    }
                    Op::NextInRange { ends, dst, to } => {
                        if let Value::Int(next) = reg!(ends)
                            && let Value::Int(last) = regs[usize::from(ends) + 1]
                            && next <= last
                        {
                            attempt!(self.heap.step(at - to as usize));
                            reg!(dst).set(Value::Int(next));
                            // Past the largest number there is the range's end is lowered.
                            reg!(ends).set(Value::Int(next.saturating_add(1)));
                            if next == i64::MAX {
                                regs[usize::from(ends) + 1] = Value::Int(i64::MIN);
                            }
                            at = to as usize;
                        }
                    }
                    Op::Each { of } => {
                        attempt!(check_each(&self.heap, regs, of));
                    }
                    Op::NextOfEach { of, dst, to } => {
                        if attempt!(next_of_each(regs, of, dst)) {
                            attempt!(self.heap.step(at - to as usize));
                            at = to as usize;
                        }
                    }
                }
            }
        }
        Ok(())
    }
}

fn unassigned<T>(name: &str) -> Outcome<T> {
    fail(format!("`{name}` is read before it is assigned"))
}

fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}
