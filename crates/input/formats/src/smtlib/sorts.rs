//! Reading sorts.

use std::collections::{HashMap, HashSet};

use buttress_logic::{Sort, TableKind, Terms};

use super::datatypes::Datatypes;
use super::error::{Error, Kind};
use super::family::family_of;
use super::names::{Mark, Names};
use super::reading::Reading;
use super::sexpr::{Node, Sexpr, Token, shorten};
use super::shape::{Maker, Shape, SortName, push};
use super::suggest::suggest;
use super::tables::reserved_sort;
use super::theories::foreign_theory;
use crate::limits::LARGEST_SORT;

/// The names of sorts in scope, and the sorts made so far.
#[derive(Clone, Debug)]
pub(super) struct Sorts {
    pub names: Names<SortName>,
    pub datatypes: Datatypes,
    /// How many parts sorts have when they are written out, where it is more than 1.
    sizes: HashMap<Sort, usize>,
    /// Which kinds of tables the script uses, by the families of their entries.
    pub uses: [bool; 2],
    /// Is it evidence that is read? It may name reserved sorts, and its arrays are always plain.
    pub reads_evidence: bool,
}

enum Task {
    Read(Node),
    Make { node: Node, name: SortName, base: usize },
}

impl Sorts {
    /// The sorts that every script knows.
    pub fn new(reading: Reading) -> Sorts {
        let mut names = Names::new();
        names.bind("Bool", SortName::Plain(Sort::BOOL));
        names.bind("Int", SortName::Plain(Sort::INT));
        names.bind("Real", SortName::Plain(Sort::REAL));
        let array = match reading.partial_arrays {
            false => Maker::Array,
            true => Maker::Table(TableKind::Partial),
        };
        names.bind("Array", SortName::Maker(array, 2));
        for kind in TableKind::ALL {
            names.bind(kind.name(), SortName::Maker(Maker::Table(kind), 2));
        }
        Sorts {
            names,
            datatypes: Datatypes::with_entries(),
            sizes: HashMap::new(),
            uses: [false; 2],
            reads_evidence: false,
        }
    }

    /// Reads a sort without parameters.
    pub fn read(&mut self, terms: &mut Terms, source: &Sexpr, node: Node) -> Result<Sort, Error> {
        if source.token(node) == Token::Symbol
            && let Some(SortName::Plain(sort)) = self.names.get(source.atom(node))
        {
            return Ok(*sort);
        }
        let mut shapes = Vec::new();
        let root = self.read_shape(terms, source, node, &mut shapes)?;
        match &shapes[root] {
            Shape::Closed(sort) => Ok(*sort),
            _ => Err(source.unexpected(node, "a sort without parameters")),
        }
    }

    /// Reads a sort to the end of `shapes`, and gives its place.
    pub fn read_shape(
        &mut self,
        terms: &mut Terms,
        source: &Sexpr,
        node: Node,
        shapes: &mut Vec<Shape>,
    ) -> Result<usize, Error> {
        let mut tasks = vec![Task::Read(node)];
        let mut made: Vec<usize> = Vec::new();
        while let Some(task) = tasks.pop() {
            match task {
                Task::Read(node) => {
                    let (name, arguments) = self.head(source, node)?;
                    tasks.push(Task::Make { node, name, base: made.len() });
                    let first = tasks.len();
                    tasks.extend(arguments.map(Task::Read));
                    tasks[first..].reverse();
                }
                Task::Make { node, name, base } => {
                    let arguments = made.split_off(base);
                    made.push(self.make_shape(terms, source, node, name, arguments, shapes)?);
                }
            }
        }
        made.pop().ok_or_else(|| source.unexpected(node, "a sort"))
    }

