//! The roll of all designs that were handed out.

use buttress_exchange::{Exchange, ExchangeError};
use serde::{Deserialize, Serialize};

use crate::design::{Design, DesignKind};
use crate::job::Options;
use crate::keys::Keys;
use crate::limits::MOST_LISTED;

/// An entry of the roll.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Roll {
    pub(crate) design: String,
    pub(crate) kind: DesignKind,
    /// What the file was called by whoever handed it out last.
    pub(crate) file: String,
    /// The labels and names of the units that were handed out.
    pub(crate) units: Vec<(String, String)>,
    pub(crate) options: Options,
}

impl Roll {
    /// The entry for these units.
    pub(crate) fn new(design: &Design, file: &str, options: &Options, labels: &[String]) -> Roll {
        let chosen = design.units.iter().filter(|unit| labels.contains(&unit.label));
        Roll {
            design: design.digest.to_string(),
            kind: design.kind,
            file: file.to_owned(),
            units: chosen.map(|unit| (unit.label.clone(), unit.name.clone())).collect(),
            options: options.clone(),
        }
    }

    /// Its field in the table of designs.
    pub(crate) fn field(&self) -> String {
        format!("{}{}", self.design, self.options.question())
    }
}

/// Enters a design.
pub(crate) fn enrol(exchange: &dyn Exchange, roll: &Roll) -> Result<(), ExchangeError> {
    let enter = |roll: &Roll| {
        let text = serde_json::to_vec(roll).unwrap_or_default();
        exchange.note(&Keys::designs(), &roll.field(), &text)
    };
    match enter(roll) {
        // So many units that their names do not fit: the first ones stand for all.
        Err(ExchangeError::TooLarge { .. }) => {
            let units = roll.units.iter().take(MOST_LISTED).cloned().collect();
            enter(&Roll { units, ..roll.clone() })
        }
        other => other,
    }
}

/// All designs, those that can be read.
pub(crate) fn enrolled(exchange: &dyn Exchange) -> Result<Vec<Roll>, ExchangeError> {
    let notes = exchange.notes(&Keys::designs())?.into_iter();
    Ok(notes.filter_map(|(_, text)| serde_json::from_slice(&text).ok()).collect())
}
