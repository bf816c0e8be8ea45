//! The solver: a stack of assertions, and questions about it.

use buttress_budget::{Budget, Exhausted};
use buttress_certificate::smt::Rule;
use buttress_logic::{Evaluator, IdMap, Model, Term, Terms};
use buttress_prop::Lit;
use buttress_sat as sat;

use crate::abstraction::implied_equations;
use crate::atoms::Moment;
use crate::clauses::Justification;
use crate::evidence::Evidence;
use crate::final_check::{FinalChecks, split};
use crate::internalize::Internalizer;
use crate::limits::MODEL_ATTEMPTS;
use crate::model;
use crate::propagation::Propagation;
use crate::recursion::Definition;
use crate::refutation::{self, Searched};
use crate::search::Search;
use crate::verdict::{Refutation, UnknownReason, Verdict};

/// Choices.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// Breaks ties; equal seeds give equal runs.
    pub seed: u64,
    /// What refutations carry.
    pub evidence: Evidence,
    /// Is the search begun once more, with another seed, where instantiation gives up? Which instances are met is a matter of luck there.
    pub tries_again: bool,
}

impl Settings {
    /// These choices.
    pub fn new(seed: u64, evidence: Evidence) -> Settings {
        Settings { seed, evidence, tries_again: false }
    }

    /// A search that logs what the evidence needs.
    fn search(&self) -> sat::Solver {
        let search = sat::Solver::with_seed(self.seed);
        match self.evidence {
            Evidence::None => search.with_learnt_cores(),
            Evidence::Core | Evidence::Proof => search.with_proof(),
        }
    }
}

/// What a solver has done so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Conflicts of the search.
    pub conflicts: u64,
    /// Decisions of the search.
    pub decisions: u64,
    /// Formulas that have a variable.
    pub atoms: u64,
    /// Lemmas made at full assignments.
    pub lemmas: u64,
    /// Classes merged by congruence closure.
    pub merges: u64,
    /// Pivots of simplex.
    pub pivots: u64,
}

struct Assertion {
    formula: Term,
    /// Its literal, once it has been entered.
    lit: Option<Lit>,
    /// What it defines, if it is a recursive definition.
    definition: Option<Definition>,
}

/// How things were when a level was opened.
struct Level {
    /// The number of assertions.
    assertions: usize,
    /// What was known before its assertions were entered, once that has begun.
    before: Option<Moment>,
}

/// A stack of assertions.
pub struct Solver {
    settings: Settings,
    assertions: Vec<Assertion>,
    levels: Vec<Level>,
    /// How many of the assertions were entered as facts; the others are assumed.
    facts: usize,
    /// When the assumptions of the last check were entered, and how many variables there were then.
    assumed: Option<(Moment, usize)>,
    search: sat::Solver,
    known: Internalizer,
    propagation: Propagation,
    checks: FinalChecks,
    /// The assertions and assumptions behind literals.
    asserted: IdMap<Lit, Term>,
}

impl Solver {
    /// Nothing is asserted.
    pub fn new(settings: Settings) -> Solver {
        let search = settings.search();
        let known = Internalizer::new(settings.evidence > Evidence::None);
        Solver {
            settings,
            assertions: Vec::new(),
            levels: Vec::new(),
            facts: 0,
            assumed: None,
            search,
            known,
            propagation: Propagation::default(),
            checks: FinalChecks::default(),
            asserted: IdMap::default(),
        }
    }

    /// Opens a level of assertions.
    pub fn push(&mut self) {
        self.levels.push(Level { assertions: self.assertions.len(), before: None });
    }

    /// Takes back the assertions of the last levels.
    pub fn pop(&mut self, levels: usize) {
        let level = self.levels.len().saturating_sub(levels);
        let Some(&Level { assertions, before }) = self.levels.get(level) else { return };
        self.dismiss_assumed();
        if let Some(before) = before {
            // What lemmas spoke of meanwhile goes with the assertions, too.
            self.known.atoms.dismiss(before, self.known.atoms.len());
        }
        self.assertions.truncate(assertions);
        self.levels.truncate(level);
    }

    /// The assumptions of the last check are gone, and what returned to life for it. What its lemmas speak of stays.
    fn dismiss_assumed(&mut self) {
        if let Some((since, until)) = self.assumed.take() {
            self.known.atoms.dismiss(since, until);
        }
    }

    /// Are there too many formulas of assertions and assumptions that are gone? The search does not decide on them, and what was
    /// learnt stays true, but theories know them still, and they may be hard.
    fn is_cluttered(&self) -> bool {
        let is_hard = self.known.numbers.nonlinear.is_some() || !self.known.quantified().is_empty();
        let dead = self.known.atoms.dead();
        dead > 0 && (is_hard || 2 * dead > self.known.atoms.len())
    }

    fn start_afresh(&mut self) {
        self.search = self.settings.search();
        self.known = Internalizer::new(self.settings.evidence > Evidence::None);
        self.propagation = Propagation::default();
        self.checks = FinalChecks::default();
        self.asserted.clear();
        self.facts = 0;
        self.assumed = None;
        self.assertions.iter_mut().for_each(|assertion| assertion.lit = None);
        self.levels.iter_mut().for_each(|level| level.before = None);
    }

