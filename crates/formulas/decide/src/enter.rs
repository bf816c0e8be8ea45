//! Entering formulas and terms: variables, nodes, linear forms, and the axioms that come with them.
//!
//! Three things can be wanted of a term: a variable of the search (formulas), a node of the graph
//! (what equality speaks of), a linear form (numbers). Entering goes from the arguments up, with a
//! stack of its own, since terms may be nested as deeply as memory allows.

use buttress_certificate::smt::Rule;
use buttress_logic::{Op, Sort, Term, Terms};
use buttress_numeric::Rational;
use buttress_prop::Lit;
use buttress_theory::graph::is_application;

use crate::combination::Combination;
use crate::nonlinear::is_division;

/// What is wanted of a term.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Want {
    /// A variable of the search.
    Variable(Term),
    /// A node of the graph.
    Node(Term),
    /// Variables of arithmetic for the terms that its linear form speaks of.
    Number(Term),
}

impl Combination {
    /// The literal of a formula, which is entered if it is new.
    pub(crate) fn enter_formula(&mut self, terms: &mut Terms, formula: Term) -> Lit {
        if let Some(lit) = self.atoms.lit(terms, formula) {
            return lit;
        }
        self.enter(terms, Want::Variable(formula));
        self.atoms.lit(terms, formula).expect("what was entered has a literal")
    }

    pub(crate) fn enter(&mut self, terms: &mut Terms, want: Want) {
        let mut stack = vec![(want, false)];
        while let Some((want, is_ready)) = stack.pop() {
            if self.is_entered(terms, want) {
                continue;
            }
            if is_ready {
                self.finish(terms, want);
                continue;
            }
            stack.push((want, true));
            self.needs(terms, want, |need| stack.push((need, false)));
        }
        // The axioms speak of further terms. They wait for the outermost call, since a chain of
        // terms that describe each other may be long.
        if std::mem::replace(&mut self.is_describing, true) {
            return;
        }
        while let Some(term) = self.undescribed.pop() {
            self.describe(terms, term);
        }
        self.is_describing = false;
    }

    fn is_entered(&self, terms: &Terms, want: Want) -> bool {
        match want {
            Want::Variable(formula) => self.atoms.lit(terms, formula).is_some(),
            Want::Node(term) => self.graph.node(term).is_some(),
            Want::Number(term) => self.numbers.is_known(term),
        }
    }

    /// What must be entered before.
    fn needs(&self, terms: &Terms, want: Want, mut need: impl FnMut(Want)) {
        match want {
            Want::Variable(formula) => {
                let arguments = terms.arguments(formula);
                let first_sort = arguments.first().map(|first| terms.sort_of(*first));
                match terms.op(formula) {
                    Op::Not | Op::And | Op::Or | Op::Ite => {
                        arguments.iter().for_each(|argument| need(Want::Variable(*argument)));
                    }
                    Op::Equal if first_sort == Some(Sort::BOOL) => {
                        arguments.iter().for_each(|argument| need(Want::Variable(*argument)));
                    }
                    Op::LessEqual | Op::Less => {
                        arguments.iter().for_each(|argument| need(Want::Number(*argument)));
                    }
                    Op::Distinct if first_sort == Some(Sort::BOOL) => {
                        arguments.iter().for_each(|argument| need(Want::Variable(*argument)));
                    }
                    Op::Distinct | Op::IsInteger => {
                        arguments.iter().for_each(|argument| need(Want::Node(*argument)));
                    }
                    _ if is_application(terms, formula) => need(Want::Node(formula)),
                    _ => {}
                }
            }
            Want::Node(term) => {
                if is_application(terms, term) {
                    terms.arguments(term).iter().for_each(|argument| need(Want::Node(*argument)));
                } else if terms.sort_of(term) == Sort::BOOL {
                    if !matches!(terms.op(term), Op::True | Op::False) {
                        need(Want::Variable(term));
                    }
                } else if is_arithmetic(terms, term) {
                    need(Want::Number(term));
                }
            }
            Want::Number(term) => match terms.op(term) {
                Op::Add | Op::Multiply | Op::ToReal => {
                    terms.arguments(term).iter().for_each(|argument| need(Want::Number(*argument)));
                }
                Op::Divide | Op::IntegerDivide | Op::Modulo if !is_application(terms, term) => {
                    need(Want::Number(terms.argument(term, 0)));
                }
                Op::ToInteger => need(Want::Number(terms.argument(term, 0))),
                // Somebody else says what it is.
                _ if !is_arithmetic(terms, term) && !is_unknown(terms, term) => {
                    need(Want::Node(term));
                }
                _ => {}
            },
        }
    }

