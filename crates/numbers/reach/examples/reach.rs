//! Runs the engine on HORN files: `reach [--unfold] [--seconds N] FILE…`.

use std::time::{Duration, Instant};

use buttress_budget::{Budget, Limits};
use buttress_decide::{Settings as SolverSettings, Solver, Verdict as Decided};
use buttress_formats::chc;
use buttress_horn::{Interpretation, Verdict};
use buttress_logic::{Terms, print_shared};
use buttress_numbers_reduce::{Settings as Reduction, reduce};
use buttress_reach::{FrameEvent, Settings, prove, unfold};

fn main() {
    let (mut is_unfolding, mut seconds, mut is_verbose) = (false, 10, false);
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--unfold" => is_unfolding = true,
            "--verbose" => is_verbose = true,
            "--seconds" => {
                seconds = arguments.next().and_then(|text| text.parse().ok()).unwrap_or(seconds);
            }
            file => run(file, is_unfolding, seconds, is_verbose),
        }
    }
}

fn run(file: &str, is_unfolding: bool, seconds: u64, is_verbose: bool) {
    let start = Instant::now();
    let text = match std::fs::read(file) {
        Ok(text) => text,
        Err(error) => return println!("{file} error {error}"),
    };
    let mut terms = Terms::new();
    let source = match chc::read(&mut terms, &text) {
        Ok(source) => source,
        Err(error) => return println!("{file} error {error:?}"),
    };
    let reduced = reduce(&mut terms, &source.horn, &Reduction::default());
    let horn = &reduced.horn;
    let budget = Budget::new(Limits::none().with_timeout(Duration::from_secs(seconds)));
    let known = Interpretation::top(&terms, horn);
    let mut observer = |event: FrameEvent| {
        if is_verbose {
            eprintln!("{event:?}");
        }
    };
    let settings = Settings::default();
    let verdict = if is_unfolding {
        unfold(&mut terms, horn, &known, &settings, 10_000, &budget, &mut observer)
    } else {
        prove(&mut terms, horn, &known, &settings, &budget, &mut observer).0
    };
    let said = match verdict {
        Verdict::Safe(facts) => {
            let mut word = "safe";
            for clause in horn.clause_ids() {
                let mut solver = Solver::new(SolverSettings::default());
                let obligation = horn.obligation(&mut terms, clause, &facts);
                solver.assert(obligation);
                if !matches!(solver.check(&mut terms, &[], &Budget::unlimited()), Decided::Unsat(_))
                {
                    word = "WRONG-safe";
                }
            }
            if is_verbose {
                for (predicate, formula) in horn.predicates.iter().zip(facts.formulas()) {
                    eprintln!("{}: {}", predicate.name, print_shared(&terms, *formula));
                }
            }
            word.to_string()
        }
        Verdict::Unsafe(derivation) => match derivation.replay(&terms, horn) {
            Ok(_) => format!("unsafe ({} steps)", derivation.steps.len()),
            Err(error) => format!("WRONG-unsafe {error}"),
        },
        Verdict::Unknown(reason) => format!("unknown {reason}"),
    };
    println!("{file} {said} {:.2}s", start.elapsed().as_secs_f64());
}
