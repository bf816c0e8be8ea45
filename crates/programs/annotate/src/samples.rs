//! States that loops are met in, from runs on small random inputs.
//!
//! They refute candidates before a solver is asked. Without any, for want of inputs that satisfy `@pre`,
//! nothing is refuted.

use std::collections::{BTreeMap, BTreeSet};

use buttress_budget::{Budget, Exhausted};
use buttress_numeric::{Integer, Rational};
use buttress_pi::interpret::{Limits, Machine, RunOutcome, StateFormula, Watcher};
use buttress_pi::paths::{GoalKind, Point};
use buttress_pi::program::{
    Expression, ExpressionKind, Function, FunctionId, LoopId, Program, Role, Type, VariableId,
};
use buttress_pi::{Facts, Span, Value};
use buttress_prop::Random;
use buttress_run::Generator;

use crate::leaf::Leaf;
use crate::limits::{
    ENOUGH_RUNS, MOST_INPUTS, MOST_SAMPLE_DEPTH, MOST_SAMPLE_STEPS, MOST_SAMPLE_VISITS,
};
use crate::variation::vary;

/// The values of variables, by their numbers.
pub(crate) type Store = Vec<Option<Value>>;

/// Globals and arguments.
type Chosen = (Vec<(VariableId, Value)>, Vec<Value>);

/// Runs of one function.
#[derive(Clone, Debug, Default)]
pub(crate) struct Samples {
    /// The loops that a run met, in order, with the variables there.
    pub(crate) runs: Vec<Vec<(LoopId, Store)>>,
    /// What some run violated.
    violated: BTreeSet<(Point, GoalKind)>,
}

impl Samples {
    /// Runs a function.
    pub(crate) fn new(
        program: &Program,
        id: FunctionId,
        seed: u64,
        budget: &Budget,
    ) -> Result<Samples, Exhausted> {
        let mut samples = Samples::default();
        let function = program.function(id);
        let mut random = Random::new(seed);
        // Annotations are evaluated, since arguments that do not satisfy `@pre` must be told apart.
        let limits = Limits {
            steps: MOST_SAMPLE_STEPS,
            depth: MOST_SAMPLE_DEPTH,
            annotations: true,
            termination: false,
        };
        let facts = Facts::default();
        let machine = Machine::new(program, &facts);
        // Those that are led towards `@pre` are there for contracts that chance does not meet.
        let mut led = Generator::at_random(&machine, id, seed);
        let mut admitted: Vec<Chosen> = Vec::new();
        for number in 0..MOST_INPUTS {
            budget.poll()?;
            let known = random.below(admitted.len());
            let (globals, arguments) = match (number % 3, admitted.get(known)) {
                (0, _) => Inputs::new(&mut random).of(program, function),
                (1, Some((globals, arguments))) => {
                    let mut arguments = arguments.clone();
                    vary(&mut arguments, &mut random);
                    (globals.clone(), arguments)
                }
                _ => match led.next() {
                    Some(inputs) => (inputs.globals, inputs.arguments),
                    None => continue,
                },
            };
            let mut visits = Visits { function: id, met: Vec::new() };
            let outcome = machine.call(id, &globals, &arguments, &limits, &mut visits, budget);
            if let RunOutcome::Violated(violation) = &outcome
                && violation.function == id
            {
                samples.violated.insert((violation.what, violation.goal));
            }
            if !matches!(outcome, RunOutcome::BadArguments(_)) {
                admitted.push((globals, arguments));
                samples.runs.push(visits.met);
                if samples.runs.len() >= ENOUGH_RUNS {
                    break;
                }
            }
        }
        Ok(samples)
    }

    /// All states in which a loop was met.
    pub(crate) fn at(&self, head: LoopId) -> impl Iterator<Item = &Store> {
        let all = self.runs.iter().flatten();
        all.filter(move |(met, _)| *met == head).map(|(_, store)| store)
    }

    /// Did a run violate anything?
    pub(crate) fn has_violation(&self) -> bool {
        !self.violated.is_empty()
    }

    /// Did a run violate this?
    pub(crate) fn is_violated(&self, point: Point, goal: GoalKind) -> bool {
        self.violated.contains(&(point, goal))
    }

    /// Is the formula false in a state in which a loop was met?
    pub(crate) fn refute(&self, program: &Program, head: LoopId, formula: &Expression) -> bool {
        let condition = StateFormula::new(program, formula);
        self.at(head).any(|store| condition.holds(store) == Some(false))
    }
}

