//! Case splits on sums over the integers.

use buttress_logic::{Sort, Term, Terms};
use buttress_numeric::{Derivation, Integer, Line, LinearForm, Rational, Source};

use crate::explain::note_derivation;
use crate::internalize::Internalizer;
use crate::numbers::{ConstraintTags, Unknowns};

/// Gives the lemma form ≤ floor ∨ form ≥ floor + 1.
pub(crate) fn branch_on(
    known: &mut Internalizer,
    terms: &mut Terms,
    form: &LinearForm,
    floor: &Integer,
) {
    let sum = term_of(&known.numbers.unknowns, terms, form);
    let floor = Rational::from(floor.clone());
    let ceiling = &floor + &Rational::ONE;
    let below = terms.numeral(&floor, Sort::INT);
    let above = terms.numeral(&ceiling, Sort::INT);
    let is_below = terms.less_equal(sum, below);
    let is_above = terms.less_equal(above, sum);
    let is_below = known.literal(terms, is_below);
    let is_above = known.literal(terms, is_above);
    let rounded = |denied| Line {
        sum: vec![(Source::Given(ConstraintTags::of_literal(denied)), Rational::ONE)],
        rounds: true,
    };
    let both = vec![(Source::Line(0), Rational::ONE), (Source::Line(1), Rational::ONE)];
    let lines = vec![rounded(!is_below), rounded(!is_above), Line { sum: both, rounds: false }];
    let tag = note_derivation(known, Derivation { lines }, None);
    known.clauses.give_noted(tag);
}

/// A linear form over integers as a term.
fn term_of(unknowns: &Unknowns, terms: &mut Terms, form: &LinearForm) -> Term {
    let mut summands = Vec::new();
    for (variable, coefficient) in form.terms() {
        let unknown = unknowns.term(*variable);
        summands.push(if coefficient.is_one() {
            unknown
        } else {
            let factor = terms.numeral(coefficient, Sort::INT);
            terms.multiply(&[factor, unknown])
        });
    }
    terms.add(&summands)
}
