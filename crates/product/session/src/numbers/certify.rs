//! Evidence for a verdict on Horn clauses, as `docs/certificate-numbers.md` wants it.
//!
//! That every clause is valid under an interpretation is asked of a solver anew, clause by clause:
//! how an engine came to its verdict does not matter. A derivation is written as it is.

use std::collections::{HashMap, HashSet};
use std::fmt;

use buttress_budget::{Budget, Exhausted};
use buttress_certificate::horn::{Evidence, Identity, Kind, Places, definitions, write};
use buttress_certificate::smt::Proof;
use buttress_decide::{Settings, Solver, UnknownReason};
use buttress_formats::chc;
use buttress_horn::{Application, Clause, ClauseId, DerivationFlaw, Horn, Interpretation, Verdict};
use buttress_logic::{Term, Terms, substitute};

/// Why a verdict could not be certified.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum CertifyFailure {
    /// `Unknown` is no verdict.
    NoVerdict,
    /// The interpretation does not make this clause valid.
    NotInductive(ClauseId),
    /// The ranking does not decrease when this clause is taken.
    NotDecreasing(ClauseId),
    /// It was not found out whether this clause is valid, for a reason.
    NotDecided(ClauseId, String),
    /// The definitions do not read back as they were written.
    Definitions(String),
    /// The derivation does not derive `false`.
    Derivation(DerivationFlaw),
    /// A limit was met.
    Exhausted(Exhausted),
}

impl fmt::Display for CertifyFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CertifyFailure::NoVerdict => f.write_str("there is no verdict to certify"),
            CertifyFailure::NotInductive(clause) => {
                write!(f, "clause {} is not valid under the interpretation", clause.index() + 1)
            }
            CertifyFailure::NotDecreasing(clause) => {
                write!(f, "clause {} does not decrease the ranking", clause.index() + 1)
            }
            CertifyFailure::NotDecided(clause, reason) => {
                write!(f, "the validity of clause {} was not decided: {reason}", clause.index() + 1)
            }
            CertifyFailure::Definitions(error) => {
                write!(f, "the definitions do not read back: {error}")
            }
            CertifyFailure::Derivation(error) => error.fmt(f),
            CertifyFailure::Exhausted(exhausted) => exhausted.fmt(f),
        }
    }
}

impl std::error::Error for CertifyFailure {}

/// The text of evidence for a verdict on `horn`, which is what the property of the user's file asks
/// about.
pub(crate) fn certify(
    terms: &mut Terms,
    horn: &Horn,
    verdict: &Verdict,
    about: Identity,
    budget: &Budget,
) -> Result<String, CertifyFailure> {
    let kind = match verdict {
        Verdict::Safe(interpretation) => {
            if has_quantifiers(terms, interpretation) {
                return certify_quantified(terms, horn, interpretation, about, budget);
            }
            safe(terms, horn, interpretation.clone(), budget)?
        }
        Verdict::Unsafe(derivation) => {
            derivation.replay(terms, horn).map_err(CertifyFailure::Derivation)?;
            Kind::Unsafe(derivation.clone())
        }
        Verdict::Unknown(_) => return Err(CertifyFailure::NoVerdict),
    };
    Ok(write(&Evidence { about, kind }, terms, horn))
}

/// The proofs that every clause is valid.
fn safe(
    terms: &mut Terms,
    horn: &Horn,
    interpretation: Interpretation,
    budget: &Budget,
) -> Result<Kind, CertifyFailure> {
    let mut clauses = Clauses::new(horn, &interpretation);
    let proofs: Result<Vec<Proof>, CertifyFailure> =
        horn.clause_ids().map(|clause| clauses.refute(terms, clause, budget)).collect();
    let proofs = proofs?;
    Ok(Kind::Safe { interpretation, proofs })
}

/// Evidence whose definitions have quantifiers. Proofs name these by their numbers when the definitions are
/// read after the file, so the definitions are written and read as a checker does.
fn certify_quantified(
    terms: &Terms,
    horn: &Horn,
    interpretation: &Interpretation,
    about: Identity,
    budget: &Budget,
) -> Result<String, CertifyFailure> {
    // Reading numbers on from the file, so that nothing must be left of earlier attempts.
    let mut terms = terms.clone();
    let text = definitions(&mut terms, horn, interpretation);
    let read = chc::read_definitions(&mut terms, horn, &text);
    let interpretation = read.map_err(|error| CertifyFailure::Definitions(error.to_string()))?;
    let kind = safe(&mut terms, horn, interpretation, budget)?;
    Ok(write(&Evidence { about, kind }, &mut terms, horn))
}