    /// Asserts a formula.
    pub fn assert(&mut self, formula: Term) {
        self.assertions.push(Assertion { formula, lit: None, definition: None });
    }

    /// Asserts what these definitions say, of functions that may call themselves and each other. A model does not
    /// say what they are; whether they are anything, that is whether there are functions that the definitions
    /// describe, is for the caller to know.
    pub fn define(&mut self, terms: &mut Terms, group: Vec<Definition>) {
        for definition in Definition::lazy(terms, group) {
            let formula = definition.formula;
            let definition = Some(definition);
            self.assertions.push(Assertion { formula, lit: None, definition });
        }
    }

    /// Lets the search know at once that two numbers are equal if neither is less. By itself it thinks of that only when everything
    /// has a value, which is late for whoever asks many questions that propagation can answer.
    pub fn compare(&mut self, terms: &mut Terms, left: Term, right: Term) {
        // What the split speaks of outlives the assumptions of the last check.
        self.dismiss_assumed();
        self.propagation.backtrack(&mut self.known, 0);
        split(&mut self.known, terms, left, right);
    }

    /// What was done so far.
    pub fn stats(&self) -> Stats {
        let search = self.search.stats();
        Stats {
            conflicts: search.conflicts,
            decisions: search.decisions,
            atoms: self.known.atoms.len() as u64,
            lemmas: self.known.clauses.lemma_count(),
            merges: self.known.graph.congruence.merges(),
            pivots: self.known.numbers.unknowns.arithmetic.pivots(),
        }
    }

    /// Can all assertions and the assumptions hold together?
    pub fn check(&mut self, terms: &mut Terms, assumptions: &[Term], budget: &Budget) -> Verdict {
        self.check_for(self.settings.evidence, terms, assumptions, budget)
    }

    /// The same for one check with less evidence than the settings allow.
    pub fn check_for(
        &mut self,
        evidence: Evidence,
        terms: &mut Terms,
        assumptions: &[Term],
        budget: &Budget,
    ) -> Verdict {
        let evidence = evidence.min(self.settings.evidence);
        let first = match self.ask(evidence, terms, assumptions, budget) {
            Ok(verdict) => verdict,
            Err(exhausted) => return Verdict::Unknown(UnknownReason::Exhausted(exhausted)),
        };
        let has_given_up = matches!(
            first,
            Verdict::Unknown(UnknownReason::Quantifier(_) | UnknownReason::Outside(..))
        );
        if !has_given_up || !self.settings.tries_again {
            return first;
        }
        let seed = self.settings.seed;
        self.settings.seed = seed.wrapping_add(1);
        self.start_afresh();
        let second = self.ask(evidence, terms, assumptions, budget);
        self.settings.seed = seed;
        match second {
            Ok(Verdict::Unknown(_)) | Err(_) => first,
            Ok(verdict) => verdict,
        }
    }

    fn ask(
        &mut self,
        evidence: Evidence,
        terms: &mut Terms,
        assumptions: &[Term],
        budget: &Budget,
    ) -> Result<Verdict, Exhausted> {
        self.dismiss_assumed();
        if self.is_cluttered() {
            self.start_afresh();
        }
        // A check may have been interrupted with theories on some level.
        self.propagation.backtrack(&mut self.known, 0);
        let base = self.levels.first().map_or(self.assertions.len(), |level| level.assertions);
        let mut assumed = Vec::new();
        for place in 0..self.assertions.len() {
            self.enter_levels(place);
            let Assertion { formula, lit, ref definition, .. } = self.assertions[place];
            let lit = match lit {
                Some(lit) => lit,
                None => {
                    if definition.is_some() {
                        self.known.define(formula);
                    }
                    let lit = self.known.literal(terms, formula);
                    self.asserted.insert(lit, formula);
                    self.assertions[place].lit = Some(lit);
                    if place < base {
                        self.known.clauses.give(vec![lit], Rule::Input);
                        self.facts = place + 1;
                        self.favour_implied(terms, formula);
                    }
                    lit
                }
            };
            if place >= self.facts {
                assumed.push(lit);
            }
        }
        self.enter_levels(self.assertions.len());
        let before = self.known.atoms.now();
        for formula in assumptions {
            let lit = self.known.literal(terms, *formula);
            self.asserted.insert(lit, *formula);
            assumed.push(lit);
        }
        self.assumed = Some((before, self.known.atoms.len()));
        budget.poll()?;
        self.give_fresh();
        loop {
            let asserted = self.asserted_formulas().chain(assumptions.iter().copied()).collect();
            self.checks.begin(asserted, self.definitions().cloned().collect());
            let (known, propagation, checks) =
                (&mut self.known, &mut self.propagation, &mut self.checks);
            let mut theories = Search { known, propagation, checks, terms, budget };
            let answer = self.search.solve_with(&assumed, &mut theories, budget)?;
            if answer == sat::SatResult::Unsat {
                return Ok(Verdict::Unsat(Box::new(self.refutation(evidence).unwrap_or_default())));
            }
            let verdict = self.modelled(terms, assumptions, budget)?;
            // Lemmas that were given long ago may speak of dead formulas, too.
            if matches!(verdict, Verdict::Sat(_)) || !self.known.atoms.revive_all() {
                return Ok(verdict);
            }
            self.propagation.backtrack(&mut self.known, 0);
        }
    }

