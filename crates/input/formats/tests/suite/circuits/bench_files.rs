//! Files that others wrote: every circuit of the benchmark set is read, has the size that the
//! manifest gives, and survives writing. Where the set is not there, the small corpus of the repository is read.

use std::fs;
use std::path::Path;

use buttress_formats::aiger::{Model, read, write_ascii, write_binary};
use buttress_testkit::{Corpus, in_parallel};

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
    let corpus = Corpus::find().expect("the small corpus is part of the repository");
    let hw = corpus.root();
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
    let corpus = Corpus::find().expect("the small corpus is part of the repository");
    let mut paths = Vec::new();
    for entry in corpus.entries().expect("the manifest is right") {
        let path = corpus.root().join(&entry.file);
        let is_small = fs::metadata(&path).is_ok_and(|data| data.len() < 200_000);
        // This one is there to be refused: its latch resets to its own negation.
        let is_refused = path.ends_with("negated_reset_witness.aag");
        if entry.format.starts_with("aiger") && is_small && !is_refused {
            paths.push(path);
        }
    }
    in_parallel(&paths, |path| {
        let original = model(path);
        let (ascii, binary) = (write_ascii(&original), write_binary(&original));
        let again = read(&ascii).expect("what is written is read");
        assert_eq!(write_ascii(&again), ascii, "{}", path.display());
        assert_eq!(write_binary(&again), binary, "{}", path.display());
        assert_eq!(sizes(&again), sizes(&original), "{}", path.display());
    });
    assert!(paths.len() > 5, "only {} files", paths.len());
}
