//! On which side of a negation a formula stands.

/// On which side of a negation a formula stands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Polarity {
    /// Under an even number of negations: the formula is asserted.
    Positive,
    /// Under an odd number of negations: the formula is denied.
    Negative,
}

impl Polarity {
    /// The other side.
    #[must_use]
    pub fn flipped(self) -> Polarity {
        match self {
            Polarity::Positive => Polarity::Negative,
            Polarity::Negative => Polarity::Positive,
        }
    }

    /// Is it the positive side?
    pub fn is_positive(self) -> bool {
        self == Polarity::Positive
    }
}
