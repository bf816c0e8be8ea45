//! Where quantified formulas, and what stands in them, came from.
//!
//! Only what is inside a quantifier is noted, and only for a script that was made
//! [`Script::with_positions`]: a script without quantifiers costs nothing. Each quantifier binds
//! variables of its own, so a term that mentions them stands in one place only; of terms that do
//! not, the first place counts.

use std::collections::HashMap;

use buttress_logic::{Bound, Op, Term, Terms};

use super::sexpr::Node;
use super::{Script, Sexpr};
use crate::Place;

/// A stretch of the input.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Span {
    /// Where it begins, in bytes from the start of the input.
    pub offset: usize,
    /// How many bytes it has.
    pub length: usize,
    /// Where it begins, as a person counts.
    pub place: Place,
}

/// Where a term came from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    /// Where it is written.
    pub span: Span,
    /// If it is written in a definition: where that is used.
    pub used_at: Option<Span>,
}

/// The positions of a script.
#[derive(Clone, Default, Debug)]
pub(super) struct Positions {
    terms: HashMap<Term, Position>,
    /// The quantifiers of variables.
    bounds: HashMap<Bound, Position>,
}

/// What a reader of terms notes for [`Positions`].
#[derive(Default)]
pub(super) struct Marks {
    /// Is anything to be noted?
    pub is_wanted: bool,
    /// In how many quantifiers the reader is.
    pub depth: usize,
    terms: Vec<(Term, Node)>,
    bounds: Vec<(Bound, Node)>,
    /// A term of a definition, what it became, and where.
    used: Vec<(Term, Term, Node)>,
}

impl Marks {
    /// A term was read here.
    pub fn term(&mut self, term: Term, node: Node) {
        if self.is_wanted && self.depth > 0 {
            self.terms.push((term, node));
        }
    }

    /// A variable was bound here.
    pub fn variable(&mut self, variable: Term, node: Node) {
        if self.is_wanted {
            self.terms.push((variable, node));
        }
    }

    /// A quantified formula was read here.
    pub fn quantified(&mut self, formula: Term, bounds: &[Bound], node: Node) {
        if self.is_wanted {
            self.terms.push((formula, node));
            self.bounds.extend(bounds.iter().map(|bound| (*bound, node)));
        }
    }

    /// Terms of a definition became others here.
    pub fn used(&mut self, pairs: impl IntoIterator<Item = (Term, Term)>, node: Node) {
        self.used.extend(pairs.into_iter().map(|(original, made)| (original, made, node)));
    }
}

impl Positions {
    /// Keeps what was noted while a command was read.
    pub fn keep(&mut self, terms: &Terms, source: &Sexpr, marks: &Marks) {
        let nodes = marks.terms.iter().map(|mark| mark.1);
        let nodes = nodes.chain(marks.bounds.iter().map(|mark| mark.1));
        let nodes: Vec<Node> = nodes.chain(marks.used.iter().map(|mark| mark.2)).collect();
        if nodes.is_empty() {
            return;
        }
        let spans = source.spans(nodes);
        let at = |node: &Node| Position { span: spans[node], used_at: None };
        for (term, node) in &marks.terms {
            self.terms.entry(*term).or_insert_with(|| at(node));
        }
        for (bound, node) in &marks.bounds {
            self.bounds.entry(*bound).or_insert_with(|| at(node));
        }
        for (original, made, node) in &marks.used {
            let used_at = Some(spans[node]);
            if let Some(position) = self.terms.get(original).copied() {
                self.terms.entry(*made).or_insert(Position { used_at, ..position });
            }
            if let (Op::Bound(original), Op::Bound(made)) = (terms.op(*original), terms.op(*made))
                && let Some(position) = self.bounds.get(&original).copied()
            {
                self.bounds.entry(made).or_insert(Position { used_at, ..position });
            }
        }
    }
}

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
    use super::super::Reader;
    use super::*;

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
