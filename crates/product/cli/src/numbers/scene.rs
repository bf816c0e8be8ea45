//! What can be plotted of a predicate, as JSON.

use buttress_session::numbers::{Scene, Shape, Sign};
use schemars::JsonSchema;
use serde::Serialize;

/// A predicate with all of its numbers.
#[derive(Serialize, JsonSchema, Clone)]
pub struct SceneEntry {
    /// The predicate.
    predicate: String,
    /// The names of its arguments that are numbers.
    axes: Vec<String>,
    /// Some states that are reached.
    states: Vec<SceneStateEntry>,
    /// The invariants, in the order found.
    borders: Vec<BorderEntry>,
    /// What the property forbids, for pairs of axes.
    forbidden: Vec<ForbiddenEntry>,
}

/// A state that is reached.
#[derive(Serialize, JsonSchema, Clone)]
struct SceneStateEntry {
    /// A value for each axis, nearly.
    values: Vec<f64>,
    /// Is it a first state?
    first: bool,
}

/// An invariant.
#[derive(Serialize, JsonSchema, Clone)]
struct BorderEntry {
    /// For a person.
    text: String,
    /// The state that it was made to exclude.
    reason: Option<String>,
    /// That state: a value for each axis.
    excludes: Option<Vec<f64>>,
    /// Its shape; null if it is no single comparison of these numbers.
    curve: Option<CurveEntry>,
}

/// A polynomial that is compared with zero.
#[derive(Serialize, JsonSchema, Clone)]
struct CurveEntry {
    /// Coefficients, each with an exponent for each axis.
    monomials: Vec<(f64, Vec<u32>)>,
    /// How it compares.
    #[schemars(extend("enum" = ["nonnegative", "positive", "zero"]))]
    sign: &'static str,
}

/// What the property forbids, as far as two axes tell.
#[derive(Serialize, JsonSchema, Clone)]
struct ForbiddenEntry {
    /// The positions of the axes.
    axes: [usize; 2],
    /// A union of conjunctions.
    regions: Vec<Vec<CurveEntry>>,
    /// Does it depend on other variables, too?
    shadow: bool,
}

impl SceneEntry {
    /// The entry of a scene.
    pub fn of(scene: &Scene) -> SceneEntry {
        let states = scene.states.iter();
        let states = states
            .map(|state| SceneStateEntry { values: state.values.clone(), first: state.is_first });
        let borders = scene.borders.iter().map(|border| BorderEntry {
            text: border.text.clone(),
            reason: border.reason.clone(),
            excludes: border.excludes.clone(),
            curve: border.shape.as_ref().map(CurveEntry::of),
        });
        let forbidden = scene.forbidden.iter().map(|part| ForbiddenEntry {
            axes: part.axes,
            regions: part
                .regions
                .iter()
                .map(|region| region.iter().map(CurveEntry::of).collect())
                .collect(),
            shadow: part.is_shadow,
        });
        SceneEntry {
            predicate: scene.predicate.clone(),
            axes: scene.axes.clone(),
            states: states.collect(),
            borders: borders.collect(),
            forbidden: forbidden.collect(),
        }
    }
}

impl CurveEntry {
    fn of(shape: &Shape) -> CurveEntry {
        let sign = match shape.sign {
            Sign::NonNegative => "nonnegative",
            Sign::Positive => "positive",
            Sign::Zero => "zero",
        };
        CurveEntry { monomials: shape.monomials.clone(), sign }
    }
}
