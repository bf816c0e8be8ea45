//! A program whose names and types are resolved: what paths, interpreter and inference work on.
//!
//! Invariant: every expression has the type it says, every number names something that exists, calls occur
//! in code only, predicates and quantifiers in annotations only, and every path of a function with a result
//! returns. `resolve` is the only one to build programs.

mod annotation;
mod derived;
mod expression;
mod function;
mod graph;
mod id;
mod point;
mod statement;
mod types;

pub use self::annotation::{Annotation, LoopHead, Rank};
use self::derived::Derived;
pub use self::expression::{Bound, Builtin, Expression, ExpressionKind};
pub use self::function::{Function, Role, Variable};
pub(crate) use self::graph::PointGraph;
pub use self::id::{BoundId, FunctionId, LoopId, PredicateId, StructId, VariableId};
pub use self::point::{Check, Point, ProgramPoint};
pub use self::statement::{Loop, Part, Place, Statement, StatementKind};
pub(crate) use self::types::type_name;
pub use self::types::{Struct, Type};
use crate::Name;

/// A file that makes sense.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Program {
    /// By their numbers.
    pub structs: Vec<Struct>,
    /// By their numbers, those of the prelude first.
    pub predicates: Vec<Predicate>,
    /// By their numbers.
    pub functions: Vec<Function>,
    /// The number of globals: the variables with smaller numbers, in every function.
    pub globals: u32,
    /// The number of bound variables in the program.
    pub bounds: u32,
    /// Which points lead to each other, once somebody has asked.
    pub(crate) graph: Derived<PointGraph>,
}

/// `predicate p(…) := F`. Predicates are not recursive.
#[derive(Clone, PartialEq, Debug)]
pub struct Predicate {
    /// p
    pub name: Name,
    /// In order.
    pub parameters: Vec<Bound>,
    /// F, over the parameters and the globals.
    pub body: Expression,
    /// Does it come from the prelude? Its spans mean nothing then.
    pub is_prelude: bool,
}

impl Program {
    /// The function with this number.
    pub fn function(&self, id: FunctionId) -> &Function {
        &self.functions[id.0 as usize]
    }

    /// The predicate with this number.
    pub fn predicate(&self, id: PredicateId) -> &Predicate {
        &self.predicates[id.0 as usize]
    }

    /// The struct with this number.
    pub fn structure(&self, id: StructId) -> &Struct {
        &self.structs[id.0 as usize]
    }

    /// The numbers of all functions.
    pub fn function_ids(&self) -> impl Iterator<Item = FunctionId> + use<> {
        (0..self.functions.len() as u32).map(FunctionId)
    }

    /// A type, as it is written in a program.
    pub fn type_name(&self, ty: &Type) -> String {
        type_name(&self.structs, ty)
    }

    /// The function with this name.
    pub fn function_named(&self, name: &str) -> Option<FunctionId> {
        self.function_ids().find(|id| self.function(*id).name.text == name)
    }
}
