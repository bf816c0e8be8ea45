//! One clause executed: values for its variables, found by propagation and choice.
//!
//! The constraint is demanded to be true and the premises to be the given states; demands run down
//! the graph and values up, until the variables that nothing determines are chosen. Deterministic
//! updates need no choice at all, so that loops run for thousands of steps in little time.

mod bounds;
mod propagation;

use buttress_horn::Clause;
use buttress_logic::{Op, Rational, Sort, Term, Terms};
use buttress_prop::Random;

use crate::limits::{MOST_DRAWS, MOST_RETURNS};
use crate::program::{NodeKind, Program, Value, Values};
use bounds::{Comparison, comparisons};
use propagation::{Propagator, State};

/// A clause compiled.
#[derive(Clone, Debug)]
pub(crate) struct Action {
    graph: Propagator,
    /// What follows from the constraint alone; none if it contradicts itself.
    demanded: Option<State>,
    /// How many variables the clause has; they are the first nodes.
    variables: usize,
    sorts: Vec<Domain>,
    constraint: usize,
    /// Per premise, its arguments.
    body: Vec<Vec<usize>>,
    head: Vec<usize>,
    /// Comparisons as Σ coefficient · variable + constant ≤ 0 (if true).
    bounds: Vec<Comparison>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Domain {
    Bool,
    Int,
    Real,
}

/// A point to which the search returns.
struct Choice {
    before: Values,
    what: Options,
}

enum Options {
    /// One of these nodes shall have this truth value.
    Among(Vec<usize>, bool),
    /// This variable, to be drawn so many times more.
    Variable(usize, u32),
}

/// Values contradict.
struct Conflict;

impl Action {
    /// Compiles a clause.
    pub(crate) fn new(terms: &Terms, clause: &Clause) -> Action {
        let mut program = Program::new(terms, &clause.variables, &[clause.constraint]);
        let constraint = program.add(terms, clause.constraint);
        let mut places = |arguments: &[Term]| -> Vec<usize> {
            arguments.iter().map(|argument| program.add(terms, *argument)).collect()
        };
        let body = clause.body.iter().map(|premise| places(&premise.arguments)).collect();
        let head = clause.head.as_ref().map_or(Vec::new(), |head| places(&head.arguments));
        let sorts = clause.variables.iter().map(|variable| match terms.sort_of(*variable) {
            Sort::BOOL => Domain::Bool,
            Sort::INT => Domain::Int,
            _ => Domain::Real,
        });
        let bounds = comparisons(&program);
        let (variables, sorts) = (clause.variables.len(), sorts.collect());
        let graph = Propagator::new(program);
        let mut demanded = graph.blank();
        let follows = graph
            .set(&mut demanded, constraint, Value::Bool(true))
            .and_then(|()| graph.propagate(&mut demanded));
        let demanded = follows.is_ok().then_some(demanded);
        Action { graph, demanded, variables, sorts, constraint, body, head, bounds }
    }

    /// How much work one pass over the clause is.
    pub(crate) fn size(&self) -> usize {
        self.graph.program.nodes.len()
    }

    /// Values of the variables for which the premises are these states and the constraint holds.
    pub(crate) fn run(
        &self,
        premises: &[&[Value]],
        hints: &[Rational],
        random: &mut Random,
    ) -> Option<Vec<Value>> {
        let mut state = self.demanded.clone()?;
        for (arguments, premise) in self.body.iter().zip(premises) {
            for (argument, value) in arguments.iter().zip(premise.iter()) {
                self.graph.set(&mut state, *argument, value.clone()).ok()?;
            }
        }
        let mut choices: Vec<Choice> = Vec::new();
        let mut returns = 0;
        let mut failed = self.graph.propagate(&mut state).is_err();
        loop {
            if failed {
                returns += 1;
                if returns > MOST_RETURNS {
                    return None;
                }
                let choice = choices.pop()?;
                state.return_to(&choice.before);
                failed = self.take(choice, &mut state, &mut choices, hints, random).is_err();
                continue;
            }
            let Some(what) = self.next_choice(&state.values, random) else {
                break;
            };
            let choice = Choice { before: state.values.clone(), what };
            failed = self.take(choice, &mut state, &mut choices, hints, random).is_err();
        }
        let found = state.values.into_iter().take(self.variables);
        let found: Vec<Value> = found.collect::<Option<_>>()?;
        // What was demanded is checked once more, from the variables up.
        self.holds(&found, premises).then_some(found)
    }

    fn holds(&self, found: &[Value], premises: &[&[Value]]) -> bool {
        let values = self.graph.program.run(found);
        let is_whole = found.iter().zip(&self.sorts).all(|(value, sort)| match value {
            Value::Bool(_) => *sort == Domain::Bool,
            Value::Number(number) => *sort == Domain::Real || number.is_integer(),
        });
        let arguments = self.body.iter().zip(premises).all(|(arguments, state)| {
            arguments
                .iter()
                .zip(state.iter())
                .all(|(place, value)| values[*place].as_ref() == Some(value))
        });
        is_whole && arguments && values[self.constraint] == Some(Value::Bool(true))
    }

