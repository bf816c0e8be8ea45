//! UP: climbs from a smallest clause that covers the first states to an inductive one.
//!
//! It is a forward abstract interpretation in the lattice of subclauses of an inductive clause,
//! which bounds it from above. Correctness of MIC does not depend on it, speed does: it jumps to a
//! small inductive subclause with a number of queries logarithmic in the given clause.
//! Source: thesis, Figure 3.5.

use buttress_prop::Clause;

use crate::consequence::consequence;
use crate::relative::{Entailment, Relative};

/// A small inductive subclause of `clause`, which is inductive relative to ψ itself.
pub fn up<R: Relative>(relative: &mut R, clause: &Clause) -> Result<Clause, R::Stop> {
    // CONSEQUENCE(θ, clause); asking for initiation is no query to a solver.
    let mut current =
        consequence(clause, |asked| Ok(relative.initiation(asked).then(|| asked.to_vec())))?;
    loop {
        // unprime(CONSEQUENCE(ψ ∧ current ∧ ρ ∧ ¬current′, clause ∖ current)): the literals that
        // are needed beyond those we have.
        let rest: Vec<_> = clause.iter().copied().filter(|lit| !current.contains(lit)).collect();
        let new = consequence(&rest, |asked| {
            let conclusion = [&current[..], asked].concat();
            Ok(match relative.entailment(&current, &conclusion)? {
                Entailment::Holds(core) => Some(core),
                Entailment::Fails(_) => None,
            })
        })?;
        if new.is_empty() {
            return Ok(current);
        }
        current = Clause::new(current.iter().chain(new.iter()).copied());
    }
}
