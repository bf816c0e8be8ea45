//! Basic paths and their verification conditions.
//!
//! A function is cut at its annotations. From `@pre` and from every loop annotation the statements are executed
//! with symbols for values, along every branch, until the next annotation. An assignment gives its value a
//! name instead of being substituted, so that conditions stay as small as the text: this is the weakest
//! precondition with its substitutions written as definitions.
//!
//! On the way every subscript, division, call and `new` has a condition of its own, which is met with what the path
//! has assumed so far, and is assumed afterwards.

mod access;
mod check;
mod cycles;
mod describe;
mod evaluate;
mod flow;
mod generate;
mod goal;
mod join;
mod lower;
mod model;
mod operate;
mod options;
mod path;
mod path_cache;
mod rank;
mod shape;
mod state;
mod taken_branches;
mod walk;

pub use self::cycles::{Ranking, callees, cycles, ranking, unranked};
pub use self::describe::{describe, describe_goal, point_name};
pub use self::generate::{basic_paths, basic_paths_within};
pub use self::goal::{Goal, GoalKind};
pub use self::lower::lower;
pub use self::model::value_in;
pub use self::options::Options;
pub use self::path::{BasicPath, Hypothesis, Origin, Paths, Step, Way};
pub use self::path_cache::{GeneratedPaths, PathCache};
pub use self::shape::{Leaf, leaves};
pub use self::state::{State, Symbolic};
pub use self::taken_branches::steps_in;
pub use crate::limits::{MOST_CELLS, MOST_LISTED};
pub use crate::program::{Check, Point, ProgramPoint};

#[cfg(test)]
mod tests;
