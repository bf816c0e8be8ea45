//! Questions to a solver, and their answers.

use buttress_prop::Lit;

/// The answer to a query.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SatResult {
    /// Satisfiable: read the model with `Solver::value`.
    Sat,
    /// Unsatisfiable: read the assumptions to blame with `Solver::core`.
    Unsat,
}

/// One question: are the clauses satisfiable together with this?
#[derive(Clone, Copy, Debug, Default)]
pub struct Query<'a> {
    /// Literals that must be true.
    pub assumptions: &'a [Lit],
    /// A clause that must hold in this query only.
    pub clause: Option<&'a [Lit]>,
    /// Search only the cone of these literals (and of what `Solver::keep_in_cone` named).
    pub cone: bool,
}
