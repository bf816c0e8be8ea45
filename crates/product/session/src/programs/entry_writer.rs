//! Reports on functions, made into entries of JSON.

use buttress_pi::paths::GoalKind;
use buttress_pi::program::FunctionId;
use buttress_pi::{ContractPart, Facts, Lines, Program, Span, Value};

use super::endless_message::{ENDLESS_CODE, endless_title};
use super::entries::{
    ConditionEntry, ContractEntry, CoreEntry, EndlessEntry, FactEntry, FunctionEntry, PathEntry,
    PlaceEntry, RankingEntry, RunEntry, StepEntry, ValueEntry,
};
use super::finding::{Finding, code};
use super::incomplete_message::incomplete_title;
use super::pointers::pointer_names;
use super::report::{
    ConditionReport, ConditionVerdict, ConditionWord, FunctionReport, PathReport,
    TerminationVerdict,
};
use super::trail::trail;
use super::unranked_message::{UNRANKED_CODE, unranked_title};
use crate::verdict::VerdictWord;

impl FunctionEntry {
    /// The report on a function of a program as an entry. The lines are those of the text.
    pub fn of(
        text: &str,
        lines: &Lines,
        program: &Program,
        function: &FunctionReport,
    ) -> FunctionEntry {
        Writer { text, lines, program, facts: None }.function(function)
    }

    /// The same, with the runs that violate something step by step. The facts are those of the report.
    pub fn with_trails(
        text: &str,
        lines: &Lines,
        (program, facts): (&Program, &Facts),
        function: &FunctionReport,
    ) -> FunctionEntry {
        Writer { text, lines, program, facts: Some(facts) }.function(function)
    }
}

impl PlaceEntry {
    /// Where a stretch of a text is. The lines are those of the text.
    pub fn of(text: &str, lines: &Lines, span: Span) -> PlaceEntry {
        let (line, column) = lines.place(text, span);
        let end = Span { start: span.end, end: span.end };
        let (end_line, end_column) = lines.place(text, end);
        PlaceEntry { line, column, end_line, end_column }
    }
}

struct Writer<'a> {
    text: &'a str,
    lines: &'a Lines,
    program: &'a Program,
    /// Given if runs are to be told step by step.
    facts: Option<&'a Facts>,
}

impl Writer<'_> {
    fn place(&self, span: Span) -> PlaceEntry {
        PlaceEntry::of(self.text, self.lines, span)
    }

    fn function(&self, function: &FunctionReport) -> FunctionEntry {
        let (termination, rankings) = match &function.termination {
            TerminationVerdict::Ignored => ("ignored", &[][..]),
            TerminationVerdict::Plain => ("plain", &[][..]),
            TerminationVerdict::Proved { inferred } => ("proved", &inferred[..]),
            TerminationVerdict::Unproved => ("unproved", &[][..]),
            TerminationVerdict::IfCallees { .. } => ("if callees end", &[][..]),
            TerminationVerdict::NotFound { .. } => ("not found", &[][..]),
            TerminationVerdict::Never(_) => ("never", &[][..]),
        };
        let rankings = rankings.iter().map(|(point, ranking)| RankingEntry {
            point: point.clone(),
            ranking: ranking.clone(),
        });
        let contract = function.contract.iter().map(|(part, text)| ContractEntry {
            part: match part {
                ContractPart::Pre => "pre",
                ContractPart::Post => "post",
            },
            text: text.clone(),
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
        let unranked = match &function.termination {
            TerminationVerdict::NotFound { place, is_demanded: true, .. } => {
                Some((unranked_title(place), UNRANKED_CODE))
            }
            _ => None,
        };
        let incomplete = function.incomplete.as_ref();
        let incomplete =
            incomplete.map(|why| (incomplete_title(&function.name, why), why.kind.code()));
        let (reason, code) = incomplete.or(unranked).unzip();
        FunctionEntry {
            name: function.name.clone(),
            place: self.place(function.span),
            verdict: function.word().into(),
            reason,
            code,
            termination,
            endless: self.endless(function),
            rankings: rankings.collect(),
            contract: contract.collect(),
            facts: facts.collect(),
            core,
            pointers: pointer_names(self.program.function(function.function)),
            paths: function.paths.iter().map(|path| self.path(function, path)).collect(),
            never_returns: function.never_returns,
            seconds: function.elapsed.as_secs_f64(),
            inference_seconds: function.inference.as_secs_f64(),
        }
    }

    fn endless(&self, function: &FunctionReport) -> Option<EndlessEntry> {
        let TerminationVerdict::Never(endless) = &function.termination else {
            return None;
        };
        let value = |place, value: &Value| self.value(function.function, place, value);
        let parameters = &self.program.function(function.function).parameters;
        let arguments = parameters.iter().zip(&endless.run.arguments);
        let globals = endless.run.globals.iter();
        Some(EndlessEntry {
            code: ENDLESS_CODE,
            message: endless_title(self.program, function, endless),
            place: self.place(endless.span),
            arguments: arguments.map(|(id, it)| value(id.0 as usize, it)).collect(),
            globals: globals.map(|(id, it)| value(id.0 as usize, it)).collect(),
            state: self.state(endless.function, &endless.run.state),
            visit: endless.visit,
            set: endless.set.clone(),
        })
    }

    fn path(&self, function: &FunctionReport, path: &PathReport) -> PathEntry {
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
        function: &FunctionReport,
        path: &PathReport,
        condition: &ConditionReport,
    ) -> ConditionEntry {
        let finding = Finding { program: self.program, function, path, condition, others: 0 };
        let is_proved = finding.word() == ConditionWord::Proved;
        let failure = condition.verdict.failure();
        let state = |values: &[Option<Value>]| self.state(function.function, values);
        let (run, proof_steps) = match &condition.verdict {
            ConditionVerdict::False(_, run) => {
                let written = self.program.function(function.function);
                let arguments = written.parameters.iter().zip(&run.arguments);
                let arguments = arguments
                    .map(|(id, value)| self.value(function.function, id.0 as usize, value));
                let globals = run
                    .globals
                    .iter()
                    .map(|(id, value)| self.value(function.function, id.0 as usize, value));
                let about = (function.function, condition);
                let texts = (self.text, self.lines);
                let trail = self.facts.map(|facts| trail(self.program, facts, texts, about, run));
                let entry = RunEntry {
                    arguments: arguments.collect(),
                    globals: globals.collect(),
                    steps: run.steps,
                    trail,
                };
                (Some(entry), None)
            }
            ConditionVerdict::Proved { steps } => (None, Some(*steps)),
            _ => (None, None),
        };
        ConditionEntry {
            kind: kind(condition.kind),
            text: condition.text.clone(),
            place: self.place(condition.span),
            verdict: finding.word().into(),
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
                ConditionVerdict::Open(failure) => Some(failure.runs),
                ConditionVerdict::Unknown(why) => Some(why.runs),
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
        code(finding.path, finding.condition.kind),
        finding.path.name.split(" at line").next().unwrap_or_default(),
        finding.condition.text,
    );
    // FNV-1a: short, and the same everywhere.
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    format!("{:016x}", words.bytes().fold(0xcbf2_9ce4_8422_2325, step))
}

impl From<ConditionWord> for VerdictWord {
    fn from(word: ConditionWord) -> VerdictWord {
        match word {
            ConditionWord::Proved => VerdictWord::Proved,
            ConditionWord::False => VerdictWord::False,
            ConditionWord::Open => VerdictWord::Open,
            ConditionWord::Unknown => VerdictWord::Unknown,
        }
    }
}
