//! Which ranking counts at a point.

use buttress_pi::Facts;
use buttress_pi::program::{Expression, Program};

use super::point::Point;

/// The ranking at a point, and whether the user has written it. An added one takes the place of a written one.
pub fn ranking<'a>(
    program: &'a Program,
    facts: &'a Facts,
    (function, head): Point,
) -> Option<(&'a [Expression], bool)> {
    let (added, written) = match head {
        None => (facts.function_ranks.get(&function), &program.function(function).rank),
        Some(head) => {
            let written = &program.function(function).head(head).rank;
            (facts.loop_ranks.get(&(function, head)), written)
        }
    };
    match (added, written) {
        (Some(components), _) => Some((components, false)),
        (None, Some(rank)) => Some((&rank.components, true)),
        (None, None) => None,
    }
}
