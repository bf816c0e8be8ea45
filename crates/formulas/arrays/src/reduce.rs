//! The reduction to a quantifier-free formula, step by step as the thesis numbers them.
//!
//! This is the eager procedure: all instances at once. It says what the lazy one must agree with,
//! and it is what `explain` shows. Each step is a function from formula to formula.

mod steps;

pub mod hashtable;
pub mod partial;

use std::fmt;

use buttress_logic::{Term, Terms, print_shared};

use crate::fragment::{ArrayProperty, Fragment, Normal, normalise};
use crate::index_set::{IndexSet, Reading};
use crate::rule::Violation;

pub use steps::{
    expand_equalities, instantiate, name_terms, positive_normal_form, remove_existentials,
    remove_writes, separate_lambda,
};

/// A step of a reduction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StepName {
    /// Array equality a = b becomes ∀i. a\[i\] = b\[i\].
    ExpandEqualities,
    /// Step 1: negations go down to literals.
    PositiveNormalForm,
    /// Step 2: writes become fresh arrays.
    RemoveWrites,
    /// Step 3: ∃ becomes fresh constants.
    RemoveExistentials,
    /// Each ∀ is brought into the form ∀ī. F → G.
    Separate,
    /// Steps 4 and 5: ∀ becomes a conjunction over the index set.
    Instantiate,
    /// Step 6: λ differs from all other indices.
    SeparateLambda,
}

impl StepName {
    /// What is done.
    pub fn name(self) -> &'static str {
        match self {
            StepName::ExpandEqualities => "expand array equalities",
            StepName::PositiveNormalForm => "step 1, positive normal form",
            StepName::RemoveWrites => "step 2, remove writes",
            StepName::RemoveExistentials => "step 3, remove existential quantifiers",
            StepName::Separate => "separate index guards and value constraints",
            StepName::Instantiate => "steps 4 and 5, instantiate over the index set",
            StepName::SeparateLambda => "step 6, lambda differs from all other indices",
        }
    }
}

/// A step that was taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    /// What was done.
    pub name: StepName,
    /// The formula before.
    pub input: Term,
    /// The formula after.
    pub output: Term,
}

impl Step {
    /// The step with its result, for a person.
    pub fn display(&self, terms: &Terms) -> impl fmt::Display {
        format!("{}:\n  {}", self.name.name(), print_shared(terms, self.output))
    }
}

/// What the quantifier-free formula says about the original.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Strength {
    /// The one can be satisfied if and only if the other can.
    Equisatisfiable,
    /// It follows from the original, up to fresh constants: if it cannot be satisfied, neither can
    /// the original. The reason is a part outside the fragments, or an index set that never closes.
    Weaker(Option<Violation>),
}

/// A formula reduced to a quantifier-free one.
#[derive(Clone, Debug)]
pub struct Reduction {
    /// The steps, in order.
    pub steps: Vec<Step>,
    /// The formula before instantiation.
    pub normal: Normal,
    /// The index set, with the reason for each index.
    pub index_set: IndexSet,
    /// The quantifier-free formula.
    pub formula: Term,
    /// How many instances were made.
    pub instances: u64,
    /// What the formula says about the original.
    pub strength: Strength,
}

/// Why a formula was not reduced.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReduceError {
    /// There would be this many instances; `None` if too many to count.
    TooManyInstances(Option<u64>),
    /// The part must be guarded by `a[i] ≠ ⊥` for each of its variables and reads.
    Unguarded(Term),
}

impl fmt::Display for ReduceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReduceError::TooManyInstances(Some(count)) => {
                write!(f, "instantiation over the whole index set makes {count} instances")
            }
            ReduceError::TooManyInstances(None) => {
                write!(
                    f,
                    "instantiation over the whole index set makes too many instances to count"
                )
            }
            ReduceError::Unguarded(_) => {
                write!(f, "a read at a universal variable is not guarded by being defined")
            }
        }
    }
}

impl std::error::Error for ReduceError {}

/// Reduces a formula, with at most so many instances.
///
/// # Errors
/// If there would be more instances.
pub fn reduce(
    terms: &mut Terms,
    formula: Term,
    reading: Reading,
    most_instances: u64,
) -> Result<Reduction, ReduceError> {
    let mut steps = Vec::new();
    let mut take = |name, input, output| {
        steps.push(Step { name, input, output });
        output
    };
    let equalities = expand_equalities(terms, formula);
    let equalities = take(StepName::ExpandEqualities, formula, equalities);
    let positive = positive_normal_form(terms, equalities);
    let positive = take(StepName::PositiveNormalForm, equalities, positive);
    // Existential variables may be written at: as constants they come before the writes here.
    let constants = remove_existentials(terms, positive);
    let constants = take(StepName::RemoveExistentials, positive, constants);
    let written = remove_writes(terms, constants);
    let written = take(StepName::RemoveWrites, constants, written);
    let normal = normalise(terms, written);
    take(StepName::Separate, written, normal.formula);
    let properties: Vec<ArrayProperty> =
        normal.properties.iter().map(|(_, property)| property.clone()).collect();
    let index_set = IndexSet::new(terms, &[normal.formula], &properties, reading);
    let (instantiated, instances) = instantiate(terms, &normal, &index_set, most_instances)?;
    take(StepName::Instantiate, normal.formula, instantiated);
    let reduced = separate_lambda(terms, instantiated, &index_set);
    take(StepName::SeparateLambda, instantiated, reduced);
    let strength = strength(&normal, &index_set, reading);
    Ok(Reduction { steps, normal, index_set, formula: reduced, instances, strength })
}

/// What instantiation over the index set says about the formula.
fn strength(normal: &Normal, index_set: &IndexSet, reading: Reading) -> Strength {
    match normal.fragment() {
        Fragment::Outside(violation) => Strength::Weaker(Some(violation)),
        Fragment::Propositional { violation, .. } if reading == Reading::Thesis => {
            Strength::Weaker(Some(violation))
        }
        _ if !index_set.is_closed() => Strength::Weaker(None),
        _ => Strength::Equisatisfiable,
    }
}
