//! The engines that a run may be left to.

use std::fmt;
use std::str::FromStr;

use buttress_session::{hardware, numbers};

/// What proves. Programs and scripts have one engine, and do not ask.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum Engine {
    /// All that there are, exchanging what they prove.
    #[default]
    Portfolio,
    /// For circuits: finite-state inductive strengthening.
    Fsis,
    /// For circuits: frames of relatively inductive clauses.
    Ic3,
    /// For circuits: bounded model checking.
    Bmc,
    /// For circuits: k-induction.
    KInduction,
    /// For circuits: bounded model checking of many depths at a time.
    Strides,
    /// For circuits: what reaches a bad state, over-approximated.
    Backward,
    /// For circuits: interpolants of refuted unrollings, as clauses of frames.
    Interpolation,
    /// For numbers: candidates from the text, samples and simple domains.
    Conjecture,
    /// For numbers: templates and Farkas' lemma.
    Affine,
    /// For numbers: frames with projection and interpolation.
    Reach,
    /// For numbers: bounded unfolding.
    Unfold,
}

/// No engine has that name.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct UnknownEngine {
    /// The name.
    pub name: String,
}

impl Engine {
    /// Every engine.
    pub const ALL: [Engine; 12] = [
        Engine::Portfolio,
        Engine::Fsis,
        Engine::Ic3,
        Engine::Bmc,
        Engine::KInduction,
        Engine::Strides,
        Engine::Backward,
        Engine::Interpolation,
        Engine::Conjecture,
        Engine::Affine,
        Engine::Reach,
        Engine::Unfold,
    ];

    /// The name as `--engine` takes it.
    pub fn name(self) -> &'static str {
        match (self.for_circuits(), self.for_numbers()) {
            (Some(engine), _) => engine.name(),
            (None, Some(engine)) => engine.name(),
            (None, None) => "none",
        }
    }

    pub(super) fn for_circuits(self) -> Option<hardware::EngineKind> {
        match self {
            Engine::Portfolio => Some(hardware::EngineKind::Portfolio),
            Engine::Fsis => Some(hardware::EngineKind::Fsis),
            Engine::Ic3 => Some(hardware::EngineKind::Ic3),
            Engine::Bmc => Some(hardware::EngineKind::Bmc),
            Engine::KInduction => Some(hardware::EngineKind::KInduction),
            Engine::Strides => Some(hardware::EngineKind::Strides),
            Engine::Backward => Some(hardware::EngineKind::Backward),
            Engine::Interpolation => Some(hardware::EngineKind::Interpolation),
            Engine::Conjecture | Engine::Affine | Engine::Reach | Engine::Unfold => None,
        }
    }

    pub(super) fn for_numbers(self) -> Option<numbers::EngineKind> {
        match self {
            Engine::Portfolio => Some(numbers::EngineKind::Portfolio),
            Engine::Conjecture => Some(numbers::EngineKind::Conjecture),
            Engine::Affine => Some(numbers::EngineKind::Affine),
            Engine::Reach => Some(numbers::EngineKind::Reach),
            Engine::Unfold => Some(numbers::EngineKind::Unfold),
            Engine::Fsis | Engine::Ic3 | Engine::Bmc | Engine::Interpolation => None,
            Engine::KInduction | Engine::Strides | Engine::Backward => None,
        }
    }
}

impl FromStr for Engine {
    type Err = UnknownEngine;

    fn from_str(name: &str) -> Result<Engine, UnknownEngine> {
        let engine = Engine::ALL.into_iter().find(|engine| engine.name() == name);
        engine.ok_or_else(|| UnknownEngine { name: name.to_owned() })
    }
}

impl fmt::Display for UnknownEngine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = Engine::ALL.map(Engine::name).join(", ");
        write!(f, "there is no engine {}; there are {names}", self.name)
    }
}

impl std::error::Error for UnknownEngine {}
