//! Larger limits, to be offered where one was met.

use std::time::Duration;

use crate::limits::{LEAST_LONGER_TIME, LONGER};

/// A longer time, in seconds.
pub fn longer(time: Duration) -> f64 {
    time.saturating_mul(LONGER).max(LEAST_LONGER_TIME).as_secs_f64().ceil()
}

/// A search that goes further: to so many steps.
pub fn further(bound: usize) -> usize {
    bound.saturating_mul(LONGER as usize).max(1)
}

/// A run that goes further: so many statements.
pub fn more_steps(statements: u64) -> u64 {
    statements.saturating_mul(u64::from(LONGER)).max(1)
}

/// Twice as much memory, in words of a command line.
pub fn more_memory(bytes: usize) -> String {
    format!("{}M", bytes.saturating_mul(2).div_ceil(1 << 20))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_larger_is_worth_a_try() {
        assert_eq!(longer(Duration::ZERO), 10.0);
        assert_eq!(longer(Duration::from_millis(1234)), 13.0);
        assert_eq!((more_steps(0), more_steps(20)), (1, 200));
        assert_eq!((further(0), further(9), further(usize::MAX)), (1, 90, usize::MAX));
        assert_eq!(
            (more_memory(1024), more_memory(3 << 30)),
            ("1M".to_owned(), "6144M".to_owned())
        );
    }
}
