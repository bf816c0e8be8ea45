//! `push` and `pop`.

use super::script::Script;
use super::stack::{Assertion, Level};

impl Script {
    pub(super) fn here(&self) -> Level {
        Level {
            functions: self.signature.functions.mark(),
            sorts: self.signature.sorts.names.mark(),
            assertion_count: self.stack.assertions.len(),
            function_count: self.stack.functions.len(),
            named_count: self.stack.named.len(),
            missing_count: self.stack.missing.len(),
            recursive_count: self.stack.recursive.len(),
            objective_count: self.stack.objectives.len(),
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
        let gone = self.stack.assertions.split_off(level.assertion_count);
        self.stack.objectives.truncate(level.objective_count);
        if keeps_names {
            let level = self.level();
            let kept = gone.into_iter().filter(|assertion| assertion.stays);
            let kept: Vec<Assertion> =
                kept.map(|assertion| Assertion { level, ..assertion }).collect();
            self.stack.kept = kept.len();
            self.stack.assertions.extend(kept);
        } else {
            // They go with the assertions that say what they mean; their names do, too.
            self.stack.recursive.truncate(level.recursive_count);
            self.signature.functions.undo(level.functions);
            self.signature.sorts.names.undo(level.sorts);
            self.stack.functions.truncate(level.function_count);
            self.stack.named.truncate(level.named_count);
            self.stack.missing.truncate(level.missing_count);
            self.signature.sorts.uses = level.table_uses;
        }
    }

    pub(super) fn has_global_declarations(&self) -> bool {
        self.flag(":global-declarations")
    }
}
