//! Formulas made here: random 3-SAT at the threshold, and pigeons in holes.

use std::fmt::Write;

use buttress_prop::{Cnf, Lit, Var};

/// A formula with a name. Its variables are 0 to `vars` − 1.
pub struct Formula {
    /// What it is called in tables.
    pub name: String,
    /// The number of variables.
    pub vars: u32,
    /// The clauses.
    pub cnf: Cnf,
}

impl Formula {
    /// The formula in DIMACS; variable v is written v + 1.
    pub fn dimacs(&self) -> String {
        let mut text = format!("p cnf {} {}\n", self.vars, self.cnf.len());
        for clause in self.cnf.iter() {
            for &lit in clause {
                let sign = if lit.is_negative() { "-" } else { "" };
                // Writing to a string cannot fail.
                let _ = write!(text, "{sign}{} ", lit.var().0 + 1);
            }
            text += "0\n";
        }
        text
    }
}

/// Numbers that look random; the same for the same seed.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u32) -> u32 {
        // splitmix64
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut value = self.0;
        value = (value ^ (value >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        value = (value ^ (value >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((value ^ (value >> 31)) % u64::from(bound)) as u32
    }
}

/// Clauses of three different variables, 4.26 for each variable: about half of such formulas
/// are satisfiable, and they are the hardest.
pub fn random(vars: u32, seed: u64) -> Formula {
    let mut random = Random(seed.wrapping_mul(1_000_003).wrapping_add(u64::from(vars)));
    let mut cnf = Cnf::new();
    for _ in 0..(u64::from(vars) * 426 / 100) {
        let mut clause: Vec<Lit> = Vec::with_capacity(3);
        while clause.len() < 3 {
            let var = Var(random.below(vars));
            if clause.iter().all(|lit| lit.var() != var) {
                clause.push(var.lit_with(random.below(2) == 1));
            }
        }
        cnf.add(&clause);
    }
    Formula { name: format!("random3-{vars}-{seed}"), vars, cnf }
}

/// One pigeon more than there are holes: unsatisfiable, and every resolution proof is long.
pub fn pigeons(holes: u32) -> Formula {
    let sits = |pigeon: u32, hole: u32| Var(pigeon * holes + hole).lit();
    let mut cnf = Cnf::new();
    for pigeon in 0..=holes {
        let clause: Vec<Lit> = (0..holes).map(|hole| sits(pigeon, hole)).collect();
        cnf.add(&clause);
    }
    for hole in 0..holes {
        for pigeon in 0..=holes {
            for other in 0..pigeon {
                cnf.add(&[!sits(pigeon, hole), !sits(other, hole)]);
            }
        }
    }
    Formula { name: format!("pigeons-{holes}"), vars: (holes + 1) * holes, cnf }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_a_formula() {
        for formula in [random(50, 3), pigeons(4)] {
            let read = buttress_formats::dimacs::read(formula.dimacs().as_bytes()).unwrap();
            assert_eq!(read.vars, formula.vars);
            assert_eq!(read.cnf.len(), formula.cnf.len());
        }
    }

    #[test]
    fn sizes_are_as_promised() {
        assert_eq!(pigeons(3).cnf.len(), 4 + 3 * 6);
        let formula = random(100, 0);
        assert_eq!(formula.cnf.len(), 426);
        assert!(formula.cnf.iter().all(|clause| clause.len() == 3));
        assert_ne!(formula.cnf, random(100, 1).cnf);
    }
}
