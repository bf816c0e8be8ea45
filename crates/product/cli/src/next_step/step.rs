//! Something to try, as data and as a line.

#[cfg(feature = "cli")]
use buttress_session::shell;
use schemars::JsonSchema;
use serde::Serialize;

#[cfg(feature = "cli")]
use crate::output;
#[cfg(feature = "cli")]
use crate::style::FAINT;
#[cfg(feature = "cli")]
use crate::wrap::{columns, fit};

/// Something to try.
#[derive(Serialize, JsonSchema, Clone, PartialEq, Eq, Debug)]
pub struct NextStep {
    /// The command, as a shell takes it; null if it is the file that has to be changed.
    pub command: Option<String>,
    /// Why it may help, or what to change.
    pub why: String,
}

impl NextStep {
    /// A command.
    #[cfg(feature = "cli")]
    pub fn command(command: String, why: impl Into<String>) -> NextStep {
        NextStep { command: Some(command), why: why.into() }
    }

    /// A change to the file.
    #[cfg(feature = "cli")]
    pub fn change(why: impl Into<String>) -> NextStep {
        NextStep { command: None, why: why.into() }
    }

    /// The page about a code.
    #[cfg(feature = "cli")]
    pub fn page(code: &str) -> NextStep {
        NextStep::command(format!("buttress explain {code}"), "what this means, and what helps")
    }
}

/// The lines about steps, for a person. A command that does not fit is parted as a shell takes it.
#[cfg(feature = "cli")]
pub fn shown<'a>(steps: impl IntoIterator<Item = &'a NextStep>, width: usize) -> String {
    let lines = |NextStep { command, why }: &NextStep| {
        let Some(command) = command else { return fit(&format!("{TRY}{why}\n"), width) };
        let line = format!("{TRY}{command}  {FAINT}({why}){FAINT:#}\n");
        if columns(line.trim_end()) <= width {
            return line;
        }
        let margin = " ".repeat(TRY.len());
        let why = fit(&format!("{margin}{FAINT}({why}){FAINT:#}\n"), width);
        format!("{TRY}{}\n{why}", parted(command, width))
    };
    steps.into_iter().map(lines).collect()
}

/// The same without colours, for whoever prints what nobody looks through.
#[cfg(feature = "cli")]
pub fn plain<'a>(steps: impl IntoIterator<Item = &'a NextStep>) -> String {
    anstream::adapter::strip_str(&shown(steps, output::width())).to_string()
}

/// What a line about a step begins with.
#[cfg(feature = "cli")]
const TRY: &str = "try: ";

/// A command behind its mark, in lines that end with a backslash where they go on.
#[cfg(feature = "cli")]
fn parted(command: &str, width: usize) -> String {
    let room = width.saturating_sub(" \\".len());
    let mut text = String::new();
    let mut used = TRY.len();
    for word in shell::words(command) {
        let length = columns(word);
        match () {
            () if text.is_empty() => {}
            () if used + 1 + length <= room => {
                text.push(' ');
                used += 1;
            }
            () => {
                used = TRY.len() + 2;
                text.push_str(&format!(" \\\n{:used$}", ""));
            }
        }
        text.push_str(word);
        used += length;
    }
    text
}

#[cfg(all(test, feature = "cli"))]
mod tests {
    use super::*;

    #[test]
    fn long_commands_stay_commands() {
        let step = NextStep::command("buttress prove --bound 90 'a b.aag'".to_owned(), "further");
        let text = |width: usize| anstream::adapter::strip_str(&shown([&step], width)).to_string();
        assert_eq!(text(60), "try: buttress prove --bound 90 'a b.aag'  (further)\n");
        assert_eq!(text(45), "try: buttress prove --bound 90 'a b.aag'\n     (further)\n");
        let narrow = "try: buttress prove --bound \\\n       90 'a b.aag'\n     (further)\n";
        assert_eq!(text(30), narrow);
    }
}
