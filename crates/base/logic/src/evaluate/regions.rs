//! Representatives of a quantified variable: finitely many values that stand for all.
//!
//! **Types.** Let F be a formula over variables that occur only as `analysis` allows. For integers
//! there is then a finite set B of *cuts*, numbers that split ℤ into regions \[b, b′), and a finite
//! set E of *offsets*, closed under negation, such that the truth of F depends only on the region
//! of each variable and on how x − y compares (<, =, >) with e, for variables x, y and e ∈ E: call
//! this the type of the assignment. Variables with values count as cuts: where y has the value v,
//! the cuts v + e and v + e + 1 say how x − y compares with e.
//!
//! **Elimination.** Let S = E ∪ (E + 1). The truth of ∃y. F (and of ∀y. F) depends only on the type
//! of the other variables with respect to B ∪ (B − S) ∪ (B − S + 1) and E ∪ (S − S). *Proof.* Fix the
//! other variables x̄. The numbers P = B ∪ {x + s : x in x̄, s ∈ S} split ℤ into intervals on each of
//! which the type of (x̄, y), and so F, is constant; each interval \[p, p′) of consecutive numbers of P
//! has an element, as have the two unbounded ones. So ∃y. F depends only on the types of x̄ and on
//! the order of P. That is the order of x + s and b, which the region of x tells once B is extended by
//! b − s and b − s + 1; and of x + s and x′ + s′, that is how x − x′ compares with s′ − s. ∎
//! Hence k variables that are bound further in are taken into account by k such extensions. An
//! extension moves every cut by the same amounts: these are the *moves*.
//!
//! **One variable.** If only x is left, one element of each region is enough: each cut, and the
//! number before the first.
//!
//! **A block.** Of ∃x₁ … ∃xₙ. F it is enough to try for x₁, from each region \[b, b′), the numbers from
//! b to b + (n−1)(C+1) and from b′ − (n−1)C to b′ − 1, where C is the largest offset; from the region
//! without b the numbers from b′ − (n−1)(C+1) − 1 on. *Proof.* Take values of which F is true, and
//! order them. Call a maximal run of values in which neighbours are at most C apart a cluster. To
//! move a cluster keeps the type, as long as no value leaves its region and clusters stay more than C
//! apart. A cluster with values in two regions has each value v at most (n−1)C from the end of v's
//! region at which the cluster leaves it. Any other cluster lies in one region. Move these, from left
//! to right, as far left as possible. Then the first value of each is b or at most C + 1 above the
//! value before it, which if it is not in the region is at most b − 1; so the i-th value of all is at
//! most b + (i−1)(C+1). In the region without b move clusters right instead. ∎ If C is 0, clusters are
//! single values, and the numbers from b to b + n − 1 are enough. For x₂ the theorem is used again,
//! with x₁ among the cuts.
//!
//! **Remainders.** Let F depend on the remainders of the variables modulo L as well: these belong to
//! the type. Then of one variable the first L numbers of each region, and the L before the first cut,
//! are enough. Elimination: on an interval \[p, p′) of consecutive numbers of P, ∃y. F depends on
//! which remainders it has. An interval of L numbers or more has all; of a shorter one the remainder
//! of p, which that of x tells if p is x + s, and the length p′ − p tell them. The type tells
//! the length up to L once B is extended by b − s + t for −L < t ≤ L, and E by s − s′ + t for |t| < L.
//! A block is treated like variables bound further in.
//!
//! **Reals.** The same with points in place of cuts: regions are the points and the open intervals
//! between them. If no offset but 0 occurs, or x is the last variable, one element of each region is
//! enough: an order-preserving bijection of ℝ that keeps all points takes any element of an open
//! interval to any other, and with it the type of all that is bound further in.
//!
//! **Other infinite sorts.** If values are only compared for equality, one value that is equal to no
//! point and to no variable that has a value is enough besides these: a permutation that keeps them
//! takes it to any other.

use std::collections::BTreeSet;

use crate::limits::{CUT_MOVES, LARGE_OFFSET};
use buttress_numeric::Rational;

/// Where representatives of an integer variable lie.
#[derive(Clone, Debug)]
pub(super) struct Neighbourhood {
    /// What is added to each cut.
    pub moves: BTreeSet<Rational>,
    /// How many numbers below the least cut are taken as well.
    pub below: i64,
}

