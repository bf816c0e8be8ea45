//! Candidate equivalences: a partition of some variables into classes.
//!
//! Invariant: the members of a class are sorted, and each class has at least two. The first
//! member represents the class; in the order constant, inputs, latches, gates (the
//! order of variables in a rebuilt circuit) it comes before the others.

use buttress_prop::{IndexVec, Lit, Var};

use crate::parallel_simulation::{ParallelSimulation, Signatures, every_lane};

/// Variables that may be equal, up to negation.
#[derive(Clone)]
pub(crate) struct Classes {
    classes: Vec<Vec<Var>>,
    class_of: IndexVec<Var, Option<u32>>,
    /// Members whose phases differ are candidates for being opposite.
    phase: IndexVec<Var, bool>,
}

impl Classes {
    /// The candidates with equal signatures.
    pub(crate) fn new(candidates: impl Iterator<Item = Var>, signatures: &Signatures) -> Classes {
        let (hash, phase) = (&signatures.hash, signatures.phase.clone());
        let mut classes =
            Classes { classes: Vec::new(), class_of: IndexVec::filled(None, phase.len()), phase };
        let mut keyed: Vec<(u64, Var)> = candidates.map(|var| (hash[var], var)).collect();
        keyed.sort_unstable();
        for group in keyed.chunk_by(|one, other| one.0 == other.0) {
            classes.add(group.iter().map(|&(_, var)| var).collect());
        }
        classes
    }

    fn add(&mut self, members: Vec<Var>) {
        if members.len() < 2 {
            members.iter().for_each(|&var| self.class_of[var] = None);
            return;
        }
        let index = self.classes.len() as u32;
        members.iter().for_each(|&var| self.class_of[var] = Some(index));
        self.classes.push(members);
    }

    /// The signal that `var` is believed to equal, if it is not itself a representative.
    pub(crate) fn representative(&self, var: Var) -> Option<Lit> {
        let first = *self.classes[self.class_of[var]? as usize].first()?;
        (first != var).then(|| first.lit().negate_if(self.phase[first] != self.phase[var]))
    }

    /// All variables that have a representative, in order.
    pub(crate) fn candidates(&self) -> Vec<Var> {
        let mut candidates: Vec<Var> =
            self.classes.iter().flat_map(|members| members.iter().skip(1).copied()).collect();
        candidates.sort_unstable();
        candidates
    }

    /// Gives up on `var`: it is equal to nothing.
    pub(crate) fn remove(&mut self, var: Var) {
        if let Some(index) = self.class_of[var].take() {
            let members = &mut self.classes[index as usize];
            members.retain(|&member| member != var);
            if let [last] = members[..] {
                members.clear();
                self.class_of[last] = None;
            }
        }
    }

    /// Splits the classes whose members differ in one of `lanes`. Were there any?
    pub(crate) fn refine(&mut self, simulation: &ParallelSimulation, lanes: u64) -> bool {
        let before = self.classes.len();
        let splits = (0..before).map(|index| self.split(index, simulation, lanes));
        splits.filter(|is_split| *is_split).count() > 0
    }

    /// Splits the class of `var` alone, if its members differ in one of `lanes`.
    pub(crate) fn refine_class_of(
        &mut self,
        var: Var,
        simulation: &ParallelSimulation,
        lanes: u64,
    ) {
        if let Some(index) = self.class_of[var] {
            self.split(index as usize, simulation, lanes);
        }
    }

    fn split(&mut self, index: usize, simulation: &ParallelSimulation, lanes: u64) -> bool {
        let phase = &self.phase;
        let word = |var: Var| (simulation.value(var.lit()) ^ every_lane(phase[var])) & lanes;
        let mut members = self.classes[index].iter();
        let Some(&first) = members.next() else { return false };
        let expected = word(first);
        if members.all(|&var| word(var) == expected) {
            return false;
        }
        let mut keyed: Vec<(u64, Var)> =
            self.classes[index].iter().map(|&var| (word(var), var)).collect();
        keyed.sort_unstable();
        self.classes[index].clear();
        for group in keyed.chunk_by(|one, other| one.0 == other.0) {
            self.add(group.iter().map(|&(_, var)| var).collect());
        }
        true
    }
}
