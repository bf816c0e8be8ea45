//! Recognition: which fragment each quantified sub-formula is in, or the rule that it breaks.
//!
//! The fragments of the thesis are T_A (uninterpreted indices) and T_A^ℤ (integer indices). Two
//! things are wider here than there. A function applied to a universal variable counts as an array
//! read at it. And a variable of an uninterpreted sort may be used in any way, as long as the sort
//! has finitely many ground terms in the problem: what a universal formula says of a domain it says
//! of a smaller one, so the domain may be cut down to those terms ([`Fragment::Propositional`];
//! whether they are finitely many is a question about the whole problem, which
//! [`IndexSet::is_closed`](crate::IndexSet::is_closed) answers).

use std::collections::{HashMap, HashSet};

use buttress_logic::{Bound, Function, Op, Term, Terms, Walk, substitute};

use crate::free::Free;
use crate::linear::is_hard;
use crate::normal::{Met, Normaliser, conjunction, disjunction};
use crate::polarity::Polarity;
use crate::rule::{Rule, Violation};
use crate::separate::Separation;

/// The fragment that a universal formula is in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fragment {
    /// No universal variable is left: the quantifier was written out or resolved.
    Ground,
    /// The array property fragment of T_A.
    Uninterpreted,
    /// The array property fragment of T_A^ℤ.
    Integer,
    /// Variables of both kinds, each in its fragment.
    Mixed,
    /// Variables of uninterpreted sorts break a rule of T_A, but need not keep it if the ground
    /// terms of their sorts are finitely many. Under the thesis's reading it is outside.
    Propositional {
        /// The rule that T_A has.
        violation: Violation,
        /// Are all variables of uninterpreted sorts?
        is_all: bool,
    },
    /// Outside: the offending part, and the rule that it breaks.
    Outside(Violation),
}

impl Fragment {
    /// What both parts of a conjunction are in.
    #[must_use]
    pub fn join(self, other: Fragment) -> Fragment {
        use Fragment::{Ground, Mixed, Outside, Propositional};
        match (self, other) {
            (outside @ Outside(_), _) | (_, outside @ Outside(_)) => outside,
            (Ground, other) | (other, Ground) => other,
            (Propositional { violation, is_all: left }, Propositional { is_all: right, .. }) => {
                Propositional { violation, is_all: left && right }
            }
            (Propositional { violation, is_all }, other)
            | (other, Propositional { violation, is_all }) => {
                Propositional { violation, is_all: is_all && other == Fragment::Uninterpreted }
            }
            (left, right) if left == right => left,
            _ => Mixed,
        }
    }

    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            Fragment::Ground => "quantifier-free",
            Fragment::Uninterpreted => "T_A",
            Fragment::Integer => "T_A^Z",
            Fragment::Mixed => "T_A and T_A^Z",
            Fragment::Propositional { is_all: true, .. } => "effectively propositional",
            Fragment::Propositional { .. } => "effectively propositional and T_A^Z",
            Fragment::Outside(_) => "outside",
        }
    }

    /// The rule that it breaks, if it is outside.
    pub fn violation(self) -> Option<Violation> {
        match self {
            Fragment::Outside(violation) => Some(violation),
            _ => None,
        }
    }
}

/// ∀ universals. guard → value
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ArrayProperty {
    /// The variables that occur, in the order of their quantifiers.
    pub universals: Vec<Bound>,
    /// The index guard: positive ∧ and ∨ of atoms.
    pub guard: Term,
    /// The value constraint.
    pub value: Term,
    /// The fragment.
    pub fragment: Fragment,
}

impl ArrayProperty {
    /// guard → value
    pub fn body(&self, terms: &mut Terms) -> Term {
        match self.guard {
            Term::TRUE => self.value,
            guard => terms.implies(guard, self.value),
        }
    }

    /// ∀ universals. guard → value
    pub fn formula(&self, terms: &mut Terms) -> Term {
        let body = self.body(terms);
        let binder = terms.scratch_binder(&self.universals);
        terms.forall(binder, body)
    }
}

