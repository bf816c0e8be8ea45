//! The array property fragments: recognition, and the reductions to quantifier-free formulas.
