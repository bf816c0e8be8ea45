//! Values as terms, and the values of all variables at one point.

use buttress_logic::Term;

use crate::program::{Type, VariableId};

/// The value of each variable, by its number; none for variables that do not exist there.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct State {
    /// By the numbers of variables.
    pub values: Vec<Option<Symbolic>>,
}

impl State {
    /// The value of a variable.
    pub fn get(&self, variable: VariableId) -> Option<&Symbolic> {
        self.values.get(variable.0 as usize)?.as_ref()
    }

    /// Gives a variable a value.
    pub fn set(&mut self, variable: VariableId, value: Symbolic) {
        let place = variable.0 as usize;
        if self.values.len() <= place {
            self.values.resize(place + 1, None);
        }
        self.values[place] = Some(value);
    }
}

/// A value as terms. Scalars, tables and lists have one leaf; a struct has those of its fields, in order; an array
/// has those of its elements, each as an array over the integers, and then its length.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Symbolic {
    /// What it is the value of.
    pub ty: Type,
    /// The terms.
    pub leaves: Vec<Term>,
}

impl Symbolic {
    /// The value of a type whose values have one leaf.
    pub fn simple(ty: Type, term: Term) -> Symbolic {
        Symbolic { ty, leaves: vec![term] }
    }

    /// A truth value.
    pub fn formula(term: Term) -> Symbolic {
        Symbolic::simple(Type::Bool, term)
    }

    /// Its term, if it has one only.
    pub fn term(&self) -> Option<Term> {
        match self.leaves.as_slice() {
            [term] => Some(*term),
            _ => None,
        }
    }

    /// The length, if it is an array.
    pub fn length(&self) -> Option<Term> {
        match self.ty {
            Type::Array(_) => self.leaves.last().copied(),
            _ => None,
        }
    }
}
