//! Full assignments: what is asked when every variable has a value.
//!
//! In turn: no datatype value contains itself; integers are integers; products are products; numbers
//! that must differ do; datatypes and arrays miss no instance of their axioms; and terms that arithmetic gives one value
//! are equal for the others too, or the search decides that they are not. The last is the
//! exchange of equalities after Nelson and Oppen, guided by the candidate model. It is complete for
//! the integers although they are not convex, because the search splits on the equalities.

use std::collections::{BTreeMap, HashMap};

use buttress_budget::Exhausted;
use buttress_certificate::smt::Rule;
use buttress_logic::{Op, Sort, Term, Terms};
use buttress_numeric::{Derivation, Integer, Line, LinearForm, Rational, Source, Variable};
use buttress_theory::Theory;
use buttress_theory::arith::Integrality;
use buttress_theory::congruence::Node;
use buttress_theory::datatypes;

use crate::atoms::Why;
use crate::combination::Combination;
use crate::instantiate::Outcome as Instances;
use crate::nonlinear::Outcome;
use crate::numbers::Numbers;
use crate::search::{Contradiction, Search};

impl Search<'_> {
    /// Has the assignment a model? Otherwise clauses have been made.
    pub(crate) fn complete_assignment(&mut self) -> Result<Result<(), Contradiction>, Exhausted> {
        loop {
            let atoms = self.theories.atoms.len();
            if let Err(contradiction) = self.agree()? {
                return Ok(Err(contradiction));
            }
            let is_silent = self.theories.fresh.is_empty() && self.theories.atoms.len() == atoms;
            if !is_silent || self.theories.quantifiers.is_empty() {
                return Ok(Ok(()));
            }
            match self.quantify()? {
                Instances::Again if self.theories.fresh.is_empty() => {
                    if let Err(contradiction) = self.settle()? {
                        return Ok(Err(contradiction));
                    }
                }
                _ => return Ok(Ok(())),
            }
        }
    }

    /// Do the theories agree? Otherwise clauses have been made.
    fn agree(&mut self) -> Result<Result<(), Contradiction>, Exhausted> {
        let theories = &mut *self.theories;
        theories.products.point = None;
        if let Some(derivation) = theories.numbers.conflict.take() {
            return Ok(Err(Contradiction(theories.note_derivation(derivation, None))));
        }
        if let Some(around) = datatypes::cycle(&theories.graph) {
            let mut clause = Vec::new();
            for (field, next) in around {
                clause.extend(theories.why_equal(field, next));
            }
            clause.sort_unstable();
            clause.dedup();
            return Ok(Err(Contradiction(theories.note(clause, Why::Rule(Rule::Cycle)))));
        }
        match theories.arithmetic.integrality(self.budget)? {
            Integrality::Satisfied => {}
            Integrality::Conflict(derivation) => {
                return Ok(Err(Contradiction(theories.note_derivation(derivation, None))));
            }
            Integrality::Branch { form, floor } => {
                theories.branch(self.terms, &form, &floor);
                return Ok(Ok(()));
            }
        }
        theories.spread(self.terms);
        let (values, is_open) = match self.multiply()? {
            Outcome::Agreed(values) => (values, false),
            Outcome::Open(values) => (values, true),
            Outcome::Contradiction(contradiction) => return Ok(Err(contradiction)),
            Outcome::Asked => return Ok(Ok(())),
        };
        if self.theories.separate(self.terms, &values) || is_open && self.branch_on_product(&values)
        {
            return Ok(Ok(()));
        }
        let theories = &mut *self.theories;
        theories.lemmas.gave_up = None;
        theories.datatypes.check(self.terms, &theories.graph, &mut theories.lemmas);
        theories.arrays.check(self.terms, &theories.graph, &mut theories.lemmas);
        if !theories.give_lemmas(self.terms) {
            theories.exchange(self.terms, &values);
        }
        Ok(Ok(()))
    }
}

