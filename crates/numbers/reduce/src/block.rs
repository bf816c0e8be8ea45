//! Large blocks: predicates that lie between others are resolved away.
//!
//! A predicate P that no clause uses to conclude itself is replaced by the resolvents of the clauses
//! that conclude it with those that use it. That keeps all derivations of `false`. It needs an
//! interpretation again when the answer is mapped back, either the strongest that its producers
//! allow or the weakest that its consumers accept; P stays if neither has a form without quantifiers.

use std::collections::{BTreeSet, HashMap};

use buttress_horn::PredicateId;
use buttress_logic::{Sort, Term, Terms};

use super::draft::{Draft, Part, Source};
use super::fold::conjuncts;
use super::places::Place;
use super::solve::solutions;
use super::undo::{Definition, Undo};
use super::variables::is_variable;
use super::work::Work;

/// The most truth values that a definition leaves open: it is written out for all of them.
const MOST_CASES: usize = 3;

impl Work {
    /// Resolves predicates away while the number of clauses grows by at most `growth` each time.
    /// Returns whether there were any.
    pub fn resolve_blocks(&mut self, terms: &mut Terms, growth: usize, size: usize) -> bool {
        let mut is_changed = false;
        let mut tried: BTreeSet<PredicateId> = BTreeSet::new();
        while let Some(predicate) = self.candidate(&tried, growth) {
            tried.insert(predicate);
            if let Some(neighbours) = self.resolve(terms, predicate, growth, size) {
                is_changed = true;
                tried.retain(|other| !neighbours.contains(other));
            }
        }
        is_changed
    }

