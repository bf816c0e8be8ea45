//! From a verdict on the user's circuit to evidence that others can check.
//!
//! `certify` writes out the obligations of a verdict as the certificate format demands
//! (`docs/certificate.md`) and refutes each with a solver that logs LRAT. `certify_needed`
//! leaves out what an invariant does not need. `witness` turns the invariant into a witness circuit, the
//! certificate format of the hardware model checking competition.
//!
//! Clauses speak of the user's own signals and of the pseudo variable `first`, whose index
//! follows those of the circuit: true exactly in the first (state, input) pair.

mod failure;
mod formula;
mod limits;
mod minimise;
mod model;
mod needed;
mod obligations;
mod witness;

use buttress_budget::Budget;
use buttress_certificate::{Certificate, Evidence, Invariant, Sizes};
use buttress_circuit::{Circuit, Strengthening, Verdict};
use buttress_prop::{Clause, Cnf, Lit};

pub use failure::Failure;
pub use witness::{Symbol, Witness, witness};

use limits::MANY_CLAUSES;
use minimise::shorten;
use model::Model;
use needed::{excluding, needed};
use obligations::Obligations;

/// How certificates are made.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Settings {
    /// Breaks ties in the solver.
    pub seed: u64,
}

/// The certificate for `verdict` on a property of the user's circuit.
pub fn certify(
    circuit: &Circuit,
    property: usize,
    verdict: &Verdict,
    settings: Settings,
    budget: &Budget,
) -> Result<Certificate, Failure> {
    let Some(bad) = circuit.properties.get(property).map(|property| property.bad) else {
        return Err(Failure::NoProperty(property));
    };
    let evidence = match verdict {
        Verdict::Unknown(_) => return Err(Failure::NoVerdict),
        Verdict::Unsafe(trace) => {
            trace.replay(circuit, bad).map_err(Failure::Trace)?;
            Evidence::Trace(trace.clone())
        }
        Verdict::Safe(Strengthening::Clauses(clauses)) => {
            let clauses = with_goal(clauses, !bad);
            let model = Model::new(circuit, bad, &clauses)?;
            let obligations = Obligations { model: &model, seed: settings.seed, budget };
            let invariant = invariant(&obligations, &clauses)?;
            let safety = obligations.safety(&clauses, bad)?;
            Evidence::Inductive { invariant, safety }
        }
        Verdict::Safe(Strengthening::KInduction { clauses, depth, simple_path }) => {
            let depth = (*depth).max(1);
            let model = Model::new(circuit, bad, clauses)?;
            let obligations = Obligations { model: &model, seed: settings.seed, budget };
            let invariant = match clauses[..] {
                [] => None,
                _ => Some(invariant(&obligations, clauses)?),
            };
            let bases =
                (0..depth).map(|time| obligations.base(bad, time)).collect::<Result<_, _>>()?;
            let step = obligations.step(clauses, bad, depth, *simple_path)?;
            Evidence::KInduction { invariant, simple_path: *simple_path, bases, step }
        }
    };
    Ok(Certificate { model: Sizes::of(circuit), property, bad, evidence })
}

/// The certificate for a property that these clauses, with ¬bad, show to hold, and those of them that it needs.
///
/// From an effort of `choosing` on, all clauses that are left count as needed. Literals that the clauses do not need are looked for if the
/// certificate took no more effort than `shortening`, and with that much.
pub fn certify_needed(
    circuit: &Circuit,
    property: usize,
    clauses: &[Clause],
    (choosing, shortening): (u64, u64),
    settings: Settings,
    budget: &Budget,
) -> Result<(Vec<Clause>, Certificate), Failure> {
    let Some(bad) = circuit.properties.get(property).map(|property| property.bad) else {
        return Err(Failure::NoProperty(property));
    };
    let goal = Clause::new([!bad]);
    let mut others: Vec<Clause> = clauses.to_vec();
    others.retain(|clause| *clause != goal && !clause.is_tautology());
    others.sort_by_key(|clause| clause.len());
    others.dedup();
    let consecutive = |others: &[Clause]| {
        let all: Vec<Clause> = [&goal].into_iter().chain(others).cloned().collect();
        let model = Model::new(circuit, bad, &all)?;
        let excluding = match others.len() {
            ..MANY_CLAUSES => None,
            _ => excluding(&model, &all, bad, choosing, settings.seed, budget)?,
        };
        needed(&model, &all, excluding, choosing, settings.seed, budget)
    };
    let beside_goal = |kept: &[Clause]| -> Vec<Clause> {
        kept.iter().filter(|&clause| *clause != goal).cloned().collect()
    };
    let before = budget.spent();
    let (mut kept, mut consecution) = consecutive(&others)?;
    if budget.spent() - before <= shortening {
        let within = Budget::with_effort(budget.limits().clone(), shortening);
        let longer = beside_goal(&kept);
        let mut shorter = longer.clone();
        // If the effort ends early, what is found until then is good.
        let _ = shorten(&Model::new(circuit, bad, &kept)?, &goal, &mut shorter, &within);
        if shorter != longer {
            (kept, consecution) = consecutive(&shorter)?;
        }
    }
    let model = Model::new(circuit, bad, &kept)?;
    let obligations = Obligations { model: &model, seed: settings.seed, budget };
    let initiation = obligations.initiation(&kept)?;
    let safety = obligations.safety(&kept, bad)?;
    let invariant = Invariant { clauses: listed(&kept), initiation, consecution };
    let evidence = Evidence::Inductive { invariant, safety };
    let certificate = Certificate { model: Sizes::of(circuit), property, bad, evidence };
    Ok((beside_goal(&kept), certificate))
}

/// The clauses and ¬bad, which makes safety a triviality and is part of what is inductive.
fn with_goal(clauses: &[Clause], goal: Lit) -> Vec<Clause> {
    let goal = Clause::new([goal]);
    let others = clauses.iter().filter(|&clause| *clause != goal).cloned();
    others.chain([goal.clone()]).collect()
}

fn invariant(obligations: &Obligations<'_>, clauses: &[Clause]) -> Result<Invariant, Failure> {
    Ok(Invariant {
        clauses: listed(clauses),
        initiation: obligations.initiation(clauses)?,
        consecution: obligations.consecution(clauses)?,
    })
}

fn listed(clauses: &[Clause]) -> Cnf {
    let mut listed = Cnf::new();
    clauses.iter().for_each(|clause| listed.add(clause));
    listed
}
