//! Who is said to end, and what a bundle has to show for it: kept cases and attacks.

use buttress_checker::pi::{PiClaim, ProgramQuestion, TerminationClaim, check};
use buttress_session::programs;

fn report(
    text: &str,
    functions: Option<&[&str]>,
    termination: programs::Termination,
) -> programs::Report {
    let functions = functions.map(|names| names.iter().map(|it| (*it).to_owned()).collect());
    let settings = programs::Settings { functions, termination, runs: 100, ..Default::default() };
    let report = programs::prove(text.as_bytes(), &settings, &programs::Silent);
    report.unwrap_or_else(|problems| panic!("{problems:?}"))
}

fn bundle(report: &programs::Report) -> &str {
    match &report.evidence {
        programs::EvidenceStatus::Checked { bundle, .. } => bundle,
        other => panic!("{other:?}"),
    }
}

fn claim(text: &str, bundle: &str) -> PiClaim {
    let checked = check(text.as_bytes(), bundle.as_bytes());
    checked.unwrap_or_else(|rejection| panic!("{rejection}\n{bundle}")).claim().clone()
}

fn must_end() -> ProgramQuestion {
    ProgramQuestion { termination: Some(true), ..ProgramQuestion::default() }
}

/// f ends if h does, which it does not.
const WRONG_CALLEE: &str = "
@pre true @post true
int h(int x) { while @ true (true) { x := x + 1; } return x; }
@pre true @post true
int f(int n) { for @ true (int i := 0; i < n; i := i + 1) { h(i); } return 0; }
";

/// f ends if h does, of which nobody knows.
const OPEN_CALLEE: &str = "
@pre x > 0 @post true
int h(int x) { while @ x > 0 (x != 1) { if (x % 2 = 0) x := x div 2; else x := 3 * x + 1; } return x; }
@pre true @post true
int f(int n) { for @ i > 0 (int i := 1; i < n; i := i + 1) { h(i); } return 0; }
";

#[test]
fn a_function_ends_only_if_what_it_calls_does() {
    for functions in [None, Some(&["f"][..])] {
        let report = report(OPEN_CALLEE, functions, programs::Termination::Demanded);
        assert_eq!(report.exit_code(), 3);
        let f = report.functions.iter().find(|one| one.name == "f");
        let expected = programs::TerminationVerdict::IfCallees {
            callees: vec!["h".to_owned()],
            is_demanded: true,
        };
        assert_eq!(f.map(|f| &f.termination), Some(&expected));
        let claim = claim(OPEN_CALLEE, bundle(&report));
        assert_eq!(claim.functions[1].ends, TerminationClaim::If(vec!["h".to_owned()]));
        assert_eq!(claim.lacks(&must_end()).len(), 2, "{claim:?}");
    }
}

#[test]
fn a_function_whose_callee_never_ends_is_refuted() {
    for functions in [None, Some(&["f"][..])] {
        let report = report(WRONG_CALLEE, functions, programs::Termination::Demanded);
        assert_eq!(report.exit_code(), 1);
        let f = report.functions.iter().find(|one| one.name == "f");
        assert!(
            f.is_some_and(|f| matches!(f.termination, programs::TerminationVerdict::Never(_))),
            "{f:?}"
        );
        let claim = claim(WRONG_CALLEE, bundle(&report));
        assert_eq!(claim.functions[1].ends, TerminationClaim::If(vec!["h".to_owned()]));
        assert!(!claim.endless.is_empty());
    }
}

#[test]
fn callees_are_proved_along_with_the_function_that_must_end() {
    let text = WRONG_CALLEE.replace("(true) { x := x + 1; }", "(x < 9) { x := x + 1; }");
    let report = report(&text, Some(&["f"]), programs::Termination::Demanded);
    assert_eq!(report.exit_code(), 0, "{report:?}");
    assert_eq!(report.functions.len(), 1);
    let claim = claim(&text, bundle(&report));
    assert_eq!(claim.lacks(&must_end()), Vec::<String>::new());
}

#[test]
fn mutual_recursion_ends_only_as_a_whole() {
    let text = "
@pre n >= 0 #(n) @post true int even(int n) { if (n = 0) return 1; return odd(n - 1); }
@pre n >= 0 #(n) @post true int odd(int n) { if (n = 0) return 0; return even(n - 1); }
@pre true @post true int top() { return even(4); }
";
    let good = report(text, None, programs::Termination::Demanded);
    assert_eq!(good.exit_code(), 0, "{good:?}");
    let claim_of = claim(text, bundle(&good));
    assert!(claim_of.functions.iter().all(|one| one.ends == TerminationClaim::Yes), "{claim_of:?}");
    // Without the section of one of them nobody is shown to end.
    let whole = bundle(&good);
    let (before, rest) = whole.split_once("function odd").unwrap();
    let after = rest.split_once("function top").unwrap().1;
    let partial = claim(text, &format!("{before}function top{after}"));
    assert!(partial.functions.iter().all(|one| one.ends != TerminationClaim::Yes), "{partial:?}");
    assert_eq!(partial.functions[0].relies_on, ["odd"]);
    assert!(!partial.lacks(&ProgramQuestion::default()).is_empty());
    // A ranking that does not decrease from one to the other.
    let wrong = text.replace("return odd(n - 1)", "return odd(n)");
    assert_ne!(report(&wrong, None, programs::Termination::Demanded).exit_code(), 0);
}

