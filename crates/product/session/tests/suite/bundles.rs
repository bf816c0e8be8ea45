//! Evidence about programs: what is proved passes the checker, and damage does not.

use buttress_checker::pi::{PiClaim, check};
use buttress_session::programs;

const SUM: &str = "\
@pre 0 <= n
@post rv >= n && forall i. (0 <= i && i < |a| -> a[i] = a[i])
int Sum(int n, int[] a) {
  int s := 0;
  while @ 0 <= i && i <= n && s >= i
  (i < n) {
    s := s + 2;
    i := i + 1;
  }
  return s;
}
";

/// A program whose loop variable comes from outside.
fn sum() -> String {
    SUM.replace("  int s := 0;\n", "  int s := 0;\n  int i := 0;\n")
}

fn bundle(text: &str) -> String {
    let report =
        programs::prove(text.as_bytes(), &programs::Settings::default(), &programs::Silent);
    let report = report.unwrap_or_else(|problems| panic!("{problems:?}"));
    match report.evidence {
        programs::EvidenceStatus::Checked { bundle, .. } => bundle,
        other => panic!("{other:?}"),
    }
}

fn checked(text: &str, bundle: &str) -> Result<PiClaim, String> {
    let checked = check(text.as_bytes(), bundle.as_bytes());
    checked.map(|checked| checked.claim().clone()).map_err(|rejection| rejection.to_string())
}

#[test]
fn a_bundle_shows_every_condition() {
    let (text, bundle) = (sum(), bundle(&sum()));
    let claim = checked(&text, &bundle).unwrap_or_else(|rejection| panic!("{rejection}"));
    assert!(claim.is_proved(), "{claim:?}");
    assert!(claim.runtime && claim.termination);
}

#[test]
fn without_a_line_it_shows_less_or_nothing() {
    let (text, bundle) = (sum(), bundle(&sum()));
    let lines: Vec<&str> = bundle.lines().collect();
    for gone in 0..lines.len() {
        let kept = lines.iter().enumerate().filter(|(place, _)| *place != gone);
        let damaged: String = kept.map(|(_, line)| format!("{line}\n")).collect();
        if let Ok(claim) = checked(&text, &damaged) {
            assert!(!claim.is_proved(), "nobody misses line {}: {}", gone + 1, lines[gone]);
        }
    }
}

#[test]
fn a_bundle_is_about_one_text() {
    let bundle = bundle(&sum());
    let other = sum().replace("s + 2", "s + 1");
    assert_eq!(
        checked(&other, &bundle).err().as_deref(),
        Some("the evidence is about another file")
    );
    // With the right length and fingerprint the conditions are others.
    let fingerprint = |text: &str| {
        let about = buttress_certificate::horn::Identity::of(text.as_bytes());
        format!("file {} {:016x}", about.bytes, about.fingerprint)
    };
    let other = sum().replace("rv >= n", "rv >  n");
    let forged = bundle.replace(&fingerprint(&sum()), &fingerprint(&other));
    assert!(checked(&other, &forged).is_err());
}

#[test]
fn a_false_fact_is_not_believed() {
    let (text, bundle) = (sum(), bundle(&sum()));
    let forged = bundle.replace("function Sum", "fact Sum 0 i = 0\nfunction Sum");
    assert!(checked(&text, &forged).is_err());
    let forged = bundle.replace("function Sum", "fact Sum 7 i = 0\nfunction Sum");
    assert!(checked(&text, &forged).is_err_and(|why| why.contains("no such loop")));
    let forged = bundle.replace("function Sum", "fact Sum 0 nobody = 0\nfunction Sum");
    assert!(checked(&text, &forged).is_err_and(|why| why.contains("makes no sense")));
}

#[test]
fn a_run_must_violate_something() {
    let wrong = sum().replace("rv >= n", "rv < n");
    let bundle = bundle(&wrong);
    let run =
        bundle.lines().find(|line| line.starts_with("run ")).unwrap_or_else(|| panic!("{bundle}"));
    let claim = checked(&wrong, &bundle).unwrap_or_else(|rejection| panic!("{rejection}"));
    assert!(!claim.violations.is_empty() && !claim.is_proved());
    // This call does not satisfy the precondition.
    let harmless = bundle.replace(run, "run Sum(-1, [])");
    assert!(checked(&wrong, &harmless).is_err_and(|why| why.contains("violates nothing")));
}
