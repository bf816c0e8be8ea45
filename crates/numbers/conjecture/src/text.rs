//! What the text of a system suggests: atoms, linear forms, constants, and the goals of queries.

use std::collections::{BTreeSet, HashMap};

use buttress_budget::{Budget, Exhausted};
use buttress_horn::{Application, Clause, Horn, PredicateId};
use buttress_logic::{Op, Rational, Sort, Term, Terms, Walk};
use buttress_numeric::{Polynomial, Variable};

use crate::form;
use crate::limits::{MOST_PATHS, MOST_SUGGESTIONS};
use crate::paths::{atoms, paths};
use crate::view::View;

/// A form from the text and the constants that it is compared with.
#[derive(Clone, Debug)]
pub(crate) struct TextForm {
    /// Without constant, whole and primitive, the first coefficient positive.
    pub(crate) form: Polynomial,
    /// What it is compared with.
    pub(crate) constants: BTreeSet<Rational>,
}

/// What was found for one predicate.
#[derive(Clone, Debug, Default)]
pub(crate) struct Suggestions {
    /// Atoms of the text over the parameters that are no comparisons of polynomials.
    pub(crate) others: Vec<Term>,
    /// Forms that are compared with constants.
    pub(crate) forms: Vec<TextForm>,
    /// Atoms on which states divide, those of steps first.
    pub(crate) guards: Vec<Term>,
    /// How many of them are guards of steps.
    pub(crate) step_guards: usize,
    /// Formulas that exclude bad states.
    pub(crate) goals: Vec<Term>,
    /// Polynomials that the text equates with zero.
    pub(crate) equations: Vec<Polynomial>,
}

impl Suggestions {
    /// Adds a form with constants that it may be compared with.
    pub(crate) fn add_form(&mut self, form: Polynomial, constants: Vec<Rational>) {
        match self.forms.iter_mut().find(|text| text.form == form) {
            Some(text) => text.constants.extend(constants),
            None => {
                let constants = constants.into_iter().collect();
                self.forms.push(TextForm { form, constants });
                self.forms.truncate(MOST_SUGGESTIONS);
            }
        }
    }
}

/// Everything from the text.
#[derive(Clone, Debug, Default)]
pub(crate) struct Text {
    /// By predicate.
    pub(crate) of: Vec<Suggestions>,
    /// The constants, with their neighbours.
    pub(crate) constants: Vec<Rational>,
    /// By clause, the same with variables for arguments.
    pub(crate) clauses: Vec<Clause>,
    /// By clause its paths; none if there are too many.
    pub(crate) paths: Vec<Option<Vec<Vec<Term>>>>,
}

impl Text {
    /// Reads a system.
    pub(crate) fn new(terms: &mut Terms, horn: &Horn, budget: &Budget) -> Result<Text, Exhausted> {
        let mut text = Text {
            of: vec![Suggestions::default(); horn.predicates.len()],
            constants: constants(terms, horn),
            clauses: horn.clauses.iter().map(|clause| flat(terms, clause)).collect(),
            paths: Vec::new(),
        };
        for clause in &text.clauses {
            budget.poll()?;
            text.paths.push(paths(terms, clause.constraint, MOST_PATHS));
        }
        let clauses = text.clauses.clone();
        // Guards of steps before what is seen from the head and from queries.
        for is_step in [true, false] {
            for (clause, paths) in clauses.iter().zip(text.paths.clone()) {
                for premise in &clause.body {
                    if is_step == clause.head.is_some() {
                        text.read(terms, horn, clause, &paths, premise, budget)?;
                    }
                }
            }
            if is_step {
                for suggestions in &mut text.of {
                    suggestions.step_guards = suggestions.guards.len();
                }
            }
        }
        for (clause, paths) in clauses.iter().zip(text.paths.clone()) {
            if let Some(head) = &clause.head {
                text.read(terms, horn, clause, &paths, head, budget)?;
            }
        }
        text.read_goals(terms, horn, budget)?;
        Ok(text)
    }

