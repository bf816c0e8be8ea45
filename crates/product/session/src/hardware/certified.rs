//! From an engine's verdict on the reduced circuit to a checked answer for the user's file.

use std::time::{Duration, Instant};

use buttress_budget::{Budget, Limits};
use buttress_certificate::{Certificate, Evidence};
use buttress_checker::{Checker, Claim};
use buttress_circuit::{Circuit, CircuitUnknown, Simulation, Strengthening, Trace, Verdict};
use buttress_hardware_certify::{Failure, certify, certify_needed};
use buttress_hardware_reduce::Reduced;
use buttress_prop::Clause;

use super::report::Fault;
use super::{Proof, Settings, Status};
use crate::limits::{DROP_CLAUSES_EFFORT, MORE_SIMPLE_PATH_STEPS, SHORTEN_CLAUSES_EFFORT};

pub(super) struct Certifier<'a> {
    /// The user's circuit, as the engines' side read it.
    pub(super) circuit: &'a Circuit,
    /// The user's file, as the checker read it by itself.
    pub(super) checker: &'a Checker,
    pub(super) reduced: &'a Reduced,
    pub(super) settings: &'a Settings,
    pub(super) limits: &'a Limits,
}

impl Certifier<'_> {
    /// Maps the verdict back to the user's signals, certifies it and has it checked.
    ///
    /// `lent` are clauses over the reduced circuit that the engine may have leant on, `spent` is the
    /// effort it took.
    pub(super) fn accept(
        &self,
        property: usize,
        verdict: Verdict,
        lent: &[Clause],
        spent: u64,
    ) -> Status {
        let claimed = match verdict {
            Verdict::Safe(strengthening) => {
                Verdict::Safe(self.strengthening_back(strengthening, lent))
            }
            Verdict::Unsafe(trace) => Verdict::Unsafe(self.reduced.trace_back(&trace)),
            Verdict::Unknown(reason) => return Status::Unknown(reason),
        };
        self.certified(property, claimed, spent)
    }

    /// Certifies a verdict about the user's circuit, which took so much effort, and has it checked.
    pub(super) fn certified(&self, property: usize, claimed: Verdict, spent: u64) -> Status {
        if !self.settings.check {
            return Status::Unchecked(claimed);
        }
        let mut claimed = claimed;
        let certificate = match self.certificate(property, &mut claimed, spent) {
            Ok(certificate) => certificate,
            Err(Failure::Exhausted(exhausted)) => {
                return Status::Unknown(CircuitUnknown::Budget(exhausted));
            }
            Err(_) if is_simple_path(&claimed) => {
                return Status::Unknown(CircuitUnknown::NoCertificate);
            }
            Err(failure) => {
                return Status::Rejected { claimed, why: Fault::Certify(failure.to_string()) };
            }
        };
        let checked = match self.checker.check(&certificate) {
            Ok(checked) => checked,
            Err(rejection) => return Status::Rejected { claimed, why: Fault::Check(rejection) },
        };
        match (checked.claim(), claimed) {
            (Claim::Safe, Verdict::Safe(strengthening)) => {
                let k_induction = match &certificate.evidence {
                    Evidence::KInduction { bases, .. } => Some(bases.len()),
                    _ => None,
                };
                let shown = match strengthening {
                    Strengthening::Clauses(clauses) | Strengthening::KInduction { clauses, .. } => {
                        clauses
                    }
                };
                Status::Proved(Proof { shown, k_induction, certificate, checked })
            }
            (Claim::Unsafe { .. }, Verdict::Unsafe(shown)) => {
                Status::False(Proof { shown, k_induction: None, certificate, checked })
            }
            (_, claimed) => {
                let why = "the certificate shows something else than was claimed".to_string();
                Status::Rejected { claimed, why: Fault::Certify(why) }
            }
        }
    }

    /// Makes the certificate, of those clauses that are needed unless all are wanted.
    ///
    /// A path that is simple in the user's circuit may repeat states of the reduced one, where they
    /// differ only in latches that the reduction found not to matter. So k-induction over simple
    /// paths may need a larger k there than the engine did; a few more are tried.
    fn certificate(
        &self,
        property: usize,
        claimed: &mut Verdict,
        spent: u64,
    ) -> Result<Certificate, Failure> {
        let budget = Budget::new(self.limits.clone());
        let how = buttress_hardware_certify::Settings { seed: self.settings.seed };
        if let Verdict::Safe(Strengthening::Clauses(clauses)) = claimed
            && self.settings.minimise
        {
            let choosing = DROP_CLAUSES_EFFORT.max(spent / 4);
            let shortening = SHORTEN_CLAUSES_EFFORT.max(spent / 8);
            let (kept, certificate) = certify_needed(
                self.circuit,
                property,
                clauses,
                (choosing, shortening),
                how,
                &budget,
            )?;
            *clauses = kept;
            return Ok(certificate);
        }
        let mut more = if is_simple_path(claimed) { MORE_SIMPLE_PATH_STEPS } else { 0 };
        loop {
            let failure = match certify(self.circuit, property, claimed, how, &budget) {
                Ok(certificate) => return Ok(certificate),
                Err(failure) => failure,
            };
            match claimed {
                Verdict::Safe(Strengthening::KInduction { depth, .. })
                    if more > 0 && matches!(failure, Failure::NotInductive { .. }) =>
                {
                    *depth += 1;
                    more -= 1;
                }
                _ => return Err(failure),
            }
        }
    }

    fn strengthening_back(&self, strengthening: Strengthening, lent: &[Clause]) -> Strengthening {
        let back = |clauses: &[Clause]| {
            let mut all: Vec<Clause> = self.reduced.facts().to_vec();
            for clause in clauses.iter().chain(lent) {
                all.extend(self.reduced.clause_back(clause));
            }
            all.sort_unstable();
            all.dedup();
            all
        };
        match strengthening {
            // One good pair before the bad one is plain induction.
            Strengthening::Clauses(clauses)
            | Strengthening::KInduction { clauses, depth: 1, simple_path: false } => {
                Strengthening::Clauses(back(&clauses))
            }
            Strengthening::KInduction { clauses, depth, simple_path } => {
                Strengthening::KInduction { clauses: back(&clauses), depth, simple_path }
            }
        }
    }
}

fn is_simple_path(verdict: &Verdict) -> bool {
    matches!(verdict, Verdict::Safe(Strengthening::KInduction { simple_path: true, .. }))
}

/// The first step of `trace`, a computation of `circuit`, in which each of these properties is bad.
pub(super) fn also_violated(
    circuit: &Circuit,
    trace: &Trace,
    properties: &[usize],
) -> Vec<(usize, Trace)> {
    let mut found = Vec::new();
    let mut open: Vec<usize> = properties.to_vec();
    let mut simulation = Simulation::new(circuit);
    for (step, inputs) in trace.inputs.iter().enumerate() {
        if step == 0 {
            simulation.load(circuit, &trace.initial, inputs);
        } else {
            simulation.step(circuit, inputs);
        }
        open.retain(|&property| {
            let is_bad = simulation.value(circuit.properties[property].bad);
            if is_bad {
                let inputs = trace.inputs[..=step].to_vec();
                found.push((property, Trace { initial: trace.initial.clone(), inputs }));
            }
            !is_bad
        });
    }
    found
}

/// Runs `work` and says how long it took.
pub(super) fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let start = Instant::now();
    let result = work();
    (result, start.elapsed())
}
