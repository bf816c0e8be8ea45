//! What is no proper term is refused where one is wanted.

use buttress_logic::{Sort, Term};

use crate::smtlib::error::Error;
use crate::smtlib::sexpr::Node;
use crate::smtlib::term::TermReader;

impl TermReader<'_> {
    /// What is no proper term cannot stand here.
    pub(crate) fn refuse_placeholder(
        &self,
        term: Term,
        node: impl FnOnce(&Self) -> Node,
    ) -> Result<(), Error> {
        match self.signature.tables.placeholder(self.terms, term) {
            Some(_) => Err(self.not_of(node(self), "a term", self.terms.sort_of(term))),
            None => Ok(()),
        }
    }

    /// What messages say of a sort that is none, and what can be done with it.
    pub(crate) fn described(&self, sort: Sort) -> Option<(&'static str, &'static str)> {
        let placeholder = self.signature.tables.placeholder_sort(self.terms, sort)?;
        Some(placeholder.describe())
    }
}
