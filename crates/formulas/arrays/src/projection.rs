//! Projections: the model construction of the completeness proofs, as data.
//!
//! Given what arrays read at the indices of the index set, the thesis says what they read anywhere:
//! a\[t\] = a\[proj(t)\]. Over T_A, proj sends an index outside the set to λ, or to any other; over
//! T_A^ℤ to the nearest index of the set, the left neighbour preferred. Both are functions of the
//! *values* of indices, so that two terms with one value project alike, and the second is monotone,
//! which is why guards by order survive.
//!
//! An integer-indexed array is then constant on intervals ([`Intervals`]), which no default with
//! finitely many exceptions can say: see [`Intervals::body`] for how a model can say it now.

use buttress_logic::{Bound, Rational, Sort, Term, Terms, Value, Values};

/// The projection of T_A^ℤ: the finitely many values of an index set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Neighbours {
    /// In order, each once; there is at least one.
    points: Vec<Rational>,
}

impl Neighbours {
    /// The projection onto these points; onto 0 if there are none.
    pub fn new(points: impl IntoIterator<Item = Rational>) -> Neighbours {
        let mut points: Vec<Rational> = points.into_iter().collect();
        if points.is_empty() {
            points.push(Rational::ZERO);
        }
        points.sort_unstable();
        points.dedup();
        Neighbours { points }
    }

    /// The points, in order.
    pub fn points(&self) -> &[Rational] {
        &self.points
    }

    /// proj(t): the largest point that is at most t; the smallest point if there is none.
    pub fn project(&self, index: &Rational) -> &Rational {
        let after = self.points.partition_point(|point| point <= index);
        &self.points[after.saturating_sub(1)]
    }

    /// The array that reads `read(p)` at each point p, and elsewhere what it reads at the
    /// projection.
    pub fn array<V: Clone + PartialEq>(
        &self,
        mut read: impl FnMut(&Rational) -> V,
    ) -> Intervals<V> {
        let mut intervals = Intervals::constant(read(&self.points[0]));
        for point in &self.points[1..] {
            let value = read(point);
            if *intervals.last() != value {
                intervals.steps.push((point.clone(), value));
            }
        }
        intervals
    }
}

/// A function of the integers that is constant on finitely many intervals.
///
/// Invariant: neighbouring intervals have different values, so equal functions are equal data.
/// This is what `logic` would need as a kind of array value over `Int`: with every such array kept
/// in this form (one exception is two steps), arrays that read alike are one value; `read` is a
/// binary search, `store` changes at most two steps, the default is no longer a notion of such
/// arrays, and a value is printed as the lambda or the definition that [`Intervals::body`] gives.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Intervals<V> {
    /// The value before the first step.
    first: V,
    /// The value from each place on, up to the next; the places are in order.
    steps: Vec<(Rational, V)>,
}

impl<V: Clone + PartialEq> Intervals<V> {
    /// The same value everywhere.
    pub fn constant(value: V) -> Intervals<V> {
        Intervals { first: value, steps: Vec::new() }
    }

    /// The value before the first step.
    pub fn first(&self) -> &V {
        &self.first
    }

    /// The places from which on the value is another, with that value.
    pub fn steps(&self) -> &[(Rational, V)] {
        &self.steps
    }

    fn last(&self) -> &V {
        self.steps.last().map_or(&self.first, |step| &step.1)
    }

    /// The value at an index.
    pub fn read(&self, index: &Rational) -> &V {
        let after = self.steps.partition_point(|step| step.0 <= *index);
        match after.checked_sub(1).and_then(|place| self.steps.get(place)) {
            Some(step) => &step.1,
            None => &self.first,
        }
    }

    /// The same but for one index.
    #[must_use]
    pub fn store(&self, index: &Rational, value: V) -> Intervals<V> {
        let next = index + &Rational::ONE;
        let after = self.read(&next).clone();
        let mut result = Intervals { first: self.first.clone(), steps: Vec::new() };
        let mut push = |place: Rational, value: V| {
            if *result.last() != value {
                result.steps.push((place, value));
            }
        };
        for (place, value) in self.steps.iter().filter(|step| step.0 < *index) {
            push(place.clone(), value.clone());
        }
        push(index.clone(), value);
        push(next.clone(), after);
        for (place, value) in self.steps.iter().filter(|step| step.0 > next) {
            push(place.clone(), value.clone());
        }
        result
    }

    /// One index of each interval, and so enough indices to see every value: the first of each, and
    /// the last of the one without a first.
    pub fn representatives(&self) -> Vec<Rational> {
        let mut places: Vec<Rational> = self.steps.iter().map(|step| step.0.clone()).collect();
        let before = places.first().map_or(Rational::ZERO, |first| first - &Rational::ONE);
        places.insert(0, before);
        places
    }

