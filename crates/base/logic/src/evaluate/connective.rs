//! Formulas of which a part cannot be evaluated: ⊤ ∨ F is true all the same.

use std::collections::HashMap;

use super::evaluator::Evaluator;
use crate::{Op, Sort, Term, Value};

impl Evaluator<'_> {
    /// The value of a formula as far as its connectives tell it from those of their parts that can
    /// be evaluated.
    pub(super) fn value_of_connectives(&mut self, formula: Term) -> Option<bool> {
        let terms = self.terms;
        let mut known: HashMap<Term, Option<bool>> = HashMap::new();
        let mut stack = vec![formula];
        while let Some(&term) = stack.last() {
            if known.contains_key(&term) {
                stack.pop();
                continue;
            }
            let op = terms.op(term);
            let is_connective = matches!(op, Op::Not | Op::And | Op::Or)
                || (op == Op::Ite && terms.sort_of(term) == Sort::BOOL);
            if !is_connective {
                let value = self.value(term).ok();
                known.insert(term, value.map(|value| value == Value::TRUE));
                continue;
            }
            let arguments = terms.arguments(term);
            let before = stack.len();
            stack.extend(arguments.iter().filter(|argument| !known.contains_key(argument)));
            if stack.len() > before {
                continue;
            }
            let parts: Vec<Option<bool>> =
                arguments.iter().map(|argument| known[argument]).collect();
            let value = match (op, &parts[..]) {
                (Op::Not, [part]) => part.map(|part| !part),
                (Op::And | Op::Or, _) if parts.contains(&Some(op == Op::Or)) => Some(op == Op::Or),
                (Op::And | Op::Or, _) if parts.contains(&None) => None,
                (Op::And | Op::Or, _) => Some(op == Op::And),
                (Op::Ite, [Some(condition), then, otherwise]) => {
                    if *condition {
                        *then
                    } else {
                        *otherwise
                    }
                }
                (Op::Ite, [None, then, otherwise]) => then.filter(|_| then == otherwise),
                _ => None,
            };
            known.insert(term, value);
        }
        known[&formula]
    }
}
