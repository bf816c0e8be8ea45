//! Models of formulas as tables and pictures, and how quantified formulas are decided.

mod explain;
mod picture;
mod table;

pub use explain::{
    CheckExplanation, Explanation, IndexClass, IndexRow, Instances, OutOfFragment,
    QuantifierExplanation, QuantifierKind, SortSize, StepShown, Steps, explain, explain_check,
};
pub use picture::{ArrayRow, Column, KeyedTable, Picture, Rest, picture, stretch};
pub use table::table;
