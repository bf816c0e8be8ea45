//! Random inputs are what they claim to be, in one program of tests: where one has a core, the next has the other.

mod examples;
mod formulas;
mod fragments;
mod horn;
mod linear_programs;
mod reading;
mod round_trip;
mod sizes;
