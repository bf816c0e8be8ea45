//! The explanation of a script as JSON, schema 1 (`docs/json.md`).

use buttress_formats::smtlib::Span;
use buttress_session::formulas;
use schemars::JsonSchema;
use serde::Serialize;

use crate::json::ErrorEntry;

/// The explanation of a script.
#[derive(Serialize, JsonSchema)]
pub struct ScriptExplainDocument {
    /// The path as it was given; `<stdin>` for standard input.
    file: String,
    /// The format of the file.
    #[schemars(extend("const" = "smt-lib"))]
    format: &'static str,
    /// One entry per check; if there is none, one for all assertions.
    checks: Vec<ExplainedEntry>,
    /// Commands that are wrong.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    errors: Vec<ErrorEntry>,
    /// The text of the script; with --pictures.
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<String>,
    /// The exit code.
    exit_code: u8,
}

/// The explanation of a check.
#[derive(Serialize, JsonSchema, Clone)]
pub struct ExplainedEntry {
    /// Which check of the script it is, from 1.
    number: usize,
    /// The line of the command; null if the script has no check.
    line: Option<usize>,
    /// Assertions and assumptions that are to be satisfied.
    assertions: usize,
    /// Is every quantifier inside a fragment, and are the index sets complete?
    inside: bool,
    /// The quantified formulas, in the order of the script.
    quantifiers: Vec<QuantifierEntry>,
    /// The index sets, one for each group of variables that meet.
    index_sets: Vec<IndexSetEntry>,
    /// The sizes of the thesis's index sets, one for each sort.
    thesis_index_sets: Vec<SortEntry>,
    /// The instances of all quantifiers.
    instances: InstancesEntry,
    /// Do the index sets hold all that is needed?
    complete: bool,
    /// The steps of the reduction; with --steps.
    #[serde(skip_serializing_if = "Option::is_none")]
    steps: Option<StepsEntry>,
}

/// A stretch of the script.
#[derive(Serialize, JsonSchema, Clone)]
struct PlaceEntry {
    /// The line, from 1.
    line: usize,
    /// The column, from 1.
    column: usize,
    /// The position in bytes, of the inflated file.
    offset: usize,
    /// How many bytes.
    length: usize,
}

/// A quantified formula.
#[derive(Serialize, JsonSchema, Clone)]
struct QuantifierEntry {
    /// Its number, from 1.
    number: usize,
    /// The formula, definitions expanded.
    formula: String,
    /// Where it is written.
    place: Option<PlaceEntry>,
    /// If it is written in a definition: where that is used.
    #[serde(skip_serializing_if = "Option::is_none")]
    used_at: Option<PlaceEntry>,
    /// `positive` or `negative`.
    polarity: &'static str,
    /// The fragment, such as `T_A^Z`; or `existential`; or `outside`.
    fragment: &'static str,
    /// The constants that stand for existential variables.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    constants: Vec<ConstantEntry>,
    /// The parts that break a rule.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    outside: Vec<OutsideEntry>,
    /// Its instances.
    instances: InstancesEntry,
}

/// A constant that stands for a variable.
#[derive(Serialize, JsonSchema, Clone)]
struct ConstantEntry {
    /// The variable.
    variable: String,
    /// The constant.
    constant: String,
}

/// A part that is outside the fragments.
#[derive(Serialize, JsonSchema, Clone)]
pub struct OutsideEntry {
    /// The code, for `buttress explain`.
    code: &'static str,
    /// The part.
    part: String,
    /// The rule that it breaks.
    rule: &'static str,
    /// Where it is written.
    place: Option<PlaceEntry>,
    /// Is it the part itself that is written there? Otherwise it is the quantifier around it.
    exact: bool,
    /// If it is written in a definition: where that is used.
    #[serde(skip_serializing_if = "Option::is_none")]
    used_at: Option<PlaceEntry>,
    /// What may be written instead.
    help: Option<String>,
}

/// The index set of variables that meet.
#[derive(Serialize, JsonSchema, Clone)]
struct IndexSetEntry {
    /// The variables.
    variables: Vec<VariableEntry>,
    /// What they range over.
    sort: String,
    /// The indices that are all needed.
    indices: Vec<IndexEntry>,
    /// Of these, one is needed that differs from all `indices`, if there is one.
    others: Vec<IndexEntry>,
}

/// A variable of a quantifier.
#[derive(Serialize, JsonSchema, Clone)]
struct VariableEntry {
    /// Its name.
    name: String,
    /// The number of the quantifier.
    quantifier: usize,
}

/// A member of an index set.
#[derive(Serialize, JsonSchema, Clone)]
struct IndexEntry {
    /// The term.
    term: String,
    /// Why it is there.
    reason: String,
}

/// The size of an index set of the thesis.
#[derive(Serialize, JsonSchema, Clone)]
struct SortEntry {
    /// The sort.
    sort: String,
    /// How many indices.
    size: usize,
}

/// How many instances; null if too many to count.
#[derive(Serialize, JsonSchema, Clone)]
struct InstancesEntry {
    /// Over the index sets.
    count: Option<u64>,
    /// Over the thesis's index sets.
    thesis: Option<u64>,
}

