//! Scripts that remember where quantified formulas come from.

use buttress_logic::{Bound, Term};

use super::Script;
use crate::smtlib::positions::Positions;
use crate::smtlib::span::Position;

impl Script {
    /// A script before its first command that remembers where quantified formulas come from.
    pub fn with_positions() -> Script {
        let mut script = Script::new();
        script.positions = Some(Positions::default());
        script
    }

    /// Where a quantified formula, or a term inside of one, is written.
    pub fn position_of(&self, term: Term) -> Option<Position> {
        self.positions.as_ref()?.terms.get(&term).copied()
    }

    /// Where the quantifier is written that binds a variable.
    pub fn position_of_quantifier(&self, bound: Bound) -> Option<Position> {
        self.positions.as_ref()?.bounds.get(&bound).copied()
    }
}

#[cfg(test)]
mod tests {
    use buttress_logic::Terms;

    use super::*;
    use crate::Place;
    use crate::smtlib::Reader;

    /// The places of all terms that have one, in the order of the text, with what is written there.
    fn positions(text: &str) -> Vec<String> {
        let (mut script, mut terms) = (Script::with_positions(), Terms::new());
        let mut reader = Reader::of(text.as_bytes());
        while let Some(sexpr) = reader.next_command() {
            script.command(&mut terms, &sexpr.unwrap()).unwrap();
        }
        let mut found: Vec<_> = (0..terms.len() as u32)
            .filter_map(|number| script.position_of(Term(number)))
            .map(|position| (position.span.offset, position))
            .collect();
        found.sort_by_key(|(offset, position)| (*offset, position.used_at.map(|at| at.offset)));
        let shown = found.iter().map(|(offset, position)| {
            let Place { line, column } = position.span.place;
            let written = &text[*offset..offset + position.span.length];
            let used = position.used_at.map(|at| &text[at.offset..at.offset + at.length]);
            let used = used.map(|used| format!(" in {used}")).unwrap_or_default();
            format!("{line}:{column} {written}{used}")
        });
        shown.collect()
    }

    #[test]
    fn only_what_is_inside_of_quantifiers_has_a_place() {
        let text = "(declare-fun f (Int) Int)(assert (= (f 1) (f 2)))\n\
                    ; ünïcode\n  (assert (or (= (f 0) 0)\n (exists ((x Int)) (! (< x (f x)) :weight 1))))";
        let expected = [
            "4:2 (exists ((x Int)) (! (< x (f x)) :weight 1))",
            "4:12 x",
            "4:23 (< x (f x))",
            "4:28 (f x)",
        ];
        assert_eq!(positions(text), expected);
    }

    #[test]
    fn what_a_definition_makes_is_placed_in_it_and_knows_its_use() {
        let text = "(define-fun all ((a (Array Int Int))) Bool\n (forall ((i Int)) (< (select a i) 1)))\n\
                    (declare-const b (Array Int Int))\n(assert (all b))";
        let made: Vec<String> =
            positions(text).into_iter().filter(|line| line.ends_with(" in (all b)")).collect();
        let expected = [
            "2:2 (forall ((i Int)) (< (select a i) 1)) in (all b)",
            "2:12 i in (all b)",
            "2:20 (< (select a i) 1) in (all b)",
            "2:23 (select a i) in (all b)",
        ];
        assert_eq!(made, expected);
    }

    #[test]
    fn a_reset_keeps_noting_and_a_plain_script_notes_nothing() {
        let text = "(assert (forall ((x Int)) (= x x)))(reset)(assert (exists ((y Int)) (= y 1)))";
        assert_eq!(positions(text).len(), 6);
        let (mut script, mut terms) = (Script::new(), Terms::new());
        let sexpr = Reader::of(text.as_bytes()).next_command().unwrap().unwrap();
        script.command(&mut terms, &sexpr).unwrap();
        assert!((0..terms.len() as u32).all(|number| script.position_of(Term(number)).is_none()));
    }
}
