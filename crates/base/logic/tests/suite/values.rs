//! Values: one for each meaning, all of them in turn, however large.

use std::collections::HashSet;

use buttress_logic::{Cardinality, Rational, Sort, SortKind, Terms, Value, Values};
use buttress_prop::Random;

/// An enumeration with so many constructors.
fn enumeration(terms: &mut Terms, name: &str, size: usize) -> Sort {
    let (datatype, sort) = terms.declare_datatype(name, &[]);
    for number in 0..size {
        terms.add_constructor(datatype, &format!("{name}{number}"), &[]);
    }
    sort
}

fn uninterpreted(terms: &mut Terms, name: &str) -> Sort {
    let declaration = terms.declare_sort();
    terms.sort(SortKind::Uninterpreted { name: name.to_owned(), declaration, arguments: vec![] })
}

fn list(terms: &mut Terms, element: Sort) -> Sort {
    let (datatype, sort) = terms.declare_datatype("List", &[element]);
    terms.add_constructor(datatype, "nil", &[]);
    let fields = [("head".to_owned(), element), ("tail".to_owned(), sort)];
    terms.add_constructor(datatype, "cons", &fields);
    sort
}

/// `tree = node(forest)`, `forest = empty | more(tree, forest)`
fn mutual(terms: &mut Terms) -> (Sort, Sort) {
    let (tree_datatype, tree) = terms.declare_datatype("Tree", &[]);
    let (forest_datatype, forest) = terms.declare_datatype("Forest", &[]);
    terms.add_constructor(tree_datatype, "node", &[("children".to_owned(), forest)]);
    let fields = [("first".to_owned(), tree), ("others".to_owned(), forest)];
    terms.add_constructor(forest_datatype, "more", &fields);
    terms.add_constructor(forest_datatype, "empty", &[]);
    (tree, forest)
}

/// Arrays are equal exactly if they read alike at every index: random stores over small indices.
#[test]
fn equal_arrays_are_one_value() {
    let mut terms = Terms::new();
    let colour = enumeration(&mut terms, "c", 3);
    let universe = uninterpreted(&mut terms, "U");
    let unit = enumeration(&mut terms, "unit", 1);
    let flags = terms.array_sort(Sort::BOOL, Sort::BOOL);
    for index in [Sort::BOOL, colour, universe, unit, flags, Sort::INT] {
        for element in [Sort::BOOL, colour, Sort::INT] {
            let sort = terms.array_sort(index, element);
            let mut values = Values::new();
            values.set_universe(universe, 3);
            let mut random = Random::new(7);
            let mut next = |bound: u64| random.below(bound as usize) as u64;
            let indices: Vec<Value> =
                (0..4).filter_map(|n| values.nth_value(&terms, index, n)).collect();
            let elements: Vec<Value> =
                (0..3).filter_map(|n| values.nth_value(&terms, element, n)).collect();
            let mut known: Vec<(Vec<Value>, Value)> = Vec::new();
            for _ in 0..300 {
                let default = elements[next(elements.len() as u64) as usize];
                let mut array = values.constant_array(sort, default);
                let mut plain = vec![default; indices.len()];
                for _ in 0..next(7) {
                    let place = next(indices.len() as u64) as usize;
                    plain[place] = elements[next(elements.len() as u64) as usize];
                    array = values.store(&terms, array, indices[place], plain[place]).unwrap();
                }
                for (place, index) in indices.iter().enumerate() {
                    assert_eq!(values.read(array, *index), Some(plain[place]));
                }
                if index == Sort::INT {
                    // Infinitely many indices read the default.
                    plain.push(default);
                }
                for (readings, other) in &known {
                    assert_eq!(*readings == plain, *other == array, "{readings:?} {plain:?}");
                    let difference = values.difference(&terms, array, *other).unwrap();
                    assert_eq!(values.difference(&terms, *other, array), Some(difference));
                    let same = values.read(array, difference) == values.read(*other, difference);
                    assert_eq!(same, array == *other);
                }
                known.push((plain, array));
            }
        }
    }
}