    /// The predicate, none of those tried, that promises the fewest clauses.
    fn candidate(&self, tried: &BTreeSet<PredicateId>, growth: usize) -> Option<PredicateId> {
        let mut best: Option<(isize, PredicateId)> = None;
        for id in self.predicate_ids() {
            if !self.is_present[id.index()] || tried.contains(&id) {
                continue;
            }
            let producers = self.drafts.iter().filter(|draft| draft.concludes(id));
            if producers.clone().any(|draft| draft.uses(id)) {
                continue;
            }
            let producers = producers.count();
            let (mut consumers, mut resolvents) = (0, 0_usize);
            for draft in self.drafts.iter().filter(|draft| draft.uses(id)) {
                let uses = draft.body.iter().filter(|premise| premise.predicate == id).count();
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
        &mut self,
        terms: &mut Terms,
        id: PredicateId,
        growth: usize,
        size: usize,
    ) -> Option<BTreeSet<PredicateId>> {
        let (next_to, others): (Vec<Draft>, Vec<Draft>) =
            self.drafts.iter().cloned().partition(|draft| draft.uses(id) || draft.concludes(id));
        let (producers, consumers): (Vec<Draft>, Vec<Draft>) =
            next_to.into_iter().partition(|draft| draft.concludes(id));
        let undo = self.describe(terms, id, &producers, &consumers)?;
        let mut resolvents: Vec<Draft> = Vec::new();
        let mut total = 0;
        let mut waiting: Vec<Draft> = consumers.iter().rev().cloned().collect();
        while let Some(consumer) = waiting.pop() {
            let place = consumer.body.iter().position(|premise| premise.predicate == id);
            let Some(place) = place else {
                total += consumer.occurring(terms, &self.places).size();
                resolvents.push(consumer);
                if total > size || resolvents.len() > producers.len() + consumers.len() + growth {
                    return None;
                }
                continue;
            };
            for producer in producers.iter().rev() {
                let mut resolvent = self.resolvent(terms, &consumer, place, producer);
                if resolvent.simplify(terms, &mut self.folder, &self.places) {
                    waiting.push(resolvent);
                }
            }
        }
        let applications = producers.iter().chain(&consumers).flat_map(|draft| &draft.body);
        let conclusions = consumers.iter().flat_map(|draft| &draft.head);
        let neighbours = applications.chain(conclusions).map(|next| next.predicate).collect();
        self.drafts = others;
        self.drafts.extend(resolvents);
        self.undo.push(undo);
        self.is_present[id.index()] = false;
        Some(neighbours)
    }

    /// The consumer with the premise at `place` replaced by the premises of the producer.
    fn resolvent(
        &self,
        terms: &mut Terms,
        consumer: &Draft,
        place: usize,
        producer: &Draft,
    ) -> Draft {
        let (mut consumer, producer) = (consumer.renamed(terms), producer.renamed(terms));
        let premise = &consumer.body[place];
        let mut map = HashMap::new();
        for (number, kind) in self.places.of(premise.predicate).iter().enumerate() {
            let argument = premise.arguments[number];
            if *kind != Place::Determined
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
        Draft { body, constraint, head: consumer.head, parts }
    }

    /// How the interpretation of the predicate follows from those of its neighbours.
    fn describe(
        &mut self,
        terms: &mut Terms,
        id: PredicateId,
        producers: &[Draft],
        consumers: &[Draft],
    ) -> Option<Undo> {
        let strongest = |work: &mut Work, terms: &mut Terms| {
            let each = producers.iter().map(|draft| work.strongest(terms, id, draft));
            each.collect::<Option<Vec<Definition>>>().map(|parts| Undo::Strongest(id, parts))
        };
        let weakest = |work: &mut Work, terms: &mut Terms| {
            let each = consumers.iter().map(|draft| work.weakest(terms, id, draft));
            each.collect::<Option<Vec<Definition>>>().map(|parts| Undo::Weakest(id, parts))
        };
        // The one with fewer parts is the smaller formula.
        if producers.len() <= consumers.len() {
            strongest(self, terms).or_else(|| weakest(self, terms))
        } else {
            weakest(self, terms).or_else(|| strongest(self, terms))
        }
    }

    /// ∃ x̄. premises ∧ constraint ∧ parameters = conclusion, if that needs no quantifier.
    fn strongest(
        &mut self,
        terms: &mut Terms,
        id: PredicateId,
        draft: &Draft,
    ) -> Option<Definition> {
        let head = draft.head.as_ref()?;
        let mut parts = vec![draft.constraint];
        let parameters: Vec<Term> = self.places.select(id, self.parameters(id)).collect();
        for (parameter, argument) in parameters.into_iter().zip(self.places.kept(head)) {
            parts.push(terms.equal(parameter, argument));
        }
        let constraint = terms.and(&parts);
        let draft = Draft { constraint, body: draft.body.clone(), head: None, parts: Vec::new() };
        self.definition(terms, id, draft)
    }

    /// ∀ x̄. other premises ∧ constraint → conclusion, if that needs no quantifier.
    fn weakest(&mut self, terms: &mut Terms, id: PredicateId, draft: &Draft) -> Option<Definition> {
        let mut uses = draft.body.iter().filter(|premise| premise.predicate == id);
        let premise = match (uses.next(), uses.next()) {
            (Some(premise), None) => premise,
            _ => return None,
        };
        let mut map = HashMap::new();
        for (number, kind) in self.places.of(id).iter().enumerate() {
            let argument = premise.arguments[number];
            if *kind != Place::Determined && is_variable(terms, argument) {
                map.insert(argument, self.parameters(id)[number]);
            }
        }
        let mut draft = Draft { parts: Vec::new(), ..draft.clone() };
        draft.body.retain(|premise| premise.predicate != id);
        draft.substitute(terms, &map);
        self.definition(terms, id, draft)
    }

    /// The clause over parameters alone, if all its variables are determined by them.
    fn definition(
        &mut self,
        terms: &mut Terms,
        id: PredicateId,
        mut draft: Draft,
    ) -> Option<Definition> {
        let given: BTreeSet<Term> = self.parameters(id).iter().copied().collect();
        loop {
            draft.constraint = self.folder.fold(terms, draft.constraint);
            let parts = conjuncts(terms, draft.constraint);
            let found = solutions(terms, &parts, |_, variable, _| !given.contains(&variable));
            if found.map.is_empty() {
                break;
            }
            draft.substitute(terms, &found.map);
        }
        let occurring = draft.occurring(terms, &self.places).variables;
        let cases: Vec<Term> =
            occurring.into_iter().filter(|variable| !given.contains(variable)).collect();
        let is_small = cases.len() <= MOST_CASES
            && cases.iter().all(|variable| terms.sort_of(*variable) == Sort::BOOL);
        let Draft { body, constraint, head, .. } = draft;
        is_small.then_some(Definition { body, constraint, head, cases })
    }
}

impl Part {
    fn redirect(&mut self, to: impl Fn(Source) -> Source) {
        for premise in &mut self.premises {
            *premise = to(*premise);
        }
    }
}
