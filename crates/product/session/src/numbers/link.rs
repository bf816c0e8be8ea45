//! The link between a run on a system over numbers and others: formulas as text, and only what is shown here comes in.

use std::collections::HashSet;
use std::sync::{Mutex, PoisonError};

use buttress_budget::{Budget, Limits};
use buttress_formats::chc::{read_interpretation, write_interpretation};
use buttress_horn::{Horn, Interpretation};
use buttress_logic::Terms;

use super::peers::Peers;
use crate::limits::{IMPORT_SHARE, LEAST_IMPORT_EFFORT, LONGEST_DEFINITIONS, MOST_HEARD};

/// The link of one run, for one property.
pub(super) struct Link<'a> {
    peers: &'a dyn Peers,
    property: usize,
    traffic: Mutex<Traffic>,
}

#[derive(Default)]
struct Traffic {
    /// Texts that were told or heard.
    known: HashSet<String>,
    /// Texts that were heard and wait to be looked at.
    waiting: Vec<String>,
    worked: u64,
    spent: u64,
}

impl<'a> Link<'a> {
    pub(super) fn new(peers: &'a dyn Peers, property: usize) -> Link<'a> {
        Link { peers, property, traffic: Mutex::default() }
    }

    /// Somebody has finished a turn of so much effort with these facts: tells them, and adds what others know and can be shown here.
    pub(super) fn visit(
        &self,
        terms: &mut Terms,
        horn: &Horn,
        known: Interpretation,
        effort: u64,
        limits: &Limits,
    ) -> Interpretation {
        let mut traffic = self.traffic.lock().unwrap_or_else(PoisonError::into_inner);
        let traffic = &mut *traffic;
        traffic.worked += effort;
        if known != Interpretation::top(terms, horn) {
            let text = write_interpretation(terms, horn, &known);
            if text.len() <= LONGEST_DEFINITIONS && traffic.known.insert(text.clone()) {
                self.peers.tell(self.property, text);
            }
        }
        for text in self.peers.hear(self.property) {
            let is_usable = text.len() <= LONGEST_DEFINITIONS && traffic.known.len() < MOST_HEARD;
            if is_usable && traffic.known.insert(text.clone()) {
                traffic.waiting.push(text);
            }
        }
        // Both shares are for this here, as there are no frames to offer clauses to.
        let allowed = (2 * traffic.worked / IMPORT_SHARE).saturating_sub(traffic.spent);
        if traffic.waiting.is_empty() || allowed < LEAST_IMPORT_EFFORT {
            return known;
        }
        let texts = std::mem::take(&mut traffic.waiting);
        // Whoever reduces in another way has other predicates: what cannot be read is nothing for us.
        let read = |text: &String| read_interpretation(terms, horn, text.as_bytes()).ok();
        let told: Vec<Interpretation> = texts.iter().filter_map(read).collect();
        let budget = Budget::with_effort(limits.clone(), allowed);
        let shown = buttress_conjecture::show(terms, horn, &known, &told, &budget);
        traffic.spent += budget.spent();
        shown.unwrap_or(known)
    }
}
