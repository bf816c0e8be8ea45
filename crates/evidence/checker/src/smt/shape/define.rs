//! The clauses that define a formula by its arguments.

use buttress_certificate::smt::Literal;
use buttress_logic::{Op, Sort, Term};

use super::Shape;
use crate::limits::FEW_ARGUMENTS;
use crate::smt::rejection::{ClauseFlaw, describe};

impl Shape<'_> {
    pub(super) fn define(&mut self, term: Term) -> Result<(), ClauseFlaw> {
        if self.terms.sort_of(term) != Sort::BOOL {
            return Err(self.inapplicable(term, "a formula"));
        }
        let is_defined = match self.terms.op(term) {
            Op::True => self.holds(term),
            Op::False => self.denies(term),
            Op::And => return self.define_junction(term, true),
            Op::Or => return self.define_junction(term, false),
            Op::Distinct => return self.define_distinct(term),
            Op::Equal => {
                let [left, right] = self.parts(term, Op::Equal, "an equation")?;
                if self.terms.sort_of(left) != Sort::BOOL {
                    return Err(self.inapplicable(term, "an equation between formulas"));
                }
                let says = |is_left: bool, is_right: bool| {
                    self.is_in(left, is_left) && self.is_in(right, is_right)
                };
                self.denies(term) && (says(false, true) || says(true, false))
                    || self.holds(term) && (says(true, true) || says(false, false))
            }
            Op::Ite => {
                let [condition, then, otherwise] = self.parts(term, Op::Ite, "an ite")?;
                // Where the term is denied a branch is claimed, and the other way round.
                let follows = |value: bool| {
                    let (then, otherwise) = (self.is_in(then, value), self.is_in(otherwise, value));
                    self.denies(condition) && then
                        || self.holds(condition) && otherwise
                        || then && otherwise
                };
                self.denies(term) && follows(true) || self.holds(term) && follows(false)
            }
            _ => return Err(self.inapplicable(term, "a connective")),
        };
        if is_defined { Ok(()) } else { Err(ClauseFlaw::NoShape) }
    }

    /// Does the clause claim, or else deny, a formula?
    fn is_in(&self, formula: Term, is_claimed: bool) -> bool {
        if is_claimed { self.holds(formula) } else { self.denies(formula) }
    }

    /// A conjunction: {¬t, aᵢ} or {t, ¬a₁, …, ¬aₙ}; a disjunction the other way round.
    fn define_junction(&mut self, term: Term, is_and: bool) -> Result<(), ClauseFlaw> {
        if self.is_in(term, !is_and) && self.has_argument(term, is_and) {
            return Ok(());
        }
        if !self.is_in(term, is_and) {
            return Err(ClauseFlaw::NoShape);
        }
        let missing = |argument: &&Term| !self.is_in(**argument, !is_and);
        match self.terms.arguments(term).iter().find(missing) {
            Some(argument) => {
                let sign = if is_and { "the negation of " } else { "" };
                Err(ClauseFlaw::Missing(format!("{sign}{}", describe(self.terms, *argument))))
            }
            None => Ok(()),
        }
    }

    /// Does the clause claim, or else deny, some argument of the term?
    fn has_argument(&mut self, term: Term, is_claimed: bool) -> bool {
        let arguments = self.terms.arguments(term);
        if arguments.len() <= FEW_ARGUMENTS {
            return arguments.iter().any(|argument| self.is_in(*argument, is_claimed));
        }
        if self.shapes.indexed.insert(term) {
            let members =
                arguments.iter().map(|argument| (term, Literal::of(self.terms, *argument)));
            self.shapes.members.extend(members);
        }
        self.clause.iter().any(|written| {
            let literal = written.literal;
            let argument = if is_claimed { literal } else { literal.negated() };
            self.shapes.members.contains(&(term, argument))
        })
    }

    /// {¬t, ¬(aᵢ = aⱼ)} or {t} with every aᵢ = aⱼ
    fn define_distinct(&mut self, term: Term) -> Result<(), ClauseFlaw> {
        if self.denies(term) {
            return if self.denies_some_pair(term) { Ok(()) } else { Err(ClauseFlaw::NoShape) };
        }
        if !self.holds(term) {
            return Err(ClauseFlaw::NoShape);
        }
        let arguments = self.terms.arguments(term).to_vec();
        for (place, left) in arguments.iter().enumerate() {
            for right in &arguments[place + 1..] {
                self.require_equal(*left, *right)?;
            }
        }
        Ok(())
    }

    fn denies_some_pair(&mut self, term: Term) -> bool {
        let arguments = self.terms.arguments(term);
        if self.shapes.indexed.insert(term) {
            let member = |argument: &Term| Literal { atom: *argument, is_positive: true };
            self.shapes.members.extend(arguments.iter().map(|argument| (term, member(argument))));
        }
        self.clause.iter().any(|written| {
            let Literal { atom, is_positive } = written.literal;
            if is_positive || self.terms.op(atom) != Op::Equal {
                return false;
            }
            let is_member = |side: &Term| {
                let side = Literal { atom: *side, is_positive: true };
                self.shapes.members.contains(&(term, side))
            };
            match self.terms.arguments(atom) {
                // A term differs from itself only if it stands in the list twice.
                [left, right] if left == right => {
                    arguments.iter().filter(|argument| *argument == left).count() > 1
                }
                sides => sides.iter().all(is_member),
            }
        })
    }
}
