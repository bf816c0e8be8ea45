//! Systems from text, and questions about facts.

use buttress_affine::{Settings, StrengtheningEvent, discover, prove};
use buttress_budget::Budget;
use buttress_decide::{Solver, Verdict as Answer};
use buttress_formats::chc;
use buttress_horn::{Horn, Interpretation, Verdict};
use buttress_logic::{Term, Terms};

/// Clauses with the store of their terms.
pub struct System {
    pub terms: Terms,
    pub horn: Horn,
}

impl System {
    pub fn read(text: &str) -> System {
        let mut terms = Terms::new();
        let text = format!("(set-logic HORN){text}(check-sat)");
        let source = chc::read(&mut terms, text.as_bytes()).expect("a system of clauses");
        System { terms, horn: source.horn }
    }

    /// What `discover` finds, starting from nothing; it must be inductive.
    pub fn discovered(&mut self, settings: &Settings) -> Interpretation {
        let known = Interpretation::top(&self.terms, &self.horn);
        let budget = Budget::unlimited();
        let facts = discover(&mut self.terms, &self.horn, &known, settings, &budget, &mut |_| {});
        self.assert_valid(&facts, false);
        facts
    }

    /// What `prove` answers, starting from nothing. A derivation must replay, and facts must be what they
    /// claim to be.
    pub fn proved(&mut self, settings: &Settings, events: &mut Vec<StrengtheningEvent>) -> Verdict {
        let known = Interpretation::top(&self.terms, &self.horn);
        let budget = Budget::unlimited();
        let mut observe = |event| events.push(event);
        let (verdict, facts) =
            prove(&mut self.terms, &self.horn, &known, settings, &budget, &mut observe);
        self.assert_valid(&facts, false);
        match &verdict {
            Verdict::Safe(solution) => self.assert_valid(solution, true),
            Verdict::Unsafe(derivation) => {
                derivation.replay(&self.terms, &self.horn).expect("it replays");
            }
            Verdict::Unknown(_) => {}
        }
        verdict
    }

    /// An interpretation from definitions.
    pub fn interpretation(&mut self, text: &str) -> Interpretation {
        chc::read_interpretation(&mut self.terms, &self.horn, text.as_bytes()).expect("definitions")
    }

    /// Does the first interpretation imply the second, everywhere?
    pub fn implies(&mut self, left: &Interpretation, right: &Interpretation) -> bool {
        let pairs: Vec<(Term, Term)> =
            left.formulas().iter().copied().zip(right.formulas().iter().copied()).collect();
        pairs.into_iter().all(|(left, right)| {
            let negation = self.terms.not(right);
            let formula = self.terms.and(&[left, negation]);
            self.is_unsat(formula)
        })
    }

    fn is_unsat(&mut self, formula: Term) -> bool {
        let mut solver = Solver::new(buttress_decide::Settings::default());
        solver.assert(formula);
        matches!(solver.check(&mut self.terms, &[], &Budget::unlimited()), Answer::Unsat(_))
    }

    /// Every clause is valid, or every one with a conclusion.
    pub fn assert_valid(&mut self, facts: &Interpretation, with_queries: bool) {
        for clause in self.horn.clause_ids() {
            if with_queries || self.horn.clause(clause).head.is_some() {
                let obligation = self.horn.obligation(&mut self.terms, clause, facts);
                assert!(self.is_valid_denial(obligation), "clause {clause:?}");
            }
        }
    }

    /// Products may be beyond the solver: then there is at least no model.
    fn is_valid_denial(&mut self, formula: Term) -> bool {
        let mut solver = Solver::new(buttress_decide::Settings::default());
        solver.assert(formula);
        !matches!(solver.check(&mut self.terms, &[], &Budget::unlimited()), Answer::Sat(_))
    }
}
