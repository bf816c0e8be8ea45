//! The oracle: derives all facts, one by one.
//!
//! `Unsafe` means that `false` was derived; `Safe`, that all facts were derived and no clause concludes
//! `false` from them. Anything left out, for whatever reason, makes it `Open` instead of `Safe`.

use std::collections::{HashMap, HashSet, VecDeque};

use super::solve::Search;
use super::{Expr, Number, Op, System, Value};

/// What is known of a system.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HornOracleVerdict {
    /// `false` is not derivable.
    Safe,
    /// `false` is derivable.
    Unsafe,
    /// Nothing is known.
    Open,
}

/// How far to look.
#[derive(Clone, Copy, Debug)]
pub struct OracleLimits {
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
    pub answer: HornOracleVerdict,
    /// The derived facts of each predicate, in the order of derivation.
    pub facts: Vec<Vec<Vec<Value>>>,
    /// Are these all facts?
    pub is_complete: bool,
    /// From each fact, numbered in the order of derivation whatever its predicate, the facts that a clause
    /// concludes from it, perhaps together with others.
    steps: Vec<Vec<usize>>,
}

impl Default for OracleLimits {
    fn default() -> OracleLimits {
        OracleLimits { facts: 3_000, span: 1_000, work: 400_000 }
    }
}

impl OracleLimits {
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
pub fn explore(system: &System, limits: OracleLimits) -> Exploration {
    let mut explorer = Explorer {
        system,
        limits,
        work: limits.work,
        facts: vec![Vec::new(); system.predicates.len()],
        numbers: vec![Vec::new(); system.predicates.len()],
        seen: HashMap::new(),
        queue: VecDeque::new(),
        steps: Vec::new(),
        is_complete: true,
        is_bad: false,
    };
    explorer.run();
    let answer = match (explorer.is_bad, explorer.is_complete) {
        (true, _) => HornOracleVerdict::Unsafe,
        (false, true) => HornOracleVerdict::Safe,
        (false, false) => HornOracleVerdict::Open,
    };
    let Explorer { facts, is_complete, steps, .. } = explorer;
    let steps = steps.into_iter().map(|targets| targets.into_iter().collect()).collect();
    Exploration { answer, facts, is_complete, steps }
}

impl Exploration {
    /// Does every computation of the system end? `Safe` if all facts were derived and none leads to itself,
    /// `Unsafe` if one does. Queries cut an exploration short: this is for systems without.
    pub fn termination(&self) -> HornOracleVerdict {
        match (self.has_cycle(), self.is_complete) {
            (true, _) => HornOracleVerdict::Unsafe,
            (false, true) => HornOracleVerdict::Safe,
            (false, false) => HornOracleVerdict::Open,
        }
    }

    /// Does a fact lead to itself? Facts to which no fact leads are taken away, until there are no more.
    fn has_cycle(&self) -> bool {
        let mut leading = vec![0_usize; self.steps.len()];
        self.steps.iter().flatten().for_each(|target| leading[*target] += 1);
        let mut free: Vec<usize> = (0..leading.len()).filter(|fact| leading[*fact] == 0).collect();
        let mut taken = 0;
        while let Some(fact) = free.pop() {
            taken += 1;
            for target in &self.steps[fact] {
                leading[*target] -= 1;
                if leading[*target] == 0 {
                    free.push(*target);
                }
            }
        }
        taken < self.steps.len()
    }
}

impl System {
    /// Does a clause conclude this from these facts? None if that is not found out.
    pub fn concludes(
        &self,
        clause: usize,
        facts: &[&[Value]],
        conclusion: &[Value],
    ) -> Option<bool> {
        let mut clause = self.clauses.get(clause)?.clone();
        let head = clause.head.clone()?;
        if facts.len() != clause.body.len() || conclusion.len() != head.arguments.len() {
            return Some(false);
        }
        // That the conclusion is the given one leaves little to be searched for.
        let mut parts = vec![clause.constraint];
        for (argument, value) in head.arguments.into_iter().zip(conclusion) {
            let value = Expr::of(argument.sort(&clause.variables), *value);
            parts.push(Expr::binary(Op::Eq, argument, value));
        }
        clause.constraint = Expr::all(parts);
        let search = Search::run(&clause, facts, &mut OracleLimits::default().work);
        match (search.found.is_empty(), search.is_complete) {
            (false, _) => Some(true),
            (true, true) => Some(false),
            (true, false) => None,
        }
    }
}

struct Explorer<'s> {
    system: &'s System,
    limits: OracleLimits,
    work: usize,
    facts: Vec<Vec<Vec<Value>>>,
    /// The numbers of these facts.
    numbers: Vec<Vec<usize>>,
    /// All facts, also those still in the queue, with their numbers.
    seen: HashMap<(usize, Vec<Value>), usize>,
    queue: VecDeque<(usize, Vec<Value>)>,
    /// By number.
    steps: Vec<HashSet<usize>>,
    is_complete: bool,
    is_bad: bool,
}

impl Explorer<'_> {
    fn run(&mut self) {
        for (number, clause) in self.system.clauses.iter().enumerate() {
            if clause.body.is_empty() {
                self.apply(number, &[], &[]);
            }
        }
        while let Some((predicate, fact)) = self.queue.pop_front() {
            if self.is_bad {
                return;
            }
            let fact = (predicate, fact);
            self.numbers[predicate].extend(self.seen.get(&fact));
            self.facts[predicate].push(fact.1);
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
            let numbers: Vec<usize> = (clause.body.iter().zip(&chosen))
                .map(|(premise, which)| self.numbers[premise.predicate][*which])
                .collect();
            self.apply(number, &facts, &numbers);
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

    fn apply(&mut self, number: usize, facts: &[&[Value]], numbers: &[usize]) {
        let system = self.system;
        let clause = &system.clauses[number];
        let search = Search::run(clause, facts, &mut self.work);
        self.is_complete &= search.is_complete;
        match &clause.head {
            None => self.is_bad |= !search.found.is_empty(),
            Some(head) => {
                for fact in search.found {
                    let Some(target) = self.add(head.predicate, fact) else { continue };
                    numbers.iter().for_each(|number| {
                        self.steps[*number].insert(target);
                    });
                }
            }
        }
    }

    /// The number of a fact; none if there is no room for it.
    fn add(&mut self, predicate: usize, fact: Vec<Value>) -> Option<usize> {
        if !self.limits.admit(&fact) {
            self.is_complete = false;
            return None;
        }
        let fact = (predicate, fact);
        if let Some(number) = self.seen.get(&fact) {
            return Some(*number);
        }
        let number = self.seen.len();
        if number >= self.limits.facts {
            self.is_complete = false;
            return None;
        }
        self.seen.insert(fact.clone(), number);
        self.steps.push(HashSet::new());
        self.queue.push_back(fact);
        Some(number)
    }
}
