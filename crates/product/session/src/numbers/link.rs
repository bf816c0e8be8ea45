//! The link between a run on a system over numbers and others: formulas as text, and only what is shown here comes in.

use std::collections::{HashSet, VecDeque};
use std::sync::{Mutex, PoisonError};

use buttress_budget::{Budget, Limits};
use buttress_formats::chc::{read_interpretation, write_interpretation};
use buttress_horn::{Horn, Interpretation};
use buttress_logic::Terms;

use super::peers::Peers;
use crate::limits::{
    IMPORT_SHARE, LEAST_IMPORT_EFFORT, LONGEST_DEFINITIONS, MOST_IMPORTED, MOST_WAITING,
};

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
    waiting: VecDeque<String>,
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
                self.peers.export(self.property, text);
            }
        }
        if traffic.known.len() > MOST_IMPORTED {
            traffic.known.clear();
        }
        for text in self.peers.import(self.property) {
            if text.len() <= LONGEST_DEFINITIONS && traffic.known.insert(text.clone()) {
                traffic.waiting.push_back(text);
            }
        }
        while traffic.waiting.len() > MOST_WAITING {
            traffic.waiting.pop_front();
        }
        // Both shares are for this here, as there are no frames to offer clauses to.
        let allowed = (2 * traffic.worked / IMPORT_SHARE).saturating_sub(traffic.spent);
        if traffic.waiting.is_empty() || allowed < LEAST_IMPORT_EFFORT {
            return known;
        }
        let texts = std::mem::take(&mut traffic.waiting);
        // Whoever reduces in another way has other predicates: what cannot be read is nothing for us.
        let read = |text: &String| read_interpretation(terms, horn, text.as_bytes()).ok();
        let imported: Vec<Interpretation> = texts.iter().filter_map(read).collect();
        let budget = Budget::with_effort(limits.clone(), allowed);
        let shown = buttress_conjecture::show(terms, horn, &known, &imported, &budget);
        traffic.spent += budget.spent();
        shown.unwrap_or(known)
    }
}

#[cfg(test)]
mod tests {
    use buttress_formats::chc;

    use super::*;

    /// Says what it was given to say.
    struct RandomPeers(Mutex<Vec<String>>);

    impl Peers for RandomPeers {
        fn export(&self, _: usize, _: String) {}

        fn import(&self, _: usize) -> Vec<String> {
            std::mem::take(&mut self.0.lock().unwrap())
        }
    }

    const SYSTEM: &[u8] = b"(set-logic HORN)(declare-fun inv (Int Int) Bool)
        (assert (forall ((x Int) (y Int)) (=> (and (= x 0) (= y 0)) (inv x y))))
        (assert (forall ((x Int) (y Int)) (=> (and (inv x y) (< x 10)) (inv (+ x 1) (+ y 2)))))
        (assert (forall ((x Int) (y Int)) (=> (and (inv x y) (> x 20)) false)))";

    /// What is known after these texts were heard, as text.
    fn taken(texts: Vec<String>) -> String {
        let mut terms = Terms::new();
        let horn = chc::read(&mut terms, SYSTEM).unwrap().horn;
        let rumours = RandomPeers(Mutex::new(texts));
        let link = Link::new(&rumours, 0);
        let known = Interpretation::top(&terms, &horn);
        let shown = link.visit(&mut terms, &horn, known, 100_000_000, &Limits::none());
        write_interpretation(&mut terms, &horn, &shown)
    }

    fn definition(body: &str) -> String {
        format!("(define-fun inv ((x Int) (y Int)) Bool {body})")
    }

    #[test]
    fn whatever_is_said_only_plain_inductive_facts_come_in() {
        assert!(taken(vec![definition("(and (>= x 0) (<= x 10) (= y (* 2 x)))")]).contains("10"));
        let nothing = taken(Vec::new());
        let doubled =
            (0..60).fold("(+ x y)".to_owned(), |sum, _| format!("(let ((s {sum})) (+ s s))"));
        let squared =
            (0..60).fold("(+ x y)".to_owned(), |sum, _| format!("(let ((s {sum})) (* s s))"));
        let deep = format!("{}x{}", "(- ".repeat(30_000), ")".repeat(30_000));
        for body in [
            "(<= x 9)",
            "false",
            "(forall ((z Int)) (>= x 0))",
            "(exists ((z Int)) (= y (* 2 z)))",
            "(>= (div 1 x) (div 1 x) 0)",
            "(= (mod y x) (mod y x) 0)",
            "(= (select ((as const (Array Int Int)) x) 0) x)",
            "(>= x 0) (>= y 0)",
            "(>= z 0)",
            "(",
            ")",
            "\u{0}",
            &format!("(>= {doubled} 0)"),
            &format!("(>= {squared} 0)"),
            &format!("(>= {deep} 0)"),
        ] {
            assert_eq!(
                taken(vec![definition(body)]),
                nothing,
                "{}",
                body.get(..60).unwrap_or(body)
            );
        }
        for text in [
            "",
            "(",
            "(define-fun inv () Bool true)",
            "(define-fun other ((x Int)) Bool true)",
            "(assert false)",
            "(exit)",
        ] {
            assert_eq!(taken(vec![text.to_owned()]), nothing, "{text}");
        }
        // What follows nonsense is heard all the same.
        let mut texts: Vec<String> =
            (0..3 * MOST_IMPORTED).map(|n| definition(&format!("(= x {n})"))).collect();
        texts.push(definition("(>= y 0)"));
        assert!(taken(texts).contains("y"));
    }
}
