//! One step of the circuit, as far as a property depends on it: clauses over few variables, to be copied for each time.
//!
//! Invariant: local variable 0 is the constant false, then come the latches, then everything else; the last stands for no signal.

use buttress_clausal::TransitionRelation;
use buttress_prop::{Cnf, IndexVec, Lit, Var};

/// The step as a property sees it.
pub(crate) struct Step {
    /// The clauses that define gates.
    pub(crate) cnf: Cnf,
    /// The latches that matter, local variable 1 first.
    pub(crate) latches: Vec<LocalLatch>,
    /// The inputs that matter: the place in the circuit, and the local variable.
    pub(crate) inputs: Vec<(usize, Var)>,
    /// The constraints.
    pub(crate) constraints: Vec<Lit>,
    /// The bad signal.
    pub(crate) bad: Lit,
    /// How many local variables there are.
    pub(crate) width: usize,
    /// The local variable of each variable of the circuit.
    locals: IndexVec<Var, u32>,
}

/// A latch of the step.
pub(crate) struct LocalLatch {
    /// Its place in the circuit.
    pub(crate) place: usize,
    /// The local signal that is its next value.
    pub(crate) next: Lit,
    /// Its first value, if it has one.
    pub(crate) reset: Option<bool>,
}

const ABSENT: u32 = u32::MAX;

impl Step {
    /// What `bad` and the constraints depend on, whatever the number of steps.
    pub(crate) fn new(relation: &TransitionRelation, bad: Lit) -> Step {
        let circuit = &relation.circuit;
        let is_met = reached(relation, bad);
        let mut locals = IndexVec::filled(ABSENT, circuit.vars());
        let mut width = 0;
        let latches = circuit.latches.iter().map(|latch| latch.var).filter(|&var| is_met[var]);
        let all = (0..circuit.vars() as u32).map(Var).filter(|&var| is_met[var]);
        let others = all.filter(|&var| var != Var(0) && !circuit.is_latch(var));
        for var in [Var(0)].into_iter().chain(latches).chain(others) {
            locals[var] = width as u32;
            width += 1;
        }
        let local = |lit: Lit| Var(locals[lit.var()]).lit().negate_if(lit.is_negative());
        let mut cnf = Cnf::new();
        for clause in relation.encoding.cnf.iter() {
            if clause.iter().all(|lit| is_met[lit.var()]) {
                let clause: Vec<Lit> = clause.iter().map(|&lit| local(lit)).collect();
                cnf.add(&clause);
            }
        }
        let latches = circuit.latches.iter().enumerate().filter(|(_, latch)| is_met[latch.var]);
        let latches = latches.map(|(place, latch)| LocalLatch {
            place,
            next: local(latch.next),
            reset: relation.reset(latch.var),
        });
        let inputs = circuit.inputs.iter().enumerate().filter(|(_, var)| is_met[**var]);
        Step {
            latches: latches.collect(),
            inputs: inputs.map(|(place, &var)| (place, Var(locals[var]))).collect(),
            constraints: circuit.constraints.iter().map(|&lit| local(lit)).collect(),
            bad: local(bad),
            cnf,
            width: width + 1,
            locals,
        }
    }

    /// The local literal; none for what does not matter.
    pub(crate) fn local(&self, lit: Lit) -> Option<Lit> {
        let local = self.locals[lit.var()];
        (local != ABSENT).then(|| Var(local).lit().negate_if(lit.is_negative()))
    }

    /// The latch that a local variable is, if it is one.
    pub(crate) fn latch(&self, local: usize) -> Option<&LocalLatch> {
        self.latches.get(local.checked_sub(1)?)
    }
}

/// The encoded variables that `bad` and the constraints depend on at any time.
fn reached(relation: &TransitionRelation, bad: Lit) -> IndexVec<Var, bool> {
    let circuit = &relation.circuit;
    let mut is_met = IndexVec::filled(false, circuit.vars());
    is_met[Var(0)] = true;
    let mut open: Vec<Var> =
        circuit.constraints.iter().chain([&bad]).map(|lit| lit.var()).collect();
    while let Some(var) = open.pop() {
        if !std::mem::replace(&mut is_met[var], true) {
            open.extend(relation.encoding.fanin.of(var));
            open.extend(circuit.latch(var).map(|latch| latch.next.var()));
        }
    }
    is_met
}
