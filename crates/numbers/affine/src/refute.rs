//! Formulas with products refuted by the polynomial lemma, where the solver does not know.

use buttress_budget::{Budget, Exhausted};
use buttress_logic::{Term, Terms};

use crate::atoms::Atoms;
use crate::limits::{MOST_BRANCHES, PIVOT_EFFORT};
use crate::path::Path;
use crate::split::split;

/// Is every branch of the formula disabled?
pub fn is_refuted(terms: &mut Terms, formula: Term, budget: &Budget) -> Result<bool, Exhausted> {
    let Some(branches) = split(terms, formula, MOST_BRANCHES) else { return Ok(false) };
    let mut atoms = Atoms::default();
    for literals in branches {
        if let Some(path) = Path::new(terms, &mut atoms, &[], None, &literals)
            && !path.is_disabled(&atoms, || budget.spend(PIVOT_EFFORT).is_ok())
        {
            budget.poll()?;
            return Ok(false);
        }
    }
    Ok(true)
}