/// Is there a quantifier in the formula of a predicate?
fn has_quantifiers(terms: &Terms, interpretation: &Interpretation) -> bool {
    let mut seen: HashSet<Term> = HashSet::new();
    let mut stack = interpretation.formulas().to_vec();
    while let Some(term) = stack.pop() {
        if seen.insert(term) {
            if !terms.quantified(term).is_empty() {
                return true;
            }
            stack.extend(terms.arguments(term));
        }
    }
    false
}

/// The clauses of a system under an interpretation.
pub(super) struct Clauses<'a> {
    horn: &'a Horn,
    interpretation: &'a Interpretation,
    /// What the variables of clauses are called in proofs.
    places: Places,
}

impl<'a> Clauses<'a> {
    pub(super) fn new(horn: &'a Horn, interpretation: &'a Interpretation) -> Clauses<'a> {
        Clauses { horn, interpretation, places: Places::of_variables() }
    }

    /// The proof that a clause is valid.
    pub(super) fn refute(
        &mut self,
        terms: &mut Terms,
        id: ClauseId,
        budget: &Budget,
    ) -> Result<Proof, CertifyFailure> {
        let clause = self.horn.clause(id);
        let names = self.places.standing_for(terms, &clause.variables);
        let mut formulas = self.taken(terms, clause, &names);
        if let Some(head) = &clause.head {
            let conclusion = self.at(terms, head, &names);
            formulas.push(terms.not(conclusion));
        }
        refuted(terms, id, &formulas, CertifyFailure::NotInductive, budget)
    }

    /// The proof that something is true, of the variables of a clause, whenever the clause is taken.
    pub(super) fn refute_taken(
        &mut self,
        terms: &mut Terms,
        id: ClauseId,
        claim: Term,
        budget: &Budget,
    ) -> Result<Proof, CertifyFailure> {
        let clause = self.horn.clause(id);
        let names = self.places.standing_for(terms, &clause.variables);
        let mut formulas = self.taken(terms, clause, &names);
        let claim = substitute(terms, claim, &names);
        formulas.push(terms.not(claim));
        refuted(terms, id, &formulas, CertifyFailure::NotDecreasing, budget)
    }

    /// What holds when the clause is taken, with its variables called by their places: the constraint and
    /// the premises.
    fn taken(&self, terms: &mut Terms, clause: &Clause, names: &HashMap<Term, Term>) -> Vec<Term> {
        let mut formulas = vec![substitute(terms, clause.constraint, names)];
        for premise in &clause.body {
            formulas.push(self.at(terms, premise, names));
        }
        formulas
    }

    /// What an application stands for.
    fn at(
        &self,
        terms: &mut Terms,
        application: &Application,
        names: &HashMap<Term, Term>,
    ) -> Term {
        let parameters = &self.horn.predicate(application.predicate).parameters;
        let arguments = application.arguments.iter();
        let arguments = arguments.map(|argument| substitute(terms, *argument, names));
        let map = parameters.iter().copied().zip(arguments.collect::<Vec<_>>()).collect();
        substitute(terms, self.interpretation.of(application.predicate), &map)
    }
}

/// The refutation of formulas that come from a clause; `fails` says what it means that they have a model.
fn refuted(
    terms: &mut Terms,
    id: ClauseId,
    formulas: &[Term],
    fails: fn(ClauseId) -> CertifyFailure,
    budget: &Budget,
) -> Result<Proof, CertifyFailure> {
    let mut solver = Solver::new(Settings::default());
    for formula in formulas {
        solver.assert(*formula);
    }
    match solver.check(terms, &[], budget) {
        buttress_decide::Verdict::Unsat(refutation) => Ok(refutation.proof.unwrap_or_default()),
        buttress_decide::Verdict::Sat(_) => Err(fails(id)),
        buttress_decide::Verdict::Unknown(UnknownReason::Exhausted(exhausted)) => {
            Err(CertifyFailure::Exhausted(exhausted))
        }
        buttress_decide::Verdict::Unknown(reason) => {
            Err(CertifyFailure::NotDecided(id, reason.display(terms).to_string()))
        }
    }
}

#[cfg(test)]
mod tests;
