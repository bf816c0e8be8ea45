//! Why a formula fails in a model: the values of its quantified variables, and the comparison that is left.

use buttress_logic::{Evaluator, Model, Op, Sort, Term, Terms, Value as Element, ValueKind};
use buttress_numeric::Integer;
use buttress_pi::Value;

use super::comparison::Comparison;
use crate::limits::{WITNESS_DEPTH, WITNESS_STEPS};

/// Why a formula is false.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Witnesses {
    /// Values of quantified variables, by name.
    pub values: Vec<(String, Value)>,
    /// What is left of the formula then, as in `7 <= 3`.
    pub instance: Option<Comparison>,
}

/// Why this formula, which is false in the model, is false.
pub fn witnesses(terms: &Terms, model: &mut Model, formula: Term) -> Witnesses {
    let mut finder = Finder {
        terms,
        values: Vec::new(),
        failing: None,
        evaluator: Evaluator::new(terms, model).limited(WITNESS_STEPS),
    };
    finder.descend(formula, false, WITNESS_DEPTH);
    let Finder { values, failing, .. } = finder;
    let sorts = |(name, element): (String, Element)| {
        let value = scalar(model, element)?;
        Some((name, value))
    };
    let values: Vec<(String, Value)> = values.into_iter().filter_map(sorts).collect();
    Witnesses { values, instance: failing }
}

struct Finder<'a> {
    terms: &'a Terms,
    values: Vec<(String, Element)>,
    /// The comparison that fails, with its sides evaluated.
    failing: Option<Comparison>,
    evaluator: Evaluator<'a>,
}

impl Finder<'_> {
    /// Looks at a formula that has this truth value.
    fn descend(&mut self, formula: Term, is_true: bool, depth: usize) {
        let Some(depth) = depth.checked_sub(1) else { return };
        let arguments = self.terms.arguments(formula);
        match (self.terms.op(formula), is_true) {
            (Op::Not, _) => self.descend(arguments[0], !is_true, depth),
            (Op::Forall(_), false) | (Op::Exists(_), true) => {
                let Ok(Some(chosen)) = self.evaluator.counterexample(formula) else { return };
                for (bound, element) in chosen {
                    self.values.push((self.terms.bound_name(bound).to_owned(), element));
                    self.evaluator.bind(bound, element);
                }
                self.descend(arguments[0], is_true, depth);
            }
            (Op::And, false) | (Op::Or, true) => {
                let decides = |finder: &mut Self, argument: &Term| {
                    finder.evaluator.holds(*argument) == Ok(is_true)
                };
                let decisive = arguments.iter().find(|argument| decides(self, argument));
                if let Some(decisive) = decisive {
                    self.descend(*decisive, is_true, depth);
                }
            }
            (Op::And, true) | (Op::Or, false) => {
                for argument in arguments {
                    self.descend(*argument, is_true, depth);
                }
            }
            // Atoms of guards are true; what is guarded is false.
            (Op::LessEqual, false) => self.compare(formula, "<="),
            (Op::Less, false) => self.compare(formula, "<"),
            (Op::Equal, false) => self.compare(formula, "="),
            _ => {}
        }
    }

    /// Notes a comparison that fails.
    fn compare(&mut self, formula: Term, sign: &'static str) {
        let arguments = self.terms.arguments(formula);
        let mut sides = Vec::new();
        for argument in arguments {
            let Ok(element) = self.evaluator.value(*argument) else { return };
            let Some(value) = scalar(self.evaluator.model(), element) else { return };
            sides.push(value);
        }
        if let Ok([left, right]) = <[Value; 2]>::try_from(sides) {
            self.failing.get_or_insert(Comparison { left, sign, right, subject: None });
        }
    }
}

/// A number or a truth value; none for anything else.
pub fn scalar(model: &Model, element: Element) -> Option<Value> {
    match model.values.kind(element) {
        ValueKind::Bool(value) => Some(Value::Bool(*value)),
        ValueKind::Number(Sort::INT, number) => {
            Integer::from_rational(number.clone()).map(Value::Int)
        }
        ValueKind::Number(_, number) => Some(Value::Float(number.clone())),
        _ => None,
    }
}
