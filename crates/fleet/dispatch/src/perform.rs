//! Carries out a job: the session runs, and every answer is told as soon as it is there.

use std::sync::Arc;
use std::time::Instant;

use buttress_budget::Limits;
use buttress_certificate::to_bytes;
use buttress_formats::smtlib;
use buttress_session::{UnknownKind, formulas, hardware, numbers, programs};

use crate::design::DesignKind;
use crate::job::{Job, Options};
use crate::verdict::Word;

/// An answer to one unit.
pub(crate) struct Found {
    pub(crate) unit: String,
    pub(crate) word: Word,
    pub(crate) evidence: Option<Vec<u8>>,
    pub(crate) reason: Option<String>,
    /// The kind of the reason, if it is known.
    pub(crate) kind: Option<UnknownKind>,
    pub(crate) engine: Option<String>,
    pub(crate) seconds: f64,
}

/// What carrying out a job needs beside the job.
pub(crate) struct Means<'a> {
    pub(crate) bytes: &'a [u8],
    pub(crate) limits: Limits,
    /// 0 for whoever holds the job, other numbers for helpers.
    pub(crate) variant: u32,
    /// For circuits.
    pub(crate) peers: Option<Arc<dyn hardware::Peers>>,
    /// For systems over numbers.
    pub(crate) fact_peers: Option<Arc<dyn numbers::Peers>>,
    /// Receives every answer, from whichever thread it comes.
    pub(crate) report: &'a (dyn Fn(Found) + Sync),
}

/// Carries out a job.
pub(crate) fn perform(job: &Job, means: &Means<'_>) {
    let start = Instant::now();
    let result = match job.kind {
        DesignKind::Circuit => circuit(job, means, start),
        DesignKind::Numbers => system(job, means, start),
        DesignKind::Program => program(job, means, start),
        DesignKind::Script => script(job, means, start),
    };
    if let Err(reason) = result {
        for unit in &job.units {
            (means.report)(Found {
                unit: unit.clone(),
                word: Word::Unknown,
                evidence: None,
                reason: Some(reason.clone()),
                kind: None,
                engine: None,
                seconds: start.elapsed().as_secs_f64(),
            });
        }
    }
}

/// The units as numbers; those that are none are nobody's.
fn positions(job: &Job) -> Vec<usize> {
    job.units.iter().filter_map(|unit| unit.parse().ok()).collect()
}

/// Tells of the answers as they come.
struct ReportingObserver<'a, 'm> {
    means: &'a Means<'m>,
    start: Instant,
}

impl hardware::Observer for ReportingObserver<'_, '_> {
    fn notice(&self, event: &hardware::Event<'_>) {
        if let hardware::Event::Answered(report) = event {
            (self.means.report)(of_property(report, self.start));
        }
    }
}

impl numbers::Observer for ReportingObserver<'_, '_> {
    fn notice(&self, event: &numbers::Event<'_>) {
        if let numbers::Event::Answered(report) = event {
            (self.means.report)(of_system(report, self.start));
        }
    }
}

fn of_property(report: &hardware::PropertyReport, start: Instant) -> Found {
    let (word, evidence, reason) = match &report.status {
        hardware::Status::Proved(proof) => (Word::Proved, Some(to_bytes(&proof.certificate)), None),
        hardware::Status::False(proof) => (Word::False, Some(to_bytes(&proof.certificate)), None),
        hardware::Status::Unknown(reason) => (Word::Unknown, None, Some(reason.to_string())),
        hardware::Status::Unchecked(_) => (Word::Unknown, None, Some("unchecked".to_owned())),
        hardware::Status::Rejected { .. } => {
            (Word::Unknown, None, Some("the evidence was rejected".to_owned()))
        }
    };
    let kind = match &report.status {
        hardware::Status::Unknown(reason) => Some(reason.into()),
        _ => None,
    };
    Found {
        unit: report.index.to_string(),
        word,
        evidence,
        reason,
        kind,
        engine: report.engine.map(|engine| engine.name().to_owned()),
        seconds: start.elapsed().as_secs_f64(),
    }
}

