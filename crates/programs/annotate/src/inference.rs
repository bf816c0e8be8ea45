//! Inference of facts for the loops of one function.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use buttress_budget::{Budget, Exhausted};
use buttress_logic::{Term, Terms};
use buttress_pi::paths::{BasicPath, Goal, GoalKind, Options, Origin, Paths, Point, basic_paths};
use buttress_pi::program::{Expression, Function, FunctionId, LoopId, Program};
use buttress_pi::{Facts, Span, print, read_fact};

use crate::annotation_candidates;
use crate::entailment::{Entailment, follows, is_quantified};
use crate::expressions::{bare, has_products};
use crate::houdini::{Candidate, CandidatePositions, Strategy, inductive};
use crate::limits::{CONTENTS_EFFORT, FULL_EFFORT, IMPLIED_EFFORT, MOST_GOALS, MOST_LAYERS};
use crate::numeric::Numeric;
use crate::proved_goals::ProvedGoals;
use crate::samples::Samples;
use crate::settings::{Mode, Settings};
use crate::structure::FunctionStructure;
use crate::templates::{Plausible, Stage, Tried};

/// One function, and what has been found about its loops.
pub(crate) struct FunctionInference<'a> {
    /// The program.
    pub(crate) program: &'a Program,
    /// Which function.
    pub(crate) id: FunctionId,
    /// What its text shows.
    pub(crate) structure: FunctionStructure,
    /// How its paths are made.
    pub(crate) options: Options,
    /// What was found so far.
    pub(crate) known: BTreeMap<LoopId, Vec<Expression>>,
    /// The number of the next bound variable.
    pub(crate) bounds: u32,
    /// Goals that followed from what was known, by the positions of their paths. What is known only grows while goals are asked
    /// about.
    settled: BTreeSet<(usize, GoalKind, Span)>,
    samples: Option<Rc<Samples>>,
    seed: u64,
}

