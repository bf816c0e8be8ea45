//! Atoms: what registered constraints and their denials say about the bounds of a variable.
//!
//! A constraint over integers alone is scaled to coprime coefficients, and its bound is rounded;
//! any other is scaled so that its leading coefficient is 1. So constraints with the same linear
//! part, up to scale, bound the same row variable.

use std::collections::HashMap;

use buttress_numeric::{
    Constraint, Delta, Rational, Relation, Side, Simplex, Variable, primitive_scale,
};

/// A constraint that the driver may assert or want propagated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Atom(pub u32);

/// What a constraint says.
#[derive(Clone, Debug)]
pub(super) enum Meaning {
    /// Nothing: it always holds.
    Trivial,
    /// It never holds; perhaps only rounding shows it.
    Impossible { rounds: bool },
    /// A bound, which is the constraint, or its rounding, times `scale`.
    Bound { side: Side, value: Delta, scale: Rational, rounds: bool },
    /// A value; `x - value` is the constraint's form times `scale`.
    Equation { value: Delta, scale: Rational },
}

/// A meaning and the variable it is about.
#[derive(Clone, Debug)]
pub(super) struct Normal {
    pub(super) variable: Option<Variable>,
    pub(super) meaning: Meaning,
}

/// A registered constraint.
#[derive(Clone, Debug)]
pub(super) struct Record {
    pub(super) variable: Option<Variable>,
    pub(super) positive: Meaning,
    /// Of an equation's denial nothing is known here.
    pub(super) negative: Option<Meaning>,
    /// Is it neither asserted nor implied?
    pub(super) is_open: bool,
    /// Where its explanation stands, once it is implied.
    pub(super) explanation: Option<Explanation>,
}

/// The part of the explanations that bounds an atom's variable so that the atom is decided.
#[derive(Clone, Copy, Debug)]
pub(super) struct Explanation {
    pub(super) start: usize,
    pub(super) end: usize,
    /// From where the sum bounds the variable.
    pub(super) side: Side,
}

/// All registered atoms.
#[derive(Clone, Debug, Default)]
pub(super) struct Atoms {
    pub(super) records: Vec<Record>,
    known: HashMap<Constraint, Atom>,
    /// How many atoms are about each variable, and how many of them are open.
    about: Vec<u32>,
    open: Vec<u32>,
}

/// Scales and rounds a constraint; defines its row.
pub(super) fn normalise(
    constraint: &Constraint,
    simplex: &mut Simplex,
    is_integer: &impl Fn(Variable) -> bool,
) -> Normal {
    let Constraint { form, relation } = constraint;
    let Some((_, leading)) = form.terms().first() else {
        let meaning = match relation.holds(form.constant_part()) {
            true => Meaning::Trivial,
            false => Meaning::Impossible { rounds: false },
        };
        return Normal { variable: None, meaning };
    };
    let is_integral = form.terms().iter().all(|(variable, _)| is_integer(*variable));
    let scale = if is_integral { primitive_scale(form.terms()) } else { leading.abs().recip() };
    let scale = scale.expect("a form's coefficients are not zero");
    let (scale, side) = match leading.is_negative() {
        true => (-scale, Side::Upper),
        false => (scale, Side::Lower),
    };
    let value = -(form.constant_part() * &scale);
    if *relation == Relation::Zero && is_integral && !value.is_integer() {
        return Normal { variable: None, meaning: Meaning::Impossible { rounds: true } };
    }
    let variable = simplex.define(&form.scaled(&scale));
    let is_strict = *relation == Relation::Positive;
    let meaning = if *relation == Relation::Zero {
        Meaning::Equation { value: value.into(), scale }
    } else if is_integral {
        let rounded = match (side, is_strict) {
            (Side::Lower, false) => value.ceil().into_rational(),
            (Side::Lower, true) => value.floor().into_rational() + Rational::ONE,
            (Side::Upper, false) => value.floor().into_rational(),
            (Side::Upper, true) => value.ceil().into_rational() - Rational::ONE,
        };
        let rounds = is_strict || rounded != value;
        let scale = if rounds { Rational::ONE } else { scale.abs() };
        Meaning::Bound { side, value: rounded.into(), scale, rounds }
    } else {
        let value = match (side, is_strict) {
            (_, false) => Delta::from(value),
            (Side::Lower, true) => Delta::above(value),
            (Side::Upper, true) => Delta::below(value),
        };
        Meaning::Bound { side, value, scale: scale.abs(), rounds: false }
    };
    Normal { variable: Some(variable), meaning }
}

impl Atoms {
    pub(super) fn known(&self, constraint: &Constraint) -> Option<Atom> {
        self.known.get(constraint).copied()
    }

    pub(super) fn add(&mut self, constraint: &Constraint, record: Record) -> Atom {
        let atom = Atom(self.records.len() as u32);
        if let Some(variable) = record.variable {
            let index = variable.index();
            if self.about.len() <= index {
                self.about.resize(index + 1, 0);
                self.open.resize(index + 1, 0);
            }
            self.about[index] += 1;
            self.open[index] += 1;
        }
        self.records.push(record);
        self.known.insert(constraint.clone(), atom);
        atom
    }

    pub(super) fn get(&self, atom: Atom) -> &Record {
        &self.records[atom.0 as usize]
    }

    /// Is there an atom about the variable?
    pub(super) fn is_mentioned(&self, variable: Variable) -> bool {
        self.about.get(variable.index()).is_some_and(|atoms| *atoms > 0)
    }

    /// Is there an open atom about the variable?
    pub(super) fn is_watched(&self, variable: Variable) -> bool {
        self.open.get(variable.index()).is_some_and(|open| *open > 0)
    }

    /// Notes that an atom is asserted or implied. Was it open?
    pub(super) fn close(&mut self, atom: Atom) -> bool {
        let record = &mut self.records[atom.0 as usize];
        if !std::mem::replace(&mut record.is_open, false) {
            return false;
        }
        if let Some(variable) = record.variable {
            self.open[variable.index()] -= 1;
        }
        true
    }

    pub(super) fn reopen(&mut self, atom: Atom) {
        let record = &mut self.records[atom.0 as usize];
        record.is_open = true;
        record.explanation = None;
        if let Some(variable) = record.variable {
            self.open[variable.index()] += 1;
        }
    }
}
