//! Facts that no proof needs are left out.

use std::collections::BTreeSet;

use buttress_pi::Facts;
use buttress_pi::program::{FunctionId, LoopId};

/// A fact: the loop, and the position among its facts.
pub type FactId = (FunctionId, LoopId, usize);

/// What one proof leaned on.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct FactUse {
    /// The fact that was proved; none for conditions of the program itself and of rankings.
    pub proves: Option<FactId>,
    /// The facts among its assumptions.
    pub by: Vec<FactId>,
}

/// The facts that the program's own conditions need, and those that these need in turn.
///
/// Positions of facts change when some before them go. Rankings stay.
pub fn minimise(facts: &Facts, uses: &[FactUse]) -> Facts {
    let mut needed: BTreeSet<FactId> = BTreeSet::new();
    let mut waiting: Vec<FactId> = Vec::new();
    for one in uses.iter().filter(|one| one.proves.is_none()) {
        waiting.extend(&one.by);
    }
    while let Some(fact) = waiting.pop() {
        if needed.insert(fact) {
            let proofs = uses.iter().filter(|one| one.proves == Some(fact));
            waiting.extend(proofs.flat_map(|one| &one.by));
        }
    }
    let mut kept = facts.clone();
    for ((function, head), formulas) in &mut kept.loops {
        let mut place = 0;
        formulas.retain(|_| {
            place += 1;
            needed.contains(&(*function, *head, place - 1))
        });
    }
    kept.loops.retain(|_, formulas| !formulas.is_empty());
    kept
}

#[cfg(test)]
mod tests {
    use buttress_numeric::Rational;
    use buttress_pi::Span;
    use buttress_pi::program::{Expression, ExpressionKind, Type};

    use super::*;

    fn number(value: i64) -> Expression {
        Expression {
            kind: ExpressionKind::Number(Rational::from(value)),
            ty: Type::Int,
            span: Span::default(),
        }
    }

    #[test]
    fn what_needed_facts_lean_on_is_needed() {
        let (f, outer, inner) = (FunctionId(0), LoopId(0), LoopId(1));
        let mut facts = Facts::default();
        facts.loops.insert((f, outer), vec![number(0), number(1)]);
        facts.loops.insert((f, inner), vec![number(2), number(3), number(4)]);
        let uses = [
            FactUse { proves: None, by: vec![(f, inner, 1)] },
            FactUse { proves: Some((f, inner, 1)), by: vec![(f, inner, 1), (f, outer, 0)] },
            FactUse { proves: Some((f, inner, 2)), by: vec![(f, outer, 1)] },
        ];
        let kept = minimise(&facts, &uses);
        assert_eq!(kept.of(f, outer), [number(0)]);
        assert_eq!(kept.of(f, inner), [number(3)]);
        assert!(minimise(&facts, &[]).loops.is_empty());
    }
}
