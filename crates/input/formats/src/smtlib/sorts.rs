//! Reading sorts.
//!
//! A sort with parameters in it (of a `define-sort`, of a datatype) is kept as a [`Shape`]: a list
//! in which parts stand before wholes, so that filling in the parameters is one pass.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use buttress_logic::{Sort, SortKind, TableKind, Terms};

use super::datatypes::Datatypes;
use super::names::{Mark, Names};
use super::reading::Reading;
use super::sexpr::{Node, Token, shorten};
use super::suggest::suggest;
use super::tables::{family_of, reserved_sort};
use super::theories::foreign_theory;
use super::{Error, Kind, Sexpr};

/// What a name of a sort means.
#[derive(Clone, Debug)]
pub(super) enum SortName {
    /// `Bool`, `Int`, `Real`
    Plain(Sort),
    /// What makes a sort from so many others.
    Maker(Maker, usize),
    /// What `define-sort` defined.
    Defined(Arc<SortMacro>),
    /// A parameter, by its place.
    Parameter(usize),
    /// A datatype with so many parameters inside its own declaration, in the form of older versions:
    /// the parameters are not written.
    Inner(usize, usize),
}

/// What makes a sort from others.
#[derive(Clone, Debug)]
pub(super) enum Maker {
    Array,
    Declared {
        name: Arc<str>,
        declaration: u32,
    },
    /// A datatype, by its family.
    Datatype(usize),
    /// Hashtables or partial arrays.
    Table(TableKind),
}

/// The body of a `define-sort`.
#[derive(Clone, Debug)]
pub(super) struct SortMacro {
    pub parameters: usize,
    pub shapes: Vec<Shape>,
}

/// A sort that may have parameters in it. Arguments are places earlier in the same list.
#[derive(Clone, Debug)]
pub(super) enum Shape {
    Closed(Sort),
    Parameter(usize),
    Apply { maker: Maker, arguments: Vec<usize>, size: usize },
}

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

/// Sorts with more parts than this are refused: nobody writes them, and other code may then walk over
/// sorts in the simple way.
const LARGEST: usize = 1_000;

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
        let hint = suggest(name, self.names.all());
        source.error(node, Kind::Unknown, format!("unknown sort `{}`", shorten(name))).hinting(hint)
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
        if self.size(&shapes[made]) > LARGEST {
            let message = format!("sorts of more than {LARGEST} parts are not supported");
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

/// The shape at `root` with its parts alone, itself last.
///
/// Needed for linear time: a definition may drop parameters, and what was dropped must not be copied
/// wherever the definition is used.
pub(super) fn reachable(shapes: &[Shape], root: usize) -> Vec<Shape> {
    let mut is_needed = vec![false; root + 1];
    is_needed[root] = true;
    for place in (0..=root).rev() {
        if is_needed[place]
            && let Shape::Apply { arguments, .. } = &shapes[place]
        {
            arguments.iter().for_each(|argument| is_needed[*argument] = true);
        }
    }
    let mut kept: Vec<Shape> = Vec::new();
    let mut places = vec![0; root + 1];
    for place in (0..=root).filter(|place| is_needed[*place]) {
        places[place] = kept.len();
        let mut shape = shapes[place].clone();
        if let Shape::Apply { arguments, .. } = &mut shape {
            arguments.iter_mut().for_each(|argument| *argument = places[*argument]);
        }
        kept.push(shape);
    }
    kept
}

fn push(shapes: &mut Vec<Shape>, shape: Shape) -> usize {
    shapes.push(shape);
    shapes.len() - 1
}

impl Datatypes {
    /// The sort that a maker makes. Datatypes are made on demand.
    pub fn make(&mut self, terms: &mut Terms, maker: &Maker, arguments: Vec<Sort>) -> Sort {
        match maker {
            // The arity was checked.
            Maker::Array => terms.array_sort(arguments[0], arguments[1]),
            Maker::Declared { name, declaration } => {
                let (name, declaration) = (name.to_string(), *declaration);
                terms.sort(SortKind::Uninterpreted { name, declaration, arguments })
            }
            Maker::Datatype(family) => self.instantiate(terms, *family, arguments),
            Maker::Table(kind) => {
                let entry = self.instantiate(terms, family_of(*kind), arguments[1..2].to_vec());
                terms.array_sort(arguments[0], entry)
            }
        }
    }

    /// All the sorts of a list of shapes, the parameters filled in.
    pub fn fill(&mut self, terms: &mut Terms, shapes: &[Shape], parameters: &[Sort]) -> Vec<Sort> {
        let mut sorts: Vec<Sort> = Vec::with_capacity(shapes.len());
        for shape in shapes {
            sorts.push(match shape {
                Shape::Closed(sort) => *sort,
                Shape::Parameter(place) => parameters[*place],
                Shape::Apply { maker, arguments, .. } => {
                    let arguments = arguments.iter().map(|place| sorts[*place]).collect();
                    self.make(terms, maker, arguments)
                }
            });
        }
        sorts
    }

    /// Finds the parameters with which the shape at `root` is `sort`; `None` if it cannot be.
    pub fn unify(
        &self,
        terms: &Terms,
        shapes: &[Shape],
        root: usize,
        sort: Sort,
        parameters: &mut [Option<Sort>],
    ) -> Option<()> {
        let mut pairs = vec![(root, sort)];
        while let Some((place, sort)) = pairs.pop() {
            match &shapes[place] {
                Shape::Closed(closed) if *closed == sort => (),
                Shape::Closed(_) => return None,
                Shape::Parameter(place) => match parameters[*place] {
                    Some(known) if known != sort => return None,
                    _ => parameters[*place] = Some(sort),
                },
                Shape::Apply { maker, arguments, .. } => {
                    let parts = match (maker, terms.sort_kind(sort)) {
                        (Maker::Array, SortKind::Array { index, element }) => {
                            vec![*index, *element]
                        }
                        (
                            Maker::Declared { declaration, .. },
                            SortKind::Uninterpreted { declaration: other, arguments, .. },
                        ) if declaration == other => arguments.clone(),
                        (Maker::Datatype(family), SortKind::Datatype(datatype))
                            if self.instance(sort).map(|instance| instance.family)
                                == Some(*family) =>
                        {
                            terms.datatype_arguments(*datatype).to_vec()
                        }
                        (Maker::Table(kind), SortKind::Array { .. }) => {
                            match terms.table_parts(sort) {
                                Some((found, key, content)) if found == *kind => {
                                    vec![key, content]
                                }
                                _ => return None,
                            }
                        }
                        _ => return None,
                    };
                    pairs.extend(arguments.iter().copied().zip(parts));
                }
            }
        }
        Some(())
    }
}

/// Is it the token of a list of sorts' names?
pub(super) fn is_symbol_list(source: &Sexpr, node: Node) -> bool {
    source.is_list(node) && source.children(node).all(|node| source.token(node) == Token::Symbol)
}
