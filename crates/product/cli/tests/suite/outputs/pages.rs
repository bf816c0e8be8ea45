//! Pages: the same by both ways, whole in one file, and deaf to what names say.

use std::fs;
use std::path::PathBuf;

use super::program::{Run, runs};

/// What a name may be.
const EVIL: &str = "</script><script>alert(1)</script><img src=x onerror=alert(2)>\"'";

/// A folder of its own, which is empty.
fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("buttress-pages-{name}-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// The page must need nothing, and run nothing but its own script.
fn check(page: &str, run: &Run) {
    assert!(page.starts_with("<!doctype html>"), "{run}");
    assert!(page.contains("Content-Security-Policy"), "{run}");
    for outside in ["src=\"", "<link", "@import", "url(", "https://", "<img", "<iframe"] {
        assert!(!page.contains(outside), "{outside} in the page of {run}");
    }
    // One script that runs; all others are data.
    assert_eq!(page.matches("<script>").count(), 1, "{run}");
}

#[test]
fn a_page_is_the_same_by_way_of_its_json() {
    let folder = folder("same");
    let (page, json, seen) =
        (folder.join("page.html"), folder.join("report.json"), folder.join("seen.html"));
    for question in [
        "prove examples/programs/broken/BubbleSort.pi",
        "prove examples/hardware/deep_counter.aag examples/hardware/peterson.aag",
        "prove examples/numbers/s1.smt2",
        "solve examples/formulas/sorted.smt2",
        "explain examples/formulas/gaps.smt2",
        "invariants examples/numbers/s1.smt2",
        "terminates examples/numbers/countdown.smt2",
        "info examples/hardware/fifo.aag",
        "explain AG0004",
        "prove no-such-file.aag",
    ] {
        let run = runs(question).and(&["--json", "--html", page.to_str().unwrap()]).ended();
        assert!(matches!(run.code, 0..=3), "{run}");
        let made = fs::read_to_string(&page).unwrap();
        check(&made, &run);
        fs::write(&json, &run.stdout).unwrap();
        let (json, out) = (json.to_str().unwrap(), seen.to_str().unwrap());
        let view = runs("view").and(&[json, "--output", out]).ended();
        assert_eq!(view.code, 0, "{view}");
        assert!(fs::read_to_string(&seen).unwrap() == made, "the pages differ: {question}");
        fs::remove_file(&page).unwrap();
    }
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_page_says_what_to_try_where_there_is_no_answer() {
    let folder = folder("unknown");
    let page = folder.join("page.html");
    for (question, words) in [
        ("prove examples/hardware/peterson.aag --engine bmc --bound 3", ["UN0005", "--bound 30"]),
        ("prove examples/numbers/phases.smt2 --engine unfold --bound 3", ["UN0005", "--bound 30"]),
        ("terminates examples/numbers/gcd.smt2 --timeout 0", ["UN0001", "--timeout 10"]),
        ("solve examples/formulas/cells.smt2 --timeout 0", ["UN0001", "--timeout 10"]),
        ("prove examples/programs/BubbleSort.pi --timeout 0", ["UN0001", "--timeout 10"]),
    ] {
        let run = runs(question).and(&["--html", page.to_str().unwrap()]).ended();
        assert_eq!(run.code, 3, "{run}");
        let made = fs::read_to_string(&page).unwrap();
        check(&made, &run);
        for words in ["What to try next"].into_iter().chain(words) {
            assert!(made.contains(words), "{words} in the page of {run}");
        }
    }
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn names_stay_text() {
    let folder = folder("names");
    let (file, page) = (folder.join("evil.aag"), folder.join("page.html"));
    let long = "long".repeat(1000);
    fs::write(&file, format!("aag 2 1 1 0 0 1\n2\n4 2\n4\ni0 {EVIL}\nl0 {long}\nb0 {EVIL}\n"))
        .unwrap();
    let (file, out) = (file.to_str().unwrap(), page.to_str().unwrap());
    let run = runs("prove").and(&[file, "--html", out]).ended();
    assert_eq!(run.code, 1, "{run}");
    let made = fs::read_to_string(&page).unwrap();
    check(&made, &run);
    assert!(made.contains("&lt;script&gt;alert(1)&lt;/script&gt;"), "{run}");
    // An input is never replaced by its page.
    let run = runs("prove").and(&[file, "--html", file]).ended();
    assert_eq!(run.code, 2, "{run}");
    let run = runs("doctor").and(&["--html", out]).ended();
    assert_eq!(run.code, 2, "{run}");
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn evidence_and_inputs_have_pages() {
    let folder = folder("view");
    let (cert, page) = (folder.join("out.cert"), folder.join("page.html"));
    let (cert, out) = (cert.to_str().unwrap(), page.to_str().unwrap());
    let proved = runs("prove examples/hardware/peterson.aag").and(&["--certificate", cert]).ended();
    assert_eq!(proved.code, 0, "{proved}");
    for (file, words) in [
        (cert, "proof consecution"),
        ("examples/hardware/peterson.aag", "latches"),
        ("examples/programs/Max.pi", "@post"),
    ] {
        let run = runs("view").and(&[file, "--output", out]).ended();
        assert_eq!(run.code, 0, "{run}");
        let made = fs::read_to_string(&page).unwrap();
        check(&made, &run);
        assert!(made.contains(words), "{words} in {run}");
    }
    let strange = folder.join("strange.json");
    fs::write(&strange, "{\"tool\": \"somebody\"}").unwrap();
    let run = runs("view").and(&[strange.to_str().unwrap(), "--output", out]).ended();
    assert_eq!(run.code, 2, "{run}");
    fs::remove_dir_all(&folder).unwrap();
}
