//! A page of the book: what a reader types, what is shown below it, and the files that the reader saves.
//!
//! Invariant: no fence that looks like commands is left out, but for guides, which show more than can be run. Commands stand in fences called `console`, after `$ `; what is
//! shown below is compared. A fence with `file=NAME` is a file that the reader saves under that name. `needs=TOOL` names another program without
//! which a fence cannot be run.

/// What a page asks of a reader, in order.
#[derive(Debug, PartialEq)]
pub enum Step {
    /// To save a text.
    Save { name: String, text: String },
    /// To type a command; `line` is the line of the page that it stands on, from 1.
    Type { line: usize, command: String, shown: Vec<String>, needs: Vec<String> },
}

/// The steps of a page, or the first fault, with its line. `is_guide`: it also shows commands on files that nobody has.
pub fn steps(page: &str, is_guide: bool) -> Result<Vec<Step>, String> {
    let mut steps = Vec::new();
    let mut lines = page.lines().enumerate();
    while let Some((start, line)) = lines.next() {
        let Some(info) = line.strip_prefix("```") else { continue };
        let mut body = Vec::new();
        loop {
            match lines.next() {
                Some((_, "```")) => break,
                Some(pair) => body.push(pair),
                None => return Err(format!("line {}: the fence has no end", start + 1)),
            }
        }
        let mut words = info.split(' ');
        let language = words.next().unwrap_or_default();
        let (mut file, mut needs) = (None, Vec::new());
        for word in words {
            match word.split_once('=') {
                Some(("file", name)) => file = Some(name.to_owned()),
                Some(("needs", tool)) => needs.push(tool.to_owned()),
                _ => {
                    let fault = "expected file=NAME or needs=TOOL, found";
                    return Err(format!("line {}: {fault} {word:?}", start + 1));
                }
            }
        }
        if let Some(name) = file {
            let text = body.iter().map(|(_, line)| format!("{line}\n")).collect();
            steps.push(Step::Save { name, text });
        } else if language == "console" {
            steps.extend(typed(&body, &needs)?);
        } else if let Some((number, _)) = body.iter().find(|(_, line)| is_command(line))
            && !is_guide
        {
            return Err(format!("line {}: a command outside of a console fence", number + 1));
        }
    }
    Ok(steps)
}

fn is_command(line: &str) -> bool {
    line.starts_with("$ ") || line.starts_with("buttress ")
}

/// The commands of a fence. One goes on in the next line after a backslash, or at `> `.
fn typed(body: &[(usize, &str)], needs: &[String]) -> Result<Vec<Step>, String> {
    let mut steps: Vec<Step> = Vec::new();
    for (number, text) in body {
        if let Some(command) = text.strip_prefix("$ ") {
            let (line, command) = (number + 1, command.to_owned());
            steps.push(Step::Type { line, command, shown: Vec::new(), needs: needs.to_vec() });
            continue;
        }
        let Some(Step::Type { command, shown, .. }) = steps.last_mut() else {
            return Err(format!("line {}: expected `$ ` and a command", number + 1));
        };
        match text.strip_prefix("> ") {
            Some(more) if shown.is_empty() => {
                command.push('\n');
                command.push_str(more);
            }
            _ => shown.push((*text).to_owned()),
        }
    }
    // What is left blank before the next command is there for the eye.
    for step in &mut steps {
        let Step::Type { shown, .. } = step else { continue };
        while shown.last().is_some_and(String::is_empty) {
            shown.pop();
        }
    }
    Ok(steps)
}

/// The page with what was shown below the command of a line put in the place of what stands there.
pub fn shown_anew(page: &str, line: usize, old: usize, new: &[String]) -> String {
    let mut lines: Vec<&str> = page.lines().collect();
    let first = (line..lines.len()).find(|at| !lines[*at].starts_with("> ")).unwrap_or(line);
    lines.splice(first..first + old, new.iter().map(String::as_str));
    lines.join("\n") + "\n"
}
