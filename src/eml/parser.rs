//! The parser: from tokens to the tree, one function for each production of the grammar.

use super::error::{Fault, Span};
use super::lexer::{Token, tokens};
use super::tree::{
    Arithmetic, Block, Comparison, Expr, ExprKind, Function, Logic, Name, Over, Statement, Target,
};

/// How deep blocks, brackets and operators may nest. It bounds the tree's depth, and with it
/// the host's stack in everything that walks the tree.
pub(super) const NESTING_LIMIT: usize = 150;

type Parsed<T> = Result<T, Fault>;

/// Parses the text of a module.
pub(super) fn parse(text: &str) -> Parsed<Block<'_>> {
    let mut parser = Parser { tokens: tokens(text)?, at: 0, nesting: 0, in_function: false };
    let mut block = Vec::new();
    while !matches!(parser.peek(), Token::End) {
        block.push(parser.statement()?);
    }
    Ok(block)
}

struct Parser<'s> {
    tokens: Vec<(Token<'s>, Span)>,
    at: usize,
    nesting: usize,
    in_function: bool,
}

/// Moving over the tokens.
impl<'s> Parser<'s> {
    fn peek(&self) -> &Token<'s> {
        &self.tokens[self.at].0
    }

    fn span(&self) -> Span {
        self.tokens[self.at].1
    }

    /// The place of the token before this one.
    fn last_span(&self) -> Span {
        self.tokens[self.at.saturating_sub(1)].1
    }

    /// Takes a token; the end is never passed.
    fn next(&mut self) -> (Token<'s>, Span) {
        let next = self.tokens[self.at].clone();
        if self.at + 1 < self.tokens.len() {
            self.at += 1;
        }
        next
    }

    fn sees(&self, mark: &str) -> bool {
        matches!(self.peek(), Token::Mark(seen) if *seen == mark)
    }

    /// Moves on if the next token is `mark`.
    fn eat(&mut self, mark: &str) -> bool {
        let seen = self.sees(mark);
        if seen {
            self.next();
        }
        seen
    }

    fn expect(&mut self, mark: &str) -> Parsed<Span> {
        let span = self.span();
        if self.eat(mark) { Ok(span) } else { self.unexpected(&format!("`{mark}`")) }
    }

    fn unexpected<T>(&self, expected: &str) -> Parsed<T> {
        let found = self.peek().describe();
        Err(Fault::new(self.span(), format!("unexpected {found}, expected {expected}")))
    }

    fn name(&mut self, what: &str) -> Parsed<Name<'s>> {
        match *self.peek() {
            Token::Name(text) => Ok(Name { text, span: self.next().1 }),
            _ => self.unexpected(what),
        }
    }

    fn newline(&mut self, expected: &str) -> Parsed<()> {
        match self.peek() {
            Token::Newline => {
                self.next();
                Ok(())
            }
            _ => self.unexpected(expected),
        }
    }

    /// Counts one more level of nesting; who calls it sets the count back.
    fn nest(&mut self) -> Parsed<()> {
        self.nesting += 1;
        if self.nesting > NESTING_LIMIT {
            let message = format!("this nests more than {NESTING_LIMIT} levels deep");
            return Err(Fault::new(self.span(), message));
        }
        Ok(())
    }

    /// Parses with `production`, one level deeper.
    fn nested<T>(&mut self, production: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        self.nest()?;
        let parsed = production(self);
        self.nesting -= 1;
        parsed
    }
}

