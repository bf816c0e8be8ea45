//! Bounds on the work of reductions. None was tuned beyond what its line says.

/// The cheap steps are repeated at most this often: each takes linear time, but a long chain of
/// constraints could ask for as many repetitions as there are inputs.
pub(crate) const MOST_SIMPLIFICATIONS: usize = 16;

/// Cycles among definitions are broken at most this often; then the monitor is left alone.
pub(crate) const MOST_CYCLE_BREAKS: usize = 16;

/// Simulated gate values per unit of effort, so that simulation and building count too.
pub(crate) const GATES_PER_EFFORT: u64 = 64;

/// Large circuits are simulated for fewer steps, so that this many gate values are computed.
pub(crate) const MOST_SIMULATED_GATES: usize = 20_000_000;

/// What a model leads to is simulated until so many steps in a row have told no more signals apart. Not tuned.
pub(crate) const IDLE_STEPS: usize = 1;

/// A round of correspondence that takes more than one part in so many of the effort for all ends the search. Where the search came to
/// its end (43 of 158 circuits), no round took more than a sixth; where it did not, most of the time was spent in such rounds. With 6 instead
/// of 3, reading and reducing 29 circuits took 4.6 CPU s and not 7.9; the result was another one on 6s2 alone (730 latches and not 725).
pub(crate) const LONGEST_ROUND: u64 = 6;

/// Random computations are started again after this many steps.
pub(crate) const STEPS_PER_RUN: usize = 64;
