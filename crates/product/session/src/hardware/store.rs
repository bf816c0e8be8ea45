//! What engines have proved and lend to each other.
//!
//! Three kinds of clauses, all over the reduced circuit:
//! - *relative* to a property: inductive relative to ¬bad and to the relative clauses before it (and to
//!   the absolute ones). This is F∞ of IC3 and χ of FSIS in one list. It may be used by whoever
//!   proves that same property, because evidence for it includes ¬bad.
//! - *absolute*: together inductive without further premises: the strengthenings of
//!   properties that are proved, their ¬bad included. They may be used for any property.
//! - of a *frame*: somebody's frame k for a property has the clause, or he would like it to, because he cannot exclude the states that
//!   it excludes (an obligation). Frames differ from engine to engine, so either is an offer: whoever takes it shows it for his own frames.
//!
//! A clause that FSIS found relative to an adopted subgoal ¬s is only as good as that subgoal, which
//! nobody has proved; it stays with its engine until the subgoal is discharged, when the
//! property is proved and clause and subgoal enter the absolute list together.

use std::collections::VecDeque;
use std::sync::Mutex;

use buttress_prop::Clause;

use super::peers::ImportCost;
use crate::limits::MOST_FRAMED;

#[derive(Debug, Default)]
pub(super) struct Store {
    relative: Vec<Mutex<Vec<Clause>>>,
    absolute: Mutex<Vec<Clause>>,
    framed: Vec<Mutex<Window>>,
    /// Does anybody listen to clauses of frames?
    shares_frames: bool,
    cost: Mutex<ImportCost>,
}

/// A clause that somebody has in a frame, or would like to have there.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Framed {
    pub(super) frame: usize,
    /// Is it an obligation: states that its sender tries to exclude?
    pub(super) is_wish: bool,
    pub(super) clause: Clause,
}

/// The last clauses of frames; older ones are gone, for they are offers only.
#[derive(Debug, Default)]
struct Window {
    /// How many are gone.
    gone: usize,
    clauses: VecDeque<Framed>,
}

/// How much of the store an engine has read.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Cursor {
    relative: usize,
    absolute: usize,
    framed: usize,
}

impl Store {
    /// Empty, for so many properties.
    pub(super) fn new(properties: usize, shares_frames: bool) -> Store {
        Store {
            relative: (0..properties).map(|_| Mutex::default()).collect(),
            absolute: Mutex::default(),
            framed: (0..properties).map(|_| Mutex::default()).collect(),
            shares_frames,
            cost: Mutex::default(),
        }
    }

    /// Somebody has listened to others.
    pub(super) fn add_cost(&self, examined: u64, taken: u64, effort: u64) {
        let mut cost = lock(&self.cost);
        cost.examined += examined;
        cost.taken += taken;
        cost.effort += effort;
    }

    /// What listening has cost so far; the engines' own work is not counted here.
    pub(super) fn cost(&self) -> ImportCost {
        *lock(&self.cost)
    }

    /// Does anybody listen to clauses of frames?
    pub(super) fn shares_frames(&self) -> bool {
        self.shares_frames
    }

    /// Offers clauses of frames for `property`.
    pub(super) fn offer(&self, property: usize, clauses: impl IntoIterator<Item = Framed>) {
        let mut window = lock(&self.framed[property]);
        window.clauses.extend(clauses);
        let surplus = window.clauses.len().saturating_sub(MOST_FRAMED);
        window.clauses.drain(..surplus);
        window.gone += surplus;
    }

    /// The clauses of frames for `property` that the cursor has not met.
    pub(super) fn offers(&self, property: usize, cursor: &mut Cursor) -> Vec<Framed> {
        let window = lock(&self.framed[property]);
        let met = cursor.framed.saturating_sub(window.gone);
        cursor.framed = window.gone + window.clauses.len();
        window.clauses.range(met..).cloned().collect()
    }

    /// Adds clauses in the order in which they were proved relative to `property`.
    pub(super) fn publish(&self, property: usize, clauses: impl IntoIterator<Item = Clause>) {
        lock(&self.relative[property]).extend(clauses);
    }

    /// Adds clauses that are inductive together with those already there.
    pub(super) fn publish_absolute(&self, clauses: impl IntoIterator<Item = Clause>) {
        lock(&self.absolute).extend(clauses);
    }

    /// The relative clauses of `property` that the cursor has not met.
    pub(super) fn news(&self, property: usize, cursor: &mut Cursor) -> Vec<Clause> {
        let clauses = lock(&self.relative[property]);
        let news = clauses[cursor.relative..].to_vec();
        cursor.relative = clauses.len();
        news
    }

    /// The absolute clauses that the cursor has not met.
    pub(super) fn absolute_news(&self, cursor: &mut Cursor) -> Vec<Clause> {
        let clauses = lock(&self.absolute);
        let news = clauses[cursor.absolute..].to_vec();
        cursor.absolute = clauses.len();
        news
    }

    /// All absolute clauses.
    pub(super) fn absolute(&self) -> Vec<Clause> {
        lock(&self.absolute).clone()
    }

    /// All relative clauses of `property`.
    pub(super) fn relative(&self, property: usize) -> Vec<Clause> {
        lock(&self.relative[property]).clone()
    }
}

/// A list that a panicking thread has left behind is still a list of proved clauses.
fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use buttress_prop::Var;

    use super::*;

    #[test]
    fn of_many_offers_the_last_are_kept_and_none_is_met_twice() {
        let store = Store::new(1, true);
        let framed =
            |frame| Framed { frame, is_wish: false, clause: [Var(1).lit()].into_iter().collect() };
        let (mut early, mut late) = (Cursor::default(), Cursor::default());
        let mut met = Vec::new();
        for round in 0..5 {
            let half = MOST_FRAMED / 2;
            store.offer(0, (round * half..(round + 1) * half).map(framed));
            met.extend(store.offers(0, &mut early).into_iter().map(|framed| framed.frame));
        }
        let all = 5 * (MOST_FRAMED / 2);
        assert!(met.into_iter().eq(0..all), "whoever keeps up meets all");
        let met = store.offers(0, &mut late).into_iter().map(|framed| framed.frame);
        assert!(met.eq(all - MOST_FRAMED..all), "whoever comes late meets the last");
        assert_eq!(store.offers(0, &mut late), []);
    }
}
