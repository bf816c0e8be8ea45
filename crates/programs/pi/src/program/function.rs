//! Functions with their contracts and variables.

use super::annotation::{Annotation, LoopHead, Rank};
use super::id::{LoopId, VariableId};
use super::statement::Statement;
use super::types::Type;
use crate::{Name, Span};

/// A function with its contract.
#[derive(Clone, PartialEq, Debug)]
pub struct Function {
    /// f
    pub name: Name,
    /// All variables: globals, parameters, `rv`, entry values, locals.
    pub variables: Vec<Variable>,
    /// In order.
    pub parameters: Vec<VariableId>,
    /// `rv`; none for `void`.
    pub result: Option<VariableId>,
    /// The globals that the function, or one that it calls, may assign.
    pub modifies: Vec<VariableId>,
    /// Over the parameters and globals.
    pub pre: Annotation,
    /// Over `rv`, entry values of the parameters, and globals as they are at the end.
    pub post: Annotation,
    /// Over the parameters and globals.
    pub rank: Option<Rank>,
    /// The statements.
    pub body: Vec<Statement>,
    /// The loops, by their numbers.
    pub loops: Vec<LoopHead>,
    /// From the contract to the closing brace.
    pub span: Span,
}

/// A variable of a function.
#[derive(Clone, PartialEq, Debug)]
pub struct Variable {
    /// As written.
    pub name: String,
    /// What it ranges over.
    pub ty: Type,
    /// What it is for.
    pub role: Role,
    /// Where it is declared.
    pub span: Span,
    /// Is it assigned anywhere in the function (its declaration with a value does not count for
    /// locals)? A parameter that is not has the same value everywhere.
    pub is_assigned: bool,
}

/// What a variable is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// Declared outside of functions.
    Global,
    /// `:= ?`: any value, and the same one everywhere; in annotations only.
    Free,
    /// A parameter. Its value on entry, as long as it is not assigned.
    Parameter,
    /// `rv`
    Result,
    /// The value of a parameter on entry; what a parameter that is assigned means in `@post`, and
    /// what `a_0` means if `a` is a parameter and nothing else has the name. Never assigned.
    Entry(VariableId),
    /// Declared in the body. Without a value it may have any.
    Local,
}

impl Function {
    /// The variable with this number.
    pub fn variable(&self, id: VariableId) -> &Variable {
        &self.variables[id.0 as usize]
    }

    /// The head of a loop.
    pub fn head(&self, id: LoopId) -> &LoopHead {
        &self.loops[id.0 as usize]
    }
}
