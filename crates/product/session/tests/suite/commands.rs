//! Commands beyond the core of SMT-LIB: what is answered, with which evidence, and that damaged evidence is rejected.

mod datatypes;
mod interpolants;
mod optima;
mod options;
mod powers;
mod recursion;

use buttress_checker::smt::{SmtChecker, SmtRejection};
use buttress_formats::smtlib::Error;
use buttress_session::formulas;

/// What a script was answered.
#[derive(Default)]
struct Replies {
    text: String,
    evidence: Vec<String>,
    redirected: Vec<(formulas::Channel, String)>,
}

impl formulas::Listener for Replies {
    fn response(&mut self, text: &str) {
        self.text.push_str(text);
        self.text.push('\n');
    }

    fn error(&mut self, _: &Error) {}

    fn checked(&mut self, report: &formulas::CheckReport) {
        self.evidence.push(report.evidence().unwrap_or_default().to_owned());
        let status = &report.status;
        assert!(!matches!(status, formulas::CheckStatus::Rejected { .. }), "{status:?}");
    }

    fn redirect(&mut self, channel: formulas::Channel, place: &str) -> Result<(), String> {
        if place == "nowhere" {
            return Err("nowhere cannot be written".to_owned());
        }
        self.redirected.push((channel, place.to_owned()));
        Ok(())
    }
}

fn replies(script: &str) -> Replies {
    let settings = formulas::Settings::default();
    let (mut repl, mut replies) = (formulas::Repl::new(settings), Replies::default());
    repl.feed(script.as_bytes(), &mut replies);
    repl.finish(&mut replies);
    replies
}

/// The script is answered so, and the evidence of every check stands when it is read again.
fn says(script: &str, expected: &str) {
    let replies = replies(script);
    assert_eq!(replies.text.trim_end(), expected, "{script}");
    // The checker refuses scripts with errors.
    if !replies.text.contains("(error") {
        for evidence in replies.evidence.iter().filter(|evidence| !evidence.is_empty()) {
            let checked = SmtChecker::new(script.as_bytes()).check(evidence.as_bytes());
            assert!(checked.is_ok(), "{script}\n{evidence}\n{:?}", checked.err());
        }
    }
}

/// Evidence for the first check of a script is rejected.
fn rejected(script: &str, evidence: &str) -> SmtRejection {
    match SmtChecker::new(script.as_bytes()).check(evidence.as_bytes()) {
        Ok(_) => panic!("accepted: {script}\n{evidence}"),
        Err(rejection) => rejection,
    }
}

/// A small generator of numbers, the same on every machine.
struct Numbers(u64);

impl Numbers {
    /// A number from `low` to `high`.
    fn between(&mut self, low: i64, high: i64) -> i64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        low + ((self.0 >> 33) as i64) % (high - low + 1)
    }
}
