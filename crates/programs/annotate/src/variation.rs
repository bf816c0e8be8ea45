//! Inputs that differ a little from others.
//!
//! Where `@pre` asks for much, chance alone meets it with special inputs only, sorted arrays for example. From inputs that satisfy it, small
//! changes lead to others that do.

use buttress_numeric::Integer;
use buttress_pi::Value;
use buttress_prop::Random;

/// Changes one to three things in some values.
pub(crate) fn vary(values: &mut [Value], random: &mut Random) {
    for _ in 0..random.between(1, 3) {
        let place = random.below(values.len());
        let numbers: Vec<Integer> = values.iter().flat_map(own_numbers).collect();
        match values.get_mut(place) {
            Some(Value::Int(number)) => {
                if let Some(other) = numbers.get(random.below(numbers.len())) {
                    number.clone_from(other);
                }
            }
            Some(Value::Array(array)) => {
                let length = array.cells.len();
                let (one, other) = (random.below(length), random.below(length));
                if length == 0 {
                    continue;
                }
                match random.below(3) {
                    0 => array.cells.swap(one, other),
                    1 => array.cells[one] = array.cells[other].clone(),
                    _ => {
                        if let Value::Int(cell) = &mut array.cells[one] {
                            *cell = Integer::from(random.below(7) as i64 - 1);
                        }
                    }
                }
            }
            Some(Value::Bool(truth)) => *truth = !*truth,
            _ => {}
        }
    }
}

/// Numbers that a number may become: itself and its neighbours, and the ends of an array.
fn own_numbers(value: &Value) -> Vec<Integer> {
    match value {
        Value::Int(number) => match number.to_i64() {
            Some(number) => {
                let near = [0, 1, -1].into_iter().filter_map(|step| number.checked_add(step));
                near.map(Integer::from).collect()
            }
            None => vec![number.clone()],
        },
        Value::Array(array) => {
            let length = array.cells.len() as i64;
            vec![Integer::from(length - 1), Integer::from(length)]
        }
        _ => vec![],
    }
}
