//! Inputs of functions: all tiny ones, and random small ones that are led towards `@pre`.

use buttress_numeric::{Integer, Rational};
use buttress_pi::interpret::{Inputs, Machine};
use buttress_pi::program::{Function, FunctionId, Program, Role, Type, VariableId};
use buttress_pi::{ArrayValue, Value};
use buttress_prop::Random;

use crate::limits::{MOST_REPAIRS, MOST_TINY};
use crate::repair;

/// Inputs of a function, one after the other: first all tiny ones, then random ones without end.
///
/// Random inputs are small, near the ends of arrays, often sorted, and changed until `@pre` holds if that is easy; whoever
/// takes them must still expect some for which it does not.
pub struct Generator<'m> {
    machine: &'m Machine<'m>,
    function: FunctionId,
    random: Random,
    tiny: Tiny,
}

impl<'m> Generator<'m> {
    /// The inputs of a function; the same seed gives the same ones.
    pub fn new(machine: &'m Machine<'m>, function: FunctionId, seed: u64) -> Generator<'m> {
        let (program, text) = (machine.program(), machine.program().function(function));
        let variables = Inputs::variables(program, text);
        let types: Vec<&Type> = variables.iter().map(|id| &text.variable(*id).ty).collect();
        let tiny = Tiny::new(program, &types);
        Generator { machine, function, random: Random::new(seed), tiny }
    }

    /// Random inputs alone.
    pub fn at_random(machine: &'m Machine<'m>, function: FunctionId, seed: u64) -> Generator<'m> {
        let tiny = Tiny { domains: Vec::new(), next: None };
        Generator { machine, function, random: Random::new(seed), tiny }
    }

    /// Random inputs.
    fn random(&mut self) -> Option<Inputs> {
        let program = self.machine.program();
        let function = program.function(self.function);
        let variables = Inputs::variables(program, function);
        let longest = self.random.between(0, 6);
        let mut values = vec![];
        for variable in &variables {
            values.push(value(
                program,
                &function.variable(*variable).ty,
                longest,
                &mut self.random,
            ));
        }
        self.aim(function, &variables, &mut values);
        let inputs = Inputs::from_values(program, values);
        let state = self.machine.entry(self.function, &inputs.globals, &inputs.arguments)?;
        let pre = self.machine.precondition(self.function);
        let state = repair::towards(pre, state, MOST_REPAIRS, &mut self.random);
        Inputs::of_state(program, function, &state)
    }

    /// Lets numbers be indices, more often than chance would, and free variables contents of arrays.
    fn aim(&mut self, function: &Function, variables: &[VariableId], values: &mut [Value]) {
        let arrays: Vec<ArrayValue> = values
            .iter()
            .filter_map(|value| match value {
                Value::Array(array) => Some((**array).clone()),
                _ => None,
            })
            .collect();
        for (variable, value) in variables.iter().zip(values) {
            let array = &arrays.get(self.random.below(arrays.len()));
            let (Value::Int(number), Some(array)) = (value, array) else { continue };
            let length = array.cells.len() as i64;
            let is_free = function.variable(*variable).role == Role::Free;
            let of_contents = if is_free { 60 } else { 15 };
            if self.random.chance(of_contents) {
                if let Some(Value::Int(cell)) =
                    array.cells.get(self.random.below(array.cells.len()))
                {
                    *number = cell.clone();
                }
            } else if self.random.chance(60) {
                let near = [0, length - 1, length, -1, 1, length / 2, length - 2];
                // The first two are what programs are mostly called with.
                let choice = if self.random.coin() { 2 } else { near.len() };
                *number = Integer::from(near[self.random.below(choice)]);
            }
        }
    }
}

impl Iterator for Generator<'_> {
    type Item = Inputs;

    fn next(&mut self) -> Option<Inputs> {
        match self.tiny.next() {
            Some(values) => Some(Inputs::from_values(self.machine.program(), values)),
            None => self.random(),
        }
    }
}

/// All combinations of tiny values.
struct Tiny {
    domains: Vec<Vec<Value>>,
    /// The position in each domain; none when all were taken.
    next: Option<Vec<usize>>,
}

impl Tiny {
    fn new(program: &Program, types: &[&Type]) -> Tiny {
        let of_size = |size: usize| -> Vec<Vec<Value>> {
            types.iter().map(|ty| tiny_values(program, ty, size)).collect()
        };
        let count = |domains: &[Vec<Value>]| {
            domains.iter().try_fold(1usize, |count, domain| count.checked_mul(domain.len()))
        };
        let mut domains = of_size(0);
        for size in 1..=3 {
            let larger = of_size(size);
            if count(&larger).is_some_and(|count| count <= MOST_TINY) {
                domains = larger;
            }
        }
        Tiny { next: Some(vec![0; domains.len()]), domains }
    }

