//! The compiler: from the trees of all modules to code.

mod body;
mod conditions;
mod expressions;
mod scope;
mod statements;

use std::collections::HashMap;

use indexmap::IndexSet;

use self::body::Body;
use self::scope::{Globals, assigned};
use super::Source;
use super::code::{Builtin, Class, Code, Constant, Function, Module, REGISTERS, Table};
use super::error::{CompileErrors, Error, Fault, Kind, Place, Span, suggestion};
use super::parser;
use super::tree::{self, Block, Name};

/// Compiles `sources` to a program that starts with the module `entry`.
pub(super) fn compile(sources: &[Source<'_>], entry: &str) -> Result<Code, CompileErrors> {
    let entry_number = check_names(sources, entry)?;
    let trees = parse_all(sources)?;
    let mut compiler = Compiler::new(sources, &trees);
    for (module, tree) in trees.iter().enumerate() {
        compiler.module(module, tree);
    }
    compiler.finish(entry_number)
}

/// The name a source is imported by: its own without `.eml`.
fn import_name<'s>(source: &Source<'s>) -> &'s str {
    source.name.strip_suffix(".eml").unwrap_or(source.name)
}

/// Finds the entry, and refuses two sources of one name.
fn check_names(sources: &[Source<'_>], entry: &str) -> Result<u32, CompileErrors> {
    let mut numbers = HashMap::new();
    for (number, source) in (0..).zip(sources) {
        if numbers.insert(import_name(source), number).is_some() {
            return Err(no_place(source.name, "two modules have this name"));
        }
    }
    let found = numbers.get(import_name(&Source { name: entry, text: "" }));
    found.copied().ok_or_else(|| no_place(entry, "there is no such module to start with"))
}

/// An error about a module as a whole.
fn no_place(module: &str, message: &str) -> CompileErrors {
    CompileErrors(vec![source_error(
        &Source { name: module, text: "" },
        Fault::new(Span::default(), message),
    )])
}

fn source_error(source: &Source<'_>, Fault { span, message }: Fault) -> Error {
    let place = Place::new(source.name, source.text, span);
    Error { kind: Kind::Source, message, place, calls: Vec::new(), hidden: 0 }
}

/// Parses every source; each that is wrong has one error.
fn parse_all<'s>(sources: &[Source<'s>]) -> Result<Vec<Block<'s>>, CompileErrors> {
    let mut errors = Vec::new();
    let mut trees = Vec::new();
    for source in sources {
        match parser::parse(source.text) {
            Ok(tree) => trees.push(tree),
            Err(fault) => errors.push(source_error(source, fault)),
        }
    }
    if errors.is_empty() { Ok(trees) } else { Err(CompileErrors(errors)) }
}

/// The most errors that are told, which bounds the work on them.
const ERRORS: usize = 20;

/// Where a name lives.
#[derive(Clone, Copy)]
enum Slot {
    Local(u8),
    Global(u32),
    Builtin(Builtin),
}

struct Compiler<'c, 's> {
    sources: &'c [Source<'s>],
    /// The globals of each module.
    globals: Vec<Globals<'s>>,
    /// The module that is being compiled.
    module: usize,
    /// The function that is being compiled.
    body: Body<'s>,
    functions: Vec<Function>,
    classes: Vec<Class>,
    constants: Constants,
    names: IndexSet<&'s str>,
    bodies: Vec<u32>,
    errors: Vec<Error>,
}

impl<'c, 's> Compiler<'c, 's> {
    fn new(sources: &'c [Source<'s>], trees: &[Block<'s>]) -> Self {
        let mut first = 0;
        let globals = trees.iter().map(|tree| Globals::new(tree, &mut first)).collect();
        Compiler {
            sources,
            globals,
            module: 0,
            body: Body::default(),
            functions: Vec::new(),
            classes: Vec::new(),
            constants: Constants::default(),
            names: IndexSet::new(),
            bodies: Vec::new(),
            errors: Vec::new(),
        }
    }

    fn fault(&mut self, span: Span, message: impl Into<String>) {
        if self.is_hopeless() {
            return;
        }
        let source = &self.sources[self.module];
        self.errors.push(source_error(source, Fault::new(span, message)));
    }

    /// Whether there are so many errors that no more are looked into.
    fn is_hopeless(&self) -> bool {
        self.errors.len() >= ERRORS
    }

    fn module(&mut self, module: usize, tree: &Block<'s>) {
        self.module = module;
        self.body = Body::default();
        self.block(tree);
        let name = format!("import {}", import_name(&self.sources[module]));
        let body = self.finish_body(name, 0);
        self.bodies.push(body);
    }

    /// Compiles a function or method and returns its number.
    fn function(&mut self, function: &tree::Function<'s>) -> u32 {
        let parameters = function.parameters.iter().map(|name| name.text);
        let mut locals: IndexSet<&'s str> = parameters.collect();
        let parameters = locals.len();
        assigned(&function.body, &mut |name| {
            locals.insert(name);
        });
        if locals.len() > REGISTERS / 2 {
            let message = format!("a function has at most {} local names", REGISTERS / 2);
            self.fault(function.name.span, message);
            locals.truncate(REGISTERS / 2);
        }
        let around = std::mem::replace(&mut self.body, Body::new(locals, parameters));
        self.block(&function.body);
        let number = self.finish_body(function.name.text.to_owned(), parameters);
        self.body = around;
        number
    }

