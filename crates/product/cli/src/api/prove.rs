//! Proofs of all kinds: each input from its bytes to a report.

use buttress_budget::memory;
use buttress_session::{hardware, numbers, programs};

use super::error::Error;
use super::evidence::Evidence;
use super::input::Input;
use super::report::{Claim, Report};
use super::settings::Settings;
use super::stack::on_large_stack;
use super::verdict::Verdict;
use crate::circuits::{self, CircuitAnswer, CircuitsStream, Contents, TurnRecorder};
use crate::events::Line;
use crate::input::{self, FileFormat, InputKind, Verb, as_system};
use crate::json::{ContentsEntry, FileEntry};
use crate::numbers::{self as systems, NumbersAnswer, NumbersContentsEntry, NumbersStream};
use crate::programs::{self as code, ProgramsStream};
use crate::refusal::Refusal;

/// Proves what an input claims: each property of a circuit in AIGER or of a system over numbers (Horn clauses, VMT-LIB),
/// each function of a pi program.
///
/// A circuit, with a trace of its false property:
///
/// ```
/// # use buttress::{Evidence, Input, Settings, Verdict, prove};
/// // A latch that is set by an input and then stays set.
/// let text = "aag 3 1 1 0 1 1\n2\n4 7\n4\n6 3 5\ni0 set\nl0 stuck\nb0 stuck\n";
/// let report = prove(Input::bytes("stuck.aag", text), &Settings::new())?;
/// let claim = report.claim("stuck").expect("there is such a property");
/// assert_eq!(claim.verdict, Verdict::False);
/// let Some(Evidence::Trace(trace)) = &claim.evidence else { panic!("there is a trace") };
/// assert_eq!(trace.inputs, ["set"]);
/// assert_eq!(trace.steps, [[true], [false]]);
/// # Ok::<(), buttress::Error>(())
/// ```
///
/// Horn clauses, with an invariant of the proved property:
///
/// ```
/// # use buttress::{Evidence, Input, Settings, Verdict, prove};
/// let text = "(set-logic HORN)
///     (declare-fun state (Int) Bool)
///     (assert (forall ((x Int)) (=> (= x 0) (state x))))
///     (assert (forall ((x Int)) (=> (state x) (state (+ x 2)))))
///     (assert (forall ((x Int)) (=> (and (state x) (= x -1)) false)))
///     (check-sat)";
/// let report = prove(Input::bytes("even.smt2", text), &Settings::new())?;
/// assert!(report.is_proved());
/// let Some(Evidence::Invariants(invariants)) = &report.claims[0].evidence else { panic!() };
/// assert_eq!(invariants[0].predicate, "state");
/// # Ok::<(), buttress::Error>(())
/// ```
///
/// A program, with the arguments of a call that violates its postcondition:
///
/// ```
/// # use buttress::{Evidence, Input, Settings, Verdict, prove};
/// let text = "@pre true @post rv > x int Next(int x) { if (x = 3) return x; return x + 1; }";
/// let report = prove(Input::bytes("next.pi", text), &Settings::new())?;
/// let claim = &report.claims[0];
/// assert_eq!((claim.name.as_str(), claim.verdict), ("Next", Verdict::False));
/// let Some(Evidence::Conditions(conditions)) = &claim.evidence else { panic!() };
/// let failed = conditions.iter().find(|it| it.verdict == Verdict::False).expect("one fails");
/// assert_eq!(failed.arguments[0].value, "3");
/// # Ok::<(), buttress::Error>(())
/// ```
pub fn prove(input: impl Into<Input>, settings: &Settings) -> Result<Report, Error> {
    let input = input.into();
    on_large_stack(|| {
        let (name, insisted) = (input.name(), input.format());
        let input = input.read(Verb::Prove)?;
        let proved = match input.kind {
            InputKind::Circuit => circuit(&name, input.into_bytes(), settings),
            InputKind::Script => as_system(&name, input.text(), insisted)
                .and_then(|()| system(&name, input.text(), settings)),
            InputKind::Program => program(&name, &input, settings),
        };
        proved.map_err(|refusal| Error::of(&name, &refusal))
    })
}

