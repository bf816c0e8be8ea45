//! What the model defines.

use std::collections::HashMap;
use std::rc::Rc;

use buttress_logic::{Bound, Term};

use super::value::Value;

/// What a symbol means, as a term over its parameters.
#[derive(Debug)]
pub struct Definition {
    pub parameters: Rc<[Bound]>,
    pub body: Term,
    pub cases: Option<Rc<Cases>>,
    /// May its body make use of it again?
    pub is_recursive: bool,
}

/// The beginning of a definition that is written as a table, `(ite (= x 1) s (ite (= x 2) t …))`: so
/// a long table is not gone through for each call.
#[derive(Debug)]
pub struct Cases {
    pub terms: HashMap<Vec<Value>, Term>,
    pub rest: Term,
}

impl Definition {
    pub fn new(parameters: Vec<Bound>, body: Term) -> Definition {
        Definition { parameters: parameters.into(), body, cases: None, is_recursive: false }
    }
}
