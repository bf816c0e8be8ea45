//! Evidence that every computation ends: the invariants are inductive, and each step of a cycle decreases.

use buttress_affine::ranking::Ranking;
use buttress_budget::Budget;
use buttress_certificate::horn::{HornEvidenceKind, RankFunction};
use buttress_horn::{ClauseId, Horn, Interpretation};
use buttress_logic::Terms;

use crate::clauses::Clauses;
use crate::decrease::decrease;
use crate::failure::Failure;

/// The evidence that a ranking and the invariants that support it show that the system of the file ends.
///
/// The ranking speaks of `system`, which is the file's without queries; `number` gives for its clauses those of the file.
pub fn certify_ranking(
    terms: &mut Terms,
    file: &Horn,
    system: &Horn,
    number: impl Fn(ClauseId) -> ClauseId,
    ranking: &Ranking,
    interpretation: Interpretation,
    budget: &Budget,
) -> Result<HornEvidenceKind, Failure> {
    let mut clauses = Clauses::new(file, &interpretation);
    let mut valid = Vec::new();
    for id in file.clause_ids().filter(|id| file.clause(*id).head.is_some()) {
        valid.push((id.index(), clauses.refute(terms, id, budget)?));
    }
    let mut decreasing = Vec::new();
    let mut functions = Vec::new();
    for component in &ranking.components {
        for id in &component.clauses {
            let claim = decrease(terms, system, component, system.clause(*id));
            let id = number(*id);
            let proof = clauses.refute_taken(terms, id, claim, budget)?;
            decreasing.push((id.index(), proof));
        }
        for (level, it) in component.levels.iter().enumerate() {
            functions.extend(it.functions.iter().map(|function| RankFunction {
                predicate: function.predicate,
                level,
                constant: function.constant.clone(),
                coefficients: function.coefficients.clone(),
            }));
        }
    }
    decreasing.sort_by_key(|(clause, _)| *clause);
    Ok(HornEvidenceKind::Ranking { interpretation, functions, valid, decreasing })
}
