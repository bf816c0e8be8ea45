//! Clauses and cubes: sorted sets of literals.
//!
//! Invariant: a `Clause` or `Cube` is sorted and has no repeated literal, so
//! the subclause relation ⊑ is a merge.

use std::fmt;
use std::ops::Deref;

use crate::Lit;

/// A disjunction of literals.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Clause(Box<[Lit]>);

/// A conjunction of literals; as a set of states, those that agree with it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Cube(Box<[Lit]>);

/// A conjunction of clauses, stored flat.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Cnf {
    literals: Vec<Lit>,
    ends: Vec<u32>,
}

fn normalised(literals: impl IntoIterator<Item = Lit>) -> Box<[Lit]> {
    let mut literals: Vec<Lit> = literals.into_iter().collect();
    literals.sort_unstable();
    literals.dedup();
    literals.into_boxed_slice()
}

/// Is the sorted list `small` contained in the sorted list `large`?
pub fn is_subset(small: &[Lit], large: &[Lit]) -> bool {
    if small.len() > large.len() {
        return false;
    }
    let mut rest = large.iter();
    small.iter().all(|lit| rest.by_ref().find(|other| *other >= lit) == Some(lit))
}

impl Clause {
    /// The clause of these literals, sorted, each once.
    pub fn new(literals: impl IntoIterator<Item = Lit>) -> Clause {
        Clause(normalised(literals))
    }

    /// ¬clause, the set of states that the clause excludes.
    pub fn negation(&self) -> Cube {
        Cube::new(self.iter().map(|&lit| !lit))
    }

    /// Is this a subclause of `other` (self ⊑ other)? Then it implies `other`.
    pub fn is_subclause_of(&self, other: &Clause) -> bool {
        is_subset(&self.0, &other.0)
    }

    /// Does the clause hold a literal and its negation?
    pub fn is_tautology(&self) -> bool {
        self.windows(2).any(|pair| pair[0].var() == pair[1].var())
    }
}

impl Cube {
    /// The cube of these literals, sorted, each once.
    pub fn new(literals: impl IntoIterator<Item = Lit>) -> Cube {
        Cube(normalised(literals))
    }

    /// ¬cube, the clause that excludes exactly these states.
    pub fn negation(&self) -> Clause {
        Clause::new(self.iter().map(|&lit| !lit))
    }

    /// Does every state of `other` lie in this cube (self's literals ⊆ other's)?
    pub fn contains(&self, other: &Cube) -> bool {
        is_subset(&self.0, &other.0)
    }
}

impl Cnf {
    /// No clauses: true.
    pub fn new() -> Cnf {
        Cnf::default()
    }

    /// Conjoins one clause.
    pub fn add(&mut self, clause: &[Lit]) {
        self.literals.extend_from_slice(clause);
        self.ends.push(self.literals.len() as u32);
    }

    /// The number of clauses.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Are there no clauses?
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The clauses in the order they were added.
    pub fn iter(&self) -> impl Iterator<Item = &[Lit]> {
        let mut start = 0;
        self.ends.iter().map(move |&end| {
            let clause = &self.literals[start..end as usize];
            start = end as usize;
            clause
        })
    }
}

impl Deref for Clause {
    type Target = [Lit];
    fn deref(&self) -> &[Lit] {
        &self.0
    }
}

impl Deref for Cube {
    type Target = [Lit];
    fn deref(&self) -> &[Lit] {
        &self.0
    }
}

impl FromIterator<Lit> for Clause {
    fn from_iter<I: IntoIterator<Item = Lit>>(literals: I) -> Clause {
        Clause::new(literals)
    }
}

impl FromIterator<Lit> for Cube {
    fn from_iter<I: IntoIterator<Item = Lit>>(literals: I) -> Cube {
        Cube::new(literals)
    }
}

impl fmt::Debug for Clause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("(")?;
        for (position, lit) in self.iter().enumerate() {
            write!(f, "{}{lit:?}", if position == 0 { "" } else { " | " })?;
        }
        f.write_str(")")
    }
}

impl fmt::Debug for Cube {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[")?;
        for (position, lit) in self.iter().enumerate() {
            write!(f, "{}{lit:?}", if position == 0 { "" } else { " & " })?;
        }
        f.write_str("]")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clause(numbers: &[i32]) -> Clause {
        numbers.iter().map(|&number| Lit::from_dimacs(number)).collect()
    }

    #[test]
    fn subclauses_are_subsets() {
        assert!(clause(&[1, -3]).is_subclause_of(&clause(&[-3, 2, 1])));
        assert!(!clause(&[1, 3]).is_subclause_of(&clause(&[-3, 2, 1])));
        assert!(clause(&[]).is_subclause_of(&clause(&[5])));
        assert!(!clause(&[5, 6]).is_subclause_of(&clause(&[5])));
    }

    #[test]
    fn negation_twice_is_identity() {
        let original = clause(&[4, -2, 9]);
        assert_eq!(original.negation().negation(), original);
        assert!(clause(&[4, -4]).is_tautology());
        assert!(!original.is_tautology());
    }

    #[test]
    fn cnf_keeps_its_clauses() {
        let mut cnf = Cnf::new();
        cnf.add(&clause(&[1, 2]));
        cnf.add(&[]);
        cnf.add(&clause(&[3]));
        let lengths: Vec<usize> = cnf.iter().map(<[Lit]>::len).collect();
        assert_eq!(lengths, [2, 0, 1]);
        assert_eq!(cnf.len(), 3);
    }
}
