//! How quantified formulas are decided: the fragment of each quantifier or the rule that it breaks,
//! the index sets with the reason for each index, the number of instances, the steps.
//!
//! Nothing is decided here; what is told is what `decide` will go by. Everything leaves as text
//! with its place in the script, so that front ends need to know nothing of terms.

mod explainer;
mod index_sets;
mod naming;
mod out_of_fragment;
mod partial;
mod steps;

use std::collections::HashMap;

use buttress_arrays::{
    ArrayProperty, Candidates, Fragment, Quantified, Reading, Role, Rule, normalise,
};
use buttress_formats::smtlib::{self, Command, Error, Position, Reader, Script};
use buttress_logic::{Op, TableKind, Term, Terms, Walk};

use self::explainer::Explainer;
pub use self::index_sets::{IndexClass, IndexRow, Instances, SortSize};
use self::naming::Naming;
pub use self::out_of_fragment::OutOfFragment;
use self::out_of_fragment::code;
pub(super) use self::partial::as_option;
pub use self::steps::{StepShown, Steps};

/// What is explained of a script.
#[derive(Clone, Debug, Default)]
pub struct Explanation {
    /// One for each check; if there is none, one for all assertions.
    pub checks: Vec<CheckExplanation>,
    /// Commands that are wrong.
    pub errors: Vec<Error>,
}

/// What is explained of one check.
#[derive(Clone, Debug, Default)]
pub struct CheckExplanation {
    /// Which check of the script it is, from 1.
    pub number: usize,
    /// The line of the command; `None` if the script has no check.
    pub line: Option<usize>,
    /// How many assertions and assumptions are to be satisfied.
    pub assertions: usize,
    /// The quantified formulas, in the order of the script.
    pub quantifiers: Vec<QuantifierExplanation>,
    /// The index sets: one for each group of variables that meet.
    pub classes: Vec<IndexClass>,
    /// The sizes of the thesis's sets: one for each sort.
    pub thesis: Vec<SortSize>,
    /// The instances of all quantifiers.
    pub instances: Instances,
    /// Are the index sets all there is? Otherwise instantiation makes ever new terms, or too many.
    pub is_closed: bool,
    /// The steps of the reduction, if they are wanted.
    pub steps: Option<Steps>,
}

/// What is explained of one quantified formula.
#[derive(Clone, Debug)]
pub struct QuantifierExplanation {
    /// The formula.
    pub text: String,
    /// Where it is written, or what it was made from.
    pub position: Option<Position>,
    /// Is it the formula itself that is written there?
    pub is_exact: bool,
    /// Is it under an even number of negations?
    pub is_positive: bool,
    /// What it is.
    pub kind: QuantifierKind,
    /// Its instances; 1 of what has no universal variable.
    pub instances: Instances,
}

/// What a quantified formula is.
#[derive(Clone, Debug)]
pub enum QuantifierKind {
    /// Universal and inside: the name of the fragment.
    Inside(&'static str),
    /// Existential: variables, each with the constant that stands for it. Variables over a few
    /// values have none.
    Existential(Vec<(String, String)>),
    /// Universal and outside: the parts that break a rule.
    OutOfFragment(Vec<OutOfFragment>),
}

impl CheckExplanation {
    /// The parts that break a rule, of all quantifiers.
    pub fn out_of_fragment(&self) -> impl Iterator<Item = &OutOfFragment> {
        self.quantifiers.iter().flat_map(|quantifier| match &quantifier.kind {
            QuantifierKind::OutOfFragment(parts) => parts.as_slice(),
            _ => &[],
        })
    }

    /// The first part that breaks this rule, or any.
    pub fn offender(&self, rule: Option<Rule>) -> Option<&OutOfFragment> {
        let is_it = |part: &&OutOfFragment| rule.is_none_or(|rule| part.code == code(rule));
        self.out_of_fragment().find(is_it).or_else(|| self.out_of_fragment().next())
    }

