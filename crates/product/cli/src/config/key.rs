//! The options that can be set elsewhere: the keys of `buttress.toml`, and the options of `prove` and `solve` that they are.

use std::error::Error;

use clap::error::{ContextKind, ContextValue};
use clap::{Command, CommandFactory};

use crate::args::Cli;
use crate::nearest::nearest;

/// The keys, which are the long names of options.
pub const KEYS: [&str; 13] = [
    "bound",
    "budget",
    "cache",
    "check-timeout",
    "color",
    "condition-timeout",
    "engine",
    "format",
    "infer",
    "memory",
    "seed",
    "threads",
    "timeout",
];
/// The commands whose options they are, beside those of all commands.
const COMMANDS: [&str; 3] = ["prove", "solve", "cache"];

/// The name by which clap knows an option.
pub fn id(key: &str) -> String {
    key.replace('-', "_")
}

/// The variable of the environment that sets an option.
pub fn variable(key: &str) -> String {
    format!("BUTTRESS_{}", id(key).to_uppercase())
}

/// The default of an option, if it has one.
pub fn default(command: &Command, key: &str) -> Option<String> {
    let commands = COMMANDS.iter().filter_map(|name| command.find_subcommand(name));
    let mut commands = [command].into_iter().chain(commands);
    let argument = commands.find_map(|command| argument(command, key))?;
    argument.get_default_values().first().map(|value| value.to_string_lossy().into_owned())
}

/// The command line with another default for an option, wherever it has that option.
pub fn with_default(command: Command, key: &str, value: String) -> Command {
    let mut command = changed(command, key, &value);
    for name in COMMANDS {
        command = command.mut_subcommand(name, |command| changed(command, key, &value));
    }
    command
}

fn changed(command: Command, key: &str, value: &str) -> Command {
    match argument(&command, key).is_some() {
        true => command.mut_arg(id(key), |argument| argument.default_value(value.to_owned())),
        false => command,
    }
}

fn argument<'a>(command: &'a Command, key: &str) -> Option<&'a clap::Arg> {
    let id = id(key);
    command.get_arguments().find(|argument| argument.get_id().as_str() == id)
}

/// A value that is none for an option.
#[derive(PartialEq, Eq, Debug)]
pub struct Refused {
    /// Why it is none.
    pub message: String,
    /// What to do.
    pub help: String,
}

/// Why a value is none for an option, if it is none.
pub fn refused(key: &str, value: &str) -> Option<Refused> {
    let command = Cli::command();
    let has = |name: &&&str| {
        command.find_subcommand(name).is_some_and(|command| argument(command, key).is_some())
    };
    // Options of all commands are options of the first.
    let name = COMMANDS.iter().find(has).unwrap_or(&COMMANDS[0]);
    let line = ["buttress", name, &format!("--{key}={value}"), "-"].map(str::to_owned);
    let error = command.clone().try_get_matches_from(line).err()?;
    let (reason, meant) = match (error.source(), error.get(ContextKind::ValidValue)) {
        (Some(reason), _) => (reason.to_string(), None),
        (None, Some(ContextValue::Strings(values))) => {
            (format!("expected {}", values.join(", ")), nearest(value, values.iter().cloned()))
        }
        _ => ("it is not understood".to_owned(), None),
    };
    let help = meant.map_or_else(
        || format!("buttress {name} --help tells what --{key} takes"),
        |meant| format!("did you mean {meant}?"),
    );
    Some(Refused { message: format!("{key} cannot be {value:?}: {reason}"), help })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_is_an_option_and_takes_a_default() {
        for key in KEYS {
            let command = Cli::command();
            let options = COMMANDS.iter().filter_map(|name| command.find_subcommand(name));
            let mut options = [&command].into_iter().chain(options);
            assert!(options.any(|command| argument(command, key).is_some()), "{key}");
        }
        let command = with_default(Cli::command(), "timeout", "7".to_owned());
        assert_eq!(default(&command, "timeout").as_deref(), Some("7"));
        command.debug_assert();
    }

    #[test]
    fn values_are_read_as_those_of_the_options_are() {
        assert_eq!(refused("timeout", "60"), None);
        assert_eq!(refused("check-timeout", "0.5"), None);
        let soon = refused("timeout", "soon").unwrap();
        assert!(soon.message.starts_with("timeout cannot be \"soon\": "));
        assert_eq!(soon.help, "buttress prove --help tells what --timeout takes");
        assert_eq!(refused("engine", "knd").unwrap().help, "did you mean kind?");
    }
}
