//! What the operations of tables expand to.

use buttress_logic::{Op, Sort, TableKind, Term};

use super::operation::Operation;
use super::reserved::Entry;
use super::state::Placeholder;
use crate::smtlib::sexpr::Node;
use crate::smtlib::symbol::Builtin;
use crate::smtlib::term::TermReader;
use crate::smtlib::{Error, Kind};

impl TermReader<'_> {
    /// Applies an operation of the extension to the values from `base` on.
    pub(crate) fn apply_operation(
        &mut self,
        operation: Operation,
        node: Node,
        base: usize,
    ) -> Result<Term, Error> {
        let count = self.values.len() - base;
        let (least, most) = operation.arity();
        self.check_arity(node, count, least, most)?;
        match operation {
            Operation::Get => {
                let (entry, key) = self.expect_table(node, base, 0)?;
                self.expect(node, base, 1, key)?;
                Ok(self.look_up(entry, self.values[base], self.values[base + 1]))
            }
            Operation::Put => {
                let (entry, key) = self.expect_table(node, base, 0)?;
                self.expect(node, base, 1, key)?;
                self.expect(node, base, 2, entry.sort)?;
                let value = self.terms.construct(entry.something, &[self.values[base + 2]]);
                Ok(self.terms.store(self.values[base], self.values[base + 1], value))
            }
            Operation::Remove => {
                let (entry, key) = self.expect_table(node, base, 0)?;
                self.expect(node, base, 1, key)?;
                let nothing = self.terms.construct(entry.nothing, &[]);
                Ok(self.terms.store(self.values[base], self.values[base + 1], nothing))
            }
            Operation::Init => {
                self.expect_table(node, base, 0)?;
                let table = self.values[base];
                let empty = self.empty_table(self.terms.sort_of(table));
                Ok(empty.map_or(Term::TRUE, |empty| self.terms.equal(table, empty)))
            }
            Operation::Keys => {
                let (entry, key) = self.expect_table(node, base, 0)?;
                Ok(self.keys_of(entry, key, self.values[base]))
            }
            Operation::Member => self.member(node, base),
            Operation::Union | Operation::Intersection | Operation::Complement => {
                self.combine_sets(operation, node, base)
            }
            Operation::Subset => self.subset(node, base),
            Operation::Defined if count == 1 => {
                let entry = self.expect_read(node, base, 0)?;
                let is_undefined = self.is_undefined(entry);
                Ok(self.terms.not(is_undefined))
            }
            Operation::Defined => {
                let (_, index, element) = self.expect_array(node, base)?;
                let entry = self.signature.sorts.datatypes.entry(self.terms, element);
                if entry.is_none_or(|entry| entry.kind != TableKind::Partial) {
                    let found = self.terms.sort_of(self.values[base]);
                    return Err(self.not_of(self.argument(node, 0), "a partial array", found));
                }
                self.expect(node, base, 1, index)?;
                let entry = self.terms.select(self.values[base], self.values[base + 1]);
                let is_undefined = self.is_undefined(entry);
                Ok(self.terms.not(is_undefined))
            }
            Operation::Undefined => Ok(self.signature.tables.undefined(self.terms)),
        }
    }

    /// The argument at a place must be a hashtable: its entries, and the sort of its keys.
    pub(super) fn expect_table(
        &self,
        node: Node,
        base: usize,
        place: usize,
    ) -> Result<(Entry, Sort), Error> {
        let sort = self.terms.sort_of(self.values[base + place]);
        let datatypes = &self.signature.sorts.datatypes;
        let parts = self.terms.array_parts(sort);
        let entry = parts.and_then(|(_, element)| datatypes.entry(self.terms, element));
        match (parts, entry) {
            (Some((key, _)), Some(entry)) if entry.kind == TableKind::Hash => Ok((entry, key)),
            _ => Err(self.not_of(self.argument(node, place), "a hashtable", sort)),
        }
    }

    /// The table of a sort that has nothing.
    pub(crate) fn empty_table(&mut self, sort: Sort) -> Option<Term> {
        let (_, element) = self.terms.array_parts(sort)?;
        let entry = self.signature.sorts.datatypes.entry(self.terms, element)?;
        let nothing = self.terms.construct(entry.nothing, &[]);
        Some(self.terms.constant_array(sort, nothing))
    }

    /// What a table holds at a key: if nothing, then what `@missing` says.
    ///
    /// In the partial reading every read is guarded, so that nobody asks what it is if not defined.
    fn look_up(&mut self, entry: Entry, table: Term, key: Term) -> Term {
        let found = self.terms.select(table, key);
        let content = self.terms.select_field(entry.content, found);
        let is_guarded = self.signature.tables.reading.partial_arrays;
        if is_guarded && entry.kind == TableKind::Partial {
            return content;
        }
        let sort = self.terms.sort_of(table);
        let Some(missing) = self.signature.tables.missing(self.terms, sort) else { return content };
        let missing = self.terms.apply(missing, &[table, key]);
        let is_nothing = self.terms.test(entry.nothing, found);
        self.terms.ite(is_nothing, missing, content)
    }

    /// The entry that a term reads, if it is a read of a partial array.
    pub(super) fn read_entry(&self, term: Term) -> Option<Term> {
        let content = match self.terms.op(term) {
            // See `look_up`.
            Op::Ite => self.terms.argument(term, 2),
            _ => term,
        };
        let Op::SelectField(_) = self.terms.op(content) else { return None };
        let found = self.terms.argument(content, 0);
        let datatypes = &self.signature.sorts.datatypes;
        let entry = datatypes.entry(self.terms, self.terms.sort_of(found))?;
        let is_missing = |term: Term| match self.terms.op(term) {
            Op::Apply(function) => self.terms.function_name(function) == TableKind::MISSING,
            _ => false,
        };
        let is_read = content == term || is_missing(self.terms.argument(term, 1));
        (entry.kind == TableKind::Partial && is_read).then_some(found)
    }

    /// The argument at a place must be a read of a partial array: the entry that it reads.
    fn expect_read(&self, node: Node, base: usize, place: usize) -> Result<Term, Error> {
        let term = self.values[base + place];
        self.read_entry(term).ok_or_else(|| {
            let expected = "a read of a partial array";
            match self.signature.tables.placeholder(self.terms, term) {
                Some(_) => {
                    self.not_of(self.argument(node, place), expected, self.terms.sort_of(term))
                }
                None => self.source.unexpected(self.argument(node, place), expected),
            }
        })
    }

    /// Is an entry nothing?
    pub(super) fn is_undefined(&mut self, entry: Term) -> Term {
        let sort = self.terms.sort_of(entry);
        match self.signature.sorts.datatypes.entry(self.terms, sort) {
            Some(parts) => self.terms.test(parts.nothing, entry),
            None => Term::FALSE,
        }
    }

    /// `select` and `store` on a table. Evidence speaks of the array of entries as it is.
    pub(crate) fn apply_to_table(
        &mut self,
        builtin: Builtin,
        node: Node,
        base: usize,
        entry: Entry,
    ) -> Result<Term, Error> {
        let (array, index) = (self.values[base], self.values[base + 1]);
        if self.evidence.is_none() && entry.kind == TableKind::Hash {
            let found = self.terms.sort_of(array);
            let hint = "hashtables have `get`, `put` and `remove`".to_owned();
            let error = self.not_of(self.argument(node, 0), "an array", found);
            return Err(error.hinting(Some(hint)));
        }
        match (builtin, self.evidence) {
            (Builtin::Select, Some(_)) => Ok(self.terms.select(array, index)),
            (Builtin::Select, None) => Ok(self.look_up(entry, array, index)),
            _ => {
                let value = self.expect_entry(node, base, 2, entry)?;
                Ok(self.terms.store(array, index, value))
            }
        }
    }

    /// The argument at a place as an entry: a content, `undef`, or in evidence an entry.
    pub(crate) fn expect_entry(
        &mut self,
        node: Node,
        base: usize,
        place: usize,
        entry: Entry,
    ) -> Result<Term, Error> {
        let value = self.values[base + place];
        // No term of a script is an entry.
        let sort = self.terms.sort_of(value);
        let entries = self.terms.constructor_datatype(entry.nothing);
        if self.terms.as_datatype(sort) == Some(entries) {
            return Ok(value);
        }
        let is_undefined =
            self.signature.tables.placeholder(self.terms, value) == Some(Placeholder::Undefined);
        if is_undefined && entry.kind == TableKind::Partial {
            return Ok(self.terms.construct(entry.nothing, &[]));
        }
        self.expect(node, base, place, entry.sort)?;
        Ok(self.terms.construct(entry.something, &[self.values[base + place]]))
    }

    /// `=`, `distinct` and `ite` of what is no proper term; `None` if all arguments are.
    pub(crate) fn relate_placeholders(
        &mut self,
        builtin: Builtin,
        node: Node,
        base: usize,
    ) -> Result<Option<Term>, Error> {
        let count = self.values.len() - base;
        let tables = &self.signature.tables;
        let placeholder = |place: usize| tables.placeholder(self.terms, self.values[base + place]);
        let first = (0..count).find_map(|place| Some((place, placeholder(place)?)));
        match (first, builtin) {
            (None, _) => Ok(None),
            (Some((_, Placeholder::Set(key))), Builtin::Ite) => {
                self.choose_set(node, base, key).map(Some)
            }
            (Some((_, Placeholder::Set(key))), _) => {
                self.compare_sets(builtin == Builtin::Equal, node, base, key).map(Some)
            }
            (Some((place, Placeholder::Undefined)), Builtin::Equal | Builtin::Distinct)
                if count == 2 =>
            {
                let entry = self.expect_read(node, base, 1 - place)?;
                let is_undefined = self.is_undefined(entry);
                let is_equal = builtin == Builtin::Equal;
                Ok(Some(if is_equal { is_undefined } else { self.terms.not(is_undefined) }))
            }
            (Some((place, Placeholder::Undefined)), _) => {
                let argument = self.argument(node, place);
                let message = "`undef` cannot stand here";
                let (_, hint) = Placeholder::Undefined.describe();
                let error = self.source.error(argument, Kind::Sort, message);
                Err(error.hinting(Some(hint.to_owned())))
            }
        }
    }
}
