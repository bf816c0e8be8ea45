//! From classes of equal terms and a point of arithmetic to a model.
//!
//! Every class gets a value: numbers the one that arithmetic found, uninterpreted sorts an element
//! per class, datatypes their constructor applied to the values of its fields or a fresh value, arrays
//! their reads over one default per family of arrays that writes connect. Functions are the
//! tables of their applications. Arrays and functions that meet quantified variables are projected
//! onto the index sets instead ([`projection`]). Whether the result is a model is then evaluated, not believed.

mod builder;
mod families;
mod function;
mod interpret;
mod projection;

use buttress_arrays::Candidates;
use buttress_logic::{Evaluator, IdMap, Model, Op, Symbol, Term, Terms, Value};
use buttress_numeric::Rational;

use crate::internalize::Internalizer;
use crate::point::Point;
use builder::Builder;

/// A candidate model.
pub(crate) struct Built {
    pub(crate) model: Model,
    /// Were values made up? Then another attempt may make up others.
    pub(crate) is_invented: bool,
    /// The points of each component of the index sets, in order, with a term for each.
    pub(crate) points: Vec<Vec<(Rational, Term)>>,
    /// A term for each value that a class has.
    pub(crate) names: IdMap<Value, Term>,
}

impl Built {
    /// Lets the model say which values were chosen for the variables of quantified formulas.
    ///
    /// After the instantiation of an outer quantifier several formulas have the same list of
    /// variables; the oldest is that of the script.
    pub(crate) fn offer_choices(&mut self, terms: &mut Terms, witnessed: &[Term]) {
        let mut oldest_first = witnessed.to_vec();
        oldest_first.sort_unstable_by(|left, right| right.cmp(left));
        for formula in oldest_first {
            let (Op::Forall(binder) | Op::Exists(binder)) = terms.op(formula) else { continue };
            for place in 0..terms.quantified(formula).len() {
                let witness = terms.witness(formula, place);
                let mut evaluator = Evaluator::new(terms, &mut self.model);
                if let Ok(value) = evaluator.value(witness) {
                    self.model.set(Symbol::Choice(binder, place as u32), &[], value);
                }
            }
        }
    }
}

/// A model of what the theories agreed on, if one can be built.
///
/// A made-up value may by chance be that of another class, since constructor terms around made-up
/// values are known only afterwards; other attempts make up other values.
pub(crate) fn build(
    terms: &mut Terms,
    known: &Internalizer,
    candidates: Option<&Candidates>,
    point: &Point,
    attempt: u64,
) -> Option<Built> {
    let mut builder = Builder::new(terms, known, candidates, point, attempt);
    builder.set_universes();
    builder.find_points()?;
    builder.value_classes()?;
    builder.interpret();
    let names = builder.names();
    let Builder { mut model, points, inventions, .. } = builder;
    if let Some(candidates) = candidates {
        function::project(terms, &mut model, candidates, &points);
    }
    Some(Built { model, is_invented: inventions > 0, points, names })
}
