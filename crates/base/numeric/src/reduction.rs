//! Lattice basis reduction: short and nearly orthogonal vectors with the same integer
//! combinations.
//!
//! The basis is reduced in integers throughout: with dᵢ the determinant of the scalar products of
//! the first i vectors, the coefficients of orthogonalisation are λᵢⱼ/dⱼ₊₁ with λᵢⱼ whole.
//! Source: Lenstra, Lenstra and Lovász, Factoring polynomials with rational coefficients, 1982;
//! the integral variant after Cohen, A Course in Computational Algebraic Number Theory, 2.6.

use crate::{Integer, Rational};

/// A lattice basis on its way to a reduced one, and the way it has gone.
#[derive(Clone, Debug)]
pub struct Reduction {
    /// The vectors, with whole components.
    vectors: Vec<Vec<Rational>>,
    /// Each vector as a combination of the first basis.
    combinations: Vec<Vec<Rational>>,
    /// The coordinates: `coordinates[i]` applied to a combination of the first basis tells how
    /// often it takes vector `i` of the present one.
    coordinates: Vec<Vec<Rational>>,
    /// d₀ = 1, d₁, d₂, …
    determinants: Vec<Rational>,
    lambda: Vec<Vec<Rational>>,
}

impl Reduction {
    /// Reduces linearly independent vectors of integers, all of one length. `go_on` is asked
    /// before each step; a basis that was interrupted is a basis all the same. `None` if the
    /// vectors are dependent or not whole.
    pub fn of(vectors: Vec<Vec<Rational>>, mut go_on: impl FnMut() -> bool) -> Option<Reduction> {
        let size = vectors.len();
        if vectors.iter().flatten().any(|component| !component.is_integer()) {
            return None;
        }
        let mut reduction = Reduction {
            vectors,
            combinations: units(size),
            coordinates: units(size),
            determinants: vec![Rational::ONE],
            lambda: Vec::new(),
        };
        let mut place = 0;
        while place < size && go_on() {
            if reduction.lambda.len() == place {
                reduction.orthogonalise(place)?;
            }
            if place == 0 {
                place = 1;
                continue;
            }
            reduction.shorten(place, place - 1);
            if reduction.is_ordered(place) {
                for other in (0..place - 1).rev() {
                    reduction.shorten(place, other);
                }
                place += 1;
            } else {
                reduction.exchange(place);
                place -= 1;
            }
        }
        Some(reduction)
    }

    /// The vectors of the basis; when reduction was not interrupted, short ones first.
    pub fn vectors(&self) -> &[Vec<Rational>] {
        &self.vectors
    }

    /// Each vector as an integer combination of the vectors that were given.
    pub fn combinations(&self) -> &[Vec<Rational>] {
        &self.combinations
    }

    /// The inverse: integer forms over combinations of the given vectors.
    pub fn coordinates(&self) -> &[Vec<Rational>] {
        &self.coordinates
    }

    /// λ and d of a vector that is new to the orthogonalised part.
    fn orthogonalise(&mut self, place: usize) -> Option<()> {
        let mut row: Vec<Rational> = Vec::with_capacity(place);
        for other in 0..=place {
            let mut value = product(&self.vectors[place], &self.vectors[other]);
            let others = if other == place { &row } else { &self.lambda[other] };
            for (earlier, (own, along)) in row.iter().zip(&others[..other]).enumerate() {
                let difference = &self.determinants[earlier + 1] * &value - own * along;
                value = quotient(&difference, &self.determinants[earlier]);
            }
            if other < place {
                row.push(value);
            } else if value.is_positive() {
                self.determinants.push(value);
            } else {
                return None;
            }
        }
        self.lambda.push(row);
        Some(())
    }

    /// Subtracts a multiple of an earlier vector so that what remains along it is at most a half.
    fn shorten(&mut self, place: usize, other: usize) {
        let over = &self.determinants[other + 1];
        let multiple = nearest(&self.lambda[place][other], over);
        if multiple.is_zero() {
            return;
        }
        let minus = -&multiple;
        self.lambda[place][other].add_product(&minus, over);
        let (before, after) = self.lambda.split_at_mut(place);
        for (entry, earlier) in after[0].iter_mut().zip(&before[other]) {
            entry.add_product(&minus, earlier);
        }
        add_multiple(&mut self.vectors, place, other, &minus);
        add_multiple(&mut self.combinations, place, other, &minus);
        add_multiple(&mut self.coordinates, other, place, &multiple);
    }

    /// Is a vector, as far as it is orthogonal to those before its neighbour, long enough to stay
    /// behind it? (The condition of Lovász with 3/4.)
    fn is_ordered(&self, place: usize) -> bool {
        let d = &self.determinants;
        let along = &self.lambda[place][place - 1];
        let left = &d[place + 1] * &d[place - 1] + along * along;
        left * Rational::whole(4) >= &d[place] * &d[place] * Rational::whole(3)
    }

    /// Exchanges a vector with the one before it.
    fn exchange(&mut self, place: usize) {
        let before = place - 1;
        self.vectors.swap(before, place);
        self.combinations.swap(before, place);
        self.coordinates.swap(before, place);
        let along = self.lambda[place][before].clone();
        let (head, tail) = self.lambda.split_at_mut(place);
        head[before].swap_with_slice(&mut tail[0][..before]);
        let d = &self.determinants;
        let sum = &d[before] * &d[place + 1] + &along * &along;
        let determinant = quotient(&sum, &d[place]);
        for row in &mut tail[1..] {
            let old = row[place].clone();
            let difference = &d[place + 1] * &row[before] - &along * &old;
            row[place] = quotient(&difference, &d[place]);
            let sum = &determinant * &old + &along * &row[place];
            row[before] = quotient(&sum, &d[place + 1]);
        }
        self.determinants[place] = determinant;
    }
}