    /// The function as a term over its variable: `(ite (< i p) v (ite (< i q) w …))`.
    ///
    /// A model can say it as a definition, with the array constant standing for the function; SMT-LIB
    /// has no term for such an array itself, but `((as const A) v)` with writes where all intervals
    /// but one are short.
    pub fn body(
        &self,
        terms: &mut Terms,
        variable: Bound,
        mut term: impl FnMut(&mut Terms, &V) -> Term,
    ) -> Term {
        let variable = terms.bound(variable);
        let mut body = term(terms, self.last());
        for (place, step) in self.steps.iter().enumerate().rev() {
            let value = match place.checked_sub(1).and_then(|before| self.steps.get(before)) {
                Some(before) => &before.1,
                None => &self.first,
            };
            let value = term(terms, value);
            let start = terms.numeral(&step.0, Sort::INT);
            let is_before = terms.less(variable, start);
            body = terms.ite(is_before, value, body);
        }
        body
    }
}

/// The array of T_A: what it reads at the values of the index set, and elsewhere what it reads at λ
/// (or, over a sort that has no other elements, whatever).
///
/// Of two readings at one index the first counts: terms with equal values are read alike.
pub fn project_uninterpreted(
    terms: &Terms,
    values: &mut Values,
    sort: Sort,
    readings: &[(Value, Value)],
    elsewhere: Value,
) -> Value {
    let mut array = values.constant_array(sort, elsewhere);
    for (index, value) in readings.iter().rev() {
        // It is an array, so that a write succeeds.
        array = values.store(terms, array, *index, *value).unwrap_or(array);
    }
    array
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(list: &[i64]) -> Vec<Rational> {
        list.iter().map(|n| Rational::from(*n)).collect()
    }

    #[test]
    fn the_left_neighbour_is_preferred_and_order_survives() {
        let neighbours = Neighbours::new(numbers(&[4, -1, 4, 2]));
        assert_eq!(neighbours.points(), numbers(&[-1, 2, 4]));
        let images: Vec<Rational> =
            (-3..7).map(|n| neighbours.project(&Rational::from(n)).clone()).collect();
        assert_eq!(images, numbers(&[-1, -1, -1, -1, -1, 2, 2, 4, 4, 4]));
        assert!(images.is_sorted());
        assert_eq!(Neighbours::new([]).project(&Rational::from(9)), &Rational::ZERO);
    }

    #[test]
    fn arrays_read_what_their_projection_reads() {
        let neighbours = Neighbours::new(numbers(&[-2, 0, 3, 5]));
        let array = neighbours.array(|point| point.is_positive());
        // Neighbouring intervals with one value are one.
        assert_eq!(array.steps().len(), 1);
        for n in -5..9 {
            let index = Rational::from(n);
            assert_eq!(*array.read(&index), neighbours.project(&index).is_positive());
        }
        let values: Vec<bool> =
            array.representatives().iter().map(|index| *array.read(index)).collect();
        assert_eq!(values, [false, true]);
    }

    #[test]
    fn writes_change_one_index_and_undo() {
        let array = Neighbours::new(numbers(&[0, 3, 4])).array(|point| point.to_i64());
        for at in -2..7 {
            let index = Rational::from(at);
            let written = array.store(&index, Some(9));
            for n in -4..9 {
                let other = Rational::from(n);
                let expected = if n == at { &Some(9) } else { array.read(&other) };
                assert_eq!(written.read(&other), expected, "{at} {n}");
            }
            let old = *array.read(&index);
            assert_eq!(written.store(&index, old), array);
        }
    }

    #[test]
    fn a_definition_says_the_same() {
        let mut terms = Terms::new();
        let array = Neighbours::new(numbers(&[0, 3, 4])).array(Rational::clone);
        let bound = terms.new_bound("i", Sort::INT);
        let body = array.body(&mut terms, bound, |terms, value| terms.numeral(value, Sort::INT));
        let mut model = buttress_logic::Model::new();
        for n in -3..8 {
            let index = model.values.number(Sort::INT, Rational::from(n));
            let mut evaluator = buttress_logic::Evaluator::new(&terms, &mut model);
            evaluator.bind(bound, index);
            let value = evaluator.value(body).expect("the body has a value");
            assert_eq!(model.values.as_number(value), Some(array.read(&Rational::from(n))));
        }
    }

    #[test]
    fn the_first_reading_at_an_index_counts() {
        let mut terms = Terms::new();
        let sort = terms.array_sort(Sort::INT, Sort::BOOL);
        let mut values = Values::new();
        let (one, two) = (values.number(Sort::INT, 1.into()), values.number(Sort::INT, 2.into()));
        let readings = [(one, Value::TRUE), (one, Value::FALSE)];
        let array = project_uninterpreted(&terms, &mut values, sort, &readings, Value::FALSE);
        assert_eq!(values.read(array, one), Some(Value::TRUE));
        assert_eq!(values.read(array, two), Some(Value::FALSE));
    }
}
