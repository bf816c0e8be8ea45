//! Parts of a clause that say the same in two forms, shown to be equal before the search for a proof begins.
//!
//! An interpretation that comes from a reduced system repeats what the clauses compute, but folded. A search that meets both forms would find out
//! in every case anew that they agree. Here whatever folds to the same term is asked about from the leaves up, under
//! assumptions that leave little to search; what is learnt stays in the solver, and in its proof.
//! Source: Kuehlmann and Krohm, Equivalence checking using cuts and heaps, 1997 (of circuits).

use std::collections::hash_map::Entry;
use std::collections::{BTreeSet, HashMap};

use buttress_budget::{Budget, Exhausted};
use buttress_decide::{Evidence, Solver, Verdict};
use buttress_logic::{Op, Sort, Term, Terms, Walk};
use buttress_numbers_reduce::Folder;

use crate::limits::{MOST_SWEEP_FAILURES, SWEEP_EFFORT};

/// Lets the solver learn which parts of these formulas are equal.
pub(crate) fn sweep(
    terms: &mut Terms,
    solver: &mut Solver,
    formulas: &[Term],
    budget: &Budget,
) -> Result<(), Exhausted> {
    let mut folder = Folder::default();
    let mut first: HashMap<Term, Term> = HashMap::new();
    let mut failures = 0;
    let parts = parts(terms, formulas);
    for &part in &parts {
        let folded = folder.fold(terms, part);
        let mut same: Vec<(Term, Term)> = Vec::new();
        match first.entry(folded) {
            Entry::Occupied(other) => same.push((*other.get(), part)),
            Entry::Vacant(place) => {
                place.insert(part);
                // Where one form has a number, the other may have formulas for its values.
                for (value, formula) in folder.cases(terms, folded) {
                    if parts.contains(&formula) {
                        let value = terms.numeral(&value, terms.sort_of(part));
                        same.push((terms.equal(part, value), formula));
                    }
                }
            }
        }
        for (left, right) in same {
            let mut sweep = Sweep { terms, solver, budget };
            let is_shown = match sweep.terms.sort_of(left) {
                Sort::BOOL => sweep.are_equivalent(left, right)?,
                _ => sweep.are_equal(left, right)?,
            };
            failures += usize::from(!is_shown);
            if failures > MOST_SWEEP_FAILURES {
                return Ok(());
            }
        }
    }
    Ok(())
}

/// Formulas and choices between numbers, arguments first; none where a solver does not keep what it learns.
fn parts(terms: &Terms, formulas: &[Term]) -> BTreeSet<Term> {
    let mut found = BTreeSet::new();
    let mut walk = Walk::of(formulas);
    while let Some(term) = walk.step() {
        let arguments = terms.arguments(term);
        let numbers = arguments.iter().filter(|argument| terms.as_number(**argument).is_some());
        let is_product = terms.op(term) == Op::Multiply && arguments.len() > numbers.count() + 1;
        if is_product || !terms.quantified(term).is_empty() {
            return BTreeSet::new();
        }
        let sort = terms.sort_of(term);
        let is_choice = terms.op(term) == Op::Ite && sort.is_arithmetic();
        let is_formula = sort == Sort::BOOL && terms.op(term) != Op::Not && !arguments.is_empty();
        if is_choice || is_formula {
            found.insert(term);
        }
        walk.enter(arguments);
    }
    found
}

struct Sweep<'a> {
    terms: &'a mut Terms,
    solver: &'a mut Solver,
    budget: &'a Budget,
}

impl Sweep<'_> {
    /// Is it refuted, with little effort, that all of these hold? Then that is learnt.
    fn is_refuted(&mut self, assumed: &[Term]) -> Result<bool, Exhausted> {
        let share = Budget::with_effort(self.budget.limits().clone(), SWEEP_EFFORT);
        let verdict = self.solver.check_for(Evidence::None, self.terms, assumed, &share);
        self.budget.spend(share.spent())?;
        Ok(matches!(verdict, Verdict::Unsat(_)))
    }

    fn are_equivalent(&mut self, left: Term, right: Term) -> Result<bool, Exhausted> {
        for formula in [left, right] {
            if let (Op::Equal, &[one, other]) =
                (self.terms.op(formula), self.terms.arguments(formula))
                && self.terms.sort_of(one).is_arithmetic()
            {
                self.solver.compare(self.terms, one, other);
            }
        }
        for (holds, fails) in [(left, right), (right, left)] {
            let fails = self.terms.not(fails);
            if !self.is_refuted(&[holds, fails])? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Two choices between numbers: neither is less, in either case of the first.
    fn are_equal(&mut self, left: Term, right: Term) -> Result<bool, Exhausted> {
        let condition = self.terms.argument(left, 0);
        let opposite = self.terms.not(condition);
        let sides = [self.terms.less(left, right), self.terms.less(right, left)];
        for side in sides {
            for case in [condition, opposite] {
                if !self.is_refuted(&[side, case])? {
                    return Ok(false);
                }
            }
        }
        self.solver.compare(self.terms, left, right);
        let equal = self.terms.equal(left, right);
        let differ = self.terms.not(equal);
        self.is_refuted(&[differ])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use buttress_decide::Settings;
    use buttress_logic::Rational;

    /// How far the votes for a number are ahead of those against it, in one of two forms.
    fn lead(terms: &mut Terms, votes: &[Term], number: Term, is_folded: bool) -> Term {
        let [one, minus] = [1, -1].map(|step| terms.numeral(&Rational::from(step), Sort::INT));
        let mut lead = terms.numeral(&Rational::ZERO, Sort::INT);
        for vote in votes {
            let is_for = terms.equal(*vote, number);
            let [up, down] = [one, minus].map(|step| match is_folded {
                true => terms.add(&[lead, step]),
                false => terms.add(&[step, lead]),
            });
            lead = terms.ite(is_for, up, down);
        }
        lead
    }

    #[test]
    fn two_forms_of_a_count_are_seen_to_be_equal() {
        let mut terms = Terms::new();
        let votes: Vec<Term> = (0..16).map(|_| terms.fresh_constant("x", Sort::INT)).collect();
        let number = terms.fresh_constant("n", Sort::INT);
        let [plain, folded] =
            [false, true].map(|is_folded| lead(&mut terms, &votes, number, is_folded));
        let claim = terms.less(plain, folded);
        let mut refuted = |is_swept: bool| {
            let mut solver = Solver::new(Settings::default());
            solver.assert(claim);
            if is_swept {
                sweep(&mut terms, &mut solver, &[claim], &Budget::unlimited()).expect("no limit");
            }
            let little = Budget::with_effort(buttress_budget::Limits::none(), SWEEP_EFFORT);
            matches!(solver.check(&mut terms, &[], &little), Verdict::Unsat(_))
        };
        assert_eq!([false, true].map(&mut refuted), [false, true]);
    }
}
