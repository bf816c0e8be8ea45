//! The command that was typed, and the same with other options.

use std::borrow::Cow;
use std::time::Duration;

use buttress_session::shell::quoted;
use clap::parser::ValueSource;
use clap::{ArgAction, ArgMatches, Command};

use crate::limits::LEAST_TRIED;

/// The command that was typed, as far as it was typed: what the environment and `buttress.toml` say holds for the next one too.
#[derive(Clone, Default, Debug)]
pub struct TypedCommand {
    verb: String,
    options: Vec<TypedOption>,
    /// What stands there without the name of an option.
    operands: Vec<String>,
    /// The time limit that held, whoever has set it.
    pub timeout: Option<Duration>,
    /// The memory limit that held, whoever has set it.
    pub memory: Option<usize>,
}

/// An option by its long name; a switch has no value.
#[derive(Clone, PartialEq, Eq, Debug)]
struct TypedOption {
    name: Cow<'static, str>,
    value: Option<String>,
}

impl TypedCommand {
    /// What was typed; the definitions are those by which it was read, with what reading has added to them.
    pub fn of(command: &Command, matches: &ArgMatches) -> TypedCommand {
        let Some((verb, matches)) = matches.subcommand() else { return TypedCommand::default() };
        let mut typed = TypedCommand { verb: verb.to_owned(), ..TypedCommand::default() };
        let arguments = command.find_subcommand(verb).into_iter().flat_map(Command::get_arguments);
        for argument in arguments {
            let id = argument.get_id().as_str();
            let source = matches.try_contains_id(id).ok().and_then(|_| matches.value_source(id));
            if source != Some(ValueSource::CommandLine) {
                continue;
            }
            let Some(name) = argument.get_long() else {
                typed.operands.extend(values(matches, id));
                continue;
            };
            let name = Cow::Owned(name.to_owned());
            match argument.get_action() {
                ArgAction::SetTrue => typed.options.push(TypedOption { name, value: None }),
                ArgAction::Count => {
                    let option = TypedOption { name, value: None };
                    let count = usize::from(matches.get_count(id));
                    typed.options.extend(std::iter::repeat_n(option, count));
                }
                _ => {
                    let option = |value| TypedOption { name: name.clone(), value: Some(value) };
                    typed.options.extend(values(matches, id).map(option));
                }
            }
        }
        typed
    }

    /// The same with these limits, which hold.
    pub fn under(self, timeout: Option<Duration>, memory: Option<usize>) -> TypedCommand {
        TypedCommand { timeout, memory, ..self }
    }

    /// Was there time enough for something else to be worth a try in it?
    pub fn has_time(&self) -> bool {
        self.timeout.is_none_or(|timeout| timeout >= LEAST_TRIED)
    }

    /// The same with an option of this value.
    pub fn with(&self, name: &'static str, value: impl ToString) -> TypedCommand {
        let mut typed = self.without(name);
        let (name, value) = (Cow::Borrowed(name), Some(value.to_string()));
        typed.options.push(TypedOption { name, value });
        typed
    }

    /// The same with a switch.
    pub fn with_switch(&self, name: &'static str) -> TypedCommand {
        let mut typed = self.without(name);
        typed.options.push(TypedOption { name: Cow::Borrowed(name), value: None });
        typed
    }

    /// The same without an option.
    pub fn without(&self, name: &str) -> TypedCommand {
        let mut typed = self.clone();
        typed.options.retain(|option| option.name != name);
        typed
    }

    /// As a shell takes it, about this file instead of what was named.
    pub fn about(&self, file: &str) -> String {
        self.shown(&[if file == "<stdin>" { "-" } else { file }])
    }

    /// As a shell takes it, about what was named.
    pub fn as_named(&self) -> String {
        let operands: Vec<&str> = self.operands.iter().map(String::as_str).collect();
        self.shown(&operands)
    }

    fn shown(&self, operands: &[&str]) -> String {
        let mut words = vec!["buttress".to_owned(), self.verb.clone()];
        for TypedOption { name, value } in &self.options {
            match value {
                None => words.push(format!("--{name}")),
                Some(value) if value.starts_with('-') => {
                    words.push(quoted(&format!("--{name}={value}")));
                }
                Some(value) => words.extend([format!("--{name}"), quoted(value)]),
            }
        }
        if operands.iter().any(|word| word.starts_with('-') && *word != "-") {
            words.push("--".to_owned());
        }
        words.extend(operands.iter().map(|word| quoted(word)));
        words.join(" ")
    }
}

fn values<'a>(matches: &'a ArgMatches, id: &str) -> impl Iterator<Item = String> + use<'a> {
    let raw = matches.get_raw(id).into_iter().flatten();
    raw.map(|value| value.to_string_lossy().into_owned())
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;
    use crate::args::Cli;

    fn typed(words: &[&str]) -> TypedCommand {
        let mut command = Cli::command();
        let matches = command.try_get_matches_from_mut(words).expect("words that are understood");
        TypedCommand::of(&command, &matches)
    }

    #[test]
    fn options_stay_and_files_are_replaced() {
        let typed =
            typed(&["buttress", "prove", "a.aig", "-v", "b c.aig", "--engine=bmc", "--bound", "3"]);
        assert_eq!(
            typed.about("b c.aig"),
            "buttress prove --engine bmc --bound 3 --verbose 'b c.aig'"
        );
        assert_eq!(
            typed.with("bound", 30).without("verbose").about("-x"),
            "buttress prove --engine bmc --bound 30 -- -x"
        );
        assert_eq!(typed.about("<stdin>"), "buttress prove --engine bmc --bound 3 --verbose -");
    }

    #[test]
    fn what_was_not_typed_is_not_repeated() {
        assert_eq!(typed(&["buttress", "prove", "a.aig"]).as_named(), "buttress prove a.aig");
        let typed = typed(&["buttress", "--timeout", "2", "check", "a.aig", "a.cert"]);
        assert_eq!(typed.as_named(), "buttress check --timeout 2 a.aig a.cert");
    }
}
