//! The file that a command reads: what it is, and which command is meant if not this one.
//!
//! The contents decide; the name helps where several readers could be meant. What no reader knows is described
//! by what it looks like, and `--as` insists on a reader.

mod foreign;
mod format;
mod kind;
mod read;
mod recognition;
mod verb;

pub use self::format::FileFormat;
pub use self::kind::InputKind;
pub use self::read::Input;
pub use self::recognition::as_system;
#[cfg(feature = "cli")]
pub use self::recognition::is_no_script;
pub use self::verb::Verb;