/// Every finite sort shows exactly its values, every infinite one many different ones.
#[test]
fn enumerations_do_not_repeat() {
    let mut terms = Terms::new();
    let colour = enumeration(&mut terms, "c", 3);
    let universe = uninterpreted(&mut terms, "U");
    let numbers = list(&mut terms, Sort::INT);
    let colours = list(&mut terms, colour);
    let (tree, forest) = mutual(&mut terms);
    let pair = {
        let (datatype, sort) = terms.declare_datatype("Pair", &[]);
        let fields = [("left".to_owned(), colour), ("right".to_owned(), Sort::BOOL)];
        terms.add_constructor(datatype, "pair", &fields);
        terms.add_constructor(datatype, "none", &[]);
        sort
    };
    // No constructor with finitely many values; one way to go on only leads back.
    let circular = {
        let (first, sort) = terms.declare_datatype("First", &[]);
        let (second, second_sort) = terms.declare_datatype("Second", &[]);
        terms.add_constructor(first, "a", &[("a1".to_owned(), second_sort)]);
        terms.add_constructor(first, "b", &[("b1".to_owned(), numbers)]);
        terms.add_constructor(second, "c", &[("c1".to_owned(), sort)]);
        sort
    };
    let array = |terms: &mut Terms, index, element| terms.array_sort(index, element);
    let flags = array(&mut terms, Sort::BOOL, colour);
    let deep = array(&mut terms, flags, Sort::BOOL);
    let universal = array(&mut terms, universe, Sort::BOOL);
    let wide = array(&mut terms, Sort::INT, colour);
    let lists = array(&mut terms, numbers, Sort::BOOL);
    let full = array(&mut terms, Sort::INT, Sort::REAL);
    let cases = [
        (Sort::BOOL, Some(2)),
        (Sort::INT, None),
        (Sort::REAL, None),
        (colour, Some(3)),
        (universe, Some(4)),
        (pair, Some(7)),
        (flags, Some(9)),
        (deep, Some(512)),
        (universal, Some(16)),
        (numbers, None),
        (colours, None),
        (tree, None),
        (forest, None),
        (circular, None),
        (wide, None),
        (lists, None),
        (full, None),
    ];
    let mut values = Values::new();
    values.set_universe(universe, 4);
    for (sort, size) in cases {
        let expected = size.map_or(Cardinality::Infinite, Cardinality::Finite);
        assert_eq!(values.cardinality(&terms, sort), expected);
        let shown: Vec<Value> = (0..600).map_while(|n| values.nth_value(&terms, sort, n)).collect();
        assert_eq!(shown.len() as u64, size.unwrap_or(600));
        assert_eq!(shown.iter().collect::<HashSet<_>>().len(), shown.len());
        assert!(shown.iter().all(|value| values.sort_of(&terms, *value) == sort));
        let default = values.default_value(&terms, sort);
        assert_eq!(values.sort_of(&terms, default), sort);
        let fresh = values.fresh_value(&terms, sort, |value| shown[1..].contains(&value));
        assert_eq!(fresh, Some(shown[0]));
    }
}

/// Far values of recursive sorts, chains of stores and lists take neither stack nor long.
#[test]
fn large_values_are_cheap() {
    let mut terms = Terms::new();
    let (tree, _) = mutual(&mut terms);
    let mut values = Values::new();
    assert!(values.nth_value(&terms, tree, 100_000).is_some());
    let sort = terms.array_sort(Sort::INT, Sort::INT);
    let zero = values.number(Sort::INT, 0.into());
    let one = values.number(Sort::INT, 1.into());
    let mut array = values.constant_array(sort, zero);
    let start = array;
    for number in 0..100_000_i64 {
        let index = values.number(Sort::INT, number.into());
        array = values.store(&terms, array, index, one).unwrap();
    }
    assert_eq!(values.exceptions(array).map(|listed| listed.len()), Some(100_000));
    for number in 0..100_000_i64 {
        let index = values.number(Sort::INT, number.into());
        array = values.store(&terms, array, index, zero).unwrap();
    }
    assert_eq!(array, start);
}

/// A sort that is huge is not infinite, and one whose elements are all alike is small.
#[test]
fn cardinalities_at_the_edges() {
    let mut terms = Terms::new();
    let universe = uninterpreted(&mut terms, "U");
    let unit = enumeration(&mut terms, "unit", 1);
    let wide = terms.array_sort(universe, Sort::BOOL);
    let plain = terms.array_sort(Sort::INT, unit);
    // A datatype below itself only as the index of an array with one value.
    let (datatype, odd) = terms.declare_datatype("Odd", &[]);
    let constant = terms.array_sort(odd, unit);
    terms.add_constructor(datatype, "leaf", &[]);
    terms.add_constructor(datatype, "node", &[("below".to_owned(), constant)]);
    let mut values = Values::new();
    values.set_universe(universe, 1_000);
    assert_eq!(values.cardinality(&terms, wide), Cardinality::Huge);
    assert_eq!(values.cardinality(&terms, plain), Cardinality::Finite(1));
    assert_eq!(values.cardinality(&terms, constant), Cardinality::Finite(1));
    assert_eq!(values.cardinality(&terms, odd), Cardinality::Finite(2));
    assert_eq!(values.nth_value(&terms, odd, 2), None);
}

