//! From an asserted formula to clauses.
//!
//! A clause in the making is a disjunction of signed formulas. Those with predicates inside are taken
//! apart, the others are parts of the constraint as they are. What is a conjunction under its sign makes
//! several clauses of one. A quantifier that is universal under its sign is dropped: its variables are
//! variables of the clause, for no two quantifiers bind the same variable and no sort is empty.

use std::collections::{HashMap, HashSet};

use buttress_horn::{Application, Clause};
use buttress_logic::{Bound, Op, Sort, Term, Terms, Walk};

use super::contents::Vocabulary;
use super::divides::divides;
use super::{Names, NotHorn};
use crate::limits::MOST_DISTRIBUTED;

/// A formula and its sign: negative formulas are what the clause assumes.
type Signed = (Term, bool);

/// A clause in the making.
#[derive(Clone)]
struct PartialClause {
    /// Disjuncts that are not looked at yet, the next one last.
    open: Vec<Signed>,
    /// All that were ever open: a disjunct counts once, so shared formulas are taken apart once.
    seen: HashSet<Signed>,
    premises: Vec<Term>,
    head: Option<Term>,
    constraint: Vec<Term>,
}

/// What taking a formula apart comes to.
enum Parts {
    /// These disjuncts instead.
    Same(Vec<Signed>),
    /// One clause with each of these lists of disjuncts instead.
    Several(Vec<Vec<Signed>>),
}

/// The clauses of a formula without free variables.
pub(crate) fn clausify(
    terms: &mut Terms,
    vocabulary: &mut Vocabulary,
    formula: Term,
) -> Result<Vec<Clause>, NotHorn> {
    if let Some(term) = vocabulary.first_foreign(terms, formula) {
        return Err(NotHorn::Foreign(term));
    }
    let open = outermost(terms, formula);
    let first = PartialClause {
        open,
        seen: HashSet::new(),
        premises: Vec::new(),
        head: None,
        constraint: Vec::new(),
    };
    let mut pending = vec![first];
    let mut clauses = Vec::new();
    let mut work = 0;
    while let Some(mut partial) = pending.pop() {
        let Some((term, sign)) = partial.open.pop() else {
            clauses.push(finish(terms, vocabulary, partial, &mut work));
            continue;
        };
        work += 1;
        if partial.seen.insert((term, sign)) {
            match partial.take(terms, vocabulary, term, sign)? {
                Parts::Same(parts) => partial.open.extend(parts.into_iter().rev()),
                Parts::Several(alternatives) => {
                    // With nothing else open it cannot come again, and nested conjunctions of
                    // clauses need not carry each other along.
                    if partial.open.is_empty() {
                        partial.seen.remove(&(term, sign));
                    }
                    work += alternatives.len() * (partial.open.len() + partial.seen.len());
                    for parts in alternatives.into_iter().rev() {
                        let mut other = partial.clone();
                        other.open.extend(parts.into_iter().rev());
                        pending.push(other);
                    }
                    continue;
                }
            }
        }
        if work > MOST_DISTRIBUTED {
            return Err(NotHorn::TooMany);
        }
        pending.push(partial);
    }
    Ok(clauses)
}

/// The disjuncts of an assertion, below its universal quantifiers. Without predicates the whole
/// formula could be one constraint; its implication is taken apart for readers.
fn outermost(terms: &Terms, formula: Term) -> Vec<Signed> {
    let mut root = formula;
    while let Op::Forall(_) = terms.op(root) {
        root = terms.argument(root, 0);
    }
    match terms.op(root) {
        Op::Or => terms.arguments(root).iter().rev().map(|term| (*term, true)).collect(),
        _ => vec![(root, true)],
    }
}

impl PartialClause {
    /// Takes a disjunct into the clause, or apart.
    fn take(
        &mut self,
        terms: &mut Terms,
        vocabulary: &mut Vocabulary,
        term: Term,
        sign: bool,
    ) -> Result<Parts, NotHorn> {
        if !vocabulary.contents(terms, term).predicate {
            let matrix = matrix(terms, vocabulary, term, sign)?;
            // The clause assumes what is not its conclusion.
            let assumed = if sign { terms.not(matrix) } else { matrix };
            if assumed != Term::TRUE {
                self.constraint.push(assumed);
            }
            return Ok(Parts::Same(Vec::new()));
        }
        let arguments = terms.arguments(term).to_vec();
        match (terms.op(term), arguments.as_slice()) {
            (Op::Not, [inner]) => Ok(Parts::Same(vec![(*inner, !sign)])),
            (Op::And | Op::Or, parts) => {
                let is_conjunction = (terms.op(term) == Op::And) == sign;
                let parts = parts.iter().map(|part| (*part, sign));
                Ok(match is_conjunction {
                    true => Parts::Several(parts.map(|part| vec![part]).collect()),
                    false => Parts::Same(parts.collect()),
                })
            }
            // c → s and ¬c → t, also below a negation.
            (Op::Ite, [condition, then, otherwise]) if terms.sort_of(term) == Sort::BOOL => {
                Ok(Parts::Several(vec![
                    vec![(*condition, false), (*then, sign)],
                    vec![(*condition, true), (*otherwise, sign)],
                ]))
            }
            (Op::Equal, [left, right]) if terms.sort_of(*left) == Sort::BOOL => {
                Ok(Parts::Several(vec![
                    vec![(*left, false), (*right, sign)],
                    vec![(*left, true), (*right, !sign)],
                ]))
            }
            (Op::Forall(_), [body]) if sign => Ok(Parts::Same(vec![(*body, sign)])),
            (Op::Exists(_), [body]) if !sign => Ok(Parts::Same(vec![(*body, sign)])),
            (Op::Forall(_) | Op::Exists(_), _) => Err(NotHorn::Alternation(term)),
            (Op::Apply(_), arguments) if vocabulary.predicate_of(terms, term).is_some() => {
                for argument in arguments {
                    if let Some(inner) = vocabulary.first_predicate(terms, *argument) {
                        return Err(NotHorn::Inside(inner));
                    }
                    if let Some(inner) = vocabulary.first_quantifier(terms, *argument) {
                        return Err(NotHorn::Buried(inner));
                    }
                }
                match (sign, self.head) {
                    (false, _) => self.premises.push(term),
                    (true, None) => self.head = Some(term),
                    (true, Some(_)) => return Err(NotHorn::TwoHeads(term)),
                }
                Ok(Parts::Same(Vec::new()))
            }
            _ => Err(NotHorn::Inside(vocabulary.first_predicate(terms, term).unwrap_or(term))),
        }
    }
}

