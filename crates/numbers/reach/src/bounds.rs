//! What is known of the derivable states, from above and from below, with a solver for each clause.
//!
//! Frames bound the states of a predicate from above, facts from below. Every question about one step is asked here, so
//! that the search ([`crate::engine`]), the predecessors and the generalization of lemmas need not know the solvers.

use std::collections::HashMap;

use buttress_budget::Budget;
use buttress_decide::Refutation;
use buttress_horn::{ClauseId, Horn, HornUnknown, Interpretation, PredicateId};
use buttress_logic::{Term, Terms};

use crate::cube::Cube;
use crate::facts::Facts;
use crate::frames::{Frames, Lemma};
use crate::query::QueryAnswer;
use crate::rule::{Premise, Rule};

/// Both bounds, and the rules that tell them apart.
pub(crate) struct Bounds<'a> {
    pub horn: &'a Horn,
    /// Inductive from the beginning.
    pub known: Interpretation,
    pub frames: Frames,
    pub facts: Facts,
    rules: Vec<Rule>,
    /// The clauses that conclude a predicate; `None` stands for `false`.
    concluding: HashMap<Option<PredicateId>, Vec<usize>>,
}

impl<'a> Bounds<'a> {
    pub fn new(terms: &mut Terms, horn: &'a Horn, known: &Interpretation, seed: u64) -> Bounds<'a> {
        let mut concluding: HashMap<Option<PredicateId>, Vec<usize>> = HashMap::new();
        let mut rules = Vec::new();
        for id in horn.clause_ids() {
            let head = horn.clause(id).head.as_ref().map(|head| head.predicate);
            concluding.entry(head).or_default().push(rules.len());
            rules.push(Rule::new(terms, horn, id, known, seed));
        }
        Bounds {
            horn,
            known: known.clone(),
            frames: Frames::new(horn),
            facts: Facts::default(),
            rules,
            concluding,
        }
    }

    /// The clause of a rule.
    pub fn clause(&self, rule: usize) -> ClauseId {
        self.rules[rule].clause
    }

    /// The refutation that the last question to a rule ended with, with its proof.
    pub fn refutation(&self, rule: usize) -> Refutation {
        self.rules[rule].refutation()
    }

    /// Takes in a further inductive interpretation; whatever was learnt stays true.
    pub fn strengthen(&mut self, terms: &mut Terms, known: &Interpretation) {
        for predicate in self.horn.predicate_ids() {
            let (old, new) = (self.known.of(predicate), known.of(predicate));
            if old == new || new == terms.boolean(true) {
                continue;
            }
            let both = terms.and(&[old, new]);
            self.known.set(predicate, both);
            for rule in &mut self.rules {
                rule.strengthen(terms, self.horn, predicate, new);
            }
        }
    }

    /// The clauses by which states of a predicate come about within a height.
    pub fn rules_for(&self, predicate: Option<PredicateId>, level: usize) -> Vec<usize> {
        let all = self.concluding.get(&predicate).map_or(&[][..], Vec::as_slice);
        let has_time =
            |rule: &usize| level > 0 || self.horn.clause(self.rules[*rule].clause).body.is_empty();
        all.iter().copied().filter(has_time).collect()
    }

    /// Literals over the parameters of the head of a clause, at its arguments.
    pub fn at_head(&self, terms: &mut Terms, clause: ClauseId, literals: &[Term]) -> Vec<Term> {
        match &self.horn.clause(clause).head {
            Some(head) => {
                literals.iter().map(|literal| self.horn.at(terms, head, *literal)).collect()
            }
            None => Vec::new(),
        }
    }

    /// Has the clause of a rule a model, with its premises bounded at the level below?
    pub fn ask(
        &mut self,
        terms: &mut Terms,
        rule: usize,
        level: usize,
        assumed: &[Term],
        premises: &[Premise],
        budget: &Budget,
    ) -> Result<QueryAnswer, HornUnknown> {
        let mut assumptions = assumed.to_vec();
        if !premises.is_empty() {
            assumptions.extend(self.frames.assumptions(terms, level.saturating_sub(1)));
        }
        self.rules[rule].ask(terms, self.horn, &assumptions, premises, &self.facts, budget)
    }

    /// The literals of the cube that are enough for its denial to hold of all states with derivations
    /// up to this height: of those that a clause concludes from the frame below, in which the
    /// denial may be used as well. None if it does not hold.
    pub fn relatively_inductive(
        &mut self,
        terms: &mut Terms,
        predicate: PredicateId,
        cube: &Cube,
        level: usize,
        budget: &Budget,
    ) -> Result<Option<Cube>, HornUnknown> {
        let denial = cube.denial(terms);
        let mut is_needed = vec![false; cube.literals.len()];
        for rule in self.rules_for(Some(predicate), level) {
            let clause = self.rules[rule].clause;
            let mut assumed = self.at_head(terms, clause, &cube.literals);
            let instances = assumed.clone();
            let body = &self.horn.clause(clause).body;
            for premise in body.iter().filter(|premise| premise.predicate == predicate) {
                assumed.push(self.horn.at(terms, premise, denial));
            }
            let premises = vec![Premise::Frame; body.len()];
            match self.ask(terms, rule, level, &assumed, &premises, budget)? {
                QueryAnswer::Sat(_) => return Ok(None),
                QueryAnswer::Unsat(refutation) => {
                    for (is_needed, instance) in is_needed.iter_mut().zip(&instances) {
                        *is_needed |= refutation.core.contains(instance);
                    }
                }
            }
        }
        // A smaller cube has a stronger denial, so what was shown with the help of the denial is
        // shown with the help of that of the smaller one.
        let enough = cube.literals.iter().zip(&is_needed).filter(|(_, is_needed)| **is_needed);
        Ok(Some(Cube { literals: enough.map(|(literal, _)| *literal).collect() }))
    }

    /// Adds a lemma to the frames up to a level.
    pub fn learn(&mut self, terms: &mut Terms, predicate: PredicateId, cube: Cube, level: usize) {
        let formula = cube.denial(terms);
        self.frames.add(predicate, Lemma { cube, formula, level });
        self.announce(terms, predicate, formula, level);
    }

    /// Tells the rules with this premise of a lemma.
    fn announce(&mut self, terms: &mut Terms, predicate: PredicateId, formula: Term, level: usize) {
        let switch = self.frames.switch(terms, level);
        for rule in &mut self.rules {
            for (place, premise) in self.horn.clause(rule.clause).body.iter().enumerate() {
                if premise.predicate == predicate {
                    rule.learn(terms, self.horn, place, formula, switch);
                }
            }
        }
    }

    /// Raises lemmas to the next level where they hold there; a level that loses all of its
    /// lemmas is inductive.
    pub fn propagate(
        &mut self,
        height: usize,
        terms: &mut Terms,
        budget: &Budget,
    ) -> Result<Option<usize>, HornUnknown> {
        for level in 0..height {
            for predicate in self.horn.predicate_ids() {
                let mut place = 0;
                while let Some(lemma) = self.frames.lemmas(predicate).get(place).cloned() {
                    if lemma.level == level
                        && self
                            .relatively_inductive(terms, predicate, &lemma.cube, level + 1, budget)?
                            .is_some()
                    {
                        self.frames.raise(predicate, place, level + 1);
                        self.announce(terms, predicate, lemma.formula, level + 1);
                    }
                    place += 1;
                }
            }
            if self.frames.is_empty_at(level) {
                return Ok(Some(level));
            }
        }
        Ok(None)
    }
}
