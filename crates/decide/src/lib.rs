//! Formulas decided: CDCL over combined theories, with models and proofs.