fn of_system(report: &numbers::PropertyReport, start: Instant) -> Found {
    let (word, evidence, reason) = match &report.status {
        numbers::Status::Proved(proof) => (Word::Proved, proof.evidence.clone(), None),
        numbers::Status::False(proof) => (Word::False, proof.evidence.clone(), None),
        numbers::Status::Unknown(reason) => (Word::Unknown, None, Some(reason.to_string())),
        numbers::Status::Rejected { why, .. } => {
            (Word::Unknown, None, Some(format!("the evidence was rejected: {why}")))
        }
    };
    let kind = match &report.status {
        numbers::Status::Unknown(reason) => Some(reason.kind),
        _ => None,
    };
    Found {
        unit: report.index.to_string(),
        word,
        evidence: evidence.map(String::into_bytes),
        reason,
        kind,
        engine: report.engine.map(|engine| engine.name().to_owned()),
        seconds: start.elapsed().as_secs_f64(),
    }
}

fn circuit(job: &Job, means: &Means<'_>, start: Instant) -> Result<(), String> {
    let Options { engine, seed, bound, no_reduce, no_minimise, .. } = &job.options;
    let kinds = hardware::EngineKind::ALL.into_iter();
    let settings = hardware::Settings {
        engine: named(engine.as_deref(), kinds, hardware::EngineKind::name)?
            .unwrap_or(hardware::EngineKind::Portfolio),
        seed: *seed,
        limits: means.limits.clone(),
        properties: Some(positions(job)),
        // Every fourth helper looks at the circuit as it is.
        reduce: !no_reduce && means.variant % 4 != 3,
        bound: *bound,
        minimise: !no_minimise,
        variant: means.variant,
        peers: means.peers.clone(),
        ..hardware::Settings::default()
    };
    let observer = ReportingObserver { means, start };
    let report = hardware::prove(means.bytes, &settings, &observer)
        .map_err(|problems| unreadable(problems.first().map(|problem| &problem.message)))?;
    let open = report.properties.iter().filter(|property| {
        !matches!(property.status, hardware::Status::Proved(_) | hardware::Status::False(_))
    });
    open.for_each(|property| (means.report)(of_property(property, start)));
    Ok(())
}

fn system(job: &Job, means: &Means<'_>, start: Instant) -> Result<(), String> {
    let Options { engine, seed, bound, no_reduce, no_minimise, .. } = &job.options;
    let kinds = numbers::EngineKind::ALL;
    let engine = named(engine.as_deref(), kinds.into_iter(), numbers::EngineKind::name)?;
    // Whoever helps tries one engine by itself, each helper another.
    let helped = match means.variant {
        0 => numbers::EngineKind::Portfolio,
        variant => kinds[variant as usize % (kinds.len() - 1)],
    };
    let settings = numbers::Settings {
        engine: engine.unwrap_or(helped),
        seed: seed.wrapping_add(u64::from(means.variant)),
        limits: means.limits.clone(),
        properties: Some(positions(job)),
        reduce: !no_reduce,
        bound: *bound,
        minimise: !no_minimise,
        peers: means.fact_peers.clone(),
        ..numbers::Settings::default()
    };
    let observer = ReportingObserver { means, start };
    numbers::prove(means.bytes, &settings, &observer)
        .map(|_| ())
        .map_err(|error| unreadable(Some(&error.to_string())))
}

