//! Evaluation: the value of a term in a model.
//!
//! Exactly SMT-LIB's meaning: `div` and `mod` are Euclidean, `to_int` is the floor, and operations
//! that SMT-LIB leaves open mean what the model says. No function here recurs over terms or over
//! definitions: calls of defined functions are frames on a stack of our own. Of the values of a
//! quantified variable finitely many stand for all, see `regions`; quantified formulas within one
//! another are evaluated by recursion, and only to a fixed depth.

mod analysis;
mod body;
mod case_split;
mod cases;
mod choice;
mod connective;
mod cubes;
mod effort;
mod error;
mod evaluator;
mod frame;
mod lambda;
mod operator;
mod plan;
mod quantifier;
mod regions;
mod shape;

pub use error::EvaluateError;
pub use evaluator::{Evaluator, evaluate};