    /// The assertions before this place have been entered.
    fn enter_levels(&mut self, place: usize) {
        let now = self.known.atoms.now();
        let entered = self.levels.partition_point(|level| level.before.is_some());
        let opened = self.levels[entered..].iter_mut();
        opened
            .take_while(|level| level.assertions <= place)
            .for_each(|level| level.before = Some(now));
    }

    /// The assertions that are no definitions.
    fn asserted_formulas(&self) -> impl Iterator<Item = Term> {
        let plain = self.assertions.iter().filter(|assertion| assertion.definition.is_none());
        plain.map(|assertion| assertion.formula)
    }

    fn definitions(&self) -> impl Iterator<Item = &Definition> {
        self.assertions.iter().filter_map(|assertion| assertion.definition.as_ref())
    }

    /// Lets the search decide early on equations that follow from a fact.
    fn favour_implied(&mut self, terms: &mut Terms, fact: Term) {
        for equation in implied_equations(terms, fact) {
            let lit = self.known.literal(terms, equation);
            self.known.atoms.prefer(lit, true);
            self.search.reserve(lit.var().index() + 1);
            self.search.favour(lit.var());
        }
    }

    fn give_fresh(&mut self) {
        // Facts first: what they settle need not be stored.
        let clauses = &mut self.known.clauses;
        let fresh = clauses.take_fresh();
        let is_fact = |tag: &u32| matches!(clauses.get(*tag).why, Justification::Rule(Rule::Input));
        let (facts, others): (Vec<u32>, Vec<u32>) = fresh.into_iter().partition(is_fact);
        self.search.reserve(self.known.atoms.len());
        for tag in facts.into_iter().chain(others) {
            self.search.add_tagged_clause(&clauses.get(tag).clause, tag);
        }
        clauses.forget();
    }

    /// Why the last check was answered with `Unsat`, as long as nothing was asserted or asked since:
    /// a proof can wait until it is wanted. None if the settings ask for less evidence.
    pub fn refutation(&self, evidence: Evidence) -> Option<Refutation> {
        let core = self.search.core();
        let searched = Searched { known: &self.known, asserted: &self.asserted };
        match evidence {
            Evidence::None => Some(Refutation::default()),
            Evidence::Core => {
                let sources = self.search.sources();
                sources.map(|sources| refutation::core(searched, &sources, core))
            }
            Evidence::Proof => {
                let logged = self.search.failure().zip(self.search.proof());
                logged.map(|(failure, log)| refutation::proof(searched, log, &failure, core))
            }
        }
    }

    /// A model for a full assignment with which the theories agree.
    fn modelled(
        &mut self,
        terms: &mut Terms,
        assumptions: &[Term],
        budget: &Budget,
    ) -> Result<Verdict, Exhausted> {
        let nonlinear = self.known.numbers.nonlinear;
        let failure = match (self.checks.quantifiers.failed(), nonlinear, self.checks.gave_up()) {
            (Some((formula, Some(violation))), ..) => UnknownReason::Outside(formula, violation),
            (Some((formula, None)), ..) => UnknownReason::Quantifier(formula),
            (None, Some(term), _) => UnknownReason::Nonlinear(term),
            (None, None, Some(what)) => UnknownReason::Incomplete(what),
            (None, None, None) if self.checks.recursion.gave_up() => {
                UnknownReason::Incomplete(UNFOLDED)
            }
            (None, None, None) => UnknownReason::Incomplete("the candidate model is no model"),
        };
        let candidates = self.checks.quantifiers.candidates();
        for attempt in 0..MODEL_ATTEMPTS {
            budget.poll()?;
            let Some(mut built) =
                model::build(terms, &self.known, candidates, self.checks.point(), attempt)
            else {
                break;
            };
            let is_over = || budget.poll().is_err();
            self.definitions().for_each(|definition| definition.tell(&mut built.model));
            let asserted = self.asserted_formulas();
            let formulas: Vec<Term> = asserted.chain(assumptions.iter().copied()).collect();
            let is_model = |terms: &Terms, model: &mut Model| {
                let mut evaluator = Evaluator::new(terms, model).polling(&is_over);
                formulas.iter().all(|formula| matches!(evaluator.holds(*formula), Ok(true)))
            };
            let mut is_found = is_model(terms, &mut built.model);
            let witnessed = self.checks.quantifiers.witnessed();
            if !is_found && !witnessed.is_empty() {
                built.offer_choices(terms, &witnessed);
                is_found = is_model(terms, &mut built.model);
            }
            budget.poll()?;
            if is_found {
                return Ok(Verdict::Sat(Box::new(built.model)));
            }
            if !built.is_invented {
                break;
            }
        }
        Ok(Verdict::Unknown(failure))
    }
}

/// Why there is no answer although definitions were unfolded.
const UNFOLDED: &str = "recursive definitions were unfolded as often as is allowed";
