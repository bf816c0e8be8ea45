//! Thresholds: the values at which a bound of a variable decides its atoms, in order.
//!
//! A lower bound decides each atom of which one phase keeps the variable below it; so the atoms of
//! a variable are kept sorted, for each side, in the order in which a bound that tightens passes
//! them. What has been passed is not looked at again until the level is popped: a bound visits the
//! atoms between the last one and itself only.
//!
//! Invariant: the atoms before a front are closed. Levels go together with those of the solver.

use buttress_numeric::{Delta, Side, Variable};

use super::atoms::Atom;
use super::atoms::{Meaning, Record};

/// An atom that is decided once a bound passes the value.
#[derive(Clone, Debug)]
struct Threshold {
    value: Delta,
    atom: Atom,
    /// What the atom then is.
    decision: bool,
}

/// The thresholds of a variable on one side.
#[derive(Clone, Debug, Default)]
struct Course {
    /// Where they stand in the list of all: with tens of thousands of splits on one variable, the
    /// move that makes room for a new one shows if whole thresholds are moved.
    order: Vec<u32>,
    /// How many have been passed.
    front: usize,
}

/// A front as it was before it moved.
#[derive(Clone, Copy, Debug)]
struct Move {
    variable: Variable,
    side: Side,
    front: usize,
}

/// The thresholds of all variables.
#[derive(Clone, Debug, Default)]
pub(super) struct Thresholds {
    all: Vec<Threshold>,
    lower: Vec<Course>,
    upper: Vec<Course>,
    /// Moves of the fronts that are to be taken back.
    trail: Vec<Move>,
}

impl Thresholds {
    /// Enters a new atom, which is open.
    pub(super) fn add(&mut self, atom: Atom, record: &Record) {
        let Some(variable) = record.variable else { return };
        if self.lower.len() <= variable.index() {
            self.lower.resize_with(variable.index() + 1, Course::default);
            self.upper.resize_with(variable.index() + 1, Course::default);
        }
        for (meaning, decision) in
            [(Some(&record.positive), false), (record.negative.as_ref(), true)]
        {
            match meaning {
                Some(Meaning::Bound { side, value, .. }) => {
                    let threshold = Threshold { value: value.clone(), atom, decision };
                    self.insert(variable, side.opposite(), threshold);
                }
                Some(Meaning::Equation { value, .. }) => {
                    for side in [Side::Lower, Side::Upper] {
                        let threshold = Threshold { value: value.clone(), atom, decision };
                        self.insert(variable, side, threshold);
                    }
                }
                _ => {}
            }
        }
    }

    fn insert(&mut self, variable: Variable, side: Side, threshold: Threshold) {
        let order = &self.courses(side)[variable.index()].order;
        let place = order.partition_point(|other| {
            !side.is_outside(&threshold.value, &self.all[*other as usize].value)
        });
        let number = self.all.len() as u32;
        self.all.push(threshold);
        let course = self.course_mut(variable, side);
        course.order.insert(place, number);
        // The new atom is open, so that no front may be beyond it.
        if place < course.front {
            course.front = place;
            for step in &mut self.trail {
                if step.variable == variable && step.side == side {
                    step.front = step.front.min(place);
                }
            }
        }
    }

    /// Would a bound at `value` pass anything?
    pub(super) fn is_passed(&self, variable: Variable, side: Side, value: &Delta) -> bool {
        let next = self.next(variable, side);
        next.is_some_and(|next| side.is_outside(&next.value, value))
    }

    /// Is there anything that a bound on this side has not passed yet?
    pub(super) fn is_ahead(&self, variable: Variable, side: Side) -> bool {
        self.next(variable, side).is_some()
    }

    fn next(&self, variable: Variable, side: Side) -> Option<&Threshold> {
        let course = self.courses(side).get(variable.index())?;
        Some(&self.all[*course.order.get(course.front)? as usize])
    }

    /// Adds to `into` the atoms that a bound at `value` passes, with what they are; the caller
    /// closes them. `is_undone` tells whether a level is open.
    pub(super) fn pass(
        &mut self,
        variable: Variable,
        side: Side,
        value: &Delta,
        is_undone: bool,
        into: &mut Vec<(Atom, bool)>,
    ) {
        if !self.is_passed(variable, side, value) {
            return;
        }
        let course = &self.courses(side)[variable.index()];
        let front = course.front;
        let ahead = course.order[front..].iter().map(|number| &self.all[*number as usize]);
        let passed = ahead.take_while(|it| side.is_outside(&it.value, value));
        let before = into.len();
        into.extend(passed.map(|it| (it.atom, it.decision)));
        self.course_mut(variable, side).front += into.len() - before;
        if is_undone {
            self.trail.push(Move { variable, side, front });
        }
    }

