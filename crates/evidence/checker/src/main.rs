//! `buttress-check MODEL EVIDENCE`: the independent check as a program of its own.
//!
//! Exit codes: 0 the evidence is accepted, whichever claim it makes (about a program: it shows all that was asked); 1 it is
//! rejected; 2 the files cannot be read, the evidence is of no known kind, the program is called wrongly, or its answer
//! cannot be written.

use std::fs;
use std::io::{self, Write};
use std::process::ExitCode;

use buttress_certificate::{is_certificate, read};
use buttress_checker::horn::{HornChecker, HornClaim, HornRejection, is_evidence};
use buttress_checker::pi;
use buttress_checker::smt::{SmtChecker, SmtVerdict, is_model, is_proof};
use buttress_checker::{Checked, Claim, Rejection, check, check_witness};
use buttress_formats::aiger;
use buttress_formats::smtlib::Reading;

const USAGE: &str = "usage: buttress-check [OPTIONS] MODEL EVIDENCE
MODEL is an AIGER file; EVIDENCE is a Buttress certificate or an AIGER witness
MODEL is a system of Horn clauses (SMT-LIB or VMT-LIB); EVIDENCE is Buttress evidence about it
MODEL is a pi program; EVIDENCE is a Buttress bundle of proofs and calls about it
MODEL is an SMT-LIB script; EVIDENCE is a Buttress proof or model for one of its checks
--partial: the arrays of the script are read as partial
--infinite-sorts: the sorts that the script declares are read as infinite
--function NAME: this function of the program must be proved (several times for several); by default all must be
--runtime off: subscripts, divisions and lengths of new arrays may be left aside
--termination on|off: the functions must be shown to end; or rankings may be left aside";

/// Why there is no answer.
enum CheckStop {
    /// The evidence is read and found wanting.
    Rejected(String),
    /// The evidence is right, and shows less than was asked.
    Lacking(String),
    /// Nothing was decided.
    Unreadable(String),
}

fn main() -> ExitCode {
    let arguments: Vec<String> =
        std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
    let mut rest = &arguments[..];
    let mut reading = Reading::PLAIN;
    let mut asked = pi::ProgramQuestion::default();
    while let [flag, others @ ..] = rest {
        let value = others.first().map(String::as_str);
        rest = match (flag.as_str(), value) {
            ("--partial", _) => {
                reading.partial_arrays = true;
                others
            }
            ("--infinite-sorts", _) => {
                reading.infinite_sorts = true;
                others
            }
            ("--function", Some(name)) => {
                asked.functions.get_or_insert_default().push(name.to_owned());
                &others[1..]
            }
            ("--runtime", Some(word @ ("on" | "off"))) => {
                asked.runtime = word == "on";
                &others[1..]
            }
            ("--termination", Some(word @ ("on" | "off"))) => {
                asked.termination = Some(word == "on");
                &others[1..]
            }
            _ => break,
        };
    }
    let (code, text) = match rest {
        [help] if help == "--help" || help == "-h" => (0, USAGE.to_owned()),
        [model, evidence] => rendered(run(model, evidence, reading, &asked)),
        _ => (2, USAGE.to_owned()),
    };
    ExitCode::from(told(code, &text))
}

/// Prints an answer, or why there is none; the exit code.
fn told(code: u8, text: &str) -> u8 {
    let problem = match code {
        2 => text.to_owned(),
        _ => match writeln!(io::stdout(), "{text}") {
            // A reader that has gone away changes nothing about the answer.
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
                format!("error: cannot write to standard output: {error}")
            }
            _ => return code,
        },
    };
    // There is nobody left to tell about a failure here.
    let _ = writeln!(io::stderr(), "{problem}");
    2
}

/// The exit code, and what is printed.
fn rendered(answer: Result<String, CheckStop>) -> (u8, String) {
    match answer {
        Ok(report) => (0, report),
        Err(CheckStop::Rejected(reason)) => (1, format!("rejected: {reason}")),
        Err(CheckStop::Lacking(report)) => (1, report),
        Err(CheckStop::Unreadable(reason)) => (2, reason),
    }
}

fn run(
    model_path: &str,
    evidence_path: &str,
    reading: Reading,
    asked: &pi::ProgramQuestion,
) -> Result<String, CheckStop> {
    let model = load(model_path)?;
    let evidence = load(evidence_path)?;
    if is_proof(&evidence) || is_model(&evidence) {
        return run_script(model_path, &model, &evidence, reading);
    }
    if is_evidence(&evidence) {
        return run_clauses(model_path, &model, &evidence);
    }
    if pi::is_evidence(&evidence) {
        return run_program(model_path, &model, &evidence, asked);
    }
    let checked = if is_certificate(&evidence) {
        let certificate =
            read(&evidence).map_err(|error| CheckStop::Rejected(error.to_string()))?;
        check(&model, &certificate).map(|checked| vec![checked])
    } else if is_witness(&evidence) {
        check_witness(&model, &evidence)
    } else {
        let reason = "neither a Buttress certificate, proof, model, bundle or evidence about clauses nor an AIGER witness";
        return Err(CheckStop::Unreadable(format!("{evidence_path}: {reason}")));
    };
    let checked = checked.map_err(|rejection| match rejection {
        Rejection::Model(_) => CheckStop::Unreadable(format!("{model_path}: {rejection}")),
        _ => CheckStop::Rejected(rejection.to_string()),
    })?;
    let lines: Vec<String> = checked.iter().map(|checked| report(&model, checked)).collect();
    Ok(lines.join("\n"))
}

