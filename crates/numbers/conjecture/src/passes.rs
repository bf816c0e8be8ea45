//! The passes, from the cheapest on.

use buttress_budget::{Budget, Exhausted};
use buttress_horn::{Horn, Interpretation, Verdict};
use buttress_logic::{Op, Rational, Term, Terms};
use buttress_numeric::Polynomial;

use crate::candidates::{Kinds, cell};
use crate::cases;
use crate::equations;
use crate::event::PassEvent;
use crate::execute::Action;
use crate::form;
use crate::houdini::{Cell, HoudiniContext, houdini};
use crate::limits::SPLIT_EFFORT;
use crate::minimise::minimise;
use crate::monotone_forms::add_monotone_forms;
use crate::obligations::{all_hold, queries_hold};
use crate::samples::{Explorer, State};
use crate::text::{Text, is_nonlinear, over};

/// What all passes share.
pub(crate) struct Passes<'a> {
    horn: &'a Horn,
    seed: u64,
    text: Text,
    actions: Vec<Action>,
    hints: Vec<Rational>,
    samples: Vec<Vec<State>>,
    facts: Interpretation,
    /// Equations of higher degrees, by predicate, inductive by themselves.
    curves: Vec<Vec<Term>>,
    observer: &'a mut dyn FnMut(PassEvent),
}

/// The passes without splits, in this order.
const WHOLE: [(&str, Kinds); 3] = [
    ("equations", Kinds { equations: true, ..NOTHING }),
    ("congruences", Kinds { congruences: true, ..NOTHING }),
    ("inequalities", Kinds { rows: true, formulas: true, ..NOTHING }),
];
/// The passes over the parts of a split.
const PARTS: [(&str, Kinds); 2] = [
    ("equations of parts", Kinds { equations: true, ..NOTHING }),
    ("inequalities of parts", Kinds { rows: true, congruences: true, formulas: true, ..NOTHING }),
];
const NOTHING: Kinds =
    Kinds { equations: false, rows: false, congruences: false, formulas: false, forms: 120 };