/// Statements.
impl<'s> Parser<'s> {
    fn statement(&mut self) -> Parsed<Statement<'s>> {
        match self.peek() {
            Token::Mark("def") => self.def(),
            Token::Mark("class") => self.class(),
            Token::Mark("if") => self.if_(),
            Token::Mark("while") => self.while_(),
            Token::Mark("for") => self.for_(),
            Token::Mark("return") => self.return_(),
            Token::Mark("import") => self.import(),
            Token::Mark(mark @ ("elif" | "else")) => {
                Err(Fault::new(self.span(), format!("`{mark}` without an `if` before it")))
            }
            Token::Indent => self.unexpected("a statement at the block's own indentation"),
            _ => self.simple(),
        }
    }

    /// `:`, a line end, and an indented block.
    fn block(&mut self) -> Parsed<Block<'s>> {
        self.block_of(Self::statement)
    }

    fn block_of<T>(&mut self, item: impl Fn(&mut Self) -> Parsed<T>) -> Parsed<Vec<T>> {
        self.expect(":")?;
        self.newline("end of line, the block stands indented below")?;
        if *self.peek() != Token::Indent {
            return self.unexpected("an indented block");
        }
        self.next();
        self.nested(|parser| {
            let mut items = Vec::new();
            while *parser.peek() != Token::Dedent {
                items.push(item(parser)?);
            }
            parser.next();
            Ok(items)
        })
    }

    fn def(&mut self) -> Parsed<Statement<'s>> {
        if self.in_function {
            let message = "a function inside a function is not part of EML";
            return Err(Fault::new(self.span(), message));
        }
        Ok(Statement::Def(self.function()?))
    }

    fn function(&mut self) -> Parsed<Function<'s>> {
        self.expect("def")?;
        let name = self.name("the function's name")?;
        self.expect("(")?;
        let parameters = self.list(")", |parser| parser.name("a parameter's name"))?;
        if let Some(twin) = twin(&parameters) {
            return Err(Fault::new(twin.span, format!("two parameters named `{}`", twin.text)));
        }
        self.in_function = true;
        let body = self.block()?;
        self.in_function = false;
        Ok(Function { name, parameters, body })
    }

    fn class(&mut self) -> Parsed<Statement<'s>> {
        if self.in_function {
            let message = "a class inside a function is not part of EML";
            return Err(Fault::new(self.span(), message));
        }
        self.next();
        let name = self.name("the class's name")?;
        let methods = self.block_of(Self::method)?;
        let names: Vec<_> = methods.iter().map(|method| method.name).collect();
        match twin(&names) {
            Some(twin) => Err(Fault::new(twin.span, format!("two methods named `{}`", twin.text))),
            None => Ok(Statement::Class { name, methods }),
        }
    }

    fn method(&mut self) -> Parsed<Function<'s>> {
        if !self.sees("def") {
            return self.unexpected("`def`, a class holds methods only");
        }
        let method = self.function()?;
        let Name { text, span } = method.name;
        if text.starts_with("__") && text.ends_with("__") && text != "__init__" {
            return Err(Fault::new(span, format!("`{text}` has no special meaning in EML")));
        }
        if method.parameters.is_empty() {
            return Err(Fault::new(span, "a method needs a first parameter, `self`"));
        }
        Ok(method)
    }

    fn if_(&mut self) -> Parsed<Statement<'s>> {
        let mut arms = Vec::new();
        let mut otherwise = Vec::new();
        self.next();
        loop {
            arms.push((self.expression()?, self.block()?));
            if self.eat("elif") {
                continue;
            }
            if self.eat("else") {
                otherwise = self.block()?;
            }
            return Ok(Statement::If { arms, otherwise });
        }
    }

    fn while_(&mut self) -> Parsed<Statement<'s>> {
        self.next();
        Ok(Statement::While { condition: self.expression()?, body: self.loop_body()? })
    }

    fn for_(&mut self) -> Parsed<Statement<'s>> {
        self.next();
        let variable = self.name("the loop's variable")?;
        self.expect("in")?;
        Ok(Statement::For { variable, over: self.over()?, body: self.loop_body()? })
    }

    fn loop_body(&mut self) -> Parsed<Block<'s>> {
        let body = self.block()?;
        if self.sees("else") {
            return Err(Fault::new(self.span(), "`else` after a loop is not part of EML"));
        }
        Ok(body)
    }

    /// `[first:last]`, or an expression.
    fn over(&mut self) -> Parsed<Over<'s>> {
        let start = self.span();
        if !self.sees("[") {
            return Ok(Over::Each(self.expression()?));
        }
        let before = self.at;
        self.next();
        if !self.sees("]") {
            let first = self.nested(Self::expression)?;
            if self.eat(":") {
                let last = self.nested(Self::expression)?;
                let span = start.to(self.expect("]")?);
                return Ok(Over::Range { first, last, span });
            }
        }
        self.at = before;
        Ok(Over::Each(self.expression()?))
    }

    fn return_(&mut self) -> Parsed<Statement<'s>> {
        let span = self.next().1;
        if !self.in_function {
            return Err(Fault::new(span, "`return` outside of a function"));
        }
        let value = match self.peek() {
            Token::Newline => None,
            _ => Some(self.expression()?),
        };
        self.newline("end of line")?;
        Ok(Statement::Return { value, span })
    }

    fn import(&mut self) -> Parsed<Statement<'s>> {
        self.next();
        let name = self.name("a module's name")?;
        self.newline("end of line")?;
        Ok(Statement::Import(name))
    }

    /// An assignment, a print or a call.
    fn simple(&mut self) -> Parsed<Statement<'s>> {
        let value = self.expression()?;
        let statement = if self.sees("^0") {
            Statement::Print { value, span: self.next().1 }
        } else if self.eat("=>") {
            Statement::Assign { value, target: self.target()? }
        } else if *self.peek() != Token::Newline {
            return self.unexpected("`=>`, `^0` or end of line");
        } else if matches!(value.kind, ExprKind::Call { .. }) {
            Statement::Call(value)
        } else {
            let message = "this value is not used, print it with `^0` or assign it with `=> name`";
            return Err(Fault::new(value.span, message));
        };
        self.newline("end of line")?;
        Ok(statement)
    }

    fn target(&mut self) -> Parsed<Target<'s>> {
        let Expr { kind, span } = self.postfix()?;
        match kind {
            ExprKind::Name(text) => Ok(Target::Name(Name { text, span })),
            ExprKind::Index { of, index } => Ok(Target::Index { of: *of, index: *index, span }),
            ExprKind::Attribute { of, name } => Ok(Target::Attribute { of: *of, name }),
            ExprKind::Slice { .. } => Err(Fault::new(span, "cannot assign to a slice")),
            _ => Err(Fault::new(span, "cannot assign to this, expected a name, `a[i]` or `a.b`")),
        }
    }
}

