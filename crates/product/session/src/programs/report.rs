//! What is told of a program: plain data with places in its text.

use std::time::Duration;

use buttress_pi::paths::{GoalKind, Point};
use buttress_pi::program::{FunctionId, LoopId, VariableId};
use buttress_pi::tree::Dialect;
use buttress_pi::{ContractPart, Contracts, Diagnostic, Facts, Program, Span, Value};
use buttress_present::programs::{Cause, Comparison, PathStep, UnknownShown};

use crate::no_answer::NoAnswer;

/// The report on one file.
#[derive(Clone, Debug)]
pub struct Report {
    /// The program.
    pub program: Program,
    /// How it is written.
    pub dialect: Dialect,
    /// What is worth knowing about its text.
    pub warnings: Vec<Diagnostic>,
    /// The inferred facts that proofs lean on, and the inferred rankings.
    pub facts: Facts,
    /// What was added to contracts, of the program too.
    pub contracts: Contracts,
    /// One for each function that was asked for, in the order of the text.
    pub functions: Vec<FunctionReport>,
    /// Without inference: how many of the conditions that are not proved would be with it.
    pub closable: usize,
    /// What became of the evidence.
    pub evidence: EvidenceStatus,
    /// How long it took.
    pub elapsed: Duration,
}

/// What became of the evidence of proved conditions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EvidenceStatus {
    /// Nobody asked for a check.
    Unchecked,
    /// The checker has accepted it.
    Checked {
        /// The bundle, for `buttress check`.
        bundle: String,
        /// Conditions in it.
        conditions: usize,
        /// Steps of all proofs.
        steps: usize,
    },
    /// So many proofs could not be made within the limits.
    Incomplete {
        /// How many.
        missing: usize,
    },
    /// The checker has rejected it, for this reason: our fault.
    Rejected(String),
}

/// The verdict word.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ConditionWord {
    /// It holds.
    Proved,
    /// Outside of what is decided, or out of budget.
    Unknown,
    /// A state that the annotations allow violates it.
    Open,
    /// A run violates it.
    False,
}

/// The report on one function.
#[derive(Clone, Debug)]
pub struct FunctionReport {
    /// Which one.
    pub function: FunctionId,
    /// Its name.
    pub name: String,
    /// Where its name stands.
    pub span: Span,
    /// Its basic paths, in the order of the text.
    pub paths: Vec<PathReport>,
    /// Why these are not all of its paths, if they are not.
    pub incomplete: Option<NoAnswer>,
    /// What was added to its contract, as it can be written.
    pub contract: Vec<(ContractPart, String)>,
    /// Inferred facts that proofs lean on.
    pub facts: Vec<FactShown>,
    /// Does it end?
    pub termination: TerminationVerdict,
    /// What is not inductive, if that was found out.
    pub core: Option<CoreShown>,
    /// Can no way to its end be taken? What its postcondition says means nothing then.
    pub never_returns: bool,
    /// Time spent on its conditions, of all threads.
    pub elapsed: Duration,
    /// Time spent on looking for facts and rankings.
    pub inference: Duration,
}

/// A fact that was inferred for a loop.
#[derive(Clone, PartialEq, Debug)]
pub struct FactShown {
    /// The loop.
    pub head: LoopId,
    /// What the loop is called.
    pub label: String,
    /// Where the loop's annotation ends: more conjuncts go there.
    pub span: Span,
    /// The fact, as it can be written in the program.
    pub text: String,
}

/// What is known about the end of a function's computations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TerminationVerdict {
    /// Nobody asked.
    Ignored,
    /// There are no loops and no recursion, and whatever is called ends.
    Plain,
    /// Every ranking is right, and whatever is called ends; the rankings that were inferred are told, with the name of their point.
    Proved {
        /// The name of a point and its ranking.
        inferred: Vec<(String, String)>,
    },
    /// Some condition is not proved that rankings lean on.
    Unproved,
    /// Nothing is missing but that functions end that are called.
    IfCallees {
        /// Those that are not known to end.
        callees: Vec<String>,
        /// Was it asked that the function ends?
        is_demanded: bool,
    },
    /// No ranking is written and none was found for this loop or function.
    NotFound {
        /// What has none.
        place: String,
        /// Where it is.
        span: Span,
        /// Must the function end: was that asked, or is some other ranking of it written?
        is_demanded: bool,
    },
    /// A call never ends.
    Never(Box<EndlessRun>),
}

/// A call that never ends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EndlessRun {
    /// The call; the variables are those of the function in which the run stays, at the place where it does.
    pub run: FailingRun,
    /// The function in which the run stays.
    pub function: FunctionId,
    /// The loop that is met again and again, or the function that calls itself again and again.
    pub place: String,
    /// Where it is.
    pub span: Span,
    /// Which visit of the place the state is from, from 1.
    pub visit: u64,
    /// A formula that holds there and at every visit from then on, and excludes an end; none if the state comes back.
    pub set: Option<String>,
}

/// Conjuncts that keep annotations from being inductive.
#[derive(Clone, PartialEq, Debug)]
pub struct CoreShown {
    /// Those outside the core.
    pub dropped: Vec<DroppedShown>,
    /// Do the others prove everything else?
    pub suffices: bool,
}

/// A conjunct outside the inductive core.
#[derive(Clone, PartialEq, Debug)]
pub struct DroppedShown {
    /// The loop.
    pub head: LoopId,
    /// What the loop is called.
    pub label: String,
    /// The position among the conjuncts.
    pub conjunct: usize,
    /// Where it is.
    pub span: Span,
    /// As written.
    pub text: String,
}

