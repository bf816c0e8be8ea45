//! The steps of the reduction, as text of bearable length.

use buttress_arrays::reduce::{Step, Strength};
use buttress_arrays::{Reading, reduce};
use buttress_logic::Term;

use super::explainer::Explainer;
use crate::limits::{LONGEST_STEP, MOST_INSTANCES};

/// The steps of the reduction.
#[derive(Clone, Debug, Default)]
pub struct Steps {
    /// The steps, in order; none if there would be too many instances.
    pub steps: Vec<StepShown>,
    /// Why there are none, or what they do not tell.
    pub note: Option<String>,
}

/// A step of the reduction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StepShown {
    /// What is done.
    pub name: &'static str,
    /// The formula afterwards, as far as it is shown.
    pub text: String,
    /// How many characters the whole formula has.
    pub length: usize,
    /// Is the formula the one before?
    pub is_unchanged: bool,
}

impl Explainer<'_> {
    /// The steps from a formula to a quantifier-free one.
    pub(super) fn steps(&mut self, formula: Term) -> Steps {
        let reduction = match reduce(&mut self.terms, formula, Reading::SmtLib, MOST_INSTANCES) {
            Ok(reduction) => reduction,
            Err(error) => return Steps { steps: Vec::new(), note: Some(error.to_string()) },
        };
        let note = match reduction.strength {
            Strength::Equisatisfiable => None,
            Strength::Weaker(_) => Some(
                "the last formula says less than the first: if it has no model, neither has the \
                 first"
                    .to_owned(),
            ),
        };
        Steps { steps: reduction.steps.iter().map(|step| self.step(step)).collect(), note }
    }

    fn step(&mut self, step: &Step) -> StepShown {
        let mut text = self.naming.show_all(&mut self.terms, step.output);
        let length = text.chars().count();
        if let Some((end, _)) = text.char_indices().nth(LONGEST_STEP) {
            text.truncate(end);
            text.push('…');
        }
        let is_unchanged = step.input == step.output;
        StepShown { name: step.name.name(), text, length, is_unchanged }
    }
}
