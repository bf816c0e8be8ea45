//! What engines have proved and lend to each other.
//!
//! Three kinds of clauses, all over the reduced circuit:
//! - *relative* to a property: inductive relative to ¬bad and to the relative clauses before it (and to
//!   the absolute ones). This is F∞ of IC3 and χ of FSIS in one list. It may be used by whoever
//!   proves that same property, because evidence for it includes ¬bad.
//! - *absolute*: together inductive without further premises: the strengthenings of
//!   properties that are proved, their ¬bad included. They may be used for any property.
//! - of a *frame*: somebody's frame k for a property has the clause. Frames differ from engine to engine, so it is an offer:
//!   whoever takes it shows it for his own frames.
//!
//! A clause that FSIS found relative to an adopted subgoal ¬s is only as good as that subgoal, which
//! nobody has proved; it stays with its engine until the subgoal is discharged, when the
//! property is proved and clause and subgoal enter the absolute list together.

use std::sync::Mutex;

use buttress_prop::Clause;

use super::peers::ImportCost;

#[derive(Debug, Default)]
pub(super) struct Store {
    relative: Vec<Mutex<Vec<Clause>>>,
    absolute: Mutex<Vec<Clause>>,
    framed: Vec<Mutex<Vec<Framed>>>,
    /// Does anybody listen to clauses of frames?
    shares_frames: bool,
    cost: Mutex<ImportCost>,
}

/// A clause that somebody has in a frame.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Framed {
    pub(super) frame: usize,
    pub(super) clause: Clause,
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
        lock(&self.framed[property]).extend(clauses);
    }

    /// The clauses of frames for `property` that the cursor has not met.
    pub(super) fn offers(&self, property: usize, cursor: &mut Cursor) -> Vec<Framed> {
        let clauses = lock(&self.framed[property]);
        let news = clauses[cursor.framed..].to_vec();
        cursor.framed = clauses.len();
        news
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
