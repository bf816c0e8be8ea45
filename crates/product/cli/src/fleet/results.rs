//! `fleet results`: the verdicts that have come in, each checked here.

use buttress_dispatch::{DesignResults, Word};

use super::document::{FleetResultsEntry, FleetVerdictEntry, kind_name};
use super::report::table;
use crate::exit;
use crate::style::{BOLD, legible};

/// The results as JSON.
pub fn entries(found: &[DesignResults]) -> Vec<FleetResultsEntry> {
    let entry = |design: &DesignResults| FleetResultsEntry {
        digest: design.digest.clone(),
        file: design.file.clone(),
        kind: kind_name(design.kind),
        units: design
            .units
            .iter()
            .map(|unit| match &unit.accepted {
                Some(accepted) => FleetVerdictEntry::accepted(&unit.name, accepted),
                None => FleetVerdictEntry::open(&unit.name, unit.reason.clone()),
            })
            .collect(),
    };
    found.iter().map(entry).collect()
}

/// The results for people.
pub fn human(entries: &[FleetResultsEntry]) -> String {
    let design = |entry: &FleetResultsEntry| {
        let digest = entry.digest.get(..12).unwrap_or(&entry.digest);
        let (file, digest) = (legible(&entry.file), legible(digest));
        format!("{BOLD}{file}{BOLD:#}  {digest}\n{}", table(&entry.units))
    };
    match entries.is_empty() {
        true => "nothing was handed out\n".to_owned(),
        false => entries.iter().map(design).collect(),
    }
}

/// The exit code, as `prove` would have it.
pub fn code(entries: &[FleetResultsEntry]) -> u8 {
    let words = entries.iter().flat_map(|entry| &entry.units).map(|unit| unit.word);
    let codes = words.map(|word| match word {
        Word::Proved | Word::Sat | Word::Unsat => 0,
        Word::False | Word::Open => exit::FALSE,
        Word::Unknown => exit::UNKNOWN,
    });
    exit::worst(&codes.collect::<Vec<u8>>())
}
