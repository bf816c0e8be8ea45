//! Programs from their text to verdicts.

use std::path::PathBuf;

use buttress_certificate::horn::Identity;
use buttress_certificate::pi::{Bundle, write};
use buttress_session::programs;

fn proved(text: &str, settings: &programs::Settings) -> programs::Report {
    let report = programs::prove(text.as_bytes(), settings, &programs::Silent);
    report.unwrap_or_else(|problems| panic!("{text}: {problems:?}"))
}

/// A line for each condition: function, path, text, verdict.
fn lines(report: &programs::Report) -> Vec<String> {
    let mut lines = Vec::new();
    for function in &report.functions {
        for (path, condition) in function.conditions() {
            let word = condition.verdict.word().as_str();
            lines.push(format!("{}: {}: {}: {word}", function.name, path.name, condition.text));
        }
    }
    lines
}

/// Few runs, so that tests are fast.
fn quick() -> programs::Settings {
    programs::Settings { runs: 300, ..programs::Settings::default() }
}

const LARGER: &str = "@pre true @post rv >= x && rv >= y && rv != 5
int larger(int x, int y) { if (x < y) return y; return x; }";

#[test]
fn each_conjunct_has_a_verdict_of_its_own() {
    let report = proved(LARGER, &quick());
    let expected = [
        "larger: pre -> post: rv >= x: proved",
        "larger: pre -> post: rv >= y: proved",
        "larger: pre -> post: rv != 5: false",
        "larger: pre -> post: rv >= x: proved",
        "larger: pre -> post: rv >= y: proved",
        "larger: pre -> post: rv != 5: false",
    ];
    assert_eq!(lines(&report), expected);
    assert_eq!(report.exit_code(), 1);
    for (_, condition) in report.functions[0].conditions() {
        if let programs::ConditionVerdict::False(_, run) = &condition.verdict {
            assert!(run.arguments.iter().any(|value| value.to_string() == "5"), "{run:?}");
        }
    }
}

#[test]
fn threads_change_nothing() {
    let one = proved(LARGER, &quick());
    let four = proved(LARGER, &programs::Settings { threads: 4, ..quick() });
    assert_eq!(lines(&one), lines(&four));
    let failures = |report: &programs::Report| -> Vec<String> {
        let conditions = report.functions[0].conditions();
        conditions.map(|(_, it)| format!("{:?}", it.verdict.failure())).collect()
    };
    assert_eq!(failures(&one), failures(&four));
}

#[test]
fn states_that_never_occur_leave_a_conjunct_open() {
    let text = "@pre n >= 0 @post rv = 2 * n int f(int n) {
      int i := 0; int s := 0;
      while @ L: i <= n && s >= 0 (i < n) { i := i + 1; s := s + 2; }
      return s; }";
    let report =
        proved(text, &programs::Settings { inference: programs::Inference::Nothing, ..quick() });
    let function = &report.functions[0];
    assert_eq!(function.word(), programs::ConditionWord::Open);
    let open: Vec<_> = function
        .conditions()
        .filter(|(_, condition)| condition.verdict.word() == programs::ConditionWord::Open)
        .collect();
    assert_eq!(open.len(), 1);
    let (path, condition) = open[0];
    assert_eq!((path.name.as_str(), condition.text.as_str()), ("L -> post", "rv = 2 * n"));
    let Some(failure) = condition.verdict.failure() else { panic!("{condition:?}") };
    assert!(failure.runs > 0, "runs were tried");
}

#[test]
fn a_loop_that_ends_is_proved_to_end() {
    let text = |rank: &str| {
        format!(
            "@pre n >= 0 @post true void f(int n) {{ int i := 0; while @ L: i <= n {rank} (i < n) \
             i := i + 1; }}"
        )
    };
    let settings = programs::Settings { termination: programs::Termination::Demanded, ..quick() };
    let report = proved(&text("# (n - i)"), &settings);
    assert!(
        matches!(report.functions[0].termination, programs::TerminationVerdict::Proved { .. }),
        "{report:?}"
    );
    let report = proved(&text("# (i)"), &settings);
    assert_eq!(report.functions[0].termination, programs::TerminationVerdict::Unproved);
    assert_eq!(report.exit_code(), 1);
    let none = programs::Settings { inference: programs::Inference::Nothing, ..settings };
    let report = proved(&text(""), &none);
    assert!(
        matches!(report.functions[0].termination, programs::TerminationVerdict::NotFound { .. }),
        "{report:?}"
    );
    assert_eq!(report.exit_code(), 3);
}

