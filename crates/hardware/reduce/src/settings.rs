//! What is tried, how much it may cost, and what came of it.

use buttress_circuit::Circuit;

/// The switches of the reduction. The cone, the resets and hashing cannot be switched off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Replace latches that never leave their reset value.
    pub constants: bool,
    /// Turn the relation that a monitor latch carries into functions, and latches that only delay
    /// an input into inputs.
    pub relations: bool,
    /// Merge latches that are equal, or opposite, in all computations.
    pub latches: Option<Correspondence>,
    /// Merge gates too; it finds more and costs more.
    pub gates: Option<Correspondence>,
}

/// The bounds of a search for equal signals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Correspondence {
    /// Effort in solver propagations; when it is used up, nothing is merged.
    pub effort: u64,
    /// Effort of one query; a candidate that needs more is given up.
    pub effort_per_query: u64,
    /// Circuits with more gates than this are left alone.
    pub gate_limit: usize,
    /// The most steps of random simulation; large circuits get fewer.
    pub steps: usize,
}

impl Settings {
    /// Only what costs linear time.
    pub const CHEAP: Settings =
        Settings { constants: true, relations: true, latches: None, gates: None };
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            constants: true,
            relations: true,
            latches: Some(Correspondence {
                effort: 2_000_000,
                effort_per_query: 20_000,
                gate_limit: 300_000,
                steps: 256,
            }),
            gates: Some(Correspondence {
                effort: 4_000_000,
                effort_per_query: 20_000,
                gate_limit: 100_000,
                steps: 256,
            }),
        }
    }
}

/// The size of a circuit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Size {
    /// Inputs.
    pub inputs: usize,
    /// Latches.
    pub latches: usize,
    /// And-gates.
    pub gates: usize,
}

impl Size {
    /// The size of `circuit`.
    pub fn of(circuit: &Circuit) -> Size {
        Size {
            inputs: circuit.inputs.len(),
            latches: circuit.latches.len(),
            gates: circuit.ands.len(),
        }
    }
}

/// What the reduction did, for reports.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// The user's circuit.
    pub before: Size,
    /// Its cone, with resets normalised and gates hashed.
    pub cone: Size,
    /// The reduced circuit.
    pub after: Size,
    /// Inputs that a constraint fixes.
    pub fixed_inputs: usize,
    /// Latches that never leave their reset value.
    pub constant_latches: usize,
    /// Inputs that a monitor defines.
    pub defined_inputs: usize,
    /// Latches that only delayed an input.
    pub delays: usize,
    /// Latches found constant by induction or merged with another signal.
    pub merged_latches: usize,
    /// Gates found constant by induction or merged with another signal.
    pub merged_gates: usize,
    /// Searches for equal signals that ended for want of budget.
    pub given_up: usize,
    /// Effort spent.
    pub effort: u64,
}
