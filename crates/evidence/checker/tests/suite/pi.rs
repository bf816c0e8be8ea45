//! Evidence about programs: accepted, damaged section by section, and about programs of which it cannot be true.

mod claims;
mod contracts;
mod endless;
mod limits;
mod runs;
mod sections;
mod text;

use buttress_certificate::horn::Identity;
use buttress_checker::Checked;
use buttress_checker::pi::{PiClaim, PiRejection, check};

/// Loops, recursion and calls, with every condition proved and everything ranked: one fact, one ranking of a loop and one of a
/// function are added.
const STEPS: &str = include_str!("pi/steps.pi");
const STEPS_EVIDENCE: &str = include_str!("pi/steps.evidence");

/// A state that comes back, a closed set of two loops, and a closed set of calls.
const ENDLESS: &str = include_str!("pi/endless.pi");
const ENDLESS_EVIDENCE: &str = include_str!("pi/endless.evidence");

/// A helper whose contract is made stronger, so that its caller is proved.
const HELPER: &str = include_str!("pi/helper.pi");
const HELPER_EVIDENCE: &str = include_str!("pi/helper.evidence");

/// The lines above the sections, and `end` below them.
fn bundle(program: &str, lines: &str) -> String {
    let about = about(program);
    format!("buttress-pi-evidence 1\n{about}\nruntime on\ntermination on\n{lines}end\n")
}

/// The line that names a program.
fn about(program: &str) -> String {
    let Identity { bytes, fingerprint, .. } = Identity::of(program.as_bytes());
    format!("file {bytes} {fingerprint:016x}")
}

fn judge(program: &str, evidence: &str) -> Result<Checked<PiClaim>, PiRejection> {
    check(program.as_bytes(), evidence.as_bytes())
}

fn claim(program: &str, evidence: &str) -> PiClaim {
    match judge(program, evidence) {
        Ok(checked) => checked.claim().clone(),
        Err(rejection) => panic!("{rejection}\n{evidence}"),
    }
}

/// Evidence is rejected, in these words.
#[track_caller]
fn check_rejected(program: &str, evidence: &str, words: &str) {
    match judge(program, evidence) {
        Ok(checked) => panic!("accepted as {:?}, not rejected by: {words}", checked.claim()),
        Err(rejection) => assert_eq!(rejection.to_string(), words),
    }
}

/// The evidence with one text in it replaced, which must be there once.
#[track_caller]
fn damaged(evidence: &str, old: &str, new: &str) -> String {
    assert_eq!(evidence.matches(old).count(), 1, "{old}");
    evidence.replace(old, new)
}

/// The same evidence without the lines from the first that is `from` up to the next one after it that is `to`.
#[track_caller]
fn without(evidence: &str, from: &str, to: &str) -> String {
    let start = evidence.find(&format!("\n{from}\n")).expect("where it starts") + 1;
    let length = evidence[start..].find(&format!("\n{to}\n")).expect("where it stops") + 1;
    format!("{}{}", &evidence[..start], &evidence[start + length..])
}
