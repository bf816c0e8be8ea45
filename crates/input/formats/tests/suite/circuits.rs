//! The formats' tests, one program: they share a generator of random models.

mod bench_files;
mod mutations;
mod random;
mod round_trip;
