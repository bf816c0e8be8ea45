//! One run from file to checked verdicts: load, choose engines, run, certify, check, report.
//!
//! Plain functions without printing or arguments; `cli` and other front ends dress the results.
//! No verdict leaves this crate as proved or false unless `checker` has accepted its evidence.

mod engine;
mod evidence;
mod info;
mod observer;
mod portfolio;
mod prove;
mod report;
mod settings;
mod solve;
mod store;

pub use info::{Info, PropertyInfo, info};
pub use observer::{Event, Observer, Silent};
pub use prove::prove;
pub use report::{Fault, Figures, Proof, PropertyReport, Report, Status};
pub use settings::{EngineKind, Settings};
pub use solve::{
    Audience, CheckReport, CheckStatus, Dialogue, ModelShown, ProofShown, ScriptInfo, SolveFigures,
    SolveSettings, Unknown, script_info,
};