    /// The state that the clause concludes from values of its variables.
    pub(crate) fn conclusion(&self, found: &[Value]) -> Option<Vec<Value>> {
        let values = self.graph.program.run(found);
        self.head.iter().map(|place| values[*place].clone()).collect()
    }

    fn take(
        &self,
        mut choice: Choice,
        state: &mut State,
        choices: &mut Vec<Choice>,
        hints: &[Rational],
        random: &mut Random,
    ) -> Result<(), Conflict> {
        let (place, value) = match &mut choice.what {
            Options::Among(nodes, value) => {
                let node = nodes.pop().ok_or(Conflict)?;
                (node, Value::Bool(*value))
            }
            Options::Variable(variable, draws) => {
                *draws = draws.checked_sub(1).ok_or(Conflict)?;
                (*variable, self.draw(*variable, &state.values, hints, random).ok_or(Conflict)?)
            }
        };
        choices.push(choice);
        self.graph.set(state, place, value)?;
        self.graph.propagate(state)
    }

    /// A demanded disjunction that nothing makes true, or a variable without a value.
    fn next_choice(&self, values: &Values, random: &mut Random) -> Option<Options> {
        for (place, node) in self.graph.program.nodes.iter().enumerate() {
            let NodeKind::Apply(op) = node.kind else { continue };
            let wanted = match (op, &values[place]) {
                (Op::Or, Some(Value::Bool(true))) => true,
                (Op::And, Some(Value::Bool(false))) => false,
                _ => continue,
            };
            let is_settled =
                |argument: &usize| values[*argument].as_ref() == Some(&Value::Bool(wanted));
            if node.arguments.iter().any(is_settled) {
                continue;
            }
            let mut open: Vec<usize> = node.arguments.clone();
            open.retain(|argument| values[*argument].is_none());
            random.shuffle(&mut open);
            return Some(Options::Among(open, wanted));
        }
        let mut open = Vec::new();
        open.extend((0..self.variables).filter(|variable| values[*variable].is_none()));
        random.pick(&open).map(|variable| Options::Variable(variable, MOST_DRAWS))
    }

    fn draw(
        &self,
        variable: usize,
        values: &Values,
        hints: &[Rational],
        random: &mut Random,
    ) -> Option<Value> {
        if self.sorts[variable] == Domain::Bool {
            return Some(Value::Bool(random.coin()));
        }
        let (low, high) = self.range(variable, values);
        if let (Some(low), Some(high)) = (&low, &high)
            && low > high
        {
            return None;
        }
        let offset = Rational::from(match random.below(4) {
            0 => 0,
            1 => 1,
            2 => random.below(10) as i64,
            _ => random.below(100) as i64,
        });
        let drawn = match (&low, &high) {
            (Some(low), None) => low + &offset,
            (None, Some(high)) => high - &offset,
            (Some(low), Some(high)) => {
                let drawn = if random.coin() { low + &offset } else { high - &offset };
                drawn.max(low.clone()).min(high.clone())
            }
            (None, None) => match random.below(4) {
                0 => hints.get(random.below(hints.len())).cloned().unwrap_or_default(),
                1 => Rational::from(random.below(3) as i64),
                2 => Rational::from(random.below(21) as i64 - 10),
                _ => Rational::from(random.below(201) as i64 - 100),
            },
        };
        let drawn =
            if self.sorts[variable] == Domain::Int { drawn.floor().into_rational() } else { drawn };
        Some(Value::Number(drawn))
    }

    /// Bounds of a variable by comparisons in which it alone has no value.
    fn range(&self, variable: usize, values: &Values) -> (Option<Rational>, Option<Rational>) {
        let (mut low, mut high): (Option<Rational>, Option<Rational>) = (None, None);
        'next: for comparison in &self.bounds {
            let Some(Value::Bool(is_true)) = values[comparison.node] else { continue };
            let mut own = None;
            let mut sum = comparison.constant.clone();
            for (other, coefficient) in &comparison.coefficients {
                match &values[*other] {
                    Some(value) => sum.add_product(coefficient, &value.number()),
                    None if *other == variable => own = Some(coefficient),
                    None => continue 'next,
                }
            }
            let Some(own) = own else { continue };
            // own · x + sum ≤ 0, or < 0, or the negation of it
            let Some(limit) = (-&sum).checked_div(own) else { continue };
            let is_upper = own.is_positive() == is_true;
            let is_strict = comparison.is_strict == is_true;
            let is_integer = self.sorts[variable] == Domain::Int;
            let limit = match (is_integer, is_upper, is_strict) {
                (true, true, true) => limit.ceil().into_rational() - Rational::ONE,
                (true, true, false) => limit.floor().into_rational(),
                (true, false, true) => limit.floor().into_rational() + Rational::ONE,
                (true, false, false) => limit.ceil().into_rational(),
                (false, true, true) => limit - Rational::ONE,
                (false, false, true) => limit + Rational::ONE,
                (false, _, false) => limit,
            };
            if is_upper {
                high = Some(high.map_or(limit.clone(), |high| high.min(limit)));
            } else {
                low = Some(low.map_or(limit.clone(), |low| low.max(limit)));
            }
        }
        (low, high)
    }
}