#[test]
fn what_is_outside_the_fragment_is_named() {
    let text = "@pre |a| > 0 && (forall i. (0 <= i && i < |a| - 1 -> a[i] <= a[i + 1]))
@post rv <= a[|a| - 1]
int f(int[] a) { return a[0]; }";
    let report = proved(text, &quick());
    let unknown = report.functions[0].conditions().find_map(|(_, it)| match &it.verdict {
        programs::ConditionVerdict::Unknown(why) => Some(why.clone()),
        _ => None,
    });
    let unknown = unknown.unwrap_or_else(|| panic!("{:?}", lines(&report)));
    assert_eq!(unknown.code, "PI0401");
    assert_eq!(unknown.span.map(|span| span.of(text)), Some("a[i + 1]"));
    assert_eq!(report.exit_code(), 3);
}

#[test]
fn out_of_budget_is_unknown() {
    // Runs would find out about some of it all the same.
    let report = proved(LARGER, &programs::Settings { effort: Some(0), runs: 0, ..quick() });
    assert!(report.functions[0].count(programs::ConditionWord::Unknown) > 0);
    assert_eq!(report.exit_code(), 3);
}

#[test]
fn only_the_functions_that_are_named_are_proved() {
    let text = "@pre true @post rv = x int f(int x) { return x; }
@pre true @post rv = x + 1 int g(int x) { return f(x) + 1; }";
    let settings = programs::Settings { functions: Some(vec!["g".to_owned()]), ..quick() };
    let report = proved(text, &settings);
    let names: Vec<&str> = report.functions.iter().map(|one| one.name.as_str()).collect();
    assert_eq!(names, ["g"]);
    assert_eq!(report.exit_code(), 0);
}

#[test]
fn proofs_are_checked_and_kept() {
    let folder = std::env::temp_dir().join(format!("buttress-programs-{}", std::process::id()));
    let settings = programs::Settings { cache: Some(folder.clone()), ..quick() };
    let text = "@pre x > 0 @post rv > 1 int f(int x) { return x + 1; }";
    let first = proved(text, &settings);
    assert!(
        matches!(first.evidence, programs::EvidenceStatus::Checked { .. }),
        "{:?}",
        first.evidence
    );
    let is_cached = |report: &programs::Report| {
        report.functions[0].conditions().all(|(_, condition)| condition.is_cached)
    };
    assert!(!is_cached(&first));
    let second = proved(text, &settings);
    assert!(is_cached(&second));
    assert_eq!(first.evidence, second.evidence);
    // The proof of another condition, one that leans on nothing, half of one.
    let other = "@pre x > 7 @post rv > 8 int f(int x) { return x + 1; }";
    assert_eq!(proved(other, &settings).exit_code(), 0);
    let kept = || std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path());
    let texts: Vec<String> = kept().map(|path| std::fs::read_to_string(path).unwrap()).collect();
    let at = |place: usize| texts[place % texts.len()].as_str();
    let shifted = |place: usize| at(place + 1).to_owned();
    let bare = |place: usize| {
        let (_, body) = at(place).split_once('\n').unwrap();
        format!("buttress-kept-proof 1 core \n{body}")
    };
    let half = |place: usize| at(place)[..at(place).len() / 2].to_owned();
    let weak = text.replace("rv > 1", "rv > 2");
    let damages: [&dyn Fn(usize) -> String; 3] = [&shifted, &bare, &half];
    for damage in damages {
        for (place, path) in kept().enumerate() {
            std::fs::write(path, damage(place)).unwrap();
        }
        for (text, code) in [(text, 0), (other, 0), (weak.as_str(), 1)] {
            assert_eq!(proved(text, &settings).exit_code(), code, "{text}");
        }
    }
    std::fs::remove_dir_all(folder).unwrap();
}

