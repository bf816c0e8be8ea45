//! The bridge to arithmetic: linear forms of terms over monomials, and the names of constraints.

use std::collections::{BTreeMap, HashMap, HashSet};

use buttress_logic::{Op, Sort, Term, Terms};
use buttress_numeric::{Constraint, Derivation, LinearForm, Rational, Reason, Variable};
use buttress_prop::{Lit, Var};
use buttress_theory::arith::Lifetime;
use buttress_theory::congruence::Node;
use buttress_theory::graph::is_application;

use crate::combination::Combination;
use crate::nonlinear::{Fact, Monomials};

/// What a constraint of arithmetic stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Named {
    /// A literal that is true.
    Literal(Lit),
    /// Two nodes that congruence closure made equal.
    Equation(Node, Node),
    /// A fact about a term.
    Fact(Term, u8),
    /// What follows from others by products.
    Derived(Fact),
}

/// The terms that arithmetic knows.
#[derive(Debug, Default)]
pub(crate) struct Numbers {
    known: HashSet<Term>,
    variables: HashMap<Term, Variable>,
    pub(crate) terms: HashMap<Variable, Term>,
    equations: Vec<(Node, Node)>,
    equation_numbers: HashMap<(Node, Node), u32>,
    facts: Vec<(Term, u8, Constraint)>,
    /// Products of unknowns.
    pub(crate) monomials: Monomials,
    /// A contradiction among facts and earlier bounds, found while a term was entered.
    pub(crate) conflict: Option<Derivation>,
}

impl Numbers {
    pub(crate) fn is_known(&self, term: Term) -> bool {
        self.known.contains(&term)
    }

    pub(crate) fn variable(&self, term: Term) -> Option<Variable> {
        self.variables.get(&term).copied()
    }

    /// The terms that are variables of arithmetic.
    pub(crate) fn unknowns(&self) -> impl Iterator<Item = (Term, Variable)> + '_ {
        self.variables.iter().map(|(term, variable)| (*term, *variable))
    }

    pub(crate) fn literal_reason(lit: Lit) -> Reason {
        Reason(lit.code() << 2)
    }

    pub(crate) fn equation_reason(&mut self, left: Node, right: Node) -> Reason {
        let next = self.equations.len() as u32;
        let number = *self.equation_numbers.entry((left, right)).or_insert(next);
        if number == next {
            self.equations.push((left, right));
        }
        Reason(number << 2 | 1)
    }

    fn fact_reason(&mut self, term: Term, which: u8, constraint: Constraint) -> Reason {
        self.facts.push((term, which, constraint));
        Reason((self.facts.len() as u32 - 1) << 2 | 2)
    }

    /// The facts about terms with their names.
    pub(crate) fn facts(&self) -> impl Iterator<Item = (Reason, &Constraint)> {
        let facts = self.facts.iter().enumerate();
        facts.map(|(number, (_, _, constraint))| (Reason((number as u32) << 2 | 2), constraint))
    }

    pub(crate) fn derived_reason(Fact(number): Fact) -> Reason {
        Reason(number << 2 | 3)
    }

    /// What a constraint's name means.
    pub(crate) fn named(&self, reason: Reason) -> Named {
        let number = reason.0 >> 2;
        match reason.0 & 3 {
            0 => Named::Literal(Lit::from_code(number)),
            1 => {
                let (left, right) = self.equations[number as usize];
                Named::Equation(left, right)
            }
            2 => {
                let (term, which, _) = self.facts[number as usize];
                Named::Fact(term, which)
            }
            _ => Named::Derived(Fact(number)),
        }
    }
}

impl Combination {
    /// The value of a term that is a constant of arithmetic.
    fn constant(&self, terms: &Terms, term: Term) -> Option<Rational> {
        terms.as_number(term).cloned().or_else(|| self.constants.get(&term).cloned())
    }

