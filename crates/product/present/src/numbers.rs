//! Systems over numbers: invariants as a person writes them, derivations in the words of the file, and plots.

mod canvas;
mod derivation;
mod infix;
mod invariant;
mod names;
mod plot;
mod scene;
mod states;

pub use canvas::{Canvas, NoAxes, state_text};
pub use derivation::{DerivationShown, StateShown, StepShown};
pub use infix::Infix;
pub use invariant::Invariant;
pub use names::{names, parameter_names};
pub use plot::{Border, Curve, Plot, Point, Sign, svg};
pub use scene::{Scene, SceneBorder, SceneForbidden, SceneState, Shape, scenes};
