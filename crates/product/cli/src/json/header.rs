//! What every document and the first line begin with.

/// The number of the schema.
pub const SCHEMA: u32 = 1;
/// The name of the program.
pub const TOOL: &str = "buttress";
/// The version of the program.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
