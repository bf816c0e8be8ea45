//! Linear forms over the variables that are open: Σ aₖ·xₖ + c, in the order of the variables.

use buttress_numeric::Rational;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Form {
    /// Each variable, by its level, with its coefficient, which is not 0.
    pub parts: Vec<(usize, Rational)>,
    pub constant: Rational,
}

impl Form {
    pub fn constant(constant: Rational) -> Form {
        Form { parts: Vec::new(), constant }
    }

    pub fn variable(level: usize) -> Form {
        Form { parts: vec![(level, Rational::ONE)], constant: Rational::ZERO }
    }

    /// Its value, for these values of the variables.
    pub fn value<'a>(&self, sample: impl Fn(usize) -> &'a Rational) -> Rational {
        let mut sum = self.constant.clone();
        for (level, factor) in &self.parts {
            sum.add_product(factor, sample(*level));
        }
        sum
    }

    /// The form with another one added so many times.
    pub fn plus(&self, factor: &Rational, other: &Form) -> Form {
        let mut constant = self.constant.clone();
        constant.add_product(factor, &other.constant);
        let mut parts = Vec::with_capacity(self.parts.len() + other.parts.len());
        let (mut left, mut right) = (self.parts.iter().peekable(), other.parts.iter().peekable());
        loop {
            let level = match (left.peek(), right.peek()) {
                (Some(one), Some(two)) => one.0.min(two.0),
                (Some(one), None) => one.0,
                (None, Some(two)) => two.0,
                (None, None) => break,
            };
            let mut sum = Rational::ZERO;
            if let Some((_, own)) = left.next_if(|part| part.0 == level) {
                sum += own;
            }
            if let Some((_, added)) = right.next_if(|part| part.0 == level) {
                sum.add_product(factor, added);
            }
            if !sum.is_zero() {
                parts.push((level, sum));
            }
        }
        Form { parts, constant }
    }

    pub fn minus(&self, other: &Form) -> Form {
        self.plus(&-&Rational::ONE, other)
    }

    pub fn times(&self, factor: &Rational) -> Form {
        Form::constant(Rational::ZERO).plus(factor, self)
    }

    pub fn plus_constant(&self, constant: &Rational) -> Form {
        Form { parts: self.parts.clone(), constant: &self.constant + constant }
    }
}
