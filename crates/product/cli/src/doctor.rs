//! `buttress doctor`: version, surroundings, and a self test that proves, refutes and checks.

use std::time::Instant;

use buttress_budget::Limits;
use buttress_formats::smtlib;
use buttress_session::{formulas, hardware, numbers};

use crate::circuits::CircuitAnswer;
use crate::exit;
use crate::limits::SELF_TEST_TIME;
use crate::numbers::NumbersAnswer;
use crate::output::Output;
use crate::style::seconds;
use crate::verdict::VerdictWord;

/// A counter of three bits from 0 to 5. `seven` is never true; `five` is, at step 5.
const COUNTER: &str = include_str!("doctor/counter.aag");
/// Two counters over the integers, with a property that holds and one that does not.
const LOOP: &str = include_str!("doctor/loop.vmt");
/// What the self test must find.
const EXPECTED: [VerdictWord; 2] = [VerdictWord::Proved, VerdictWord::False];
/// A formula with a model, and one without.
const SCRIPT: &str = include_str!("doctor/script.smt2");

/// Runs the command.
pub fn run(output: &mut Output) -> u8 {
    let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get());
    output.answer(&format!(
        "buttress {}\nsystem       {} {}\nfeatures     aiger, smt-lib, vmt-lib, gzip, fsis, ic3, bmc, kind, strides, backward, interpolation, conjecture, affine, reach, unfold, portfolio, solve, lrat\n\
         cores        {cores}\nmemory gauge {}\n",
        env!("CARGO_PKG_VERSION"),
        std::env::consts::OS,
        std::env::consts::ARCH,
        if buttress_budget::memory::held() > 0 { "works" } else { "does not work: --memory has no effect here" },
    ));
    let start = Instant::now();
    let mut code = 0;
    let engines = hardware::EngineKind::ALL.map(|engine| (engine.name(), self_test(engine)));
    let numbers =
        numbers::EngineKind::ALL.into_iter().filter(|it| *it != numbers::EngineKind::Portfolio);
    let numbers = numbers.map(|engine| (engine.name(), numbers_test(engine)));
    let all = engines.into_iter().chain(numbers).chain([("solve", script_test())]);
    for (name, outcome) in all {
        let words = match outcome {
            Ok(()) => "works".to_owned(),
            Err(problem) => {
                code = exit::FAULT;
                format!("FAILS: {problem}")
            }
        };
        output.answer(&format!("{name:12} {words}\n"));
    }
    let time = seconds(start.elapsed());
    output.answer(&format!(
        "self test    {} in {}\n",
        if code == 0 { "passed" } else { "FAILED" },
        time.trim()
    ));
    code
}

fn self_test(engine: hardware::EngineKind) -> Result<(), String> {
    let limits = Limits::none().with_timeout(SELF_TEST_TIME);
    // BMC alone would search on until the time is up.
    let bound = (!engine.can_prove()).then_some(8);
    let settings = hardware::Settings { engine, limits, bound, ..hardware::Settings::default() };
    let report = hardware::prove(COUNTER.as_bytes(), &settings, &hardware::Silent)
        .map_err(|problems| problems.iter().map(ToString::to_string).collect::<String>())?;
    let answers: Vec<CircuitAnswer> = report.properties.iter().map(CircuitAnswer::of).collect();
    for (answer, expected) in answers.iter().zip(EXPECTED) {
        // BMC alone cannot prove anything, and says so.
        let may_be_unknown = !engine.can_prove() && expected == VerdictWord::Proved;
        let is_fine = match answer.word {
            VerdictWord::Unknown => may_be_unknown,
            word => word == expected && answer.is_checked,
        };
        if !is_fine {
            return Err(format!("{} instead of {}", answer.verdict(), expected.as_str()));
        }
    }
    if answers.len() == EXPECTED.len() { Ok(()) } else { Err("properties are missing".to_owned()) }
}

fn numbers_test(engine: numbers::EngineKind) -> Result<(), String> {
    let limits = Limits::none().with_timeout(SELF_TEST_TIME);
    // Unfolding alone would search on until the time is up.
    let bound = (engine == numbers::EngineKind::Unfold).then_some(8);
    let settings = numbers::Settings { engine, limits, bound, ..numbers::Settings::default() };
    let report = numbers::prove(LOOP.as_bytes(), &settings, &numbers::Silent)
        .map_err(|error| error.to_string())?;
    let answers: Vec<NumbersAnswer<'_>> = report.properties.iter().map(NumbersAnswer::of).collect();
    for (answer, expected) in answers.iter().zip(EXPECTED) {
        let may_be_unknown = match engine {
            numbers::EngineKind::Unfold => expected == VerdictWord::Proved,
            // These look for invariants first of all.
            numbers::EngineKind::Affine | numbers::EngineKind::Conjecture => {
                expected == VerdictWord::False
            }
            numbers::EngineKind::Reach | numbers::EngineKind::Portfolio => false,
        };
        let is_fine = match answer.word {
            VerdictWord::Unknown => may_be_unknown,
            word => word == expected && answer.is_checked,
        };
        if !is_fine {
            return Err(format!("{} instead of {}", answer.verdict(), expected.as_str()));
        }
    }
    if answers.len() == EXPECTED.len() { Ok(()) } else { Err("properties are missing".to_owned()) }
}

fn script_test() -> Result<(), String> {
    let settings = formulas::Settings {
        limits: Limits::none().with_timeout(SELF_TEST_TIME),
        ..Default::default()
    };
    let (mut repl, mut answers) = (formulas::Repl::new(settings), CheckAnswers::default());
    repl.feed(SCRIPT.as_bytes(), &mut answers);
    repl.finish(&mut answers);
    match answers.0.join(" ").as_str() {
        "sat unsat" => Ok(()),
        found => Err(format!("{found} instead of sat unsat")),
    }
}

/// The answers that were checked, and complaints.
#[derive(Default)]
struct CheckAnswers(Vec<String>);

impl formulas::Listener for CheckAnswers {
    fn response(&mut self, _: &str) {}

    fn error(&mut self, error: &smtlib::Error) {
        self.0.push(error.to_string());
    }

    fn checked(&mut self, report: &formulas::CheckReport) {
        let mark = if report.is_checked() { "" } else { "unchecked " };
        self.0.push(format!("{mark}{}", report.answer()));
    }
}
