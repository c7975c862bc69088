//! The tree: what the parser makes of a module, every node with its place.

use super::error::Span;

/// Statements of one indentation.
pub(super) type Block<'s> = Vec<Statement<'s>>;

/// A name where it stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Name<'s> {
    pub(super) text: &'s str,
    pub(super) span: Span,
}

#[derive(Debug)]
pub(super) enum Statement<'s> {
    Def(Function<'s>),
    Class { name: Name<'s>, methods: Vec<Function<'s>> },
    If { arms: Vec<(Expr<'s>, Block<'s>)>, otherwise: Block<'s> },
    While { condition: Expr<'s>, body: Block<'s> },
    For { variable: Name<'s>, over: Over<'s>, body: Block<'s> },
    Return { value: Option<Expr<'s>>, span: Span },
    Import(Name<'s>),
    Assign { value: Expr<'s>, target: Target<'s> },
    Print { value: Expr<'s>, span: Span },
    // A call whose result nobody wants.
    Call(Expr<'s>),
}

#[derive(Debug)]
pub(super) struct Function<'s> {
    pub(super) name: Name<'s>,
    pub(super) parameters: Vec<Name<'s>>,
    pub(super) body: Block<'s>,
}

/// What a `for` runs over.
#[derive(Debug)]
pub(super) enum Over<'s> {
    /// `[first:last]`, both included.
    Range {
        first: Expr<'s>,
        last: Expr<'s>,
        span: Span,
    },
    Each(Expr<'s>),
}

#[derive(Debug)]
pub(super) enum Target<'s> {
    Name(Name<'s>),
    Index { of: Expr<'s>, index: Expr<'s>, span: Span },
    Attribute { of: Expr<'s>, name: Name<'s> },
}

#[derive(Debug)]
pub(super) struct Expr<'s> {
    pub(super) kind: ExprKind<'s>,
    /// Where an error in it is marked: an operator's own place, else all of it.
    pub(super) span: Span,
}

#[derive(Debug)]
pub(super) enum ExprKind<'s> {
    None,
    Bool(bool),
    Int(i64),
    Float(f64),
    Str(String),
    Name(&'s str),
    List(Vec<Expr<'s>>),
    Dict(Vec<(Expr<'s>, Expr<'s>)>),
    Arithmetic { op: Arithmetic, left: Box<Expr<'s>>, right: Box<Expr<'s>> },
    Comparison { op: Comparison, left: Box<Expr<'s>>, right: Box<Expr<'s>> },
    Logic { op: Logic, left: Box<Expr<'s>>, right: Box<Expr<'s>> },
    Not(Box<Expr<'s>>),
    Negative(Box<Expr<'s>>),
    Call { callee: Box<Expr<'s>>, arguments: Vec<Expr<'s>> },
    Index { of: Box<Expr<'s>>, index: Box<Expr<'s>> },
    Slice { of: Box<Expr<'s>>, from: Option<Box<Expr<'s>>>, to: Option<Box<Expr<'s>>> },
    Attribute { of: Box<Expr<'s>>, name: Name<'s> },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Arithmetic {
    Add,
    Subtract,
    Multiply,
    Divide,
    Modulo,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Comparison {
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    In,
    NotIn,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Logic {
    And,
    Or,
}
