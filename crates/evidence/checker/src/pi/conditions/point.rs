//! Where walks begin.

use buttress_pi::program::{FunctionId, LoopId};

/// The beginning of a function, or one of its loops.
pub type Point = (FunctionId, Option<LoopId>);