/// The candidate values of arithmetic.
#[derive(Clone, Debug)]
pub(crate) struct Point {
    values: HashMap<Variable, Rational>,
}

impl Point {
    /// The point of arithmetic, or the one that was found near it for the sake of products.
    pub(crate) fn of(theories: &Combination) -> Point {
        theories.products.point.clone().unwrap_or_else(|| Point::current(theories))
    }

    /// The point of arithmetic.
    pub(crate) fn current(theories: &Combination) -> Point {
        let unknowns = theories.numbers.unknowns();
        let values = unknowns.map(|(_, variable)| (variable, theories.arithmetic.value(variable)));
        Point { values: values.collect() }
    }

    pub(crate) fn value(&self, variable: Variable) -> Rational {
        self.values.get(&variable).cloned().unwrap_or(Rational::ZERO)
    }

    pub(crate) fn evaluate(&self, form: &LinearForm) -> Rational {
        form.evaluate(|variable| self.value(variable))
    }
}

impl Combination {
    /// form ≤ floor ∨ form ≥ floor + 1
    pub(crate) fn branch(&mut self, terms: &mut Terms, form: &LinearForm, floor: &Integer) {
        let sum = self.term_of(terms, form);
        let floor = Rational::from(floor.clone());
        let ceiling = &floor + &Rational::ONE;
        let below = terms.numeral(&floor, Sort::INT);
        let above = terms.numeral(&ceiling, Sort::INT);
        let is_below = terms.less_equal(sum, below);
        let is_above = terms.less_equal(above, sum);
        let is_below = self.enter_formula(terms, is_below);
        let is_above = self.enter_formula(terms, is_above);
        let rounded = |denied| Line {
            sum: vec![(Source::Given(Numbers::literal_reason(denied)), Rational::ONE)],
            rounds: true,
        };
        let both = vec![(Source::Line(0), Rational::ONE), (Source::Line(1), Rational::ONE)];
        let lines = vec![rounded(!is_below), rounded(!is_above), Line { sum: both, rounds: false }];
        let tag = self.note_derivation(Derivation { lines }, None);
        self.fresh.push(tag);
        self.lemma_count += 1;
    }

    /// A linear form over integers as a term.
    fn term_of(&mut self, terms: &mut Terms, form: &LinearForm) -> Term {
        let mut summands = Vec::new();
        for (variable, coefficient) in form.terms() {
            let unknown = self.numbers.terms[variable];
            summands.push(if coefficient.is_one() {
                unknown
            } else {
                let factor = terms.numeral(coefficient, Sort::INT);
                terms.multiply(&[factor, unknown])
            });
        }
        terms.add(&summands)
    }

    /// Keeps numbers whose equality other theories would ask about apart, where nothing is lost.
    fn spread(&mut self, terms: &Terms) {
        let congruence = &self.graph.congruence;
        let denied = self.equations.iter().filter_map(|var| {
            let atom = self.atoms.get(*var);
            atom.sides.filter(|_| atom.value < 0)
        });
        let nodes =
            self.graph.shared.iter().copied().chain(denied.flat_map(|(left, right)| [left, right]));
        let mut variables: Vec<Variable> = nodes
            .filter_map(|node| congruence.mark(node))
            .filter_map(|mark| {
                let term = self.graph.term(mark);
                let form = self.linear(terms, term);
                form.terms().first().map(|(variable, _)| *variable)
            })
            .collect();
        variables.sort_unstable();
        variables.dedup();
        self.arithmetic.spread(&variables);
    }

    /// Numbers that must differ and have one value are less or greater.
    fn separate(&mut self, terms: &mut Terms, values: &Point) -> bool {
        let mut is_any = false;
        for place in 0..self.equations.len() {
            let atom = self.atoms.get(self.equations[place]);
            let Some((left, right)) = atom.sides.filter(|_| atom.value < 0) else { continue };
            // What arithmetic does not know of gets a value of its own.
            let congruence = &self.graph.congruence;
            if congruence.mark(left).is_none() || congruence.mark(right).is_none() {
                continue;
            }
            let (left, right) = (self.known(left), self.known(right));
            let difference = self.difference_form(terms, left, right);
            if values.evaluate(&difference).is_zero() {
                self.split(terms, left, right);
                is_any = true;
            }
        }
        is_any
    }