/// The report on one basic path.
#[derive(Clone, Debug)]
pub struct PathReport {
    /// Where it begins.
    pub from: Point,
    /// Where it ends.
    pub to: Point,
    /// As in `L1 -> post`.
    pub name: String,
    /// What its beginning is called.
    pub from_name: String,
    /// What its end is called.
    pub to_name: String,
    /// What happens on the way.
    pub steps: Vec<PathStep>,
    /// What has to hold at its end.
    pub conditions: Vec<ConditionReport>,
}

/// The report on one condition.
#[derive(Clone, Debug)]
pub struct ConditionReport {
    /// What it is.
    pub kind: GoalKind,
    /// Where it is written.
    pub span: Span,
    /// In the source of the program.
    pub text: String,
    /// The expression that it is about.
    pub subject: String,
    /// What a subscript has to be below, as in `|a|`.
    pub length: Option<String>,
    /// The answer.
    pub verdict: ConditionVerdict,
    /// How long it took.
    pub elapsed: Duration,
    /// Does the answer come from an earlier run? It was checked again.
    pub is_cached: bool,
}

/// The answer to a condition.
#[derive(Clone, Debug)]
pub enum ConditionVerdict {
    /// It holds, by a proof of so many steps.
    Proved {
        /// Steps of the proof.
        steps: usize,
    },
    /// A run from arguments that satisfy `@pre` violates it.
    False(Box<Failure>, Box<FailingRun>),
    /// A state that satisfies the annotations violates it.
    Open(Box<Failure>),
    /// It was not found out.
    Unknown(Box<UnknownShown>),
}

/// A state in which a condition fails.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Failure {
    /// The variables at the beginning of the path, by number.
    pub start: Vec<Option<Value>>,
    /// The variables at its end.
    pub end: Vec<Option<Value>>,
    /// Values of quantified variables for which the condition fails, by name.
    pub witnesses: Vec<(String, Value)>,
    /// What is left of the condition then, as in `7 <= 3`.
    pub instance: Option<Comparison>,
    /// How many runs were tried that did not come to such a state.
    pub runs: u64,
    /// Which way the path went, if it stands for several.
    pub taken: Option<Vec<PathStep>>,
    /// Where values come from that the condition depends on, if not from the beginning of the path.
    pub causes: Vec<Cause>,
}

/// A run that violates a condition, as the interpreter has seen it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct FailingRun {
    /// Globals at the beginning.
    pub globals: Vec<(VariableId, Value)>,
    /// The arguments.
    pub arguments: Vec<Value>,
    /// The variables when the condition failed.
    pub state: Vec<Option<Value>>,
    /// Statements executed before.
    pub steps: u64,
    /// How deep in calls.
    pub depth: u32,
}

impl ConditionVerdict {
    /// The word.
    pub fn word(&self) -> ConditionWord {
        match self {
            ConditionVerdict::Proved { .. } => ConditionWord::Proved,
            ConditionVerdict::False(..) => ConditionWord::False,
            ConditionVerdict::Open(_) => ConditionWord::Open,
            ConditionVerdict::Unknown(_) => ConditionWord::Unknown,
        }
    }

    /// The state in which the condition fails.
    pub fn failure(&self) -> Option<&Failure> {
        match self {
            ConditionVerdict::False(failure, _) | ConditionVerdict::Open(failure) => Some(failure),
            _ => None,
        }
    }
}

impl ConditionWord {
    /// As it is printed.
    pub fn as_str(self) -> &'static str {
        match self {
            ConditionWord::Proved => "proved",
            ConditionWord::Unknown => "unknown",
            ConditionWord::Open => "open",
            ConditionWord::False => "false",
        }
    }
}

impl FunctionReport {
    /// All conditions, with their paths.
    pub fn conditions(&self) -> impl Iterator<Item = (&PathReport, &ConditionReport)> {
        self.paths.iter().flat_map(|path| path.conditions.iter().map(move |it| (path, it)))
    }

    /// How many conditions have this answer.
    pub fn count(&self, word: ConditionWord) -> usize {
        self.conditions().filter(|(_, condition)| condition.verdict.word() == word).count()
    }

    /// The worst answer. An end that is demanded and not proved is unknown; a call that never ends makes it false.
    pub fn word(&self) -> ConditionWord {
        if let TerminationVerdict::Never(_) = self.termination {
            return ConditionWord::False;
        }
        let source = self.conditions().map(|(_, condition)| condition.verdict.word());
        let worst = source.max().unwrap_or(ConditionWord::Proved);
        let is_open = matches!(
            self.termination,
            TerminationVerdict::NotFound { is_demanded: true, .. }
                | TerminationVerdict::IfCallees { is_demanded: true, .. }
        );
        match self.incomplete.is_none() && !is_open {
            true => worst,
            false => worst.max(ConditionWord::Unknown),
        }
    }
}

impl Report {
    /// 0 everything is proved, 1 something is false or open, 3 unknown, 4 our fault.
    pub fn exit_code(&self) -> u8 {
        if let EvidenceStatus::Rejected(_) = self.evidence {
            return 4;
        }
        let worst = self.functions.iter().map(FunctionReport::word).max();
        match worst.unwrap_or(ConditionWord::Proved) {
            ConditionWord::False | ConditionWord::Open => 1,
            ConditionWord::Unknown => 3,
            ConditionWord::Proved => {
                let is_incomplete = matches!(self.evidence, EvidenceStatus::Incomplete { .. });
                if is_incomplete { 3 } else { 0 }
            }
        }
    }
}
