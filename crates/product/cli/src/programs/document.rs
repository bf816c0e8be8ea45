//! The report on a program as JSON.

use buttress_pi::paths::GoalKind;
use buttress_pi::program::FunctionId;
use buttress_pi::{Lines, Program, Span, Value};
use buttress_session::programs;
use schemars::JsonSchema;
use serde::Serialize;

use super::endless;
use super::finding::{self, Finding};
use crate::json::EvidenceEntry;
use crate::verdict::VerdictWord;

/// What a program holds and what was found.
#[derive(Serialize, JsonSchema, Clone)]
pub struct ProgramContentsEntry {
    /// The format of the file.
    #[schemars(extend("const" = "pi"))]
    pub format: &'static str,
    /// The dialect of the program.
    #[schemars(extend("enum" = ["pi", "classic"]))]
    pub dialect: &'static str,
    /// One entry per chosen function, in the file's order.
    pub functions: Vec<FunctionEntry>,
    /// Has the checker accepted the evidence of everything that is proved?
    pub checked: bool,
    /// Steps of all proofs that the checker has replayed.
    pub proof_steps: usize,
    /// Why our own evidence was rejected.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rejected: Option<String>,
    /// Remarks about the text.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<RemarkEntry>,
    /// The evidence files that were written.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub evidence: Vec<EvidenceEntry>,
    /// Wall-clock time of the run on this file.
    pub seconds: f64,
    /// The most bytes of memory the process has held so far.
    pub peak_memory: usize,
}

/// A remark about the text of a program.
#[derive(Serialize, JsonSchema, Clone)]
pub struct RemarkEntry {
    /// The code.
    pub code: &'static str,
    /// What is worth knowing.
    pub message: String,
    /// Where.
    pub place: PlaceEntry,
}

/// A stretch of the text.
#[derive(Serialize, JsonSchema, Clone, Copy, PartialEq, Eq)]
pub struct PlaceEntry {
    /// The line of its beginning, counted from 1.
    pub line: usize,
    /// The column of its beginning, counted from 1, in characters.
    pub column: usize,
    /// The line of its end.
    pub end_line: usize,
    /// The column behind its end.
    pub end_column: usize,
}

/// The report on one function.
#[derive(Serialize, JsonSchema, Clone)]
pub struct FunctionEntry {
    /// Its name.
    pub name: String,
    /// Where its name stands.
    pub place: PlaceEntry,
    /// The worst verdict of its conditions.
    pub verdict: VerdictWord,
    /// Does it end: `proved`, `plain`, `unproved`, `not found`, `never` or `ignored`?
    pub termination: &'static str,
    /// A call that never ends, if one was found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub endless: Option<EndlessEntry>,
    /// Rankings that were inferred, each with the point it belongs to.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rankings: Vec<RankingEntry>,
    /// Inferred facts that proofs lean on.
    pub facts: Vec<FactEntry>,
    /// Conjuncts that are not inductive, if that was looked into.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub core: Option<CoreEntry>,
    /// Its basic paths.
    pub paths: Vec<PathEntry>,
    /// Time spent on its conditions, of all threads.
    pub seconds: f64,
}

/// A ranking that was inferred.
#[derive(Serialize, JsonSchema, Clone)]
pub struct RankingEntry {
    /// The name of the point.
    pub point: String,
    /// The ranking.
    pub ranking: String,
}

/// A fact that was inferred.
#[derive(Serialize, JsonSchema, Clone)]
pub struct FactEntry {
    /// The name of the loop.
    pub loop_name: String,
    /// The annotation of the loop.
    pub place: PlaceEntry,
    /// The fact, as it can be written in the program.
    pub text: String,
}

/// Conjuncts that are not inductive.
#[derive(Serialize, JsonSchema, Clone)]
pub struct CoreEntry {
    /// Do the others prove everything else?
    pub suffices: bool,
    /// The conjuncts.
    pub dropped: Vec<FactEntry>,
}

