//! What a term is while variables are open.

use std::rc::Rc;

use buttress_logic::Constructor;

use super::failure::EvaluationFailure;
use super::form::Form;
use super::value::Value;

/// What a term is while variables are open.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OpenValue {
    Value(Value),
    /// A number that depends on open variables.
    Form(Rc<Form>),
    /// The open variable of this level, of an infinite sort that is not numbers.
    Any(usize),
    Built(Rc<BuiltValue>),
    /// An array, written at what depends on open variables.
    Written(Rc<WrittenArray>),
}

/// A value of a datatype, built from parts that depend on open variables.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BuiltValue {
    pub constructor: Constructor,
    pub fields: Vec<OpenValue>,
    /// How deep what depends on variables is built; it is compared and dropped by recursion.
    pub height: usize,
}

/// An array, written at indices or with values that depend on open variables.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WrittenArray {
    pub base: OpenValue,
    /// The last one counts.
    pub writes: Vec<(OpenValue, OpenValue)>,
    pub height: usize,
}

/// What was found out of a term.
pub type Evaluated = Result<OpenValue, EvaluationFailure>;

impl OpenValue {
    /// The last open variable that it depends on.
    pub fn last_level(&self) -> Option<usize> {
        match self {
            OpenValue::Value(_) => None,
            OpenValue::Form(form) => form.parts.last().map(|(level, _)| *level),
            OpenValue::Any(level) => Some(*level),
            OpenValue::Built(built) => built.fields.iter().filter_map(OpenValue::last_level).max(),
            OpenValue::Written(array) => {
                let writes = array.writes.iter();
                let parts =
                    writes.flat_map(|(index, value)| [index.last_level(), value.last_level()]);
                parts.chain([array.base.last_level()]).flatten().max()
            }
        }
    }

    pub fn height(&self) -> usize {
        match self {
            OpenValue::Built(built) => built.height,
            OpenValue::Written(written) => written.height,
            OpenValue::Value(_) | OpenValue::Form(_) | OpenValue::Any(_) => 0,
        }
    }

    pub fn as_value(&self) -> Option<Value> {
        match self {
            OpenValue::Value(value) => Some(*value),
            _ => None,
        }
    }
}