    /// Enters what is wanted, its needs having been met.
    fn finish(&mut self, terms: &mut Terms, want: Want) {
        match want {
            // A negation has the variable of its argument.
            Want::Variable(formula) if terms.op(formula) == Op::Not => {}
            Want::Variable(formula) => {
                let var = self.atoms.add(formula);
                if is_application(terms, formula) && self.graph.node(formula).is_some() {
                    self.link(terms, formula);
                }
                self.define(terms, formula, var);
            }
            Want::Node(term) => {
                let node = self.graph.add(terms, term);
                if terms.sort_of(term) == Sort::BOOL {
                    self.enter(terms, Want::Variable(term));
                    self.link(terms, term);
                } else if self.numbers.is_known(term) {
                    self.graph.congruence.set_mark(node);
                }
                if matches!(terms.op(term), Op::Ite | Op::Absolute) || is_division(terms, term) {
                    self.undescribed.push(term);
                }
            }
            Want::Number(term) => {
                self.know_number(terms, term);
                match self.graph.node(term) {
                    Some(node) => self.graph.congruence.set_mark(node),
                    None if self.numbers.variable(term).is_some() && !is_free(terms, term) => {
                        self.enter(terms, Want::Node(term));
                    }
                    None => {}
                }
            }
        }
    }

    /// Ties the variable of a formula to its node.
    fn link(&mut self, terms: &Terms, formula: Term) {
        let (Some(lit), Some(node)) = (self.atoms.lit(terms, formula), self.graph.node(formula))
        else {
            return;
        };
        let sides = match (terms.op(formula), terms.arguments(formula)) {
            (Op::Equal, [left, right]) if terms.sort_of(*left) != Sort::BOOL => {
                self.graph.node(*left).zip(self.graph.node(*right))
            }
            _ => None,
        };
        let atom = self.atoms.get_mut(lit.var());
        let slot = if lit.is_positive() { &mut atom.node } else { &mut atom.negated_node };
        if slot.replace(node).is_some() {
            return;
        }
        if self.atoms.get(lit.var()).value != 0 {
            self.late.push(lit);
        }
        if !lit.is_positive() {
            self.negations.insert(formula, lit);
        }
        if let Some((left, _)) = sides {
            self.atoms.get_mut(lit.var()).sides = sides;
            if terms.sort_of(self.graph.term(left)).is_arithmetic() {
                self.equations.push(lit.var());
                self.register_equation(terms, formula, lit.var());
            }
        }
    }

    /// The axioms that say what a term is: `ite`, `abs`, and quotients by unknowns.
    fn describe(&mut self, terms: &mut Terms, term: Term) {
        match terms.op(term) {
            Op::Ite if terms.sort_of(term) != Sort::BOOL && self.described.insert(term) => {
                let &[condition, then, otherwise] = terms.arguments(term) else { return };
                let condition = self.enter_formula(terms, condition);
                for (case, branch) in [(!condition, then), (condition, otherwise)] {
                    let equal = terms.equal(term, branch);
                    let equal = self.enter_formula(terms, equal);
                    self.give(vec![case, equal], Rule::Ite(term));
                }
            }
            Op::Absolute if self.described.insert(term) => {
                let argument = terms.argument(term, 0);
                let sort = terms.sort_of(argument);
                let zero = terms.numeral(&Rational::ZERO, sort);
                let is_positive = terms.less_equal(zero, argument);
                let negated = terms.negate(argument);
                let cases = terms.ite(is_positive, argument, negated);
                let equal = terms.equal(term, cases);
                let equal = self.enter_formula(terms, equal);
                self.give(vec![equal], Rule::Absolute(term));
            }
            _ if is_division(terms, term) => self.describe_division(terms, term),
            _ => {}
        }
    }
}

/// Is the term a constant of which nothing is known but what is asserted?
fn is_unknown(terms: &Terms, term: Term) -> bool {
    matches!(terms.op(term), Op::Apply(_) | Op::Witness(_)) && terms.arguments(term).is_empty()
}

/// Does equality say nothing of the term that arithmetic does not know?
fn is_free(terms: &Terms, term: Term) -> bool {
    terms.op(term) == Op::Multiply || is_unknown(terms, term)
}

/// Does arithmetic say what the term is, rather than other theories or nobody?
fn is_arithmetic(terms: &Terms, term: Term) -> bool {
    terms.sort_of(term).is_arithmetic()
        && !matches!(terms.op(term), Op::Apply(_) | Op::Witness(_) | Op::Ite | Op::Absolute)
}
