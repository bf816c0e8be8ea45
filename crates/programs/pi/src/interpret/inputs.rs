//! What a function is called with.

use crate::Value;
use crate::program::{Function, Program, VariableId};

/// What a function is called with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Inputs {
    /// Values of the globals and of free variables.
    pub globals: Vec<(VariableId, Value)>,
    /// In the order of the parameters.
    pub arguments: Vec<Value>,
}

impl Inputs {
    /// The variables that are inputs of a function: globals and parameters.
    pub fn variables(program: &Program, function: &Function) -> Vec<VariableId> {
        let globals = (0..program.globals).map(VariableId);
        globals.chain(function.parameters.iter().copied()).collect()
    }

    /// All values, in the order of [`Inputs::variables`].
    pub fn from_values(program: &Program, values: Vec<Value>) -> Inputs {
        let mut values = values.into_iter();
        let globals = (0..program.globals).map(VariableId).zip(values.by_ref()).collect();
        Inputs { globals, arguments: values.collect() }
    }

    /// The inputs in the variables of a function on entry; none if one of them has no value.
    pub fn of_state(
        program: &Program,
        function: &Function,
        state: &[Option<Value>],
    ) -> Option<Inputs> {
        let value = |variable: &VariableId| state.get(variable.0 as usize)?.clone();
        let variables = Inputs::variables(program, function);
        let values: Option<Vec<Value>> = variables.iter().map(value).collect();
        Some(Inputs::from_values(program, values?))
    }

    /// Lends all values.
    pub fn values(&self) -> impl Iterator<Item = &Value> {
        self.globals.iter().map(|(_, value)| value).chain(&self.arguments)
    }

    /// Lends all values to change them.
    pub fn values_mut(&mut self) -> impl Iterator<Item = &mut Value> {
        self.globals.iter_mut().map(|(_, value)| value).chain(&mut self.arguments)
    }
}