    /// Makes a function of the body that was compiled last.
    fn finish_body(&mut self, name: String, parameters: usize) -> u32 {
        self.body.emit(super::code::Op::ReturnNone, Span::default());
        let body = std::mem::take(&mut self.body);
        if let Some(span) = body.full {
            let message = format!("this function needs more than {REGISTERS} values at one time");
            self.fault(span, message);
        }
        let module = number(self.module);
        self.functions.push(body.finish(name, module, parameters));
        number(self.functions.len() - 1)
    }

    /// Compiles a class and returns its number.
    fn class(&mut self, name: Name<'s>, methods: &[tree::Function<'s>]) -> u32 {
        let mut table = Table::default();
        let mut init = None;
        for method in methods {
            let function = self.function(method);
            table.insert(self.name(method.name.text), function);
            if method.name.text == "__init__" {
                init = Some(function);
            }
        }
        self.classes.push(Class { name: name.text.to_owned(), methods: table, init });
        number(self.classes.len() - 1)
    }

    /// The number of an attribute's name.
    fn name(&mut self, name: &'s str) -> u32 {
        number(self.names.insert_full(name).0)
    }

    /// Finds a name: a local, a global, a built-in function.
    fn slot(&self, name: &str) -> Option<Slot> {
        if let Some(local) = self.body.local(name) {
            return Some(Slot::Local(local));
        }
        match self.globals[self.module].get(name) {
            Some(global) => Some(Slot::Global(global)),
            None => Builtin::named(name).map(Slot::Builtin),
        }
    }

    /// Tells that `name` is nowhere assigned.
    fn unknown_name(&mut self, name: &str, span: Span) {
        if self.is_hopeless() {
            return;
        }
        let globals = self.globals[self.module].names.keys().copied();
        let builtins = Builtin::ALL.map(Builtin::name);
        let names = self.body.locals.iter().copied().chain(globals).chain(builtins);
        let hint = suggestion(name, names);
        self.fault(span, format!("the name `{name}` is not assigned anywhere{hint}"));
    }

    /// The number of the module imported as `name`.
    fn imported(&mut self, name: Name<'s>) -> Option<u32> {
        let names = self.sources.iter().map(import_name);
        if let Some(found) = names.clone().position(|known| known == name.text) {
            return Some(number(found));
        }
        let hint = suggestion(name.text, names);
        self.fault(name.span, format!("there is no module `{}`{hint}", name.text));
        None
    }

    fn finish(mut self, entry: u32) -> Result<Code, CompileErrors> {
        if !self.errors.is_empty() {
            self.errors.sort_by_key(|error| {
                let place = error.place();
                let module = self.sources.iter().position(|source| source.name == place.module);
                (module, place.line, place.column)
            });
            return Err(CompileErrors(self.errors));
        }
        let modules = (0..self.sources.len()).map(|module| self.code_module(module)).collect();
        let globals = self.globals.iter().flat_map(Globals::all).collect();
        Ok(Code {
            modules,
            functions: self.functions,
            classes: self.classes,
            constants: self.constants.all,
            names: self.names.into_iter().map(str::to_owned).collect(),
            globals,
            entry,
        })
    }

    fn code_module(&mut self, module: usize) -> Module {
        let source = &self.sources[module];
        let mut globals = Table::default();
        for (name, global) in self.globals[module].names.clone() {
            globals.insert(self.name(name), global);
        }
        Module {
            file: source.name.to_owned(),
            name: import_name(source).to_owned(),
            text: source.text.to_owned(),
            body: self.bodies[module],
            globals,
        }
    }
}

/// The number of a position in one of the code's tables. A table has no more entries than the
/// sources have bytes, so it fits.
fn number(position: usize) -> u32 {
    u32::try_from(position).expect("less than 4 GiB of source text")
}

/// The constants, each kept once.
#[derive(Default)]
struct Constants {
    all: Vec<Constant>,
    numbers: HashMap<ConstantKey, u32>,
}

/// A constant with its exact bits, so that `0`, `0.0`, `-0.0` and `False` differ.
#[derive(PartialEq, Eq, Hash)]
struct ConstantKey(String);

impl Constants {
    fn number(&mut self, constant: Constant) -> u32 {
        let key = ConstantKey(format!("{constant:?}"));
        *self.numbers.entry(key).or_insert_with(|| {
            self.all.push(constant);
            number(self.all.len() - 1)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first error's message.
    fn message(sources: &[(&str, &str)], entry: &str) -> String {
        let sources: Vec<_> = sources.iter().map(|(name, text)| Source { name, text }).collect();
        let errors = compile(&sources, entry).err().expect("an error");
        errors.errors()[0].to_string()
    }

    #[test]
    fn the_set_of_modules_is_checked() {
        let twins = [("a.eml", ""), ("a", "")];
        assert!(message(&twins, "a").starts_with("a:1:1: two modules have this name"));
        let missing = message(&[("a.eml", "")], "b.eml");
        assert!(missing.starts_with("b.eml:1:1: there is no such module to start with"));
    }

    #[test]
    fn a_module_too_long_is_not_read() {
        let text = " ".repeat((16 << 20) + 1);
        let long = message(&[("a.eml", &text)], "a.eml");
        assert!(long.starts_with("a.eml:1:1: a module of more than 16 MiB is not read"));
    }

    #[test]
    fn many_wrong_names_take_no_time() {
        let lines = (0..50_000).map(|i| format!("1 => known{i}\nwrong{i} ^0\n"));
        let text = lines.collect::<Vec<_>>().concat();
        let source = Source { name: "a.eml", text: &text };
        let errors = compile(&[source], "a").err().expect("errors");
        assert_eq!(errors.errors().len(), ERRORS);
    }
}
