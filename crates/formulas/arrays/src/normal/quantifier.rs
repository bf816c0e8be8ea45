//! Quantifiers in positive normal form: kept, replaced by constants, written out, or narrowed.

use std::collections::HashMap;

use buttress_logic::{Binder, Bound, Op, Term, Terms, substitute};

use super::{Met, Normaliser, Shape};
use crate::domain::{Domain, values};
use crate::limits::NORMAL_CASES;
use crate::polarity::Polarity;

impl Normaliser {
    /// How the normal form of a quantified formula is made.
    pub(super) fn quantifier(
        &mut self,
        terms: &mut Terms,
        term: Term,
        polarity: Polarity,
        binder: Binder,
        body: Term,
    ) -> Shape {
        let is_forall = matches!(terms.op(term), Op::Forall(_));
        let is_universal = is_forall == polarity.is_positive();
        let used = self.free.bounds(terms, body);
        let bounds: Vec<Bound> =
            terms.binder(binder).iter().filter(|bound| used.contains(bound)).copied().collect();
        if bounds.is_empty() {
            return Shape::Same((body, polarity));
        }
        let is_ground = self.free.is_ground(terms, term);
        if is_ground {
            let witnesses = Vec::new();
            self.met_at.insert((term, polarity), self.met.len());
            self.met.push(Met { formula: term, polarity, witnesses, normal: term });
        }
        if let Some(cases) = self.write_out(terms, &bounds, body, is_forall) {
            let parts = cases.into_iter().map(|case| (case, polarity)).collect();
            return if is_universal { Shape::And(parts) } else { Shape::Or(parts) };
        }
        if is_universal || self.keeps_existentials {
            let binder = if bounds.len() == terms.binder(binder).len() {
                binder
            } else {
                terms.scratch_binder(&bounds)
            };
            let body = (body, polarity);
            return match is_universal {
                true => Shape::Forall(binder, body),
                false => Shape::Exists(binder, body),
            };
        }
        if is_ground {
            let mut map = HashMap::new();
            let mut witnesses = Vec::new();
            for bound in bounds {
                let place = terms.binder(binder).iter().position(|other| *other == bound);
                let Some(place) = place else { continue };
                let witness = terms.witness(term, place);
                map.insert(terms.bound(bound), witness);
                witnesses.push((bound, witness));
            }
            if let Some(met) = self.met.last_mut() {
                met.witnesses = witnesses;
            }
            return Shape::Same((substitute(terms, body, &map), polarity));
        }
        self.narrow(terms, &bounds, polarity, body)
    }

    /// ∃ that depends on universal variables, with its scope made smaller if that is possible at
    /// once; its parts are visited in turn.
    fn narrow(
        &mut self,
        terms: &mut Terms,
        bounds: &[Bound],
        polarity: Polarity,
        body: Term,
    ) -> Shape {
        // As far as it goes, the quantifier reads as ∃ at the positive side and ∀ at the negative.
        let quantify = |terms: &mut Terms, body: Term, polarity: Polarity| {
            let binder = terms.scratch_binder(bounds);
            match polarity {
                Polarity::Positive => terms.exists(binder, body),
                Polarity::Negative => terms.forall(binder, body),
            }
        };
        let arguments = terms.arguments(body).to_vec();
        match (terms.op(body), polarity) {
            (Op::Not, _) => {
                let flipped = polarity.flipped();
                Shape::Same((quantify(terms, arguments[0], flipped), flipped))
            }
            (Op::Or, Polarity::Positive) | (Op::And, Polarity::Negative) => {
                let parts = arguments.iter();
                let parts = parts.map(|part| (quantify(terms, *part, polarity), polarity));
                Shape::Or(parts.collect())
            }
            (Op::And, Polarity::Positive) | (Op::Or, Polarity::Negative) => {
                let mut inside = Vec::new();
                let mut parts = Vec::new();
                for part in arguments {
                    let is_bound =
                        self.free.bounds(terms, part).iter().any(|bound| bounds.contains(bound));
                    if is_bound { inside.push(part) } else { parts.push((part, polarity)) }
                }
                if parts.is_empty() {
                    return self.leave(terms, bounds, polarity, body);
                }
                let inside =
                    if polarity.is_positive() { terms.and(&inside) } else { terms.or(&inside) };
                parts.push((quantify(terms, inside, polarity), polarity));
                Shape::And(parts)
            }
            _ => self.leave(terms, bounds, polarity, body),
        }
    }

    /// ∃ stays where it is: it will be reported.
    fn leave(
        &mut self,
        terms: &mut Terms,
        bounds: &[Bound],
        polarity: Polarity,
        body: Term,
    ) -> Shape {
        let binder = terms.scratch_binder(bounds);
        let body = if polarity.is_positive() { body } else { terms.not(body) };
        let left = terms.exists(binder, body);
        self.done.insert((left, Polarity::Positive), left);
        Shape::Same((left, Polarity::Positive))
    }

    /// The instances of the body for all values of those variables that have only a few.
    fn write_out(
        &mut self,
        terms: &mut Terms,
        bounds: &[Bound],
        body: Term,
        is_forall: bool,
    ) -> Option<Vec<Term>> {
        let is_finite = |terms: &Terms, bound: Bound| {
            Domain::of(terms, terms.bound_sort(bound)) == Domain::Finite
        };
        let (finite, others): (Vec<Bound>, Vec<Bound>) =
            bounds.iter().partition(|bound| is_finite(terms, **bound));
        if finite.is_empty() {
            return None;
        }
        let mut cases = vec![HashMap::new()];
        for bound in finite {
            let sort = terms.bound_sort(bound);
            let (variable, values) = (terms.bound(bound), values(terms, sort));
            let mut longer = Vec::new();
            for value in values {
                for case in &cases {
                    let mut case: HashMap<Term, Term> = case.clone();
                    case.insert(variable, value);
                    longer.push(case);
                }
            }
            if longer.len() > NORMAL_CASES {
                return None;
            }
            cases = longer;
        }
        let instances = cases.iter().map(|case| {
            let instance = substitute(terms, body, case);
            if others.is_empty() {
                return instance;
            }
            let binder = terms.scratch_binder(&others);
            if is_forall { terms.forall(binder, instance) } else { terms.exists(binder, instance) }
        });
        Some(instances.collect())
    }
}
