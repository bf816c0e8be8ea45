//! `buttress check` on a circuit: a certificate, or an AIGER witness.

use buttress_certificate::{is_certificate, read};
use buttress_checker::{Checked, Claim, Rejection, check, check_witness};
use buttress_formats::{Diagnostic, aiger};
use schemars::JsonSchema;
use serde::Serialize;

use super::refusal::CheckRefusal;
use crate::circuits::obligations;
use crate::json::ErrorEntry;
use crate::plural::counted;
use crate::{diagnostics, exit};

/// What was shown of a property.
#[derive(Serialize, JsonSchema)]
pub struct ClaimEntry {
    /// The position of the property.
    property: usize,
    /// Its name.
    name: String,
    /// What is shown.
    #[schemars(extend("enum" = ["proved", "false"]))]
    verdict: &'static str,
    /// The step in which a false property is bad.
    depth: Option<usize>,
    /// What was checked, in words.
    checked: String,
    /// LRAT steps replayed.
    lrat_steps: usize,
    /// Steps simulated.
    simulated_steps: usize,
}

/// Checks a certificate or a witness against a circuit.
pub fn check_evidence(
    (file, bytes): (&str, &[u8]),
    (evidence, text): (&str, &[u8]),
) -> Result<Vec<ClaimEntry>, CheckRefusal> {
    let broken = |problems: Vec<Diagnostic>| {
        let errors = problems.iter().map(ErrorEntry::of).collect();
        CheckRefusal::new(exit::USAGE, diagnostics::all(file, bytes, &problems), errors)
    };
    let model = aiger::read(bytes).map_err(broken)?;
    let reject = |rejection: Rejection| match rejection {
        Rejection::Model(problems) => broken(problems),
        rejection => rejected(evidence, text, &rejection),
    };
    let claim = |checked: &Checked<Claim>, what: String| {
        ClaimEntry::of(checked, model.names.property(checked.property()), what)
    };
    if is_certificate(text) {
        let certificate =
            read(text).map_err(|error| CheckRefusal::damaged(evidence, &error.to_string()))?;
        let checked = check(bytes, &certificate).map_err(reject)?;
        return Ok(vec![claim(&checked, obligations(&certificate.evidence))]);
    }
    if !is_witness(text) {
        let message =
            format!("{evidence} is neither a certificate of buttress nor an AIGER witness");
        return Err(CheckRefusal::unreadable(message));
    }
    let checked = check_witness(bytes, text).map_err(reject)?;
    Ok(checked.iter().map(|checked| claim(checked, "replay".to_owned())).collect())
}

/// Does a statement of an AIGER witness come first, remarks aside?
fn is_witness(text: &[u8]) -> bool {
    let words = [&b"0"[..], b"1", b"2", b"sat", b"unsat", b"unknown"];
    let mut lines = text.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii_end);
    let is_remark = |line: &&[u8]| {
        let mark = line.first();
        !words.contains(line) && mark.is_none_or(|mark| matches!(mark, b'c' | b'u' | b'#'))
    };
    lines.find(|line| !is_remark(line)).is_some_and(|line| words.contains(&line))
}

fn rejected(evidence: &str, text: &[u8], rejection: &Rejection) -> CheckRefusal {
    let message = rejection.to_string();
    let line = match rejection {
        Rejection::Proof { line, .. } | Rejection::Clause { line, .. } => Some(*line),
        _ => None,
    };
    let shown = match (rejection, line) {
        (Rejection::Witness(problems), _) => {
            format!("rejected:\n{}", diagnostics::all(evidence, text, problems))
        }
        (_, Some(line)) => diagnostics::excerpt(evidence, text, &message, line),
        (_, None) => format!("rejected: {message}"),
    };
    let errors = match rejection {
        Rejection::Witness(problems) => problems.iter().map(ErrorEntry::of).collect(),
        _ => vec![ErrorEntry { line, ..ErrorEntry::plain(message) }],
    };
    CheckRefusal::new(exit::FALSE, shown, errors)
}

impl ClaimEntry {
    fn of(checked: &Checked<Claim>, name: String, what: String) -> ClaimEntry {
        let statistics = checked.statistics();
        let (verdict, depth) = match *checked.claim() {
            Claim::Safe => ("proved", None),
            Claim::Unsafe { depth } => ("false", Some(depth)),
        };
        ClaimEntry {
            property: checked.property(),
            name,
            verdict,
            depth,
            checked: what,
            lrat_steps: statistics.lrat_steps,
            simulated_steps: statistics.simulated_steps,
        }
    }

    /// The entry for a person.
    pub fn shown(&self) -> String {
        match self.depth {
            None => format!(
                "accepted: {} is proved\ncertificate checked: {} ({})\n",
                self.name,
                self.checked,
                counted(self.lrat_steps, "LRAT step")
            ),
            Some(depth) => format!(
                "accepted: {} is false at step {depth}\ntrace replayed ({})\n",
                self.name,
                counted(self.simulated_steps, "step")
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn witnesses_are_recognised_behind_remarks() {
        for text in ["1\nb0\n", "c by hand\n# x\nsat\n", "unsat\n", "\nunknown\n", "u7\n2\n"] {
            assert!(is_witness(text.as_bytes()), "{text:?}");
        }
        for text in ["", "c only a remark\n", "aag 0 0 0 0 0\n", "10\n"] {
            assert!(!is_witness(text.as_bytes()), "{text:?}");
        }
    }
}