    fn next(&mut self) -> Option<Vec<Value>> {
        let positions = self.next.as_mut()?;
        let values =
            positions.iter().zip(&self.domains).map(|(at, domain)| domain.get(*at).cloned());
        let values: Option<Vec<Value>> = values.collect();
        let mut carries = true;
        for (position, domain) in positions.iter_mut().zip(&self.domains) {
            if carries {
                *position += 1;
                carries = *position == domain.len();
                if carries {
                    *position = 0;
                }
            }
        }
        if carries {
            self.next = None;
        }
        values
    }
}

/// The values of a type up to a size from 0 to 3, the simplest first.
fn tiny_values(program: &Program, ty: &Type, size: usize) -> Vec<Value> {
    match ty {
        Type::Int => {
            let numbers = [0, 1, -1, 2, 3];
            numbers[..=(size + size / 2).min(4)].iter().copied().map(Value::from).collect()
        }
        Type::Float => {
            let half = Rational::new(1, 2).unwrap_or_default();
            let numbers = [Rational::ZERO, Rational::ONE, half, Rational::MINUS_ONE];
            numbers.into_iter().take(size + 1).map(Value::Float).collect()
        }
        Type::Bool => [false, true].into_iter().take(size + 1).map(Value::Bool).collect(),
        Type::Array(element) => {
            let contents = tiny_values(program, element, size.saturating_sub(1));
            let beyond = Value::initial(program, element);
            sequences(&contents, size)
                .into_iter()
                .map(|cells| Value::array(cells, beyond.clone()))
                .collect()
        }
        Type::List(item) => {
            let contents = tiny_values(program, item, size.saturating_sub(1));
            sequences(&contents, size).into_iter().map(Value::List).collect()
        }
        Type::Struct(id) => {
            let mut all = vec![vec![]];
            for (_, ty) in &program.structure(*id).fields {
                let contents = tiny_values(program, ty, size.saturating_sub(1));
                all = product(&all, &contents);
            }
            all.into_iter().map(Value::Struct).collect()
        }
        Type::Table(key, content) => {
            let keys = tiny_values(program, key, size);
            let contents = tiny_values(program, content, size);
            let mut tables = vec![Value::Table([].into())];
            for key in keys.iter().take(size) {
                for content in contents.iter().take(2) {
                    tables.push(Value::Table([(key.clone(), content.clone())].into()));
                }
            }
            tables
        }
    }
}

/// All sequences of at most this length.
fn sequences(contents: &[Value], longest: usize) -> Vec<Vec<Value>> {
    let mut all = vec![vec![]];
    let mut last = all.clone();
    for _ in 0..longest {
        last = product(&last, contents);
        all.extend(last.iter().cloned());
    }
    all
}

/// Each sequence with each value at its end, while they are few.
fn product(sequences: &[Vec<Value>], values: &[Value]) -> Vec<Vec<Value>> {
    let mut longer = vec![];
    for sequence in sequences {
        for value in values {
            if longer.len() <= MOST_TINY {
                longer.push(sequence.iter().chain([value]).cloned().collect());
            }
        }
    }
    longer
}

/// A random value; arrays have about this length.
fn value(program: &Program, ty: &Type, longest: usize, random: &mut Random) -> Value {
    match ty {
        Type::Int => Value::from(number(random)),
        Type::Float => {
            let denominator = [1, 1, 2, 3][random.below(4)];
            Value::Float(Rational::new(number(random), denominator).unwrap_or_default())
        }
        Type::Bool => Value::Bool(random.coin()),
        Type::Array(element) => {
            let length = if random.chance(60) { longest } else { random.between(0, longest) };
            let mut cells: Vec<Value> =
                (0..length).map(|_| value(program, element, longest / 2, random)).collect();
            match random.below(10) {
                0..=3 => cells.sort(),
                4 => cells.sort_by(|left, right| right.cmp(left)),
                5 => {
                    // Sorted, with one cell out of place.
                    cells.sort();
                    let (from, to) = (random.below(length), random.below(length));
                    if length > 0 {
                        cells.swap(from, to);
                    }
                }
                _ => {}
            }
            let beyond = if random.chance(15) {
                value(program, element, 0, random)
            } else {
                Value::initial(program, element)
            };
            Value::array(cells, beyond)
        }
        Type::Struct(id) => {
            let fields = &program.structure(*id).fields;
            let values = fields.iter().map(|(_, ty)| value(program, ty, longest, random));
            Value::Struct(values.collect())
        }
        Type::Table(key, content) => {
            let count = random.between(0, longest.min(3));
            let entry = |random: &mut Random| {
                (value(program, key, 0, random), value(program, content, 0, random))
            };
            Value::Table((0..count).map(|_| entry(random)).collect())
        }
        Type::List(item) => {
            let length = random.between(0, longest.min(4));
            Value::List((0..length).map(|_| value(program, item, 0, random)).collect())
        }
    }
}

/// A number, most often a small one.
fn number(random: &mut Random) -> i64 {
    let (low, high) = match random.below(10) {
        0..=4 => (0, 3),
        5..=7 => (-2, 6),
        8 => (-10, 12),
        _ => (-40, 60),
    };
    let wide = usize::try_from(high - low).unwrap_or_default();
    low + random.below(wide + 1) as i64
}
