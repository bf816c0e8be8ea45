//! Evidence for a verdict on Horn clauses, as `docs/certificate-numbers.md` wants it.
//!
//! That every clause is valid under an interpretation is asked of a solver anew, clause by clause:
//! how an engine came to its verdict does not matter. A derivation is written as it is.

use buttress_budget::Budget;
use buttress_certificate::horn::{HornEvidence, HornEvidenceKind, Identity, definitions, write};
use buttress_certificate::smt::Proof;
use buttress_formats::chc;
use buttress_formats::smtlib::Script;
use buttress_horn::{Horn, Interpretation, Verdict};
use buttress_logic::{Terms, Walk};

use crate::clauses::Clauses;
use crate::failure::Failure;

/// The text of evidence for a verdict on `horn`, which is what the property of the user's file asks
/// about; `sorts` knows the sorts of the file.
pub fn certify(
    terms: &mut Terms,
    horn: &Horn,
    sorts: &Script,
    verdict: &Verdict,
    about: Identity,
    budget: &Budget,
) -> Result<String, Failure> {
    let kind = match verdict {
        Verdict::Safe(interpretation) => {
            if has_quantifiers(terms, interpretation) {
                return certify_quantified(terms, horn, sorts, interpretation, about, budget);
            }
            safe(terms, horn, interpretation.clone(), budget)?
        }
        Verdict::Unsafe(derivation) => {
            derivation.replay(terms, horn).map_err(Failure::Derivation)?;
            HornEvidenceKind::Unsafe(derivation.clone())
        }
        Verdict::Unknown(_) => return Err(Failure::NoVerdict),
    };
    Ok(write(&HornEvidence { about, kind }, terms, horn))
}

/// The proofs that every clause is valid.
fn safe(
    terms: &mut Terms,
    horn: &Horn,
    interpretation: Interpretation,
    budget: &Budget,
) -> Result<HornEvidenceKind, Failure> {
    let mut clauses = Clauses::new(horn, &interpretation);
    let proofs: Result<Vec<Proof>, Failure> =
        horn.clause_ids().map(|clause| clauses.refute(terms, clause, budget)).collect();
    let proofs = proofs?;
    Ok(HornEvidenceKind::Safe { interpretation, proofs })
}

/// Evidence whose definitions have quantifiers. Proofs name these by their numbers when the definitions are
/// read after the file, so the definitions are written and read as a checker does.
fn certify_quantified(
    terms: &Terms,
    horn: &Horn,
    sorts: &Script,
    interpretation: &Interpretation,
    about: Identity,
    budget: &Budget,
) -> Result<String, Failure> {
    // Reading numbers on from the file, so that nothing must be left of earlier attempts.
    let mut terms = terms.clone();
    let text = definitions(&mut terms, horn, interpretation);
    let read = chc::read_definitions(&mut terms, horn, sorts, &text);
    let interpretation = read.map_err(|error| Failure::Definitions(error.to_string()))?;
    let kind = safe(&mut terms, horn, interpretation, budget)?;
    Ok(write(&HornEvidence { about, kind }, &mut terms, horn))
}

/// Is there a quantifier in the formula of a predicate?
fn has_quantifiers(terms: &Terms, interpretation: &Interpretation) -> bool {
    let mut walk = Walk::of(interpretation.formulas());
    while let Some(term) = walk.step() {
        if !terms.quantified(term).is_empty() {
            return true;
        }
        walk.enter(terms.arguments(term));
    }
    false
}

#[cfg(test)]
mod tests;