    /// Makes a term known to arithmetic, its parts being known.
    pub(crate) fn know_number(&mut self, terms: &mut Terms, term: Term) {
        self.numbers.known.insert(term);
        let arguments = terms.arguments(term).to_vec();
        let op = terms.op(term);
        match op {
            Op::Number(_) => return,
            Op::Add | Op::Multiply | Op::ToReal => {
                let values: Vec<Option<Rational>> =
                    arguments.iter().map(|argument| self.constant(terms, *argument)).collect();
                let known: Vec<&Rational> = values.iter().flatten().collect();
                if known.len() == values.len() {
                    let value = match op {
                        Op::Multiply => {
                            known.iter().fold(Rational::ONE, |product, factor| &product * *factor)
                        }
                        _ => known.iter().fold(Rational::ZERO, |sum, summand| &sum + *summand),
                    };
                    self.constants.insert(term, value);
                    return;
                }
                if op != Op::Multiply || known.len() + 1 == values.len() {
                    return;
                }
                self.nonlinear = Some(term);
                if self.multiply_out(terms, term) {
                    return;
                }
            }
            Op::Divide if !is_application(terms, term) => {
                if let (Some(left), Some(right)) =
                    (self.constant(terms, arguments[0]), self.constant(terms, arguments[1]))
                    && let Some(quotient) = left.checked_div(&right)
                {
                    self.constants.insert(term, quotient);
                }
                return;
            }
            Op::Divide | Op::IntegerDivide | Op::Modulo
                if self.constant(terms, arguments[1]).is_none() =>
            {
                self.nonlinear = Some(term);
            }
            _ => {}
        }
        let variable = self.new_number(terms, term);
        match op {
            Op::IntegerDivide | Op::Modulo if !is_application(terms, term) => {
                self.know_division(terms, term);
            }
            Op::ToInteger => {
                // 0 ≤ x − ⌊x⌋ < 1
                let mut rest = self.linear(terms, arguments[0]);
                rest.add_scaled(&Rational::MINUS_ONE, &LinearForm::variable(variable));
                self.assert_fact(term, 0, Constraint::non_negative(rest.clone()));
                let mut room = rest.scaled(&Rational::MINUS_ONE);
                room.add_constant(&Rational::ONE);
                self.assert_fact(term, 1, Constraint::positive(room));
            }
            _ => {}
        }
    }

    /// A variable of arithmetic for a term.
    pub(crate) fn new_number(&mut self, terms: &Terms, term: Term) -> Variable {
        let variable = self.arithmetic.new_variable(terms.sort_of(term) == Sort::INT);
        self.numbers.known.insert(term);
        self.numbers.variables.insert(term, variable);
        self.numbers.terms.insert(variable, term);
        variable
    }

    /// x = k · (div x k) + (mod x k), and 0 ≤ (mod x k) < |k|.
    fn know_division(&mut self, terms: &mut Terms, term: Term) {
        let (dividend, divisor) = (terms.argument(term, 0), terms.argument(term, 1));
        let quotient = terms.integer_divide(dividend, divisor);
        let rest = terms.modulo(dividend, divisor);
        // Whichever of the two comes second finds the other one known, and says the facts.
        if !(self.numbers.is_known(quotient) && self.numbers.is_known(rest)) {
            let other = if term == quotient { rest } else { quotient };
            self.know_number(terms, other);
            return;
        }
        let Some(factor) = terms.as_number(divisor).cloned() else { return };
        let (quotient_form, rest_form) = (self.linear(terms, quotient), self.linear(terms, rest));
        self.assert_fact(rest, 0, Constraint::non_negative(rest_form.clone()));
        let mut room = rest_form.scaled(&Rational::MINUS_ONE);
        room.add_constant(&(&factor.abs() - &Rational::ONE));
        self.assert_fact(rest, 1, Constraint::non_negative(room));
        let mut equation = self.linear(terms, dividend);
        equation.add_scaled(&-&factor, &quotient_form);
        equation.add_scaled(&Rational::MINUS_ONE, &rest_form);
        self.assert_fact(rest, 2, Constraint::zero(equation));
    }

