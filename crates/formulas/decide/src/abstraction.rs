//! Equations that follow from a formula whichever of its alternatives holds.
//!
//! In (x = y ∧ y = z) ∨ (x = w ∧ w = z) both alternatives make x and z equal, but x = z is no atom
//! of the formula, so that a search over its atoms must refute long chains of such diamonds
//! path by path: exponentially many. Giving x = z a variable, and deciding on it early, lets it learn
//! one equation per diamond.
//!
//! What follows is computed as a partition of terms: a conjunction joins the partitions of its parts,
//! a disjunction keeps what they have in common.

use std::collections::HashMap;
use std::rc::Rc;

use buttress_logic::{IdMap, IdSet, Op, Sort, Term, Terms};

use crate::limits::{ABSTRACTION_DEPTH, ABSTRACTION_TERMS};

/// Classes of terms that are equal, by the least member; terms alone in their class are left out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Partition {
    least: IdMap<Term, Term>,
}

impl Partition {
    fn of(&self, term: Term) -> Term {
        self.least.get(&term).copied().unwrap_or(term)
    }

    fn join(&mut self, left: Term, right: Term) {
        let (left, right) = (self.of(left), self.of(right));
        if left == right {
            return;
        }
        let (kept, absorbed) = (left.min(right), left.max(right));
        self.least.values_mut().filter(|least| **least == absorbed).for_each(|least| *least = kept);
        self.least.insert(absorbed, kept);
        self.least.insert(kept, kept);
    }

    fn join_all(&mut self, other: &Partition) {
        other.least.iter().for_each(|(term, least)| self.join(*term, *least));
    }

    /// What two partitions have in common.
    fn meet(&self, other: &Partition) -> Partition {
        let mut classes: HashMap<(Term, Term), Vec<Term>> = HashMap::new();
        for term in self.least.keys().filter(|term| other.least.contains_key(term)) {
            classes.entry((self.of(*term), other.of(*term))).or_default().push(*term);
        }
        let mut common = Partition::default();
        for members in classes.values().filter(|members| members.len() > 1) {
            let least = members.iter().copied().min().unwrap_or(members[0]);
            common.least.extend(members.iter().map(|member| (*member, least)));
        }
        common
    }
}

/// What formulas and their negations make sure of, since they may share parts.
type Known = IdMap<(Term, bool), Rc<Partition>>;

/// Equations that follow from a formula and are not among its conjuncts.
pub(crate) fn implied_equations(terms: &mut Terms, formula: Term) -> Vec<Term> {
    let mut found = Vec::new();
    let mut known = Known::default();
    let mut due = vec![(formula, true)];
    // Shared parts are looked at once: there may be exponentially many ways to each.
    let mut seen = IdSet::default();
    while let Some((formula, is_positive)) = due.pop() {
        if !seen.insert((formula, is_positive)) {
            continue;
        }
        match (terms.op(formula), is_positive) {
            (Op::Not, _) => due.push((terms.argument(formula, 0), !is_positive)),
            (Op::And, true) | (Op::Or, false) => {
                due.extend(terms.arguments(formula).iter().map(|part| (*part, is_positive)));
            }
            (Op::Or, true) | (Op::And, false) => {
                found.push(partition(terms, formula, is_positive, ABSTRACTION_DEPTH, &mut known));
            }
            _ => {}
        }
    }
    let pairs = found.iter().flat_map(|partition| &partition.least);
    let mut pairs: Vec<(Term, Term)> =
        pairs.map(|(term, least)| (*least, *term)).filter(|(least, term)| least != term).collect();
    pairs.sort();
    pairs.dedup();
    pairs.into_iter().map(|(least, term)| terms.equal(least, term)).collect()
}

/// The equalities that a formula, or its negation, makes sure of. A formula that occurs at several
/// depths has the answer of the first, which may say less than there is to say.
fn partition(
    terms: &Terms,
    formula: Term,
    is_positive: bool,
    depth: usize,
    known: &mut Known,
) -> Rc<Partition> {
    if depth == 0 {
        return Rc::default();
    }
    if let Some(partition) = known.get(&(formula, is_positive)) {
        return partition.clone();
    }
    let found = Rc::new(partition_of(terms, formula, is_positive, depth, known));
    known.insert((formula, is_positive), found.clone());
    found
}

/// The same for a formula that was not met before.
fn partition_of(
    terms: &Terms,
    formula: Term,
    is_positive: bool,
    depth: usize,
    known: &mut Known,
) -> Partition {
    let arguments = terms.arguments(formula);
    match (terms.op(formula), is_positive) {
        (Op::Not, _) => {
            Partition::clone(&partition(terms, arguments[0], !is_positive, depth - 1, known))
        }
        (Op::And, true) | (Op::Or, false) => {
            let mut joined = Partition::default();
            for argument in arguments {
                joined.join_all(&partition(terms, *argument, is_positive, depth - 1, known));
                if joined.least.len() > ABSTRACTION_TERMS {
                    return Partition::default();
                }
            }
            joined
        }
        (Op::Or, true) | (Op::And, false) => {
            let mut common: Option<Partition> = None;
            for argument in arguments {
                let part = partition(terms, *argument, is_positive, depth - 1, known);
                let next = match common {
                    Some(common) => common.meet(&part),
                    None => Partition::clone(&part),
                };
                if next.least.is_empty() {
                    return next;
                }
                common = Some(next);
            }
            common.unwrap_or_default()
        }
        (Op::Equal, true) if terms.sort_of(arguments[0]) != Sort::BOOL => {
            let mut joined = Partition::default();
            joined.join(arguments[0], arguments[1]);
            joined
        }
        _ => Partition::default(),
    }
}
