//! `fleet status`: who works on what, for people and as JSON.

use buttress_dispatch::{DesignState, Snapshot, UnitReport, WorkerState};

use super::document::{
    FleetDesignEntry, FleetStatusEntry, FleetUnitEntry, FleetWorkerEntry, kind_name,
};
use crate::plural::counted;
use crate::style::{BOLD, FAINT, legible};

/// The fleet as JSON.
pub fn entry(seen: &Snapshot) -> FleetStatusEntry {
    FleetStatusEntry {
        server: seen.exchange.clone(),
        drained: seen.is_drained,
        workers: seen.workers.iter().map(worker).collect(),
        designs: seen.designs.iter().map(design).collect(),
    }
}

fn worker(worker: &WorkerState) -> FleetWorkerEntry {
    FleetWorkerEntry {
        name: worker.name.clone(),
        alive: worker.is_alive,
        file: worker.file.clone(),
        units: worker.units.clone(),
        helps: worker.is_help,
        answered: worker.answered,
        sent: worker.sent,
        received: worker.received,
    }
}

fn design(design: &DesignState) -> FleetDesignEntry {
    FleetDesignEntry {
        digest: design.digest.clone(),
        file: design.file.clone(),
        kind: kind_name(design.kind),
        units: design.units.iter().map(unit).collect(),
    }
}

fn unit(unit: &UnitReport) -> FleetUnitEntry {
    FleetUnitEntry {
        name: unit.name.clone(),
        state: unit.state,
        claimed: unit.claimed.as_ref().map(|outcome| outcome.word.as_str()),
        depth: unit.depth,
    }
}

/// The fleet for people.
pub fn human(seen: &Snapshot, place: &str) -> String {
    let mut text = format!("{BOLD}{place}{BOLD:#}  {}\n", legible(&seen.exchange));
    if seen.is_drained {
        text.push_str("drained: workers end after their jobs\n");
    }
    let alive = seen.workers.iter().filter(|worker| worker.is_alive).count();
    text.push_str(&format!("\n{}", counted(alive, "worker")));
    match seen.workers.len() - alive {
        0 => text.push('\n'),
        silent => text.push_str(&format!(", {silent} silent\n")),
    }
    let width = seen.workers.iter().map(|worker| worker.name.chars().count()).max().unwrap_or(0);
    for worker in &seen.workers {
        let doing = match (&worker.file, worker.is_alive, worker.is_help) {
            (_, false, _) => "silent".to_owned(),
            (None, ..) => "idle".to_owned(),
            (Some(file), _, false) => format!("{file} [{}]", worker.units.join(", ")),
            (Some(file), _, true) => format!("helps with {file} [{}]", worker.units.join(", ")),
        };
        let (name, doing) = (legible(&worker.name), legible(&doing));
        let WorkerState { answered, sent, received, .. } = worker;
        text.push_str(&format!(
            "  {name:width$}  {doing}  {FAINT}{answered} answered, clauses {sent} sent, {received} received{FAINT:#}\n"
        ));
    }
    text.push_str(&format!("\n{}\n", counted(seen.designs.len(), "design")));
    for design in &seen.designs {
        let count = |state: &str| design.units.iter().filter(|unit| unit.state == state).count();
        let counts = ["answered", "running", "waiting", "idle"].map(|state| (count(state), state));
        let counts = counts.iter().filter(|(count, _)| *count > 0);
        let counts: Vec<String> = counts.map(|(count, state)| format!("{count} {state}")).collect();
        let digest = design.digest.get(..12).unwrap_or(&design.digest);
        text.push_str(&format!(
            "  {}  {BOLD}{}{BOLD:#}{}  {}\n",
            legible(digest),
            legible(&design.file),
            design.question,
            counts.join(", ")
        ));
        for unit in design.units.iter().filter(|unit| unit.state == "running") {
            let depth = unit.depth.map_or_else(String::new, |depth| format!("  to step {depth}"));
            text.push_str(&format!("      {}  running{depth}\n", legible(&unit.name)));
        }
    }
    text
}
