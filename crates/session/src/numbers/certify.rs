//! Evidence for a verdict on Horn clauses, as `docs/certificate-numbers.md` wants it.
//!
//! That every clause is valid under an interpretation is asked of a solver anew, clause by clause:
//! how an engine came to its verdict does not matter. A derivation is written as it is.

use std::collections::HashMap;
use std::fmt;

use buttress_budget::{Budget, Exhausted};
use buttress_certificate::horn::{Evidence, Identity, Kind, Places, write};
use buttress_certificate::smt::Proof;
use buttress_decide::{Reason, Settings, Solver};
use buttress_logic::{Term, Terms, substitute};
use buttress_system::horn::{
    Application, Clause, ClauseId, DerivationError, Horn, Interpretation, Verdict,
};

/// Why a verdict could not be certified.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum CertifyFailure {
    /// `Unknown` is no verdict.
    NoVerdict,
    /// The interpretation does not make this clause valid.
    NotInductive(ClauseId),
    /// It was not found out whether this clause is valid, for a reason.
    NotDecided(ClauseId, String),
    /// The derivation does not derive `false`.
    Derivation(DerivationError),
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
            CertifyFailure::NotDecided(clause, reason) => {
                write!(f, "the validity of clause {} was not decided: {reason}", clause.index() + 1)
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
            let mut clauses = Clauses { horn, interpretation, places: Places::of_variables() };
            let proofs: Result<Vec<Proof>, CertifyFailure> =
                horn.clause_ids().map(|clause| clauses.refute(terms, clause, budget)).collect();
            Kind::Safe { interpretation: interpretation.clone(), proofs: proofs? }
        }
        Verdict::Unsafe(derivation) => {
            derivation.replay(terms, horn).map_err(CertifyFailure::Derivation)?;
            Kind::Unsafe(derivation.clone())
        }
        Verdict::Unknown(_) => return Err(CertifyFailure::NoVerdict),
    };
    Ok(write(&Evidence { about, kind }, terms, horn))
}

/// The clauses of a system under an interpretation.
struct Clauses<'a> {
    horn: &'a Horn,
    interpretation: &'a Interpretation,
    /// What the variables of clauses are called in proofs.
    places: Places,
}

impl Clauses<'_> {
    /// The proof that a clause is valid.
    fn refute(
        &mut self,
        terms: &mut Terms,
        id: ClauseId,
        budget: &Budget,
    ) -> Result<Proof, CertifyFailure> {
        let mut solver = Solver::new(Settings::default());
        for formula in self.obligation(terms, self.horn.clause(id)) {
            solver.assert(formula);
        }
        match solver.check(terms, &[], budget) {
            buttress_decide::Verdict::Unsat(refutation) => Ok(refutation.proof),
            buttress_decide::Verdict::Sat(_) => Err(CertifyFailure::NotInductive(id)),
            buttress_decide::Verdict::Unknown(Reason::Exhausted(exhausted)) => {
                Err(CertifyFailure::Exhausted(exhausted))
            }
            buttress_decide::Verdict::Unknown(reason) => {
                Err(CertifyFailure::NotDecided(id, reason.display(terms).to_string()))
            }
        }
    }

    /// What cannot hold together if the clause is valid, with its variables called by their places:
    /// the constraint, the premises, and the negation of the head.
    fn obligation(&mut self, terms: &mut Terms, clause: &Clause) -> Vec<Term> {
        let names = self.places.standing_for(terms, &clause.variables);
        let mut formulas = vec![substitute(terms, clause.constraint, &names)];
        for premise in &clause.body {
            formulas.push(self.at(terms, premise, &names));
        }
        if let Some(head) = &clause.head {
            let conclusion = self.at(terms, head, &names);
            formulas.push(terms.not(conclusion));
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

#[cfg(test)]
mod tests;