/// A formula without predicates, its quantifiers dropped: those that are not universal under its sign
/// can be expressed without.
fn matrix(
    terms: &mut Terms,
    vocabulary: &mut Vocabulary,
    root: Term,
    sign: bool,
) -> Result<Term, NotHorn> {
    let mut known: HashMap<Signed, Term> = HashMap::new();
    let mut stack = vec![(root, sign)];
    while let Some(&(term, sign)) = stack.last() {
        if known.contains_key(&(term, sign)) {
            stack.pop();
            continue;
        }
        if !vocabulary.contents(terms, term).quantifier {
            known.insert((term, sign), term);
            continue;
        }
        let arguments = terms.arguments(term).to_vec();
        let parts: Vec<Signed> = match (terms.op(term), arguments.as_slice()) {
            (Op::Not, [inner]) => vec![(*inner, !sign)],
            (Op::And | Op::Or, parts) => parts.iter().map(|part| (*part, sign)).collect(),
            (Op::Ite, [condition, then, otherwise])
                if terms.sort_of(term) == Sort::BOOL
                    && !vocabulary.contents(terms, *condition).quantifier =>
            {
                vec![(*condition, sign), (*then, sign), (*otherwise, sign)]
            }
            (Op::Forall(_), [body]) if sign => vec![(*body, sign)],
            (Op::Exists(_), [body]) if !sign => vec![(*body, sign)],
            (Op::Forall(_) | Op::Exists(_), _) => {
                let value = divides(terms, term).ok_or(NotHorn::Alternation(term))?;
                known.insert((term, sign), value);
                continue;
            }
            _ => {
                let inner = vocabulary.first_quantifier(terms, term);
                return Err(NotHorn::Buried(inner.unwrap_or(term)));
            }
        };
        let made: Vec<Term> = parts.iter().filter_map(|part| known.get(part).copied()).collect();
        if made.len() < parts.len() {
            stack.extend(parts.into_iter().filter(|part| !known.contains_key(part)));
            continue;
        }
        let value = match (terms.op(term), made.as_slice()) {
            (Op::Forall(_) | Op::Exists(_), [body]) => *body,
            _ => terms.rebuild(term, &made),
        };
        known.insert((term, sign), value);
    }
    Ok(known.get(&(root, sign)).copied().unwrap_or(root))
}

/// The clause, with constants for its variables.
fn finish(
    terms: &mut Terms,
    vocabulary: &Vocabulary,
    partial: PartialClause,
    work: &mut usize,
) -> Clause {
    let mut roots = partial.premises.clone();
    roots.extend(partial.head);
    roots.extend(partial.constraint.iter().copied());
    let bounds = variables(terms, &roots, work);
    let mut names = Names::default();
    let mut map = HashMap::new();
    let mut variables = Vec::new();
    for bound in bounds {
        let name = names.fresh(terms.bound_name(bound));
        let constant = terms.fresh_constant(&name, terms.bound_sort(bound));
        map.insert(terms.bound(bound), constant);
        variables.push(constant);
    }
    let mut known = HashMap::new();
    let mut application = |terms: &mut Terms, term: Term| {
        let predicate = vocabulary.predicate_of(terms, term)?;
        let arguments = terms.arguments(term).to_vec();
        let mut replaced = |argument| terms.substitute_known(argument, &map, &mut known);
        let arguments = arguments.into_iter().map(&mut replaced).collect();
        Some(Application { predicate, arguments })
    };
    let body = partial.premises.iter().filter_map(|term| application(terms, *term)).collect();
    let head = partial.head.and_then(|term| application(terms, term));
    let constraint = terms.and(&partial.constraint);
    let constraint = terms.substitute_known(constraint, &map, &mut known);
    Clause { variables, body, constraint, head }
}

/// The variables that occur, in the order in which they were bound.
fn variables(terms: &Terms, roots: &[Term], work: &mut usize) -> Vec<Bound> {
    let mut bounds = Vec::new();
    let mut walk = Walk::of(roots);
    while let Some(term) = walk.step() {
        *work += 1;
        if let Op::Bound(bound) = terms.op(term) {
            bounds.push(bound);
        }
        walk.enter(terms.arguments(term));
    }
    bounds.sort_unstable();
    bounds
}
