//! Scopes: which names a function or a module owns.

use indexmap::IndexMap;

use super::super::code::{Builtin, Global};
use super::super::tree::{Block, Statement, Target};

/// The global names of one module, with their numbers among those of all modules.
pub(super) struct Globals<'s> {
    pub(super) names: IndexMap<&'s str, u32>,
}

impl<'s> Globals<'s> {
    /// The names assigned in a module's own statements; `next` is the first free number.
    pub(super) fn new(tree: &Block<'s>, next: &mut u32) -> Globals<'s> {
        let mut names = IndexMap::new();
        assigned(tree, &mut |name| {
            names.entry(name).or_insert_with(|| {
                *next += 1;
                *next - 1
            });
        });
        Globals { names }
    }

    pub(super) fn get(&self, name: &str) -> Option<u32> {
        self.names.get(name).copied()
    }

    pub(super) fn all(&self) -> impl Iterator<Item = Global> {
        self.names
            .keys()
            .map(|name| Global { name: (*name).to_owned(), builtin: Builtin::named(name) })
    }
}

/// Calls `found` with each name that the statements assign, those of functions inside left out.
pub(super) fn assigned<'s>(block: &Block<'s>, found: &mut impl FnMut(&'s str)) {
    for statement in block {
        match statement {
            Statement::Def(function) => found(function.name.text),
            Statement::Class { name, .. }
            | Statement::Import(name)
            | Statement::Assign { target: Target::Name(name), .. } => found(name.text),
            Statement::If { arms, otherwise } => {
                for (_, body) in arms {
                    assigned(body, found);
                }
                assigned(otherwise, found);
            }
            Statement::While { body, .. } => assigned(body, found),
            Statement::For { variable, body, .. } => {
                found(variable.text);
                assigned(body, found);
            }
            Statement::Assign { .. }
            | Statement::Return { .. }
            | Statement::Print { .. }
            | Statement::Call(_) => {}
        }
    }
}
