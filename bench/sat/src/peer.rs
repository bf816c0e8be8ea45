//! CaDiCaL, asked the same as our solver.
//!
//! It has no clauses for one query: a fresh literal activates such a clause, and a unit retires it
//! afterwards, as engines do that use CaDiCaL incrementally. Variable v is DIMACS variable v + 1.

use std::hint::black_box;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use buttress_prop::{Cnf, Lit};
use buttress_sat::{Operation, Recording, Replayed, SatResult};

/// How CaDiCaL is set up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Setup {
    /// As it comes.
    Default,
    /// Without pre- and inprocessing, which many small queries have no use for.
    Plain,
}

/// Ends CaDiCaL's search when the flag is set.
struct Stop(Arc<AtomicBool>);

impl cadical::Callbacks for Stop {
    fn terminate(&mut self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

type Peer = cadical::Solver<Stop>;

/// The name and version of the library.
pub fn signature() -> String {
    Peer::new().signature().to_owned()
}

fn fresh(setup: Setup, stop: &Arc<AtomicBool>) -> Result<Peer, String> {
    let name = match setup {
        Setup::Default => "default",
        Setup::Plain => "plain",
    };
    let mut peer = Peer::with_config(name).map_err(|error| error.to_string())?;
    peer.set_callbacks(Some(Stop(stop.clone())));
    Ok(peer)
}

fn number(lit: Lit) -> i32 {
    let variable = lit.var().0 as i32 + 1;
    if lit.is_negative() { -variable } else { variable }
}

/// Replays a stream; nothing when it was stopped. As an engine would, it reads after each
/// unsatisfiable query which assumptions failed; our solver has them at hand.
pub fn replay(
    recording: &Recording,
    setup: Setup,
    stop: &Arc<AtomicBool>,
) -> Result<Option<Replayed>, String> {
    let mut peer = fresh(setup, stop)?;
    // Activation literals are numbered beyond all that the stream names.
    let beyond = recording.operations.iter().map(|operation| match operation {
        Operation::Fresh { vars, .. } | Operation::Vars(vars) => *vars as i32,
        _ => 0,
    });
    let mut activation = beyond.max().unwrap_or(0);
    let mut replayed = Replayed::default();
    for (position, operation) in recording.operations.iter().enumerate() {
        match operation {
            Operation::Fresh { .. } => peer = fresh(setup, stop)?,
            Operation::Clause(clause) => {
                peer.add_clause(clause.iter().map(|&lit| number(lit)));
            }
            Operation::Query { assumptions, clause, answer, .. } => {
                if let Some(clause) = clause {
                    activation += 1;
                    peer.add_clause(clause.iter().map(|&lit| number(lit)).chain([-activation]));
                }
                let active = clause.as_ref().map(|_| activation);
                let assumed = || assumptions.iter().map(|&lit| number(lit)).chain(active);
                let Some(is_sat) = peer.solve_with(assumed()) else {
                    return Ok(None);
                };
                replayed.queries += 1;
                if is_sat {
                    replayed.sat += 1;
                } else {
                    assumed().for_each(|lit| {
                        black_box(peer.failed(lit));
                    });
                }
                if is_sat != (*answer == SatResult::Sat) {
                    replayed.disagreement = replayed.disagreement.or(Some(position));
                }
                if let Some(active) = active {
                    peer.add_clause([-active]);
                }
            }
            // It makes variables when they are named, and has no cones.
            Operation::Vars(_) | Operation::Fanin(_) | Operation::Gates(_) | Operation::Keep(_) => {
            }
        }
    }
    Ok(Some(replayed))
}

/// Solves a formula; nothing when it was stopped.
pub fn solve(cnf: &Cnf, stop: &Arc<AtomicBool>) -> Result<Option<SatResult>, String> {
    let mut peer = fresh(Setup::Default, stop)?;
    for clause in cnf.iter() {
        peer.add_clause(clause.iter().map(|&lit| number(lit)));
    }
    let answer = peer.solve();
    Ok(answer.map(|is_sat| if is_sat { SatResult::Sat } else { SatResult::Unsat }))
}
