//! Scripts on which a run once went wrong or easily does, kept in `fuzz/kept` as `*.smt2`.
//!
//! A line `; expect: sat` gives the answer of a check, in order. Every answer must have evidence that
//! the checker accepts; without an expectation it must at least be an answer.

use std::fs;
use std::path::Path;

use buttress_formats::smtlib::Error;
use buttress_session::formulas;

#[derive(Default)]
struct Replies {
    answers: Vec<&'static str>,
    faults: Vec<String>,
}

impl formulas::Listener for Replies {
    fn response(&mut self, _: &str) {}

    fn error(&mut self, error: &Error) {
        self.faults.push(error.to_string());
    }

    fn checked(&mut self, report: &formulas::CheckReport) {
        self.answers.push(report.answer());
        if let formulas::CheckStatus::Rejected { claimed, why, .. } = &report.status {
            self.faults.push(format!("claimed {claimed}: {why}"));
        }
        if report.answer() != "unknown" && !report.is_checked() {
            self.faults.push(format!("check {} is unchecked", report.number));
        }
    }
}

#[test]
fn kept_formulas_stay_right() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../fuzz/kept");
    let mut files = 0;
    for entry in fs::read_dir(&folder).expect("the folder is part of the repository") {
        let path = entry.expect("the folder can be read").path();
        if path.extension().is_none_or(|extension| extension != "smt2") {
            continue;
        }
        let text = fs::read_to_string(&path).expect("the file can be read");
        for seed in [0, 1] {
            let settings = formulas::Settings { seed, ..Default::default() };
            let mut repl = formulas::Repl::new(settings);
            let mut replies = Replies::default();
            repl.feed(text.as_bytes(), &mut replies);
            repl.finish(&mut replies);
            assert_eq!(replies.faults, [""; 0], "{path:?}");
            let expected: Vec<&str> =
                text.lines().filter_map(|line| line.strip_prefix("; expect: ")).collect();
            match expected.as_slice() {
                [] => {
                    assert!(!replies.answers.contains(&"unknown"), "{path:?} {:?}", replies.answers)
                }
                expected => assert_eq!(replies.answers, expected, "{path:?}"),
            }
        }
        files += 1;
    }
    assert!(files >= 6, "only {files} files");
}
