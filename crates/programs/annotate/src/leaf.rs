//! The numbers and truth values that the variables at a loop hold.
//!
//! Arrays count by their length, structs by their fields. Contents of arrays, tables and lists are
//! no leaves.

use std::collections::BTreeMap;

use buttress_logic::{Sort, Term};
use buttress_pi::paths::State;
use buttress_pi::program::{
    Expression, ExpressionKind, Function, Program, StructId, Type, VariableId,
};

use crate::build::{expression, length, variable};
use crate::limits::MOST_LEAVES;

/// A number or a truth value that a variable holds.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Leaf {
    /// How it is written.
    pub(crate) expression: Expression,
    /// The variable.
    pub(crate) variable: VariableId,
    /// Which of the terms of its value.
    place: usize,
}

impl Leaf {
    /// What it ranges over, as terms.
    pub(crate) fn sort(&self) -> Sort {
        match self.expression.ty {
            Type::Float => Sort::REAL,
            Type::Bool => Sort::BOOL,
            _ => Sort::INT,
        }
    }

    /// Is it the length of an array?
    pub(crate) fn is_length(&self) -> bool {
        matches!(self.expression.kind, ExpressionKind::Length(_))
    }

    /// Its value in a state; none where the variable does not exist.
    pub(crate) fn of(&self, state: &State) -> Option<Term> {
        state.get(self.variable)?.leaves.get(self.place).copied()
    }
}

/// The leaves of variables, in order.
pub(crate) fn leaves(program: &Program, function: &Function, scope: &[VariableId]) -> Vec<Leaf> {
    let mut found = Vec::new();
    for id in scope {
        let mut place = 0;
        walk(program, variable(function, *id), *id, &mut place, &mut found);
    }
    found
}

fn walk(
    program: &Program,
    whole: Expression,
    variable: VariableId,
    place: &mut usize,
    found: &mut Vec<Leaf>,
) {
    if found.len() > MOST_LEAVES || *place > MOST_LEAVES {
        return;
    }
    match whole.ty.clone() {
        Type::Int | Type::Float | Type::Bool => {
            found.push(Leaf { expression: whole, variable, place: *place });
            *place += 1;
        }
        Type::Struct(id) => {
            for (number, (_, ty)) in program.structure(id).fields.iter().enumerate() {
                let field = ExpressionKind::Field(Box::new(whole.clone()), number);
                walk(program, expression(field, ty.clone()), variable, place, found);
            }
        }
        Type::Array(element) => {
            *place = place.saturating_add(count(program, &element, &mut BTreeMap::new()));
            found.push(Leaf { expression: length(whole), variable, place: *place });
            *place += 1;
        }
        Type::Table(..) | Type::List(_) => *place += 1,
    }
}

/// The number of terms of a value.
fn count(program: &Program, ty: &Type, known: &mut BTreeMap<StructId, usize>) -> usize {
    match ty {
        Type::Struct(id) => {
            if let Some(count) = known.get(id) {
                return *count;
            }
            let mut sum: usize = 0;
            for (_, ty) in &program.structure(*id).fields {
                sum = sum.saturating_add(count(program, ty, known));
            }
            known.insert(*id, sum);
            sum
        }
        Type::Array(element) => count(program, element, known).saturating_add(1),
        _ => 1,
    }
}
