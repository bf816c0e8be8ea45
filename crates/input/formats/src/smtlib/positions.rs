//! Where quantified formulas, and what stands in them, came from.
//!
//! Only what is inside a quantifier is noted, and only for a script that was made
//! [`with_positions`](super::Script::with_positions): a script without quantifiers costs nothing. Each quantifier binds
//! variables of its own, so a term that mentions them stands in one place only; of terms that do
//! not, the first place counts.

use std::collections::HashMap;

use buttress_logic::{Bound, Op, Term, Terms};

use super::sexpr::{Node, Sexpr};
use super::span::Position;

/// The positions of a script.
#[derive(Clone, Default, Debug)]
pub(super) struct Positions {
    pub terms: HashMap<Term, Position>,
    /// The quantifiers of variables.
    pub bounds: HashMap<Bound, Position>,
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
