//! The line of a run on a system over numbers: facts wait here to be sent and to be heard. A record is the worker's name, a line's end, and definitions.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};

use buttress_exchange::{Cursor, Exchange, Result};
use buttress_session::numbers::Peers;

use crate::keys::Keys;
use crate::limits::{KEPT_FACTS, MOST_FACTS_IN_TRANSIT, READ_AT_ONCE};
use crate::line::Line;

/// The line of one job.
pub(crate) struct FactWire {
    keys: Keys,
    worker: String,
    properties: Vec<usize>,
    transit: Mutex<Transit>,
}

#[derive(Default)]
struct Transit {
    outward: VecDeque<(usize, String)>,
    inward: BTreeMap<usize, VecDeque<String>>,
    cursors: BTreeMap<usize, Cursor>,
}

impl FactWire {
    /// The line of a worker for these properties of a design.
    pub(crate) fn new(keys: Keys, worker: &str, properties: Vec<usize>) -> FactWire {
        FactWire { keys, worker: worker.to_owned(), properties, transit: Mutex::default() }
    }

    fn lock(&self) -> MutexGuard<'_, Transit> {
        self.transit.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Line for FactWire {
    fn exchange(&self, exchange: &dyn Exchange) -> Result<()> {
        let outward = std::mem::take(&mut self.lock().outward);
        for (property, text) in outward {
            let record = format!("{}\n{text}", self.worker).into_bytes();
            // A fact that cannot be sent now is lost: the next ones say more.
            exchange.publish(&self.keys.facts(&property.to_string()), &[record], KEPT_FACTS)?;
        }
        for &property in &self.properties {
            let mut cursor = self.lock().cursors.get(&property).cloned().unwrap_or_default();
            let stream = self.keys.facts(&property.to_string());
            let records = exchange.read(&stream, &mut cursor, READ_AT_ONCE)?;
            let mut transit = self.lock();
            transit.cursors.insert(property, cursor);
            let queue = transit.inward.entry(property).or_default();
            for record in records {
                let Ok(text) = String::from_utf8(record) else { continue };
                match text.split_once('\n') {
                    Some((worker, text)) if worker != self.worker => {
                        queue.push_back(text.to_owned())
                    }
                    _ => {}
                }
            }
            while queue.len() > MOST_FACTS_IN_TRANSIT {
                queue.pop_front();
            }
        }
        Ok(())
    }
}

impl Peers for FactWire {
    fn export(&self, property: usize, definitions: String) {
        let mut transit = self.lock();
        transit.outward.push_back((property, definitions));
        while transit.outward.len() > MOST_FACTS_IN_TRANSIT {
            transit.outward.pop_front();
        }
    }

    fn import(&self, property: usize) -> Vec<String> {
        let mut transit = self.lock();
        transit.inward.get_mut(&property).map(std::mem::take).unwrap_or_default().into()
    }
}
