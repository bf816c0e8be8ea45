//! What `buttress config` prints as JSON.

use schemars::JsonSchema;
use serde::Serialize;

use super::setting::{Origin, Setting};

/// What options are, and why.
#[derive(Serialize, JsonSchema)]
pub struct ConfigDocument {
    /// Every option that can be set elsewhere than on the command line.
    settings: Vec<SettingEntry>,
}

/// An option.
#[derive(Serialize, JsonSchema)]
struct SettingEntry {
    /// Its long name, which is its key in `buttress.toml`.
    key: &'static str,
    /// Its value, as it would be typed; missing if nobody sets it.
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<String>,
    /// Who says so.
    #[serde(flatten)]
    origin: OriginEntry,
}

/// Who says what an option is.
#[derive(Serialize, JsonSchema)]
#[serde(tag = "origin", rename_all = "kebab-case")]
enum OriginEntry {
    /// It was typed.
    CommandLine,
    /// A variable of the environment.
    Environment {
        /// The variable.
        variable: String,
    },
    /// A file.
    File {
        /// The file.
        file: String,
        /// The line, from 1.
        line: usize,
        /// The column, from 1.
        column: usize,
    },
    /// Nobody.
    Default,
}

impl ConfigDocument {
    /// The document of these settings.
    pub fn of(settings: &[Setting]) -> ConfigDocument {
        let entry = |setting: &Setting| SettingEntry {
            key: setting.key,
            value: setting.value.clone(),
            origin: match setting.origin.clone() {
                Origin::CommandLine => OriginEntry::CommandLine,
                Origin::Environment(variable) => OriginEntry::Environment { variable },
                Origin::File { path, line, column } => {
                    OriginEntry::File { file: path, line, column }
                }
                Origin::Default => OriginEntry::Default,
            },
        };
        ConfigDocument { settings: settings.iter().map(entry).collect() }
    }
}
