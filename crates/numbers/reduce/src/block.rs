//! Large blocks: predicates that lie between others are resolved away.
//!
//! A predicate P that no clause uses to conclude itself is replaced by the resolvents of the clauses
//! that conclude it with those that use it. That keeps all derivations of `false`. It needs an
//! interpretation again when the answer is mapped back, either the strongest that its producers
//! allow or the weakest that its consumers accept; P stays if neither has a form without quantifiers.

use std::collections::{BTreeSet, HashMap};

use buttress_horn::PredicateId;
use buttress_logic::{Sort, Term, Terms};

use super::arguments::ArgumentStatus;
use super::solve::solutions;
use super::traced::{Part, Source, TracedClause};
use super::undo::{Definition, Undo};
use super::variables::is_variable;
use super::working::WorkingSystem;
use crate::limits::MOST_DEFINITION_CASES;

/// Resolves predicates away while the number of clauses grows by at most `growth` each time.
/// Returns whether there were any.
pub(super) fn resolve_blocks(
    working: &mut WorkingSystem,
    terms: &mut Terms,
    growth: usize,
    size: usize,
) -> bool {
    let mut is_changed = false;
    let mut tried: BTreeSet<PredicateId> = BTreeSet::new();
    while let Some(predicate) = candidate(working, &tried, growth) {
        tried.insert(predicate);
        if let Some(neighbours) = resolve(working, terms, predicate, growth, size) {
            is_changed = true;
            tried.retain(|other| !neighbours.contains(other));
        }
    }
    is_changed
}

/// The predicate, none of those tried, that promises the fewest clauses.
fn candidate(
    working: &WorkingSystem,
    tried: &BTreeSet<PredicateId>,
    growth: usize,
) -> Option<PredicateId> {
    let mut best: Option<(isize, PredicateId)> = None;
    for id in working.predicate_ids() {
        if !working.is_present[id.index()] || tried.contains(&id) {
            continue;
        }
        let producers = working.clauses.iter().filter(|clause| clause.concludes(id));
        if producers.clone().any(|clause| clause.uses(id)) {
            continue;
        }
        let producers = producers.count();
        let (mut consumers, mut resolvents) = (0, 0_usize);
        for clause in working.clauses.iter().filter(|clause| clause.uses(id)) {
            let uses = clause.body.iter().filter(|premise| premise.predicate == id).count();
            consumers += 1;
            let power = producers.saturating_pow(uses as u32);
            resolvents = resolvents.saturating_add(power);
        }
        // Some resolvents may turn out to be void, so that a few more may be tried.
        if resolvents > 2 * (producers + consumers) + growth {
            continue;
        }
        let change = resolvents as isize - (producers + consumers) as isize;
        if best.is_none_or(|(least, _)| change < least) {
            best = Some((change, id));
        }
    }
    best.map(|(_, id)| id)
}

/// Resolves a predicate away, unless that makes too many clauses or its interpretation
/// would need quantifiers. Gives the predicates next to it.
fn resolve(
    working: &mut WorkingSystem,
    terms: &mut Terms,
    id: PredicateId,
    growth: usize,
    size: usize,
) -> Option<BTreeSet<PredicateId>> {
    let (next_to, others): (Vec<TracedClause>, Vec<TracedClause>) =
        working.clauses.iter().cloned().partition(|clause| clause.uses(id) || clause.concludes(id));
    let (producers, consumers): (Vec<TracedClause>, Vec<TracedClause>) =
        next_to.into_iter().partition(|clause| clause.concludes(id));
    let undo = describe(working, terms, id, &producers, &consumers)?;
    let mut resolvents: Vec<TracedClause> = Vec::new();
    let mut total = 0;
    let mut waiting: Vec<TracedClause> = consumers.iter().rev().cloned().collect();
    while let Some(consumer) = waiting.pop() {
        let place = consumer.body.iter().position(|premise| premise.predicate == id);
        let Some(place) = place else {
            total += consumer.occurring(terms, &working.arguments).size();
            resolvents.push(consumer);
            if total > size || resolvents.len() > producers.len() + consumers.len() + growth {
                return None;
            }
            continue;
        };
        for producer in producers.iter().rev() {
            let mut resolvent = resolvent(working, terms, &consumer, place, producer);
            if resolvent.simplify(terms, &mut working.folder, &working.arguments) {
                waiting.push(resolvent);
            }
        }
    }
    let applications = producers.iter().chain(&consumers).flat_map(|clause| &clause.body);
    let conclusions = consumers.iter().flat_map(|clause| &clause.head);
    let neighbours = applications.chain(conclusions).map(|next| next.predicate).collect();
    working.clauses = others;
    working.clauses.extend(resolvents);
    working.undo.push(undo);
    working.is_present[id.index()] = false;
    Some(neighbours)
}

