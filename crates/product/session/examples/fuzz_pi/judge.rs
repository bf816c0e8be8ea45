//! What is said of a mutant, compared with what the interpreter sees.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use buttress_budget::{Budget, Limits};
use buttress_pi::interpret::{self, Violation, Watcher};
use buttress_pi::{Facts, Span};
use buttress_session::programs;
use buttress_testkit::harness::panic_words;
use buttress_testkit::{Mutant, mutant};

/// So many mutants of a program are tried until one makes sense.
const ATTEMPTS: u64 = 500;

/// Other inputs are tried here than those on which the verdict rests.
const HUNTING_SEED: u64 = 0x6875_6e74;

/// What became of a mutant.
#[derive(Clone, PartialEq, Debug)]
pub enum Judgement {
    /// All of it is proved, and none of these runs on random inputs says otherwise.
    Proved { runs: u64 },
    /// A condition is false, and its run was replayed here.
    Confirmed,
    /// A condition is open, and a state is shown.
    Open,
    /// Nothing is called false, but a longer search for runs finds this one.
    Missed(String),
    /// Nothing is shown; why.
    Unknown(String),
    /// It must not be.
    Fault(String),
}

/// How mutants are judged.
pub struct Judge {
    /// For the whole program.
    pub timeout: Option<Duration>,
    /// Random inputs on which a mutant that is proved is executed, after the tiny ones.
    pub inputs: u64,
    /// Runs that are tried to confirm a failure.
    pub runs: u64,
    /// Random inputs on which a mutant that is neither proved nor false is executed, for each function.
    pub hunted: u64,
}

/// A mutant that makes sense, the same for the same seed.
pub fn sensible(seed: u64, text: &str) -> Option<Mutant> {
    (0..ATTEMPTS)
        .filter_map(|attempt| mutant(seed.wrapping_mul(ATTEMPTS).wrapping_add(attempt), text))
        .find(|mutant| buttress_pi::read(&mutant.text).program.is_some())
}

impl Judge {
    /// What becomes of a program.
    pub fn judge(&self, text: &str) -> Judgement {
        let ours = || {
            let limits = Limits::none();
            let settings = programs::Settings {
                limits: match self.timeout {
                    Some(timeout) => limits.with_timeout(timeout),
                    None => limits,
                },
                runs: self.runs,
                ..programs::Settings::default()
            };
            programs::prove(text.as_bytes(), &settings, &programs::Silent)
        };
        match catch_unwind(AssertUnwindSafe(ours)) {
            Ok(Ok(report)) => self.compare(&report),
            Ok(Err(problems)) => Judgement::Fault(format!("it is not read: {problems:?}")),
            Err(payload) => Judgement::Fault(format!("panic: {}", panic_words(payload.as_ref()))),
        }
    }

    fn compare(&self, report: &programs::Report) -> Judgement {
        if let programs::EvidenceStatus::Rejected(why) = &report.evidence {
            return Judgement::Fault(format!("rejected: {why}"));
        }
        for function in &report.functions {
            if let Some(fault) = replayed(report, function) {
                return Judgement::Fault(fault);
            }
        }
        let words: Vec<_> = report.functions.iter().map(programs::FunctionReport::word).collect();
        let any = |word: programs::ConditionWord| words.contains(&word);
        let written = &Facts::default();
        if any(programs::ConditionWord::False) {
            Judgement::Confirmed
        } else if any(programs::ConditionWord::Open) || any(programs::ConditionWord::Unknown) {
            // What was inferred is ours: only what is written can make a mutant wrong.
            match self.executed(report, written, self.hunted, HUNTING_SEED) {
                Err(run) => Judgement::Missed(run),
                Ok(_) if has_state(report) => Judgement::Open,
                Ok(_) => Judgement::Unknown(reason(report)),
            }
        } else if report.exit_code() == 0 {
            // No run may say otherwise, and facts that were inferred are watched as well.
            match self.executed(report, &report.facts, self.inputs, 0) {
                Ok(runs) => Judgement::Proved { runs },
                Err(run) => Judgement::Fault(format!("proved, but {run}")),
            }
        } else {
            Judgement::Unknown("a proof could not be written".to_owned())
        }
    }

    /// Executes every function on tiny and then on so many random inputs: the number of runs, or one that fails.
    fn executed(
        &self,
        report: &programs::Report,
        facts: &Facts,
        inputs: u64,
        seed: u64,
    ) -> Result<u64, String> {
        let limits = interpret::Limits { termination: true, ..Default::default() };
        let most = buttress_run::MOST_TINY as u64 + inputs;
        let mut runs = 0;
        for function in &report.functions {
            let (program, id) = (&report.program, function.function);
            let unlimited = Budget::unlimited();
            let found = buttress_run::search(program, facts, id, &limits, &unlimited, most, seed);
            runs += found.runs;
            if let Some((inputs, violation)) = found.violation {
                return Err(format!(
                    "{}({:?}) violates {:?} {:?} {}",
                    function.name, inputs, violation.what, violation.goal, violation.conjunct
                ));
            }
        }
        Ok(runs)
    }
}

/// Is a condition open, with a state?
fn has_state(report: &programs::Report) -> bool {
    let mut conditions = report.functions.iter().flat_map(programs::FunctionReport::conditions);
    conditions
        .any(|(_, condition)| matches!(condition.verdict, programs::ConditionVerdict::Open(..)))
}

/// Executes the runs that are shown; the first that does not fail.
fn replayed(report: &programs::Report, function: &programs::FunctionReport) -> Option<String> {
    for (path, condition) in function.conditions() {
        let programs::ConditionVerdict::False(_, run) = &condition.verdict else { continue };
        let limits = interpret::Limits { termination: true, ..Default::default() };
        let mut watcher = FirstViolation::default();
        let outcome = interpret::call(
            &report.program,
            &report.facts,
            function.function,
            &run.globals,
            &run.arguments,
            &limits,
            &mut watcher,
            &Budget::unlimited(),
        );
        if !watcher.is_met {
            let (name, arguments) = (&function.name, &run.arguments);
            return Some(format!(
                "{name}, {}: false, but {arguments:?} ends with {outcome:?}",
                path.name
            ));
        }
    }
    None
}

/// Goes past annotations that cannot be evaluated, as in `2 % 0 = 1`, to the first that is false.
#[derive(Default)]
struct FirstViolation {
    is_met: bool,
}

impl Watcher for FirstViolation {
    fn violated(&mut self, _: &Violation) -> bool {
        self.is_met = true;
        false
    }

    fn undetermined(&mut self, _: Span) -> bool {
        true
    }
}

/// Why the first condition is not decided.
fn reason(report: &programs::Report) -> String {
    let mut conditions = report.functions.iter().flat_map(programs::FunctionReport::conditions);
    let reason = conditions.find_map(|(path, condition)| match &condition.verdict {
        programs::ConditionVerdict::Unknown(unknown) => {
            Some(format!("{}: {}: {}", path.name, condition.text, unknown.message))
        }
        _ => None,
    });
    reason.unwrap_or_else(|| "not every path is looked at, or no ranking is found".to_owned())
}
