//! From the text of a program to the report.

use std::time::Instant;

use buttress_pi::paths::{Options, PathCache};
use buttress_pi::program::FunctionId;
use buttress_pi::{Contracts, Diagnostic, Lines, Severity};
use buttress_present::programs::program_text;

use super::decided::DecidedFunction;
use super::examine::Examined;
use super::observer::{Event, Observer, Silent};
use super::report::{
    ConditionReport, ConditionVerdict, ConditionWord, EvidenceStatus, FailingRun, FunctionReport,
    PathReport, Report, TerminationVerdict,
};
use super::run::Run;
use super::settings::{Inference, Settings, Termination};
use super::stages::Decision;
use super::termination::Terminations;
use super::{
    certify, contracts, core, endless, examine, facts, function_report, stages, termination,
    unreturning,
};

/// Proves or refutes the conditions of a program.
///
/// A function name in `settings` that the program does not have is ignored. The error is what is wrong with the text.
pub fn prove(
    bytes: &[u8],
    settings: &Settings,
    observer: &dyn Observer,
) -> Result<Report, Vec<Diagnostic>> {
    let start = Instant::now();
    let text = program_text(bytes).map_err(|problem| vec![problem])?;
    let reading = buttress_pi::read(text);
    let Some(program) = reading.program else { return Err(reading.diagnostics) };
    let options = Options {
        runtime: settings.runtime,
        termination: settings.termination != Termination::Ignored,
        ..Options::default()
    };
    let lines = Lines::new(text);
    let none = &Contracts::default();
    let path_cache = &PathCache::new(&program, options);
    let (lines, written) = (&lines, &program);
    let run = Run {
        text,
        lines,
        program: written,
        contracts: none,
        settings,
        options,
        path_cache,
        observer,
    };
    let asked = run.chosen();
    observer.notice(&Event::Loaded { functions: asked.len() });
    let contracts = &match settings.inference {
        Inference::Contracts => contracts::infer(&run, &asked),
        _ => Contracts::default(),
    };
    let program = contracts.program(written);
    let path_cache = &PathCache::new(&program, options);
    let run = Run { program: &program, contracts, path_cache, ..run };
    // Whether a function ends is decided with what it calls.
    let mut functions = match settings.termination {
        Termination::Demanded => termination::with_callees(&program, &asked),
        _ => asked.clone(),
    };
    // Whatever was added to a contract is proved, too.
    functions.extend(contracts.conjuncts.keys().map(|(id, _)| *id));
    functions.sort_unstable();
    functions.dedup();
    let Decision { facts, mut decided, inference } = stages::decide(&run, &functions);
    if settings.is_dropped() {
        // What would be made of it takes time, too.
        decided.clear();
    }
    let mut kept = facts::needed(&program, &facts, &decided);
    let failing = examine::examine(&run, &facts, &decided);
    let endless = endless::search(&run, &facts, &decided);
    let evidence = match settings.check && !settings.is_dropped() {
        true => {
            let violating = certify::calls(&run, &runs_of(&decided, &failing));
            let found = endless.iter().flatten().map(|never| never.evidence.clone());
            let calls = certify::Calls { violating, endless: found.collect() };
            let evidence = certify::certify(&run, &decided, &facts, &kept, calls.clone());
            match evidence {
                // A proof may have been easier to find with facts that it does not need.
                EvidenceStatus::Incomplete { .. } => {
                    kept.clone_from(&facts);
                    certify::certify(&run, &decided, &facts, &facts, calls)
                }
                evidence => evidence,
            }
        }
        false => EvidenceStatus::Unchecked,
    };
    let mut reports = Vec::with_capacity(decided.len());
    let endings = Terminations::new(&program, &decided, &facts);
    for (place, one) in decided.iter().enumerate() {
        let is_helper = contracts.conjuncts.keys().any(|(id, _)| *id == one.function);
        if asked.binary_search(&one.function).is_err() && !is_helper {
            continue;
        }
        let mut report =
            function_report::function(&run, one, &failing[place], &facts, &kept, &endings);
        report.inference = inference.get(&one.function).copied().unwrap_or_default();
        report.core = core::core(&run, one, &report.paths, &facts);
        let is_ending = matches!(
            report.termination,
            TerminationVerdict::Plain | TerminationVerdict::Proved { .. }
        );
        report.never_returns = !is_ending && unreturning::never_returns(&run, one);
        if let Some(never) = &endless[place] {
            report.termination = TerminationVerdict::Never(Box::new(never.shown.clone()));
        }
        observer.notice(&Event::Answered(&report));
        reports.push(report);
    }
    let closable = match settings.inference {
        Inference::Nothing => closable(bytes, settings, &reports),
        _ => 0,
    };
    let is_worth_telling = |problem: &Diagnostic| problem.severity != Severity::Error;
    let warnings = reading.diagnostics.into_iter().filter(is_worth_telling).collect();
    Ok(Report {
        dialect: reading.dialect,
        warnings,
        facts: kept,
        contracts: contracts.clone(),
        functions: reports,
        closable,
        evidence,
        elapsed: start.elapsed(),
        program,
    })
}

/// How many conditions that are not proved would be proved with inferred facts.
fn closable(bytes: &[u8], settings: &Settings, reports: &[FunctionReport]) -> usize {
    let is_open = |one: &FunctionReport| one.word() != ConditionWord::Proved;
    if !reports.iter().any(is_open) {
        return 0;
    }
    let settings =
        Settings { inference: Inference::All, runs: 0, check: false, ..settings.clone() };
    let Ok(with_facts) = prove(bytes, &settings, &Silent) else { return 0 };
    let is_proved = |one: &ConditionReport| one.verdict.word() == ConditionWord::Proved;
    let mut count = 0;
    for (without, with) in reports.iter().zip(&with_facts.functions) {
        for (path, condition) in without.conditions().filter(|(_, it)| !is_proved(it)) {
            // Inferred rankings have paths of their own.
            let is_same = |other: &&PathReport| {
                (other.from, other.to, &other.steps) == (path.from, path.to, &path.steps)
            };
            let is_it = |other: &&ConditionReport| {
                other.kind == condition.kind && other.span == condition.span
            };
            let found = with.paths.iter().find(is_same);
            let found = found.and_then(|path| path.conditions.iter().find(is_it));
            count += usize::from(found.is_some_and(is_proved));
        }
    }
    count
}

/// The runs that violate something, with what was called.
fn runs_of<'a>(
    decided: &[DecidedFunction],
    failing: &'a [Examined],
) -> Vec<(FunctionId, &'a FailingRun)> {
    let mut runs = Vec::new();
    for (one, examined) in decided.iter().zip(failing) {
        runs.extend(examined.verdicts.values().filter_map(|verdict| match verdict {
            ConditionVerdict::False(_, failing) => Some((one.function, &**failing)),
            _ => None,
        }));
    }
    runs
}
