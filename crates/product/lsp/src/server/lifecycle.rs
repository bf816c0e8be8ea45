//! Where in its life the server is.

/// Where in its life the server is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Lifecycle {
    /// `initialize` has not come.
    Fresh,
    /// It serves.
    Serving,
    /// `shutdown` has come.
    Closed,
    /// `exit` has come; in the right order?
    Over(bool),
}

impl Lifecycle {
    /// Is there nothing more to do?
    pub(super) fn is_over(self) -> bool {
        matches!(self, Lifecycle::Over(_))
    }

    /// Did the client say `shutdown` before it went?
    pub(super) fn is_ended_well(self) -> bool {
        matches!(self, Lifecycle::Closed | Lifecycle::Over(true))
    }
}
