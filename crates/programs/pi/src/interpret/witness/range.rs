//! The ranges that the atoms of a cube leave to its variables.

use crate::interpret::cube::Cube;
use crate::interpret::evaluate::Undetermined;

/// The bounds of a variable, both included; none where there is none.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Range {
    pub low: Option<i64>,
    pub high: Option<i64>,
}

/// The search of one cube.
pub(super) struct Search {
    /// The rests of its atoms.
    pub rests: Vec<i64>,
    /// What atoms say of variables that have no value yet.
    pub ranges: Vec<Range>,
    pub values: Vec<i64>,
    /// Could a witness have been missed?
    pub is_exact: bool,
}

impl Search {
    /// Narrows the ranges of all variables; false if one is empty.
    pub fn propagate(&mut self, cube: &Cube) -> Result<bool, Undetermined> {
        // Every round lets a bound travel one variable further; ranges that depend on each other could be narrowed
        // for longer, without need.
        for _ in 0..cube.variables.len() {
            for position in 0..cube.variables.len() {
                let range = self.narrowed(cube, position, 0)?;
                if range.is_empty() {
                    return Ok(false);
                }
                self.ranges[position] = range;
            }
        }
        Ok(true)
    }

    /// The range of a variable once those before it have values.
    pub fn range(&self, cube: &Cube, position: usize) -> Result<Range, Undetermined> {
        if position == 0 { Ok(self.ranges[0]) } else { self.narrowed(cube, position, position) }
    }

    /// The range of a variable where those before `known` have values.
    fn narrowed(&self, cube: &Cube, position: usize, known: usize) -> Result<Range, Undetermined> {
        let mut range = self.ranges[position];
        for number in &cube.variables[position].atoms {
            let atom = &cube.atoms[*number];
            let mut factor = 0;
            // Bounds of the other variables and the rest together.
            let mut low = Some(i128::from(self.rests[*number]));
            let mut high = low;
            for (at, coefficient) in &atom.coefficients {
                if *at == position {
                    factor = *coefficient;
                    continue;
                }
                let Range { low: least, high: greatest } = if *at < known {
                    let value = Some(self.values[*at]);
                    Range { low: value, high: value }
                } else {
                    self.ranges[*at]
                };
                let (least, greatest) =
                    if *coefficient > 0 { (least, greatest) } else { (greatest, least) };
                let scaled = |end: i64| i128::from(end) * i128::from(*coefficient);
                low = low.zip(least.map(scaled)).map(|(sum, end)| sum + end);
                high = high.zip(greatest.map(scaled)).map(|(sum, end)| sum + end);
            }
            // factor · x + others ≤ 0
            range.narrow(i128::from(factor), low)?;
            if atom.is_equation {
                // −factor · x − others ≤ 0
                range.narrow(-i128::from(factor), high.map(|high| -high))?;
            }
        }
        Ok(range)
    }
}

impl Range {
    /// Keeps the x with factor · x + least ≤ 0. Bounds too far out to matter are left away; if they leave nothing
    /// that would be tried, nothing is known.
    fn narrow(&mut self, factor: i128, least: Option<i128>) -> Result<(), Undetermined> {
        const END: i128 = 1 << 61;
        let Some(least) = least else { return Ok(()) };
        if factor > 0 {
            // Most factors are 1, and divisions of this width are slow.
            let high = if factor == 1 { -least } else { (-least).div_euclid(factor) };
            if high < -END {
                return Err(Undetermined);
            }
            if let Ok(high) = i64::try_from(high)
                && i128::from(high) <= END
            {
                self.high = Some(self.high.map_or(high, |known| known.min(high)));
            }
        } else if factor < 0 {
            let low = if factor == -1 { least } else { -(-least).div_euclid(-factor) };
            if low > END {
                return Err(Undetermined);
            }
            if let Ok(low) = i64::try_from(low)
                && i128::from(low) >= -END
            {
                self.low = Some(self.low.map_or(low, |known| known.max(low)));
            }
        }
        Ok(())
    }

    pub fn is_empty(self) -> bool {
        matches!((self.low, self.high), (Some(low), Some(high)) if low > high)
    }

    pub fn contains(self, number: i64) -> bool {
        self.low.is_none_or(|low| low <= number) && self.high.is_none_or(|high| number <= high)
    }
}