    /// Is every quantifier inside a fragment, and will instantiation end?
    pub fn is_inside(&self) -> bool {
        self.is_closed && self.out_of_fragment().next().is_none()
    }
}

/// Reads a script, its arrays as they are to be read, and explains its checks.
pub fn explain(bytes: &[u8], reading: smtlib::Reading, wants_steps: bool) -> Explanation {
    let mut reader = Reader::of(bytes);
    let (mut script, mut terms) = (Script::with_positions().with_reading(reading), Terms::new());
    let mut explanation = Explanation::default();
    while let Some(sexpr) = reader.next_command() {
        let (line, command) = match sexpr {
            Ok(sexpr) => (sexpr.place().line, script.command(&mut terms, &sexpr)),
            Err(error) => (0, Err(error)),
        };
        let assumptions = match command {
            Ok(Command::Exit) => break,
            Ok(Command::CheckSat) => Vec::new(),
            Ok(Command::CheckSatAssuming(assumptions)) => assumptions,
            Ok(_) => continue,
            Err(error) => {
                explanation.errors.push(error);
                continue;
            }
        };
        let check = explain_check(&script, &terms, &assumptions, wants_steps);
        let number = explanation.checks.len() + 1;
        explanation.checks.push(CheckExplanation { number, line: Some(line), ..check });
    }
    if explanation.checks.is_empty() {
        let check = explain_check(&script, &terms, &[], wants_steps);
        explanation.checks.push(CheckExplanation { number: 1, ..check });
    }
    explanation
}

/// Explains the assertions that a script has reached, with assumptions.
pub fn explain_check(
    script: &Script,
    terms: &Terms,
    assumptions: &[Term],
    wants_steps: bool,
) -> CheckExplanation {
    // Recursive definitions are unfolded, and are no matter of index sets.
    let assertions = script.assertions().iter().filter(|assertion| !assertion.is_definition);
    let assertions = assertions.map(|assertion| assertion.formula);
    let formulas: Vec<Term> = assertions.chain(assumptions.iter().copied()).collect();
    let (assertions, is_closed) = (formulas.len(), true);
    if !has_quantifier(terms, &formulas) {
        return CheckExplanation { assertions, is_closed, ..CheckExplanation::default() };
    }
    // What is made on the way is nobody else's business.
    let mut terms = terms.clone();
    let naming = Naming::new(&mut terms, &formulas);
    let formula = terms.and(&formulas);
    let mut explainer = Explainer { script, terms, naming, witnessed: HashMap::new() };
    let mut explanation = explainer.check(formula);
    explanation.assertions = assertions;
    if wants_steps {
        explanation.steps = Some(explainer.steps(formula));
    }
    explanation
}

impl Explainer<'_> {
    fn check(&mut self, formula: Term) -> CheckExplanation {
        let normal = normalise(&mut self.terms, formula);
        let properties: Vec<ArrayProperty> =
            normal.properties.iter().map(|(_, property)| property.clone()).collect();
        let terms = &mut self.terms;
        let candidates = Candidates::new(terms, &[normal.formula], &properties, Reading::SmtLib);
        let is_partial = normal.violation().is_some() && partial::is_guarded(terms, formula);
        self.witnessed = out_of_fragment::witnessed(terms, &normal.quantified);
        let mut quantifiers = Vec::new();
        for quantified in &normal.quantified {
            quantifiers.push(self.quantifier(quantified, &candidates, is_partial));
        }
        let order = in_order(&quantifiers);
        let mut numbers = vec![0; order.len()];
        for (number, place) in order.iter().enumerate() {
            numbers[*place] = number + 1;
        }
        CheckExplanation {
            quantifiers: order.iter().map(|place| quantifiers[*place].clone()).collect(),
            classes: self.classes(&candidates, &normal.quantified, &numbers),
            thesis: index_sets::thesis(&self.terms, &candidates),
            instances: Instances::of(&self.terms, &candidates, &properties),
            is_closed: candidates.is_closed() || is_partial,
            ..CheckExplanation::default()
        }
    }

    fn quantifier(
        &mut self,
        quantified: &Quantified,
        candidates: &Candidates,
        is_partial: bool,
    ) -> QuantifierExplanation {
        let formula = quantified.formula;
        let exact = self.position_of(formula);
        let position = exact.or_else(|| self.position_around(formula));
        let instances = match &quantified.role {
            Role::Universal { properties, .. } => {
                Instances::of(&self.terms, candidates, properties)
            }
            Role::Existential { .. } => Instances::ONE,
        };
        let kind = match &quantified.role {
            Role::Existential { witnesses } => {
                let shown = witnesses.iter().map(|(bound, witness)| {
                    let variable = self.terms.bound_name(*bound).to_owned();
                    (variable, self.naming.show(&mut self.terms, *witness))
                });
                QuantifierKind::Existential(shown.collect())
            }
            Role::Universal { fragment: Fragment::Outside(_), .. } if is_partial => {
                QuantifierKind::Inside("guarded partial")
            }
            Role::Universal { properties, fragment, .. } => {
                match self.parts_outside(properties, candidates, position) {
                    parts if !parts.is_empty() => QuantifierKind::OutOfFragment(parts),
                    _ if reads_hashtable(&self.terms, formula) => {
                        QuantifierKind::Inside("hashtable")
                    }
                    _ => QuantifierKind::Inside(fragment.name()),
                }
            }
        };
        let text = self.naming.show(&mut self.terms, formula);
        let is_positive = quantified.polarity.is_positive();
        let is_exact = exact.is_some();
        QuantifierExplanation { text, position, is_exact, is_positive, kind, instances }
    }

    /// What of these properties breaks a rule, each once.
    fn parts_outside(
        &mut self,
        properties: &[ArrayProperty],
        candidates: &Candidates,
        quantifier: Option<Position>,
    ) -> Vec<OutOfFragment> {
        let mut parts: Vec<OutOfFragment> = Vec::new();
        for property in properties {
            let violation = match property.fragment {
                Fragment::Outside(violation) => violation,
                // Without finitely many terms, the rules of T_A have to be kept.
                Fragment::Propositional { violation, .. } if !candidates.is_closed() => violation,
                _ => continue,
            };
            let part = self.out_of_fragment(property, violation, quantifier);
            if !parts.contains(&part) {
                parts.push(part);
            }
        }
        parts
    }
}

