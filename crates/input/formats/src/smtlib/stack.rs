//! The assertion stack: assertions, and the declarations that come and go with them.

use buttress_logic::{Function, Term};

use super::names::Mark;
use super::script::Script;
use super::term::Signature;

/// An active assertion.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Assertion {
    /// What is asserted.
    pub formula: Term,
    /// The name that `:named` gave to it as a whole.
    pub name: Option<String>,
    /// How many levels had been pushed.
    pub level: usize,
}

/// What grows with commands and shrinks with `pop`.
#[derive(Clone, Default, Debug)]
pub(super) struct Stack {
    pub assertions: Vec<Assertion>,
    /// The declared functions in scope, in order.
    pub functions: Vec<Function>,
    /// The terms with names, in order.
    pub named: Vec<(String, Term)>,
    /// The functions `@missing` among the functions.
    pub missing: Vec<Function>,
    pub levels: Vec<Level>,
}

/// How far everything had come when a level was pushed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Level {
    functions: Mark,
    sorts: Mark,
    assertion_count: usize,
    function_count: usize,
    named_count: usize,
    missing_count: usize,
    table_uses: [bool; 2],
}

impl Level {
    /// Before the first command of a script.
    pub fn start(signature: &Signature) -> Level {
        Level {
            functions: signature.functions.mark(),
            sorts: signature.sorts.names.mark(),
            assertion_count: 0,
            function_count: 0,
            named_count: 0,
            missing_count: 0,
            table_uses: [false; 2],
        }
    }
}

impl Script {
    pub(super) fn here(&self) -> Level {
        Level {
            functions: self.signature.functions.mark(),
            sorts: self.signature.sorts.names.mark(),
            assertion_count: self.stack.assertions.len(),
            function_count: self.stack.functions.len(),
            named_count: self.stack.named.len(),
            missing_count: self.stack.missing.len(),
            table_uses: self.signature.sorts.uses,
        }
    }

    pub(super) fn push(&mut self, count: usize) {
        let level = self.here();
        self.stack.levels.extend(std::iter::repeat_n(level, count));
    }

    /// Pops levels; there are that many.
    pub(super) fn pop(&mut self, count: usize) {
        let left = self.stack.levels.len().saturating_sub(count);
        if let Some(&level) = self.stack.levels.get(left) {
            self.stack.levels.truncate(left);
            self.return_to(level, self.has_global_declarations());
        }
    }

    /// `reset-assertions`
    pub(super) fn reset_assertions(&mut self) {
        self.stack.levels.clear();
        self.return_to(self.start, self.has_global_declarations());
    }

    /// Brings everything back to a level, the names too unless they are global.
    pub(super) fn return_to(&mut self, level: Level, keeps_names: bool) {
        self.stack.assertions.truncate(level.assertion_count);
        if !keeps_names {
            self.signature.functions.undo(level.functions);
            self.signature.sorts.names.undo(level.sorts);
            self.stack.functions.truncate(level.function_count);
            self.stack.named.truncate(level.named_count);
            self.stack.missing.truncate(level.missing_count);
            self.signature.sorts.uses = level.table_uses;
        }
    }

    fn has_global_declarations(&self) -> bool {
        self.flag(":global-declarations")
    }
}
