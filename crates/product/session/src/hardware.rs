//! One circuit from its file to checked verdicts: reduce, let engines take turns, certify, check, report.

mod certified;
mod engine;
mod info;
mod observer;
mod portfolio;
mod prove;
mod report;
mod settings;
mod store;

pub use info::{Info, PropertyInfo, info};
pub use observer::{Event, Observer, Silent};
pub use prove::prove;
pub use report::{Fault, Figures, Proof, PropertyReport, Report, Status};
pub use settings::{EngineKind, Settings};
