//! The solvers that take part in a run.

use std::path::Path;

use super::options::Options;
use super::solver::Solver;
use crate::bench::program::program;

/// Ours and those peers that are installed, each started a few times to see how long that takes.
pub fn solvers(root: &Path, options: &Options) -> Result<Vec<Solver>, String> {
    let mut solvers = vec![Solver::ours(&program(root, options.common.program.as_deref())?)];
    for peer in &options.peers {
        match peer.solver() {
            Some(solver) => solvers.push(solver),
            None => eprintln!("NOTE: {peer:?} is not installed: it takes no part in this run"),
        }
    }
    for solver in &mut solvers {
        solver.measure_start(&options.common)?;
        println!("{}", solver.introduction());
    }
    Ok(solvers)
}
