//! A derivation of `false`, step by step, with the clauses in the text.

use buttress_pi::Span;
use buttress_session::numbers::{DerivationShown, StepShown};

/// The steps in sentences, each with the line of its clause if there is one.
pub(super) fn steps(derivation: &DerivationShown) -> Vec<(Option<usize>, String)> {
    let numbered = derivation.steps.iter().zip(1..);
    numbered.map(|(step, number)| (step.line, format!("{number}. {}", sentence(step)))).collect()
}

fn sentence(step: &StepShown) -> String {
    let values = |values: &[(String, String)]| {
        values
            .iter()
            .map(|(name, value)| format!("{name} = {value}"))
            .collect::<Vec<_>>()
            .join(", ")
    };
    let concluded = match &step.state {
        Some(state) => format!("{}({})", state.predicate, values(&state.values)),
        None => "false".to_owned(),
    };
    let premises: Vec<String> = step.premises.iter().map(|it| (it + 1).to_string()).collect();
    let from =
        if premises.is_empty() { String::new() } else { format!(" from {}", premises.join(", ")) };
    match step.choices.is_empty() {
        true => format!("{concluded}{from}"),
        false => format!("{concluded}{from}, with {}", values(&step.choices)),
    }
}

/// A line of a text, without what surrounds its words.
pub(super) fn line_span(text: &str, line: usize) -> Option<Span> {
    let mut start = 0;
    for (number, content) in text.split_inclusive('\n').enumerate() {
        if number + 1 == line {
            let inside = content.trim();
            let from = start + (content.len() - content.trim_start().len());
            return Some(Span::new(from, from + inside.len()));
        }
        start += content.len();
    }
    None
}