/// A quantified sub-formula that is within no universal quantifier, or depends on none.
#[derive(Clone, Debug)]
pub struct Quantified {
    /// The sub-formula, with constants for existential variables around it.
    pub formula: Term,
    /// The side of negations on which it stands. What stands on both is listed twice.
    pub polarity: Polarity,
    /// What is to be done with it.
    pub role: Role,
}

/// What is to be done with a quantified formula.
#[derive(Clone, Debug)]
pub enum Role {
    /// It (or, if the polarity is negative, its negation) says that something holds of all indices.
    Universal {
        /// Its array properties. Their conjunction is equivalent to it if it is `is_conjunction`.
        properties: Vec<ArrayProperty>,
        /// Is it nothing but these properties? Otherwise some stand in disjunctions with formulas
        /// that do not depend on their variables.
        is_conjunction: bool,
        /// The fragment of all of them together.
        fragment: Fragment,
    },
    /// It says that something exists: these constants. Variables over a few values have none.
    Existential {
        /// The variables, and the constants that stand for them.
        witnesses: Vec<(Bound, Term)>,
    },
}

impl Quantified {
    /// The fragment; existential formulas are in all of them.
    pub fn fragment(&self) -> Fragment {
        match &self.role {
            Role::Universal { fragment, .. } => *fragment,
            Role::Existential { .. } => Fragment::Ground,
        }
    }
}

/// A formula in positive normal form, its universal parts separated into array properties.
#[derive(Clone, Debug)]
pub struct Normal {
    /// A formula satisfiable in the same interpretations, up to the fresh constants. Its only
    /// quantifiers are those of the properties, each positive.
    pub formula: Term,
    /// The quantified sub-formulas of the original.
    pub quantified: Vec<Quantified>,
    /// All properties, with the formulas ∀x̄. F → G that stand for them in `formula`.
    pub properties: Vec<(Term, ArrayProperty)>,
    /// Variables of the original that an equation with a term fixed somewhere: ∀x. x = e → F is F for e.
    pub resolved: Vec<(Bound, Term)>,
}

impl Normal {
    /// The first rule that is broken, if any is.
    pub fn violation(&self) -> Option<Violation> {
        self.properties.iter().find_map(|(_, property)| property.fragment.violation())
    }

    /// The fragment of all properties together.
    pub fn fragment(&self) -> Fragment {
        let fragments = self.properties.iter().map(|(_, property)| property.fragment);
        fragments.fold(Fragment::Ground, Fragment::join)
    }
}

/// Every quantified sub-formula, with its class.
pub fn classify(terms: &mut Terms, formula: Term) -> Vec<Quantified> {
    normalise(terms, formula).quantified
}

/// The positive normal form, the array properties in it, and the class of every quantifier.
pub fn normalise(terms: &mut Terms, formula: Term) -> Normal {
    let mut normaliser = Normaliser::default();
    let positive = normaliser.formula(terms, formula);
    let foralls = ground_foralls(terms, &mut normaliser.free, positive);
    // Nested ones come first, for they have smaller numbers.
    let mut separated: HashMap<Term, Term> = HashMap::new();
    let mut properties: Vec<(Term, ArrayProperty)> = Vec::new();
    let mut places: HashMap<Term, (Vec<usize>, bool)> = HashMap::new();
    let mut separation = Separation::new(&mut normaliser);
    for forall in foralls {
        let mut own = Vec::new();
        let mut is_conjunction = true;
        let mut conjuncts = Vec::new();
        for conjunct in separation.separate(terms, forall).conjuncts {
            let mut parts: Vec<Term> =
                conjunct.ground.iter().map(|part| substitute(terms, *part, &separated)).collect();
            is_conjunction &= parts.is_empty();
            if let Some(property) = conjunct.property {
                let formula = property.formula(terms);
                own.push(properties.len());
                properties.push((formula, property));
                parts.push(formula);
            }
            conjuncts.push(disjunction(terms, parts));
        }
        separated.insert(forall, conjunction(terms, conjuncts));
        places.insert(forall, (own, is_conjunction));
    }
    let resolved = separation.resolved;
    let formula = substitute(terms, positive, &separated);
    reject_nested_applications(terms, &mut normaliser.free, &mut properties);
    let met = std::mem::take(&mut normaliser.met);
    let quantified = met
        .into_iter()
        .map(|met| quantified(terms, &mut normaliser.free, met, &places, &properties))
        .collect();
    Normal { formula, quantified, properties, resolved }
}

