//! The examples of this repository.

use std::fs;
use std::path::{Path, PathBuf};

use buttress_formats::{chc, vmt};
use buttress_logic::Terms;

use super::check_round_trip;

fn examples(extension: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../examples/numbers");
    let entries = fs::read_dir(folder).expect("the folder can be read");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|found| found == extension));
    files.sort();
    assert!(!files.is_empty());
    files
}

#[test]
fn clauses_read_and_read_back() {
    for file in examples("smt2") {
        let text = fs::read(&file).unwrap();
        let mut terms = Terms::new();
        assert!(chc::is_horn(&text) && !vmt::is_vmt(&text), "{}", file.display());
        let source =
            chc::read(&mut terms, &text).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
        // Those about termination have no query.
        assert!(source.horn.clauses.iter().any(|clause| clause.head.is_some()));
        check_round_trip(&mut terms, &source);
    }
}

#[test]
fn transition_systems_read() {
    for file in examples("vmt") {
        let text = fs::read(&file).unwrap();
        assert!(vmt::is_vmt(&text), "{}", file.display());
        let system = vmt::read(&mut Terms::new(), &text).unwrap();
        assert!(!system.properties.is_empty());
        assert_eq!(system.source.horn.clauses.len(), 2 + system.properties.len());
    }
}
