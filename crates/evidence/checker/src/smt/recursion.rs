//! Does every call of functions that are defined by recursion come to an end?
//!
//! If so, there is exactly one function for each definition, whatever the other symbols mean, and evaluation finds its
//! values. If not, a definition such as f(x) = f(x) + 1 may have no meaning at all, and a model says nothing.
//!
//! It is shown by looking at the calls in the bodies. A body is gone through from the outside, and what
//! must hold for a part to matter is noted: the condition of an `ite` around it, and the truth of
//! the other parts of an `and` (the falsity of those of an `or`) as far as no call is in these.
//! Then a place of the parameters is looked for at which no call passes anything but the parameter itself
//! or something smaller; where it is smaller nothing more is to be shown, and for the calls that are left
//! another place is looked for. *Smaller* is one of
//!
//! - a field, or a field of a field, of a value that is known to have been made with that field's constructor: values of
//!   datatypes are finite trees;
//! - an integer less by a constant, where a lower bound of the parameter is known, or greater by a constant, where an upper bound
//!   is. With b the least of the bounds of all these calls, max(0, x − b + 1) is a natural number that decreases.
//!
//! So the values at the places, in the order found, decrease lexicographically with every call, and the
//! functions are defined by recursion over a well-founded order: what a body comes to depends on smaller arguments alone.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use buttress_formats::smtlib::Recursive;
use buttress_logic::{Constructor, Function, Op, Sort, Term, Terms};

use super::form::LinearForms;
use super::monomial::Monomials;
use crate::limits::MOST_CALL_STEPS;

/// What is known where a part of a body matters: formulas that are true, or false.
#[derive(Clone, Default)]
struct Guards(Option<Rc<Layer>>);

/// What one part of the way adds.
struct Layer {
    formulas: Vec<(Term, bool)>,
    outside: Guards,
}

impl Guards {
    fn with(&self, known: Vec<(Term, bool)>) -> Guards {
        match known.is_empty() {
            true => self.clone(),
            false => Guards(Some(Rc::new(Layer { formulas: known, outside: self.clone() }))),
        }
    }

    /// All formulas, conjunctions taken apart.
    fn formulas(&self, terms: &Terms) -> Vec<(Term, bool)> {
        let (mut guards, mut open) = (self, Vec::new());
        while let Some(known) = &guards.0 {
            open.extend(known.formulas.iter().copied());
            guards = &known.outside;
        }
        let mut all = Vec::new();
        while let Some((formula, is_true)) = open.pop() {
            let parts = terms.arguments(formula);
            match (terms.op(formula), is_true) {
                (Op::Not, _) => open.push((parts[0], !is_true)),
                (Op::And, true) | (Op::Or, false) => {
                    open.extend(parts.iter().map(|part| (*part, is_true)));
                }
                _ => all.push((formula, is_true)),
            }
        }
        all
    }
}

/// A call in the body of a function.
struct Call {
    /// The parameters of the function in whose body it is, as terms.
    parameters: Vec<Term>,
    arguments: Vec<Term>,
    guards: Vec<(Term, bool)>,
}

/// How what a call passes at a place compares with the parameter at this place.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Passed {
    Same,
    Smaller,
    Other,
}

/// In which direction integers get smaller.
#[derive(Clone, Copy)]
enum Direction {
    Down,
    Up,
}

/// Does every call of these functions, which may call themselves and each other, come to an end?
pub fn ends(terms: &mut Terms, group: &[Recursive]) -> bool {
    let functions: HashSet<Function> = group.iter().map(|known| known.function).collect();
    let mut calls = Vec::new();
    for known in group {
        let parameters: Vec<Term> =
            known.parameters.iter().map(|bound| terms.bound(*bound)).collect();
        match calls_of(terms, known.body, &parameters, &functions) {
            Some(found) => calls.extend(found),
            None => return false,
        }
    }
    let terms = &*terms;
    let places = group.iter().map(|known| known.parameters.len()).min().unwrap_or(0);
    let mut forms = LinearForms::default();
    while !calls.is_empty() {
        let choices =
            (0..places).flat_map(|place| [(place, Direction::Down), (place, Direction::Up)]);
        let mut is_helped = false;
        for (place, direction) in choices {
            let passed: Vec<Passed> =
                calls.iter().map(|call| call.passed(terms, &mut forms, place, direction)).collect();
            if passed.contains(&Passed::Other) || !passed.contains(&Passed::Smaller) {
                continue;
            }
            let mut passed = passed.into_iter();
            calls.retain(|_| passed.next() == Some(Passed::Same));
            is_helped = true;
            break;
        }
        if !is_helped {
            return false;
        }
    }
    true
}