fn units(size: usize) -> Vec<Vec<Rational>> {
    let unit = |place: usize| {
        let entry = |other: usize| if other == place { Rational::ONE } else { Rational::ZERO };
        (0..size).map(entry).collect()
    };
    (0..size).map(unit).collect()
}

fn product(left: &[Rational], right: &[Rational]) -> Rational {
    let mut sum = Rational::ZERO;
    for (a, b) in left.iter().zip(right) {
        sum.add_product(a, b);
    }
    sum
}

/// A quotient of integers that is whole.
fn quotient(number: &Rational, divisor: &Rational) -> Rational {
    number.exact_quotient(&divisor.numerator())
}

/// The quotient rounded to the nearest integer; the divisor is positive.
fn nearest(number: &Rational, divisor: &Rational) -> Rational {
    let twice = number * Rational::whole(2) + divisor;
    let rounded = Integer::from_rational(twice)
        .and_then(|twice| twice.div_floor(&(divisor * Rational::whole(2)).numerator()));
    rounded.map_or(Rational::ZERO, Rational::from)
}

fn add_multiple(vectors: &mut [Vec<Rational>], target: usize, source: usize, factor: &Rational) {
    let source = vectors[source].clone();
    for (entry, other) in vectors[target].iter_mut().zip(&source) {
        entry.add_product(factor, other);
    }
}

#[cfg(test)]
mod tests {
    use buttress_prop::Random;

    use super::*;

    fn whole(vectors: &[&[i64]]) -> Vec<Vec<Rational>> {
        vectors.iter().map(|it| it.iter().map(|it| Rational::from(*it)).collect()).collect()
    }

    /// The basis is what its combinations say, and the coordinates are their inverse.
    fn check(given: &[Vec<Rational>], reduction: &Reduction) {
        for (vector, combination) in reduction.vectors().iter().zip(reduction.combinations()) {
            for place in 0..vector.len() {
                let column: Vec<Rational> = given.iter().map(|it| it[place].clone()).collect();
                assert_eq!(product(combination, &column), vector[place]);
            }
        }
        let inverse: Vec<Vec<Rational>> = reduction
            .coordinates()
            .iter()
            .map(|form| reduction.combinations().iter().map(|it| product(form, it)).collect())
            .collect();
        assert_eq!(inverse, units(given.len()));
        assert!(reduction.combinations().iter().flatten().all(Rational::is_integer));
        assert!(reduction.coordinates().iter().flatten().all(Rational::is_integer));
    }

    /// The reduced basis, orthogonalised in fractions: the obvious twin of d and λ.
    fn check_reduced(reduction: &Reduction) {
        let mut orthogonal: Vec<Vec<Rational>> = Vec::new();
        let half = Rational::new(1, 2).unwrap();
        for vector in reduction.vectors() {
            let mut rest = vector.clone();
            let mut last = Rational::ZERO;
            for other in &orthogonal {
                last = product(vector, other).checked_div(&product(other, other)).unwrap();
                assert!(last.abs() <= half, "{:?}", reduction.vectors());
                for (entry, along) in rest.iter_mut().zip(other) {
                    entry.add_product(&-&last, along);
                }
            }
            if let Some(previous) = orthogonal.last() {
                let bound = Rational::new(3, 4).unwrap() - &last * &last;
                assert!(product(&rest, &rest) >= bound * product(previous, previous));
            }
            orthogonal.push(rest);
        }
    }

    #[test]
    fn a_thin_strip_shows_its_direction() {
        // 273x − 245y, magnified: along (35, 39) it does not change.
        let given = whole(&[&[273_000, 1, 0], &[-245_000, 0, 1]]);
        let reduction = Reduction::of(given.clone(), || true).unwrap();
        check(&given, &reduction);
        check_reduced(&reduction);
        let form: Vec<String> =
            reduction.coordinates()[1].iter().map(|it| it.to_string()).collect();
        assert!(form == ["39", "-35"] || form == ["-39", "35"], "{form:?}");
    }

    #[test]
    fn random_bases() {
        let mut random = Random::new(7);
        let mut next = || random.below(1 << 31) as i64;
        for round in 0..60 {
            let size = 1 + round % 7;
            let most = [3, 100, 1_000_000_000][round % 3];
            let mut given = whole(&[]);
            for place in 0..size {
                let mut vector: Vec<Rational> =
                    (0..4).map(|_| Rational::from(next() % most - most / 2)).collect();
                vector.extend(units(size).swap_remove(place));
                given.push(vector);
            }
            let reduction = Reduction::of(given.clone(), || true).unwrap();
            check(&given, &reduction);
            check_reduced(&reduction);
            let mut steps = 0;
            let interrupted = Reduction::of(given.clone(), || {
                steps += 1;
                steps < 6
            });
            check(&given, &interrupted.unwrap());
        }
    }

    #[test]
    fn what_is_no_basis() {
        assert!(Reduction::of(whole(&[&[1, 2], &[2, 4]]), || true).is_none());
        assert!(Reduction::of(vec![vec![Rational::new(1, 2).unwrap()]], || true).is_none());
        assert!(Reduction::of(Vec::new(), || true).unwrap().vectors().is_empty());
    }
}