fn program(job: &Job, means: &Means<'_>, start: Instant) -> Result<(), String> {
    let options = &job.options;
    let settings = programs::Settings {
        functions: Some(job.units.clone()),
        inference: match options.infer.as_deref() {
            None | Some("all") => programs::Inference::All,
            Some("numeric") => programs::Inference::Numeric,
            Some("none") => programs::Inference::Nothing,
            Some(word) => return Err(format!("there is no inference {word}")),
        },
        termination: match options.termination {
            None => programs::Termination::Offered,
            Some(true) => programs::Termination::Demanded,
            Some(false) => programs::Termination::Ignored,
        },
        runtime: !options.no_runtime,
        seed: options.seed.wrapping_add(u64::from(means.variant)),
        limits: means.limits.clone(),
        ..programs::Settings::default()
    };
    let report = programs::prove(means.bytes, &settings, &programs::Silent)
        .map_err(|problems| unreadable(problems.first().map(|problem| &problem.message)))?;
    let bundle = match &report.evidence {
        programs::EvidenceStatus::Checked { bundle, .. } => Some(bundle.clone().into_bytes()),
        _ => None,
    };
    for function in &report.functions {
        let word = match function.word() {
            programs::ConditionWord::Proved => Word::Proved,
            programs::ConditionWord::False => Word::False,
            programs::ConditionWord::Open => Word::Open,
            programs::ConditionWord::Unknown => Word::Unknown,
        };
        let (word, reason) = match (word, &bundle) {
            (word, None) if word.is_evident() => {
                (Word::Unknown, Some(format!("{}, but without evidence", word.as_str())))
            }
            (word, _) if word.is_evident() => (word, None),
            (word, _) => (word, Some(open_conditions(function))),
        };
        let evidence = bundle.clone().filter(|_| word.is_evident());
        let limits = function.conditions().filter_map(|(_, condition)| match &condition.verdict {
            programs::ConditionVerdict::Unknown(why) => why.exhausted,
            _ => None,
        });
        let whole = function.incomplete.iter().map(|why| why.kind);
        let kind = whole.chain(limits.map(UnknownKind::from)).next();
        let (unit, seconds) = (function.name.clone(), start.elapsed().as_secs_f64());
        (means.report)(Found { unit, word, evidence, reason, kind, engine: None, seconds });
    }
    Ok(())
}

/// Which conditions of a function are not proved.
fn open_conditions(function: &programs::FunctionReport) -> String {
    let all = function.conditions().count();
    let proved = function.count(programs::ConditionWord::Proved);
    format!("{} of {all} conditions are not proved", all - proved)
}

fn script(job: &Job, means: &Means<'_>, start: Instant) -> Result<(), String> {
    let reading = job.options.reading();
    for number in positions(job) {
        let settings = formulas::Settings {
            seed: job.options.seed.wrapping_add(u64::from(means.variant)),
            limits: means.limits.clone(),
            reading,
            only: Some(number),
            ..Default::default()
        };
        let mut answers = Answers { means, start, number };
        let mut repl = formulas::Repl::new(settings);
        repl.feed(means.bytes, &mut answers);
        repl.finish(&mut answers);
    }
    Ok(())
}

/// Tells of the answer to one check.
struct Answers<'a, 'm> {
    means: &'a Means<'m>,
    start: Instant,
    number: usize,
}

impl formulas::Listener for Answers<'_, '_> {
    fn response(&mut self, _: &str) {}

    fn error(&mut self, _: &smtlib::Error) {}

    fn checked(&mut self, report: &formulas::CheckReport) {
        if report.number != self.number {
            return;
        }
        let (word, reason) = match &report.status {
            formulas::CheckStatus::Sat(_) => (Word::Sat, None),
            formulas::CheckStatus::Unsat(_) => (Word::Unsat, None),
            formulas::CheckStatus::Unknown(unknown) => (Word::Unknown, Some(unknown.text.clone())),
            formulas::CheckStatus::Rejected { .. } => {
                (Word::Unknown, Some("the evidence was rejected".to_owned()))
            }
        };
        let kind = match &report.status {
            formulas::CheckStatus::Unknown(unknown) => Some(unknown.kind),
            _ => None,
        };
        let evidence = report.evidence().filter(|_| word.is_evident());
        (self.means.report)(Found {
            unit: self.number.to_string(),
            word,
            evidence: evidence.map(|text| text.as_bytes().to_vec()),
            reason,
            kind,
            engine: None,
            seconds: self.start.elapsed().as_secs_f64(),
        });
    }
}

/// The engine with this name.
fn named<E: Copy>(
    wanted: Option<&str>,
    mut kinds: impl Iterator<Item = E>,
    name: impl Fn(E) -> &'static str,
) -> Result<Option<E>, String> {
    let Some(wanted) = wanted else { return Ok(None) };
    let found = kinds.find(|kind| name(*kind) == wanted);
    found.map(Some).ok_or_else(|| format!("there is no engine {wanted} for this file"))
}

fn unreadable(why: Option<&String>) -> String {
    format!("the file cannot be read: {}", why.map_or("", String::as_str))
}
