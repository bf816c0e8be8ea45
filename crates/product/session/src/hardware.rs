//! One circuit from its file to checked verdicts: reduce, let engines take turns, certify, check, report.

mod certified;
mod cube;
mod engine;
mod frame_exchange;
mod info;
mod link;
mod observer;
mod offers;
mod peers;
mod portfolio;
mod prove;
mod report;
mod settings;
mod store;

pub use info::{Info, PropertyInfo, info};
pub use observer::{Event, Observer, Silent};
pub use peers::{ImportCost, LatchLiteral, Lemma, Level, Peers};
pub use prove::prove;
pub use report::{Fault, Figures, Proof, PropertyReport, Report, Status};
pub use settings::{EngineKind, Settings};
