//! Whose turn it is: one schedule for all engines, whatever a turn is.
//!
//! The next turn goes to whoever's turn would end first if each were as fast as its weight, so that light engines wait until heavy
//! ones have had a fair try; among equals, the order is that in which they were added. Effort is counted by solvers and not by the
//! clock, so that on one thread the same input and seed take the same turns.

use crate::limits::{IMPATIENCE, LEAST_PATIENCE};

/// How long the next turn is.
#[derive(Clone, Copy, Debug)]
pub(crate) enum TurnLength {
    /// A part of what was spent so far, so that changing turns costs little.
    Part {
        /// One part in so many.
        of: u64,
        /// At least this much.
        first: u64,
        /// At most this much.
        longest: u64,
    },
    /// As much as all turns before together: for engines that begin anew in each.
    Doubling {
        /// At least this much.
        first: u64,
    },
    /// first · weight · growthᵗ in the t-th turn: rounds, in which everybody has one turn.
    Rounds {
        /// The first turn of weight 1.
        first: u64,
        /// From round to round.
        growth: u64,
    },
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    Waiting,
    Running,
    Gone,
}

/// Whoever takes turns, and what they have had.
pub(crate) struct Slot<T> {
    pub(crate) item: T,
    weight: f64,
    /// From 1 down: less after each turn that brought nothing.
    patience: f64,
    length: TurnLength,
    spent: u64,
    turns: i32,
    state: State,
}

impl<T> Slot<T> {
    /// The effort of the next turn.
    fn turn(&self) -> u64 {
        match self.length {
            TurnLength::Part { of, first, longest } => (self.spent / of).clamp(first, longest),
            TurnLength::Doubling { first } => self.spent.max(first),
            TurnLength::Rounds { first, growth } => {
                (first as f64 * self.weight * (growth as f64).powi(self.turns)) as u64
            }
        }
    }

    /// What was spent in all turns.
    pub(crate) fn spent(&self) -> u64 {
        self.spent
    }

    /// Is it neither at work nor gone?
    pub(crate) fn is_waiting(&self) -> bool {
        self.state == State::Waiting
    }
}

/// All who take turns.
pub(crate) struct Schedule<T> {
    pub(crate) slots: Vec<Slot<T>>,
}

impl<T> Schedule<T> {
    /// Nobody takes turns yet.
    pub(crate) fn new() -> Schedule<T> {
        Schedule { slots: Vec::new() }
    }

    /// One more.
    pub(crate) fn add(&mut self, item: T, weight: f64, length: TurnLength) {
        let (spent, turns, patience, state) = (0, 0, 1.0, State::Waiting);
        self.slots.push(Slot { item, weight, patience, length, spent, turns, state });
    }

    /// Is nobody left?
    pub(crate) fn is_over(&self) -> bool {
        self.slots.iter().all(|slot| slot.state == State::Gone)
    }

    /// Whoever's turn would end first, of those that wait and are wanted.
    pub(crate) fn next(&self, is_wanted: impl Fn(&T) -> bool) -> Option<usize> {
        let waiting = self.slots.iter().enumerate();
        let waiting = waiting.filter(|(_, slot)| slot.is_waiting() && is_wanted(&slot.item));
        let speed = |slot: &Slot<T>| slot.weight * slot.patience;
        let end = |slot: &Slot<T>| slot.spent.saturating_add(slot.turn()) as f64 / speed(slot);
        let first = waiting.min_by(|(_, a), (_, b)| end(a).total_cmp(&end(b)));
        first.map(|(index, _)| index)
    }

    /// A turn begins; how much it may take.
    pub(crate) fn begin(&mut self, index: usize) -> u64 {
        self.slots[index].state = State::Running;
        self.slots[index].turn()
    }

    /// A turn ends that has taken so much.
    pub(crate) fn end(&mut self, index: usize, spent: u64) {
        let slot = &mut self.slots[index];
        slot.spent = slot.spent.saturating_add(spent);
        slot.turns += 1;
        slot.state = State::Waiting;
    }

    /// The last turn brought something, or it did not: whoever does not get on waits longer for his next.
    pub(crate) fn note_progress(&mut self, index: usize, has_progressed: bool) {
        let slot = &mut self.slots[index];
        slot.patience = match has_progressed {
            true => 1.0,
            false => (slot.patience * IMPATIENCE).max(LEAST_PATIENCE),
        };
    }

    /// No more turns for this one.
    pub(crate) fn retire(&mut self, index: usize) {
        self.slots[index].state = State::Gone;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Who takes the first turns, and how long they are, if each takes all it may.
    fn turns(schedule: &mut Schedule<char>, count: usize) -> Vec<(char, u64)> {
        let mut taken = Vec::new();
        for _ in 0..count {
            let Some(index) = schedule.next(|_| true) else { break };
            let turn = schedule.begin(index);
            schedule.end(index, turn);
            taken.push((schedule.slots[index].item, turn));
        }
        taken
    }

    #[test]
    fn rounds_go_around() {
        let mut schedule = Schedule::new();
        let rounds = TurnLength::Rounds { first: 10, growth: 3 };
        for (name, weight) in [('a', 1.0), ('b', 4.0), ('c', 1.0)] {
            schedule.add(name, weight, rounds);
        }
        let expected =
            [('a', 10), ('b', 40), ('c', 10), ('a', 30), ('b', 120), ('c', 30), ('a', 90)];
        assert_eq!(turns(&mut schedule, 7), expected);
        let mut alone = Schedule::new();
        alone.add('a', u64::MAX as f64, rounds);
        assert_eq!(turns(&mut alone, 2), [('a', u64::MAX), ('a', u64::MAX)]);
    }

    #[test]
    fn heavy_ones_come_first_and_light_ones_come() {
        let mut schedule = Schedule::new();
        let part = TurnLength::Part { of: 4, first: 10, longest: 50 };
        schedule.add('h', 6.0, part);
        schedule.add('l', 1.0, part);
        let taken = turns(&mut schedule, 12);
        let light = taken.iter().position(|(name, _)| *name == 'l').unwrap();
        assert_eq!(light, 5, "{taken:?}");
    }

    #[test]
    fn who_does_not_get_on_waits_longer() {
        let mut schedule = Schedule::new();
        let part = TurnLength::Part { of: 4, first: 10, longest: 10 };
        schedule.add('a', 1.0, part);
        schedule.add('b', 1.0, part);
        let mut taken = [0, 0];
        for _ in 0..1000 {
            let index = schedule.next(|_| true).unwrap();
            let turn = schedule.begin(index);
            schedule.end(index, turn);
            schedule.note_progress(index, index == 0);
            taken[index] += 1;
        }
        assert!(taken[1] > 50 && taken[1] < 200, "{taken:?}");
    }

    #[test]
    fn who_runs_or_is_gone_is_not_asked() {
        let mut schedule = Schedule::new();
        for name in ['a', 'b'] {
            schedule.add(name, 1.0, TurnLength::Doubling { first: 1 });
        }
        assert_eq!(schedule.next(|name| *name == 'b'), Some(1));
        schedule.begin(0);
        assert_eq!(schedule.next(|_| true), Some(1));
        schedule.retire(1);
        assert_eq!(schedule.next(|_| true), None);
        assert!(!schedule.is_over());
        schedule.end(0, 5);
        assert_eq!(schedule.begin(0), 5);
        schedule.retire(0);
        assert!(schedule.is_over());
    }
}
