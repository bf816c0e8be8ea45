//! Triangles: what two comparisons that meet say of a third.
//!
//! x − y ≤ a and y − z ≤ b give x − z ≤ a + b. Rows of the tableau may show this, too, with the sum of a whole chain; but then
//! each comparison that follows has a reason as long as the chain. Here it has two reasons, one of which may have been implied
//! itself: of n comparisons with a chain of n unknowns all follow from clauses of three literals.

use buttress_numeric::{ConstraintTag, Delta, Rational, Side, Variable};

use super::atoms::Atom;
use super::propagate::{Derived, SIDES};
use super::solver::Arithmetic;

/// How one unknown is above another at most, and why.
struct Link {
    value: Delta,
    reason: ConstraintTag,
    scale: Rational,
}

impl Arithmetic {
    /// Adds to `out` what a row that compares two unknowns implies together with another one.
    pub(super) fn imply_by_differences(&mut self, row: Variable, out: &mut Vec<(Atom, bool)>) {
        let Some((first, second)) = self.differences.sides(row) else { return };
        for side in SIDES {
            let (high, low) = match side {
                Side::Upper => (first, second),
                Side::Lower => (second, first),
            };
            let Some(link) = self.link(high, low) else { continue };
            let mut derived: Vec<(Derived, Link)> = Vec::new();
            for third in self.differences.fewer(first, second) {
                derived.extend(self.derived(high, *third, &link, low, *third));
                derived.extend(self.derived(*third, low, &link, *third, high));
            }
            for (bound, other) in derived {
                let summand = |link: &Link| (link.reason, link.scale.clone());
                self.imply(&bound, out, |_| vec![summand(&link), summand(&other)]);
            }
        }
    }

    /// The bound on `high` − `low` that `link` gives with the one on `upper` − `lower`, if anything waits for it.
    fn derived(
        &self,
        high: Variable,
        low: Variable,
        link: &Link,
        upper: Variable,
        lower: Variable,
    ) -> Option<(Derived, Link)> {
        let (variable, side) = self.differences.row(high, low)?;
        if !self.atoms.is_watched(variable) || !self.thresholds.is_ahead(variable, side) {
            return None;
        }
        let other = self.link(upper, lower)?;
        let sum = &link.value + &other.value;
        let value = if side == Side::Upper { sum } else { -sum };
        let is_passed = self.thresholds.is_passed(variable, side, &value);
        is_passed.then_some((Derived { variable, side, value }, other))
    }

    /// The bound in force on `high` − `low`, from above.
    fn link(&self, high: Variable, low: Variable) -> Option<Link> {
        let (row, side) = self.differences.row(high, low)?;
        let limit = self.simplex.limit(row, side)?;
        let value = limit.value.clone();
        let value = if side == Side::Upper { value } else { -value };
        Some(Link { value, reason: limit.reason, scale: limit.scale.clone() })
    }
}