    fn read(
        &mut self,
        terms: &mut Terms,
        horn: &Horn,
        clause: &Clause,
        paths: &Option<Vec<Vec<Term>>>,
        application: &Application,
        budget: &Budget,
    ) -> Result<(), Exhausted> {
        let parameters = &horn.predicate(application.predicate).parameters;
        let whole = vec![atoms(terms, clause.constraint)];
        let (literals, top) = match paths {
            Some(paths) => (paths, None),
            None => (&whole, Some(terms.conjuncts(clause.constraint))),
        };
        for path in literals {
            budget.poll()?;
            let equations = top.as_ref().unwrap_or(path);
            let view = View::new(terms, application, parameters, equations);
            let merged = view.merged(terms, equations);
            for literal in path {
                for view in [&merged, &view] {
                    if let Some(seen) = view.of(terms, *literal) {
                        self.add(terms, application.predicate, parameters, seen);
                    }
                }
            }
        }
        Ok(())
    }

    /// Files an atom under what it is.
    fn add(
        &mut self,
        terms: &mut Terms,
        predicate: PredicateId,
        parameters: &[Term],
        literal: Term,
    ) {
        let suggestions = &mut self.of[predicate.index()];
        let atom = match terms.op(literal) {
            Op::Not => terms.argument(literal, 0),
            _ => literal,
        };
        let compared = match terms.op(atom) {
            Op::Equal | Op::LessEqual | Op::Less => {
                Some((terms.argument(atom, 0), terms.argument(atom, 1)))
            }
            _ => None,
        };
        let places = over(parameters);
        let difference = compared.and_then(|(left, right)| {
            let left = form::polynomial(terms, left, &places)?;
            Some(&left - &form::polynomial(terms, right, &places)?)
        });
        let Some(difference) = difference else {
            if is_trivial(terms, atom) {
                return;
            }
            push(&mut suggestions.others, atom);
            push(&mut suggestions.guards, atom);
            return;
        };
        let (form, constant) = form::split(&difference);
        if form.is_zero() {
            return;
        }
        let Some(sort) = form::sort_of(terms, parameters, &form) else { return };
        // factor · (form + constant) ⋈ 0, so the primitive form is compared with −factor · constant.
        let factor = form::primitive(&form);
        let (form, limit) = (form.scaled(&factor), -(&constant * &factor));
        let is_strict = terms.op(atom) == Op::Less;
        let limits: Vec<Rational> = if sort == Sort::INT {
            let low = limit.floor().into_rational();
            vec![&low - &Rational::ONE, low.clone(), &low + &Rational::ONE]
        } else {
            vec![limit.clone()]
        };
        suggestions.add_form(form.clone(), limits);
        let guard = if terms.op(atom) == Op::Equal {
            let zero = &form - &Polynomial::constant(limit);
            if suggestions.equations.len() < MOST_SUGGESTIONS
                && !suggestions.equations.contains(&zero)
            {
                suggestions.equations.push(zero.clone());
            }
            form::compare(terms, parameters, sort, &zero, form::Comparison::Zero)
        } else if sort == Sort::INT {
            // In integers every comparison is form ≤ bound or the negation of it.
            let bound = match (factor.is_negative(), is_strict) {
                (false, false) => limit.floor().into_rational(),
                (false, true) => limit.ceil().into_rational() - Rational::ONE,
                (true, false) => limit.ceil().into_rational() - Rational::ONE,
                (true, true) => limit.floor().into_rational(),
            };
            let bounded = &form - &Polynomial::constant(bound);
            form::compare(terms, parameters, sort, &bounded, form::Comparison::AtMost)
        } else {
            atom
        };
        push(&mut suggestions.guards, guard);
    }

    /// The negations of queries, and what excludes bad states one and two steps before.
    fn read_goals(
        &mut self,
        terms: &mut Terms,
        horn: &Horn,
        budget: &Budget,
    ) -> Result<(), Exhausted> {
        let clauses = self.clauses.clone();
        for (clause, paths) in clauses.iter().zip(self.paths.clone()) {
            let (None, [premise], Some(paths)) = (&clause.head, clause.body.as_slice(), paths)
            else {
                continue;
            };
            let parameters = &horn.predicate(premise.predicate).parameters;
            for path in paths {
                budget.poll()?;
                let view = View::new(terms, premise, parameters, &path);
                for view in [view.merged(terms, &path), view] {
                    let mut parts: Vec<Term> = Vec::new();
                    for literal in &path {
                        if let Some(seen) = view.of(terms, *literal)
                            && !is_trivial(terms, seen)
                        {
                            push(&mut parts, terms.not(seen));
                        }
                    }
                    self.add_goal(terms, premise.predicate, &parts);
                }
            }
        }
        for _ in 0..2 {
            let goals: Vec<Vec<Term>> = self.of.iter().map(|found| found.goals.clone()).collect();
            for (clause, paths) in clauses.iter().zip(self.paths.clone()) {
                let (Some(head), [premise], Some(paths)) =
                    (&clause.head, clause.body.as_slice(), paths)
                else {
                    continue;
                };
                if paths.len() > 8 {
                    continue;
                }
                let parameters = &horn.predicate(premise.predicate).parameters;
                for path in &paths {
                    budget.poll()?;
                    let view = View::new(terms, premise, parameters, path);
                    for goal in &goals[head.predicate.index()] {
                        let after = horn.at(terms, head, *goal);
                        if let Some(before) = view.of(terms, after) {
                            let before = &[before];
                            self.add_goal(terms, premise.predicate, before);
                        }
                    }
                }
            }
        }
        Ok(())
    }

