//! A part that is outside the fragments: what, where, the rule, and what to do about it.

use std::collections::{HashMap, HashSet};
use std::fmt;

use buttress_arrays::{ArrayProperty, Quantified, Role, Rule, Violation};
use buttress_formats::smtlib::Position;
use buttress_logic::{Op, Sort, Term, Terms, substitute};

use super::explainer::Explainer;
use crate::limits::{SENTENCE_LENGTH, TITLE_LENGTH};

/// A part that breaks a rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OutOfFragment {
    /// The code under which `buttress explain` has a page.
    pub code: &'static str,
    /// The part.
    pub part: String,
    /// The rule, as a sentence.
    pub rule: &'static str,
    /// Where the part is written, or else the quantifier around it.
    pub position: Option<Position>,
    /// Is it the part itself that is written there?
    pub is_exact: bool,
    /// A formula inside the fragment that says the same, if one is known.
    pub help: Option<String>,
}

impl OutOfFragment {
    /// What is outside, in a line.
    pub fn title(&self) -> String {
        format!("{} is outside the array property fragments", self.beginning(TITLE_LENGTH))
    }

    /// The beginning of the part.
    fn beginning(&self, letters: usize) -> String {
        match self.part.char_indices().nth(letters) {
            Some((end, _)) => format!("{}…", &self.part[..end]),
            None => self.part.clone(),
        }
    }
}

impl fmt::Display for OutOfFragment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let part = self.beginning(SENTENCE_LENGTH);
        write!(f, "outside the array property fragments: {part}: {}", self.rule)
    }
}

/// The code of a rule.
pub(super) fn code(rule: Rule) -> &'static str {
    match rule {
        Rule::ArithmeticOnUniversal => "SM0401",
        Rule::NestedRead => "SM0402",
        Rule::ReadInGuard => "SM0403",
        Rule::StrictOrder => "SM0404",
        Rule::UniversalsDiffer => "SM0405",
        Rule::UniversalInValue => "SM0406",
        Rule::WriteAtUniversal => "SM0407",
        Rule::Alternation => "SM0408",
        Rule::ArrayDifference => "SM0409",
        Rule::RationalOrder => "SM0410",
        Rule::UniversalSort => "SM0411",
        Rule::QuantifierInTerm => "SM0412",
        Rule::TooLarge => "SM0413",
    }
}

impl Explainer<'_> {
    /// The part of a property that breaks a rule; the quantifier's own place is the last resort.
    pub(super) fn out_of_fragment(
        &mut self,
        property: &ArrayProperty,
        violation: Violation,
        quantifier: Option<Position>,
    ) -> OutOfFragment {
        // A quantifier whose scope was narrowed is still the one that is written there.
        let bounds = self.terms.quantified(violation.part).to_vec();
        let own = bounds.iter().find_map(|bound| self.script.position_of_quantifier(*bound));
        let exact = self.position_of(violation.part).or(own);
        let position = exact.or_else(|| self.position_around(violation.part)).or(quantifier);
        OutOfFragment {
            code: code(violation.rule),
            part: self.naming.show(&mut self.terms, violation.part),
            rule: violation.rule.sentence(),
            position,
            is_exact: exact.is_some(),
            help: self.help(property, violation),
        }
    }

    /// Where a term is written, if it was not changed but for constants and negations.
    pub(super) fn position_of(&mut self, term: Term) -> Option<Position> {
        let original = substitute(&mut self.terms, term, &self.witnessed);
        let negated = match self.terms.sort_of(original) {
            Sort::BOOL => self.terms.not(original),
            _ => original,
        };
        [term, original, negated].iter().find_map(|term| self.script.position_of(*term))
    }

    /// Where a quantifier is written whose variable occurs in a term, also as its own.
    pub(super) fn position_around(&self, term: Term) -> Option<Position> {
        let mut seen = HashSet::new();
        let mut stack = vec![term];
        while let Some(term) = stack.pop() {
            let found = match self.terms.op(term) {
                Op::Bound(bound) => self.script.position_of_quantifier(bound),
                Op::Forall(binder) | Op::Exists(binder) => {
                    let bounds = self.terms.binder(binder);
                    bounds.iter().find_map(|bound| self.script.position_of_quantifier(*bound))
                }
                _ => None,
            };
            if found.is_some() {
                return found;
            }
            if seen.insert(term) {
                stack.extend(self.terms.arguments(term));
            }
        }
        None
    }

    /// What may be written instead, where it is known to mean the same.
    ///
    /// A guard i < j may become i ≤ j, and a guard i ≠ j may be left out, if what it guards holds
    /// for i = j anyway.
    fn help(&mut self, property: &ArrayProperty, violation: Violation) -> Option<String> {
        let Violation { part, rule } = violation;
        if !matches!(rule, Rule::StrictOrder | Rule::UniversalsDiffer) {
            return None;
        }
        let [left, right] = *self.terms.arguments(part) else { return None };
        let is_variable = |term| matches!(self.terms.op(term), Op::Bound(_));
        if !is_variable(left) || !is_variable(right) {
            return None;
        }
        let value = match self.terms.op(property.value) {
            Op::Or => self.terms.arguments(property.value).to_vec(),
            _ => vec![property.value],
        };
        let reads = value.into_iter().filter(|disjunct| !self.is_about(*disjunct, left, right));
        let reads: Vec<Term> = reads.collect();
        let map = HashMap::from([(right, left)]);
        let holds = reads.into_iter().any(|disjunct| {
            let same = substitute(&mut self.terms, disjunct, &map);
            let is_reflexive = matches!(self.terms.op(same), Op::Equal | Op::LessEqual);
            is_reflexive && self.terms.argument(same, 0) == self.terms.argument(same, 1)
        });
        if !holds {
            return None;
        }
        let (left, right) =
            (self.naming.show(&mut self.terms, left), self.naming.show(&mut self.terms, right));
        Some(match rule {
            Rule::StrictOrder => format!(
                "write (<= {left} {right}), which says the same here: what it guards holds for \
                 {left} = {right} anyway"
            ),
            _ => format!(
                "leave it out, which says the same here: what it guards holds for {left} = {right} \
                 anyway"
            ),
        })
    }

    /// Is it a comparison of these variables themselves?
    fn is_about(&self, formula: Term, left: Term, right: Term) -> bool {
        let atom = match self.terms.op(formula) {
            Op::Not => self.terms.argument(formula, 0),
            _ => formula,
        };
        let arguments = self.terms.arguments(atom);
        arguments == [left, right] || arguments == [right, left]
    }
}

/// The variables that constants stand for, by the constants.
pub(super) fn witnessed(terms: &mut Terms, quantified: &[Quantified]) -> HashMap<Term, Term> {
    let mut variables = HashMap::new();
    for quantified in quantified {
        if let Role::Existential { witnesses } = &quantified.role {
            for (bound, witness) in witnesses {
                variables.insert(*witness, terms.bound(*bound));
            }
        }
    }
    variables
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_has_a_code_of_its_own() {
        let codes: HashSet<&str> = Rule::ALL.into_iter().map(code).collect();
        assert_eq!(codes.len(), Rule::ALL.len());
    }
}
