//! Formulas that nearly fail where another fails.
//!
//! Of ∀i. l ≤ i < u → F(a[i]), many for one array, the candidate model violates only the one whose guard happens to hold
//! at an index that is read. When the index moves, another guard holds: a round for each. So where one formula of one
//! variable fails, those of which everything but the guard fails there have their instances at once.
//! (A heuristic; it measured well on properties of many segments.)

use buttress_budget::Exhausted;
use buttress_logic::{Evaluator, Op, Term, Terms, Walk};

use super::instance::is_forall;
use super::points::Points;

impl Points<'_> {
    /// Those of the formulas that have one variable, over the same index set as another formula, and nearly fail
    /// at a term, which is read.
    pub(super) fn near(
        &mut self,
        formulas: &[Term],
        other: Term,
        term: Term,
    ) -> Result<Vec<Term>, Exhausted> {
        let component = |formula: Term| match self.terms.quantified(formula) {
            [bound] => self.candidates.and_then(|candidates| candidates.component(*bound)),
            _ => None,
        };
        let Some(wanted) = component(other) else { return Ok(Vec::new()) };
        let alike = formulas.iter().copied().filter(|formula| *formula != other);
        let alike: Vec<Term> = alike.filter(|it| component(*it) == Some(wanted)).collect();
        let is_over = || self.budget.poll().is_err();
        let mut evaluator = Evaluator::new(self.terms, &mut self.built.model).polling(&is_over);
        let Ok(value) = evaluator.value(term) else { return Ok(Vec::new()) };
        let mut found = Vec::new();
        for formula in alike {
            let (guards, values): (Vec<_>, Vec<_>) = denial(self.terms, formula)
                .into_iter()
                .partition(|(literal, _)| !reads(self.terms, *literal));
            if guards.is_empty() || values.is_empty() {
                continue;
            }
            evaluator.bind(self.terms.quantified(formula)[0], value);
            let mut fails = values.into_iter();
            if fails.all(|(literal, goal)| matches!(evaluator.holds(literal), Ok(it) if it == goal))
            {
                found.push(formula);
            }
            self.budget.poll()?;
        }
        Ok(found)
    }
}

/// The literals that must have these values for the body to decide the formula.
fn denial(terms: &Terms, formula: Term) -> Vec<(Term, bool)> {
    let mut literals = Vec::new();
    let mut due = vec![(terms.argument(formula, 0), !is_forall(terms, formula))];
    while let Some((part, value)) = due.pop() {
        let arguments = terms.arguments(part).iter();
        match (terms.op(part), value) {
            (Op::Not, _) => due.extend(arguments.map(|part| (*part, !value))),
            (Op::And, true) | (Op::Or, false) => due.extend(arguments.map(|part| (*part, value))),
            _ => literals.push((part, value)),
        }
    }
    literals
}

/// Does a term read an array or apply a function?
fn reads(terms: &Terms, term: Term) -> bool {
    let mut walk = Walk::of(&[term]);
    while let Some(part) = walk.step() {
        match terms.op(part) {
            Op::Select => return true,
            Op::Apply(_) if !terms.arguments(part).is_empty() => return true,
            _ => walk.enter(terms.arguments(part)),
        }
    }
    false
}
