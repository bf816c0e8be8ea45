//! The scripts in `examples/formulas` are answered as their remarks say.

use std::path::Path;
use std::process::Command;

#[test]
fn the_examples_are_answered() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/formulas");
    let expected = [
        ("euf", "unsat"),
        ("integers", "unsat"),
        ("lists", "unsat unsat"),
        ("nonlinear", "unknown"),
        ("pigeons", "unsat sat"),
        ("schedule", "sat"),
        ("sorted", "unsat sat"),
        ("swap", "unsat"),
    ];
    for (name, answers) in expected {
        let run = Command::new(env!("CARGO_BIN_EXE_buttress"))
            .args(["solve", "-q", &format!("{name}.smt2")])
            .current_dir(&folder)
            .output()
            .expect("the program starts");
        let stdout = String::from_utf8_lossy(&run.stdout);
        assert_eq!(stdout.split_whitespace().collect::<Vec<_>>().join(" "), answers, "{name}");
        let code = if answers.contains("unknown") { 3 } else { 0 };
        assert_eq!(run.status.code(), Some(code), "{name}");
    }
    let files = std::fs::read_dir(&folder).expect("the folder is part of the repository");
    assert_eq!(files.count(), expected.len(), "every example is in the list");
}
