//! Regression scripts of cvc5 and z3, as far as the public corpus has them: no answer contradicts the expected one, and all evidence stands.
//!
//! Where the corpus is not there, the test says so and does nothing. `cargo xtask bench smt` runs all of it, with peers.

use std::fs;
use std::time::Duration;

use buttress_budget::Limits;
use buttress_formats::smtlib::Error;
use buttress_session::formulas;
use buttress_testkit::benchmarks;

/// One in so many scripts is run.
const EVERY: usize = 6;
/// The effort of a check, so that the same are answered each time.
const EFFORT: u32 = 100_000;
/// Against scripts that are hard in a way that effort does not count.
const TIMEOUT: Duration = Duration::from_secs(20);

#[derive(Default)]
struct Replies {
    answers: Vec<&'static str>,
    rejected: Vec<String>,
    has_failed: bool,
}

impl formulas::Listener for Replies {
    fn response(&mut self, _: &str) {}

    fn error(&mut self, _: &Error) {
        self.has_failed = true;
    }

    fn checked(&mut self, report: &formulas::CheckReport) {
        self.answers.push(report.answer());
        if let formulas::CheckStatus::Rejected { claimed, why, .. } = &report.status {
            self.rejected.push(format!("claimed {claimed}: {why}"));
        }
    }
}

/// The file and the expected answers of a line of the list.
fn entry(line: &str) -> Option<(&str, Vec<&str>)> {
    let (file, rest) = line.split_once(',')?;
    let answers = match rest.strip_prefix('"') {
        Some(quoted) => quoted.split_once('"')?.0,
        None => rest.split_once(',')?.0,
    };
    Some((file, answers.split([',', ' ']).filter(|answer| !answer.is_empty()).collect()))
}

#[test]
fn regression_scripts_have_their_answers() {
    let Some(folder) = benchmarks("smt") else {
        eprintln!("SKIPPED: there is no benchmark folder");
        return;
    };
    let list = fs::read_to_string(folder.join("manifest.csv")).expect("the corpus has a list");
    let of_peers = list.lines().filter_map(entry).filter(|(file, _)| {
        let name = file.rsplit('/').next().unwrap_or_default();
        name.starts_with("cvc5__regress") || name.starts_with("z3test__")
    });
    let (mut scripts, mut checks, mut answered) = (0, 0, 0);
    for (file, expected) in of_peers.step_by(EVERY) {
        let Ok(text) = fs::read_to_string(folder.join(file)) else { continue };
        let limits = Limits::none().within(TIMEOUT);
        let mut repl = formulas::Repl::new(formulas::Settings { limits, ..Default::default() });
        let mut replies = Replies::default();
        let effort = format!("(set-option :reproducible-resource-limit {EFFORT})");
        repl.feed(effort.as_bytes(), &mut replies);
        repl.feed(text.as_bytes(), &mut replies);
        repl.finish(&mut replies);
        assert_eq!(replies.rejected, [""; 0], "{file}");
        scripts += 1;
        if replies.has_failed || replies.answers.len() != expected.len() {
            continue;
        }
        for (answer, expected) in replies.answers.iter().zip(expected) {
            checks += 1;
            if *answer != "unknown" {
                answered += 1;
                assert!(expected == "unknown" || *answer == expected, "{file}: {answer}");
            }
        }
    }
    assert!(
        scripts > 30 && 4 * answered > 3 * checks,
        "{answered} of {checks} checks of {scripts} scripts"
    );
}
