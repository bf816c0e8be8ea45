//! One system over numbers from its file to checked verdicts.
//!
//! The file is SMT-LIB of the logic `HORN`, or VMT-LIB; both become Horn clauses. Engines work on a reduced
//! system; what they say is mapped back to the user's clauses, certified there, and judged by the
//! checker, which reads the file by itself.

mod certified;
mod clauses;
mod coarse;
mod input;
mod invariants;
mod link;
mod observer;
mod peers;
mod portfolio;
mod prove;
mod reduced;
mod report;
mod settings;
mod structures;
mod template;
mod terminates;
mod turn;

pub use buttress_present::numbers::{
    Border, Curve, DerivationShown, Plot, Point, Scene, SceneBorder, SceneForbidden, SceneState,
    Shape, Sign, StateShown, StepShown, svg,
};

pub use self::clauses::{ClauseShown, Explanation, explain};
pub use self::input::{InputError, info, is_input};
pub use self::invariants::{InvariantLine, InvariantsReport, PlotChoice, discover};
pub use self::observer::{Event, Observer, Silent};
pub use self::peers::Peers;
pub use self::prove::prove;
pub use self::report::{
    CheckFigures, Definition, Evident, Figures, Format, Info, PropertyReport, Report, Status,
};
pub use self::settings::{EngineKind, Settings, TemplateChoice};
pub use self::terminates::{
    FunctionsShown, Lasso, RankingShown, TerminationProof, TerminationReport, TerminationStatus,
    terminates,
};
