//! The datatypes that no script declares: entries of tables, and the lists of programs.

use buttress_logic::{Constructor, LIST, Selector, Sort, TableKind, Terms};

use crate::smtlib::datatypes::Datatypes;
use crate::smtlib::family::{ConstructorShape, LISTS, family_of};
use crate::smtlib::shape::{Maker, Shape, SortName};
use crate::smtlib::symbol::Symbol;

/// The parts of the datatype of a table's entries.
#[derive(Clone, Copy)]
pub(crate) struct Entry {
    pub kind: TableKind,
    /// The sort of the content.
    pub sort: Sort,
    pub nothing: Constructor,
    pub something: Constructor,
    pub content: Selector,
}

impl Datatypes {
    /// The datatypes that every script has: those of entries, and the lists of programs.
    pub fn with_entries() -> Datatypes {
        let mut datatypes = Datatypes::default();
        for kind in TableKind::ALL {
            let family = datatypes.begin_family(kind.entry(), 1);
            let content = (kind.content().to_owned(), 0);
            let nothing = ConstructorShape { name: kind.nothing().to_owned(), fields: Vec::new() };
            let something =
                ConstructorShape { name: kind.something().to_owned(), fields: vec![content] };
            let shapes = vec![Shape::Parameter(0)];
            // There is always nothing.
            datatypes.describe_reserved(family, vec![nothing, something], shapes, vec![true; 2]);
        }
        let [list, nil, cons, car, cdr] = LIST;
        let family = datatypes.begin_family(list, 1);
        let fields = vec![(car.to_owned(), 0), (cdr.to_owned(), 1)];
        let nil = ConstructorShape { name: nil.to_owned(), fields: Vec::new() };
        let cons = ConstructorShape { name: cons.to_owned(), fields };
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
pub(crate) fn reserved_symbol(name: &str) -> Option<Symbol> {
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
pub(crate) fn reserved_sort(name: &str) -> Option<SortName> {
    let kind = TableKind::ALL.into_iter().find(|kind| kind.entry() == name);
    let family = kind.map(family_of).or((name == LIST[0]).then_some(LISTS))?;
    Some(SortName::Maker(Maker::Datatype(family), 1))
}
