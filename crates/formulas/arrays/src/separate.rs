//! Separation of index guard and value constraint, for any Boolean shape.
//!
//! A universal formula in positive normal form is split over ∧ into clauses; a clause ¬F ∨ G is the
//! array property F → G. A part of a disjunction that conforms as a whole to one of the two grammars
//! stays whole; ∧ is distributed over ∨ only where parts of both sides are mixed.

use std::collections::HashMap;

use buttress_logic::{Bound, Op, Term, Terms, Walk, substitute};

use crate::domain::Domain;
use crate::fragment::{ArrayProperty, Fragment};
use crate::guard::{Literal, Side};
use crate::limits::SEPARATED_CLAUSES;
use crate::linear::is_hard;
use crate::misuse::Misuse;
use crate::normal::{Normaliser, conjunction, disjunction};
use crate::rule::{Rule, Violation};

/// Separates the parts of universal formulas; formulas are looked at once.
pub(crate) struct Separation<'a> {
    normaliser: &'a mut Normaliser,
    literals: HashMap<Term, Literal>,
    sides: HashMap<Term, Side>,
    /// Variables that an equation ¬(x = e) in a clause has replaced.
    pub(crate) resolved: Vec<(Bound, Term)>,
}

/// A universal formula ∀x̄. item ∨ …, with items that are still to be opened.
#[derive(Clone, Default)]
struct Clause {
    universals: Vec<Bound>,
    items: Vec<Term>,
    pending: Vec<Term>,
}

/// A universal formula as a conjunction: each conjunct ground ∨ ∀x̄. F → G.
pub(crate) struct Separated {
    pub(crate) conjuncts: Vec<Conjunct>,
}

/// ground ∨ ∀x̄. F → G
pub(crate) struct Conjunct {
    pub(crate) ground: Vec<Term>,
    pub(crate) property: Option<ArrayProperty>,
}

