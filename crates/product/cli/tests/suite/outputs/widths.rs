//! Reports in narrow terminals: what is drawn and what is said fits, and no word is broken.

use super::program::runs;

/// May the line be longer? A word that is too long sticks out; titles of messages, excerpts of the user's text and commands stay
/// as they are.
fn may_be_long(line: &str) -> bool {
    let words = line.trim_start_matches("try: ").trim();
    let is_excerpt =
        line.trim_start_matches(|it: char| it.is_ascii_digit() || it == ' ').starts_with('|');
    let is_title = !line.starts_with(' ') && line.contains("]: ");
    let is_command = line.contains("= help: buttress ");
    !words.contains(' ') || is_excerpt || is_command || words.starts_with("--> ") || is_title
}

#[test]
fn reports_fit_narrow_terminals() {
    for columns in [40, 60] {
        for question in [
            "prove examples/hardware/fifo.aag -v",
            "prove examples/hardware/traffic_light.aag",
            "prove examples/hardware/peterson.aag --engine bmc --bound 3",
            "prove examples/numbers/phases.smt2 --engine unfold --bound 3",
            "prove examples/numbers/overrun.smt2 -v",
            "prove examples/numbers/simple.smt2 -v",
            "prove examples/programs/Abs.pi --infer show",
            "prove examples/programs/broken/BubbleSort.pi",
            "prove examples/programs/BubbleSort.pi --timeout 0",
            "terminates examples/numbers/countdown.smt2",
            "invariants examples/numbers/simple.smt2",
            "solve --pretty examples/formulas/cells.smt2",
            "solve --pretty examples/formulas/gaps.smt2",
            "explain UN0006",
            "show most-paths",
        ] {
            let run = runs(question).narrowed(columns).ended();
            assert!(matches!(run.code, 0..=3), "{run}");
            let long = run.stdout.lines().filter(|line| line.chars().count() > columns);
            let long: Vec<&str> = long.filter(|line| !may_be_long(line)).collect();
            assert!(long.is_empty(), "{columns} columns, {long:#?} of {run}");
        }
    }
}
