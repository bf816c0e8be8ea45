//! What goes back and forth beside a job.

use buttress_exchange::{Exchange, Result};

/// Something that waits to be sent and to be fetched.
pub(crate) trait Line: Send + Sync {
    /// Sends and fetches what waits.
    fn exchange(&self, exchange: &dyn Exchange) -> Result<()>;
}
