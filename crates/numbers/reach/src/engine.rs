//! The search: obligations are refuted, reached, or lead to others.

use std::collections::{HashMap, HashSet};

use buttress_budget::Budget;
use buttress_decide::Refutation;
use buttress_horn::{Application, ClauseId, Horn, Interpretation, PredicateId, Reason, Verdict};
use buttress_logic::{Evaluator, Model, Op, Term, Terms};
use buttress_project::{implicant, project};

use crate::cube::Cube;
use crate::facts::{Fact, FactId, Facts};
use crate::frames::{Frames, Lemma};
use crate::interpolate::weaken;
use crate::obligation::{Obligation, Queue};
use crate::query::Answer;
use crate::rule::{Premise, Rule};
use crate::{Event, Settings, Stop};

/// The state of a search, which can be interrupted and resumed.
pub struct Engine<'a> {
    horn: &'a Horn,
    known: Interpretation,
    frames: Frames,
    facts: Facts,
    rules: Vec<Rule>,
    /// The clauses that conclude a predicate; `None` stands for `false`.
    concluding: HashMap<Option<PredicateId>, Vec<usize>>,
    queue: Queue,
    /// `false` has no derivation of at most this height, if any was looked for.
    height: usize,
}

/// How many sums of inequalities are tried for a lemma.
const MOST_COMBINATIONS: usize = 12;

/// What became of an obligation.
enum Outcome {
    /// It is refuted by these, one for each clause asked, with the literals assumed there.
    Blocked(Vec<(usize, Refutation)>),
    /// This fact meets it.
    Reached(FactId),
    /// This must be settled first.
    Depends(Obligation),
}

impl<'a> Engine<'a> {
    /// A search that knows an inductive interpretation.
    pub fn new(
        terms: &mut Terms,
        horn: &'a Horn,
        known: &Interpretation,
        settings: &Settings,
    ) -> Engine<'a> {
        let mut concluding: HashMap<Option<PredicateId>, Vec<usize>> = HashMap::new();
        let mut rules = Vec::new();
        for id in horn.clause_ids() {
            let head = horn.clause(id).head.as_ref().map(|head| head.predicate);
            concluding.entry(head).or_default().push(rules.len());
            rules.push(Rule::new(terms, horn, id, known, settings.seed));
        }
        Engine {
            horn,
            known: known.clone(),
            frames: Frames::new(horn),
            facts: Facts::default(),
            rules,
            concluding,
            queue: Queue::default(),
            height: 0,
        }
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

    /// Goes on until there is an answer or the budget is used up.
    pub fn run(
        &mut self,
        terms: &mut Terms,
        budget: &Budget,
        observer: &mut dyn FnMut(Event),
    ) -> Verdict {
        match self.search(terms, budget, observer) {
            Ok(verdict) => verdict,
            Err(Stop::Reason(reason)) => Verdict::Unknown(reason),
        }
    }

    fn search(
        &mut self,
        terms: &mut Terms,
        budget: &Budget,
        observer: &mut dyn FnMut(Event),
    ) -> Result<Verdict, Stop> {
        loop {
            if let Some(falsum) = self.refute(terms, budget)? {
                let derivation = self.facts.derivation(terms, self.horn, falsum, budget)?;
                return Ok(Verdict::Unsafe(derivation));
            }
            if let Some(level) = self.propagate(terms, budget)? {
                return Ok(Verdict::Safe(self.frames.interpretation(terms, level, &self.known)));
            }
            observer(Event::Level { height: self.height, lemmas: self.frames.count() });
            self.height += 1;
            self.queue.clear();
        }
    }

