//! The user's names for the signals of a circuit.

use std::collections::HashMap;

use buttress_prop::{Lit, Var};

/// Names of variables and of properties, as the input file gives them.
#[derive(Clone, Debug, Default)]
pub struct Names {
    vars: HashMap<Var, String>,
    properties: Vec<String>,
    constraints: HashMap<usize, String>,
}

impl Names {
    /// No names at all.
    pub fn new() -> Names {
        Names::default()
    }

    /// Names a variable.
    pub fn name_var(&mut self, var: Var, name: impl Into<String>) {
        self.vars.insert(var, name.into());
    }

    /// Names the next property; called once per property, in order.
    pub fn name_property(&mut self, name: impl Into<String>) {
        self.properties.push(name.into());
    }

    /// Names the constraint at `index`.
    pub fn name_constraint(&mut self, index: usize, name: impl Into<String>) {
        self.constraints.insert(index, name.into());
    }

    /// The given name of a variable, if it has one.
    pub fn var(&self, var: Var) -> Option<&str> {
        self.vars.get(&var).map(String::as_str)
    }

    /// The name of a property: the one given, else `bad` and its position.
    pub fn property(&self, index: usize) -> String {
        self.properties.get(index).cloned().unwrap_or_else(|| format!("bad{index}"))
    }

    /// The given name of a constraint, if it has one.
    pub fn constraint(&self, index: usize) -> Option<&str> {
        self.constraints.get(&index).map(String::as_str)
    }

    /// A literal as a person reads it: the name, or `v` and the number; `!` before a negation.
    pub fn lit(&self, lit: Lit) -> String {
        let sign = if lit.is_negative() { "!" } else { "" };
        match self.var(lit.var()) {
            Some(name) => format!("{sign}{name}"),
            None => format!("{sign}v{}", lit.var().0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_no_name_has_none() {
        let mut names = Names::default();
        names.name_constraint(1, "fair");
        names.name_property("safe");
        assert_eq!((names.constraint(0), names.constraint(1)), (None, Some("fair")));
        assert_eq!((names.property(0), names.property(1)), ("safe".to_owned(), "bad1".to_owned()));
    }
}