/// The consumer with the premise at `place` replaced by the premises of the producer.
fn resolvent(
    working: &WorkingSystem,
    terms: &mut Terms,
    consumer: &TracedClause,
    place: usize,
    producer: &TracedClause,
) -> TracedClause {
    let (mut consumer, producer) = (consumer.renamed(terms), producer.renamed(terms));
    let premise = &consumer.body[place];
    let mut map = HashMap::new();
    for (number, kind) in working.arguments.of(premise.predicate).iter().enumerate() {
        let argument = premise.arguments[number];
        if *kind != ArgumentStatus::Determined
            && is_variable(terms, argument)
            && let Some(head) = &producer.head
        {
            map.insert(argument, head.arguments[number]);
        }
    }
    consumer.substitute(terms, &map);
    let (before, inserted) = (producer.parts.len(), producer.body.len());
    let mut parts: Vec<Part> = producer.parts;
    for part in &mut parts {
        part.redirect(|source| match source {
            Source::Premise(number) => Source::Premise(place + number),
            step => step,
        });
    }
    for mut part in consumer.parts {
        part.redirect(|source| match source {
            Source::Step(step) => Source::Step(before + step),
            Source::Premise(number) if number < place => Source::Premise(number),
            Source::Premise(number) if number == place => Source::Step(before - 1),
            Source::Premise(number) => Source::Premise(number - 1 + inserted),
        });
        parts.push(part);
    }
    let mut body = consumer.body;
    body.splice(place..=place, producer.body);
    let constraint = terms.and(&[producer.constraint, consumer.constraint]);
    TracedClause { body, constraint, head: consumer.head, parts }
}

/// How the interpretation of the predicate follows from those of its neighbours.
fn describe(
    working: &mut WorkingSystem,
    terms: &mut Terms,
    id: PredicateId,
    producers: &[TracedClause],
    consumers: &[TracedClause],
) -> Option<Undo> {
    let strongest = |working: &mut WorkingSystem, terms: &mut Terms| {
        let each = producers.iter().map(|clause| strongest(working, terms, id, clause));
        each.collect::<Option<Vec<Definition>>>().map(|parts| Undo::Strongest(id, parts))
    };
    let weakest = |working: &mut WorkingSystem, terms: &mut Terms| {
        let each = consumers.iter().map(|clause| weakest(working, terms, id, clause));
        each.collect::<Option<Vec<Definition>>>().map(|parts| Undo::Weakest(id, parts))
    };
    // The one with fewer parts is the smaller formula.
    if producers.len() <= consumers.len() {
        strongest(working, terms).or_else(|| weakest(working, terms))
    } else {
        weakest(working, terms).or_else(|| strongest(working, terms))
    }
}

/// ∃ x̄. premises ∧ constraint ∧ parameters = conclusion, if that needs no quantifier.
fn strongest(
    working: &mut WorkingSystem,
    terms: &mut Terms,
    id: PredicateId,
    clause: &TracedClause,
) -> Option<Definition> {
    let head = clause.head.as_ref()?;
    let mut parts = vec![clause.constraint];
    let parameters: Vec<Term> = working.arguments.select(id, working.parameters(id)).collect();
    for (parameter, argument) in parameters.into_iter().zip(working.arguments.kept(head)) {
        parts.push(terms.equal(parameter, argument));
    }
    let constraint = terms.and(&parts);
    let clause =
        TracedClause { constraint, body: clause.body.clone(), head: None, parts: Vec::new() };
    definition(working, terms, id, clause)
}

/// ∀ x̄. other premises ∧ constraint → conclusion, if that needs no quantifier.
fn weakest(
    working: &mut WorkingSystem,
    terms: &mut Terms,
    id: PredicateId,
    clause: &TracedClause,
) -> Option<Definition> {
    let mut uses = clause.body.iter().filter(|premise| premise.predicate == id);
    let premise = match (uses.next(), uses.next()) {
        (Some(premise), None) => premise,
        _ => return None,
    };
    let mut map = HashMap::new();
    for (number, kind) in working.arguments.of(id).iter().enumerate() {
        let argument = premise.arguments[number];
        if *kind != ArgumentStatus::Determined && is_variable(terms, argument) {
            map.insert(argument, working.parameters(id)[number]);
        }
    }
    let mut clause = TracedClause { parts: Vec::new(), ..clause.clone() };
    clause.body.retain(|premise| premise.predicate != id);
    clause.substitute(terms, &map);
    definition(working, terms, id, clause)
}

/// The clause over parameters alone, if all its variables are determined by them.
fn definition(
    working: &mut WorkingSystem,
    terms: &mut Terms,
    id: PredicateId,
    mut clause: TracedClause,
) -> Option<Definition> {
    let given: BTreeSet<Term> = working.parameters(id).iter().copied().collect();
    loop {
        clause.constraint = working.folder.fold(terms, clause.constraint);
        let parts = terms.conjuncts(clause.constraint);
        let found = solutions(terms, &parts, |_, variable, _| !given.contains(&variable));
        if found.map.is_empty() {
            break;
        }
        clause.substitute(terms, &found.map);
    }
    let occurring = clause.occurring(terms, &working.arguments).variables;
    let cases: Vec<Term> =
        occurring.into_iter().filter(|variable| !given.contains(variable)).collect();
    let is_small = cases.len() <= MOST_DEFINITION_CASES
        && cases.iter().all(|variable| terms.sort_of(*variable) == Sort::BOOL);
    let TracedClause { body, constraint, head, .. } = clause;
    is_small.then_some(Definition { body, constraint, head, cases })
}
