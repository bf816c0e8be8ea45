//! A run's line to its peers: clauses wait here to be sent and to be heard, so that no engine waits for a network.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};

use buttress_exchange::{Cursor, Exchange, Key, Result};
use buttress_session::hardware::{ImportCost, Lemma, Peers};

use crate::keys::Keys;
use crate::lemma_text::{read_lemma, write_lemma};
use crate::limits::{KEPT_LEMMAS, MOST_IN_TRANSIT, READ_AT_ONCE};
use crate::line::Line;

/// The line of one job.
pub struct Wire {
    keys: Keys,
    worker: String,
    /// The properties of the job.
    properties: Vec<usize>,
    transit: Mutex<Transit>,
}

/// What is on its way.
#[derive(Default)]
struct Transit {
    outward: VecDeque<Lemma>,
    inward: VecDeque<Lemma>,
    depths: BTreeMap<usize, usize>,
    cursors: BTreeMap<Key, Cursor>,
    figures: WireFigures,
}

/// What has gone over a line.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct WireFigures {
    /// Clauses sent.
    pub sent: u64,
    /// Clauses of others that were received.
    pub received: u64,
    /// Messages that are none.
    pub malformed: u64,
    /// What listening has cost.
    pub cost: ImportCost,
}

impl Wire {
    /// The line of a worker for these properties of a design.
    pub fn new(keys: Keys, worker: &str, properties: Vec<usize>) -> Wire {
        Wire { keys, worker: worker.to_owned(), properties, transit: Mutex::default() }
    }

    /// What has gone over the line.
    pub fn figures(&self) -> WireFigures {
        self.lock().figures
    }

    fn send(&self, exchange: &dyn Exchange) -> Result<()> {
        let (lemmas, depths) = {
            let mut transit = self.lock();
            (std::mem::take(&mut transit.outward), std::mem::take(&mut transit.depths))
        };
        let mut batches: BTreeMap<Key, Vec<Vec<u8>>> = BTreeMap::new();
        for lemma in &lemmas {
            let stream = self.stream(lemma.property);
            batches.entry(stream).or_default().push(write_lemma(lemma, &self.worker));
        }
        let mut sent = 0;
        for (stream, records) in &batches {
            if let Err(error) = exchange.publish(stream, records, KEPT_LEMMAS) {
                // Some may be sent twice: whoever hears them knows them.
                let mut transit = self.lock();
                lemmas.into_iter().rev().for_each(|lemma| transit.outward.push_front(lemma));
                transit.outward.truncate(MOST_IN_TRANSIT);
                return Err(error);
            }
            sent += records.len() as u64;
        }
        self.lock().figures.sent += sent;
        for (property, depth) in depths {
            let depth = depth.to_string();
            exchange.note(&self.keys.bounds(), &property.to_string(), depth.as_bytes())?;
        }
        Ok(())
    }

    fn fetch(&self, exchange: &dyn Exchange) -> Result<()> {
        let subjects = self.properties.iter().map(|&property| Some(property)).chain([None]);
        for property in subjects {
            let stream = self.stream(property);
            let mut cursor = self.lock().cursors.get(&stream).cloned().unwrap_or_default();
            let records = exchange.read(&stream, &mut cursor, READ_AT_ONCE)?;
            let mut transit = self.lock();
            transit.cursors.insert(stream, cursor);
            for record in records {
                match read_lemma(&record, property) {
                    Some((_, worker)) if worker == self.worker => {}
                    Some((lemma, _)) => {
                        transit.figures.received += 1;
                        transit.inward.push_back(lemma);
                    }
                    None => transit.figures.malformed += 1,
                }
            }
            while transit.inward.len() > MOST_IN_TRANSIT {
                transit.inward.pop_front();
            }
        }
        Ok(())
    }

    fn stream(&self, property: Option<usize>) -> Key {
        match property {
            Some(property) => self.keys.lemmas(&property.to_string()),
            None => self.keys.absolute(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Transit> {
        self.transit.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Line for Wire {
    /// If the exchange is away, what could not be sent waits on.
    fn exchange(&self, exchange: &dyn Exchange) -> Result<()> {
        self.send(exchange)?;
        self.fetch(exchange)
    }
}

impl Peers for Wire {
    fn export(&self, lemmas: Vec<Lemma>) {
        let mut transit = self.lock();
        transit.outward.extend(lemmas);
        while transit.outward.len() > MOST_IN_TRANSIT {
            transit.outward.pop_front();
        }
    }

    fn import(&self) -> Vec<Lemma> {
        std::mem::take(&mut self.lock().inward).into()
    }

    fn report_cost(&self, cost: ImportCost) {
        self.lock().figures.cost = cost;
    }

    fn report_depth(&self, property: usize, depth: usize) {
        self.lock().depths.insert(property, depth);
    }
}