    /// What stands at the top of a sort, and its arguments.
    fn head<'a>(
        &self,
        source: &'a Sexpr,
        node: Node,
    ) -> Result<(SortName, impl Iterator<Item = Node> + use<'a>), Error> {
        let mut arguments = source.children(node);
        let head = if source.is_list(node) { arguments.expect(node, "a sort")? } else { node };
        if source.is_reserved(head, "_") {
            let theory = arguments.next().and_then(|name| foreign_theory(source.atom(name)));
            let message = match theory {
                Some(theory) => format!("{theory} are not supported"),
                None => "sorts with indices are not supported".to_owned(),
            };
            return Err(source.error(node, Kind::Unsupported, message));
        }
        let name = source.symbol(head, "a sort")?;
        let meaning = match self.names.get(name) {
            Some(_) if self.reads_evidence && name == "Array" => {
                Some(SortName::Maker(Maker::Array, 2))
            }
            None if self.reads_evidence => reserved_sort(name),
            meaning => meaning.cloned(),
        };
        match meaning {
            Some(meaning) => Ok((meaning, arguments)),
            None => Err(self.unknown(source, head, name)),
        }
    }

    fn unknown(&self, source: &Sexpr, node: Node, name: &str) -> Error {
        if let Some(theory) = foreign_theory(name) {
            return source.error(node, Kind::Unsupported, format!("{theory} are not supported"));
        }
        let near = suggest(name, self.names.all());
        source
            .error(node, Kind::Unknown, format!("unknown sort `{}`", shorten(name)))
            .suggesting(near)
    }

    fn make_shape(
        &mut self,
        terms: &mut Terms,
        source: &Sexpr,
        node: Node,
        name: SortName,
        arguments: Vec<usize>,
        shapes: &mut Vec<Shape>,
    ) -> Result<usize, Error> {
        let expected = match &name {
            SortName::Plain(_) | SortName::Parameter(_) | SortName::Inner(..) => 0,
            SortName::Maker(_, arity) => *arity,
            SortName::Defined(definition) => definition.parameters,
        };
        if arguments.len() != expected || (expected == 0 && source.is_list(node)) {
            let head = source.children(node).next().unwrap_or(node);
            let (name, found) = (shorten(source.atom(head)), arguments.len());
            let message = match expected {
                0 => format!("the sort `{name}` takes no arguments"),
                1 => format!("the sort `{name}` takes 1 argument, found {found}"),
                _ => format!("the sort `{name}` takes {expected} arguments, found {found}"),
            };
            return Err(source.error(node, Kind::Sort, message));
        }
        let made = match name {
            SortName::Plain(sort) => push(shapes, Shape::Closed(sort)),
            SortName::Parameter(place) => push(shapes, Shape::Parameter(place)),
            SortName::Maker(maker, _) => self.apply_shape(terms, maker, arguments, shapes),
            SortName::Inner(family, arity) => {
                let parameters = (0..arity).map(|place| push(shapes, Shape::Parameter(place)));
                let parameters = parameters.collect();
                self.apply_shape(terms, Maker::Datatype(family), parameters, shapes)
            }
            SortName::Defined(definition) => {
                let mut copies: Vec<usize> = Vec::with_capacity(definition.shapes.len());
                for shape in &definition.shapes {
                    copies.push(match shape {
                        Shape::Closed(sort) => push(shapes, Shape::Closed(*sort)),
                        Shape::Parameter(place) => arguments[*place],
                        Shape::Apply { maker, arguments, .. } => {
                            let arguments = arguments.iter().map(|place| copies[*place]).collect();
                            self.apply_shape(terms, maker.clone(), arguments, shapes)
                        }
                    });
                }
                // A definition has at least its root.
                copies.last().copied().unwrap_or_default()
            }
        };
        if self.size(&shapes[made]) > LARGEST_SORT {
            let message = format!("sorts of more than {LARGEST_SORT} parts are not supported");
            return Err(source.error(node, Kind::Unsupported, message));
        }
        Ok(made)
    }

    /// Applies a maker; if nothing is open in it, the sort is made at once.
    fn apply_shape(
        &mut self,
        terms: &mut Terms,
        maker: Maker,
        arguments: Vec<usize>,
        shapes: &mut Vec<Shape>,
    ) -> usize {
        if let Maker::Table(kind) = maker {
            self.uses[family_of(kind)] = true;
        }
        let is_ready = match maker {
            // While a datatype is being declared, its fields are not known yet.
            Maker::Datatype(family) => self.datatypes.is_complete(family),
            _ => true,
        };
        let closed = |place: &usize| match shapes[*place] {
            Shape::Closed(sort) => Some(sort),
            _ => None,
        };
        if is_ready && let Some(sorts) = arguments.iter().map(closed).collect::<Option<Vec<Sort>>>()
        {
            let sort = self.make(terms, &maker, sorts);
            return push(shapes, Shape::Closed(sort));
        }
        let sizes = arguments.iter().map(|place| self.size(&shapes[*place]));
        let size = sizes.fold(1, usize::saturating_add);
        push(shapes, Shape::Apply { maker, arguments, size })
    }

    /// The sort that a maker makes.
    fn make(&mut self, terms: &mut Terms, maker: &Maker, arguments: Vec<Sort>) -> Sort {
        let sizes = arguments.iter().map(|sort| self.sizes.get(sort).copied().unwrap_or(1));
        let size = sizes.fold(1, usize::saturating_add);
        let sort = self.datatypes.make(terms, maker, arguments);
        if size > 1 {
            self.sizes.insert(sort, size);
        }
        sort
    }

    fn size(&self, shape: &Shape) -> usize {
        match shape {
            Shape::Closed(sort) => self.sizes.get(sort).copied().unwrap_or(1),
            Shape::Parameter(_) => 1,
            Shape::Apply { size, .. } => *size,
        }
    }

    /// Enters parameters into scope; leave it with `names.undo`.
    pub fn bind_parameters(&mut self, source: &Sexpr, nodes: &[Node]) -> Result<Mark, Error> {
        let mark = self.names.mark();
        let mut seen = HashSet::new();
        for (place, &node) in nodes.iter().enumerate() {
            let name = source.symbol(node, "the name of a parameter")?;
            if !seen.insert(name) {
                let message = format!("the parameter `{}` stands here twice", shorten(name));
                return Err(source.error(node, Kind::Declaration, message));
            }
            self.names.bind(name, SortName::Parameter(place));
        }
        Ok(mark)
    }
}

/// Is it the token of a list of sorts' names?
pub(super) fn is_symbol_list(source: &Sexpr, node: Node) -> bool {
    source.is_list(node) && source.children(node).all(|node| source.token(node) == Token::Symbol)
}
