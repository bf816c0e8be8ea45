//! `buttress doctor`: version, surroundings, and a self test that proves, refutes and checks.

use std::time::{Duration, Instant};

use buttress_budget::Limits;
use buttress_session::{EngineKind, Settings, Silent, prove};

use crate::answer::{Answer, Word};
use crate::output::Output;
use crate::{human, memory, panic};

/// A counter of three bits from 0 to 5. `seven` is never true; `five` is, at step 5.
const COUNTER: &str = include_str!("doctor/counter.aag");
/// What the self test must find.
const EXPECTED: [Word; 2] = [Word::Proved, Word::False];
/// The time that the self test may take, per engine.
const TIME: Duration = Duration::from_secs(1);

/// Runs the command.
pub fn run(output: &mut Output) -> u8 {
    let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get());
    output.answer(&format!(
        "buttress {}\nsystem       {} {}\nfeatures     aiger, gzip, fsis, ic3, bmc, kind, portfolio, lrat\n\
         cores        {cores}\nmemory gauge {}\n",
        env!("CARGO_PKG_VERSION"),
        std::env::consts::OS,
        std::env::consts::ARCH,
        if memory::held() > 0 { "works" } else { "does not work: --memory has no effect here" },
    ));
    let start = Instant::now();
    let mut code = 0;
    for engine in EngineKind::ALL {
        let outcome = self_test(engine);
        let words = match outcome {
            Ok(()) => "works".to_owned(),
            Err(problem) => {
                code = panic::EXIT;
                format!("FAILS: {problem}")
            }
        };
        output.answer(&format!("{:13}{words}\n", engine.name()));
    }
    let time = human::seconds(start.elapsed());
    output.answer(&format!(
        "self test    {} in {}\n",
        if code == 0 { "passed" } else { "FAILED" },
        time.trim()
    ));
    code
}

fn self_test(engine: EngineKind) -> Result<(), String> {
    let limits = Limits::none().with_timeout(TIME);
    // BMC alone would search on until the time is up.
    let bound = (engine == EngineKind::Bmc).then_some(8);
    let settings = Settings { engine, limits, bound, ..Settings::default() };
    let report = prove(COUNTER.as_bytes(), &settings, &Silent)
        .map_err(|problems| problems.iter().map(ToString::to_string).collect::<String>())?;
    let answers: Vec<Answer> = report.properties.iter().map(Answer::of).collect();
    for (answer, expected) in answers.iter().zip(EXPECTED) {
        // BMC alone cannot prove anything, and says so.
        let may_be_unknown = engine == EngineKind::Bmc && expected == Word::Proved;
        let is_fine = match answer.word {
            Word::Unknown => may_be_unknown,
            word => word == expected && answer.is_checked,
        };
        if !is_fine {
            return Err(format!("{} instead of {}", answer.words(), expected.as_str()));
        }
    }
    if answers.len() == EXPECTED.len() { Ok(()) } else { Err("properties are missing".to_owned()) }
}
