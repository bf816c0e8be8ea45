//! One program from its text to verdicts about each of its conditions.
//!
//! What follows from the annotations as they are written is decided first; facts about loops are inferred for the rest.
//! They count like the user's own annotations: a fact whose conditions are not all proved is dropped, and what leaned on it is
//! decided anew. Conditions are decided in parallel, each from a
//! copy of the same terms, so that no answer depends on another or on the number of threads. What fails is examined: a
//! small state is looked for, and a run that comes to it.

mod cache;
mod certify;
mod conditions;
mod countermodel;
mod endless;
mod examine;
mod facts;
mod function_report;
mod kept_facts;
mod known;
mod observer;
mod parallel;
mod replay;
mod report;
mod settings;
mod stages;
mod termination;

use std::sync::Arc;
use std::time::Instant;

use buttress_annotate::{Inferred, Mode, ProvedGoals, infer};
use buttress_budget::Budget;
use buttress_logic::Terms;
use buttress_pi::paths::{Options, Paths, basic_paths_within};
use buttress_pi::program::{Function, FunctionId};
use buttress_pi::{Diagnostic, Facts, Lines, Program, Severity};
use buttress_present::programs::SourceText;
pub use buttress_present::programs::{
    Cause, Comparison, FunctionPaths, PathConditions, PathStep, UnknownShown, explain, program_text,
};

use self::conditions::{Decided, Shared};
pub use self::observer::{Event, Observer, Silent};
use self::parallel::in_parallel;
pub use self::report::{
    ConditionReport, ConditionVerdict, ConditionWord, CoreShown, DroppedShown, EndlessRun,
    EvidenceStatus, FactShown, FailingRun, Failure, FunctionReport, PathReport, Report,
    TerminationVerdict,
};
pub use self::settings::{Inference, Settings, Termination};
use self::termination::Terminations;

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
    let run = Run { text, lines: &lines, program: &program, settings, options, observer };
    let asked = run.chosen();
    // Whether a function ends is decided with what it calls.
    let functions = match settings.termination {
        Termination::Demanded => termination::with_callees(&program, &asked),
        _ => asked.clone(),
    };
    observer.notice(&Event::Loaded { functions: asked.len() });
    let (facts, decided) = stages::decide(&run, &functions);
    let mut kept = facts::needed(&program, &facts, &decided);
    let failing = examine::examine(&run, &facts, &decided);
    let endless = endless::search(&run, &facts, &decided);
    let evidence = match settings.check {
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
        if asked.binary_search(&one.function).is_err() {
            continue;
        }
        let mut report =
            function_report::function(&run, one, &failing[place], &facts, &kept, &endings);
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
    failing: &'a [function_report::Examined],
) -> Vec<(FunctionId, &'a FailingRun)> {
    let mut runs = Vec::new();
    for (one, verdicts) in decided.iter().zip(failing) {
        runs.extend(verdicts.values().filter_map(|verdict| match verdict {
            ConditionVerdict::False(_, failing) => Some((one.function, &**failing)),
            _ => None,
        }));
    }
    runs
}

/// What a run works on.
#[derive(Clone)]
struct Run<'a> {
    text: &'a str,
    lines: &'a Lines,
    program: &'a Program,
    settings: &'a Settings,
    options: Options,
    observer: &'a dyn Observer,
}

/// A function whose conditions are decided.
struct DecidedFunction {
    function: FunctionId,
    /// In the order of the text.
    paths: Vec<Decided>,
    /// Were there no more paths than are looked at?
    is_complete: bool,
}

impl<'a> Run<'a> {
    /// What names in a function are made from.
    fn source(&self, function: &'a Function) -> SourceText<'a> {
        SourceText { text: self.text, program: self.program, function, lines: self.lines }
    }
}

impl Run<'_> {
    /// The functions that were asked for.
    fn chosen(&self) -> Vec<FunctionId> {
        let is_chosen = |id: &FunctionId| {
            let name = &self.program.function(*id).name.text;
            self.settings.functions.as_ref().is_none_or(|names| names.contains(name))
        };
        self.program.function_ids().filter(is_chosen).collect()
    }

    /// Facts about the loops of these functions, kept or guessed.
    fn infer(&self, functions: &[FunctionId], shown: &ProvedGoals) -> Facts {
        if self.settings.inference == Inference::Nothing {
            return Facts::default();
        }
        self.observer.notice(&Event::Inferring);
        let facts = match &self.settings.cache {
            Some(folder) => kept_facts::infer(self, functions, shown, folder),
            None => self.guess(functions, shown).facts,
        };
        let count = facts.loops.values().map(Vec::len).sum();
        self.observer.notice(&Event::Inferred(count));
        facts
    }

    fn guess(&self, functions: &[FunctionId], shown: &ProvedGoals) -> Inferred {
        let mode = match self.settings.inference {
            Inference::All => Mode::All,
            Inference::Numeric => Mode::Numeric,
            Inference::Nothing => Mode::None,
        };
        let settings = buttress_annotate::Settings {
            mode,
            termination: self.options.termination,
            seed: self.settings.seed,
        };
        let budget = Budget::new(self.settings.limits.clone());
        infer(self.program, functions, &self.options, &settings, shown, &budget)
    }

    /// The paths of a function, within the limits of the run.
    fn paths(&self, terms: &mut Terms, facts: &Facts, function: FunctionId) -> Paths {
        let budget = Budget::new(self.settings.limits.clone());
        basic_paths_within(terms, self.program, facts, function, &self.options, &budget)
    }

    /// Decides all conditions of these functions. What is `known` of them without facts counts.
    fn decide(
        &self,
        functions: &[FunctionId],
        facts: &Facts,
        known: &[DecidedFunction],
    ) -> Vec<DecidedFunction> {
        let generate = |function: &FunctionId| {
            let mut terms = Terms::new();
            let paths = self.paths(&mut terms, facts, *function);
            (Arc::new(Shared::new(terms)), paths)
        };
        let generated: Vec<(Arc<Shared>, Paths)> =
            in_parallel(functions, self.settings.threads, generate);
        let mut jobs = Vec::new();
        for (place, (terms, paths)) in generated.iter().enumerate() {
            let known = known.iter().find(|one| one.function == functions[place]);
            let known = known::matched(paths.paths.iter(), known);
            let both = paths.paths.iter().zip(known);
            jobs.extend(both.map(|(path, known)| (place, terms, path, known)));
        }
        self.observer.notice(&Event::Paths(jobs.len()));
        let answers = in_parallel(&jobs, self.settings.threads, |(place, terms, path, known)| {
            let decided = conditions::decide(terms, path, *known, self.settings);
            let proved = decided.goals().filter(|(_, answer)| answer.is_proved()).count();
            self.observer.notice(&Event::Decided {
                function: &self.program.function(functions[*place]).name.text,
                conditions: decided.answers.len(),
                proved,
            });
            (*place, decided)
        });
        let mut decided: Vec<DecidedFunction> = functions
            .iter()
            .zip(&generated)
            .map(|(function, (_, paths))| DecidedFunction {
                function: *function,
                paths: Vec::new(),
                is_complete: paths.is_complete,
            })
            .collect();
        for (place, path) in answers {
            decided[place].paths.push(path);
        }
        decided
    }
}
