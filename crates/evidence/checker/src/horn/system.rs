//! Is a system what evidence can speak of?
//!
//! Needed for soundness: obligations and steps put terms in place of parameters and values in place
//! of variables, and must not leave anything over.

use std::collections::HashSet;
use std::fmt;

use buttress_horn::{Application, Clause, ClauseId, Horn};
use buttress_logic::{Bound, Op, Sort, Term, Terms, Walk};

/// Why a system cannot be checked. Clauses count from 1.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SystemFlaw {
    /// An application does not fit its predicate.
    Application {
        /// The clause.
        clause: usize,
    },
    /// Something is said that is neither a variable of the clause nor fixed by the theories.
    Foreign {
        /// The clause.
        clause: usize,
    },
    /// The name of this predicate cannot be declared.
    Name(String),
}

impl fmt::Display for SystemFlaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SystemFlaw::Application { clause } => {
                write!(f, "clause {clause} applies a predicate to arguments of other sorts")
            }
            SystemFlaw::Foreign { clause } => {
                write!(f, "clause {clause} speaks of more than its variables, or has quantifiers")
            }
            SystemFlaw::Name(name) => write!(f, "`{name}` cannot be the name of a predicate"),
        }
    }
}

/// Does every clause apply predicates to terms over its variables, under a constraint over these?
pub fn check(terms: &Terms, horn: &Horn) -> Result<(), SystemFlaw> {
    for (index, clause) in horn.clauses.iter().enumerate() {
        let number = index + 1;
        if !applications(clause).all(|application| fits(terms, horn, application)) {
            return Err(SystemFlaw::Application { clause: number });
        }
        let variables: HashSet<Term> = clause.variables.iter().copied().collect();
        let are_constants = clause.variables.iter().all(|variable| is_constant(terms, *variable));
        let said =
            applications(clause).flat_map(|application| application.arguments.iter().copied());
        let is_plain = terms.sort_of(clause.constraint) == Sort::BOOL
            && speaks_of(terms, said.chain([clause.constraint]), |term| variables.contains(&term));
        if !are_constants || variables.len() != clause.variables.len() || !is_plain {
            return Err(SystemFlaw::Foreign { clause: number });
        }
    }
    Ok(())
}

/// The system with this query alone: what one property of several asks about.
pub fn with_query(horn: &Horn, query: ClauseId) -> Horn {
    let Horn { predicates, clauses } = horn;
    let numbered = horn.clause_ids().zip(clauses);
    let kept = numbered.filter(|(id, clause)| clause.head.is_some() || *id == query);
    let clauses = kept.map(|(_, clause)| clause.clone()).collect();
    Horn { predicates: predicates.clone(), clauses }
}

fn applications(clause: &Clause) -> impl Iterator<Item = &Application> {
    clause.body.iter().chain(&clause.head)
}

/// Does the predicate take these arguments?
fn fits(terms: &Terms, horn: &Horn, application: &Application) -> bool {
    let Some(predicate) = horn.predicates.get(application.predicate.index()) else { return false };
    let (parameters, arguments) = (&predicate.parameters, &application.arguments);
    let is_same = |(left, right): (&Term, &Term)| terms.sort_of(*left) == terms.sort_of(*right);
    parameters.len() == arguments.len() && parameters.iter().zip(arguments).all(is_same)
}

fn is_constant(terms: &Terms, term: Term) -> bool {
    matches!(terms.op(term), Op::Apply(_)) && terms.arguments(term).is_empty()
}

/// Is a formula made of these parameters alone, by operators whose meaning the theories give? It may bind
/// variables of its own, by quantifiers.
pub fn is_definition(terms: &Terms, formula: Term, parameters: &[Term]) -> bool {
    let mut own: HashSet<Bound> = HashSet::new();
    let mut all: Vec<Term> = Vec::new();
    let mut walk = Walk::of(&[formula]);
    while let Some(term) = walk.step() {
        all.push(term);
        own.extend(terms.quantified(term));
        walk.enter(terms.arguments(term));
    }
    // The reader gives each variable to one quantifier, in whose body alone it has its name.
    let is_own = |term: Term| matches!(terms.op(term), Op::Bound(bound) if own.contains(&bound));
    all.into_iter().all(|term| {
        !terms.quantified(term).is_empty()
            || is_known_op(terms, term, |term| parameters.contains(&term) || is_own(term))
    })
}

/// Are terms made of these constants or bound variables alone, by operators whose meaning the theories
/// give, without quantifiers?
pub fn speaks_of(
    terms: &Terms,
    roots: impl Iterator<Item = Term>,
    is_known: impl Fn(Term) -> bool,
) -> bool {
    let mut walk = Walk::of(&roots.collect::<Vec<Term>>());
    while let Some(term) = walk.step() {
        if !is_known_op(terms, term, &is_known) {
            return false;
        }
        walk.enter(terms.arguments(term));
    }
    true
}

/// Is the top of a term an operator whose meaning the theories give, or something known?
fn is_known_op(terms: &Terms, term: Term, is_known: impl Fn(Term) -> bool) -> bool {
    match terms.op(term) {
        Op::Apply(_) | Op::Bound(_) => is_known(term),
        Op::Forall(_)
        | Op::Exists(_)
        | Op::Lambda(_)
        | Op::Witness(_)
        | Op::Difference
        | Op::Default
        | Op::Element(_) => false,
        _ => true,
    }
}