/// The places of quantifiers in the order in which they come in the script.
fn in_order(quantifiers: &[QuantifierExplanation]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..quantifiers.len()).collect();
    order.sort_by_key(|place| {
        let position = quantifiers[*place].position;
        position.map_or((usize::MAX, 0), |position| {
            (position.used_at.unwrap_or(position.span).offset, position.span.offset)
        })
    });
    order
}

/// Does a quantifier occur in these formulas?
fn has_quantifier(terms: &Terms, formulas: &[Term]) -> bool {
    let mut walk = Walk::of(formulas);
    while let Some(term) = walk.step() {
        if matches!(terms.op(term), Op::Forall(_) | Op::Exists(_)) {
            return true;
        }
        walk.enter(terms.arguments(term));
    }
    false
}

/// Does the formula ask a hashtable for something?
fn reads_hashtable(terms: &Terms, formula: Term) -> bool {
    let mut walk = Walk::of(&[formula]);
    while let Some(term) = walk.step() {
        if let (Op::Select, [table, _]) = (terms.op(term), terms.arguments(term))
            && let Some((TableKind::Hash, ..)) = terms.table_parts(terms.sort_of(*table))
        {
            return true;
        }
        walk.enter(terms.arguments(term));
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str) -> CheckExplanation {
        let text = format!("(declare-const a (Array Int Int))(declare-const n Int)\n{text}");
        let mut explanation = explain(text.as_bytes(), smtlib::Reading::PLAIN, true);
        assert!(explanation.errors.is_empty(), "{:?}", explanation.errors);
        explanation.checks.remove(0)
    }

    /// Number, column and kind of each quantifier.
    fn kinds(check: &CheckExplanation) -> Vec<String> {
        let shown = check.quantifiers.iter().map(|entry| {
            let column = entry.position.map_or(0, |position| position.span.place.column);
            let kind = match &entry.kind {
                QuantifierKind::Inside(name) => (*name).to_owned(),
                QuantifierKind::Existential(constants) => format!("{constants:?}"),
                QuantifierKind::OutOfFragment(parts) => parts
                    .iter()
                    .map(|part| {
                        let column = part.position.map_or(0, |place| place.span.place.column);
                        format!("{} {column} {} {}", part.code, part.is_exact, part.part)
                    })
                    .collect(),
            };
            format!("{column} {} {kind}", if entry.is_positive { "+" } else { "-" })
        });
        shown.collect()
    }

    #[test]
    fn polarity_decides_what_exists() {
        let check = check(
            "(assert (= (forall ((i Int)) (= (select a i) n)) (exists ((i Int)) (= (select a i) 1))))",
        );
        let expected =
            ["12 + T_A^Z", "12 - [(\"i\", \"i!1\")]", "50 + [(\"i\", \"i!2\")]", "50 - T_A^Z"];
        let mut found = kinds(&check);
        found.sort_unstable();
        assert_eq!(found, expected);
        assert!(check.is_inside());
    }

    #[test]
    fn parts_are_found_behind_the_constants_that_stand_for_variables() {
        let check =
            check("(assert (exists ((k Int)) (forall ((i Int)) (= (select a (+ i k)) 0))))");
        assert_eq!(kinds(&check)[1], "27 + SM0401 58 true (+ i k!1)");
        assert!(!check.is_inside());
    }

    #[test]
    fn every_variable_ranges_over_the_set_of_its_class() {
        let check = check(
            "(declare-const b (Array Int Int)) (assert (= (select b 7) 0)) (assert (= (select a 3) 0))
             (assert (forall ((i Int)) (<= 0 (select a i))))
             (assert (forall ((j Int)) (=> (<= n j) (<= 0 (select b j)))))",
        );
        let sets: Vec<Vec<&str>> = check
            .classes
            .iter()
            .map(|class| class.indices.iter().map(|row| row.term.as_str()).collect())
            .collect();
        assert_eq!(sets, [vec!["3"], vec!["7", "n"]]);
        assert_eq!(check.thesis, [SortSize { sort: "Int".to_owned(), size: 3 }]);
        assert_eq!(check.instances, Instances { small: Some(3), thesis: Some(6) });
    }

    #[test]
    fn endless_terms_are_no_complete_index_set() {
        let endless = check(
            "(declare-sort U 0) (declare-fun f (U) U) (declare-const c U)
             (assert (forall ((x U)) (not (= (f x) x)))) (assert (= (f c) c))",
        );
        assert!(!endless.is_closed && !endless.is_inside());
        let steps = endless.steps.expect("they were wanted");
        assert!(steps.note.is_some() && !steps.steps.is_empty());
    }

    #[test]
    fn without_quantifiers_there_is_nothing_to_explain() {
        let check = check("(assert (= (select a n) 1))");
        assert!(check.quantifiers.is_empty() && check.is_inside() && check.steps.is_none());
    }
}
