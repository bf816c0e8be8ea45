//! Hard queries: spells of few restarts, which follow the largest assignment seen so far, between spells of many.
//!
//! Frequent restarts suit formulas without a model; a search for a model wants to come back to where it was (target phases, as in
//! CaDiCaL). Spells are measured in propagations and grow, so that both kinds of formula get their share.

use buttress_prop::{IndexVec, Lit, Var};

use crate::limits::{CONFLICTS_BEFORE_STABLE, CONFLICTS_BETWEEN_REPHASES, STABLE_RESTART_UNIT};

/// What a hard query has reached, and when it changes its ways.
#[derive(Clone, Debug, Default)]
pub(crate) struct Stable {
    pub(crate) is_on: bool,
    /// When the query began.
    first_conflict: u64,
    first_propagation: u64,
    /// Propagations of the first spell.
    spell: u64,
    spells: u64,
    ends_at: u64,
    restart_at: u64,
    reluctant: Reluctant,
    target: Assignment,
    best: Assignment,
    rephase_at: u64,
    rephases: u64,
}

/// The largest assignment without a conflict, since it was last forgotten.
#[derive(Clone, Debug, Default)]
struct Assignment {
    values: IndexVec<Var, i8>,
    size: usize,
}

impl Assignment {
    fn note(&mut self, lits: &[Lit]) {
        if lits.len() > self.size {
            self.size = lits.len();
            for lit in lits {
                self.values[lit.var()] = if lit.is_positive() { 1 } else { -1 };
            }
        }
    }

    fn clear(&mut self, vars: usize) {
        self.values = IndexVec::filled(0, vars);
        self.size = 0;
    }

    fn value(&self, var: Var) -> Option<bool> {
        match self.values.get_at(var) {
            Some(1) => Some(true),
            Some(-1) => Some(false),
            _ => None,
        }
    }
}

/// 1, 1, 2, 1, 1, 2, 4, 1, … (Knuth's way of writing Luby's sequence.)
#[derive(Clone, Copy, Debug)]
struct Reluctant {
    u: i64,
    v: i64,
}

impl Default for Reluctant {
    fn default() -> Reluctant {
        Reluctant { u: 1, v: 1 }
    }
}

impl Reluctant {
    fn next(&mut self) -> u64 {
        let value = self.v;
        if self.u & -self.u == self.v {
            (self.u, self.v) = (self.u + 1, 1);
        } else {
            self.v *= 2;
        }
        value as u64
    }
}

impl Stable {
    /// A query begins.
    pub(crate) fn begin(&mut self, conflicts: u64, propagations: u64) {
        self.is_on = false;
        self.spells = 0;
        (self.first_conflict, self.first_propagation) = (conflicts, propagations);
    }

    /// Is the query hard enough for all this?
    pub(crate) fn is_hard(&self) -> bool {
        self.spells > 0
    }

    /// How many spells the query has had, after its first conflicts.
    #[cfg(test)]
    pub(crate) fn spells(&self) -> u64 {
        self.spells
    }

    /// There is a conflict: `lits` had none.
    pub(crate) fn note(&mut self, lits: &[Lit]) {
        self.target.note(lits);
        self.best.note(lits);
    }

    /// Is it time to restart: for a new spell, or in a spell of few restarts?
    pub(crate) fn wants_restart(&self, conflicts: u64, propagations: u64) -> bool {
        let is_over = match self.spells {
            0 => conflicts - self.first_conflict >= CONFLICTS_BEFORE_STABLE,
            _ => propagations >= self.ends_at,
        };
        is_over || self.is_on && conflicts >= self.restart_at
    }

    /// After a restart: changes spells and phases if that is due.
    pub(crate) fn restarted(
        &mut self,
        conflicts: u64,
        propagations: u64,
        phase: &mut IndexVec<Var, bool>,
    ) {
        self.restart_at = conflicts + STABLE_RESTART_UNIT * self.reluctant.next();
        if self.spells == 0 {
            if conflicts - self.first_conflict < CONFLICTS_BEFORE_STABLE {
                return;
            }
            self.spell = propagations - self.first_propagation;
            self.ends_at = propagations;
            self.rephase_at = conflicts + CONFLICTS_BETWEEN_REPHASES;
            self.rephases = 0;
            self.target.clear(phase.len());
            self.best.clear(phase.len());
        }
        if propagations >= self.ends_at {
            self.spells += 1;
            self.is_on = self.spells % 2 == 1;
            let round = self.spells.div_ceil(2);
            self.ends_at = propagations + self.spell * round * round;
            self.target.size = 0;
        }
        if conflicts >= self.rephase_at {
            self.rephase(phase);
            self.rephases += 1;
            self.rephase_at = conflicts + CONFLICTS_BETWEEN_REPHASES * (self.rephases + 1);
        }
    }

    fn rephase(&mut self, phase: &mut IndexVec<Var, bool>) {
        let vars = (0..phase.len() as u32).map(Var);
        match self.rephases % 4 {
            0 => vars.for_each(|var| phase[var] = false),
            2 => vars.for_each(|var| phase[var] = true),
            _ => vars.for_each(|var| phase[var] = self.best.value(var).unwrap_or(phase[var])),
        }
        self.best.size = 0;
        self.target.clear(phase.len());
    }

    /// The value to try first, in a spell of few restarts.
    pub(crate) fn prefers(&self, var: Var) -> Option<bool> {
        if self.is_on { self.target.value(var) } else { None }
    }
}
