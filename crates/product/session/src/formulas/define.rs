//! Recursive definitions, handed on to the solver.

use buttress_decide::Definition;

use super::repl::Repl;

impl Repl {
    /// A command has defined functions; `known` assertions were there before.
    pub(super) fn define(&mut self, known: usize) {
        let mut group = Vec::new();
        for assertion in &self.script.assertions()[known..] {
            let formula = assertion.formula;
            match self.script.recursive().iter().find(|defined| defined.formula == formula) {
                Some(defined) => group.push(Definition {
                    formula,
                    function: defined.function,
                    parameters: defined.parameters.clone(),
                    body: defined.body,
                }),
                None => self.solver.assert(formula),
            }
        }
        self.solver.define(&mut self.terms, group);
    }

    /// Global definitions stay when their level goes.
    pub(super) fn define_kept(&mut self) {
        self.define(self.script.assertions().len() - self.script.kept().len());
    }
}
