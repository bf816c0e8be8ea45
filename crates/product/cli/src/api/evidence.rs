//! What stands behind verdicts, as plain values.

use buttress_formats::aiger::Model;
use buttress_prop::Var;
use buttress_session::{hardware, numbers, programs};

use super::verdict::Verdict;
use crate::circuits::literals;

/// What stands behind a verdict, for a reader; for the checker there is the certificate.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Evidence {
    /// A proved property of a circuit.
    Strengthening(Strengthening),
    /// A false property of a circuit.
    Trace(Trace),
    /// A proved property of a system over numbers: what each predicate stands for.
    Invariants(Vec<Invariant>),
    /// A false property of a system over numbers: how `false` is derived, the conclusion last.
    Derivation(Vec<Derived>),
    /// A function of a program: what has to hold.
    Conditions(Vec<Condition>),
}

/// An inductive strengthening of a property.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Strengthening {
    /// Clauses, each a list of literals by their names; `!` negates.
    pub clauses: Vec<Vec<String>>,
    /// k, if the property is k-inductive relative to the clauses.
    pub k: Option<usize>,
}

/// A run of a circuit that ends in a bad step.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Trace {
    /// The names of the latches.
    pub latches: Vec<String>,
    /// Their values in the first step.
    pub initial: Vec<bool>,
    /// The names of the inputs.
    pub inputs: Vec<String>,
    /// The values of the inputs in each step.
    pub steps: Vec<Vec<bool>>,
}

/// What a predicate stands for.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Invariant {
    /// The predicate.
    pub predicate: String,
    /// The names of its arguments.
    pub arguments: Vec<String>,
    /// The conjuncts of its formula, for a person.
    pub conjuncts: Vec<String>,
    /// Its `define-fun`.
    pub definition: String,
}

/// A clause applied to values.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Derived {
    /// The predicate of the conclusion; none for `false`.
    pub predicate: Option<String>,
    /// Its arguments.
    pub values: Vec<Binding>,
    /// The line in which the clause begins.
    pub line: Option<usize>,
    /// The positions of the steps that conclude the premises.
    pub premises: Vec<usize>,
}

/// A name and its value.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Binding {
    /// The name.
    pub name: String,
    /// The value, as it can be typed.
    pub value: String,
}

/// What has to hold at the end of a path of a program.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Condition {
    /// In the words of the program.
    pub text: String,
    /// The path, as in `L1 -> post`.
    pub path: String,
    /// The line where it is written.
    pub line: usize,
    /// The column where it is written.
    pub column: usize,
    /// The verdict.
    pub verdict: Verdict,
    /// What is the matter, if it is not proved.
    pub message: Option<String>,
    /// The variables at the end of the path when it fails.
    pub state: Vec<Binding>,
    /// The arguments of a run that violates it, if it is false.
    pub arguments: Vec<Binding>,
}

impl Evidence {
    pub(super) fn of_circuit(
        model: &Model,
        property: &hardware::PropertyReport,
    ) -> Option<Evidence> {
        let circuit = &model.circuit;
        match &property.status {
            hardware::Status::Proved(proof) => Some(Evidence::Strengthening(Strengthening {
                clauses: proof.shown.iter().map(|clause| literals(model, clause)).collect(),
                k: proof.k_induction,
            })),
            hardware::Status::False(proof) => {
                let name = |var: Var, letter: char, index: usize| match model.names.var(var) {
                    Some(name) => name.to_owned(),
                    None => format!("{letter}{index}"),
                };
                let latches = circuit.latches.iter().enumerate();
                let inputs = circuit.inputs.iter().enumerate();
                Some(Evidence::Trace(Trace {
                    latches: latches.map(|(index, it)| name(it.var, 'l', index)).collect(),
                    initial: proof.shown.initial.clone(),
                    inputs: inputs.map(|(index, &var)| name(var, 'i', index)).collect(),
                    steps: proof.shown.inputs.clone(),
                }))
            }
            _ => None,
        }
    }

    pub(super) fn of_system(property: &numbers::PropertyReport) -> Option<Evidence> {
        match &property.status {
            numbers::Status::Proved(proof) => {
                Some(Evidence::Invariants(proof.shown.iter().map(Invariant::of).collect()))
            }
            numbers::Status::False(proof) => {
                Some(Evidence::Derivation(proof.shown.steps.iter().map(Derived::of).collect()))
            }
            _ => None,
        }
    }

    pub(super) fn of_function(function: &programs::FunctionEntry) -> Evidence {
        let paths = function.paths.iter();
        let conditions = paths.flat_map(|path| {
            path.conditions.iter().map(|condition| Condition::of(&path.name, condition))
        });
        Evidence::Conditions(conditions.collect())
    }
}

impl Invariant {
    pub(super) fn of(definition: &numbers::Definition) -> Invariant {
        Invariant {
            predicate: definition.name.clone(),
            arguments: definition.parameters.clone(),
            conjuncts: definition.conjuncts.clone(),
            definition: definition.text.clone(),
        }
    }
}

impl Derived {
    fn of(step: &numbers::StepShown) -> Derived {
        let values = step.state.iter().flat_map(|state| &state.values);
        Derived {
            predicate: step.state.as_ref().map(|state| state.predicate.clone()),
            values: values.map(|(name, value)| Binding::new(name, value)).collect(),
            line: step.line,
            premises: step.premises.clone(),
        }
    }
}

impl Binding {
    fn new(name: &str, value: &str) -> Binding {
        Binding { name: name.to_owned(), value: value.to_owned() }
    }

    fn all(entries: &[programs::ValueEntry]) -> Vec<Binding> {
        entries.iter().map(|entry| Binding::new(&entry.name, &entry.value)).collect()
    }
}

impl Condition {
    fn of(path: &str, entry: &programs::ConditionEntry) -> Condition {
        Condition {
            text: entry.text.clone(),
            path: path.to_owned(),
            line: entry.place.line,
            column: entry.place.column,
            verdict: entry.verdict.into(),
            message: entry.message.clone(),
            state: Binding::all(&entry.end),
            arguments: entry.run.as_ref().map_or_else(Vec::new, |run| Binding::all(&run.arguments)),
        }
    }
}
