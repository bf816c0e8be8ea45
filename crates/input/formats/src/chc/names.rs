//! Names that can be written: each once, and none that means something else.

use std::collections::{HashMap, HashSet};

use buttress_logic::print_symbol;

use crate::smtlib::is_theory_symbol;

/// The names that were given in one scope.
#[derive(Clone, Default, Debug)]
pub(crate) struct Names {
    taken: HashSet<String>,
    /// How many names were made from a wanted one by counting.
    counts: HashMap<String, usize>,
}

impl Names {
    /// A new name, as near to the wanted one as possible.
    pub fn fresh(&mut self, wanted: &str) -> String {
        let wanted = writable(wanted);
        let mut name = wanted.clone();
        while is_theory_symbol(&name) || !self.taken.insert(name.clone()) {
            let count = self.counts.entry(wanted.clone()).or_default();
            *count += 1;
            name = format!("{wanted}.{count}");
        }
        name
    }

    /// A new name as SMT-LIB writes it.
    pub fn symbol(&mut self, wanted: &str) -> String {
        print_symbol(&self.fresh(wanted))
    }
}

/// A name without what cannot stand between bars, nor begins as only solvers' names do.
fn writable(name: &str) -> String {
    let is_plain = |char: char| char != '|' && char != '\\' && (char == ' ' || !char.is_control());
    let mut text: String =
        name.chars().map(|char| if is_plain(char) { char } else { '_' }).collect();
    if text.is_empty() || text.starts_with('@') {
        text.insert(0, '_');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_made_different_and_writable() {
        let mut names = Names::default();
        let cases = [
            ("x", "x"),
            ("x", "x.1"),
            ("x", "x.2"),
            ("x.1", "x.1.1"),
            ("+", "+.1"),
            ("a|b", "a_b"),
            ("@l0", "_@l0"),
            ("", "_"),
        ];
        for (wanted, name) in cases {
            assert_eq!(names.fresh(wanted), name);
        }
        assert_eq!(names.symbol("two words"), "|two words|");
    }
}
