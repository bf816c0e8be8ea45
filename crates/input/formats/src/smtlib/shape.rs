//! Sorts that may have parameters in them, as data.
//!
//! A sort with parameters in it (of a `define-sort`, of a datatype) is a list of shapes in which parts stand before wholes, so
//! that filling in the parameters is one pass.

use std::sync::Arc;

use buttress_logic::{Sort, TableKind};

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

/// Adds a shape to a list, and gives its place.
pub(super) fn push(shapes: &mut Vec<Shape>, shape: Shape) -> usize {
    shapes.push(shape);
    shapes.len() - 1
}
