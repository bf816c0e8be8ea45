//! Hashtables and partial arrays: an extension of SMT-LIB, expanded while it is read.
//!
//! `(HashTable K V)` and `(PArray I E)` are arrays whose elements are entries of a reserved datatype,
//! nothing or something with a content, so that equality of tables is equality of arrays: the same
//! keys and the same values at them. What is read where a table has nothing is left open by a
//! reserved function `@missing` of the table and the key; only equations between reads of partial
//! arrays speak of nothing, too. Nobody behind the reader needs to know.
//!
//! The names of the extension mean something only where the script means nothing by them: every
//! declaration, definition and variable hides them. The names with which values of tables are
//! printed are the exception: a script that uses tables cannot declare them.

mod apply;
mod compare;
mod guards;
mod sets;

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use buttress_logic::{
    Constructor, Function, LIST, Selector, Sort, SortKind, TableKind, Term, Terms,
};

use self::sets::SetSort;
use super::datatypes::{Datatypes, Template};
use super::reading::Reading;
use super::script::Script;
use super::sexpr::Node;
use super::sorts::{Maker, Shape, SortName};
use super::symbol::Symbol;
use super::term::{Signature, TermReader};
use super::{Error, Kind, Sexpr};

/// The functions of the extension.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Operation {
    Get,
    Put,
    Remove,
    Member,
    Init,
    Keys,
    Union,
    Intersection,
    Complement,
    Subset,
    Defined,
    Undefined,
}

impl Operation {
    /// All of them: the name, the fewest and the most arguments, and whether evidence uses it.
    const ALL: [(Operation, &str, usize, Option<usize>, bool); 12] = [
        (Operation::Get, "get", 2, Some(2), false),
        (Operation::Put, "put", 3, Some(3), true),
        (Operation::Remove, "remove", 2, Some(2), true),
        (Operation::Member, "in-keys", 2, Some(2), false),
        (Operation::Init, "init", 1, Some(1), false),
        (Operation::Keys, "keys", 1, Some(1), false),
        (Operation::Union, "union", 2, None, false),
        (Operation::Intersection, "intersection", 2, None, false),
        (Operation::Complement, "complement", 1, Some(1), false),
        (Operation::Subset, "subset", 2, Some(2), false),
        (Operation::Defined, "defined", 1, Some(2), false),
        (Operation::Undefined, UNDEFINED, 0, Some(0), true),
    ];

    /// The operation with this name, in scripts or in evidence.
    pub fn named(name: &str, is_evidence: bool) -> Option<Operation> {
        let has_name = |row: &&(Operation, &str, usize, Option<usize>, bool)| row.1 == name;
        let (operation, .., is_for_evidence) = Operation::ALL.iter().find(has_name)?;
        (*is_for_evidence || !is_evidence).then_some(*operation)
    }

    fn arity(self) -> (usize, Option<usize>) {
        // The table is in the order of the variants, as a test makes sure.
        let (_, _, least, most, _) = Operation::ALL[self as usize];
        (least, most)
    }
}

/// What stores nothing in a partial array.
const UNDEFINED: &str = "undef";

/// `(as empty T)` is the table without keys.
pub(super) const EMPTY: &str = "empty";

/// The parts of the datatype of a table's entries.
#[derive(Clone, Copy)]
pub(super) struct Entry {
    pub kind: TableKind,
    /// The sort of the content.
    pub sort: Sort,
    nothing: Constructor,
    something: Constructor,
    content: Selector,
}

/// What the extension has made so far.
#[derive(Clone, Default, Debug)]
pub(super) struct Tables {
    pub reading: Reading,
    /// By the sort of the tables.
    missing: HashMap<Sort, Function>,
    /// Functions that the command at hand uses.
    asked: Vec<Function>,
    /// Sorts of sets, by the sort of the keys.
    sets: HashMap<Sort, SetSort>,
    /// The sort of the keys, by the sort of sets.
    key_sorts: HashMap<Sort, Sort>,
    /// What stands for `undef`.
    undefined: Option<Term>,
    /// For quantified formulas: the reads inside that none of their variables has guarded.
    open_reads: HashMap<Term, Arc<[Term]>>,
}

/// A term that stands for something that is none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Placeholder {
    /// `undef`
    Undefined,
    /// A set of keys of this sort.
    Set(Sort),
}

impl Placeholder {
    /// It in messages, and what it can be used for.
    fn describe(self) -> (&'static str, &'static str) {
        match self {
            Placeholder::Undefined => {
                ("`undef`", "it can be stored in a partial array, or compared with a read of one")
            }
            Placeholder::Set(_) => (
                "a set of keys",
                "sets can be compared, combined, and asked for a member with `in-keys`",
            ),
        }
    }
}

/// The family of the entries of a kind of tables: these families come first.
pub(super) fn family_of(kind: TableKind) -> usize {
    match kind {
        TableKind::Hash => 0,
        TableKind::Partial => 1,
    }
}

/// The family of lists, which comes next.
const LISTS: usize = 2;

