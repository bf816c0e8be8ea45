//! Facts that are found, and what they prove.

mod behaviour;
mod page;
mod random;
mod system;
mod thesis;
