//! A formula as a union of polyhedra.

use buttress_budget::{Budget, Exhausted};
use buttress_decide::{Evidence, Settings, Solver, UnknownReason, Verdict};
use buttress_logic::{Term, Terms};

use crate::implicant;

/// Conjunctions of literals whose disjunction is equivalent to the formula, each of them with a
/// model; none if there would be more than `most`, or if a part has no literals.
///
/// The formula may contain variables that the caller wants removed: it projects afterwards.
pub fn disjuncts(
    terms: &mut Terms,
    formula: Term,
    most: usize,
    budget: &Budget,
) -> Result<Option<Vec<Vec<Term>>>, Exhausted> {
    let mut remaining = Solver::new(Settings::new(0, Evidence::None));
    remaining.assert(formula);
    // Literals that contradict ¬formula imply the formula: the core of the contradiction is enough.
    let mut complement = Solver::new(Settings::new(0, Evidence::Core));
    let negation = terms.not(formula);
    complement.assert(negation);
    let mut found = Vec::new();
    loop {
        let mut model = match remaining.check(terms, &[], budget) {
            Verdict::Unsat(_) => return Ok(Some(found)),
            Verdict::Unknown(UnknownReason::Exhausted(exhausted)) => return Err(exhausted),
            Verdict::Unknown(_) => return Ok(None),
            Verdict::Sat(model) => model,
        };
        if found.len() == most {
            return Ok(None);
        }
        let Some(mut literals) = implicant(terms, &mut model, formula) else { return Ok(None) };
        if let Verdict::Unsat(refutation) = complement.check(terms, &literals, budget) {
            literals.retain(|literal| refutation.core.contains(literal));
        }
        budget.poll()?;
        let conjunction = terms.and(&literals);
        let excluded = terms.not(conjunction);
        remaining.assert(excluded);
        found.push(literals);
    }
}
