//! Choices: the form of facts, and how long to look for them.

use buttress_logic::Rational;

/// Which inequalities are looked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Template {
    /// p₀ + Σ pᵢxᵢ ≥ 0
    Affine,
    /// All monomials up to this degree.
    Polynomial {
        /// At least 1.
        degree: u32,
    },
    /// These monomials, each as the places of its factors among the parameters: `[0, 0, 1]` stands for x₀²·x₁.
    /// Places that a predicate does not have leave the monomial out there.
    Monomials(Vec<Vec<usize>>),
}

/// Choices.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    /// The form of facts.
    pub template: Template,
    /// How many states are sampled before giving up.
    pub samples: usize,
    /// What a multiplier that meets a template may be; none is negative.
    pub multipliers: Vec<Rational>,
    /// Equal seeds give equal runs.
    pub seed: u64,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            template: Template::Affine,
            samples: 300,
            multipliers: vec![Rational::ONE, Rational::ZERO],
            seed: 0,
        }
    }
}
