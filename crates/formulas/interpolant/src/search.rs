//! Interpolants, one disjunct at a time.

use std::collections::HashSet;
use std::fmt;

use buttress_budget::Budget;
use buttress_certificate::smt::Proof;
use buttress_decide::{Evidence, Settings, Solver, UnknownReason, Verdict};
use buttress_logic::{Function, Model, Op, Term, Terms};
use buttress_project::{implicant, project, variables_of};

use crate::consequences::consequences;
use crate::limits::MOST_DISJUNCTS;
use crate::symbols::{is_over, is_quantified, symbols};

/// What stands between two contradictory sides.
#[derive(Clone, Debug)]
pub struct Interpolant {
    /// The formula.
    pub formula: Term,
    /// A refutation of the first side with the negation of the formula.
    pub follows: Proof,
    /// A refutation of the formula with the second side.
    pub contradicts: Proof,
}

/// Why there is no interpolant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Failure {
    /// The sides do not contradict each other.
    Consistent,
    /// The solver did not find an answer.
    Unknown(UnknownReason),
    /// What the first side says cannot be told in common symbols by what is tried here.
    Inexpressible,
    /// There is a quantifier.
    Quantifier,
    /// There are too many disjuncts.
    TooMany,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Failure::Consistent => "the parts do not contradict each other",
            Failure::Unknown(_) => "no interpolant was found: a question was not answered",
            Failure::Inexpressible => {
                "no interpolant was found: what local symbols say could not be told without them"
            }
            Failure::Quantifier => "interpolants are made for formulas without quantifiers",
            Failure::TooMany => "no interpolant was found: it has too many parts",
        })
    }
}

/// Interpolants between the first parts and the rest, after each part but the last; each one and the next part imply the
/// next one.
pub fn sequence(
    terms: &mut Terms,
    parts: &[Vec<Term>],
    budget: &Budget,
) -> Result<Vec<Interpolant>, Failure> {
    let mut found: Vec<Interpolant> = Vec::new();
    for place in 1..parts.len() {
        let before = found.last().map(|interpolant| interpolant.formula);
        let first: Vec<Term> = before.into_iter().chain(parts[place - 1].iter().copied()).collect();
        let second: Vec<Term> = parts[place..].concat();
        found.push(interpolant(terms, &first, &second, budget)?);
    }
    Ok(found)
}

/// An interpolant between two sides.
pub fn interpolant(
    terms: &mut Terms,
    first: &[Term],
    second: &[Term],
    budget: &Budget,
) -> Result<Interpolant, Failure> {
    if is_quantified(terms, first) || is_quantified(terms, second) {
        return Err(Failure::Quantifier);
    }
    let common: HashSet<Function> = &symbols(terms, first) & &symbols(terms, second);
    let all = terms.and(first);
    let mut search = Search {
        inner: solver(first),
        outer: solver(second),
        all,
        local: variables_of(terms, first.iter().copied())
            .into_iter()
            .filter(|term| !matches!(terms.op(*term), Op::Apply(it) if common.contains(&it)))
            .collect(),
        common,
        terms,
        budget,
    };
    search.local.sort_unstable();
    let mut disjuncts = Vec::new();
    while let Some(mut model) = search.model()? {
        if disjuncts.len() == MOST_DISJUNCTS {
            return Err(Failure::TooMany);
        }
        let disjunct = search.disjunct(&mut model)?;
        let denied = search.terms.not(disjunct);
        search.inner.assert(denied);
        disjuncts.push(disjunct);
    }
    let formula = search.terms.or(&disjuncts);
    // Both sides again, as a whole: what is shown is about the formula that is told.
    let denied = terms.not(formula);
    let follows = refuted(terms, first, denied, budget)?;
    let contradicts = refuted(terms, second, formula, budget)?;
    Ok(Interpolant { formula, follows, contradicts })
}

struct Search<'a> {
    terms: &'a mut Terms,
    /// The first side, with the disjuncts denied.
    inner: Solver,
    /// The second side.
    outer: Solver,
    /// The first side as one formula.
    all: Term,
    /// Constants of the first side alone.
    local: Vec<Term>,
    common: HashSet<Function>,
    budget: &'a Budget,
}

impl Search<'_> {
    /// A model of the first side outside of all disjuncts.
    fn model(&mut self) -> Result<Option<Box<Model>>, Failure> {
        match self.inner.check(self.terms, &[], self.budget) {
            Verdict::Sat(model) => Ok(Some(model)),
            Verdict::Unsat(_) => Ok(None),
            Verdict::Unknown(reason) => Err(Failure::Unknown(reason)),
        }
    }

    /// A conjunction over common symbols that is true in the model and contradicts the second side.
    fn disjunct(&mut self, model: &mut Model) -> Result<Term, Failure> {
        if let Some(literals) = self.projected(model)
            && let Ok(disjunct) = self.essential(&literals)
        {
            return Ok(disjunct);
        }
        let literals = consequences(self.terms, model, self.all, &self.common, self.budget);
        self.essential(&literals.ok_or(Failure::Inexpressible)?)
    }

    /// The literals around the model without local constants.
    fn projected(&mut self, model: &mut Model) -> Option<Vec<Term>> {
        let literals = implicant(self.terms, model, self.all)?;
        let literals = project(self.terms, model, &literals, &self.local)?;
        let is_told = literals.iter().all(|literal| is_over(self.terms, *literal, &self.common));
        is_told.then_some(literals)
    }

    /// The literals on which the contradiction to the second side rests.
    fn essential(&mut self, literals: &[Term]) -> Result<Term, Failure> {
        match self.outer.check(self.terms, literals, self.budget) {
            Verdict::Unsat(refutation) => {
                let core: HashSet<Term> = refutation.core.iter().copied().collect();
                let kept: Vec<Term> =
                    literals.iter().copied().filter(|literal| core.contains(literal)).collect();
                Ok(self.terms.and(&kept))
            }
            Verdict::Sat(_) => Err(Failure::Inexpressible),
            Verdict::Unknown(reason) => Err(Failure::Unknown(reason)),
        }
    }
}

fn solver(formulas: &[Term]) -> Solver {
    let mut solver = Solver::new(Settings::new(0, Evidence::Proof));
    formulas.iter().for_each(|formula| solver.assert(*formula));
    solver
}

/// A refutation of formulas with one more.
fn refuted(
    terms: &mut Terms,
    formulas: &[Term],
    more: Term,
    budget: &Budget,
) -> Result<Proof, Failure> {
    let mut solver = solver(formulas);
    solver.assert(more);
    match solver.check(terms, &[], budget) {
        Verdict::Unsat(refutation) => refutation.proof.ok_or(Failure::Inexpressible),
        Verdict::Sat(_) => Err(Failure::Consistent),
        Verdict::Unknown(reason) => Err(Failure::Unknown(reason)),
    }
}
