//! Manual pages and completions, as the program itself prints them: they are the same for every target.

use std::path::Path;
use std::process::Command;

use super::archive::Archive;
use crate::metadata::cargo;

/// The shells, with the names under which they look for completions.
const SHELLS: [(&str, &str); 5] = [
    ("bash", "buttress.bash"),
    ("elvish", "buttress.elv"),
    ("fish", "buttress.fish"),
    ("powershell", "_buttress.ps1"),
    ("zsh", "_buttress"),
];

/// Texts with their places in an archive.
pub struct Pages(Vec<(String, String)>);

impl Pages {
    /// Asks the program of this machine, which is built for it if need be.
    pub fn printed(root: &Path, target: &Path) -> Result<Pages, String> {
        let ask = |words: &[&str]| {
            let mut command = Command::new(cargo());
            command.args(["run", "--quiet", "--locked", "-p", "buttress", "--target-dir"]);
            command.arg(target).arg("--").args(words).current_dir(root);
            // Width and colours are not those of whoever builds.
            command.env("COLUMNS", "100").env("NO_COLOR", "1");
            let output = command.output().map_err(|error| format!("cannot run cargo: {error}"))?;
            if !output.status.success() {
                let message = String::from_utf8_lossy(&output.stderr).into_owned();
                return Err(format!("buttress {}: {message}", words.join(" ")));
            }
            Ok(String::from_utf8_lossy(&output.stdout).into_owned())
        };
        let mut pages = vec![("share/man/man1/buttress.1".to_owned(), ask(&["man"])?)];
        for name in commands(&ask(&["--help"])?) {
            pages.push((format!("share/man/man1/buttress-{name}.1"), ask(&["man", &name])?));
        }
        if pages.len() == 1 {
            return Err("buttress --help names no commands".to_owned());
        }
        for (shell, file) in SHELLS {
            let script = ask(&["completions", shell])?;
            pages.push((format!("share/completions/{file}"), script));
        }
        Ok(Pages(pages))
    }

    /// Puts all of them into an archive.
    pub fn add_to(&self, archive: &mut Archive) {
        for (path, text) in &self.0 {
            archive.add(path, text.as_str());
        }
    }
}

/// The names in the list of commands of a help text.
fn commands(help: &str) -> Vec<String> {
    let list = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let lines = list.take_while(|line| !line.is_empty());
    // A name stands two columns in; what is told of it is further in, where the line was broken.
    let names = lines.filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
    names.filter(|name| !name.is_empty() && *name != "help").map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_found_in_the_help() {
        let help = "Checks\n\nUsage: it\n\nCommands:\n  prove  Prove or\n           refute\n  solve  Decide\n  help   This\n\nOptions:\n  --x";
        assert_eq!(commands(help), ["prove", "solve"]);
    }
}
