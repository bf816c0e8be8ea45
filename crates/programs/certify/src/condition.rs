//! A condition by itself, and its proof.

use buttress_budget::Budget;
use buttress_certificate::smt;
use buttress_decide::{Evidence, Settings, Solver, UnknownReason, Verdict};
use buttress_logic::{Term, Terms, print_shared};
use buttress_pi::paths::{BasicPath, Goal};

/// A condition in a store of its own: formulas that cannot hold together if it is valid.
pub struct Condition {
    /// The store.
    pub terms: Terms,
    /// The hypotheses, and then the negated goal.
    pub formulas: Vec<Term>,
}

/// A proof of a condition.
#[derive(Clone)]
pub struct Proof {
    /// The positions of the formulas that it uses.
    pub core: Vec<usize>,
    /// The text of the proof after its first line.
    pub body: String,
}

/// What became of a condition.
pub enum Attempt {
    /// It is valid.
    Proved(Proof),
    /// It is not.
    Fails,
    /// It was not found out.
    Unknown(UnknownReason),
}

impl Condition {
    /// These formulas by themselves.
    pub fn new(terms: &Terms, formulas: &[Term]) -> Condition {
        let (terms, formulas) = terms.extract(formulas);
        Condition { terms, formulas }
    }

    /// hypotheses ∧ ¬goal, by themselves.
    pub fn of_goal(terms: &mut Terms, path: &BasicPath, goal: &Goal) -> Condition {
        let mut formulas: Vec<Term> = path.hypotheses.iter().map(|it| it.formula).collect();
        formulas.push(terms.not(goal.formula));
        Condition::new(terms, &formulas)
    }

    /// The formulas as text; the same condition has the same text, wherever it came from.
    pub fn texts(&self) -> impl Iterator<Item = String> {
        self.formulas.iter().map(|formula| print_shared(&self.terms, *formula))
    }
}

impl Proof {
    /// The number of its steps.
    pub fn steps(&self) -> usize {
        self.body.lines().count()
    }
}

/// Decides a condition, with the proof if it is valid. Only the formulas at the positions in `from` are taken, if some are given.
pub fn certify(
    condition: &mut Condition,
    from: Option<&[usize]>,
    seed: u64,
    budget: &Budget,
) -> Attempt {
    let mut solver = Solver::new(Settings::new(seed, Evidence::Proof));
    for (place, formula) in condition.formulas.iter().enumerate() {
        if from.is_none_or(|from| from.contains(&place)) {
            solver.assert(*formula);
        }
    }
    match solver.check(&mut condition.terms, &[], budget) {
        Verdict::Unsat(refutation) => {
            let places = condition.formulas.iter().enumerate();
            let used = places.filter(|(_, formula)| refutation.core.contains(formula));
            let core = used.map(|(place, _)| place).collect();
            let text = smt::write(&refutation.proof.unwrap_or_default(), &condition.terms, 1);
            let body = text.split_once('\n').map_or_else(String::new, |(_, body)| body.to_owned());
            Attempt::Proved(Proof { core, body })
        }
        Verdict::Sat(_) => Attempt::Fails,
        Verdict::Unknown(reason) => Attempt::Unknown(reason),
    }
}
