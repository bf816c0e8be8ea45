//! A CDCL solver.