/// What is to be done with a quantified formula that was met.
fn quantified(
    terms: &Terms,
    free: &mut Free,
    met: Met,
    places: &HashMap<Term, (Vec<usize>, bool)>,
    properties: &[(Term, ArrayProperty)],
) -> Quantified {
    let Met { formula, polarity, witnesses, normal } = met;
    let is_forall = matches!(terms.op(formula), Op::Forall(_));
    if is_forall != polarity.is_positive() {
        return Quantified { formula, polarity, role: Role::Existential { witnesses } };
    }
    let mut all = Vec::new();
    let mut is_conjunction =
        matches!(terms.op(normal), Op::Forall(_) | Op::And | Op::True | Op::False);
    for forall in ground_foralls(terms, free, normal) {
        let Some((own, is_plain)) = places.get(&forall) else { continue };
        is_conjunction &= is_plain;
        all.extend(own.iter().map(|place| properties[*place].1.clone()));
    }
    let fragment = all.iter().map(|property| property.fragment);
    let fragment = fragment.fold(Fragment::Ground, Fragment::join);
    let role = Role::Universal { properties: all, is_conjunction, fragment };
    Quantified { formula, polarity, role }
}

/// The ∀ in a formula that have no free variables, the inner before the outer.
fn ground_foralls(terms: &Terms, free: &mut Free, formula: Term) -> Vec<Term> {
    let mut found = Vec::new();
    let mut walk = Walk::of(&[formula]);
    while let Some(term) = walk.step() {
        if !free.has_quantifier(terms, term) {
            continue;
        }
        if matches!(terms.op(term), Op::Forall(_)) && free.is_ground(terms, term) {
            found.push(term);
        }
        walk.enter(terms.arguments(term));
    }
    found.sort_unstable();
    found
}

/// A function that is applied to a universal variable is an array there: then it must not be
/// applied to anything else that depends on one.
fn reject_nested_applications(
    terms: &mut Terms,
    free: &mut Free,
    properties: &mut [(Term, ArrayProperty)],
) {
    let mut read = HashSet::new();
    let mut others = Vec::new();
    for (number, (_, property)) in properties.iter().enumerate() {
        for (term, function, place, argument) in applications(terms, free, property) {
            if matches!(terms.op(argument), Op::Bound(_)) {
                read.insert((function, place));
            } else {
                others.push((number, term, function, place, argument));
            }
        }
    }
    for (number, part, function, place, argument) in others {
        if !read.contains(&(function, place)) {
            continue;
        }
        let violation = Violation { part, rule: Rule::NestedRead };
        let has_hard = free.bounds(terms, argument).iter().any(|bound| is_hard(terms, *bound));
        let property = &mut properties[number].1;
        let is_all = property.universals.iter().all(|bound| !is_hard(terms, *bound));
        let other = if has_hard {
            Fragment::Outside(violation)
        } else {
            Fragment::Propositional { violation, is_all }
        };
        property.fragment = property.fragment.join(other);
    }
}

/// The places at which functions in a property are applied to something with variables.
fn applications(
    terms: &Terms,
    free: &mut Free,
    property: &ArrayProperty,
) -> Vec<(Term, Function, usize, Term)> {
    let mut found = Vec::new();
    let mut seen = HashSet::new();
    let mut stack = vec![property.guard, property.value];
    while let Some(term) = stack.pop() {
        if free.is_ground(terms, term) || !seen.insert(term) {
            continue;
        }
        if let Op::Apply(function) = terms.op(term) {
            for (place, argument) in terms.arguments(term).iter().enumerate() {
                if !free.is_ground(terms, *argument) {
                    found.push((term, function, place, *argument));
                }
            }
        }
        stack.extend(terms.arguments(term));
    }
    found
}
