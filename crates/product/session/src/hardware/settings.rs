//! The choices of a run.

use std::sync::Arc;

use buttress_budget::Limits;

use super::Peers;

/// An engine, or the mix of them all.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum EngineKind {
    /// Finite-state inductive strengthening, the thesis's procedure.
    Fsis,
    /// Frames of relatively inductive clauses.
    Ic3,
    /// Bounded model checking.
    Bmc,
    /// k-induction.
    KInduction,
    /// Bounded model checking of many depths at a time.
    Strides,
    /// Over-approximations of what reaches a bad state, searched from the first states on.
    Backward,
    /// Sequences of interpolants from refuted unrollings, as clauses of frames.
    Interpolation,
    /// All of them, exchanging what they prove.
    Portfolio,
}

impl EngineKind {
    /// The name as it is typed and printed.
    pub fn name(self) -> &'static str {
        match self {
            EngineKind::Fsis => "fsis",
            EngineKind::Ic3 => "ic3",
            EngineKind::Bmc => "bmc",
            EngineKind::KInduction => "kind",
            EngineKind::Strides => "strides",
            EngineKind::Backward => "backward",
            EngineKind::Interpolation => "interpolation",
            EngineKind::Portfolio => "portfolio",
        }
    }

    /// Can it prove a property, or only refute it?
    pub fn can_prove(self) -> bool {
        !matches!(self, EngineKind::Bmc | EngineKind::Strides)
    }

    /// Every choice, the default last.
    pub const ALL: [EngineKind; 8] = [
        EngineKind::Fsis,
        EngineKind::Ic3,
        EngineKind::Bmc,
        EngineKind::KInduction,
        EngineKind::Strides,
        EngineKind::Backward,
        EngineKind::Interpolation,
        EngineKind::Portfolio,
    ];
}

/// The choices of a run.
#[derive(Clone)]
pub struct Settings {
    /// What proves.
    pub engine: EngineKind,
    /// Seeds every random choice.
    pub seed: u64,
    /// How many engines run at once; at least 1.
    pub threads: usize,
    /// Time, memory, interrupt.
    pub limits: Limits,
    /// Which properties, by position; all if none is named.
    pub properties: Option<Vec<usize>>,
    /// Reduce the circuit before proving (the cone of influence is always taken).
    pub reduce: bool,
    /// Give up beyond this many steps (BMC, k-induction).
    pub bound: Option<usize>,
    /// Drop clauses and literals that the strengthening does not need.
    pub minimise: bool,
    /// Certify and check each verdict. Without it, verdicts are reported as unchecked.
    pub check: bool,
    /// Which of several unlike ways is tried first: others who work on the same property choose other numbers.
    pub variant: u32,
    /// Others who work on the same file.
    pub peers: Option<Arc<dyn Peers>>,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            engine: EngineKind::Portfolio,
            seed: 0,
            threads: 1,
            limits: Limits::none(),
            properties: None,
            reduce: true,
            bound: None,
            minimise: true,
            check: true,
            variant: 0,
            peers: None,
        }
    }
}