/// The steps of the reduction.
#[derive(Serialize, JsonSchema, Clone)]
struct StepsEntry {
    /// The steps, in order.
    steps: Vec<StepEntry>,
    /// Why there are none, or what they do not tell.
    note: Option<String>,
}

/// A step of the reduction.
#[derive(Serialize, JsonSchema, Clone)]
struct StepEntry {
    /// What is done.
    name: &'static str,
    /// The formula afterwards; long ones are cut.
    formula: String,
    /// How many characters the whole formula has.
    length: usize,
}

impl ScriptExplainDocument {
    /// The document about a script.
    pub fn of(
        file: String,
        explanation: &formulas::Explanation,
        source: Option<String>,
        exit_code: u8,
    ) -> ScriptExplainDocument {
        ScriptExplainDocument {
            file,
            format: "smt-lib",
            checks: explanation.checks.iter().map(ExplainedEntry::of).collect(),
            errors: explanation.errors.iter().map(ErrorEntry::in_script).collect(),
            source,
            exit_code,
        }
    }
}

impl ExplainedEntry {
    /// The entry of an explanation.
    pub fn of(check: &formulas::CheckExplanation) -> ExplainedEntry {
        let quantifiers = check.quantifiers.iter().enumerate();
        let quantifiers = quantifiers.map(|(place, entry)| QuantifierEntry::of(place + 1, entry));
        let thesis = check.thesis.iter();
        let thesis = thesis.map(|entry| SortEntry { sort: entry.sort.clone(), size: entry.size });
        ExplainedEntry {
            number: check.number,
            line: check.line,
            assertions: check.assertions,
            inside: check.is_inside(),
            quantifiers: quantifiers.collect(),
            index_sets: check.classes.iter().map(IndexSetEntry::of).collect(),
            thesis_index_sets: thesis.collect(),
            instances: InstancesEntry::of(check.instances),
            complete: check.is_closed,
            steps: check.steps.as_ref().map(StepsEntry::of),
        }
    }
}

impl PlaceEntry {
    fn of(span: Span) -> PlaceEntry {
        let Span { offset, length, place } = span;
        PlaceEntry { line: place.line, column: place.column, offset, length }
    }
}

impl QuantifierEntry {
    fn of(number: usize, entry: &formulas::QuantifierExplanation) -> QuantifierEntry {
        let (mut constants, mut outside) = (Vec::new(), Vec::new());
        let fragment = match &entry.kind {
            formulas::QuantifierKind::Inside(name) => name,
            formulas::QuantifierKind::Existential(witnesses) => {
                constants.extend(witnesses.iter().map(|(variable, constant)| ConstantEntry {
                    variable: variable.clone(),
                    constant: constant.clone(),
                }));
                "existential"
            }
            formulas::QuantifierKind::OutOfFragment(parts) => {
                outside.extend(parts.iter().map(OutsideEntry::of));
                "outside"
            }
        };
        let used_at = entry.position.and_then(|position| position.used_at);
        QuantifierEntry {
            number,
            formula: entry.text.clone(),
            place: entry.position.map(|position| PlaceEntry::of(position.span)),
            used_at: used_at.map(PlaceEntry::of),
            polarity: if entry.is_positive { "positive" } else { "negative" },
            fragment,
            constants,
            outside,
            instances: InstancesEntry::of(entry.instances),
        }
    }
}

impl OutsideEntry {
    /// The entry of a part.
    pub fn of(outside: &formulas::OutOfFragment) -> OutsideEntry {
        let used_at = outside.position.and_then(|position| position.used_at);
        OutsideEntry {
            code: outside.code,
            part: outside.part.clone(),
            rule: outside.rule,
            place: outside.position.map(|position| PlaceEntry::of(position.span)),
            exact: outside.is_exact,
            used_at: used_at.map(PlaceEntry::of),
            help: outside.help.clone(),
        }
    }
}

impl IndexSetEntry {
    fn of(class: &formulas::IndexClass) -> IndexSetEntry {
        let rows = |rows: &[formulas::IndexRow]| {
            let entries = rows.iter();
            let entries = entries.map(|formulas::IndexRow { term, reason }| IndexEntry {
                term: term.clone(),
                reason: reason.clone(),
            });
            entries.collect()
        };
        let variables = class.variables.iter().map(|(name, quantifier)| VariableEntry {
            name: name.clone(),
            quantifier: *quantifier,
        });
        IndexSetEntry {
            variables: variables.collect(),
            sort: class.sort.clone(),
            indices: rows(&class.indices),
            others: rows(&class.others),
        }
    }
}

impl InstancesEntry {
    fn of(instances: formulas::Instances) -> InstancesEntry {
        InstancesEntry { count: instances.small, thesis: instances.thesis }
    }
}

impl StepsEntry {
    fn of(steps: &formulas::Steps) -> StepsEntry {
        let entries = steps.steps.iter().map(|step| StepEntry {
            name: step.name,
            formula: step.text.clone(),
            length: step.length,
        });
        StepsEntry { steps: entries.collect(), note: steps.note.clone() }
    }
}