/// Arrays over the integers are equal exactly if they read alike, however they were made.
#[test]
fn intervals_are_one_value() {
    let mut terms = Terms::new();
    let sort = terms.array_sort(Sort::INT, Sort::INT);
    let mut values = Values::new();
    let mut random = Random::new(3);
    let mut next = |bound: u64| random.below(bound as usize) as u64;
    let elements: Vec<Value> =
        (0..2).map(|number| values.number(Sort::INT, number.into())).collect();
    let indices: Vec<Value> =
        (-1..8_i64).map(|number| values.number(Sort::INT, number.into())).collect();
    let mut known: Vec<(Vec<Value>, Value)> = Vec::new();
    for _ in 0..400 {
        // A random function that changes at 0 to 6 only, by intervals and then by stores.
        let first = elements[next(2) as usize];
        let mut plain = vec![first; 9];
        let mut steps = Vec::new();
        for place in 0..7 {
            if next(3) == 0 {
                let value = elements[next(2) as usize];
                plain[place + 1..].fill(value);
                steps.push((Rational::from(place as i64), value));
            }
        }
        let mut array = values.intervals(sort, first, steps);
        for _ in 0..next(4) {
            let place = 1 + next(6) as usize;
            plain[place] = elements[next(2) as usize];
            array = values.store(&terms, array, indices[place], plain[place]).unwrap();
        }
        for (index, value) in indices.iter().zip(&plain) {
            assert_eq!(values.read(array, *index), Some(*value));
        }
        let (start, steps) = values.steps(array).expect("it is over the integers");
        assert_eq!(values.default_of(array), Some(start));
        assert_eq!(values.intervals(sort, start, steps), array);
        let exceptions = values.exceptions(array);
        assert_eq!(exceptions.is_some(), plain[8] == first);
        if let Some(exceptions) = exceptions {
            let mut made = values.constant_array(sort, first);
            for (index, value) in exceptions.into_iter().rev() {
                made = values.store(&terms, made, index, value).unwrap();
            }
            assert_eq!(made, array);
        }
        for (readings, other) in &known {
            assert_eq!(*readings == plain, *other == array);
            let difference = values.difference(&terms, array, *other).unwrap();
            assert_eq!(values.difference(&terms, *other, array), Some(difference));
            let same = values.read(array, difference) == values.read(*other, difference);
            assert_eq!(same, array == *other);
        }
        known.push((plain, array));
    }
    assert!(known.iter().map(|pair| pair.1).collect::<HashSet<_>>().len() > 50);
}

#[test]
fn literals_have_the_values_that_they_are_written_for() {
    let mut terms = Terms::new();
    let mut values = Values::new();
    let sort = terms.array_sort(Sort::INT, Sort::REAL);
    let half = values.number(Sort::REAL, "1/2".parse().unwrap());
    let zero = values.number(Sort::REAL, Rational::ZERO);
    let mut array = values.constant_array(sort, zero);
    for index in [3, 1, 2, 9] {
        let index = values.number(Sort::INT, Rational::from(index));
        array = values.store(&terms, array, index, half).unwrap();
    }
    for value in [array, half, Value::TRUE, Value::FALSE] {
        let term = values.term(&mut terms, value).unwrap();
        assert_eq!(values.of_literal(&terms, term), Some(value));
    }
    // A store that changes nothing, and one that is overwritten.
    let literal = values.term(&mut terms, array).unwrap();
    let one = terms.numeral(&Rational::ONE, Sort::INT);
    let [nought, whole] =
        [Rational::ZERO, Rational::ONE].map(|value| terms.numeral(&value, Sort::REAL));
    let seven = terms.numeral(&Rational::from(7), Sort::INT);
    let same = terms.store(literal, seven, nought);
    assert_eq!(values.of_literal(&terms, same), Some(array));
    let first = terms.store(literal, seven, whole);
    let back = terms.store(first, seven, nought);
    assert_eq!(values.of_literal(&terms, back), Some(array));
    // No literals.
    let unknown = terms.fresh_constant("x", Sort::INT);
    let open = terms.store(literal, unknown, nought);
    let sum = terms.add(&[one, one]);
    assert_eq!([unknown, open, sum].map(|term| values.of_literal(&terms, term)), [None; 3]);
}
