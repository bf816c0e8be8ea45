//! Positive normal form: the thesis's steps 1 and 3 for the quantified part of a formula.
//!
//! Negations are pushed down to literals, ∃ that depends on no universal variable becomes fresh
//! constants, quantifiers over a few values are written out, quantifiers inside atoms get names.
//! What remains of quantifiers is ∀, and ∃ that depends on universal variables: those are for the
//! classification to report. Parts without quantifiers and variables are left as they are.
//!
//! Invariant: a variable that occurs free in a visited term is universal, for the existential ones
//! were replaced before their scope was entered.

mod lift;

use std::collections::{HashMap, HashSet};

use buttress_logic::{Binder, Bound, Op, Sort, Term, Terms, substitute};

use crate::domain::{Domain, values};
use crate::free::Free;
use crate::misuse::Misuses;
use crate::polarity::Polarity;

/// A quantified sub-formula, met with a polarity.
#[derive(Clone, Debug)]
pub(crate) struct Met {
    pub(crate) formula: Term,
    pub(crate) polarity: Polarity,
    /// The constants for its variables, if it is existential there; otherwise empty.
    pub(crate) witnesses: Vec<(Bound, Term)>,
    /// What stands for it (or its negation) in the normal form.
    pub(crate) normal: Term,
}

/// The normal form under construction.
#[derive(Default)]
pub(crate) struct Normaliser {
    pub(crate) free: Free,
    pub(crate) misuses: Misuses,
    /// What was visited, and what became of it.
    done: HashMap<(Term, Polarity), Term>,
    /// The quantified sub-formulas outside all universal quantifiers.
    pub(crate) met: Vec<Met>,
    met_at: HashMap<(Term, Polarity), usize>,
    /// Fresh Boolean constants for quantified formulas inside atoms.
    names: HashMap<Term, Term>,
    /// Definitions of names that are still to be visited.
    definitions: Vec<Term>,
    /// How many cases terms were split into so far.
    splits: usize,
    /// Only step 1: existential quantifiers stay.
    keeps_existentials: bool,
}

/// A quantifier is written out into at most so many formulas.
const MOST_CASES: usize = 256;

enum Task {
    Visit(Term, Polarity),
    Build(Term, Polarity, Shape),
}

/// How the normal form of a term is made of others.
enum Shape {
    /// It is that of another term.
    Same((Term, Polarity)),
    And(Vec<(Term, Polarity)>),
    Or(Vec<(Term, Polarity)>),
    /// (¬l ∨ r) ∧ (l′ ∨ ¬r′), for what stands on both sides of negations.
    Pairs([(Term, Polarity); 4]),
    Forall(Binder, (Term, Polarity)),
    Exists(Binder, (Term, Polarity)),
}

impl Shape {
    fn parts(&self) -> Vec<(Term, Polarity)> {
        match self {
            Shape::Same(part) | Shape::Forall(_, part) | Shape::Exists(_, part) => vec![*part],
            Shape::And(parts) | Shape::Or(parts) => parts.clone(),
            Shape::Pairs(parts) => parts.to_vec(),
        }
    }
}

impl Normaliser {
    /// One that does step 1 alone.
    pub(crate) fn keeping_existentials() -> Normaliser {
        Normaliser { keeps_existentials: true, ..Normaliser::default() }
    }

    /// The normal form of a formula, with the definitions of the names that it uses.
    pub(crate) fn formula(&mut self, terms: &mut Terms, formula: Term) -> Term {
        let mut conjuncts = vec![self.visit(terms, formula)];
        while let Some(definition) = self.definitions.pop() {
            conjuncts.push(self.visit(terms, definition));
        }
        terms.and(&conjuncts)
    }

    fn visit(&mut self, terms: &mut Terms, root: Term) -> Term {
        let mut tasks = vec![Task::Visit(root, Polarity::Positive)];
        while let Some(task) = tasks.pop() {
            match task {
                Task::Visit(term, polarity) => {
                    if self.done.contains_key(&(term, polarity)) {
                        continue;
                    }
                    if let Some(shape) = self.shape(terms, term, polarity) {
                        let parts = shape.parts();
                        tasks.push(Task::Build(term, polarity, shape));
                        let parts = parts.into_iter().rev();
                        tasks.extend(parts.map(|(part, polarity)| Task::Visit(part, polarity)));
                    }
                }
                Task::Build(term, polarity, shape) => self.build(terms, term, polarity, &shape),
            }
        }
        self.done[&(root, Polarity::Positive)]
    }

