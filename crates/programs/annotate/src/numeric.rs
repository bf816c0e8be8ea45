//! Facts about numbers: what the system of a function over numbers gives.

use buttress_affine as affine;
use buttress_budget::{Budget, Exhausted};
use buttress_conjecture as conjecture;
use buttress_horn::{Interpretation, Verdict};
use buttress_logic::{Term, Terms, substitute};
use buttress_pi::paths::BasicPath;
use buttress_pi::program::{Function, Program};
use buttress_reach as reach;

use crate::abstraction::{Abstraction, Assumptions};
use crate::houdini::Candidate;
use crate::limits::{DISCOVERY_EFFORT, GOAL_EFFORT};

/// The system of a function, and what is known to be inductive in it.
pub(crate) struct Numeric<'a> {
    program: &'a Program,
    function: &'a Function,
    abstraction: Abstraction,
    known: Interpretation,
    assumptions: Assumptions,
    seed: u64,
}

impl<'a> Numeric<'a> {
    /// The system without the annotations of loops, and nothing known.
    pub(crate) fn new(
        terms: &mut Terms,
        program: &'a Program,
        function: &'a Function,
        paths: &[BasicPath],
        seed: u64,
    ) -> Numeric<'a> {
        let assumptions = Assumptions { annotations: false };
        let abstraction = Abstraction::new(terms, program, function, paths, assumptions);
        let known = Interpretation::top(terms, &abstraction.horn);
        Numeric { program, function, abstraction, known, assumptions, seed }
    }

    /// The same with annotations assumed where paths begin. What was known stays so.
    pub(crate) fn with_annotations(&self, terms: &mut Terms, paths: &[BasicPath]) -> Numeric<'a> {
        let assumptions = Assumptions { annotations: true };
        let abstraction = Abstraction::new(terms, self.program, self.function, paths, assumptions);
        let mut known = Interpretation::top(terms, &abstraction.horn);
        for id in abstraction.horn.predicate_ids() {
            let old = self.abstraction.horn.predicate(id).parameters.iter().copied();
            let new = abstraction.horn.predicate(id).parameters.iter().copied();
            let formula = substitute(terms, self.known.of(id), &old.zip(new).collect());
            known.set(id, formula);
        }
        Numeric { abstraction, known, assumptions, ..*self }
    }

    /// Looks for facts with no goal in mind.
    pub(crate) fn discover(
        &mut self,
        terms: &mut Terms,
        budget: &Budget,
    ) -> Result<Vec<Candidate>, Exhausted> {
        let settings = conjecture::Settings { seed: self.seed };
        let share = Budget::with_effort(budget.limits().clone(), DISCOVERY_EFFORT);
        let horn = &self.abstraction.horn;
        self.known = conjecture::discover(terms, horn, &self.known, &settings, &share, &mut |_| {});
        budget.spend(share.spent())?;
        Ok(self.candidates(terms))
    }

    /// Looks for facts that exclude that a goal of a path fails, with one engine after the other; none if the goal is
    /// not about numbers.
    pub(crate) fn direct(
        &mut self,
        terms: &mut Terms,
        path: &BasicPath,
        goal: Term,
        budget: &Budget,
    ) -> Result<Option<Vec<Candidate>>, Exhausted> {
        let mut asked = self.abstraction.clone();
        if !asked.ask(terms, path, goal, self.assumptions) {
            return Ok(None);
        }
        let (horn, seed) = (&asked.horn, self.seed);
        for engine in [Engine::Conjecture, Engine::Affine, Engine::Reach] {
            let share = Budget::with_effort(budget.limits().clone(), GOAL_EFFORT);
            let known = &self.known;
            let (verdict, found) = match engine {
                Engine::Conjecture => {
                    let settings = conjecture::Settings { seed };
                    conjecture::prove(terms, horn, known, &settings, &share, &mut |_| {})
                }
                Engine::Affine => {
                    let settings = affine::Settings { seed, ..affine::Settings::default() };
                    affine::prove(terms, horn, known, &settings, &share, &mut |_| {})
                }
                Engine::Reach => {
                    let settings = reach::Settings { seed };
                    reach::prove(terms, horn, known, &settings, &share, &mut |_| {})
                }
            };
            budget.spend(share.spent())?;
            match verdict {
                Verdict::Safe(found) => {
                    self.known = found;
                    break;
                }
                Verdict::Unsafe(_) => break,
                Verdict::Unknown(_) => self.known = found,
            }
        }
        Ok(Some(self.candidates(terms)))
    }

    /// What is known, in the words of the program.
    fn candidates(&self, terms: &mut Terms) -> Vec<Candidate> {
        let mut candidates = Vec::new();
        for (head, written) in self.abstraction.express(terms, &self.known) {
            let facts = written.into_iter().map(|expression| Candidate { head, expression });
            candidates.extend(facts);
        }
        candidates
    }
}

#[derive(Clone, Copy)]
enum Engine {
    Conjecture,
    Affine,
    Reach,
}