struct Visits {
    function: FunctionId,
    met: Vec<(LoopId, Store)>,
}

impl Watcher for Visits {
    fn step(&mut self, _: FunctionId, _: Span, _: &[Option<Value>]) {}

    fn at_loop(&mut self, function: FunctionId, head: LoopId, state: &[Option<Value>]) {
        if function == self.function && self.met.len() < MOST_SAMPLE_VISITS {
            self.met.push((head, state.to_vec()));
        }
    }
}

/// Random values that go together: numbers often lie within the arrays.
struct Inputs<'a> {
    random: &'a mut Random,
    length: usize,
    is_sorted: bool,
    range: usize,
}

impl<'a> Inputs<'a> {
    fn new(random: &'a mut Random) -> Inputs<'a> {
        let length = random.between(0, 6);
        let is_sorted = random.chance(40);
        let range = random.between(2, 9);
        Inputs { random, length, is_sorted, range }
    }

    fn of(&mut self, program: &Program, function: &Function) -> Chosen {
        let globals = self.globals(program, function);
        let types = function.parameters.iter().map(|parameter| &function.variable(*parameter).ty);
        (globals, types.map(|ty| self.value(program, ty)).collect())
    }

    fn globals(&mut self, program: &Program, function: &Function) -> Vec<(VariableId, Value)> {
        let numbered = (0..program.globals).map(VariableId);
        let globals: Vec<VariableId> = numbered
            .filter(|id| {
                let role = function.variables.get(id.0 as usize).map(|found| found.role);
                matches!(role, Some(Role::Global | Role::Free))
            })
            .collect();
        globals.into_iter().map(|id| (id, self.value(program, &function.variable(id).ty))).collect()
    }

    fn value(&mut self, program: &Program, ty: &Type) -> Value {
        match ty {
            Type::Int => {
                let reach = self.length + 3;
                Value::Int(Integer::from(self.random.below(reach + 1) as i64 - 2))
            }
            Type::Float => Value::Float(Rational::from(self.random.below(8) as i64 - 2)),
            Type::Bool => Value::Bool(self.random.coin()),
            Type::Array(element) => {
                // Lengths mostly agree, since functions on several arrays ask for that.
                if self.random.chance(10) {
                    self.length = self.random.between(0, 6);
                }
                let length = self.length;
                let mut cells: Vec<Value> =
                    (0..length).map(|_| self.element(program, element)).collect();
                if self.is_sorted {
                    cells.sort();
                }
                Value::array(cells, Value::initial(program, element))
            }
            Type::Struct(id) => {
                let fields = &program.structure(*id).fields;
                Value::Struct(fields.iter().map(|(_, ty)| self.value(program, ty)).collect())
            }
            Type::Table(key, content) => {
                let mut entries = BTreeMap::new();
                for _ in 0..self.random.below(4) {
                    let key = self.value(program, key);
                    entries.insert(key, self.value(program, content));
                }
                Value::Table(entries)
            }
            Type::List(item) => {
                let length = self.random.below(4);
                Value::List((0..length).map(|_| self.value(program, item)).collect())
            }
        }
    }

    fn element(&mut self, program: &Program, ty: &Type) -> Value {
        match ty {
            Type::Int => Value::Int(Integer::from(self.random.below(self.range) as i64 - 1)),
            other => self.value(program, other),
        }
    }
}

/// The numbers at leaves of type `int`; none for others, and for what does not exist or is too large.
pub(crate) fn numbers(leaves: &[Leaf], store: &Store) -> Vec<Option<i64>> {
    leaves.iter().map(|leaf| number(&leaf.expression, store)).collect()
}

fn number(expression: &Expression, store: &Store) -> Option<i64> {
    match &expression.kind {
        ExpressionKind::Length(array) => {
            let Value::Array(array) = part(array, store)? else { return None };
            i64::try_from(array.cells.len()).ok()
        }
        _ => match part(expression, store)? {
            Value::Int(number) => number.to_i64(),
            _ => None,
        },
    }
}

/// The part of a variable's value that fields lead to.
fn part<'a>(expression: &Expression, store: &'a Store) -> Option<&'a Value> {
    match &expression.kind {
        ExpressionKind::Variable(variable) => store.get(variable.0 as usize)?.as_ref(),
        ExpressionKind::Field(inner, place) => match part(inner, store)? {
            Value::Struct(fields) => fields.get(*place),
            _ => None,
        },
        _ => None,
    }
}