/// Two functions with a loop each, for which facts are inferred.
const LOOPS: &str = "@pre n >= 0 @post rv = n
int up(int n) { int i := 0; while @ true (i < n) i := i + 1; return i; }
@pre n >= 0 @post rv = 0
int down(int n) { int i := n; while @ true (i > 0) i := i - 1; return i; }";

#[test]
fn facts_are_kept_by_what_they_are_about() {
    let folder = std::env::temp_dir().join(format!("buttress-facts-{}", std::process::id()));
    let settings = programs::Settings { cache: Some(folder.clone()), ..quick() };
    let entries = || -> Vec<PathBuf> {
        let entries = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path());
        let is_fact = |path: &PathBuf| path.extension().is_some_and(|it| it == "facts");
        entries.filter(is_fact).collect()
    };
    let first = proved(LOOPS, &settings);
    assert_eq!((first.exit_code(), entries().len()), (0, 2));
    let second = proved(LOOPS, &settings);
    assert_eq!(second.evidence, first.evidence);
    assert_eq!(entries().len(), 2);
    // An edited body concerns one function, an edited contract both.
    let body = LOOPS.replace("i := i - 1", "i := i - 1 + 0");
    assert_eq!((proved(&body, &settings).exit_code(), entries().len()), (0, 3));
    let contract = LOOPS.replacen("n >= 0", "n >= 0 && n < 9", 1);
    assert_eq!((proved(&contract, &settings).exit_code(), entries().len()), (0, 5));
    // Runs of a caller go through what it calls.
    let calls = LOOPS.replace("int i := n;", "int i := up(n);");
    let edited = calls.replace("i := i + 1", "i := i + 1 + 0");
    assert_eq!((proved(&calls, &settings).exit_code(), entries().len()), (0, 6));
    assert_eq!((proved(&edited, &settings).exit_code(), entries().len()), (0, 8));
    // What is damaged, or was written by somebody else, costs time and changes no verdict.
    let wrong = LOOPS.replace("rv = 0", "rv = 1");
    let nothing = write(&Bundle {
        about: Identity::of(b""),
        runtime: true,
        termination: true,
        additions: Vec::new(),
        sections: Vec::new(),
        runs: Vec::new(),
        endless: Vec::new(),
    });
    let damages: [&dyn Fn(&str) -> String; 4] = [
        &|text| text.replace("<=", ">"),
        &|text| text[..text.len() / 2].to_owned(),
        &|_| nothing.clone(),
        &|_| "\u{0}".repeat(100),
    ];
    for damage in damages {
        assert_eq!(proved(LOOPS, &settings).exit_code(), 0);
        for entry in entries() {
            let text = std::fs::read_to_string(&entry).unwrap();
            std::fs::write(entry, damage(&text)).unwrap();
        }
        for (text, is_right) in [(LOOPS, true), (&wrong, false)] {
            let report = proved(text, &settings);
            assert_eq!(report.exit_code() == 0, is_right);
            let is_rejected = matches!(report.evidence, programs::EvidenceStatus::Rejected(_));
            assert!(!is_rejected, "{:?}", report.evidence);
        }
    }
    assert_ne!(proved(&wrong, &settings).exit_code(), 0);
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn errors_are_all_told() {
    let text = "@pre y @post true void f(int x) { x := true; z := 1; }";
    let problems = programs::prove(text.as_bytes(), &quick(), &programs::Silent).unwrap_err();
    assert!(problems.len() >= 3, "{problems:?}");
    let problems = programs::prove(b"\xff", &quick(), &programs::Silent).unwrap_err();
    assert_eq!(problems[0].code, "PI0000");
}

#[test]
fn paths_are_told_without_deciding() {
    let functions = programs::explain(LARGER.as_bytes()).unwrap();
    let path = &functions[0].paths[0];
    assert_eq!(path.name, "pre -> post");
    let steps: Vec<&str> = path.steps.iter().map(|step| step.text.as_str()).collect();
    assert_eq!(steps, ["assume x < y", "return y"]);
    assert_eq!(path.conditions, ["rv >= x", "rv >= y", "rv != 5"]);
    assert_eq!(path.steps[0].branch, Some(true));
}

