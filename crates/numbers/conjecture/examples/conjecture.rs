//! Reads HORN files and says what the cheap passes make of each, after reduction or of
//! the file as it is; verdicts are mapped back and checked.
//!
//! `cargo run --example conjecture -- [--seconds N] [--facts] [--raw] [--seed N] FILE…`

use std::time::{Duration, Instant};

use buttress_budget::{Budget, Limits};
use buttress_conjecture::control::locate;
use buttress_conjecture::{PassEvent, Settings, prove};
use buttress_decide::Solver;
use buttress_formats::chc;
use buttress_horn::{ClauseId, Horn, Interpretation, Verdict};
use buttress_logic::{Op, Terms, print};
use buttress_numbers_reduce as reduce;

fn main() {
    let mut seconds = 5.0;
    let (mut shows_facts, mut is_raw) = (false, false);
    let mut settings = Settings::default();
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--seconds" => seconds = number(arguments.next()),
            "--seed" => settings.seed = number(arguments.next()) as u64,
            "--facts" => shows_facts = true,
            "--raw" => is_raw = true,
            path => report(path, seconds, shows_facts, is_raw, &settings),
        }
    }
}

fn number(text: Option<String>) -> f64 {
    text.and_then(|text| text.parse().ok()).unwrap_or(1.0)
}

fn report(path: &str, seconds: f64, shows_facts: bool, is_raw: bool, settings: &Settings) {
    let mut terms = Terms::new();
    let text = match std::fs::read(path) {
        Ok(text) => text,
        Err(error) => return println!("{path} unreadable: {error}"),
    };
    let source = match chc::read(&mut terms, &text) {
        Ok(source) => source,
        Err(error) => return println!("{path} rejected: {error:?}"),
    };
    let start = Instant::now();
    let budget = Budget::new(Limits::none().with_timeout(Duration::from_secs_f64(seconds)));
    let settings_of_reduction = reduce::Settings::default();
    let reduced = reduce::reduce(&mut terms, &source.horn, &settings_of_reduction);
    let located = locate(&mut terms, &reduced.horn, &budget).ok().flatten();
    let smaller = located
        .as_ref()
        .map(|located| reduce::reduce(&mut terms, &located.horn, &settings_of_reduction));
    let horn = match &smaller {
        _ if is_raw => source.horn.clone(),
        Some(smaller) => smaller.horn.clone(),
        None => reduced.horn.clone(),
    };
    let known = Interpretation::top(&terms, &horn);
    let mut passes = String::new();
    let mut observer = |event: PassEvent| match event {
        PassEvent::Sampled(count) => passes += &format!(" samples:{count}"),
        PassEvent::Facts(name, _) => passes += &format!(" {name}@{}", start.elapsed().as_millis()),
    };
    let (verdict, facts) = prove(&mut terms, &horn, &known, settings, &budget, &mut observer);
    let time = start.elapsed().as_millis();
    let mut whole = verdict;
    if !is_raw {
        if let (Some(located), Some(smaller)) = (&located, &smaller) {
            whole = smaller.verdict(&mut terms, whole);
            whole = located.verdict(&mut terms, whole);
        }
        whole = reduced.verdict(&mut terms, whole);
    }
    let said = match &whole {
        Verdict::Safe(facts) => match broken(&mut terms, &source.horn, facts) {
            None => "safe".to_string(),
            Some(clause) => format!("BROKEN interpretation: {clause:?}"),
        },
        Verdict::Unsafe(derivation) => match derivation.replay(&terms, &source.horn) {
            Ok(_) => format!("unsafe ({} steps)", derivation.steps.len()),
            Err(error) => format!("BROKEN derivation: {error}"),
        },
        Verdict::Unknown(reason) => format!("unknown ({reason})"),
    };
    println!("{path} {said} {time} ms{passes}");
    if shows_facts {
        for predicate in horn.predicate_ids() {
            println!("{}:", horn.predicate(predicate).name);
            let mut stack = vec![facts.of(predicate)];
            while let Some(fact) = stack.pop() {
                match terms.op(fact) {
                    Op::And => stack.extend(terms.arguments(fact).iter().rev()),
                    _ => println!("  {}", print(&terms, fact)),
                }
            }
        }
    }
}

/// A clause that is not valid, or not known to be.
fn broken(terms: &mut Terms, horn: &Horn, facts: &Interpretation) -> Option<ClauseId> {
    horn.clause_ids().find(|id| {
        let obligation = horn.obligation(terms, *id, facts);
        let mut solver = Solver::new(Default::default());
        solver.assert(obligation);
        let limits = Limits::none().with_timeout(Duration::from_secs(5));
        let verdict = solver.check(terms, &[], &Budget::new(limits));
        !matches!(verdict, buttress_decide::Verdict::Unsat(_))
    })
}