    /// Settles whether `false` has a derivation of the present height: none if it has not.
    fn refute(&mut self, terms: &mut Terms, budget: &Budget) -> Result<Option<FactId>, Stop> {
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
            match self.examine(terms, &obligation, budget)? {
                Outcome::Reached(fact) => {
                    self.queue.drop_next();
                    self.queue.get_mut(number).is_reached = true;
                    if obligation.predicate.is_none() {
                        return Ok(Some(fact));
                    }
                }
                // The obligation itself stays in line, behind this one.
                Outcome::Depends(on) => {
                    self.queue.add(on);
                }
                Outcome::Blocked(refutations) => {
                    if let Some(predicate) = obligation.predicate {
                        self.block(terms, predicate, &obligation, &refutations, budget)?;
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

    /// The clauses by which states of a predicate come about within a height.
    fn rules_for(&self, predicate: Option<PredicateId>, level: usize) -> Vec<usize> {
        let all = self.concluding.get(&predicate).map_or(&[][..], Vec::as_slice);
        let has_time =
            |rule: &usize| level > 0 || self.horn.clause(self.rules[*rule].clause).body.is_empty();
        all.iter().copied().filter(has_time).collect()
    }

    /// Literals over the parameters of the head of a clause, at its arguments.
    fn at_head(&self, terms: &mut Terms, clause: ClauseId, literals: &[Term]) -> Vec<Term> {
        match &self.horn.clause(clause).head {
            Some(head) => {
                literals.iter().map(|literal| self.horn.at(terms, head, *literal)).collect()
            }
            None => Vec::new(),
        }
    }

    fn examine(
        &mut self,
        terms: &mut Terms,
        obligation: &Obligation,
        budget: &Budget,
    ) -> Result<Outcome, Stop> {
        let mut refutations = Vec::new();
        let literals = obligation.cube.halved(terms).literals;
        for rule in self.rules_for(obligation.predicate, obligation.level) {
            let clause = self.rules[rule].clause;
            let assumed = self.at_head(terms, clause, &literals);
            let mut premises = vec![Premise::Frame; self.horn.clause(clause).body.len()];
            let model =
                match self.ask(terms, rule, obligation.level, &assumed, &premises, budget)? {
                    Answer::Unsat(_) => {
                        refutations.push((rule, self.rules[rule].refutation()));
                        continue;
                    }
                    Answer::Sat(model) => model,
                };
            return self.follow(terms, rule, obligation, &assumed, &mut premises, model, budget);
        }
        Ok(Outcome::Blocked(refutations))
    }

    fn ask(
        &mut self,
        terms: &mut Terms,
        rule: usize,
        level: usize,
        assumed: &[Term],
        premises: &[Premise],
        budget: &Budget,
    ) -> Result<Answer, Stop> {
        let mut assumptions = assumed.to_vec();
        if !premises.is_empty() {
            assumptions.extend(self.frames.assumptions(terms, level.saturating_sub(1)));
        }
        self.rules[rule].ask(terms, self.horn, &assumptions, premises, &self.facts, budget)
    }

    /// A clause may conclude a state of the obligation: from facts, or from states that are to be
    /// looked at.
    #[allow(clippy::too_many_arguments)]
    fn follow(
        &mut self,
        terms: &mut Terms,
        rule: usize,
        obligation: &Obligation,
        assumed: &[Term],
        premises: &mut [Premise],
        mut model: Box<Model>,
        budget: &Budget,
    ) -> Result<Outcome, Stop> {
        let horn = self.horn;
        let clause = horn.clause(self.rules[rule].clause);
        // Premises are taken from the facts one after the other, as long as there is a model.
        for place in 0..premises.len() {
            premises[place] = Premise::Facts;
            let target = &clause.body[place];
            let answer = match self.facts.of(target.predicate) {
                [] => None,
                _ => match self.ask(terms, rule, obligation.level, assumed, premises, budget)? {
                    Answer::Sat(model) => Some(model),
                    Answer::Unsat(_) => None,
                },
            };
            match answer {
                Some(better) => model = better,
                None => {
                    premises[place] = Premise::Frame;
                    let others = self.beside(terms, rule, obligation, place, premises, &mut model);
                    let cube = self.preimage(terms, rule, assumed, &others, target, &mut model)?;
                    return Ok(Outcome::Depends(Obligation {
                        predicate: Some(target.predicate),
                        cube,
                        level: obligation.level - 1,
                        is_reached: false,
                    }));
                }
            }
        }
        let mut chosen = Vec::new();
        let mut formulas = Vec::new();
        for premise in &clause.body {
            let (fact, formula) = self.fact_at(terms, premise, &mut model)?;
            chosen.push(fact);
            formulas.push(formula);
        }
        let formula = match &clause.head {
            Some(head) => {
                let cube = self.preimage(terms, rule, assumed, &formulas, head, &mut model)?;
                cube.formula(terms)
            }
            None => terms.boolean(true),
        };
        let fact = Fact { formula, clause: self.rules[rule].clause, premises: chosen };
        Ok(Outcome::Reached(self.facts.add(obligation.predicate, fact)))
    }

    /// The fact that holds of a premise in the model, and what it says there.
    fn fact_at(
        &self,
        terms: &mut Terms,
        premise: &Application,
        model: &mut Model,
    ) -> Result<(FactId, Term), Stop> {
        for fact in self.facts.of(premise.predicate) {
            let formula = self.horn.at(terms, premise, self.facts.get(*fact).formula);
            if matches!(Evaluator::new(terms, model).holds(formula), Ok(true)) {
                return Ok((*fact, formula));
            }
        }
        Err(Stop::Reason(Reason::Unsupported("a model lost its facts".to_string())))
    }

    /// What the premises other than `place` are bounded by in the model.
    fn beside(
        &self,
        terms: &mut Terms,
        rule: usize,
        obligation: &Obligation,
        place: usize,
        premises: &[Premise],
        model: &mut Model,
    ) -> Vec<Term> {
        let clause = self.horn.clause(self.rules[rule].clause);
        let mut formulas = Vec::new();
        for (other, premise) in clause.body.iter().enumerate() {
            if other == place {
                continue;
            }
            if premises[other] == Premise::Facts {
                formulas.extend(self.fact_at(terms, premise, model).map(|(_, formula)| formula));
                continue;
            }
            let known = self.horn.at(terms, premise, self.known.of(premise.predicate));
            formulas.push(known);
            for lemma in self.frames.lemmas(premise.predicate) {
                if lemma.level + 1 >= obligation.level {
                    formulas.push(self.horn.at(terms, premise, lemma.formula));
                }
            }
        }
        formulas
    }

    /// The states of an application (a premise, or the head) for which the clause has a model like
    /// this one: literals over its parameters.
    fn preimage(
        &self,
        terms: &mut Terms,
        rule: usize,
        assumed: &[Term],
        others: &[Term],
        target: &Application,
        model: &mut Model,
    ) -> Result<Cube, Stop> {
        let clause = self.horn.clause(self.rules[rule].clause);
        let mut parts = vec![clause.constraint];
        parts.extend(assumed);
        parts.extend(others);
        let parameters = &self.horn.predicate(target.predicate).parameters;
        for (parameter, argument) in parameters.iter().zip(&target.arguments) {
            let value = Evaluator::new(terms, model).value(*argument).ok();
            if let (Op::Apply(function), Some(value)) = (terms.op(*parameter), value) {
                model.set_constant(function, value);
            }
            parts.push(terms.equal(*parameter, *argument));
        }
        let whole = terms.and(&parts);
        let literals = implicant(terms, model, whole)
            .and_then(|literals| project(terms, model, &literals, &clause.variables));
        match literals {
            Some(literals) => Ok(Cube::of(terms, literals)),
            None => {
                let what = "a constraint has parts that cannot be projected".to_string();
                Err(Stop::Reason(Reason::Unsupported(what)))
            }
        }
    }

    /// Learns a lemma that denies the cube of a refuted obligation, and more if it can.
    fn block(
        &mut self,
        terms: &mut Terms,
        predicate: PredicateId,
        obligation: &Obligation,
        refutations: &[(usize, Refutation)],
        budget: &Budget,
    ) -> Result<(), Stop> {
        let literals = obligation.cube.halved(terms).literals;
        let mut weakened = Vec::new();
        for (rule, refutation) in refutations {
            let instances = self.at_head(terms, self.rules[*rule].clause, &literals);
            weakened.extend(weaken(terms, refutation, &literals, &instances));
        }
        let cube = Cube::of(terms, weakened);
        let cube = match self.needed(terms, predicate, &cube, obligation.level, budget)? {
            Some(needed) => needed,
            None => Cube::of(terms, literals),
        };
        let cube = self.generalise(terms, predicate, cube, obligation.level, budget)?;
        let cube = self.combine(terms, predicate, cube, obligation.level, budget)?;
        let mut level = obligation.level;
        while level < self.height
            && self.needed(terms, predicate, &cube, level + 1, budget)?.is_some()
        {
            level += 1;
        }
        self.learn(terms, predicate, cube, level);
        Ok(())
    }

    /// Gives up literals of the cube as long as its denial stays inductive relative to the frame.
    fn generalise(
        &mut self,
        terms: &mut Terms,
        predicate: PredicateId,
        mut cube: Cube,
        level: usize,
        budget: &Budget,
    ) -> Result<Cube, Stop> {
        // The literals that were tried and must stay.
        let mut kept = HashSet::new();
        while cube.literals.len() > 1 {
            let Some(place) = cube.literals.iter().rposition(|literal| !kept.contains(literal))
            else {
                break;
            };
            let mut smaller = cube.clone();
            kept.insert(smaller.literals.remove(place));
            if let Some(needed) = self.needed(terms, predicate, &smaller, level, budget)? {
                cube = needed;
            }
        }
        Ok(cube)
    }

    /// Replaces two inequalities by the sum in which a variable cancels, where that is enough: the
    /// lemma then speaks of fewer variables.
    fn combine(
        &mut self,
        terms: &mut Terms,
        predicate: PredicateId,
        mut cube: Cube,
        level: usize,
        budget: &Budget,
    ) -> Result<Cube, Stop> {
        let mut tries = 0;
        'again: loop {
            for smaller in cube.combinations(terms) {
                tries += 1;
                if tries > MOST_COMBINATIONS {
                    break 'again;
                }
                if let Some(needed) = self.needed(terms, predicate, &smaller, level, budget)? {
                    cube = needed;
                    continue 'again;
                }
            }
            break;
        }
        Ok(cube)
    }

    /// The literals of the cube that are enough for its denial to hold of all states with derivations
    /// up to this height: of those that a clause concludes from the frame below, in which the
    /// denial may be used as well. None if it does not hold.
    fn needed(
        &mut self,
        terms: &mut Terms,
        predicate: PredicateId,
        cube: &Cube,
        level: usize,
        budget: &Budget,
    ) -> Result<Option<Cube>, Stop> {
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
                Answer::Sat(_) => return Ok(None),
                Answer::Unsat(refutation) => {
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

    fn learn(&mut self, terms: &mut Terms, predicate: PredicateId, cube: Cube, level: usize) {
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
    fn propagate(&mut self, terms: &mut Terms, budget: &Budget) -> Result<Option<usize>, Stop> {
        for level in 0..self.height {
            for predicate in self.horn.predicate_ids() {
                let mut place = 0;
                while let Some(lemma) = self.frames.lemmas(predicate).get(place).cloned() {
                    if lemma.level == level
                        && self.needed(terms, predicate, &lemma.cube, level + 1, budget)?.is_some()
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