    /// The term by which arithmetic knows the class of a node; the node's own if it does not.
    fn known(&self, node: Node) -> Term {
        self.graph.term(self.graph.congruence.mark(node).unwrap_or(node))
    }

    /// {s = t, ¬(s ≤ t), ¬(t ≤ s)}
    fn split(&mut self, terms: &mut Terms, left: Term, right: Term) {
        let equal = terms.equal(left, right);
        let (below, above) = (terms.less_equal(left, right), terms.less_equal(right, left));
        let equal = self.enter_formula(terms, equal);
        let below = self.enter_formula(terms, below);
        let above = self.enter_formula(terms, above);
        self.give(vec![equal, !below, !above], Rule::Trichotomy(left, right));
        self.lemma_count += 1;
    }

    /// Gives the lemmas that theories asked for; false if there were none.
    fn give_lemmas(&mut self, terms: &mut Terms) -> bool {
        let before = self.atoms.len();
        let lemmas = std::mem::take(&mut self.lemmas.due);
        let splits = std::mem::take(&mut self.lemmas.splits);
        let is_any = !lemmas.is_empty();
        for lemma in lemmas {
            self.give_lemma(terms, lemma);
        }
        for (formula, preference) in splits {
            let lit = self.enter_formula(terms, formula);
            let value = preference == lit.is_positive();
            self.atoms.get_mut(lit.var()).preference = Some(value);
        }
        is_any || self.atoms.len() > before
    }

    /// Shared numbers of one value are equal, or must be told apart.
    fn exchange(&mut self, terms: &mut Terms, values: &Point) {
        let mut groups: BTreeMap<(Slot, Rational), Vec<Node>> = BTreeMap::new();
        for node in &self.graph.shared {
            let term = self.graph.term(*node);
            let Some(mark) = self.graph.congruence.mark(*node) else { continue };
            let value = values.evaluate(&self.linear(terms, self.graph.term(mark)));
            for user in self.graph.congruence.uses(*node) {
                let user = self.graph.term(*user);
                for slot in Slot::of(terms, user, term) {
                    let group = groups.entry((slot, value.clone())).or_default();
                    if !group.iter().any(|other| self.graph.congruence.are_equal(*other, *node)) {
                        group.push(*node);
                    }
                }
            }
        }
        for group in groups.into_values() {
            for pair in group.windows(2) {
                let (left, right) = (self.known(pair[0]), self.known(pair[1]));
                let equal = terms.equal(left, right);
                if self.atoms.var(equal).is_some() {
                    continue;
                }
                self.split(terms, left, right);
                let lit = self.enter_formula(terms, equal);
                self.atoms.get_mut(lit.var()).preference = Some(true);
            }
        }
    }
}

/// A place in which equal arguments give equal results: terms in different slots need not be
/// compared.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Slot {
    Argument(Op, usize),
    Index(Sort),
}

impl Slot {
    /// The slots of `user` that `term` fills.
    fn of(terms: &Terms, user: Term, term: Term) -> Vec<Slot> {
        let arguments = terms.arguments(user).iter().enumerate();
        let places = arguments.filter(|(_, argument)| **argument == term);
        let op = terms.op(user);
        places
            .filter_map(|(place, _)| match op {
                Op::Select | Op::Store if place == 1 => {
                    Some(Slot::Index(terms.sort_of(terms.argument(user, 0))))
                }
                // What is written or read almost everywhere is compared by the reads.
                Op::Store | Op::ConstantArray | Op::Equal => None,
                _ => Some(Slot::Argument(op, place)),
            })
            .collect()
    }
}