/// A basic path.
#[derive(Serialize, JsonSchema, Clone)]
pub struct PathEntry {
    /// As in `L1 -> post`.
    pub name: String,
    /// What happens on the way.
    pub steps: Vec<StepEntry>,
    /// What has to hold at its end.
    pub conditions: Vec<ConditionEntry>,
}

/// A step of a path.
#[derive(Serialize, JsonSchema, Clone)]
pub struct StepEntry {
    /// As in `assume n < m`.
    pub text: String,
    /// Where it is.
    pub place: PlaceEntry,
}

/// A condition.
#[derive(Serialize, JsonSchema, Clone)]
pub struct ConditionEntry {
    /// What it is.
    #[schemars(extend("enum" = ["conjunct", "fact", "runtime", "ranking"]))]
    pub kind: &'static str,
    /// In the words of the program.
    pub text: String,
    /// Where it is written.
    pub place: PlaceEntry,
    /// The verdict.
    pub verdict: VerdictWord,
    /// The code of what is the matter.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<&'static str>,
    /// What is the matter.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// The state at the beginning of the path.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub start: Vec<ValueEntry>,
    /// The state when the condition failed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub end: Vec<ValueEntry>,
    /// Values of quantified variables for which it fails.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub witnesses: Vec<ValueEntry>,
    /// What is left of it then, as in `7 <= 3`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub instance: Option<String>,
    /// The arguments of a run that violates it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub run: Option<RunEntry>,
    /// Random runs that did not violate it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub runs: Option<u64>,
    /// Steps of the proof.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proof_steps: Option<usize>,
    /// The same as long as function, path and condition are.
    pub fingerprint: String,
    /// Was the answer known from an earlier run, and checked again?
    pub cached: bool,
    /// How long it took.
    pub seconds: f64,
}

/// A variable and its value.
#[derive(Serialize, JsonSchema, Clone)]
pub struct ValueEntry {
    /// The variable.
    pub name: String,
    /// Its value, as `buttress run` reads it.
    pub value: String,
}

/// A call that never ends.
#[derive(Serialize, JsonSchema, Clone)]
pub struct EndlessEntry {
    /// The code.
    pub code: &'static str,
    /// What is the matter, in a line.
    pub message: String,
    /// The loop that is met again and again, or the function that is called again and again.
    pub place: PlaceEntry,
    /// The arguments, in order.
    pub arguments: Vec<ValueEntry>,
    /// Globals at the beginning.
    pub globals: Vec<ValueEntry>,
    /// The variables there.
    pub state: Vec<ValueEntry>,
    /// Which visit of the place they are from, from 1.
    pub visit: u64,
    /// A formula that holds from then on at each visit, and excludes an end; none if the state comes back.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub set: Option<String>,
}

/// A run that violates a condition.
#[derive(Serialize, JsonSchema, Clone)]
pub struct RunEntry {
    /// The arguments, in order.
    pub arguments: Vec<ValueEntry>,
    /// Globals at the beginning.
    pub globals: Vec<ValueEntry>,
    /// Statements that are executed before.
    pub steps: u64,
}

impl ProgramContentsEntry {
    /// The report as an entry.
    pub fn of(
        text: &str,
        report: &programs::Report,
        evidence: Vec<EvidenceEntry>,
        peak_memory: usize,
    ) -> ProgramContentsEntry {
        let writer = Writer { text, lines: &Lines::new(text), program: &report.program };
        let (checked, proof_steps, rejected) = match &report.evidence {
            programs::EvidenceStatus::Unchecked | programs::EvidenceStatus::Incomplete { .. } => {
                (false, 0, None)
            }
            programs::EvidenceStatus::Checked { steps, .. } => (true, *steps, None),
            programs::EvidenceStatus::Rejected(reason) => (false, 0, Some(reason.clone())),
        };
        ProgramContentsEntry {
            format: "pi",
            dialect: dialect(report),
            functions: report.functions.iter().map(|one| writer.function(one)).collect(),
            checked,
            proof_steps,
            rejected,
            warnings: report
                .warnings
                .iter()
                .map(|problem| RemarkEntry {
                    code: problem.code,
                    message: problem.message.clone(),
                    place: writer.place(problem.span),
                })
                .collect(),
            evidence,
            seconds: report.elapsed.as_secs_f64(),
            peak_memory,
        }
    }
}