impl<'a> FunctionInference<'a> {
    /// Nothing is found yet.
    pub(crate) fn new(
        program: &'a Program,
        id: FunctionId,
        options: &Options,
        settings: &Settings,
        bounds: u32,
    ) -> FunctionInference<'a> {
        let structure = FunctionStructure::new(program, program.function(id));
        let options = Options { termination: false, ..*options };
        let (known, seed) = (BTreeMap::new(), settings.seed);
        let settled = BTreeSet::new();
        let samples = None;
        FunctionInference { program, id, structure, options, known, bounds, settled, samples, seed }
    }

    /// The function.
    pub(crate) fn function(&self) -> &'a Function {
        self.program.function(self.id)
    }

    /// Runs the function, unless that has been done.
    pub(crate) fn sample(&mut self, budget: &Budget) -> Result<(), Exhausted> {
        if self.samples.is_none() {
            let samples = Samples::new(self.program, self.id, self.seed, budget)?;
            self.samples = Some(Rc::new(samples));
        }
        Ok(())
    }

    /// Runs of the function, if it has been run.
    pub(crate) fn runs(&self) -> Option<&Samples> {
        self.samples.as_deref()
    }

    /// Did a run violate something? Then the function is not helped by many facts: what is open is mostly open for the same
    /// mistake, and aiming at it takes most of the time.
    fn is_wrong(&self) -> bool {
        self.samples.as_ref().is_some_and(|samples| samples.has_violation())
    }

    /// Looks for facts.
    pub(crate) fn facts(
        &mut self,
        settings: &Settings,
        proved: &ProvedGoals,
        budget: &Budget,
    ) -> Result<(), Exhausted> {
        let (program, function) = (self.program, self.function());
        if function.loops.is_empty() {
            return Ok(());
        }
        let mut terms = Terms::new();
        let Some(paths) = self.all_paths(&mut terms, &Facts::default()) else { return Ok(()) };
        self.sample(budget)?;
        let mut numeric = Numeric::new(&mut terms, program, function, &paths, self.seed);
        let mut candidates = annotation_candidates::numeric(program, function, &self.structure);
        candidates.extend(numeric.discover(&mut terms, budget)?);
        // Facts with products make every question harder: they come last, and only if something is open.
        let (products, plain) =
            candidates.into_iter().partition(|candidate| has_products(&candidate.expression));
        self.keep_inductive(&mut terms, plain, Strategy::Numeric, budget)?;
        if self.has_open(&mut terms, Strategy::Numeric, proved, budget)? {
            self.keep_inductive(&mut terms, products, Strategy::Numeric, budget)?;
        }
        if !self.is_wrong() && self.has_open(&mut terms, Strategy::Numeric, proved, budget)? {
            let numeric = numeric.with_annotations(&mut terms, &paths);
            self.direct(&mut terms, numeric, Strategy::Numeric, proved, budget)?;
        }
        self.drop_implied(&mut terms, budget)?;
        if settings.mode == Mode::All {
            let share = Budget::with_effort(budget.limits().clone(), CONTENTS_EFFORT);
            // What is known stays so when the effort is spent.
            let _ = self.contents(&mut terms, proved, &share);
            budget.poll()?;
        }
        Ok(())
    }

    /// Looks for facts about the contents of arrays and the like until nothing is open: the strongest instances of each stage, then
    /// weaker ones.
    fn contents(
        &mut self,
        terms: &mut Terms,
        proved: &ProvedGoals,
        budget: &Budget,
    ) -> Result<(), Exhausted> {
        let (program, function) = (self.program, self.function());
        let mut candidates = annotation_candidates::general(program, function, &self.structure);
        let mut tried = BTreeMap::new();
        let stages = [Stage::Contract, Stage::Conditions, Stage::Values];
        let layers = if self.is_wrong() { 1 } else { MOST_LAYERS };
        let samples = self.samples.clone();
        let mut plausible: Vec<Vec<Plausible>> = Vec::new();
        for layer in 0..layers {
            for (place, stage) in stages.iter().enumerate() {
                if layer == 0 {
                    plausible.push(self.plausible(*stage, samples.as_deref()));
                }
                let more = self.untried(&plausible[place], &mut tried);
                // Facts about numbers may help old candidates: they are tried again once after these.
                if more.is_empty() && (place > 0 || layer > 1) {
                    continue;
                }
                candidates.extend(more);
                self.keep_inductive(terms, candidates.clone(), Strategy::Full, budget)?;
                if !self.has_open(terms, Strategy::Full, proved, budget)? {
                    return self.drop_unneeded(terms, proved, budget);
                }
            }
            if layer == 0 && !self.is_wrong() {
                self.numbers_of_cells(terms, proved, budget)?;
            }
        }
        Ok(())
    }

    /// Leaves out facts with quantifiers that no goal leans on, now that all goals follow: each would be proved with a
    /// certificate later.
    fn drop_unneeded(
        &mut self,
        terms: &mut Terms,
        proved: &ProvedGoals,
        budget: &Budget,
    ) -> Result<(), Exhausted> {
        let paths = self.paths(terms, &self.known_facts());
        let mut needed: BTreeSet<(LoopId, usize)> = BTreeSet::new();
        let mut waiting: Vec<(LoopId, usize)> = Vec::new();
        for path in paths.iter().filter(|path| matches!(path.from, Point::Loop(_))) {
            for goal in &path.goals {
                let is_own = !matches!(goal.kind, GoalKind::Fact(_));
                if is_own && !proved.contains(path, goal) {
                    waiting.extend(self.leant_on(terms, path, goal.formula, budget)?);
                }
            }
        }
        while let Some((head, place)) = waiting.pop() {
            if !needed.insert((head, place)) {
                continue;
            }
            for path in paths.iter().filter(|path| path.to == Point::Loop(head)) {
                let is_it = |goal: &&Goal| goal.kind == GoalKind::Fact(place);
                if let Some(goal) = path.goals.iter().find(is_it) {
                    waiting.extend(self.leant_on(terms, path, goal.formula, budget)?);
                }
            }
        }
        let program = self.program;
        for (head, facts) in &mut self.known {
            let mut place = 0;
            facts.retain(|fact| {
                place += 1;
                needed.contains(&(*head, place - 1))
                    || annotation_candidates::is_about_numbers(program, fact)
            });
        }
        Ok(())
    }

    /// The facts at the beginning of a path that a goal at its end leans on; all of them if that is not found out.
    fn leant_on(
        &self,
        terms: &mut Terms,
        path: &BasicPath,
        goal: Term,
        budget: &Budget,
    ) -> Result<Vec<(LoopId, usize)>, Exhausted> {
        let Point::Loop(head) = path.from else { return Ok(vec![]) };
        let own = self.function().head(head).annotation.conjuncts.len();
        let hypotheses: Vec<Term> = path.hypotheses.iter().map(|it| it.formula).collect();
        let core = match follows(terms, &hypotheses, goal, FULL_EFFORT, budget)? {
            Entailment::Follows(core) => core,
            _ => hypotheses,
        };
        let used = path.hypotheses.iter().filter(|it| core.contains(&it.formula));
        let facts = used.filter_map(|it| match it.origin {
            Origin::Annotation(place) => place.checked_sub(own),
            _ => None,
        });
        Ok(facts.map(|place| (head, place)).collect())
    }

    /// Facts about numbers that lean on what is known of the cells of arrays.
    fn numbers_of_cells(
        &mut self,
        terms: &mut Terms,
        proved: &ProvedGoals,
        budget: &Budget,
    ) -> Result<(), Exhausted> {
        let (program, function) = (self.program, self.function());
        let paths = self.paths(terms, &self.known_facts());
        let numeric = Numeric::new(terms, program, function, &paths, self.seed);
        let numeric = numeric.with_annotations(terms, &paths);
        self.direct(terms, numeric, Strategy::Full, proved, budget)
    }

    /// Is there a goal that does not follow from what is known, and that no run violates?
    fn has_open(
        &mut self,
        terms: &mut Terms,
        strategy: Strategy,
        proved: &ProvedGoals,
        budget: &Budget,
    ) -> Result<bool, Exhausted> {
        Ok(!self.open(terms, strategy, 1, proved, budget)?.is_empty())
    }

    /// Facts with the goals in mind that are still open.
    fn direct(
        &mut self,
        terms: &mut Terms,
        mut numeric: Numeric<'_>,
        strategy: Strategy,
        proved: &ProvedGoals,
        budget: &Budget,
    ) -> Result<(), Exhausted> {
        let candidates = numeric.discover(terms, budget)?;
        self.keep_inductive(terms, candidates, Strategy::Numeric, budget)?;
        let mut tried: Vec<Term> = Vec::new();
        while tried.len() < MOST_GOALS {
            let open = self.open(terms, strategy, usize::MAX, proved, budget)?;
            let next = open.into_iter().find(|(_, goal)| !tried.contains(goal));
            let Some((path, goal)) = next else { break };
            tried.push(goal);
            if let Some(candidates) = numeric.direct(terms, &path, goal, budget)? {
                self.keep_inductive(terms, candidates, Strategy::Numeric, budget)?;
            }
        }
        Ok(())
    }

    /// At most so many goals that do not follow from what is known, and that no run violates: those about numbers, or all.
    fn open(
        &mut self,
        terms: &mut Terms,
        strategy: Strategy,
        most: usize,
        proved: &ProvedGoals,
        budget: &Budget,
    ) -> Result<Vec<(BasicPath, Term)>, Exhausted> {
        let mut open = Vec::new();
        for (position, path) in self.paths(terms, &self.known_facts()).into_iter().enumerate() {
            if !matches!(path.from, Point::Loop(_)) {
                continue;
            }
            let mut hypotheses: Vec<Term> = path.hypotheses.iter().map(|it| it.formula).collect();
            let effort = match strategy {
                Strategy::Numeric => {
                    hypotheses.retain(|formula| !is_quantified(terms, *formula));
                    IMPLIED_EFFORT
                }
                Strategy::Full => FULL_EFFORT,
            };
            for goal in &path.goals {
                let is_violated = |samples: &Samples| samples.is_violated(path.to, goal.kind);
                let key = (position, goal.kind, goal.span);
                if matches!(goal.kind, GoalKind::Fact(_))
                    || self.settled.contains(&key)
                    || proved.contains(&path, goal)
                    || strategy == Strategy::Numeric && is_quantified(terms, goal.formula)
                    || self.samples.as_deref().is_some_and(is_violated)
                {
                    continue;
                }
                let answer = follows(terms, &hypotheses, goal.formula, effort, budget)?;
                match answer {
                    Entailment::Follows(_) => {
                        self.settled.insert(key);
                    }
                    _ => open.push((path.clone(), goal.formula)),
                }
                if open.len() >= most {
                    return Ok(open);
                }
            }
        }
        Ok(open)
    }

    /// Instances of the stage's templates at all loops that no run refutes.
    fn plausible(&mut self, stage: Stage, samples: Option<&Samples>) -> Vec<Plausible> {
        let Some(samples) = samples else { return vec![] };
        let (subject, bounds) = ((self.program, self.function()), &mut self.bounds);
        let heads = (0..subject.1.loops.len() as u32).map(LoopId);
        let structure = &self.structure;
        heads
            .filter_map(|head| Plausible::new(subject, structure, samples, head, stage, bounds))
            .collect()
    }

    /// Candidates about the contents of arrays, at all loops, that were not tried before.
    fn untried(
        &self,
        plausible: &[Plausible],
        tried: &mut BTreeMap<LoopId, Tried>,
    ) -> Vec<Candidate> {
        let (program, function) = (self.program, self.function());
        let text = |formula: &Expression| print::expression(program, function, formula);
        let mut candidates = Vec::new();
        for own in plausible {
            let tried = tried.entry(own.head()).or_default();
            tried.kept = self.known.get(&own.head()).into_iter().flatten().map(text).collect();
            candidates.extend(own.untried(tried));
        }
        candidates
    }

    /// The paths of the function, with these facts; none if there are more than allowed, for then nothing could be shown to
    /// be inductive.
    pub(crate) fn all_paths(&self, terms: &mut Terms, facts: &Facts) -> Option<Vec<BasicPath>> {
        let Paths { paths, is_complete } =
            basic_paths(terms, self.program, facts, self.id, &self.options);
        is_complete.then_some(paths)
    }

    /// The paths of the function, with these facts.
    fn paths(&self, terms: &mut Terms, facts: &Facts) -> Vec<BasicPath> {
        basic_paths(terms, self.program, facts, self.id, &self.options).paths
    }

    /// What was found so far, as facts.
    pub(crate) fn known_facts(&self) -> Facts {
        let mut facts = Facts::default();
        self.add_to(&mut facts);
        facts
    }

    /// Adds what was found to facts.
    pub(crate) fn add_to(&self, facts: &mut Facts) {
        for (head, found) in self.known.iter().filter(|(_, found)| !found.is_empty()) {
            facts.loops.insert((self.id, *head), found.clone());
        }
    }

    /// Adds the inductive ones of some candidates to what is known.
    pub(crate) fn keep_inductive(
        &mut self,
        terms: &mut Terms,
        mut candidates: Vec<Candidate>,
        strategy: Strategy,
        budget: &Budget,
    ) -> Result<(), Exhausted> {
        candidates.retain_mut(|candidate| self.read_back(candidate));
        self.drop_known(&mut candidates);
        if let Some(samples) = &self.samples {
            candidates.retain(|candidate| {
                !samples.refute(self.program, candidate.head, &candidate.expression)
            });
        }
        if candidates.is_empty() {
            return Ok(());
        }
        let known = |head: LoopId| self.known.get(&head).map_or(0, Vec::len);
        let places = CandidatePositions::of_facts(self.function(), known, &candidates);
        let mut facts = self.known_facts();
        for Candidate { head, expression } in &candidates {
            facts.loops.entry((self.id, *head)).or_default().push(expression.clone());
        }
        let paths = self.paths(terms, &facts);
        let is_kept = inductive(terms, &paths, &places, candidates.len(), strategy, budget)?;
        for (candidate, is_kept) in candidates.into_iter().zip(is_kept) {
            if is_kept {
                self.known.entry(candidate.head).or_default().push(candidate.expression);
            }
        }
        Ok(())
    }

    /// Puts what a reader would read in the place of the candidate, lest a fact mean another thing on paper; can it be
    /// read at all?
    pub(crate) fn read_back(&mut self, candidate: &mut Candidate) -> bool {
        let text = print::expression(self.program, self.function(), &candidate.expression);
        let Candidate { head, expression } = candidate;
        match read_fact(self.program, self.id, *head, &text, &mut self.bounds) {
            Ok(read) => {
                *expression = read;
                true
            }
            Err(_) => false,
        }
    }

    /// Leaves out facts about numbers that the others of the same loop imply.
    fn drop_implied(&mut self, terms: &mut Terms, budget: &Budget) -> Result<(), Exhausted> {
        let paths = self.paths(terms, &self.known_facts());
        for (head, found) in &mut self.known {
            let own = self.program.function(self.id).head(*head).annotation.conjuncts.len();
            let from = |path: &&BasicPath| path.from == Point::Loop(*head);
            let Some(path) = paths.iter().find(from) else { continue };
            let mut said: Vec<(Option<usize>, Term)> = Vec::new();
            for hypothesis in &path.hypotheses {
                let place = match hypothesis.origin {
                    Origin::Annotation(place) => place.checked_sub(own),
                    Origin::Nature => None,
                    _ => continue,
                };
                if !is_quantified(terms, hypothesis.formula) {
                    said.push((place, hypothesis.formula));
                }
            }
            // The last ones first: what the user has written elsewhere comes before what was made up.
            for place in (0..found.len()).rev() {
                let Some(at) = said.iter().position(|(fact, _)| *fact == Some(place)) else {
                    continue;
                };
                let (_, formula) = said.remove(at);
                let others: Vec<Term> = said.iter().map(|(_, formula)| *formula).collect();
                match follows(terms, &others, formula, IMPLIED_EFFORT, budget)? {
                    Entailment::Follows(_) => {
                        found.remove(place);
                    }
                    _ => said.insert(at, (Some(place), formula)),
                }
            }
        }
        Ok(())
    }

    /// Leaves out what is said already, by the user or by a fact, and what is said twice.
    fn drop_known(&self, candidates: &mut Vec<Candidate>) {
        let mut kept: Vec<Candidate> = Vec::new();
        for candidate in candidates.drain(..) {
            let own = &self.function().head(candidate.head).annotation.conjuncts;
            let known = self.known.get(&candidate.head).into_iter().flatten();
            let twins = kept.iter().filter(|other| other.head == candidate.head);
            let said = own.iter().chain(known).chain(twins.map(|other| &other.expression));
            let mut said = said.map(bare);
            let own_words = bare(&candidate.expression);
            if !said.any(|other| other == own_words) {
                kept.push(candidate);
            }
        }
        *candidates = kept;
    }
}
