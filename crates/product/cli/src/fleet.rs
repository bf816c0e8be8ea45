//! One proof on many machines: `worker`, `fleet`, and `prove` with `--exchange`.

mod board;
mod command;
mod connect;
mod document;
mod log;
mod options;
mod prove;
mod report;
mod results;
mod status;
mod worker;

pub use self::command::run;
pub use self::document::{FleetContentsEntry, FleetDocument, FleetVerdictEntry};
pub use self::prove::prove;
pub use self::worker::work;
