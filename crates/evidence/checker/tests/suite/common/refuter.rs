//! A naive refuter: splits on variables, and learns the decisions of every conflict.

use buttress_certificate::Lrat;

/// An LRAT refutation of the clauses, every step and every hint of it needed; `None` if they
/// are satisfiable.
pub fn refute(clauses: &[Vec<i32>]) -> Option<Lrat> {
    let variables = clauses.iter().flatten().map(|lit| lit.unsigned_abs()).max().unwrap_or(0);
    let mut search = Search {
        clauses: clauses.to_vec(),
        hints: vec![Vec::new(); clauses.len()],
        values: vec![0; variables as usize + 1],
    };
    let mut decisions: Vec<i32> = Vec::new();
    loop {
        match search.propagate(&decisions) {
            Some((lemma, hints)) => {
                search.clauses.push(lemma.clone());
                search.hints.push(hints);
                if lemma.is_empty() {
                    return Some(search.trimmed(clauses.len()));
                }
                decisions.pop();
            }
            None => {
                let open =
                    (1..search.values.len()).find(|&variable| search.values[variable] == 0)?;
                decisions.push(-(open as i32));
            }
        }
    }
}

struct Search {
    clauses: Vec<Vec<i32>>,
    /// For each learnt clause the positions of the clauses it follows from.
    hints: Vec<Vec<usize>>,
    values: Vec<i8>,
}

impl Search {
    fn value(&self, lit: i32) -> i8 {
        self.values[lit.unsigned_abs() as usize] * lit.signum() as i8
    }

    /// Propagates from scratch; a conflict gives the clause of the decisions in it, and why.
    fn propagate(&mut self, decisions: &[i32]) -> Option<(Vec<i32>, Vec<usize>)> {
        self.values.fill(0);
        for &lit in decisions {
            self.values[lit.unsigned_abs() as usize] = lit.signum() as i8;
        }
        let mut trail: Vec<(i32, usize)> = Vec::new();
        loop {
            let before = trail.len();
            for index in 0..self.clauses.len() {
                let clause = &self.clauses[index];
                if clause.iter().any(|&lit| self.value(lit) > 0) {
                    continue;
                }
                let mut open: Vec<i32> =
                    clause.iter().copied().filter(|&lit| self.value(lit) == 0).collect();
                open.sort_unstable();
                open.dedup();
                match open[..] {
                    [] => return Some(self.analyse(decisions, &trail, index)),
                    [unit] => {
                        self.values[unit.unsigned_abs() as usize] = unit.signum() as i8;
                        trail.push((unit, index));
                    }
                    _ => {}
                }
            }
            if trail.len() == before {
                return None;
            }
        }
    }

    fn analyse(
        &self,
        decisions: &[i32],
        trail: &[(i32, usize)],
        conflict: usize,
    ) -> (Vec<i32>, Vec<usize>) {
        let mut seen = vec![false; self.values.len()];
        let mut hints = vec![conflict];
        self.mark(conflict, &mut seen);
        for &(lit, reason) in trail.iter().rev() {
            if seen[lit.unsigned_abs() as usize] {
                self.mark(reason, &mut seen);
                hints.push(reason);
            }
        }
        hints.reverse();
        let used = decisions.iter().filter(|lit| seen[lit.unsigned_abs() as usize]);
        (used.map(|lit| -lit).collect(), hints)
    }

    fn mark(&self, clause: usize, seen: &mut [bool]) {
        self.clauses[clause].iter().for_each(|lit| seen[lit.unsigned_abs() as usize] = true);
    }

    /// Only the steps that the last one needs, numbered one by one after the `inputs`.
    fn trimmed(&self, inputs: usize) -> Lrat {
        let mut needed = vec![false; self.clauses.len()];
        *needed.last_mut().expect("the empty clause") = true;
        for index in (inputs..self.clauses.len()).rev() {
            if needed[index] {
                self.hints[index].iter().for_each(|&hint| needed[hint] = true);
            }
        }
        let mut ids: Vec<u32> = (1..=inputs as u32).collect();
        let mut next = inputs as u32 + 1;
        let mut proof = Lrat::new();
        for (index, clause) in self.clauses.iter().enumerate().skip(inputs) {
            ids.push(next);
            if needed[index] {
                let hints: Vec<u32> = self.hints[index].iter().map(|&hint| ids[hint]).collect();
                proof.push(next, clause, &hints);
                next += 1;
            }
        }
        proof
    }
}
