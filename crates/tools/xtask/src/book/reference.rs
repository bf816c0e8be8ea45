//! Pages made of what the program says of itself: its help, and its pages of codes.

use std::path::Path;

use super::files::{Generated, MADE, PAGES, printed};

/// A page for each command, with the list of them, and the pages of codes.
pub fn pages(program: &Path) -> Result<Vec<Generated>, String> {
    let folder = program.parent().unwrap_or(program);
    let ask = |words: &[&str]| printed(program, folder, words);
    let help = ask(&["--help"])?;
    let mut list = format!(
        "{MADE}# Commands\n\n`buttress COMMAND [options] FILE…`. Each page is what `buttress COMMAND --help` prints.\n\n| command | does |\n|---|---|\n"
    );
    let mut files = Vec::new();
    for (name, does) in commands(&help) {
        list.push_str(&format!(
            "| [`{name}`](commands/{name}.md) | {} |\n",
            does.replace('|', "\\|")
        ));
        let mut page = format!("{MADE}# buttress {name}\n\n");
        let own = ask(&[&name, "--help"])?;
        page.push_str(&fenced(&own));
        for (sub, _) in commands(&own) {
            page.push_str(&format!("\n## buttress {name} {sub}\n\n"));
            page.push_str(&fenced(&ask(&[&name, &sub, "--help"])?));
        }
        files.push((format!("{PAGES}/reference/commands/{name}.md"), page));
    }
    list.push_str(&format!("\n## Every command has\n\n{}", fenced(options(&help))));
    files.push((format!("{PAGES}/reference/commands.md"), list));
    files.push((format!("{PAGES}/reference/codes.md"), codes(&ask)?));
    Ok(files)
}

/// All codes with their pages.
fn codes(ask: &dyn Fn(&[&str]) -> Result<String, String>) -> Result<String, String> {
    let mut page = format!(
        "{MADE}# Diagnostic codes\n\nWhat `buttress explain CODE` prints. The first two letters tell what a message is about: `AG` circuits in AIGER, `AW` witnesses of AIGER, `DM` DIMACS, `PI` programs, `SM` scripts in SMT-LIB.\n"
    );
    for line in ask(&["explain"])?.lines() {
        let Some((code, title)) = line.split_once("  ") else { continue };
        page.push_str(&format!("\n## {code}\n\n*{}*\n", title.trim()));
        let text = ask(&["explain", code])?;
        // The title is told already; examples are indented, which Markdown takes for code.
        let lines: Vec<&str> = text.lines().skip(1).collect();
        page.push_str(&examples(&lines));
    }
    Ok(page)
}

/// Prose as it is, indented lines in fences.
fn examples(lines: &[&str]) -> String {
    let (mut page, mut is_code) = (String::new(), false);
    for (at, line) in lines.iter().enumerate() {
        let goes_on = line.is_empty()
            && lines[at..]
                .iter()
                .find(|line| !line.is_empty())
                .is_some_and(|next| next.starts_with("    "));
        let now = line.starts_with("    ") || is_code && goes_on;
        if now != is_code {
            page.push_str(if now { "\n```text\n" } else { "```\n" });
        }
        is_code = now;
        page.push_str(line.strip_prefix("    ").unwrap_or(line));
        page.push('\n');
    }
    if is_code { page + "```\n" } else { page }
}

fn fenced(text: &str) -> String {
    let lines: String =
        text.trim_end().lines().map(|line| format!("{}\n", line.trim_end())).collect();
    format!("```text\n{lines}```\n")
}

/// What stands in a help text from its options on.
fn options(help: &str) -> &str {
    help.find("Options:").map_or(help, |at| &help[at..])
}

/// The names in the list of commands of a help text, each with what it does.
fn commands(help: &str) -> Vec<(String, String)> {
    let list = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let mut found: Vec<(String, String)> = Vec::new();
    for line in list.take_while(|line| !line.is_empty()) {
        let text = line.trim_start();
        match (line.len() - text.len(), text.split_once(' ')) {
            (2, Some((name, does))) => found.push((name.to_owned(), does.trim().to_owned())),
            // Where the line was broken.
            _ => found
                .iter_mut()
                .last()
                .into_iter()
                .for_each(|(_, does)| *does = format!("{does} {text}")),
        }
    }
    found.retain(|(name, _)| name != "help");
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_found_with_what_they_do() {
        let help = "Checks\n\nCommands:\n  prove  Prove or\n           refute\n  help   This\n\nOptions:\n  --x";
        assert_eq!(commands(help), [("prove".to_owned(), "Prove or refute".to_owned())]);
        assert_eq!(options(help), "Options:\n  --x");
    }

    #[test]
    fn examples_become_fences() {
        let lines = ["", "Why.", "", "Failing:", "    a", "", "    b", "", "Fixed:", "    c"];
        let page = "\nWhy.\n\nFailing:\n\n```text\na\n\nb\n```\n\nFixed:\n\n```text\nc\n```\n";
        assert_eq!(examples(&lines), page);
    }
}
