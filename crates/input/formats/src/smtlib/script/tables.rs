//! Scripts with hashtables and partial arrays.

use std::collections::HashSet;

use buttress_logic::{Sort, SortKind, TableKind, Terms};

use super::Script;
use crate::smtlib::error::{Error, Kind};
use crate::smtlib::family::family_of;
use crate::smtlib::reading::Reading;
use crate::smtlib::sexpr::Sexpr;
use crate::smtlib::shape::{Maker, SortName};
use crate::smtlib::signature::Signature;
use crate::smtlib::tables::{EMPTY, UNDEFINED, reserved_sort};

impl Script {
    /// Makes the reserved datatypes that a sort is made of known, if somebody else has declared them.
    pub fn adopt(&mut self, terms: &mut Terms, sort: Sort) {
        let (mut waiting, mut seen) = (vec![sort], HashSet::new());
        while let Some(sort) = waiting.pop() {
            if !seen.insert(sort) {
                continue;
            }
            match terms.sort_kind(sort) {
                SortKind::Array { index, element } => waiting.extend([*index, *element]),
                SortKind::Datatype(datatype) => {
                    let name = terms.datatype_name(*datatype);
                    let Some(SortName::Maker(Maker::Datatype(family), _)) = reserved_sort(name)
                    else {
                        continue;
                    };
                    let arguments = terms.datatype_arguments(*datatype).to_vec();
                    waiting.extend(&arguments);
                    self.signature.sorts.datatypes.instantiate(terms, family, arguments);
                }
                _ => {}
            }
        }
    }

    /// The script before its first command, read in this way.
    #[must_use]
    pub fn with_reading(mut self, reading: Reading) -> Script {
        self.signature = Signature::new(reading);
        self.start = self.here();
        self
    }

    /// How it is read.
    pub fn reading(&self) -> Reading {
        self.signature.tables.reading
    }

    /// After terms were read: the functions `@missing` in them are functions of the script.
    pub(crate) fn keep_missing(&mut self) {
        // There is one for each sort of tables, so that they are few.
        for function in std::mem::take(&mut self.signature.tables.asked) {
            if !self.stack.missing.contains(&function) {
                self.stack.missing.push(function);
                self.stack.functions.push(function);
            }
        }
    }

    /// Values of tables are printed with names that a script with tables must leave alone: else
    /// the text of a model could mean something else.
    pub(crate) fn check_table_names(&self, source: &Sexpr) -> Result<(), Error> {
        let Signature { functions, sorts, .. } = &self.signature;
        for kind in TableKind::ALL {
            if !sorts.uses[family_of(kind)] {
                continue;
            }
            let names: &[&str] = match kind {
                TableKind::Hash => &["put", "remove", EMPTY],
                TableKind::Partial => &[UNDEFINED],
            };
            let is_hidden = match sorts.names.get(kind.name()) {
                Some(SortName::Maker(Maker::Table(found), _)) => *found != kind,
                _ => true,
            };
            let is_taken = |name: &&&str| functions.get(name).is_some();
            let taken = names.iter().find(is_taken).copied();
            if let Some(name) = taken.or(is_hidden.then(|| kind.name())) {
                let tables = match kind {
                    TableKind::Hash => "hashtables",
                    TableKind::Partial => "partial arrays",
                };
                let message = format!(
                    "a script with {tables} cannot declare `{name}`: their values are printed with it"
                );
                return Err(source.error(source.root(), Kind::Declaration, message));
            }
        }
        Ok(())
    }
}
