//! Property-directed incremental strengthening: the one loop behind every invariant found here.
//!
//! Given a system with first states θ and transition relation ρ, and a property Π with θ ⇒ Π,
//! find χ such that Π ∧ χ is inductive. The loop keeps χ inductive relative to Π:
//!
//! ```text
//! χ := true
//! while Π ∧ χ ∧ ρ ⇏ Π′:
//!     s := a state with Π ∧ χ ∧ ρ ∧ ¬Π′            a counterexample to induction
//!     if s lies on a counterexample trace: stop
//!     γ := θ ⇒ γ,  Π ∧ χ ∧ γ ∧ ρ ⇒ γ′,  s ⊭ γ      a fact that excludes s
//!     χ := χ ∧ γ                                   or, if there is no γ: see `without_fact`
//! ```
//!
//! When it ends by itself, Π ∧ χ is inductive, although each γ was found under the hypothesis Π.
//! What a state and a fact are is left to the instance: clauses over latches, or inequalities
//! over program variables.
//! Source: thesis, property-directed incremental invariant generation and the sampling strategy.

/// What the loop asks of an analysis, which holds S, Π and the growing χ.
///
/// An analysis that is stopped keeps what it knows: calling [`strengthen`] again goes on.
pub trait Strengthen {
    /// A counterexample to induction, s.
    type Cti;
    /// A fact γ.
    type Fact;
    /// A computation that violates Π.
    type Trace;
    /// Why a question was left unanswered: a budget ran out, somebody interrupted.
    type Stop;

    /// A state s with Π ∧ χ ∧ ρ ∧ ¬Π′, sampled at random where possible; none when Π ∧ χ is inductive.
    fn cti(&mut self) -> Result<Option<Self::Cti>, Self::Stop>;

    /// The computation that violates Π, if s is known to lie on one.
    fn refute(&mut self, cti: &Self::Cti) -> Result<Option<Self::Trace>, Self::Stop>;

    /// A fact γ with θ ⇒ γ (initiation), Π ∧ χ ∧ γ ∧ ρ ⇒ γ′ (consecution) and s ⊭ γ
    /// (Π-strengthening); none when no such fact was found.
    fn fact(&mut self, cti: &Self::Cti) -> Result<Option<Self::Fact>, Self::Stop>;

    /// χ := χ ∧ γ.
    fn conjoin(&mut self, cti: Self::Cti, fact: Self::Fact);

    /// What to do when no fact excludes s. The finite-state analysis makes ¬s a subgoal, Π := Π ∧ ¬s;
    /// an analysis by templates samples another state, or conjoins any fact that strengthens χ,
    /// and one day gives up.
    fn without_fact(&mut self, cti: Self::Cti) -> Result<Progress, Self::Stop>;
}

/// Does the loop go on although no fact excludes the state it looked at?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Progress {
    /// Something was learnt, or another state may do better.
    Continue,
    /// The analysis has nothing left to try.
    GiveUp,
}

/// How the loop ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StrengthenOutcome<Trace> {
    /// Π ∧ χ is inductive: Π is an invariant.
    Inductive,
    /// This computation violates Π.
    Violated(Trace),
    /// Neither; χ is still inductive relative to Π.
    GaveUp,
}

