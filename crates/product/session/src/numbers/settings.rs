//! The choices of a run on a system over numbers.

use std::sync::Arc;

use buttress_budget::Limits;
use buttress_logic::Rational;

use super::peers::Peers;

/// An engine for systems over numbers, or the mix of them all.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum EngineKind {
    /// Cheap passes: candidates from the text, samples and simple domains.
    Conjecture,
    /// Templates and Farkas' lemma, the thesis's procedure.
    Affine,
    /// Frames with projection and interpolation.
    Reach,
    /// Bounded unfolding: it finds derivations only.
    Unfold,
    /// All of them, exchanging what they prove.
    Portfolio,
}

impl EngineKind {
    /// Every choice, the default last.
    pub const ALL: [EngineKind; 5] = [
        EngineKind::Conjecture,
        EngineKind::Affine,
        EngineKind::Reach,
        EngineKind::Unfold,
        EngineKind::Portfolio,
    ];

    /// The name as it is typed and printed.
    pub fn name(self) -> &'static str {
        match self {
            EngineKind::Conjecture => "conjecture",
            EngineKind::Affine => "affine",
            EngineKind::Reach => "reach",
            EngineKind::Unfold => "unfold",
            EngineKind::Portfolio => "portfolio",
        }
    }
}

/// The inequalities that `affine` looks for.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum TemplateChoice {
    /// p₀ + Σ pᵢxᵢ ≥ 0
    #[default]
    Affine,
    /// All monomials up to this degree, which is at least 1.
    Degree(u32),
    /// These monomials, each as the names of its factors.
    Monomials(Vec<Vec<String>>),
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
    /// Reduce the system before proving.
    pub reduce: bool,
    /// Drop conjuncts that the proof does not need.
    pub minimise: bool,
    /// Give up beyond derivations of this length (`unfold`).
    pub bound: Option<usize>,
    /// Certify and check each verdict. Without it, verdicts are reported as unchecked.
    pub check: bool,
    /// The form of facts that `affine` looks for.
    pub template: TemplateChoice,
    /// How many states `affine` samples; its own choice if none is given.
    pub samples: Option<usize>,
    /// What a multiplier that meets a template may be; the engine's own choice if empty.
    pub multipliers: Vec<Rational>,
    /// Make scenes for plots.
    pub scenes: bool,
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
            minimise: true,
            bound: None,
            check: true,
            template: TemplateChoice::Affine,
            samples: None,
            multipliers: Vec::new(),
            scenes: false,
            peers: None,
        }
    }
}
