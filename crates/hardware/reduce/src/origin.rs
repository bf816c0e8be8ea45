//! What a signal of the reduced circuit is in the user's circuit.
//!
//! `first` is a pseudo variable of the user's circuit, one past its last: true exactly in the
//! first (state, input) pair. A latch whose reset is a signal is split in two: a part that
//! matters in the first pair and a part that matters later.

use buttress_prop::{Clause, IndexVec, Lit, Var};

/// The meaning of a reduced variable, in the user's signals and `first`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Origin {
    /// This signal.
    Signal(Lit),
    /// first ∧ this signal.
    AtFirst(Lit),
    /// ¬first ∧ this signal.
    AfterFirst(Lit),
}

/// The meaning of each reduced variable.
pub(crate) type Origins = IndexVec<Var, Origin>;

impl Origin {
    /// The meaning of the variable of `lit`, when `self` is that of `lit` itself.
    pub(crate) fn of_var(self, lit: Lit) -> Option<Origin> {
        match self {
            _ if lit.is_positive() => Some(self),
            Origin::Signal(signal) => Some(Origin::Signal(!signal)),
            // ¬(first ∧ x) is of neither form.
            _ => None,
        }
    }

    /// The signal that this is in the first pair.
    pub(crate) fn at_first(self, first: Var) -> Lit {
        match self {
            Origin::Signal(lit) if lit.var() == first => Lit::TRUE.negate_if(lit.is_negative()),
            Origin::Signal(lit) | Origin::AtFirst(lit) => lit,
            Origin::AfterFirst(_) => Lit::FALSE,
        }
    }

    /// The signal that this is in any pair but the first.
    pub(crate) fn after_first(self, first: Var) -> Lit {
        match self {
            Origin::Signal(lit) if lit.var() == first => Lit::FALSE.negate_if(lit.is_negative()),
            Origin::Signal(lit) | Origin::AfterFirst(lit) => lit,
            Origin::AtFirst(_) => Lit::FALSE,
        }
    }
}

/// The clauses over the user's signals and `first` that together say what `clause` says where no
/// guard is true.
pub(crate) fn clause_back(
    origins: &Origins,
    guards: &[Lit],
    first: Var,
    clause: &[Lit],
) -> Vec<Clause> {
    let is_split =
        |lit: &Lit| !matches!(origins[lit.var()], Origin::Signal(signal) if signal.var() != first);
    let mapped = |meaning: &dyn Fn(Origin) -> Lit, extra: Option<Lit>| {
        let literals = clause.iter().map(|lit| {
            let meaning = meaning(origins[lit.var()]);
            meaning.negate_if(lit.is_negative())
        });
        disjunction(literals.chain(extra).chain(guards.iter().copied()))
    };
    if !clause.iter().any(is_split) {
        return mapped(&|origin| origin.after_first(first), None).into_iter().collect();
    }
    // (first ∨ clause after the first pair) ∧ (¬first ∨ clause in the first pair)
    let after = mapped(&|origin| origin.after_first(first), Some(first.lit()));
    let at = mapped(&|origin| origin.at_first(first), Some(!first.lit()));
    after.into_iter().chain(at).collect()
}

/// The clause of these literals without false ones; none if it is always true.
pub(crate) fn disjunction(literals: impl IntoIterator<Item = Lit>) -> Option<Clause> {
    let clause = Clause::new(literals.into_iter().filter(|&lit| lit != Lit::FALSE));
    let is_true = clause.contains(&Lit::TRUE) || clause.is_tautology();
    (!is_true).then_some(clause)
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIRST: Var = Var(9);

    fn origins() -> Origins {
        let signal = |code| Origin::Signal(Lit::from_code(code));
        [
            signal(0),
            signal(5),
            Origin::AfterFirst(Var(4).lit()),
            Origin::AtFirst(Var(6).lit()),
            Origin::Signal(FIRST.lit()),
        ]
        .into_iter()
        .collect()
    }

    fn back(codes: &[u32]) -> Vec<Vec<u32>> {
        let clause: Vec<Lit> = codes.iter().map(|&code| Lit::from_code(code)).collect();
        let clauses = clause_back(&origins(), &[], FIRST, &clause);
        clauses.iter().map(|clause| clause.iter().map(|lit| lit.code()).collect()).collect()
    }

    #[test]
    fn plain_signals_are_renamed() {
        assert_eq!(back(&[2]), [[5]]);
        assert_eq!(back(&[3, 0]), [[4]]);
        assert!(back(&[3, 1]).is_empty());
        assert_eq!(back(&[]), [[0_u32; 0]]);
    }

    #[test]
    fn guards_weaken_every_part() {
        let guard = Lit::from_code(15);
        let clauses = clause_back(&origins(), &[guard], FIRST, &[Lit::from_code(6)]);
        let codes = |clause: &Clause| clause.iter().map(|lit| lit.code()).collect::<Vec<u32>>();
        assert_eq!(clauses.iter().map(codes).collect::<Vec<_>>(), [vec![15, 18], vec![12, 15, 19]]);
    }

    #[test]
    fn split_latches_are_told_apart_by_first() {
        // v1 ∨ l̂ is l ∨ v1 later and v1 at first; ¬l̂ is true at first.
        assert_eq!(back(&[2, 4]), [vec![5, 8, 18], vec![5, 19]]);
        assert_eq!(back(&[2, 5]), [[5, 9, 18]]);
        // first ∧ r
        assert_eq!(back(&[6]), [vec![18], vec![12, 19]]);
        assert_eq!(back(&[7]), [[13, 19]]);
        assert_eq!(back(&[8]), [[18]]);
        assert_eq!(back(&[9, 2]), [[5, 19]]);
    }
}