/// `pi` or `classic`.
pub fn dialect(report: &programs::Report) -> &'static str {
    match report.dialect {
        buttress_pi::tree::Dialect::Pi => "pi",
        buttress_pi::tree::Dialect::Classic => "classic",
    }
}

/// The word as it is written in JSON.
pub fn verdict(word: programs::ConditionWord) -> VerdictWord {
    match word {
        programs::ConditionWord::Proved => VerdictWord::Proved,
        programs::ConditionWord::False => VerdictWord::False,
        programs::ConditionWord::Open => VerdictWord::Open,
        programs::ConditionWord::Unknown => VerdictWord::Unknown,
    }
}

struct Writer<'a> {
    text: &'a str,
    lines: &'a Lines,
    program: &'a Program,
}

impl Writer<'_> {
    fn place(&self, span: Span) -> PlaceEntry {
        let (line, column) = self.lines.place(self.text, span);
        let end = Span { start: span.end, end: span.end };
        let (end_line, end_column) = self.lines.place(self.text, end);
        PlaceEntry { line, column, end_line, end_column }
    }

    fn function(&self, function: &programs::FunctionReport) -> FunctionEntry {
        let (termination, rankings) = match &function.termination {
            programs::TerminationVerdict::Ignored => ("ignored", &[][..]),
            programs::TerminationVerdict::Plain => ("plain", &[][..]),
            programs::TerminationVerdict::Proved { inferred } => ("proved", &inferred[..]),
            programs::TerminationVerdict::Unproved => ("unproved", &[][..]),
            programs::TerminationVerdict::IfCallees { .. } => ("if callees end", &[][..]),
            programs::TerminationVerdict::NotFound { .. } => ("not found", &[][..]),
            programs::TerminationVerdict::Never(_) => ("never", &[][..]),
        };
        let rankings = rankings.iter().map(|(point, ranking)| RankingEntry {
            point: point.clone(),
            ranking: ranking.clone(),
        });
        let facts = function.facts.iter().map(|fact| FactEntry {
            loop_name: fact.label.clone(),
            place: self.place(fact.span),
            text: fact.text.clone(),
        });
        let core = function.core.as_ref().map(|core| CoreEntry {
            suffices: core.suffices,
            dropped: core
                .dropped
                .iter()
                .map(|dropped| FactEntry {
                    loop_name: dropped.label.clone(),
                    place: self.place(dropped.span),
                    text: dropped.text.clone(),
                })
                .collect(),
        });
        FunctionEntry {
            name: function.name.clone(),
            place: self.place(function.span),
            verdict: verdict(function.word()),
            termination,
            endless: self.endless(function),
            rankings: rankings.collect(),
            facts: facts.collect(),
            core,
            paths: function.paths.iter().map(|path| self.path(function, path)).collect(),
            seconds: function.elapsed.as_secs_f64(),
        }
    }

    fn endless(&self, function: &programs::FunctionReport) -> Option<EndlessEntry> {
        let programs::TerminationVerdict::Never(endless) = &function.termination else {
            return None;
        };
        let value = |place, value: &Value| self.value(function.function, place, value);
        let parameters = &self.program.function(function.function).parameters;
        let arguments = parameters.iter().zip(&endless.run.arguments);
        let globals = endless.run.globals.iter();
        Some(EndlessEntry {
            code: endless::CODE,
            message: endless::title(self.program, function, endless),
            place: self.place(endless.span),
            arguments: arguments.map(|(id, it)| value(id.0 as usize, it)).collect(),
            globals: globals.map(|(id, it)| value(id.0 as usize, it)).collect(),
            state: self.state(endless.function, &endless.run.state),
            visit: endless.visit,
            set: endless.set.clone(),
        })
    }

    fn path(&self, function: &programs::FunctionReport, path: &programs::PathReport) -> PathEntry {
        let steps = path
            .steps
            .iter()
            .map(|step| StepEntry { text: step.text.clone(), place: self.place(step.span) });
        PathEntry {
            name: path.name.clone(),
            steps: steps.collect(),
            conditions: path
                .conditions
                .iter()
                .map(|condition| self.condition(function, path, condition))
                .collect(),
        }
    }

    fn condition(
        &self,
        function: &programs::FunctionReport,
        path: &programs::PathReport,
        condition: &programs::ConditionReport,
    ) -> ConditionEntry {
        let finding = Finding { function, path, condition, others: 0 };
        let is_proved = finding.word() == programs::ConditionWord::Proved;
        let failure = condition.verdict.failure();
        let state = |values: &[Option<Value>]| self.state(function.function, values);
        let (run, proof_steps) = match &condition.verdict {
            programs::ConditionVerdict::False(_, run) => {
                let written = self.program.function(function.function);
                let arguments = written.parameters.iter().zip(&run.arguments);
                let arguments = arguments
                    .map(|(id, value)| self.value(function.function, id.0 as usize, value));
                let globals = run
                    .globals
                    .iter()
                    .map(|(id, value)| self.value(function.function, id.0 as usize, value));
                let entry = RunEntry {
                    arguments: arguments.collect(),
                    globals: globals.collect(),
                    steps: run.steps,
                };
                (Some(entry), None)
            }
            programs::ConditionVerdict::Proved { steps } => (None, Some(*steps)),
            _ => (None, None),
        };
        ConditionEntry {
            kind: kind(condition.kind),
            text: condition.text.clone(),
            place: self.place(condition.span),
            verdict: verdict(finding.word()),
            code: (!is_proved).then(|| finding.code()),
            message: (!is_proved).then(|| finding.title()),
            start: failure.map_or_else(Vec::new, |failure| state(&failure.start)),
            end: failure.map_or_else(Vec::new, |failure| state(&failure.end)),
            witnesses: failure.map_or_else(Vec::new, |failure| {
                let witnesses = failure.witnesses.iter();
                let entry = |(name, value): &(String, Value)| ValueEntry {
                    name: name.clone(),
                    value: value.to_string(),
                };
                witnesses.map(entry).collect()
            }),
            instance: failure.and_then(|failure| Some(failure.instance.as_ref()?.to_string())),
            run,
            runs: match &condition.verdict {
                programs::ConditionVerdict::Open(failure) => Some(failure.runs),
                _ => None,
            },
            proof_steps,
            fingerprint: fingerprint(&finding),
            cached: condition.is_cached,
            seconds: condition.elapsed.as_secs_f64(),
        }
    }

    fn state(&self, function: FunctionId, values: &[Option<Value>]) -> Vec<ValueEntry> {
        let known = values.iter().enumerate();
        let known = known.filter_map(|(place, value)| Some((place, value.as_ref()?)));
        known.map(|(place, value)| self.value(function, place, value)).collect()
    }

    fn value(&self, function: FunctionId, place: usize, value: &Value) -> ValueEntry {
        let variable = self.program.function(function).variables.get(place);
        let (name, value) = match variable {
            Some(variable) => {
                (variable.name.clone(), value.shown(self.program, &variable.ty).to_string())
            }
            None => (String::new(), value.to_string()),
        };
        ValueEntry { name, value }
    }
}

fn kind(kind: GoalKind) -> &'static str {
    match kind {
        GoalKind::Conjunct(_) => "conjunct",
        GoalKind::Fact(_) => "fact",
        GoalKind::Runtime(_) => "runtime",
        GoalKind::RankNotNegative(_) | GoalKind::RankDecreases => "ranking",
    }
}

/// A name for a condition that stays the same as long as function, path and conjunct do.
fn fingerprint(finding: &Finding<'_>) -> String {
    let words = format!(
        "{} {} {} {}",
        finding.function.name,
        finding::code(finding.path, finding.condition.kind),
        finding.path.name.split(" at line").next().unwrap_or_default(),
        finding.condition.text,
    );
    // FNV-1a: short, and the same everywhere.
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    format!("{:016x}", words.bytes().fold(0xcbf2_9ce4_8422_2325, step))
}
