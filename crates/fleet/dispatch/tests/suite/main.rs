//! Whole fleets in one process: jobs, helpers, hostile company, faults.

mod fleet;
mod kinds;
mod poison;
mod resume;
