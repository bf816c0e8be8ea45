//! The clauses that define a formula's variable by those of its arguments.

use buttress_certificate::smt::Rule;
use buttress_logic::{Op, Sort, Term, Terms};
use buttress_prop::{Lit, Var};

use crate::combination::Combination;

impl Combination {
    /// Says what the new variable of a formula means.
    pub(crate) fn define(&mut self, terms: &mut Terms, formula: Term, var: Var) {
        let this = var.lit();
        let rule = Rule::Define(formula);
        match terms.op(formula) {
            Op::True => self.give(vec![this], rule),
            Op::False => self.give(vec![!this], rule),
            Op::And => {
                let arguments = self.lits(terms, formula);
                self.define_and(this, &arguments, formula);
            }
            Op::Or => {
                // t = a ∨ b is ¬t = ¬a ∧ ¬b.
                let denied: Vec<Lit> = self.lits(terms, formula).iter().map(|lit| !*lit).collect();
                self.define_and(!this, &denied, formula);
            }
            Op::Ite => {
                let &[condition, then, otherwise] = self.lits(terms, formula).as_slice() else {
                    return;
                };
                for clause in [
                    vec![!this, !condition, then],
                    vec![!this, condition, otherwise],
                    vec![this, !condition, !then],
                    vec![this, condition, !otherwise],
                ] {
                    self.give(clause, rule.clone());
                }
            }
            Op::Equal if terms.sort_of(terms.argument(formula, 0)) == Sort::BOOL => {
                let &[left, right] = self.lits(terms, formula).as_slice() else { return };
                for clause in [
                    vec![!this, !left, right],
                    vec![!this, left, !right],
                    vec![this, left, right],
                    vec![this, !left, !right],
                ] {
                    self.give(clause, rule.clone());
                }
            }
            Op::Distinct => self.define_distinct(terms, formula, this),
            Op::IsInteger => {
                let argument = terms.argument(formula, 0);
                let floor = terms.to_integer(argument);
                let back = terms.to_real(floor);
                let is_floor = terms.equal(argument, back);
                let same = terms.equal(formula, is_floor);
                let same = self.enter_formula(terms, same);
                self.give(vec![same], Rule::IsInteger(formula));
            }
            Op::LessEqual | Op::Less => self.register(terms, formula, var),
            Op::Forall(_) | Op::Exists(_) => self.quantifiers.add(formula),
            _ => {}
        }
    }

    fn lits(&self, terms: &Terms, formula: Term) -> Vec<Lit> {
        let arguments = terms.arguments(formula).iter();
        arguments
            .map(|argument| self.atoms.lit(terms, *argument).expect("entered before"))
            .collect()
    }

    fn define_and(&mut self, this: Lit, arguments: &[Lit], formula: Term) {
        for argument in arguments {
            self.give(vec![!this, *argument], Rule::Define(formula));
        }
        let mut all: Vec<Lit> = arguments.iter().map(|argument| !*argument).collect();
        all.push(this);
        self.give(all, Rule::Define(formula));
    }

    fn define_distinct(&mut self, terms: &mut Terms, formula: Term, this: Lit) {
        let arguments = terms.arguments(formula).to_vec();
        let mut some = vec![this];
        for (place, right) in arguments.iter().enumerate() {
            for left in &arguments[..place] {
                let equal = terms.equal(*left, *right);
                let equal = self.enter_formula(terms, equal);
                self.give(vec![!this, !equal], Rule::Define(formula));
                some.push(equal);
            }
        }
        self.give(some, Rule::Define(formula));
    }
}