    /// Decides how the normal form is made; `None` if it was found at once.
    fn shape(&mut self, terms: &mut Terms, term: Term, polarity: Polarity) -> Option<Shape> {
        use Polarity::{Negative, Positive};
        if !self.free.has_quantifier(terms, term) && self.free.is_ground(terms, term) {
            self.keep(terms, term, polarity);
            return None;
        }
        let arguments = terms.arguments(term).to_vec();
        let same = |arguments: &[Term]| arguments.iter().map(|part| (*part, polarity)).collect();
        match (terms.op(term), &arguments[..]) {
            (Op::Not, [part]) => Some(Shape::Same((*part, polarity.flipped()))),
            (Op::And, _) if polarity.is_positive() => Some(Shape::And(same(&arguments))),
            (Op::Or, _) if !polarity.is_positive() => Some(Shape::And(same(&arguments))),
            (Op::And | Op::Or, _) => Some(Shape::Or(same(&arguments))),
            (Op::Ite, [condition, then, otherwise]) => Some(Shape::Pairs([
                (*condition, Negative),
                (*then, polarity),
                (*condition, Positive),
                (*otherwise, polarity),
            ])),
            (Op::Equal, [left, right]) if terms.sort_of(*left) == Sort::BOOL => {
                Some(Shape::Pairs([
                    (*left, Negative),
                    (*right, polarity),
                    (*left, Positive),
                    (*right, polarity.flipped()),
                ]))
            }
            (Op::Distinct, [first, ..]) => {
                let pairs = match terms.sort_of(*first) {
                    // There are only two truth values.
                    Sort::BOOL if arguments.len() > 2 => Term::FALSE,
                    _ => pairwise(terms, &arguments),
                };
                Some(Shape::Same((pairs, polarity)))
            }
            (Op::Forall(binder) | Op::Exists(binder), [body]) => {
                Some(self.quantifier(terms, term, polarity, binder, *body))
            }
            _ => {
                let Some(other) = self.rewritten_atom(terms, term) else {
                    self.keep(terms, term, polarity);
                    return None;
                };
                Some(Shape::Same((other, polarity)))
            }
        }
    }

    /// The term, or its negation, as it is.
    fn keep(&mut self, terms: &mut Terms, term: Term, polarity: Polarity) {
        let kept = if polarity.is_positive() { term } else { terms.not(term) };
        self.done.insert((term, polarity), kept);
    }

    /// An equivalent formula for an atom whose terms hold formulas that must come out.
    fn rewritten_atom(&mut self, terms: &mut Terms, atom: Term) -> Option<Term> {
        if self.free.has_quantifier(terms, atom) {
            let named = self.name_quantifiers(terms, atom);
            return (named != atom).then_some(named);
        }
        if self.splits >= MOST_CASES * MOST_CASES {
            return None;
        }
        let split = lift::split(terms, &mut self.free, &mut self.misuses, atom)?;
        self.splits += 1;
        Some(split)
    }

    /// The atom with names for the quantified formulas in it that have no free variables.
    fn name_quantifiers(&mut self, terms: &mut Terms, atom: Term) -> Term {
        let mut map = HashMap::new();
        let mut seen = HashSet::new();
        let mut stack = vec![atom];
        while let Some(term) = stack.pop() {
            if !self.free.has_quantifier(terms, term) || !seen.insert(term) {
                continue;
            }
            if !matches!(terms.op(term), Op::Forall(_) | Op::Exists(_)) {
                stack.extend(terms.arguments(term));
            } else if self.free.is_ground(terms, term) {
                let name = match self.names.get(&term) {
                    Some(name) => *name,
                    None => {
                        let name = terms.fresh_constant("named", Sort::BOOL);
                        self.names.insert(term, name);
                        self.definitions.push(terms.equal(name, term));
                        name
                    }
                };
                map.insert(term, name);
            }
        }
        substitute(terms, atom, &map)
    }

