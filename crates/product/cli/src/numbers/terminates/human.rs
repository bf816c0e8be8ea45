//! The report for a person: the rankings, or a computation that does not end.

use buttress_session::numbers;

use super::answer::TerminationAnswer;
use crate::limits::DERIVATION_STEPS;
use crate::numbers::derivation::{self, Bounds};
use crate::plural::counted;
use crate::style::{painted, seconds};
use crate::wrap::fit;

/// The report for a person.
pub fn shown(name: &str, report: &numbers::TerminationReport, width: usize) -> String {
    let contents = &report.contents;
    let sizes = [counted(contents.predicates, "predicate"), counted(contents.clauses, "clause")];
    let answer = TerminationAnswer::of(report);
    let (verdict, detail, time) =
        (answer.coded_verdict(), answer.detail(), seconds(report.elapsed));
    let painted = painted(&verdict, answer.word, verdict.len());
    let fit = |text: &str| fit(text, width);
    let mut text =
        fit(&format!("{name}  {}\n  termination  {painted}  {detail}  {time}\n", sizes.join(", ")));
    if let Some(proof) = answer.proof {
        proof.rankings.iter().for_each(|ranking| text.push_str(&fit(&cycle(ranking))));
        text.push_str(&fit(&support(proof)));
    }
    if let Some(lasso) = answer.lasso {
        let bounds = Bounds { steps: DERIVATION_STEPS, width: width.saturating_sub(6) };
        for line in derivation::lines(&lasso.derivation, bounds) {
            text.push_str(&format!("      {line}\n"));
        }
        let last = lasso.derivation.steps.len().saturating_sub(1);
        text.push_str(&fit(&format!(
            "      step {last} comes back to step {}, and so on forever\n",
            lasso.start
        )));
    }
    if answer.is_checked {
        text.push_str(&fit(&checks(&answer)));
    }
    text
}

/// A line for the cycle, and one for each predicate with its functions.
fn cycle(ranking: &numbers::RankingShown) -> String {
    let names: Vec<&str> = ranking.functions.iter().map(|it| it.predicate.as_str()).collect();
    let lines: Vec<String> = ranking.lines.iter().map(usize::to_string).collect();
    let lines = match lines.len() {
        0 => String::new(),
        1 => format!(" (line {})", lines[0]),
        _ => format!(" (lines {})", lines.join(", ")),
    };
    let mut text = format!("      cycle of {}{lines}\n", names.join(", "));
    let states = ranking.functions.iter();
    let states: Vec<String> = states.map(|it| state(&it.predicate, &it.parameters)).collect();
    let widest = states.iter().map(|state| state.chars().count()).max().unwrap_or(0);
    for (state, functions) in states.iter().zip(&ranking.functions) {
        let functions = match &functions.levels[..] {
            [] => "no step can be taken".to_owned(),
            [one] => one.clone(),
            levels => format!("({})", levels.join(", ")),
        };
        text.push_str(&format!("        {state:widest$}  decreases  {functions}\n"));
    }
    text
}

/// The invariants that were needed.
fn support(proof: &numbers::TerminationProof) -> String {
    let mut text = String::new();
    for definition in proof.invariants.iter().filter(|it| !it.conjuncts.is_empty()) {
        let state = state(&definition.name, &definition.parameters);
        text.push_str(&format!("      {state}  always  {}\n", definition.conjuncts.join(", ")));
    }
    text
}

/// `P(x, y)`
fn state(predicate: &str, parameters: &[String]) -> String {
    match parameters.is_empty() {
        true => predicate.to_owned(),
        false => format!("{predicate}({})", parameters.join(", ")),
    }
}

/// What the checker has seen.
fn checks(answer: &TerminationAnswer<'_>) -> String {
    let Some(proof) = answer.proof else {
        return format!("computation replayed ({})\n", counted(answer.obligations, "step"));
    };
    let steps: usize = proof.rankings.iter().map(|ranking| ranking.lines.len()).sum();
    format!(
        "certificate checked: {} valid, {} decreasing ({})\n",
        counted(answer.obligations.saturating_sub(steps), "clause"),
        counted(steps, "step"),
        counted(answer.proof_steps, "proof step")
    )
}