    /// How many moves there were.
    pub(super) fn moves(&self) -> usize {
        self.trail.len()
    }

    /// Takes back all moves but the first ones.
    pub(super) fn truncate(&mut self, moves: usize) {
        while self.trail.len() > moves
            && let Some(Move { variable, side, front }) = self.trail.pop()
        {
            self.course_mut(variable, side).front = front;
        }
    }

    fn courses(&self, side: Side) -> &[Course] {
        match side {
            Side::Lower => &self.lower,
            Side::Upper => &self.upper,
        }
    }

    fn course_mut(&mut self, variable: Variable, side: Side) -> &mut Course {
        match side {
            Side::Lower => &mut self.lower[variable.index()],
            Side::Upper => &mut self.upper[variable.index()],
        }
    }
}

#[cfg(test)]
mod tests {
    use buttress_numeric::Rational;
    use buttress_prop::Random;

    use super::*;

    fn bound(side: Side, value: i64) -> Meaning {
        let value = Delta::from(Rational::from(value));
        Meaning::Bound { side, value, scale: Rational::ONE, rounds: false }
    }

    /// `x ≥ value`, or `x = value`.
    fn record(variable: Variable, value: i64, is_equation: bool) -> Record {
        let (positive, negative) = match is_equation {
            true => {
                let value = Delta::from(Rational::from(value));
                (Meaning::Equation { value, scale: Rational::ONE }, None)
            }
            false => (bound(Side::Lower, value), Some(bound(Side::Upper, value - 1))),
        };
        let variable = Some(variable);
        Record { variable, positive, negative, is_open: true, explanation: None }
    }

    /// What a bound makes of the atom.
    fn decided((value, is_equation): (i64, bool), side: Side, at: i64) -> Option<bool> {
        match (side, is_equation) {
            (Side::Lower, false) if at >= value => Some(true),
            (Side::Upper, false) if at < value => Some(false),
            (Side::Lower, true) if at > value => Some(false),
            (Side::Upper, true) if at < value => Some(false),
            _ => None,
        }
    }

    #[test]
    fn bounds_decide_what_looking_at_all_atoms_decides() {
        let mut random = Random::new(3);
        for _ in 0..200 {
            let mut thresholds = Thresholds::default();
            let mut atoms: Vec<(i64, bool)> = Vec::new();
            let mut closed: Vec<Atom> = Vec::new();
            let mut levels: Vec<(usize, usize)> = Vec::new();
            let variable = Variable(1);
            for _ in 0..60 {
                match random.below(5) {
                    0 | 1 => {
                        let (value, is_equation) = (random.below(20) as i64, random.below(3) == 0);
                        let atom = Atom(atoms.len() as u32);
                        thresholds.add(atom, &record(variable, value, is_equation));
                        atoms.push((value, is_equation));
                    }
                    2 => levels.push((closed.len(), thresholds.moves())),
                    3 if !levels.is_empty() => {
                        let kept = random.below(levels.len());
                        let (length, moves) = levels[kept];
                        levels.truncate(kept);
                        closed.truncate(length);
                        thresholds.truncate(moves);
                    }
                    _ => {
                        let side = [Side::Lower, Side::Upper][random.below(2)];
                        let at = random.below(20) as i64;
                        let value = Delta::from(Rational::from(at));
                        let mut found = Vec::new();
                        let is_undone = !levels.is_empty();
                        thresholds.pass(variable, side, &value, is_undone, &mut found);
                        found.retain(|(atom, _)| !closed.contains(atom));
                        found.sort_unstable();
                        let all = (0..atoms.len() as u32).map(Atom);
                        let expected: Vec<(Atom, bool)> = all
                            .filter(|atom| !closed.contains(atom))
                            .filter_map(|it| Some((it, decided(atoms[it.0 as usize], side, at)?)))
                            .collect();
                        assert_eq!(found, expected);
                        closed.extend(found.iter().map(|(atom, _)| *atom));
                    }
                }
            }
        }
    }
}