    /// How the normal form of a quantified formula is made.
    fn quantifier(
        &mut self,
        terms: &mut Terms,
        term: Term,
        polarity: Polarity,
        binder: Binder,
        body: Term,
    ) -> Shape {
        let is_forall = matches!(terms.op(term), Op::Forall(_));
        let is_universal = is_forall == polarity.is_positive();
        let used = self.free.bounds(terms, body);
        let bounds: Vec<Bound> =
            terms.binder(binder).iter().filter(|bound| used.contains(bound)).copied().collect();
        if bounds.is_empty() {
            return Shape::Same((body, polarity));
        }
        let is_ground = self.free.is_ground(terms, term);
        if is_ground {
            let witnesses = Vec::new();
            self.met_at.insert((term, polarity), self.met.len());
            self.met.push(Met { formula: term, polarity, witnesses, normal: term });
        }
        if let Some(cases) = self.write_out(terms, &bounds, body, is_forall) {
            let parts = cases.into_iter().map(|case| (case, polarity)).collect();
            return if is_universal { Shape::And(parts) } else { Shape::Or(parts) };
        }
        if is_universal || self.keeps_existentials {
            let binder = if bounds.len() == terms.binder(binder).len() {
                binder
            } else {
                terms.new_binder(&bounds)
            };
            let body = (body, polarity);
            return match is_universal {
                true => Shape::Forall(binder, body),
                false => Shape::Exists(binder, body),
            };
        }
        if is_ground {
            let mut map = HashMap::new();
            let mut witnesses = Vec::new();
            for bound in bounds {
                let (name, sort) = (terms.bound_name(bound).to_owned(), terms.bound_sort(bound));
                let witness = terms.fresh_constant(&name, sort);
                map.insert(terms.bound(bound), witness);
                witnesses.push((bound, witness));
            }
            if let Some(met) = self.met.last_mut() {
                met.witnesses = witnesses;
            }
            return Shape::Same((substitute(terms, body, &map), polarity));
        }
        self.narrow(terms, &bounds, polarity, body)
    }

    /// ∃ that depends on universal variables, with its scope made smaller if that is possible at
    /// once; its parts are visited in turn.
    fn narrow(
        &mut self,
        terms: &mut Terms,
        bounds: &[Bound],
        polarity: Polarity,
        body: Term,
    ) -> Shape {
        // As far as it goes, the quantifier reads as ∃ at the positive side and ∀ at the negative.
        let quantify = |terms: &mut Terms, body: Term, polarity: Polarity| {
            let binder = terms.new_binder(bounds);
            match polarity {
                Polarity::Positive => terms.exists(binder, body),
                Polarity::Negative => terms.forall(binder, body),
            }
        };
        let arguments = terms.arguments(body).to_vec();
        match (terms.op(body), polarity) {
            (Op::Not, _) => {
                let flipped = polarity.flipped();
                Shape::Same((quantify(terms, arguments[0], flipped), flipped))
            }
            (Op::Or, Polarity::Positive) | (Op::And, Polarity::Negative) => {
                let parts = arguments.iter();
                let parts = parts.map(|part| (quantify(terms, *part, polarity), polarity));
                Shape::Or(parts.collect())
            }
            (Op::And, Polarity::Positive) | (Op::Or, Polarity::Negative) => {
                let mut inside = Vec::new();
                let mut parts = Vec::new();
                for part in arguments {
                    let is_bound =
                        self.free.bounds(terms, part).iter().any(|bound| bounds.contains(bound));
                    if is_bound { inside.push(part) } else { parts.push((part, polarity)) }
                }
                if parts.is_empty() {
                    return self.leave(terms, bounds, polarity, body);
                }
                let inside =
                    if polarity.is_positive() { terms.and(&inside) } else { terms.or(&inside) };
                parts.push((quantify(terms, inside, polarity), polarity));
                Shape::And(parts)
            }
            _ => self.leave(terms, bounds, polarity, body),
        }
    }

    /// ∃ stays where it is: it will be reported.
    fn leave(
        &mut self,
        terms: &mut Terms,
        bounds: &[Bound],
        polarity: Polarity,
        body: Term,
    ) -> Shape {
        let binder = terms.new_binder(bounds);
        let body = if polarity.is_positive() { body } else { terms.not(body) };
        let left = terms.exists(binder, body);
        self.done.insert((left, Polarity::Positive), left);
        Shape::Same((left, Polarity::Positive))
    }