impl<'a> Passes<'a> {
    /// Nothing is done yet.
    pub(crate) fn new(
        terms: &mut Terms,
        horn: &'a Horn,
        known: &Interpretation,
        seed: u64,
        budget: &Budget,
        observer: &'a mut dyn FnMut(PassEvent),
    ) -> Result<Passes<'a>, Exhausted> {
        let mut text = Text::new(terms, horn, budget)?;
        add_monotone_forms(terms, horn, &mut text, budget)?;
        let actions = horn.clauses.iter().map(|clause| Action::new(terms, clause)).collect();
        let hints = text.constants.clone();
        let samples = vec![Vec::new(); horn.predicates.len()];
        let curves = vec![Vec::new(); horn.predicates.len()];
        let facts = known.clone();
        Ok(Passes { horn, seed, text, actions, hints, samples, facts, curves, observer })
    }

    /// All facts found.
    pub(crate) fn into_facts(self, terms: &mut Terms) -> Interpretation {
        self.with_curves(terms)
    }

    /// A verdict, if a pass gives one.
    pub(crate) fn prove(
        &mut self,
        terms: &mut Terms,
        budget: &Budget,
    ) -> Result<Option<Verdict>, Exhausted> {
        if let Some(verdict) = self.proved(terms, budget)? {
            return Ok(Some(verdict));
        }
        if let Some(bad) = self.sample(terms, budget)? {
            return Ok(Some(bad));
        }
        // Curves need no solver, which has a hard time with products; where nothing is multiplied,
        // they are the last resort.
        let is_nonlinear = is_nonlinear(terms, self.horn);
        if is_nonlinear && let Some(verdict) = self.polynomials(terms, budget)? {
            return Ok(Some(verdict));
        }
        for (name, kinds) in WHOLE {
            if self.whole(terms, name, kinds, budget)?
                && let Some(verdict) = self.proved(terms, budget)?
            {
                return Ok(Some(verdict));
            }
        }
        if let Some(verdict) = self.splits(terms, budget)? {
            return Ok(Some(verdict));
        }
        if is_nonlinear { Ok(None) } else { self.polynomials(terms, budget) }
    }

    /// The states in parts, coarse parts and cheap conjectures first.
    fn splits(&mut self, terms: &mut Terms, budget: &Budget) -> Result<Option<Verdict>, Exhausted> {
        let (horn, text) = (self.horn, &self.text);
        let phases = cases::by_phases(terms, horn, text, &self.samples);
        let ones = cases::by_one(terms, horn, text);
        let pairs = cases::by_two(terms, horn, text);
        let [equations, inequalities] = PARTS;
        let order = [
            (&ones, equations),
            (&phases, equations),
            (&phases, inequalities),
            (&ones, inequalities),
            (&pairs, equations),
            (&pairs, inequalities),
        ];
        for (choices, (name, kinds)) in order {
            for choice in choices {
                if self.split(terms, choice, name, kinds, budget)?
                    && let Some(verdict) = self.proved(terms, budget)?
                {
                    return Ok(Some(verdict));
                }
            }
        }
        Ok(None)
    }

    /// Facts for their own sake.
    pub(crate) fn discover(&mut self, terms: &mut Terms, budget: &Budget) -> Result<(), Exhausted> {
        self.sample(terms, budget)?;
        for (name, kinds) in WHOLE {
            self.whole(terms, name, kinds, budget)?;
        }
        self.polynomials(terms, budget)?;
        Ok(())
    }

    /// Safe, if the facts say so, with curves or without.
    fn proved(&mut self, terms: &mut Terms, budget: &Budget) -> Result<Option<Verdict>, Exhausted> {
        let mut attempts = vec![self.facts.clone()];
        if self.curves.iter().any(|curves| !curves.is_empty()) {
            attempts.push(self.with_curves(terms));
        }
        for facts in attempts {
            if queries_hold(terms, self.horn, &facts, budget)?
                && all_hold(terms, self.horn, &facts, budget)?
            {
                return Ok(Some(Verdict::Safe(facts)));
            }
        }
        Ok(None)
    }

    /// The facts, with those of higher degrees.
    fn with_curves(&self, terms: &mut Terms) -> Interpretation {
        let mut facts = self.facts.clone();
        for (predicate, curves) in self.horn.predicate_ids().zip(&self.curves) {
            let mut all = terms.conjuncts(facts.of(predicate));
            all.extend(curves);
            facts.set(predicate, terms.and(&all));
        }
        facts
    }

    fn sample(&mut self, terms: &mut Terms, budget: &Budget) -> Result<Option<Verdict>, Exhausted> {
        let guards: Vec<Vec<Term>> =
            self.text.of.iter().map(|found| found.guards.clone()).collect();
        let (actions, hints) = (&self.actions, &self.hints);
        let explorer = Explorer::new(terms, self.horn, actions, &guards, hints, self.seed);
        let samples = explorer.explore(terms, budget)?;
        self.samples = samples.kept;
        (self.observer)(PassEvent::Sampled(self.samples.iter().map(Vec::len).sum()));
        Ok(samples.bad.map(Verdict::Unsafe))
    }

    /// Conjectures about all states of each predicate; was anything found?
    fn whole(
        &mut self,
        terms: &mut Terms,
        name: &'static str,
        kinds: Kinds,
        budget: &Budget,
    ) -> Result<bool, Exhausted> {
        let known = self.known_equations(terms);
        let mut cells = Vec::new();
        for predicate in self.horn.predicate_ids() {
            let guard = terms.boolean(true);
            let known = &known[predicate.index()];
            cells.push(cell(terms, self.horn, &self.text, predicate, guard, kinds, known));
        }
        self.keep_inductive(terms, name, cells, budget)
    }

    /// The states divided by guards; was anything found?
    fn split(
        &mut self,
        terms: &mut Terms,
        choice: &cases::Choice,
        name: &'static str,
        kinds: Kinds,
        budget: &Budget,
    ) -> Result<bool, Exhausted> {
        let known = self.known_equations(terms);
        let cells = cases::cells(terms, self.horn, &self.text, choice, kinds, &known);
        let share = Budget::with_effort(budget.limits().clone(), SPLIT_EFFORT);
        let found = self.keep_inductive(terms, name, cells, &share);
        budget.spend(share.spent())?;
        match found {
            Err(Exhausted::Effort) => Ok(false),
            found => found,
        }
    }

    /// The equations between polynomials among the facts, by predicate.
    fn known_equations(&self, terms: &Terms) -> Vec<Vec<Polynomial>> {
        let mut found = Vec::new();
        for predicate in self.horn.predicate_ids() {
            let places = over(&self.horn.predicate(predicate).parameters);
            let facts = terms.conjuncts(self.facts.of(predicate));
            let equations = facts.into_iter().filter(|fact| terms.op(*fact) == Op::Equal);
            let polynomials = equations.filter_map(|fact| {
                let left = form::polynomial(terms, terms.argument(fact, 0), &places)?;
                let right = form::polynomial(terms, terms.argument(fact, 1), &places)?;
                Some(&left - &right)
            });
            found.push(polynomials.collect());
        }
        found
    }

    fn keep_inductive(
        &mut self,
        terms: &mut Terms,
        name: &'static str,
        cells: Vec<Cell>,
        budget: &Budget,
    ) -> Result<bool, Exhausted> {
        let context = HoudiniContext {
            horn: self.horn,
            actions: &self.actions,
            hints: &self.hints,
            samples: &self.samples,
            seed: self.seed,
        };
        let found = houdini(terms, &context, &self.facts, cells, budget)?;
        self.add_facts(terms, name, &found, budget)
    }

    /// Polynomial equations that hold at the samples; they are proved by exact arithmetic, and stay
    /// apart from the other facts, which a solver can do without.
    fn polynomials(
        &mut self,
        terms: &mut Terms,
        budget: &Budget,
    ) -> Result<Option<Verdict>, Exhausted> {
        let mut conjectured = Vec::new();
        for predicate in self.horn.predicate_ids() {
            let parameters = &self.horn.predicate(predicate).parameters;
            let states = &self.samples[predicate.index()];
            conjectured.push(equations::conjecture(terms, parameters, states, budget)?);
        }
        let proved = equations::inductive(terms, &self.text, conjectured, budget)?;
        let mut is_new = false;
        for (number, equations) in proved.into_iter().enumerate() {
            let parameters = &self.horn.predicates[number].parameters;
            for equation in equations.iter().filter(|equation| equation.degree() > 1) {
                if let Some(sort) = form::sort_of(terms, parameters, equation) {
                    let zero = form::Comparison::Zero;
                    let curve = form::compare(terms, parameters, sort, equation, zero);
                    self.curves[number].push(curve);
                    is_new = true;
                }
            }
        }
        if !is_new {
            return Ok(None);
        }
        let facts = self.with_curves(terms);
        (self.observer)(PassEvent::Facts("curves", facts));
        self.proved(terms, budget)
    }

    fn add_facts(
        &mut self,
        terms: &mut Terms,
        name: &'static str,
        found: &[Vec<Term>],
        budget: &Budget,
    ) -> Result<bool, Exhausted> {
        let mut is_new = false;
        for (predicate, found) in self.horn.predicate_ids().zip(found) {
            let old = self.facts.of(predicate);
            let new = minimise(terms, old, found, budget)?;
            if !new.is_empty() {
                let mut all = terms.conjuncts(old);
                all.extend(new);
                self.facts.set(predicate, terms.and(&all));
                is_new = true;
            }
        }
        if is_new {
            let facts = self.with_curves(terms);
            (self.observer)(PassEvent::Facts(name, facts));
        }
        Ok(is_new)
    }
}
