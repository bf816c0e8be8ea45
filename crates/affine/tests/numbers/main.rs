//! Facts that are found, and what they prove.

mod behaviour;
mod random;
mod system;
mod thesis;