impl<'a> Separation<'a> {
    pub(crate) fn new(normaliser: &'a mut Normaliser) -> Separation<'a> {
        let (literals, sides) = (HashMap::new(), HashMap::new());
        Separation { normaliser, literals, sides, resolved: Vec::new() }
    }

    /// Separates ∀x̄. F, a formula in positive normal form without free variables.
    pub(crate) fn separate(&mut self, terms: &mut Terms, formula: Term) -> Separated {
        let mut conjuncts = Vec::new();
        let mut open = vec![Clause { pending: vec![formula], ..Clause::default() }];
        let mut is_first = true;
        while let Some(mut clause) = open.pop() {
            let Some(item) = clause.pending.pop() else {
                if let Some(resolved) = self.resolve(terms, &mut clause) {
                    open.push(resolved);
                } else {
                    conjuncts.push(self.conjunct(terms, clause));
                }
                continue;
            };
            let is_whole_formula = std::mem::take(&mut is_first);
            if item == Term::TRUE {
                continue;
            }
            match terms.op(item) {
                Op::False => open.push(clause),
                Op::Forall(binder)
                    if is_whole_formula || !self.normaliser.free.is_ground(terms, item) =>
                {
                    let body =
                        self.add_universals(terms, &mut clause, binder, terms.argument(item, 0));
                    clause.pending.push(body);
                    open.push(clause);
                }
                Op::Or => {
                    clause.pending.extend(terms.arguments(item).iter().rev());
                    open.push(clause);
                }
                Op::And => {
                    let is_alone = clause.items.is_empty() && clause.pending.is_empty();
                    let is_mixed = matches!(self.side(terms, item), Side::Mixed | Side::Outside);
                    if !is_alone && !is_mixed {
                        clause.items.push(item);
                        open.push(clause);
                        continue;
                    }
                    let parts = terms.arguments(item).to_vec();
                    // Splitting makes nothing larger; distributing does.
                    if !is_alone && open.len() + conjuncts.len() + parts.len() > SEPARATED_CLAUSES {
                        let part = formula;
                        return Separated::outside(
                            clause,
                            Violation { part, rule: Rule::TooLarge },
                        );
                    }
                    for part in parts.into_iter().rev() {
                        let mut clause = clause.clone();
                        clause.pending.push(part);
                        open.push(clause);
                    }
                }
                _ => {
                    clause.items.push(item);
                    open.push(clause);
                }
            }
        }
        Separated { conjuncts }
    }

    /// Adds the variables of a nested ∀ to a clause: the body, with fresh names for variables that
    /// the clause has already.
    fn add_universals(
        &mut self,
        terms: &mut Terms,
        clause: &mut Clause,
        binder: buttress_logic::Binder,
        body: Term,
    ) -> Term {
        let mut map = HashMap::new();
        for bound in terms.binder(binder).to_vec() {
            if !clause.universals.contains(&bound) {
                clause.universals.push(bound);
                continue;
            }
            let (name, sort) = (terms.bound_name(bound).to_owned(), terms.bound_sort(bound));
            let renamed = terms.scratch_bound(&name, sort);
            clause.universals.push(renamed);
            map.insert(terms.bound(bound), terms.bound(renamed));
        }
        if map.is_empty() { body } else { substitute(terms, body, &map) }
    }

    /// The clause with x replaced by e, if it says ¬(x = e) ∨ … for an e without variables.
    fn resolve(&mut self, terms: &mut Terms, clause: &mut Clause) -> Option<Clause> {
        for (place, item) in clause.items.iter().enumerate() {
            if terms.op(*item) != Op::Not {
                continue;
            }
            let equation = terms.argument(*item, 0);
            if terms.op(equation) != Op::Equal {
                continue;
            }
            let (left, right) = (terms.argument(equation, 0), terms.argument(equation, 1));
            let (variable, value) =
                if matches!(terms.op(left), Op::Bound(_)) { (left, right) } else { (right, left) };
            let Op::Bound(bound) = terms.op(variable) else { continue };
            if !self.normaliser.free.is_ground(terms, value) {
                continue;
            }
            let mut items = clause.items.clone();
            items.remove(place);
            let map = HashMap::from([(variable, value)]);
            let mut resolved = clause.clone();
            resolved.items = Vec::new();
            resolved.pending =
                items.into_iter().map(|item| substitute(terms, item, &map)).rev().collect();
            resolved.universals.retain(|universal| *universal != bound);
            self.resolved.push((bound, value));
            return Some(resolved);
        }
        None
    }

    /// The side of an item in positive normal form.
    fn side(&mut self, terms: &mut Terms, root: Term) -> Side {
        let mut stack = vec![root];
        while let Some(&term) = stack.last() {
            if self.sides.contains_key(&term) {
                stack.pop();
                continue;
            }
            let side = match terms.op(term) {
                _ if self.normaliser.free.is_ground(terms, term) => Side::Ground,
                Op::And | Op::Or => {
                    let before = stack.len();
                    let parts = terms.arguments(term);
                    stack.extend(parts.iter().filter(|part| !self.sides.contains_key(part)));
                    if stack.len() > before {
                        continue;
                    }
                    parts.iter().map(|part| self.sides[part]).fold(Side::Ground, joined)
                }
                // Its variables are the clause's: it has to be opened.
                Op::Forall(_) => Side::Mixed,
                _ => self.literal(terms, term).side,
            };
            self.sides.insert(term, side);
        }
        self.sides[&root]
    }

    fn literal(&mut self, terms: &mut Terms, term: Term) -> Literal {
        if let Some(known) = self.literals.get(&term) {
            return *known;
        }
        let Normaliser { free, misuses, .. } = &mut *self.normaliser;
        let literal = Literal::of(terms, free, misuses, term);
        self.literals.insert(term, literal);
        literal
    }

    /// The clause as a conjunct.
    fn conjunct(&mut self, terms: &mut Terms, mut clause: Clause) -> Conjunct {
        let mut ground = Vec::new();
        let mut guards = Vec::new();
        let mut value = Vec::new();
        let mut misuse = Misuse::default();
        for item in &clause.items {
            let side = self.side(terms, *item);
            for literal in self.literals_of(terms, *item) {
                let literal = self.literal(terms, literal);
                misuse.hard = misuse.hard.or(literal.misuse.hard);
                misuse.soft = misuse.soft.or(literal.misuse.soft);
            }
            match side {
                Side::Ground => ground.push(*item),
                Side::Guard => guards.push(self.negated_guard(terms, *item)),
                Side::Value | Side::Mixed | Side::Outside => value.push(*item),
            }
        }
        let (guard, value) = (conjunction(terms, guards), disjunction(terms, value));
        let mut used = self.normaliser.free.bounds(terms, guard).to_vec();
        used.extend(self.normaliser.free.bounds(terms, value).iter());
        clause.universals.retain(|bound| used.contains(bound));
        if clause.universals.is_empty() {
            ground.push(terms.implies(guard, value));
            return Conjunct { ground, property: None };
        }
        for bound in &clause.universals {
            let domain = Domain::of(terms, terms.bound_sort(*bound));
            if matches!(domain, Domain::Other | Domain::Finite) {
                let part = terms.bound(*bound);
                let violation = Violation { part, rule: Rule::UniversalSort };
                misuse.hard = misuse.hard.or(Some(violation));
            }
        }
        let fragment = fragment(terms, &clause.universals, misuse);
        let property = ArrayProperty { universals: clause.universals, guard, value, fragment };
        Conjunct { ground, property: Some(property) }
    }

    /// The literals of an item.
    fn literals_of(&mut self, terms: &Terms, item: Term) -> Vec<Term> {
        let mut literals = Vec::new();
        let mut walk = Walk::of(&[item]);
        while let Some(term) = walk.step() {
            if self.normaliser.free.is_ground(terms, term) {
                continue;
            }
            match terms.op(term) {
                Op::And | Op::Or => walk.enter(terms.arguments(term)),
                _ => literals.push(term),
            }
        }
        literals
    }

    /// The negation of an item whose side is the guard.
    fn negated_guard(&mut self, terms: &mut Terms, item: Term) -> Term {
        let mut done: HashMap<Term, Term> = HashMap::new();
        let mut stack = vec![item];
        while let Some(&term) = stack.last() {
            if done.contains_key(&term) {
                stack.pop();
                continue;
            }
            let is_and = terms.op(term) == Op::And;
            let is_ground = self.normaliser.free.is_ground(terms, term);
            let negated = if !is_ground && (is_and || terms.op(term) == Op::Or) {
                let before = stack.len();
                let parts = terms.arguments(term).to_vec();
                stack.extend(parts.iter().filter(|part| !done.contains_key(part)));
                if stack.len() > before {
                    continue;
                }
                let parts = parts.iter().map(|part| done[part]).collect();
                if is_and { disjunction(terms, parts) } else { conjunction(terms, parts) }
            } else {
                match self.literal(terms, term).guard {
                    Some(guard) => guard,
                    None => terms.not(term),
                }
            };
            done.insert(term, negated);
        }
        done[&item]
    }
}

impl Separated {
    /// Nothing is separated: a rule is broken.
    fn outside(clause: Clause, violation: Violation) -> Separated {
        let property = ArrayProperty {
            universals: clause.universals,
            guard: Term::TRUE,
            value: violation.part,
            fragment: Fragment::Outside(violation),
        };
        Separated { conjuncts: vec![Conjunct { ground: Vec::new(), property: Some(property) }] }
    }
}

/// The fragment of a property with these variables.
fn fragment(terms: &Terms, universals: &[Bound], misuse: Misuse) -> Fragment {
    let is_integer = |bound: &Bound| Domain::of(terms, terms.bound_sort(*bound)) == Domain::Integer;
    if let Some(violation) = misuse.hard {
        return Fragment::Outside(violation);
    }
    match misuse.soft {
        Some(violation) => {
            let is_all = universals.iter().all(|bound| !is_hard(terms, *bound));
            Fragment::Propositional { violation, is_all }
        }
        None if universals.iter().all(is_integer) => Fragment::Integer,
        None if universals.iter().any(is_integer) => Fragment::Mixed,
        None => Fragment::Uninterpreted,
    }
}

fn joined(left: Side, right: Side) -> Side {
    match (left, right) {
        (Side::Outside, _) | (_, Side::Outside) => Side::Outside,
        (Side::Ground, side) | (side, Side::Ground) => side,
        (left, right) if left == right => left,
        _ => Side::Mixed,
    }
}