impl Datatypes {
    /// The datatypes that every script has: those of entries, and the lists of programs.
    pub fn with_entries() -> Datatypes {
        let mut datatypes = Datatypes::default();
        for kind in TableKind::ALL {
            let family = datatypes.begin_family(kind.entry(), 1);
            let content = (kind.content().to_owned(), 0);
            let nothing = Template { name: kind.nothing().to_owned(), fields: Vec::new() };
            let something = Template { name: kind.something().to_owned(), fields: vec![content] };
            let shapes = vec![Shape::Parameter(0)];
            // There is always nothing.
            datatypes.describe_reserved(family, vec![nothing, something], shapes, vec![true; 2]);
        }
        let [list, nil, cons, car, cdr] = LIST;
        let family = datatypes.begin_family(list, 1);
        let fields = vec![(car.to_owned(), 0), (cdr.to_owned(), 1)];
        let nil = Template { name: nil.to_owned(), fields: Vec::new() };
        let cons = Template { name: cons.to_owned(), fields };
        let others = Shape::Apply { maker: Maker::Datatype(family), arguments: vec![0], size: 2 };
        let shapes = vec![Shape::Parameter(0), others];
        datatypes.describe_reserved(family, vec![nil, cons], shapes, vec![true; 2]);
        datatypes
    }

    /// The parts of a sort of entries.
    pub fn entry(&self, terms: &Terms, sort: Sort) -> Option<Entry> {
        let instance = self.instance(sort)?;
        let kind = TableKind::ALL.into_iter().find(|kind| family_of(*kind) == instance.family)?;
        let [nothing, something] = instance.constructors[..] else { return None };
        let content = *instance.selectors.get(1)?.first()?;
        Some(Entry { kind, sort: terms.selector_sort(content), nothing, something, content })
    }
}

/// What a reserved name of evidence means.
pub(super) fn reserved_symbol(name: &str) -> Option<Symbol> {
    for kind in TableKind::ALL {
        let family = family_of(kind);
        if name == kind.nothing() {
            return Some(Symbol::Constructor { family, constructor: 0 });
        }
        if name == kind.something() {
            return Some(Symbol::Constructor { family, constructor: 1 });
        }
        if name == kind.content() {
            return Some(Symbol::Selector { family, constructor: 1, field: 0 });
        }
    }
    let (family, [_, nil, cons, car, cdr]) = (LISTS, LIST);
    [
        (nil, Symbol::Constructor { family, constructor: 0 }),
        (cons, Symbol::Constructor { family, constructor: 1 }),
        (car, Symbol::Selector { family, constructor: 1, field: 0 }),
        (cdr, Symbol::Selector { family, constructor: 1, field: 1 }),
    ]
    .into_iter()
    .find_map(|(reserved, symbol)| (reserved == name).then_some(symbol))
}

/// What a reserved name of a sort means in evidence.
pub(super) fn reserved_sort(name: &str) -> Option<SortName> {
    let kind = TableKind::ALL.into_iter().find(|kind| kind.entry() == name);
    let family = kind.map(family_of).or((name == LIST[0]).then_some(LISTS))?;
    Some(SortName::Maker(Maker::Datatype(family), 1))
}

impl Tables {
    pub fn new(reading: Reading) -> Tables {
        Tables { reading, ..Tables::default() }
    }

    /// The function that says what tables of a sort read where they have nothing.
    pub fn missing(&mut self, terms: &mut Terms, table: Sort) -> Option<Function> {
        let function = match self.missing.get(&table) {
            Some(function) => *function,
            None => terms.missing_function(table)?,
        };
        self.missing.insert(table, function);
        if !self.asked.contains(&function) {
            self.asked.push(function);
        }
        Some(function)
    }

    /// The command at hand has failed.
    pub fn forget_asked(&mut self) {
        self.asked.clear();
    }

    /// What a term stands for, if it is no proper term.
    pub fn placeholder(&self, terms: &Terms, term: Term) -> Option<Placeholder> {
        self.placeholder_sort(terms, terms.sort_of(term))
    }

    fn placeholder_sort(&self, terms: &Terms, sort: Sort) -> Option<Placeholder> {
        if let Some(key) = self.key_sorts.get(&sort) {
            return Some(Placeholder::Set(*key));
        }
        let undefined = self.undefined?;
        (terms.sort_of(undefined) == sort).then_some(Placeholder::Undefined)
    }

    /// The term that stands for `undef`.
    fn undefined(&mut self, terms: &mut Terms) -> Term {
        *self.undefined.get_or_insert_with(|| {
            let (name, declaration) = ("@Undefined".to_owned(), terms.declare_sort());
            let kind = SortKind::Uninterpreted { name, declaration, arguments: Vec::new() };
            let sort = terms.sort(kind);
            terms.fresh_constant(UNDEFINED, sort)
        })
    }
}

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
    pub(super) fn keep_missing(&mut self) {
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
    pub(super) fn check_table_names(&self, source: &Sexpr) -> Result<(), Error> {
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

impl TermReader<'_> {
    /// What is no proper term cannot stand here.
    pub(super) fn refuse_placeholder(
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
    pub(super) fn described(&self, sort: Sort) -> Option<(&'static str, &'static str)> {
        let placeholder = self.signature.tables.placeholder_sort(self.terms, sort)?;
        Some(placeholder.describe())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_in_order() {
        for (place, (operation, ..)) in Operation::ALL.iter().enumerate() {
            assert_eq!(*operation as usize, place);
        }
    }
}
