//! A value, and why it holds.

use std::fmt;

/// What an option is, and who said so.
#[derive(Clone, Debug)]
pub struct Setting {
    pub key: &'static str,
    /// None where there is no default, or one that depends on the machine.
    pub value: Option<String>,
    pub origin: Origin,
}

/// Who said so: the first of these that says anything.
#[derive(Clone, Debug)]
pub enum Origin {
    CommandLine,
    /// A variable.
    Environment(String),
    /// A file, with line and column.
    File {
        path: String,
        line: usize,
        column: usize,
    },
    Default,
}

impl fmt::Display for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let value = self.value.as_deref().unwrap_or("-");
        write!(f, "{:<18} {value:<12} {}", self.key, self.origin)
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Origin::CommandLine => f.write_str("command line"),
            Origin::Environment(variable) => write!(f, "environment, {variable}"),
            Origin::File { path, line, column } => write!(f, "{path}:{line}:{column}"),
            Origin::Default => f.write_str("default"),
        }
    }
}
