//! Files that others wrote: every circuit of the benchmark set is read, has the size that the
//! manifest gives, and survives writing. Skipped, loudly, where the set is not there.

use std::fs;
use std::path::{Path, PathBuf};

use buttress_formats::aiger::{Model, read, write_ascii, write_binary};

fn bench() -> Option<PathBuf> {
    let root = match std::env::var_os("BUTTRESS_BENCH") {
        Some(root) => PathBuf::from(root),
        None => Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../../shared/bench"),
    };
    let hw = root.join("hw");
    if hw.is_dir() {
        return Some(hw);
    }
    eprintln!("SKIPPED: no benchmark circuits at {} (set BUTTRESS_BENCH)", hw.display());
    None
}

fn model(path: &Path) -> Model {
    let bytes = fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    read(&bytes).unwrap_or_else(|problems| panic!("{}: {problems:#?}", path.display()))
}

/// Inputs, latches, gates, outputs, bad signals, constraints, justice properties.
fn sizes(model: &Model) -> [usize; 7] {
    let circuit = &model.circuit;
    let bads = if model.bads_are_outputs { 0 } else { circuit.properties.len() };
    [
        circuit.inputs.len(),
        circuit.latches.len(),
        circuit.ands.len(),
        model.outputs.len(),
        bads,
        circuit.constraints.len(),
        model.justice.len(),
    ]
}

#[test]
fn sizes_agree_with_the_manifest() {
    let Some(hw) = bench() else { return };
    let manifest = fs::read_to_string(hw.join("manifest.csv")).expect("the set has a manifest");
    let mut files = 0;
    for line in manifest.lines().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        if !fields[1].starts_with("aiger") {
            continue;
        }
        let expected: Vec<usize> =
            fields[2..9].iter().map(|field| field.parse().expect("a number")).collect();
        assert_eq!(sizes(&model(&hw.join(fields[0])))[..], expected, "{}", fields[0]);
        files += 1;
    }
    assert!(files > 0, "the manifest names no AIGER file");
}

#[test]
fn small_files_survive_writing() {
    let Some(hw) = bench() else { return };
    for folder in ["certifaiger_tests", "multi_hwmcc11", "live_hwmcc11", "avr_opensource"] {
        let Ok(entries) = fs::read_dir(hw.join(folder)) else { continue };
        for path in entries.flatten().map(|entry| entry.path()) {
            let is_aiger = path.extension().is_some_and(|kind| kind == "aag" || kind == "aig");
            // This pair is there to be refused: its latch resets to its own negation.
            if !is_aiger || path.ends_with("negated_reset_witness.aag") {
                continue;
            }
            let original = model(&path);
            let (ascii, binary) = (write_ascii(&original), write_binary(&original));
            let again = read(&ascii).expect("what is written is read");
            assert_eq!(write_ascii(&again), ascii, "{}", path.display());
            assert_eq!(write_binary(&again), binary, "{}", path.display());
            assert_eq!(sizes(&again), sizes(&original), "{}", path.display());
        }
    }
}