    /// The instances of the body for all values of those variables that have only a few.
    fn write_out(
        &mut self,
        terms: &mut Terms,
        bounds: &[Bound],
        body: Term,
        is_forall: bool,
    ) -> Option<Vec<Term>> {
        let is_finite = |terms: &Terms, bound: Bound| {
            Domain::of(terms, terms.bound_sort(bound)) == Domain::Finite
        };
        let (finite, others): (Vec<Bound>, Vec<Bound>) =
            bounds.iter().partition(|bound| is_finite(terms, **bound));
        if finite.is_empty() {
            return None;
        }
        let mut cases = vec![HashMap::new()];
        for bound in finite {
            let sort = terms.bound_sort(bound);
            let (variable, values) = (terms.bound(bound), values(terms, sort));
            let mut longer = Vec::new();
            for value in values {
                for case in &cases {
                    let mut case: HashMap<Term, Term> = case.clone();
                    case.insert(variable, value);
                    longer.push(case);
                }
            }
            if longer.len() > MOST_CASES {
                return None;
            }
            cases = longer;
        }
        let instances = cases.iter().map(|case| {
            let instance = substitute(terms, body, case);
            if others.is_empty() {
                return instance;
            }
            let binder = terms.new_binder(&others);
            if is_forall { terms.forall(binder, instance) } else { terms.exists(binder, instance) }
        });
        Some(instances.collect())
    }

    fn build(&mut self, terms: &mut Terms, term: Term, polarity: Polarity, shape: &Shape) {
        let of = |part: &(Term, Polarity)| self.done[part];
        let built = match shape {
            Shape::Same(part) => of(part),
            Shape::And(parts) => {
                let parts: Vec<Term> = parts.iter().map(of).collect();
                conjunction(terms, parts)
            }
            Shape::Or(parts) => {
                let parts: Vec<Term> = parts.iter().map(of).collect();
                disjunction(terms, parts)
            }
            Shape::Pairs([first, second, third, fourth]) => {
                let left = disjunction(terms, vec![of(first), of(second)]);
                let right = disjunction(terms, vec![of(third), of(fourth)]);
                conjunction(terms, vec![left, right])
            }
            Shape::Forall(binder, body) => match of(body) {
                body @ (Term::TRUE | Term::FALSE) => body,
                body => terms.forall(*binder, body),
            },
            Shape::Exists(binder, body) => match of(body) {
                body @ (Term::TRUE | Term::FALSE) => body,
                body => terms.exists(*binder, body),
            },
        };
        self.done.insert((term, polarity), built);
        let met = self.met_at.get(&(term, polarity)).and_then(|place| self.met.get_mut(*place));
        if let Some(met) = met {
            met.normal = built;
        }
    }
}

/// Each two of them different.
fn pairwise(terms: &mut Terms, arguments: &[Term]) -> Term {
    let mut pairs = Vec::new();
    for (place, left) in arguments.iter().enumerate() {
        for right in &arguments[place + 1..] {
            pairs.push(terms.distinct(&[*left, *right]));
        }
    }
    terms.and(&pairs)
}

/// The conjunction, flat and without ⊤ and repetitions.
pub(crate) fn conjunction(terms: &mut Terms, parts: Vec<Term>) -> Term {
    match flat(terms, parts, Op::And, Term::TRUE, Term::FALSE) {
        Some(parts) => terms.and(&parts),
        None => Term::FALSE,
    }
}

/// The disjunction, flat and without ⊥ and repetitions.
pub(crate) fn disjunction(terms: &mut Terms, parts: Vec<Term>) -> Term {
    match flat(terms, parts, Op::Or, Term::FALSE, Term::TRUE) {
        Some(parts) => terms.or(&parts),
        None => Term::TRUE,
    }
}

/// The parts with those of the same kind opened, without `neutral`; `None` if `absorbing` occurs.
fn flat(
    terms: &Terms,
    parts: Vec<Term>,
    op: Op,
    neutral: Term,
    absorbing: Term,
) -> Option<Vec<Term>> {
    let mut result = Vec::new();
    let mut seen = HashSet::new();
    let mut add = |part: Term| {
        if part != neutral && seen.insert(part) {
            result.push(part);
        }
        part != absorbing
    };
    for part in parts {
        // One level is enough: parts are flat themselves.
        let is_fine = if terms.op(part) == op {
            terms.arguments(part).iter().all(|part| add(*part))
        } else {
            add(part)
        };
        if !is_fine {
            return None;
        }
    }
    Some(result)
}
