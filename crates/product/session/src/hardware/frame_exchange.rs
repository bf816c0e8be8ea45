//! What an engine with frames gives to others, and takes from them.

use std::collections::HashSet;

use buttress_budget::Limits;
use buttress_ic3::FrameSequence;
use buttress_prop::Clause;

use super::offers::Offers;
use super::store::{Cursor, Framed, Store};

/// What was given and taken so far, for one property.
pub(super) struct FrameExchange {
    property: usize,
    cursor: Cursor,
    known: HashSet<Clause>,
    offers: Offers,
}

impl FrameExchange {
    pub(super) fn new(property: usize) -> FrameExchange {
        FrameExchange {
            property,
            cursor: Cursor::default(),
            known: HashSet::new(),
            offers: Offers::default(),
        }
    }

    /// The engine has worked by itself.
    pub(super) fn work(&mut self, effort: u64) {
        self.offers.work(effort);
    }

    /// Gives and takes clauses that hold for good.
    pub(super) fn invariants(&mut self, frames: &mut FrameSequence, store: &Store) {
        let mut news = store.absolute_news(&mut self.cursor);
        news.extend(store.news(self.property, &mut self.cursor));
        for clause in news {
            if self.known.insert(clause.clone()) {
                frames.assume_invariant(&clause);
            }
        }
        let fresh: Vec<Clause> =
            frames.invariants().filter(|clause| !self.known.contains(clause)).collect();
        self.known.extend(fresh.iter().cloned());
        store.publish(self.property, fresh);
    }

    /// Gives and takes clauses of frames; `wishes` are those that the engine would like to hold.
    pub(super) fn lemmas(
        &mut self,
        frames: &mut FrameSequence,
        wishes: Vec<(usize, Clause)>,
        store: &Store,
        limits: &Limits,
    ) {
        let framed =
            |is_wish| move |(frame, clause): (usize, Clause)| Framed { frame, is_wish, clause };
        let news = frames.take_news().into_iter().map(framed(false));
        let news: Vec<Framed> = news.chain(wishes.into_iter().map(framed(true))).collect();
        self.offers.know(&news);
        // What the engine itself gives is known by now, so that it does not come back.
        store.offer(self.property, news);
        self.offers.add(store.offers(self.property, &mut self.cursor));
        self.offers.take(frames, store, limits);
    }
}
