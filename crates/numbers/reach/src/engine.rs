//! The search: obligations are refuted, reached, or lead to others.

use buttress_budget::Budget;
use buttress_horn::{Horn, HornUnknown, Interpretation, Verdict};
use buttress_logic::Terms;

use crate::bounds::Bounds;
use crate::cube::Cube;
use crate::event::FrameEvent;
use crate::facts::FactId;
use crate::generalize::block;
use crate::obligation::{Obligation, Queue};
use crate::predecessor::{Predecessor, predecessor};
use crate::settings::Settings;

/// The state of a search, which can be interrupted and resumed.
pub struct Engine<'a> {
    bounds: Bounds<'a>,
    queue: Queue,
    /// `false` has no derivation of at most this height, if any was looked for.
    height: usize,
}

impl<'a> Engine<'a> {
    /// A search that knows an inductive interpretation.
    pub fn new(
        terms: &mut Terms,
        horn: &'a Horn,
        known: &Interpretation,
        settings: &Settings,
    ) -> Engine<'a> {
        let bounds = Bounds::new(terms, horn, known, settings.seed);
        Engine { bounds, queue: Queue::default(), height: 0 }
    }

    /// Takes in a further inductive interpretation; whatever was learnt stays true.
    pub fn strengthen(&mut self, terms: &mut Terms, known: &Interpretation) {
        self.bounds.strengthen(terms, known);
    }

    /// Goes on until there is an answer or the budget is used up.
    pub fn run(
        &mut self,
        terms: &mut Terms,
        budget: &Budget,
        observer: &mut dyn FnMut(FrameEvent),
    ) -> Verdict {
        match self.search(terms, budget, observer) {
            Ok(verdict) => verdict,
            Err(reason) => Verdict::Unknown(reason),
        }
    }

    fn search(
        &mut self,
        terms: &mut Terms,
        budget: &Budget,
        observer: &mut dyn FnMut(FrameEvent),
    ) -> Result<Verdict, HornUnknown> {
        loop {
            if let Some(falsum) = self.refute(terms, budget)? {
                let derivation =
                    self.bounds.facts.derivation(terms, self.bounds.horn, falsum, budget)?;
                return Ok(Verdict::Unsafe(derivation));
            }
            if let Some(level) = self.bounds.propagate(self.height, terms, budget)? {
                return Ok(Verdict::Safe(self.bounds.frames.interpretation(
                    terms,
                    level,
                    &self.bounds.known,
                )));
            }
            observer(FrameEvent::Level { height: self.height, lemmas: self.bounds.frames.count() });
            self.height += 1;
            self.queue.clear();
        }
    }

    /// Settles whether `false` has a derivation of the present height: none if it has not.
    fn refute(
        &mut self,
        terms: &mut Terms,
        budget: &Budget,
    ) -> Result<Option<FactId>, HornUnknown> {
        if self.queue.next().is_none() {
            let (cube, level) = (Cube::default(), self.height);
            self.queue.add(Obligation { predicate: None, cube, level, is_reached: false });
        }
        while let Some(number) = self.queue.next() {
            budget.poll()?;
            let obligation = self.queue.get(number).clone();
            if obligation.is_reached {
                self.queue.drop_next();
                continue;
            }
            match predecessor(&mut self.bounds, terms, &obligation, budget)? {
                Predecessor::Reached(fact) => {
                    self.queue.drop_next();
                    self.queue.get_mut(number).is_reached = true;
                    if obligation.predicate.is_none() {
                        return Ok(Some(fact));
                    }
                }
                // The obligation itself stays in line, behind this one.
                Predecessor::Depends(on) => {
                    self.queue.add(on);
                }
                Predecessor::Blocked(refutations) => {
                    if let Some(predicate) = obligation.predicate {
                        block(
                            &mut self.bounds,
                            terms,
                            predicate,
                            &obligation,
                            &refutations,
                            self.height,
                            budget,
                        )?;
                    }
                    self.queue.drop_next();
                    if obligation.predicate.is_some() && obligation.level < self.height {
                        self.queue.get_mut(number).level += 1;
                        self.queue.wait(number);
                    }
                }
            }
        }
        Ok(None)
    }
}
