//! What a plot shows.

/// A state, as far as the two variables tell.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Point {
    /// The value of the first variable.
    pub x: f64,
    /// The value of the second variable.
    pub y: f64,
}

/// How a polynomial compares with zero.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sign {
    /// At least zero.
    NonNegative,
    /// More than zero.
    Positive,
    /// Zero.
    Zero,
}

/// A polynomial in the two variables that is compared with zero.
#[derive(Clone, PartialEq, Debug)]
pub struct Curve {
    /// Coefficient, exponent of the first variable, exponent of the second.
    pub monomials: Vec<(f64, u32, u32)>,
    /// How it compares.
    pub sign: Sign,
}

/// An invariant in the picture.
#[derive(Clone, PartialEq, Debug)]
pub struct Border {
    /// In words.
    pub text: String,
    /// The state that it was made to exclude, in words.
    pub reason: Option<String>,
    /// That state, if it can be shown.
    pub excludes: Option<Point>,
    /// Its shape; none if it speaks of other variables, or is no single comparison.
    pub curve: Option<Curve>,
}

/// Everything that is shown.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Plot {
    /// Above the picture.
    pub title: String,
    /// The names of the two variables.
    pub axes: [String; 2],
    /// First states.
    pub initial: Vec<Point>,
    /// Other states that were reached.
    pub reached: Vec<Point>,
    /// What the property forbids: a union of conjunctions.
    pub forbidden: Vec<Vec<Curve>>,
    /// Does it depend on other variables whether that is forbidden?
    pub is_shadow: bool,
    /// The invariants in the order found.
    pub borders: Vec<Border>,
}

impl Curve {
    /// The value of the polynomial.
    pub fn value(&self, point: Point) -> f64 {
        let power = |base: f64, exponent: u32| base.powi(exponent.min(64) as i32);
        let terms = self.monomials.iter();
        terms.map(|&(factor, i, j)| factor * power(point.x, i) * power(point.y, j)).sum()
    }

    /// Does the point satisfy it?
    pub(super) fn holds(&self, point: Point) -> bool {
        let value = self.value(point);
        match self.sign {
            Sign::NonNegative => value >= 0.0,
            Sign::Positive => value > 0.0,
            Sign::Zero => value == 0.0,
        }
    }

    /// a, b and c of a x + b y + c, if it is of that form.
    pub(super) fn line(&self) -> Option<[f64; 3]> {
        let mut line = [0.0; 3];
        for &(factor, i, j) in &self.monomials {
            match (i, j) {
                (1, 0) => line[0] += factor,
                (0, 1) => line[1] += factor,
                (0, 0) => line[2] += factor,
                _ => return None,
            }
        }
        Some(line)
    }
}
