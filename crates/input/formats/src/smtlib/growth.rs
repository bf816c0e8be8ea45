//! Does an instance of a datatype ask for ever larger instances?
//!
//! A field `(List (Tree T))` of `Tree` is fine: `(List X)` asks for itself alone, so that nothing becomes any larger. A field
//! `(P (P T))` of `P` asks without end. What becomes larger are the values of parameters: where a parameter T of one family
//! stands in the argument of another for its parameter X, the value of T is passed to X, as it is or inside of something larger.
//! Instances are finitely many exactly if no circle of such steps has a growing one.

use super::family::{ConstructorShape, Family};
use super::shape::{Maker, Shape};
use crate::limits::MOST_GROWTH;

/// A parameter: of which family, and its place.
type Parameter = (usize, usize);

/// The value of a parameter is passed to another one.
struct Step {
    from: Parameter,
    to: Parameter,
    grows: bool,
    /// The shape of the family that says so.
    place: usize,
}

/// The family and the constructor with a field that asks for ever larger instances of the families from `first` on.
pub(super) fn growing(families: &[Family], first: usize) -> Option<(usize, usize)> {
    let group = first..families.len();
    let steps: Vec<Step> = group.flat_map(|family| steps(families, first, family)).collect();
    let parameters = |family: &Family| family.parameters;
    let width = families[first..].iter().map(parameters).max().unwrap_or_default();
    let number = |(family, place): Parameter| (family - first) * width + place;
    let mut leaving: Vec<Vec<&Step>> = Vec::new();
    leaving.resize_with((families.len() - first) * width, Vec::new);
    steps.iter().for_each(|step| leaving[number(step.from)].push(step));
    // How often a value has grown on some way to the parameter.
    let mut growth = vec![0; leaving.len()];
    let mut todo: Vec<&Step> = steps.iter().collect();
    while let Some(step) = todo.pop() {
        let found = growth[number(step.from)] + usize::from(step.grows);
        if found > MOST_GROWTH {
            let (family, _) = step.from;
            return Some((family, constructor_with(&families[family], step.place)));
        }
        let to = number(step.to);
        if found > growth[to] {
            growth[to] = found;
            todo.extend(&leaving[to]);
        }
    }
    None
}

/// The steps that the fields of a family make.
fn steps(families: &[Family], first: usize, family: usize) -> Vec<Step> {
    let Family { shapes, constructors, .. } = &families[family];
    let is_needed = parts_of(shapes, constructors);
    // The parameters in each shape, as bits.
    let mut inside: Vec<u32> = Vec::with_capacity(shapes.len());
    let mut steps = Vec::new();
    for (place, shape) in shapes.iter().enumerate() {
        inside.push(match shape {
            Shape::Closed(_) => 0,
            Shape::Parameter(parameter) => 1 << parameter,
            Shape::Apply { arguments, .. } => {
                arguments.iter().fold(0, |bits, argument| bits | inside[*argument])
            }
        });
        let Shape::Apply { maker: Maker::Datatype(applied), arguments, .. } = shape else {
            continue;
        };
        if *applied < first || !is_needed[place] {
            continue;
        }
        for (parameter, argument) in arguments.iter().enumerate() {
            let grows = !matches!(shapes[*argument], Shape::Parameter(_));
            for from in
                (0..families[family].parameters).filter(|it| inside[*argument] >> it & 1 == 1)
            {
                steps.push(Step { from: (family, from), to: (*applied, parameter), grows, place });
            }
        }
    }
    steps
}

/// Which shapes the fields of constructors consist of? A definition of a sort may have dropped others.
fn parts_of(shapes: &[Shape], constructors: &[ConstructorShape]) -> Vec<bool> {
    let mut is_needed = vec![false; shapes.len()];
    let fields = constructors.iter().flat_map(|constructor| &constructor.fields);
    fields.for_each(|(_, place)| is_needed[*place] = true);
    for (place, shape) in shapes.iter().enumerate().rev() {
        if is_needed[place]
            && let Shape::Apply { arguments, .. } = shape
        {
            arguments.iter().for_each(|argument| is_needed[*argument] = true);
        }
    }
    is_needed
}

/// The first constructor with a field that the shape is a part of.
fn constructor_with(family: &Family, place: usize) -> usize {
    let has_it = |constructor: &ConstructorShape| {
        parts_of(&family.shapes, std::slice::from_ref(constructor))[place]
    };
    family.constructors.iter().position(has_it).unwrap_or_default()
}