/// Expressions, from the loosest operator to the tightest.
impl<'s> Parser<'s> {
    fn expression(&mut self) -> Parsed<Expr<'s>> {
        self.logic("or", Logic::Or, |parser| parser.logic("and", Logic::And, Self::not))
    }

    fn logic(
        &mut self,
        mark: &str,
        op: Logic,
        operand: impl Fn(&mut Self) -> Parsed<Expr<'s>>,
    ) -> Parsed<Expr<'s>> {
        let mut left = operand(self)?;
        let nesting = self.nesting;
        while self.sees(mark) {
            let span = self.next().1;
            self.nest()?;
            let (boxed, right) = (Box::new(left), Box::new(operand(self)?));
            left = Expr { kind: ExprKind::Logic { op, left: boxed, right }, span };
        }
        self.nesting = nesting;
        Ok(left)
    }

    fn not(&mut self) -> Parsed<Expr<'s>> {
        if !self.sees("not") {
            return self.comparison();
        }
        let span = self.next().1;
        let operand = self.nested(Self::not)?;
        Ok(Expr { kind: ExprKind::Not(Box::new(operand)), span })
    }

    fn comparison(&mut self) -> Parsed<Expr<'s>> {
        let left = self.sum()?;
        let Some((op, span)) = self.comparison_operator()? else { return Ok(left) };
        let right = self.sum()?;
        if let Some((_, second)) = self.comparison_operator()? {
            return Err(Fault::new(second, "comparisons do not chain, join them with `and`"));
        }
        let kind = ExprKind::Comparison { op, left: Box::new(left), right: Box::new(right) };
        Ok(Expr { kind, span })
    }

    fn comparison_operator(&mut self) -> Parsed<Option<(Comparison, Span)>> {
        let op = match self.peek() {
            Token::Mark("==") => Comparison::Equal,
            Token::Mark("!=") => Comparison::NotEqual,
            Token::Mark("<") => Comparison::Less,
            Token::Mark("<=") => Comparison::LessOrEqual,
            Token::Mark(">") => Comparison::Greater,
            Token::Mark(">=") => Comparison::GreaterOrEqual,
            Token::Mark("in") => Comparison::In,
            Token::Mark("not") => Comparison::NotIn,
            _ => return Ok(None),
        };
        let span = self.next().1;
        match op {
            Comparison::NotIn => Ok(Some((op, span.to(self.expect("in")?)))),
            _ => Ok(Some((op, span))),
        }
    }

    fn sum(&mut self) -> Parsed<Expr<'s>> {
        let operators = [("+", Arithmetic::Add), ("-", Arithmetic::Subtract)];
        self.arithmetic(&operators, Self::product)
    }

    fn product(&mut self) -> Parsed<Expr<'s>> {
        let operators =
            [("*", Arithmetic::Multiply), ("/", Arithmetic::Divide), ("%", Arithmetic::Modulo)];
        self.arithmetic(&operators, Self::unary)
    }

    fn arithmetic(
        &mut self,
        operators: &[(&str, Arithmetic)],
        operand: impl Fn(&mut Self) -> Parsed<Expr<'s>>,
    ) -> Parsed<Expr<'s>> {
        let mut left = operand(self)?;
        let nesting = self.nesting;
        while let Some(&(_, op)) = operators.iter().find(|(mark, _)| self.sees(mark)) {
            let span = self.next().1;
            self.nest()?;
            let (boxed, right) = (Box::new(left), Box::new(operand(self)?));
            left = Expr { kind: ExprKind::Arithmetic { op, left: boxed, right }, span };
        }
        self.nesting = nesting;
        Ok(left)
    }

    fn unary(&mut self) -> Parsed<Expr<'s>> {
        if !self.sees("-") {
            return self.postfix();
        }
        let span = self.next().1;
        if *self.peek() == Token::Int(i64::MIN.unsigned_abs()) {
            let span = span.to(self.next().1);
            return Ok(Expr { kind: ExprKind::Int(i64::MIN), span });
        }
        let operand = self.nested(Self::unary)?;
        Ok(match operand.kind {
            ExprKind::Int(number) if number > 0 => {
                Expr { kind: ExprKind::Int(-number), span: span.to(operand.span) }
            }
            _ => Expr { kind: ExprKind::Negative(Box::new(operand)), span },
        })
    }

    /// An atom with its calls, indexes and attributes.
    fn postfix(&mut self) -> Parsed<Expr<'s>> {
        let mut expr = self.atom()?;
        let nesting = self.nesting;
        loop {
            let start = expr.span;
            let kind = match self.peek() {
                Token::Mark("(") => self.call(expr)?,
                Token::Mark("[") => self.index(expr)?,
                Token::Mark(".") => {
                    self.next();
                    let name = self.name("an attribute's name")?;
                    ExprKind::Attribute { of: Box::new(expr), name }
                }
                _ => break,
            };
            self.nest()?;
            expr = Expr { kind, span: start.to(self.last_span()) };
        }
        self.nesting = nesting;
        Ok(expr)
    }

    fn call(&mut self, callee: Expr<'s>) -> Parsed<ExprKind<'s>> {
        self.next();
        let arguments = self.list(")", Self::expression)?;
        Ok(ExprKind::Call { callee: Box::new(callee), arguments })
    }

    fn index(&mut self, of: Expr<'s>) -> Parsed<ExprKind<'s>> {
        self.next();
        let of = Box::new(of);
        let from = self.bound(":")?;
        if let Some(index) = from {
            if !self.eat(":") {
                self.expect_after_index()?;
                return Ok(ExprKind::Index { of, index });
            }
            return self.slice(of, Some(index));
        }
        self.expect(":")?;
        self.slice(of, None)
    }

    fn expect_after_index(&mut self) -> Parsed<()> {
        if self.eat("]") { Ok(()) } else { self.unexpected("`:` or `]`") }
    }

    fn slice(&mut self, of: Box<Expr<'s>>, from: Option<Box<Expr<'s>>>) -> Parsed<ExprKind<'s>> {
        let to = self.bound("]")?;
        self.expect("]")?;
        Ok(ExprKind::Slice { of, from, to })
    }

    /// A slice's bound, which may be left out before `close`.
    fn bound(&mut self, close: &str) -> Parsed<Option<Box<Expr<'s>>>> {
        if self.sees(close) {
            return Ok(None);
        }
        Ok(Some(self.boxed()?))
    }

    fn boxed(&mut self) -> Parsed<Box<Expr<'s>>> {
        self.nested(Self::expression).map(Box::new)
    }

    fn atom(&mut self) -> Parsed<Expr<'s>> {
        let start = self.span();
        let kind = match self.peek() {
            Token::Mark("(") => return self.parentheses(),
            Token::Mark("[") => self.list_display()?,
            Token::Mark("{") => self.dict_display()?,
            _ => self.literal()?,
        };
        Ok(Expr { kind, span: start.to(self.last_span()) })
    }

    fn literal(&mut self) -> Parsed<ExprKind<'s>> {
        let kind = match self.peek() {
            Token::Name(name) => ExprKind::Name(name),
            Token::Int(number) => ExprKind::Int(self.integer(*number)?),
            Token::Float(number) => ExprKind::Float(*number),
            Token::Str(text) => ExprKind::Str(text.clone()),
            Token::Mark("None") => ExprKind::None,
            Token::Mark("True") => ExprKind::Bool(true),
            Token::Mark("False") => ExprKind::Bool(false),
            _ => return self.unexpected("a value"),
        };
        self.next();
        Ok(kind)
    }

    fn integer(&self, number: u64) -> Parsed<i64> {
        i64::try_from(number)
            .map_err(|_| Fault::new(self.span(), "this integer does not fit in 64 bits"))
    }

    fn parentheses(&mut self) -> Parsed<Expr<'s>> {
        self.next();
        let expr = self.nested(Self::expression)?;
        self.expect(")")?;
        Ok(expr)
    }

    fn list_display(&mut self) -> Parsed<ExprKind<'s>> {
        self.next();
        let items = self.list("]", Self::expression)?;
        Ok(ExprKind::List(items))
    }

    fn dict_display(&mut self) -> Parsed<ExprKind<'s>> {
        self.next();
        let entries = self.list("}", |parser| {
            let key = parser.expression()?;
            parser.expect(":")?;
            Ok((key, parser.expression()?))
        })?;
        Ok(ExprKind::Dict(entries))
    }

    /// Items parted by commas up to `close`; one comma may follow the last.
    fn list<T>(&mut self, close: &str, item: impl Fn(&mut Self) -> Parsed<T>) -> Parsed<Vec<T>> {
        let mut items = Vec::new();
        while !self.eat(close) {
            items.push(self.nested(&item)?);
            if !self.sees(close) {
                self.expect_comma_or(close)?;
            }
        }
        Ok(items)
    }

    fn expect_comma_or(&mut self, close: &str) -> Parsed<()> {
        if self.eat(",") { Ok(()) } else { self.unexpected(&format!("`,` or `{close}`")) }
    }
}

/// The first name that stands in `names` for the second time.
fn twin<'s>(names: &[Name<'s>]) -> Option<Name<'s>> {
    let mut seen = std::collections::HashSet::new();
    names.iter().find(|name| !seen.insert(name.text)).copied()
}
