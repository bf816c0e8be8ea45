//! Options as z3 spells them, so that a tool that starts `z3 -in -smt2` can start `buttress solve -in -smt2`.
//!
//! They are turned into ours before anything else looks at them, after `solve` alone, and up to `--`.

use std::ffi::OsString;

/// The arguments of the program with z3's options turned into ours.
pub fn translated(arguments: impl IntoIterator<Item = OsString>) -> Vec<OsString> {
    let (mut ours, mut is_solve) = (Vec::new(), false);
    let mut arguments = arguments.into_iter();
    while let Some(argument) = arguments.next() {
        if argument == "--" {
            ours.push(argument);
            ours.extend(arguments);
            break;
        }
        match argument.to_str().filter(|_| is_solve).and_then(translate) {
            Some(words) => ours.extend(words.into_iter().map(OsString::from)),
            None => {
                is_solve |= argument == "solve";
                ours.push(argument);
            }
        }
    }
    ours
}

/// What we call an option of z3's.
fn translate(option: &str) -> Option<Vec<String>> {
    let number = |prefix: &str| option.strip_prefix(prefix)?.parse::<u32>().ok();
    let words = match option {
        "-in" | "/in" => vec!["-".to_owned()],
        "-smt2" | "/smt2" => Vec::new(),
        "-model" => vec!["--model".to_owned()],
        "-st" => vec!["--stats".to_owned()],
        _ => {
            if let Some(seconds) = number("-T:") {
                vec!["--timeout".to_owned(), seconds.to_string()]
            } else if let Some(milliseconds) = number("-t:") {
                let seconds = f64::from(milliseconds) / 1000.0;
                vec!["--check-timeout".to_owned(), seconds.to_string()]
            } else {
                vec!["--memory".to_owned(), format!("{}M", number("-memory:")?)]
            }
        }
    };
    Some(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ours(line: &str) -> String {
        let words = translated(line.split(' ').map(OsString::from));
        words.iter().map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn options_of_z3_are_known_after_solve() {
        assert_eq!(ours("buttress solve -in -smt2"), "buttress solve -");
        assert_eq!(ours("buttress solve -smt2 -T:20 a.smt2"), "buttress solve --timeout 20 a.smt2");
        assert_eq!(
            ours("buttress solve -t:1500 -memory:512 a"),
            "buttress solve --check-timeout 1.5 --memory 512M a"
        );
        assert_eq!(ours("buttress solve -model -st a"), "buttress solve --model --stats a");
    }

    #[test]
    fn everything_else_stays() {
        for line in ["buttress prove -in", "buttress solve -- -in", "buttress solve -T:soon -q"] {
            assert_eq!(ours(line), line);
        }
    }
}