    fn add_goal(&mut self, terms: &mut Terms, predicate: PredicateId, parts: &[Term]) {
        let goals = &mut self.of[predicate.index()].goals;
        if parts.is_empty() {
            return;
        }
        push(goals, terms.or(parts));
        if parts.len() > 1 && parts.len() <= 6 {
            for (place, part) in parts.iter().enumerate() {
                push(goals, *part);
                for other in &parts[place + 1..] {
                    push(goals, terms.or(&[*part, *other]));
                }
            }
        }
    }
}

/// The clause with variables for arguments that are none, so that conditions inside arguments are
/// met on paths.
fn flat(terms: &mut Terms, clause: &Clause) -> Clause {
    let mut flat = clause.clone();
    let mut parts = vec![clause.constraint];
    for application in flat.body.iter_mut().chain(&mut flat.head) {
        for argument in &mut application.arguments {
            if !clause.variables.contains(argument) {
                let variable = terms.fresh_constant("argument", terms.sort_of(*argument));
                parts.push(terms.equal(variable, *argument));
                flat.variables.push(variable);
                *argument = variable;
            }
        }
    }
    flat.constraint = terms.and(&parts);
    flat
}

/// The parameters as polynomials.
pub(crate) fn over(parameters: &[Term]) -> HashMap<Term, Polynomial> {
    let numbered = parameters.iter().enumerate();
    numbered
        .map(|(place, parameter)| (*parameter, Polynomial::variable(Variable(place as u32))))
        .collect()
}

/// Has it no parameters, or is it an equation of a term with itself?
fn is_trivial(terms: &Terms, formula: Term) -> bool {
    let is_identity =
        terms.op(formula) == Op::Equal && terms.argument(formula, 0) == terms.argument(formula, 1);
    is_identity || crate::view::symbols(terms, formula).is_empty()
}

fn push(into: &mut Vec<Term>, formula: Term) {
    if into.len() < MOST_SUGGESTIONS && !into.contains(&formula) {
        into.push(formula);
    }
}

/// Are unknowns multiplied, or divided by, somewhere?
pub fn is_nonlinear(terms: &Terms, horn: &Horn) -> bool {
    let mut walk = Walk::of(&roots(horn));
    while let Some(term) = walk.step() {
        let arguments = terms.arguments(term);
        let is_unknown = |argument: &&Term| terms.as_number(**argument).is_none();
        let is_product = match terms.op(term) {
            Op::Multiply => arguments.iter().filter(is_unknown).count() > 1,
            Op::Divide | Op::IntegerDivide | Op::Modulo => {
                arguments.iter().skip(1).any(|by| is_unknown(&by))
            }
            _ => false,
        };
        if is_product {
            return true;
        }
        walk.enter(arguments);
    }
    false
}

/// The terms that the clauses of a system are made of.
fn roots(horn: &Horn) -> Vec<Term> {
    let mut roots = Vec::new();
    for clause in &horn.clauses {
        roots.push(clause.constraint);
        roots.extend(clause.body.iter().chain(&clause.head).flat_map(|part| &part.arguments));
    }
    roots
}

/// The numerals of a system.
fn constants(terms: &Terms, horn: &Horn) -> Vec<Rational> {
    let mut found = BTreeSet::new();
    let mut walk = Walk::of(&roots(horn));
    while let Some(term) = walk.step() {
        if let Some(number) = terms.as_number(term) {
            for near in [number.clone(), number + Rational::ONE, number - Rational::ONE] {
                found.insert(-&near);
                found.insert(near);
            }
        }
        walk.enter(terms.arguments(term));
    }
    found.extend([0, 1, -1].map(Rational::from));
    found.into_iter().collect()
}