/// Evidence for the answer to a check of an SMT-LIB script.
fn run_script(
    path: &str,
    script: &[u8],
    evidence: &[u8],
    reading: Reading,
) -> Result<String, CheckStop> {
    let checker = SmtChecker::new(script).with_reading(reading);
    let checked = checker.check(evidence).map_err(|rejection| {
        if rejection.is_undecided() {
            CheckStop::Unreadable(format!("{path}: {rejection}"))
        } else {
            CheckStop::Rejected(rejection.to_string())
        }
    })?;
    let check = checked.property();
    Ok(match checked.claim() {
        SmtVerdict::Unsat(unsat) => format!(
            "unsat: check {check}\nproof checked: {} terms, {} axioms, {} derived clauses",
            unsat.terms, unsat.axioms, unsat.derived
        ),
        SmtVerdict::Sat(sat) => {
            let (definitions, formulas) = (sat.definitions, sat.formulas);
            let best = match sat.objectives {
                0 => String::new(),
                objectives => format!(", {objectives} objectives optimal"),
            };
            format!(
                "sat: check {check}\nmodel checked: {definitions} definitions, {formulas} formulas evaluated{best}"
            )
        }
    })
}

/// Evidence about a pi program.
fn run_program(
    path: &str,
    input: &[u8],
    evidence: &[u8],
    asked: &pi::ProgramQuestion,
) -> Result<String, CheckStop> {
    let checked = pi::check(input, evidence).map_err(|rejection| {
        if rejection.is_about_input() {
            CheckStop::Unreadable(format!("{path}: {rejection}"))
        } else {
            CheckStop::Rejected(rejection.to_string())
        }
    })?;
    let (claim, statistics) = (checked.claim(), checked.statistics());
    let mut lines: Vec<String> = Vec::new();
    for function in claim.functions.iter().filter(|function| function.is_proved()) {
        let (conditions, _) = function.shown.unwrap_or_default();
        let mut line = format!("proved: {}, {conditions} conditions", function.name);
        match &function.ends {
            pi::TerminationClaim::Yes => line.push_str(", ends"),
            pi::TerminationClaim::If(callees) => {
                line.push_str(&format!(", ends if {}", pi::that_end(callees)))
            }
            pi::TerminationClaim::NotShown => {}
        }
        if !function.relies_on.is_empty() {
            let callees = function.relies_on.join(", ");
            line.push_str(&format!(", if the contracts of {callees} are right"));
        }
        lines.push(line);
    }
    let calls = claim.violations.iter();
    lines.extend(calls.map(|(call, _)| format!("false: {call} violates what is annotated")));
    lines.extend(claim.endless.iter().map(|call| format!("false: {call} never ends")));
    lines.push(format!(
        "evidence checked: {} obligations, {} proof steps, {} steps replayed",
        statistics.obligations, statistics.lrat_steps, statistics.simulated_steps
    ));
    let lacks = claim.lacks(asked);
    lines.extend(lacks.iter().map(|lack| format!("not shown: {lack}")));
    let report = lines.join("\n");
    if lacks.is_empty() { Ok(report) } else { Err(CheckStop::Lacking(report)) }
}

/// Evidence about a system of Horn clauses.
fn run_clauses(path: &str, input: &[u8], evidence: &[u8]) -> Result<String, CheckStop> {
    let ending = |rejection: HornRejection| {
        if rejection.is_undecided() {
            CheckStop::Unreadable(format!("{path}: {rejection}"))
        } else {
            CheckStop::Rejected(rejection.to_string())
        }
    };
    let checker = HornChecker::new(input).map_err(ending)?;
    let checked = checker.check(evidence).map_err(ending)?;
    let name = checker.property_name(checked.property()).unwrap_or_default();
    let obligations = checked.statistics().obligations;
    Ok(match checked.claim() {
        HornClaim::Safe { proof_clauses } => format!(
            "proved: {name}\nevidence checked: {obligations} obligations, {proof_clauses} proof clauses"
        ),
        HornClaim::Unsafe { steps } => {
            format!("false: {name}\nevidence checked: {steps} steps replayed")
        }
        HornClaim::Terminates { steps, proof_clauses } => format!(
            "proved: termination\nevidence checked: {steps} decreasing steps, {obligations} \
             obligations, {proof_clauses} proof clauses"
        ),
        HornClaim::Loops { steps } => {
            format!("false: termination\nevidence checked: {steps} steps replayed")
        }
    })
}

fn load(path: &str) -> Result<Vec<u8>, CheckStop> {
    fs::read(path).map_err(|error| CheckStop::Unreadable(format!("{path}: {error}")))
}

/// The first line of an AIGER witness says whether the property fails, holds, or neither.
fn is_witness(text: &[u8]) -> bool {
    let line = text.split(|&byte| byte == b'\n').next().unwrap_or_default();
    [&b"0"[..], b"1", b"2", b"sat", b"unsat"].contains(&line.trim_ascii_end())
}

fn report(model: &[u8], checked: &Checked<Claim>) -> String {
    // The file was read without error a moment ago; without names a number still tells.
    let name = aiger::read(model).map_or_else(
        |_| format!("property {}", checked.property()),
        |model| model.names.property(checked.property()),
    );
    let statistics = checked.statistics();
    match checked.claim() {
        Claim::Safe => format!(
            "proved: {name}\ncertificate checked: {} obligations, {} proof steps",
            statistics.obligations, statistics.lrat_steps
        ),
        Claim::Unsafe { depth } => format!(
            "false at step {depth}: {name}\ncertificate checked: {} steps replayed",
            statistics.simulated_steps
        ),
    }
}