#[test]
fn a_function_with_nothing_to_show_is_proved_and_checked() {
    let text = "@pre true\n@post true\nint g(int x) { return x + 1; }\n";
    let report = report(text, None, programs::Termination::Offered);
    assert_eq!(report.exit_code(), 0);
    let claim = claim(text, bundle(&report));
    assert_eq!(claim.lacks(&must_end()), Vec::<String>::new());
    assert_eq!(claim.functions[0].shown, Some((0, 0)));
}

#[test]
fn forty_branches_in_a_row_are_proved_and_checked() {
    let branches = "if (x > 0) x := x + 1; else x := x - 1;\n".repeat(40);
    let text = format!("@pre x > 0\n@post rv > 40\nint F(int x) {{ {branches} return x; }}\n");
    let good = report(&text, None, programs::Termination::Offered);
    assert_eq!(good.exit_code(), 0);
    assert_eq!(
        claim(&text, bundle(&good)).lacks(&ProgramQuestion::default()),
        Vec::<String>::new()
    );
    // What fails is shown with the way that it went.
    let wrong = report(&text.replace("rv > 40", "rv > 41"), None, programs::Termination::Offered);
    assert_eq!(wrong.exit_code(), 1);
}

#[test]
fn what_is_left_aside_must_be_asked_for() {
    let text = "@pre |a| > 0\n@post true\nint g(int[] a) { return a[0]; }\n";
    let whole = report(text, None, programs::Termination::Offered);
    let header: Vec<&str> = bundle(&whole).lines().take(4).collect();
    let empty = claim(text, &format!("{}\nend\n", header.join("\n")));
    assert_eq!(empty.lacks(&ProgramQuestion::default()).len(), 1, "{empty:?}");
    let off = header.join("\n").replace("runtime on", "runtime off");
    let off = claim(text, &format!("{off}\nfunction g 0\nend\n"));
    assert_eq!(off.lacks(&ProgramQuestion::default()).len(), 1, "{off:?}");
    assert!(
        off.lacks(&ProgramQuestion { runtime: false, ..ProgramQuestion::default() }).is_empty()
    );
    let off = bundle(&whole).replace("termination on", "termination off");
    let off = claim(text, &off);
    assert_eq!(off.lacks(&ProgramQuestion::default()).len(), 1, "{off:?}");
    assert!(
        off.lacks(&ProgramQuestion { termination: Some(false), ..ProgramQuestion::default() })
            .is_empty()
    );
    let nobody = ProgramQuestion {
        functions: Some(vec!["nobody".to_owned()]),
        ..ProgramQuestion::default()
    };
    assert_eq!(claim(text, bundle(&whole)).lacks(&nobody).len(), 1);
}

#[test]
fn forged_bundles_are_rejected_or_show_less() {
    let text = "
@pre n >= 0 @post rv = n
int f(int n) { int i := 0; while @ i <= n (i < n) { i := i + 1; } return i; }
@pre true @post rv = 7
int g() { return f(7); }
";
    let report = report(text, None, programs::Termination::Demanded);
    assert_eq!(report.exit_code(), 0, "{report:?}");
    let good = bundle(&report);
    let is_rejected = |forged: String| check(text.as_bytes(), forged.as_bytes()).is_err();
    // A function twice, `false` as a fact, a ranking that rises, the proofs of another function.
    let g = good.split_once("function g").unwrap().1;
    assert!(is_rejected(good.replace("end\n", &format!("function g{g}"))));
    assert!(is_rejected(good.replace("function f", "fact f 0 false\nfunction f")));
    let rank = good.lines().find(|line| line.starts_with("rank f 0")).unwrap();
    for forged in ["rank f 0 i - n", "rank f 0 0 - 1", "rank f 0 7 ; n - i ; 0"] {
        let forged = good.replace(rank, forged);
        let claim = check(text.as_bytes(), forged.as_bytes());
        assert!(claim.is_err_and(|why| why.to_string().contains("condition")), "{forged}");
    }
    let swapped = good.replace("function f ", "function x ").replace("function g ", "function f ");
    assert!(is_rejected(swapped.replace("function x ", "function g ")));
    // Without the ranking the rest is proved, and does not end.
    let without = good.replace(&format!("{rank}\n"), "");
    if let Ok(checked) = check(text.as_bytes(), without.as_bytes()) {
        assert!(!checked.claim().lacks(&must_end()).is_empty());
    }
}
