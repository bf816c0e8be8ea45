//! Tallies: numbers that choices alone make, such as votes that are counted.
//!
//! What is asked about a tally is a question about its choices: that it is 3 is a formula over them. A search that is given the formula
//! propagates, where arithmetic would find out way by way to which sum the choices lead.

use std::collections::{BTreeSet, HashMap};

use buttress_logic::{Op, Rational, Sort, Term, Terms};

use super::fold::choice;
use super::linear::Linear;
use crate::limits::{DEEPEST_TALLY, MOST_TALLY_VALUES};

/// The tallies that were met.
#[derive(Default)]
pub(super) struct Tallies {
    known: HashMap<Term, Tally>,
    /// The formulas that say that a tally has one of some of its values.
    formulas: HashMap<(Term, Values), Term>,
}

/// A choice between numbers or other tallies.
struct Tally {
    /// In order.
    values: Vec<Rational>,
    /// How many choices stand inside each other.
    depth: usize,
}

/// Some of the values of a tally, by their places.
type Values = u64;

impl Tallies {
    /// Takes notice of a folded choice between numbers.
    pub(super) fn note(&mut self, terms: &Terms, term: Term) {
        let (Op::Ite, &[_, then, otherwise]) = (terms.op(term), terms.arguments(term)) else {
            return;
        };
        if terms.sort_of(term) == Sort::BOOL || self.known.contains_key(&term) {
            return;
        }
        let (mut values, mut depth) = (BTreeSet::new(), 1);
        for branch in [then, otherwise] {
            let form = Linear::of(terms, branch);
            if form.as_constant().is_some() {
                values.insert(form.constant);
            } else {
                let Some((inner, factor, tally)) = self.single(&form) else { return };
                debug_assert!(inner != term, "a term is none of its own parts");
                depth = depth.max(tally.depth + 1);
                values.extend(tally.values.iter().map(|value| &(factor * value) + &form.constant));
            }
        }
        if values.len() <= MOST_TALLY_VALUES && depth <= DEEPEST_TALLY {
            let values = values.into_iter().collect();
            self.known.insert(term, Tally { values, depth });
        }
    }

    /// The atom of a form, its coefficient, and what is known of it, if it is one tally.
    fn single<'a>(&self, form: &'a Linear) -> Option<(Term, &'a Rational, &Tally)> {
        let mut atoms = form.coefficients.iter();
        let (Some((&atom, factor)), None) = (atoms.next(), atoms.next()) else { return None };
        Some((atom, factor, self.known.get(&atom)?))
    }

    /// A folded equation or comparison as a formula over choices, if it is about one tally.
    pub(super) fn formula(&mut self, terms: &mut Terms, relation: Term) -> Option<Term> {
        let op = terms.op(relation);
        let &[left, right] = terms.arguments(relation) else { return None };
        if !matches!(op, Op::Equal | Op::LessEqual | Op::Less)
            || !terms.sort_of(left).is_arithmetic()
        {
            return None;
        }
        let form = Linear::difference(terms, right, left);
        let (tally, factor, Tally { values, .. }) = self.single(&form)?;
        let mut chosen = 0;
        for (place, value) in values.iter().enumerate() {
            let difference = &(factor * value) + &form.constant;
            let holds = match op {
                Op::Equal => difference.is_zero(),
                Op::LessEqual => !difference.is_negative(),
                _ => difference.is_positive(),
            };
            chosen |= Values::from(holds) << place;
        }
        Some(self.is_among(terms, tally, chosen))
    }

    /// For each value of a folded tally, the formula that it has this value.
    pub(super) fn cases(&mut self, terms: &mut Terms, tally: Term) -> Vec<(Rational, Term)> {
        let values = self.known.get(&tally).map_or(Vec::new(), |tally| tally.values.clone());
        let numbered = values.into_iter().enumerate();
        numbered.map(|(place, value)| (value, self.is_among(terms, tally, 1 << place))).collect()
    }

    /// The tally has one of these values.
    fn is_among(&mut self, terms: &mut Terms, tally: Term, chosen: Values) -> Term {
        if let Some(formula) = self.formulas.get(&(tally, chosen)) {
            return *formula;
        }
        let values = &self.known[&tally].values;
        let is_chosen = |value: &Rational| {
            values.binary_search(value).is_ok_and(|place| chosen >> place & 1 == 1)
        };
        let &[condition, then, otherwise] = terms.arguments(tally) else {
            return Term::FALSE;
        };
        // Of each branch: its truth if it is a number, and otherwise the values that a tally is to have.
        let branches = [then, otherwise].map(|branch| {
            let form = Linear::of(terms, branch);
            match self.single(&form) {
                None => Err(terms.boolean(is_chosen(&form.constant))),
                Some((inner, factor, Tally { values, .. })) => {
                    let mut places = 0;
                    for (place, value) in values.iter().enumerate() {
                        let value = &(factor * value) + &form.constant;
                        places |= Values::from(is_chosen(&value)) << place;
                    }
                    Ok((inner, places))
                }
            }
        });
        let [then, otherwise] = branches.map(|branch| match branch {
            Ok((inner, places)) => self.is_among(terms, inner, places),
            Err(truth) => truth,
        });
        let formula = choice(terms, condition, then, otherwise);
        self.formulas.insert((tally, chosen), formula);
        formula
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use buttress_logic::{Rational, Sort, Term, Terms, Walk, substitute};

    use crate::Folder;

    /// 2·(± 1 ± 1 …), as a loop over votes counts them.
    fn count(terms: &mut Terms, votes: &[Term]) -> Term {
        let mut sum = terms.numeral(&Rational::ZERO, Sort::INT);
        for vote in votes {
            let [more, fewer] = [1, -1].map(|step| {
                let step = terms.numeral(&Rational::from(step), Sort::INT);
                terms.add(&[sum, step])
            });
            sum = terms.ite(*vote, more, fewer);
        }
        terms.add(&[sum, sum])
    }

    /// What is asked about a count becomes a formula without numbers, and is as true as before.
    #[test]
    fn questions_about_counts_are_formulas_over_what_is_counted() {
        let mut terms = Terms::new();
        let votes: Vec<Term> = (0..3).map(|_| terms.fresh_constant("b", Sort::BOOL)).collect();
        let sum = count(&mut terms, &votes);
        let mut folder = Folder::default();
        for bound in -7..8 {
            let bound = terms.numeral(&Rational::from(bound), Sort::INT);
            let questions = [
                terms.equal(sum, bound),
                terms.less(sum, bound),
                terms.less_equal(sum, bound),
                terms.less_equal(bound, sum),
            ];
            for question in questions {
                let folded = folder.fold(&mut terms, question);
                let mut walk = Walk::of(&[folded]);
                while let Some(term) = walk.step() {
                    assert_eq!(terms.sort_of(term), Sort::BOOL);
                    walk.enter(terms.arguments(term));
                }
                for cast in 0..1 << votes.len() {
                    let of = |(place, vote): (usize, &Term)| {
                        (*vote, if cast >> place & 1 == 1 { Term::TRUE } else { Term::FALSE })
                    };
                    let cast: HashMap<Term, Term> = votes.iter().enumerate().map(of).collect();
                    let truth = [question, folded].map(|formula| {
                        let closed = substitute(&mut terms, formula, &cast);
                        Folder::default().fold(&mut terms, closed)
                    });
                    assert!([Term::TRUE, Term::FALSE].contains(&truth[0]));
                    assert_eq!(truth[0], truth[1]);
                }
            }
        }
    }
}
