//! What options are when the command line does not say: a variable of the environment, else `buttress.toml`, else their default.
//!
//! Invariant: a value from elsewhere is a default of the option, so that it is read, and gives way, as a default does.

mod document;
mod file;
mod key;
mod setting;
mod unparsed;

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use clap::{Arg, ArgMatches, CommandFactory, FromArgMatches};

pub use self::document::ConfigDocument;
use self::file::File;
use self::key::{KEYS, variable};
pub use self::setting::{Origin, Setting};
pub use self::unparsed::Unparsed;
use crate::args::{Cli, ConfigArgs};
use crate::diagnostics;
use crate::document::Document;
use crate::next_step::TypedCommand;
use crate::output::Output;

/// Reads the command line, with what holds where it says nothing.
pub fn parsed(arguments: Vec<OsString>) -> Result<Cli, Unparsed> {
    let mut command = definitions();
    // The inputs say where a file is looked for.
    let mut matches = command.try_get_matches_from_mut(&arguments)?;
    let mut cli = Cli::from_arg_matches(&matches)?;
    let file = File::above(&start(&cli.command.inputs()))?;
    let mut settings = Vec::new();
    let mut found = Vec::new();
    for key in KEYS {
        let mut setting = Setting { key, value: None, origin: Origin::Default };
        if let Some(value) = typed(&matches, key) {
            setting = Setting { key, value: Some(value), origin: Origin::CommandLine };
        } else if let Some(other) = from_environment(key)?.or_else(|| file.as_ref()?.setting(key)) {
            found.push((key, other.value.clone().unwrap_or_default()));
            setting = other;
        } else {
            setting.value = key::default(&command, key);
        }
        settings.push(setting);
    }
    // Most often nothing was found, and reading all again would be most of a short run.
    if !found.is_empty() {
        let layer = |command, (key, value)| key::with_default(command, key, value);
        command = found.into_iter().fold(definitions(), layer);
        matches = command.try_get_matches_from_mut(arguments)?;
        cli = Cli::from_arg_matches(&matches)?;
    }
    let typed = TypedCommand::of(&command, &matches).under(cli.timeout, cli.memory);
    Ok(Cli { settings, typed, ..cli })
}

/// The definitions of the command line. Where an option takes a value, `-1` is one: the option says then what it expects.
fn definitions() -> clap::Command {
    let with_negatives = |argument: Arg| match argument.is_positional() {
        false if argument.get_action().takes_values() => argument.allow_negative_numbers(true),
        _ => argument,
    };
    let command = Cli::command().mut_args(with_negatives);
    command.mut_subcommands(|command| command.mut_args(with_negatives))
}

/// Runs `buttress config`.
pub fn run(arguments: &ConfigArgs, settings: &[Setting], output: &mut Output) -> u8 {
    let document = Document::Config(ConfigDocument::of(settings));
    let lines = || settings.iter().map(|setting| format!("{setting}\n")).collect();
    document.answer(arguments.json, lines, output);
    0
}

/// The folder from which a file is looked for: that of the first input, or the current one.
fn start(inputs: &[&Path]) -> PathBuf {
    let here = std::env::current_dir().unwrap_or_default();
    match inputs.first().map(|input| here.join(input)) {
        Some(input) if input.is_dir() => input,
        Some(input) if input.is_file() => input.parent().map_or(here, Path::to_owned),
        _ => here,
    }
}

/// The value that was typed, if one was.
fn typed(matches: &ArgMatches, key: &str) -> Option<String> {
    let (_, matches) = matches.subcommand()?;
    let id = key::id(key);
    let mut values = matches.try_get_raw(&id).ok().flatten()?;
    let is_typed = matches.value_source(&id) == Some(clap::parser::ValueSource::CommandLine);
    values.next().filter(|_| is_typed).map(|value| value.to_string_lossy().into_owned())
}

fn from_environment(key: &'static str) -> Result<Option<Setting>, String> {
    let variable = variable(key);
    let Some(value) = std::env::var_os(&variable).filter(|value| !value.is_empty()) else {
        return Ok(None);
    };
    let value = value.to_string_lossy().into_owned();
    if let Some(wrong) = key::refused(key, &value) {
        return Err(diagnostics::plain(&format!("{variable}: {}", wrong.message)));
    }
    Ok(Some(Setting { key, value: Some(value), origin: Origin::Environment(variable) }))
}