impl Neighbourhood {
    /// The neighbourhood for a variable with offsets E to and among those bound later: `block` more in its
    /// block, and `inner` further in. Remainders modulo `period` matter. `None` if there are too
    /// many.
    pub fn new(
        offsets: &BTreeSet<Rational>,
        block: usize,
        inner: usize,
        period: i64,
    ) -> Option<Neighbourhood> {
        let mut offsets: BTreeSet<Rational> =
            offsets.iter().flat_map(|offset| [offset.clone(), -offset]).collect();
        let mut moves = BTreeSet::from([Rational::ZERO]);
        for _ in 0..inner {
            (moves, offsets) = eliminate(&moves, &offsets, period)?;
        }
        if period > 1 {
            for _ in 0..block {
                (moves, offsets) = eliminate(&moves, &offsets, period)?;
            }
            let moves = sums(&moves, (0..period).map(Rational::from))?;
            return Some(Neighbourhood { moves, below: period });
        }
        let largest = offsets.last().cloned().unwrap_or(Rational::ZERO);
        if block == 0 {
            return Some(Neighbourhood { moves, below: 1 });
        }
        let Some(largest) = largest.to_i64().filter(|largest| *largest <= LARGE_OFFSET) else {
            for _ in 0..block {
                (moves, offsets) = eliminate(&moves, &offsets, period)?;
            }
            return Some(Neighbourhood { moves, below: 1 });
        };
        let others = i64::try_from(block).ok()?;
        let (left, right) = (others.checked_mul(largest)?, others.checked_mul(largest + 1)?);
        let moves = sums(&moves, (-left..=right).map(Rational::from))?;
        Some(Neighbourhood { moves, below: right + 1 })
    }

    /// Cuts with all their moves, and the numbers below them.
    pub fn around(&self, cuts: impl IntoIterator<Item = Rational>) -> BTreeSet<Rational> {
        let mut found: BTreeSet<Rational> =
            cuts.into_iter().flat_map(|cut| self.moves.iter().map(move |by| &cut + by)).collect();
        if let Some(least) = found.first().cloned() {
            found.extend((1..=self.below).map(|by| &least - &Rational::from(by)));
        }
        found
    }
}

/// The moves and offsets that are left when one variable is eliminated.
fn eliminate(
    moves: &BTreeSet<Rational>,
    offsets: &BTreeSet<Rational>,
    period: i64,
) -> Option<(BTreeSet<Rational>, BTreeSet<Rational>)> {
    let one = Rational::ONE;
    let sides: BTreeSet<Rational> =
        offsets.iter().flat_map(|offset| [offset.clone(), offset + &one]).collect();
    let negated: BTreeSet<Rational> = sides.iter().map(|side| -side).collect();
    let by = sums(&negated, (1 - period..=period).map(Rational::from))?;
    let new_moves = sums(moves, by.into_iter().chain([Rational::ZERO]))?;
    let differences = sums(&sides, negated)?;
    let mut new_offsets = sums(&differences, (1 - period..period).map(Rational::from))?;
    new_offsets.extend(offsets.iter().cloned());
    Some((new_moves, new_offsets))
}

/// All sums of one number of each kind.
fn sums(
    left: &BTreeSet<Rational>,
    right: impl IntoIterator<Item = Rational>,
) -> Option<BTreeSet<Rational>> {
    let mut found = BTreeSet::new();
    for right in right {
        found.extend(left.iter().map(|left| left + &right));
        if found.len() > CUT_MOVES {
            return None;
        }
    }
    Some(found)
}

/// The points, and an element of each open interval between them.
pub(super) fn between(points: &BTreeSet<Rational>) -> Vec<Rational> {
    let (Some(first), Some(last)) = (points.first(), points.last()) else {
        return vec![Rational::ZERO];
    };
    let half = Rational::new(1, 2).unwrap_or(Rational::ONE);
    let mut found = vec![first - &Rational::ONE];
    for (point, next) in points.iter().zip(points.iter().skip(1)) {
        found.push(point.clone());
        found.push((point + next) * half.clone());
    }
    found.push(last.clone());
    found.push(last + &Rational::ONE);
    found
}
