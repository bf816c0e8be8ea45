//! Where values come from that may be anything.

use buttress_pi::Span;

/// Where a value comes from that may be anything.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Cause {
    /// A call has left it: of what it is, only the `@post` of the callee says something.
    Call {
        /// The name of the callee.
        callee: String,
        /// Its `@post`.
        post: Span,
        /// The call.
        place: Span,
    },
    /// It is a cell of a new array.
    New {
        /// The statement that makes the array.
        place: Option<Span>,
    },
    /// It is a local without a value.
    Unset {
        /// The name of the local.
        name: String,
        /// Where it is declared.
        place: Span,
    },
}