fn circuit(name: &str, bytes: Vec<u8>, settings: &Settings) -> Result<Report, Refusal> {
    let Some(engine) = settings.engine.for_circuits() else {
        return Err(Refusal::Plain(format!(
            "{name}: {} is an engine for numbers",
            settings.engine.name()
        )));
    };
    let asked = hardware::Settings {
        engine,
        seed: settings.seed,
        threads: settings.thread_count(),
        limits: settings.limits(),
        properties: circuits::chosen(name, &bytes, &settings.properties)?,
        bound: settings.bound,
        ..hardware::Settings::default()
    };
    let sink = |line: &Line| settings.notice(line);
    let stream = CircuitsStream::new(name, true, &sink);
    let turns = TurnRecorder::new(&stream);
    let report = hardware::prove(&bytes, &asked, &turns);
    let report = report.map_err(|problems| Refusal::Broken(bytes, problems))?;
    let claims = report.properties.iter().map(|property| {
        let answer = CircuitAnswer::of(property);
        Claim {
            name: property.name.clone(),
            verdict: answer.word.into(),
            engine: property.engine.map(|engine| engine.name().to_owned()),
            reason: answer.reason,
            evidence: Evidence::of_circuit(&report.model, property),
            certificate: circuits::certificate(property),
        }
    });
    let claims = claims.collect();
    let contents = Contents::of(&report, Vec::new(), memory::peak(), true);
    let contents = match settings.pictures {
        true => contents.with_pictures(&report, turns.take()),
        false => contents,
    };
    let entry = FileEntry::done(name, ContentsEntry::Circuit(contents), report.exit_code(), &[]);
    let (file, format) = (name.to_owned(), FileFormat::Aiger);
    Ok(Report { file, format, claims, elapsed: report.elapsed, bundle: None, entry })
}

fn system(name: &str, text: &[u8], settings: &Settings) -> Result<Report, Refusal> {
    let Some(engine) = settings.engine.for_numbers() else {
        return Err(Refusal::Plain(format!(
            "{name}: {} is an engine for circuits",
            settings.engine.name()
        )));
    };
    let asked = numbers::Settings {
        engine,
        seed: settings.seed,
        threads: settings.thread_count(),
        limits: settings.limits(),
        properties: systems::chosen(name, text, &settings.properties)?,
        bound: settings.bound,
        scenes: settings.pictures,
        ..numbers::Settings::default()
    };
    let sink = |line: &Line| settings.notice(line);
    let report = numbers::prove(text, &asked, &NumbersStream::new(name, true, &sink));
    let report = report.map_err(|error| systems::refusal(name, text, error))?;
    let claims = report.properties.iter().map(|property| {
        let answer = NumbersAnswer::of(property);
        Claim {
            name: property.name.clone(),
            verdict: answer.word.into(),
            engine: property.engine.map(|engine| engine.name().to_owned()),
            reason: answer.reason,
            evidence: Evidence::of_system(property),
            certificate: systems::certificate(property),
        }
    });
    let claims = claims.collect();
    let contents = NumbersContentsEntry::of(&report, Vec::new(), memory::peak(), true);
    let entry = FileEntry::done(name, ContentsEntry::Numbers(contents), report.exit_code(), &[]);
    let format = match report.contents.format {
        numbers::Format::Horn => FileFormat::Horn,
        numbers::Format::Vmt => FileFormat::Vmt,
    };
    let file = name.to_owned();
    Ok(Report { file, format, claims, elapsed: report.elapsed, bundle: None, entry })
}

fn program(name: &str, input: &input::Input, settings: &Settings) -> Result<Report, Refusal> {
    let bytes = input.text();
    let asked = programs::Settings {
        functions: code::chosen(name, bytes, &settings.functions)?,
        seed: settings.seed,
        threads: settings.thread_count(),
        limits: settings.limits(),
        ..programs::Settings::default()
    };
    let sink = |line: &Line| settings.notice(line);
    let report = programs::prove(bytes, &asked, &ProgramsStream::new(name, &sink));
    let report = report.map_err(|problems| Refusal::Program(bytes.to_vec(), problems))?;
    let text = String::from_utf8_lossy(bytes);
    let contents = code::contents(&text, &report, Vec::new(), memory::peak(), settings.pictures);
    // What nobody has checked is no verdict.
    let (unchecked, bundle) = match &report.evidence {
        programs::EvidenceStatus::Checked { bundle, .. } => {
            (None, Some(bundle.clone().into_bytes()))
        }
        programs::EvidenceStatus::Rejected(why) => {
            let reason = format!("our own evidence was not accepted: {why}");
            (Some((Verdict::Rejected, reason)), None)
        }
        programs::EvidenceStatus::Unchecked | programs::EvidenceStatus::Incomplete { .. } => {
            let reason = "its evidence was not made within the limits".to_owned();
            (Some((Verdict::Unknown, reason)), None)
        }
    };
    let claims = contents.functions.iter().map(|function| {
        let verdict = Verdict::from(function.verdict);
        let is_claimed = matches!(verdict, Verdict::Proved | Verdict::False);
        let (verdict, reason) = match unchecked.clone().filter(|_| is_claimed) {
            Some((verdict, reason)) => (verdict, Some(reason)),
            None => (verdict, None),
        };
        Claim {
            name: function.name.clone(),
            verdict,
            engine: None,
            reason,
            evidence: Some(Evidence::of_function(function)),
            certificate: None,
        }
    });
    let claims = claims.collect();
    let entry = FileEntry::done(name, ContentsEntry::Program(contents), report.exit_code(), &[]);
    let (file, format) = (name.to_owned(), FileFormat::Pi);
    Ok(Report { file, format, claims, elapsed: report.elapsed, bundle, entry })
}