/// Strengthens until Π ∧ χ is inductive, Π is refuted, or the analysis gives up or is stopped.
pub fn strengthen<A: Strengthen>(analysis: &mut A) -> Result<StrengthenOutcome<A::Trace>, A::Stop> {
    while let Some(cti) = analysis.cti()? {
        if let Some(trace) = analysis.refute(&cti)? {
            return Ok(StrengthenOutcome::Violated(trace));
        }
        match analysis.fact(&cti)? {
            Some(fact) => analysis.conjoin(cti, fact),
            None => match analysis.without_fact(cti)? {
                Progress::Continue => {}
                Progress::GiveUp => return Ok(StrengthenOutcome::GaveUp),
            },
        }
    }
    Ok(StrengthenOutcome::Inductive)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A system over the numbers 0..SIZE with Π: x ≠ bad for each `bad`, and facts of the form
    /// x mod m ≠ r, a family too poor to exclude every state.
    struct Modular {
        initial: Vec<usize>,
        step: fn(usize) -> Vec<usize>,
        bad: Vec<usize>,
        facts: Vec<(usize, usize)>,
        /// ¬s adopted as a subgoal of Π.
        subgoals: Vec<usize>,
        may_adopt: bool,
        /// How many questions may be asked before the analysis is stopped.
        patience: usize,
    }

    #[derive(Debug, PartialEq)]
    struct Tired;

    const SIZE: usize = 60;

    impl Modular {
        fn new(initial: &[usize], step: fn(usize) -> Vec<usize>, bad: &[usize]) -> Modular {
            Modular {
                initial: initial.to_vec(),
                step,
                bad: bad.to_vec(),
                facts: Vec::new(),
                subgoals: Vec::new(),
                may_adopt: true,
                patience: usize::MAX,
            }
        }

        fn property(&self, x: usize) -> bool {
            !self.bad.contains(&x) && !self.subgoals.contains(&x)
        }

        fn chi(&self, x: usize) -> bool {
            self.facts.iter().all(|&fact| holds(fact, x))
        }

        fn ask(&mut self) -> Result<(), Tired> {
            self.patience = self.patience.checked_sub(1).ok_or(Tired)?;
            Ok(())
        }

        /// The definition that every `Inductive` must satisfy.
        fn is_inductive(&self) -> bool {
            let inside = |x: usize| self.property(x) && self.chi(x);
            self.initial.iter().all(|&x| inside(x))
                && (0..SIZE).filter(|&x| inside(x)).all(|x| (self.step)(x).into_iter().all(inside))
        }
    }

    fn holds((modulus, residue): (usize, usize), x: usize) -> bool {
        x % modulus != residue
    }

    impl Strengthen for Modular {
        type Cti = usize;
        type Fact = (usize, usize);
        type Trace = usize;
        type Stop = Tired;

        fn cti(&mut self) -> Result<Option<usize>, Tired> {
            self.ask()?;
            let mut states = (0..SIZE).filter(|&x| self.property(x) && self.chi(x));
            Ok(states.find(|&x| (self.step)(x).into_iter().any(|y| !self.property(y))))
        }

        fn refute(&mut self, cti: &usize) -> Result<Option<usize>, Tired> {
            Ok(self.initial.contains(cti).then_some(*cti))
        }

        fn fact(&mut self, cti: &usize) -> Result<Option<(usize, usize)>, Tired> {
            self.ask()?;
            let mut candidates = (2..7).map(|modulus| (modulus, cti % modulus));
            Ok(candidates.find(|&fact| {
                let inside = |x: usize| self.property(x) && self.chi(x) && holds(fact, x);
                self.initial.iter().all(|&x| holds(fact, x))
                    && (0..SIZE)
                        .filter(|&x| inside(x))
                        .all(|x| (self.step)(x).into_iter().all(|y| holds(fact, y)))
            }))
        }

        fn conjoin(&mut self, cti: usize, fact: (usize, usize)) {
            assert!(!holds(fact, cti));
            self.facts.push(fact);
        }

        fn without_fact(&mut self, cti: usize) -> Result<Progress, Tired> {
            if !self.may_adopt {
                return Ok(Progress::GiveUp);
            }
            self.subgoals.push(cti);
            Ok(Progress::Continue)
        }
    }

    fn plus_four(x: usize) -> Vec<usize> {
        vec![(x + 4) % SIZE]
    }

    #[test]
    fn one_fact_makes_the_property_inductive() {
        // From 0 in steps of 4, 7 is never met; parity says so.
        let mut system = Modular::new(&[0], plus_four, &[7]);
        assert_eq!(strengthen(&mut system), Ok(StrengthenOutcome::Inductive));
        assert_eq!(system.facts, [(2, 1)]);
        assert!(system.is_inductive());
    }

    #[test]
    fn subgoals_walk_back_to_a_first_state() {
        let mut system = Modular::new(&[0], plus_four, &[24]);
        assert_eq!(strengthen(&mut system), Ok(StrengthenOutcome::Violated(0)));
        assert_eq!(system.subgoals, [20, 16, 12, 8, 4]);
    }

    #[test]
    fn a_poor_family_of_facts_gives_up_or_falls_back_to_subgoals() {
        let halve = |x: usize| vec![x / 2];
        let mut system = Modular::new(&[0, 1], halve, &[5]);
        system.may_adopt = false;
        assert_eq!(strengthen(&mut system), Ok(StrengthenOutcome::GaveUp));
        system.may_adopt = true;
        assert_eq!(strengthen(&mut system), Ok(StrengthenOutcome::Inductive));
        assert!(system.is_inductive());
    }

    #[test]
    fn a_stopped_analysis_goes_on_where_it_was() {
        let mut system = Modular::new(&[0], plus_four, &[24]);
        let mut turns = 0;
        let outcome = loop {
            system.patience = 3;
            turns += 1;
            if let Ok(outcome) = strengthen(&mut system) {
                break outcome;
            }
        };
        assert_eq!(outcome, StrengthenOutcome::Violated(0));
        assert!(turns > 1);
    }
}