#[test]
fn a_negated_condition_that_holds_is_no_condition_that_fails() {
    let text = "@pre true @post rv > 0 int f(bool b) { if (!(b)) { return 0; } return 1; }";
    let functions = programs::explain(text.as_bytes()).unwrap();
    let first =
        |path: &programs::PathConditions| (path.steps[0].text.clone(), path.steps[0].branch);
    let found: Vec<_> = functions[0].paths.iter().map(first).collect();
    let expected = [("assume !(b)", Some(true)), ("assume !(!(b))", Some(false))];
    assert_eq!(found, expected.map(|(text, branch)| (text.to_owned(), branch)));
}

#[test]
fn an_interrupted_run_that_nobody_reads_tells_nothing() {
    let flag = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(true));
    let limits = buttress_budget::Limits::none().with_interrupt(flag);
    let read = programs::Settings { limits, ..quick() };
    assert_eq!(proved(LARGER, &read).functions.len(), 1);
    let dropped = programs::Settings { is_dropped_when_interrupted: true, ..read };
    let report = proved(LARGER, &dropped);
    assert_eq!(report.functions.len(), 0);
    assert_eq!(report.evidence, programs::EvidenceStatus::Unchecked);
}

/// Programs whose helpers have contracts that say nothing; what was added to them, and what became of each function.
fn with_contracts(text: &str, functions: Option<&[&str]>) -> (Vec<String>, Vec<String>) {
    let names = functions.map(|names| names.iter().map(|name| (*name).to_owned()).collect());
    let settings = programs::Settings {
        functions: names,
        inference: programs::Inference::Contracts,
        ..programs::Settings::default()
    };
    let report = proved(text, &settings);
    let is_checked = matches!(report.evidence, programs::EvidenceStatus::Checked { .. });
    assert!(is_checked, "{:?}", report.evidence);
    let mut added = Vec::new();
    for function in &report.functions {
        for (part, conjunct) in &function.contract {
            added.push(format!("{} {part:?} {conjunct}", function.name));
        }
    }
    let word = |it: &programs::FunctionReport| format!("{} {:?}", it.name, it.word());
    (added, report.functions.iter().map(word).collect())
}

const GET: &str = "@pre true
@post true
int get(int[] a, int i) { return a[i]; }
@pre |a| > 0
@post rv = a[0]
int First(int[] a) { return get(a, 0); }
";

#[test]
fn contracts_of_helpers_are_inferred() {
    let (added, words) = with_contracts(GET, None);
    assert_eq!(added, ["get Pre 0 <= i", "get Pre i < |a|", "get Post rv = a[i]"]);
    assert_eq!(words, ["get Proved", "First Proved"]);
    // The helper is told of though nobody asked about it.
    assert_eq!(with_contracts(GET, Some(&["First"])).1, ["get Proved", "First Proved"]);
    // Who asks about the helper asks about it as it is written.
    let (added, words) = with_contracts(GET, Some(&["get"]));
    assert_eq!((added, words), (vec![], vec!["get False".to_owned()]));
    let chain = "@pre true @post true int inc(int x) { return x + 1; }
@pre true @post true int twice(int x) { return inc(inc(x)); }
@pre true @post rv = x + 4 int four(int x) { return twice(twice(x)); }
@pre true @post rv = x + 5 int five(int x) { return twice(twice(x)); }
";
    let (added, words) = with_contracts(chain, None);
    assert!(added.contains(&"twice Post rv = x + 2".to_owned()), "{added:?}");
    assert_eq!(words, ["inc Proved", "twice Proved", "four Proved", "five False"]);
}

#[test]
fn contracts_are_left_alone_where_nothing_helps() {
    // Nothing is open; nothing is a helper; no contract would help.
    let proved = "@pre true @post rv > x int f(int x) { return x + 1; }
@pre true @post rv > x int g(int x) { return f(x); }";
    assert_eq!(with_contracts(proved, None).0, [""; 0]);
    let alone = "@pre true @post rv > x int f(int x) { return x; }";
    assert_eq!(with_contracts(alone, None), (vec![], vec!["f False".to_owned()]));
    let wrong = "@pre true @post true int f(int x) { return x; }
@pre true @post rv > x int g(int x) { return f(x); }";
    let (added, words) = with_contracts(wrong, None);
    assert_eq!((added, words[1].as_str()), (vec![], "g False"));
}
