//! A derivation of `false` as lines: `predicate(values)` per step.

use buttress_session::numbers;

use crate::wrap::{HANGING, columns, fit};

/// How much of a derivation is told.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// Steps; of a longer derivation the first and the last ones are told.
    pub steps: usize,
    /// Columns.
    pub width: usize,
}

/// The steps, one line each, or more where a value is long. The steps of a trace are numbered from 0; elsewhere each step names
/// those that it follows from.
pub fn lines(derivation: &numbers::DerivationShown, bounds: Bounds) -> Vec<String> {
    let is_trace = derivation.is_trace();
    let count = derivation.steps.len();
    let digits = count.saturating_sub(1).to_string().len();
    let states: Vec<String> = derivation.steps.iter().map(state).collect();
    let is_shown = |place: usize| {
        count <= bounds.steps || place < bounds.steps / 2 || place + bounds.steps / 2 >= count
    };
    let shown = (0..count).filter(|place| is_shown(*place));
    let widest = shown.map(|place| states[place].chars().count()).max().unwrap_or(0);
    let widest = widest.min(bounds.width.saturating_sub(digits + 2 + 24).max(20));
    let mut lines = Vec::new();
    for (place, (step, state)) in derivation.steps.iter().zip(&states).enumerate() {
        if !is_shown(place) {
            if place == bounds.steps / 2 {
                let hidden = (0..count).filter(|place| !is_shown(*place)).count();
                lines.push(format!(
                    "{:digits$}  {hidden} steps are left out; -v tells all of them",
                    "…"
                ));
            }
            continue;
        }
        let step = parted(
            &format!("{place:digits$}  {state:widest$}"),
            &origin(step, is_trace),
            bounds.width,
        );
        lines.extend(step.lines().map(|line| line.trim_end().to_owned()));
    }
    lines
}

/// A step and its origin, which stays whole, in lines that fit.
fn parted(step: &str, origin: &str, width: usize) -> String {
    let step = fit(step, width);
    let last = step.lines().next_back().unwrap_or_default();
    match origin.is_empty() || columns(last) + 2 + columns(origin) <= width {
        true => format!("{step}  {origin}"),
        false => format!("{step}\n{:HANGING$}{origin}", ""),
    }
}

/// `P(x = 0, y = 1)`, or `false`.
fn state(step: &numbers::StepShown) -> String {
    let pairs = |values: &[(String, String)]| {
        let pairs = values.iter().map(|(name, value)| format!("{name} = {value}"));
        pairs.collect::<Vec<_>>().join(", ")
    };
    match &step.state {
        Some(state) if state.values.is_empty() => state.predicate.clone(),
        Some(state) => format!("{}({})", state.predicate, pairs(&state.values)),
        None => "false".to_owned(),
    }
}

/// The line of the clause and, where it is not the step before, what it follows from.
fn origin(step: &numbers::StepShown, is_trace: bool) -> String {
    let mut parts = Vec::new();
    if !is_trace && !step.premises.is_empty() {
        let premises: Vec<String> = step.premises.iter().map(usize::to_string).collect();
        parts.push(format!("from {}", premises.join(", ")));
    }
    parts.extend(step.line.map(|line| format!("line {line}")));
    parts.join(", ")
}

#[cfg(test)]
mod tests {
    use buttress_session::numbers;

    use super::*;

    fn step(value: Option<usize>, premises: &[usize]) -> numbers::StepShown {
        let state = value.map(|value| numbers::StateShown {
            predicate: "P".to_owned(),
            values: vec![("x".to_owned(), value.to_string())],
        });
        numbers::StepShown {
            clause: 0,
            line: Some(3),
            state,
            premises: premises.to_vec(),
            choices: Vec::new(),
        }
    }

    #[test]
    fn traces_are_numbered_and_trees_name_their_premises() {
        let bounds = Bounds { steps: 10, width: 100 };
        let trace = numbers::DerivationShown {
            steps: vec![step(Some(0), &[]), step(Some(10), &[0]), step(None, &[1])],
        };
        assert_eq!(
            lines(&trace, bounds),
            ["0  P(x = 0)   line 3", "1  P(x = 10)  line 3", "2  false      line 3"]
        );
        let tree = numbers::DerivationShown {
            steps: vec![step(Some(0), &[]), step(Some(1), &[0, 0]), step(None, &[1])],
        };
        assert_eq!(lines(&tree, bounds)[1], "1  P(x = 1)  from 0, 0, line 3");
    }

    #[test]
    fn long_values_go_on_in_the_next_line() {
        let list = (0..30).fold("nil".to_owned(), |rest, item| format!("cons({item}, {rest})"));
        let mut long = step(Some(0), &[]);
        long.state.as_mut().unwrap().values.push(("l".to_owned(), list));
        let derivation = numbers::DerivationShown { steps: vec![long, step(None, &[0])] };
        let wide = lines(&derivation, Bounds { steps: 10, width: usize::MAX });
        assert_eq!(wide.len(), 2);
        let shown = lines(&derivation, Bounds { steps: 10, width: 54 });
        assert!(shown.iter().all(|line| line.chars().count() <= 54), "{shown:?}");
        let words = |lines: &[String]| {
            let words = lines.iter().flat_map(|line| line.split_whitespace());
            words.map(str::to_owned).collect::<Vec<_>>()
        };
        assert_eq!(words(&shown), words(&wide));
    }

    #[test]
    fn long_tales_are_told_in_part() {
        let steps = (0..40).map(|place| match place {
            0 => step(Some(0), &[]),
            39 => step(None, &[38]),
            place => step(Some(place), &[place - 1]),
        });
        let derivation = numbers::DerivationShown { steps: steps.collect() };
        let shown = lines(&derivation, Bounds { steps: 6, width: 100 });
        assert_eq!(shown.len(), 7, "{shown:?}");
        assert_eq!(shown[3], "…   34 steps are left out; -v tells all of them");
        assert_eq!(lines(&derivation, Bounds { steps: usize::MAX, width: 100 }).len(), 40);
    }
}
