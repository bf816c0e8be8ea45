//! Which names a text has: where each is declared, where it is used, where it can be used.

use std::collections::{BTreeMap, BTreeSet};

use buttress_pi::Span;

/// What a name stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NameKind {
    /// A function, also one of a script.
    Function,
    /// A predicate.
    Predicate,
    /// A struct, a sort.
    Type,
    /// A field of a struct.
    Field,
    /// A variable of the whole text.
    Global,
    /// A parameter or a local.
    Variable,
    /// A variable of a quantifier or a `let`.
    Bound,
    /// The label of an annotation, or the name of an assertion.
    Label,
}

/// A name that is declared.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Symbol {
    /// The name, as it is used.
    pub(crate) name: String,
    /// What it stands for.
    pub(crate) kind: NameKind,
    /// Where it is declared: the name itself.
    pub(crate) span: Span,
    /// All of the declaration.
    pub(crate) whole: Span,
    /// Where it can be used.
    pub(crate) scope: Span,
    /// Its type or its signature.
    pub(crate) detail: String,
    /// The position of the symbol that it belongs to.
    pub(crate) parent: Option<usize>,
}

/// A place where a symbol is named.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Occurrence {
    /// Where.
    pub(crate) span: Span,
    /// The position of the symbol.
    pub(crate) symbol: usize,
}

/// All names of a text.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub(crate) struct NameTable {
    /// In the order of the text.
    pub(crate) symbols: Vec<Symbol>,
    /// In the order of the text, declarations included.
    pub(crate) occurrences: BTreeSet<Occurrence>,
    /// The positions of symbols.
    by_name: BTreeMap<String, Vec<usize>>,
}

impl NameTable {
    /// Adds a declaration; its position.
    pub(crate) fn declare(&mut self, symbol: Symbol) -> usize {
        let place = self.symbols.len();
        self.occurrences.insert(Occurrence { span: symbol.span, symbol: place });
        self.by_name.entry(symbol.name.clone()).or_default().push(place);
        self.symbols.push(symbol);
        place
    }

    /// Notes that a symbol is named.
    pub(crate) fn mention(&mut self, span: Span, symbol: usize) {
        // What a reader has made of a place may name it twice.
        let first = Occurrence { span, symbol: 0 };
        let is_known = self.occurrences.range(first..).next().is_some_and(|it| it.span == span);
        if !is_known {
            self.occurrences.insert(Occurrence { span, symbol });
        }
    }

    /// The symbol that a name means at a place: the innermost one, and of those the last.
    pub(crate) fn find(
        &self,
        name: &str,
        place: u32,
        is_wanted: impl Fn(NameKind) -> bool,
    ) -> Option<usize> {
        let named = self.by_name.get(name)?.iter().map(|number| (*number, &self.symbols[*number]));
        let known =
            named.filter(|(_, symbol)| is_wanted(symbol.kind) && holds(symbol.scope, place));
        let innermost = known.min_by_key(|(number, symbol)| {
            (symbol.scope.end - symbol.scope.start, std::cmp::Reverse(*number))
        });
        innermost.map(|(number, _)| number)
    }

    /// What is named at a place, or just before it.
    pub(crate) fn at(&self, place: u32) -> Option<Occurrence> {
        self.occurrences.iter().find(|it| holds(it.span, place)).copied()
    }

    /// All places where a symbol is named. Predicates of one name and different types count as one.
    pub(crate) fn all(&self, symbol: usize) -> Vec<Occurrence> {
        let wanted = &self.symbols[symbol];
        let is_same = |other: usize| {
            let other_symbol = &self.symbols[other];
            other == symbol
                || wanted.kind == NameKind::Predicate
                    && (other_symbol.kind, &other_symbol.name) == (wanted.kind, &wanted.name)
        };
        self.occurrences.iter().filter(|it| is_same(it.symbol)).copied().collect()
    }

    /// The symbols that can be used at a place, each name once.
    pub(crate) fn visible(&self, place: u32) -> Vec<&Symbol> {
        let mut known = BTreeSet::new();
        let numbered = self.symbols.iter().filter(|symbol| {
            !matches!(symbol.kind, NameKind::Field | NameKind::Label) && holds(symbol.scope, place)
        });
        numbered.rev().filter(|symbol| known.insert(&symbol.name)).collect()
    }
}

/// Is the place in the stretch, or just behind it?
pub(crate) fn holds(span: Span, place: u32) -> bool {
    span.start <= place && place <= span.end
}

/// Do the stretches touch?
pub(crate) fn touches(one: Span, other: Span) -> bool {
    one.start <= other.end && other.start <= one.end
}