/// The calls of functions in a body; none if they cannot be told.
fn calls_of(
    terms: &Terms,
    body: Term,
    parameters: &[Term],
    functions: &HashSet<Function>,
) -> Option<Vec<Call>> {
    let is_call =
        |term: Term| matches!(terms.op(term), Op::Apply(function) if functions.contains(&function));
    let calling = calling(terms, body, is_call);
    let (mut calls, mut steps) = (Vec::new(), 0);
    let mut open = vec![(body, Guards::default())];
    while let Some((term, guards)) = open.pop() {
        if !calling.contains(&term) {
            continue;
        }
        steps += 1;
        if steps > MOST_CALL_STEPS {
            return None;
        }
        let arguments = terms.arguments(term);
        let op = terms.op(term);
        match op {
            Op::Forall(_) | Op::Exists(_) | Op::Lambda(_) => return None,
            Op::Ite => {
                let condition = arguments[0];
                open.push((condition, guards.clone()));
                open.push((arguments[1], guards.with(vec![(condition, true)])));
                open.push((arguments[2], guards.with(vec![(condition, false)])));
            }
            Op::And | Op::Or => {
                let free = arguments.iter().filter(|part| !calling.contains(part));
                let guards = guards.with(free.map(|part| (*part, op == Op::And)).collect());
                open.extend(arguments.iter().map(|part| (*part, guards.clone())));
            }
            _ => {
                if is_call(term) {
                    let (parameters, arguments) = (parameters.to_vec(), arguments.to_vec());
                    let guards = guards.formulas(terms);
                    calls.push(Call { parameters, arguments, guards });
                }
                open.extend(arguments.iter().map(|part| (*part, guards.clone())));
            }
        }
    }
    Some(calls)
}

/// The parts of a term with a call in them.
fn calling(terms: &Terms, root: Term, is_call: impl Fn(Term) -> bool) -> HashSet<Term> {
    let mut found: HashMap<Term, bool> = HashMap::new();
    let mut stack = vec![root];
    while let Some(&term) = stack.last() {
        if found.contains_key(&term) {
            stack.pop();
            continue;
        }
        let arguments = terms.arguments(term);
        let before = stack.len();
        stack.extend(arguments.iter().filter(|argument| !found.contains_key(*argument)));
        if stack.len() == before {
            found.insert(term, is_call(term) || arguments.iter().any(|argument| found[argument]));
        }
    }
    found.into_iter().filter(|(_, is_calling)| *is_calling).map(|(term, _)| term).collect()
}

impl Call {
    fn passed(
        &self,
        terms: &Terms,
        forms: &mut LinearForms,
        place: usize,
        direction: Direction,
    ) -> Passed {
        let (Some(&parameter), Some(&argument)) =
            (self.parameters.get(place), self.arguments.get(place))
        else {
            return Passed::Other;
        };
        let mut is_smaller = || match terms.sort_of(parameter) {
            Sort::INT => self.is_closer(terms, forms, parameter, argument, direction),
            _ => self.is_field(terms, parameter, argument),
        };
        match argument == parameter {
            true => Passed::Same,
            false if is_smaller() => Passed::Smaller,
            false => Passed::Other,
        }
    }

    /// Is the argument an integer nearer to a bound of the parameter?
    fn is_closer(
        &self,
        terms: &Terms,
        forms: &mut LinearForms,
        parameter: Term,
        argument: Term,
        direction: Direction,
    ) -> bool {
        if terms.sort_of(argument) != Sort::INT {
            return false;
        }
        let step = forms.difference(terms, argument, parameter);
        let is_step = step.terms().is_empty()
            && match direction {
                Direction::Down => step.constant_part().is_negative(),
                Direction::Up => step.constant_part().is_positive(),
            };
        let variable = Monomials::variable(parameter);
        is_step
            && self.guards.iter().any(|(formula, is_true)| {
                let is_equation = match (terms.op(*formula), is_true) {
                    (Op::Less | Op::LessEqual, _) => false,
                    (Op::Equal, true)
                        if terms.sort_of(terms.argument(*formula, 0)).is_arithmetic() =>
                    {
                        true
                    }
                    _ => return false,
                };
                // What is told to be positive, at least nearly: right − left, or the other way round.
                let form = forms.of_atom(terms, *formula);
                let [(single, factor)] = form.terms() else { return false };
                let is_lower = factor.is_positive() == *is_true;
                *single == variable
                    && (is_equation || is_lower == matches!(direction, Direction::Down))
            })
    }

    /// Is the argument a part of the parameter?
    fn is_field(&self, terms: &Terms, parameter: Term, argument: Term) -> bool {
        let mut part = argument;
        while let Op::SelectField(selector) = terms.op(part) {
            let whole = terms.argument(part, 0);
            if !self.is_made_with(terms, whole, terms.selector_constructor(selector)) {
                return false;
            }
            part = whole;
        }
        part == parameter && part != argument
    }

    /// Is a value known to be made with a constructor?
    fn is_made_with(&self, terms: &Terms, value: Term, constructor: Constructor) -> bool {
        let tests = self.guards.iter().filter_map(|(formula, is_true)| {
            match (terms.op(*formula), terms.arguments(*formula)) {
                (Op::Test(tested), [subject]) if *subject == value => Some((tested, *is_true)),
                _ => None,
            }
        });
        let tests: Vec<(Constructor, bool)> = tests.collect();
        let others = terms.constructors(terms.constructor_datatype(constructor)).into_iter();
        let mut others = others.filter(|other| *other != constructor);
        tests.contains(&(constructor, true)) || others.all(|other| tests.contains(&(other, false)))
    }
}
