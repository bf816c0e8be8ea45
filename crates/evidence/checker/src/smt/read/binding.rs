//! Terms that have to do with binding: bound variables, quantifiers and witnesses.
//!
//! Variables and quantifiers go by the numbers that reading the script gives them, since names could
//! not say which of several is meant.

use buttress_logic::{Sort, Term};

use super::Reader;
use crate::smt::rejection::TextFlaw;
use crate::smt::text::{Tokens, number, strange};

impl Reader<'_, '_> {
    /// The term that a text says, if it is one of these.
    pub(super) fn binding(&mut self, text: &str) -> Result<Option<Term>, TextFlaw> {
        let inside = text.strip_prefix("(@").and_then(|rest| rest.strip_suffix(')'));
        let Some(inside) = inside else { return Ok(None) };
        let mut words = Tokens::of(inside.as_bytes());
        let head = words.word();
        if !matches!(head, b"bound" | b"forall" | b"exists" | b"witness") {
            return Ok(None);
        }
        let position = words.word();
        let place = number(position);
        let index = place.and_then(|place| u32::try_from(place).ok());
        if head == b"bound" {
            words.finish()?;
            let bound = index.and_then(|index| self.verifier.terms.bound_at(index));
            let bound = bound.ok_or_else(|| strange("the number of a bound variable", position))?;
            return Ok(Some(self.verifier.terms.bound(bound)));
        }
        let (name, formula) = self.formula(&mut words)?;
        words.finish()?;
        if head == b"witness" {
            let is_closed = self.verifier.is_closed(formula);
            let terms = &mut *self.verifier.terms;
            let variables = terms.quantified(formula).len();
            if variables == 0 || !is_closed {
                return Err(strange("a closed quantified formula", name));
            }
            let place = place.filter(|place| *place < variables);
            let place = place.ok_or_else(|| strange("the place of a bound variable", position))?;
            return Ok(Some(terms.witness(formula, place)));
        }
        let terms = &mut *self.verifier.terms;
        let binder = index.and_then(|index| terms.binder_at(index));
        let binder = binder.ok_or_else(|| strange("the number of a quantifier", position))?;
        let is_forall = head == b"forall";
        Ok(Some(if is_forall {
            terms.forall(binder, formula)
        } else {
            terms.exists(binder, formula)
        }))
    }

    /// A formula by its number, as in `@8`, and how it is named.
    fn formula<'w>(&self, words: &mut Tokens<'w>) -> Result<(&'w [u8], Term), TextFlaw> {
        let name = words.word();
        let id = name.strip_prefix(b"@").and_then(number);
        let id = id.ok_or_else(|| strange("the name of a formula", name))?;
        let term = self.entry(id)?.term;
        if self.verifier.terms.sort_of(term) != Sort::BOOL {
            return Err(TextFlaw::NoFormula(id));
        }
        Ok((name, term))
    }
}