    fn assert_fact(&mut self, term: Term, which: u8, constraint: Constraint) {
        let reason = self.numbers.fact_reason(term, which, constraint.clone());
        let asserted = self.arithmetic.assert_constraint(&constraint, Lifetime::Permanent, reason);
        if let Err(conflict) = asserted {
            self.numbers.conflict = Some(conflict);
        }
    }

    /// The linear form of a known term over the variables of arithmetic.
    pub(crate) fn linear(&self, terms: &Terms, term: Term) -> LinearForm {
        let mut constant = Rational::ZERO;
        let mut unknowns: Vec<(Variable, Rational)> = Vec::new();
        // Terms still to be taken apart, the youngest first: each once, however shared it is.
        let mut due = BTreeMap::from([(term, Rational::ONE)]);
        while let Some((term, factor)) = due.pop_last() {
            if factor.is_zero() {
                continue;
            }
            if let Some(value) = self.constant(terms, term) {
                constant.add_product(&factor, &value);
                continue;
            }
            if let Some(variable) = self.numbers.variable(term) {
                unknowns.push((variable, factor));
                continue;
            }
            let mut add = |term: Term, factor: Rational| {
                *due.entry(term).or_insert(Rational::ZERO) += &factor;
            };
            let arguments = terms.arguments(term);
            match terms.op(term) {
                Op::Add | Op::ToReal => {
                    arguments.iter().for_each(|argument| add(*argument, factor.clone()));
                }
                Op::Multiply if let Some(form) = self.numbers.monomials.expanded(term) => {
                    constant.add_product(&factor, form.constant_part());
                    let summands = form.terms().iter();
                    unknowns.extend(summands.map(|(variable, by)| (*variable, by * &factor)));
                }
                Op::Multiply => {
                    let mut factor = factor;
                    let mut unknown = None;
                    for argument in arguments {
                        match self.constant(terms, *argument) {
                            Some(value) => factor = &factor * &value,
                            None => unknown = Some(*argument),
                        }
                    }
                    if let Some(unknown) = unknown {
                        add(unknown, factor);
                    }
                }
                Op::Divide => {
                    let divisor = self.constant(terms, arguments[1]);
                    if let Some(quotient) = divisor.and_then(|divisor| factor.checked_div(&divisor))
                    {
                        add(arguments[0], quotient);
                    }
                }
                _ => debug_assert!(false, "only known terms have linear forms"),
            }
        }
        LinearForm::new(constant, unknowns)
    }

    /// `left − right`
    pub(crate) fn difference_form(&self, terms: &Terms, left: Term, right: Term) -> LinearForm {
        let mut form = self.linear(terms, left);
        form.add_scaled(&Rational::MINUS_ONE, &self.linear(terms, right));
        form
    }

    /// Makes an equation between numbers that arithmetic knows an atom, so that bounds can refute it.
    pub(crate) fn register_equation(&mut self, terms: &Terms, formula: Term, var: Var) {
        let &[left, right] = terms.arguments(formula) else { return };
        if !self.numbers.is_known(left) || !self.numbers.is_known(right) {
            return;
        }
        let constraint = Constraint::zero(self.difference_form(terms, left, right));
        if constraint.form.is_constant() {
            return;
        }
        let atom = self.arithmetic.register(&constraint);
        self.atoms.get_mut(var).number = Some(atom);
        self.atoms.of_number.entry(atom).or_default().push(var);
    }

    /// Makes a comparison an atom of arithmetic.
    pub(crate) fn register(&mut self, terms: &Terms, formula: Term, var: Var) {
        let &[left, right] = terms.arguments(formula) else { return };
        // s ≤ t is t − s ≥ 0
        let form = self.difference_form(terms, right, left);
        let constraint = match terms.op(formula) {
            Op::Less => Constraint::positive(form),
            _ => Constraint::non_negative(form),
        };
        let atom = self.arithmetic.register(&constraint);
        self.atoms.get_mut(var).number = Some(atom);
        self.atoms.of_number.entry(atom).or_default().push(var);
    }
}
