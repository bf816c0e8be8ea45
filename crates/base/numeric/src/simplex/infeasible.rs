//! Basic variables that may lie outside their bounds.

use crate::Variable;

/// A list in which each variable occurs at most once.
#[derive(Clone, Debug, Default)]
pub(super) struct InfeasibleRows {
    list: Vec<Variable>,
    is_listed: Vec<bool>,
}

impl InfeasibleRows {
    pub(super) fn add_variable(&mut self) {
        self.is_listed.push(false);
    }

    pub(super) fn insert(&mut self, variable: Variable) {
        if !std::mem::replace(&mut self.is_listed[variable.index()], true) {
            self.list.push(variable);
        }
    }

    /// Strikes off those that are feasible again.
    pub(super) fn retain(&mut self, mut is_infeasible: impl FnMut(Variable) -> bool) {
        let is_listed = &mut self.is_listed;
        self.list.retain(|variable| {
            let stays = is_infeasible(*variable);
            is_listed[variable.index()] = stays;
            stays
        });
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = Variable> {
        self.list.iter().copied()
    }
}
