//! A derivation told in the words of the file: which clause concludes which state.

use std::collections::{HashMap, HashSet};

use buttress_horn::{Conclusions, Derivation, DerivationFlaw, Horn};
use buttress_logic::{Term, Terms, Value, ValueKind, Values};

use super::infix::Infix;
use super::names::parameter_names;

use crate::limits::MOST_SHOWN_LEVELS;

/// Steps, each after its premises; the last one concludes `false`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct DerivationShown {
    /// In order.
    pub steps: Vec<StepShown>,
}

/// One clause applied to values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StepShown {
    /// The position of the clause in the file.
    pub clause: usize,
    /// The line in which the clause begins, if the file has lines for clauses.
    pub line: Option<usize>,
    /// What is concluded; none for `false`.
    pub state: Option<StateShown>,
    /// The steps that conclude the premises.
    pub premises: Vec<usize>,
    /// Variables of the clause that are no argument of premises or conclusion, with their values.
    pub choices: Vec<(String, String)>,
}

/// A predicate at values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StateShown {
    /// The predicate.
    pub predicate: String,
    /// The names of its arguments and their values.
    pub values: Vec<(String, String)>,
}

impl DerivationShown {
    /// Replays the derivation and tells it.
    pub fn of(
        terms: &Terms,
        horn: &Horn,
        lines: &[usize],
        derivation: &Derivation,
    ) -> Result<DerivationShown, DerivationFlaw> {
        derivation.replay(terms, horn)?;
        DerivationShown::of_steps(terms, horn, lines, derivation)
    }

    /// The same of a derivation of whatever its last step concludes.
    pub fn of_steps(
        terms: &Terms,
        horn: &Horn,
        lines: &[usize],
        derivation: &Derivation,
    ) -> Result<DerivationShown, DerivationFlaw> {
        let Conclusions { steps: conclusions, mut values } = derivation.conclusions(terms, horn)?;
        let no_names = HashMap::new();
        let words = Infix::new(terms, &no_names);
        let steps = derivation.steps.iter().zip(conclusions);
        let steps = steps.map(|(step, conclusion)| {
            let clause = horn.clause(step.clause);
            let state = clause.head.as_ref().zip(conclusion).map(|(head, concluded)| StateShown {
                predicate: horn.predicate(head.predicate).name.clone(),
                values: parameter_names(terms, horn, head.predicate)
                    .into_iter()
                    .zip(
                        concluded
                            .iter()
                            .map(|value| value_text(terms, &mut values, *value, MOST_SHOWN_LEVELS)),
                    )
                    .collect(),
            });
            let applications = clause.body.iter().chain(&clause.head);
            let arguments: HashSet<Term> =
                applications.flat_map(|it| it.arguments.iter().copied()).collect();
            let choices = clause.variables.iter().zip(&step.values);
            let choices = choices
                .filter(|(variable, _)| !arguments.contains(variable))
                .map(|(variable, value)| {
                    let text = |term| words.text(term);
                    (text(*variable), text(*value))
                })
                .collect();
            StepShown {
                clause: step.clause.index(),
                line: lines.get(step.clause.index()).copied(),
                state,
                premises: step.premises.clone(),
                choices,
            }
        });
        Ok(DerivationShown { steps: steps.collect() })
    }

    /// Has every step at most one premise? Then the derivation is a trace.
    pub fn is_trace(&self) -> bool {
        let follows = |(place, step): (usize, &StepShown)| match step.premises[..] {
            [] => place == 0,
            [premise] => premise + 1 == place,
            _ => false,
        };
        self.steps.iter().enumerate().all(follows)
    }
}

/// A number, a truth value, an array as in `[0, 3: 7]`: 7 at 3 and 0 elsewhere, or a value of a datatype as in `cons(7, nil)`.
fn value_text(terms: &Terms, values: &mut Values, value: Value, levels: usize) -> String {
    if levels == 0 {
        return "…".to_owned();
    }
    match values.kind(value).clone() {
        ValueKind::Bool(truth) => truth.to_string(),
        ValueKind::Number(_, number) => number.to_string(),
        ValueKind::Datatype(constructor, fields) => {
            let name = terms.constructor_name(constructor).to_owned();
            let fields = fields.iter().map(|field| value_text(terms, values, *field, levels - 1));
            match fields.collect::<Vec<String>>().as_slice() {
                [] => name,
                fields => format!("{name}({})", fields.join(", ")),
            }
        }
        ValueKind::Array(..) => {
            let (Some(default), Some(exceptions)) =
                (values.default_of(value), values.exceptions(value))
            else {
                return "?".to_owned();
            };
            let mut part = |value| value_text(terms, values, value, levels - 1);
            let mut parts = vec![part(default)];
            for (index, reading) in exceptions {
                parts.push(format!("{}: {}", part(index), part(reading)));
            }
            format!("[{}]", parts.join(", "))
        }
        ValueKind::Element(..) => "?".to_owned(),
    }
}
