//! The oracle: derives all facts, one by one.
//!
//! `Unsafe` means that `false` was derived; `Safe`, that all facts were derived and no clause concludes
//! `false` from them. Anything left out, for whatever reason, makes it `Open` instead of `Safe`.

use std::collections::{HashSet, VecDeque};

use super::solve::Search;
use super::{Number, System, Value};

/// What is known of a system.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    /// `false` is not derivable.
    Safe,
    /// `false` is derivable.
    Unsafe,
    /// Nothing is known.
    Open,
}

/// How far to look.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The most facts.
    pub facts: usize,
    /// The largest absolute value of a number in a fact.
    pub span: i64,
    /// The most states of all searches together.
    pub work: usize,
}

/// What was found.
#[derive(Clone, Debug)]
pub struct Exploration {
    /// The answer.
    pub answer: Answer,
    /// The derived facts of each predicate, in the order of derivation.
    pub facts: Vec<Vec<Vec<Value>>>,
    /// Are these all facts?
    pub is_complete: bool,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { facts: 3_000, span: 1_000, work: 400_000 }
    }
}

impl Limits {
    fn admit(&self, fact: &[Value]) -> bool {
        fact.iter().filter_map(|value| value.number()).all(|number| {
            let (numerator, denominator) = number.parts();
            denominator <= self.span
                && number <= Number::integer(self.span)
                && Number::integer(-self.span) <= number
                && numerator.checked_abs().is_some()
        })
    }
}

/// Derives facts until there are no more, `false` is derived, or a limit is met.
pub fn explore(system: &System, limits: Limits) -> Exploration {
    let mut explorer = Explorer {
        system,
        limits,
        work: limits.work,
        facts: vec![Vec::new(); system.predicates.len()],
        seen: HashSet::new(),
        queue: VecDeque::new(),
        is_complete: true,
        is_bad: false,
    };
    explorer.run();
    let answer = match (explorer.is_bad, explorer.is_complete) {
        (true, _) => Answer::Unsafe,
        (false, true) => Answer::Safe,
        (false, false) => Answer::Open,
    };
    Exploration { answer, facts: explorer.facts, is_complete: explorer.is_complete }
}

struct Explorer<'s> {
    system: &'s System,
    limits: Limits,
    work: usize,
    facts: Vec<Vec<Vec<Value>>>,
    seen: HashSet<(usize, Vec<Value>)>,
    queue: VecDeque<(usize, Vec<Value>)>,
    is_complete: bool,
    is_bad: bool,
}

impl Explorer<'_> {
    fn run(&mut self) {
        for (number, clause) in self.system.clauses.iter().enumerate() {
            if clause.body.is_empty() {
                self.apply(number, &[]);
            }
        }
        while let Some((predicate, fact)) = self.queue.pop_front() {
            if self.is_bad {
                return;
            }
            self.facts[predicate].push(fact);
            let last = self.facts[predicate].len() - 1;
            for (number, clause) in self.system.clauses.iter().enumerate() {
                for (place, premise) in clause.body.iter().enumerate() {
                    if premise.predicate == predicate {
                        self.join(number, place, last);
                    }
                }
            }
        }
    }

    /// Applies a clause to a fact at one premise and to all known facts at the others.
    fn join(&mut self, number: usize, place: usize, last: usize) {
        let clause = &self.system.clauses[number];
        // For each premise, which of the facts of its predicate it is.
        let mut chosen = vec![0_usize; clause.body.len()];
        let sizes: Vec<usize> =
            clause.body.iter().map(|premise| self.facts[premise.predicate].len()).collect();
        if sizes.contains(&0) {
            return;
        }
        chosen[place] = last;
        loop {
            let facts: Vec<Vec<Value>> = (clause.body.iter().zip(&chosen))
                .map(|(premise, which)| self.facts[premise.predicate][*which].clone())
                .collect();
            let facts: Vec<&[Value]> = facts.iter().map(Vec::as_slice).collect();
            self.apply(number, &facts);
            if self.is_bad || self.work == 0 {
                return;
            }
            // The next combination, as an odometer turns.
            let mut wheels = (0..chosen.len()).filter(|wheel| *wheel != place);
            let turned = wheels.any(|wheel| {
                chosen[wheel] += 1;
                let is_over = chosen[wheel] == sizes[wheel];
                if is_over {
                    chosen[wheel] = 0;
                }
                !is_over
            });
            if !turned {
                return;
            }
        }
    }

    fn apply(&mut self, number: usize, facts: &[&[Value]]) {
        let system = self.system;
        let clause = &system.clauses[number];
        let search = Search::run(clause, facts, &mut self.work);
        self.is_complete &= search.is_complete;
        match &clause.head {
            None => self.is_bad |= !search.found.is_empty(),
            Some(head) => search.found.into_iter().for_each(|fact| self.add(head.predicate, fact)),
        }
    }

    fn add(&mut self, predicate: usize, fact: Vec<Value>) {
        if !self.limits.admit(&fact) {
            self.is_complete = false;
            return;
        }
        let fact = (predicate, fact);
        if self.seen.contains(&fact) {
            return;
        }
        if self.seen.len() >= self.limits.facts {
            self.is_complete = false;
            return;
        }
        self.seen.insert(fact.clone());
        self.queue.push_back(fact);
    }
}
