//! Proofs of conditions: kept from earlier runs, or made now and kept.

use buttress_programs_certify::{Attempt, Condition, Proof, certify};

use super::cache::Cache;
use super::settings::Settings;

/// A proof of a condition from an earlier run.
pub(super) fn found(condition: &Condition, settings: &Settings) -> Option<Proof> {
    settings.cache.as_ref().map(Cache::new)?.find(condition)
}

/// Decides a condition, and keeps its proof. Only the formulas at the positions in `from` are taken, if some are given.
pub(super) fn made(
    condition: &mut Condition,
    from: Option<&[usize]>,
    settings: &Settings,
) -> Attempt {
    let attempt = certify(condition, from, settings.seed, &settings.condition_budget());
    if let (Attempt::Proved(proof), Some(folder)) = (&attempt, &settings.cache) {
        Cache::new(folder).keep(condition, proof);
    }
    attempt
}

/// A proof from an earlier run, or what becomes of the condition now.
pub(super) fn found_or_made(condition: &mut Condition, settings: &Settings) -> Attempt {
    match found(condition, settings) {
        Some(proof) => Attempt::Proved(proof),
        None => made(condition, None, settings),
    }
}
