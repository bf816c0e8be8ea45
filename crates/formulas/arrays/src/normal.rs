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
mod quantifier;

use std::collections::{HashMap, HashSet};

use buttress_logic::{Binder, Bound, Op, Sort, Term, Terms, substitute};

use crate::free::Free;
use crate::limits::{NORMAL_CASES, OPENED_CONJUNCTS};
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
        if self.splits >= NORMAL_CASES * NORMAL_CASES {
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

/// The conjunction, mostly flat, without ⊤ and repetitions.
pub(crate) fn conjunction(terms: &mut Terms, parts: Vec<Term>) -> Term {
    match flat(terms, parts, Op::And, Term::TRUE, Term::FALSE) {
        Some(parts) => terms.and(&parts),
        None => Term::FALSE,
    }
}

/// The disjunction, mostly flat, without ⊥ and repetitions.
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
        // Long lists stay where they are: copying them at each level would cost their square.
        let is_fine = if terms.op(part) == op && terms.arguments(part).len() <= OPENED_CONJUNCTS {
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
