//! `fleet`: looking at a fleet, and stopping it.

use buttress_budget::Limits;
use buttress_dispatch::{cancel, drain, results as collect, snapshot};

use super::connect::{Place, connect};
use super::document::FleetDocument;
use super::{results, status};
use crate::args::{CancelArgs, DrainArgs, FleetArgs, FleetCommand, FleetShowArgs};
use crate::document::Document;
use crate::interrupt::Interrupt;
use crate::limits::FLEET_LOOK;
use crate::output::Output;
use crate::plural::counted;
use crate::{refusal, watchdog};

/// Runs the command.
pub fn run(arguments: &FleetArgs, output: &mut Output) -> u8 {
    let (place, is_json) = match &arguments.command {
        FleetCommand::Status(it) | FleetCommand::Results(it) => (&it.place, it.json),
        FleetCommand::Cancel(it) => (&it.place, it.json),
        FleetCommand::Drain(it) => (&it.place, it.json),
    };
    let done = connect(place.exchange.as_deref()).and_then(|place| match &arguments.command {
        FleetCommand::Status(it) => show_status(it, &place),
        FleetCommand::Results(it) => show_results(it, &place),
        FleetCommand::Cancel(it) => take_back(it, &place),
        FleetCommand::Drain(it) => send_home(it, &place),
    });
    match done {
        Ok(Done { document, text, code }) => {
            Document::Fleet(document).answer(is_json, || text, output);
            code
        }
        Err(problem) => refusal::usage(&problem, is_json, output),
    }
}

/// What there is to be said.
struct Done {
    document: FleetDocument,
    text: String,
    code: u8,
}

fn show_status(arguments: &FleetShowArgs, place: &Place) -> Result<Done, String> {
    let mut seen = snapshot(&*place.exchange, FLEET_LOOK).map_err(|it| it.to_string())?;
    seen.designs.retain(|design| is_meant(&arguments.designs, &design.digest, &design.file));
    let document = FleetDocument {
        exchange: place.name.clone(),
        status: Some(status::entry(&seen)),
        ..FleetDocument::default()
    };
    Ok(Done { document, text: status::human(&seen, &place.name), code: 0 })
}

fn show_results(arguments: &FleetShowArgs, place: &Place) -> Result<Done, String> {
    let limits: Limits = watchdog::limits(&Interrupt::listen());
    let is_wanted = |digest: &str, file: &str| is_meant(&arguments.designs, digest, file);
    let found = collect(&*place.exchange, &limits, is_wanted).map_err(|it| it.to_string())?;
    if found.is_empty() && !arguments.designs.is_empty() {
        return Err(format!(
            "no design of this exchange is called {}",
            arguments.designs.join(", ")
        ));
    }
    let entries = results::entries(&found);
    let (text, code) = (results::human(&entries), results::code(&entries));
    let document = FleetDocument {
        exchange: place.name.clone(),
        results: Some(entries),
        ..FleetDocument::default()
    };
    Ok(Done { document, text, code })
}

fn take_back(arguments: &CancelArgs, place: &Place) -> Result<Done, String> {
    let is_wanted =
        |digest: &str, file: &str| arguments.all || is_meant(&arguments.designs, digest, file);
    let count = cancel(&*place.exchange, is_wanted).map_err(|it| it.to_string())?;
    let document = FleetDocument {
        exchange: place.name.clone(),
        cancelled: Some(count),
        ..FleetDocument::default()
    };
    Ok(Done { document, text: format!("{} taken back\n", counted(count, "job")), code: 0 })
}

fn send_home(arguments: &DrainArgs, place: &Place) -> Result<Done, String> {
    drain(&*place.exchange, arguments.undo).map_err(|it| it.to_string())?;
    let document = FleetDocument {
        exchange: place.name.clone(),
        drained: Some(!arguments.undo),
        ..FleetDocument::default()
    };
    let text = match arguments.undo {
        false => {
            "workers end after their jobs; `buttress fleet drain --undo` lets them work again\n"
        }
        true => "workers may work again\n",
    };
    Ok(Done { document, text: text.to_owned(), code: 0 })
}

/// Is the design one of those that were named: by its file, by the last part of its path, or by the beginning of its digest? All are if none was.
fn is_meant(wanted: &[String], digest: &str, file: &str) -> bool {
    let last = file.rsplit('/').next().unwrap_or(file);
    let names = |word: &String| {
        word == file || word == last || (word.len() >= 6 && digest.starts_with(word.as_str()))
    };
    wanted.is_empty() || wanted.iter().any(names)
}
