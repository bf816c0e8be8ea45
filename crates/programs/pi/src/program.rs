//! A program whose names and types are resolved: what paths, interpreter and inference work on.
//!
//! Invariant: every expression has the type it says, every number names something that exists, calls occur
//! in code only, predicates and quantifiers in annotations only, and every path of a function with a result
//! returns. `resolve` is the only one to build programs.

use std::fmt;
use std::sync::OnceLock;

use buttress_numeric::Rational;

use crate::paths::Graph;
use crate::{BinaryOp, Name, Span};

/// The number of a struct.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct StructId(pub u32);
/// The number of a predicate.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PredicateId(pub u32);
/// The number of a function.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct FunctionId(pub u32);
/// The number of a variable, among those of its function; globals come first and have the same
/// numbers in all functions.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct VariableId(pub u32);
/// The number of a loop, among those of its function, in the order of the text.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct LoopId(pub u32);
/// A variable bound by a quantifier or a parameter of a predicate; unique in the whole program.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct BoundId(pub u32);

/// What a variable ranges over.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Type {
    /// The integers.
    Int,
    /// The rationals.
    Float,
    /// The truth values.
    Bool,
    /// A total map from the integers, and a length.
    Array(Box<Type>),
    /// One value for each field.
    Struct(StructId),
    /// Finitely many keys, each with a value; both are of scalar type.
    Table(Box<Type>, Box<Type>),
    /// Finite lists of scalars.
    List(Box<Type>),
}

impl Type {
    /// `int`, `float` or `bool`?
    pub fn is_scalar(&self) -> bool {
        matches!(self, Type::Int | Type::Float | Type::Bool)
    }

    /// `int` or `float`?
    pub fn is_number(&self) -> bool {
        matches!(self, Type::Int | Type::Float)
    }
}

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
    pub(crate) known: Known<Graph>,
}

/// Something that follows from the rest of a program, found out at most once. A copy, which may be changed, knows nothing.
pub(crate) struct Known<T>(OnceLock<T>);

impl<T> Known<T> {
    /// What is known, or is found out now.
    pub fn get_or_init(&self, find_out: impl FnOnce() -> T) -> &T {
        self.0.get_or_init(find_out)
    }
}

impl<T> Default for Known<T> {
    fn default() -> Known<T> {
        Known(OnceLock::new())
    }
}

impl<T> Clone for Known<T> {
    fn clone(&self) -> Known<T> {
        Known::default()
    }
}

impl<T> PartialEq for Known<T> {
    fn eq(&self, _: &Known<T>) -> bool {
        true
    }
}

impl<T> fmt::Debug for Known<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("_")
    }
}

/// `struct S { … }`
#[derive(Clone, PartialEq, Debug)]
pub struct Struct {
    /// S
    pub name: Name,
    /// In order.
    pub fields: Vec<(Name, Type)>,
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

/// A bound variable.
#[derive(Clone, PartialEq, Debug)]
pub struct Bound {
    /// Its number.
    pub id: BoundId,
    /// As written.
    pub name: String,
    /// What it ranges over.
    pub ty: Type,
}

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

/// `@ F`, cut into its conjuncts.
#[derive(Clone, PartialEq, Debug)]
pub struct Annotation {
    /// `L`, as in `@ L: F`.
    pub label: Option<String>,
    /// F; empty for `true`. Each has its own span.
    pub conjuncts: Vec<Expression>,
    /// All of it.
    pub span: Span,
}

/// `#(e, …)`, each of type `int`.
#[derive(Clone, PartialEq, Debug)]
pub struct Rank {
    /// The first one counts most.
    pub components: Vec<Expression>,
    /// All of it.
    pub span: Span,
}

/// What is said about a loop.
#[derive(Clone, PartialEq, Debug)]
pub struct LoopHead {
    /// What holds whenever the condition is about to be evaluated.
    pub annotation: Annotation,
    /// What decreases from one iteration to the next.
    pub rank: Option<Rank>,
    /// The variables that can be named in the annotation, entry values among them. A variable that is hidden by
    /// an inner one of the same name exists as well, but is not listed.
    pub scope: Vec<VariableId>,
    /// The keyword `while` or `for`.
    pub span: Span,
}

/// A statement, and where it is.
#[derive(Clone, PartialEq, Debug)]
pub struct Statement {
    /// What it does.
    pub kind: StatementKind,
    /// With its semicolon; of `if` and loops, all of it.
    pub span: Span,
}

/// The statements.
#[derive(Clone, PartialEq, Debug)]
pub enum StatementKind {
    /// A local begins to exist, with any value or with this one. In a loop it does so anew each time.
    Declare(VariableId, Option<Expression>),
    /// `x.f[i] := e`: the index expressions are evaluated first, in order, then e.
    Assign(Place, Expression),
    /// Only calls in it matter.
    Evaluate(Expression),
    /// `{ … }`
    Block(Vec<Statement>),
    /// `if (c) … else …`
    If(Expression, Vec<Statement>, Vec<Statement>),
    /// init; then, from the annotation on: if the condition holds, body, step, and again.
    Loop(Box<Loop>),
    /// Leaves the innermost loop, without its step.
    Break,
    /// Leaves the function.
    Return(Option<Expression>),
    /// `@ F;`
    Assert(Annotation),
}

/// A loop.
#[derive(Clone, PartialEq, Debug)]
pub struct Loop {
    /// Which one; what is said about it is in [`Function::loops`].
    pub id: LoopId,
    /// What `for` does first.
    pub init: Vec<Statement>,
    /// When to go on.
    pub condition: Expression,
    /// What `for` does after the body.
    pub step: Vec<Statement>,
    /// The body.
    pub body: Vec<Statement>,
}

/// What can be assigned: a variable, or a part of it.
#[derive(Clone, PartialEq, Debug)]
pub struct Place {
    /// The variable.
    pub variable: VariableId,
    /// From the outside in.
    pub parts: Vec<Part>,
    /// Where it is written.
    pub span: Span,
}

/// A part of a value.
#[derive(Clone, PartialEq, Debug)]
pub enum Part {
    /// `[i]`, and where it is written, with the brackets.
    Index(Expression, Span),
    /// The field with this position.
    Field(usize),
}

/// An expression with its type.
#[derive(Clone, PartialEq, Debug)]
pub struct Expression {
    /// What it is.
    pub kind: ExpressionKind,
    /// What it ranges over.
    pub ty: Type,
    /// Where.
    pub span: Span,
}

/// The expressions.
#[derive(Clone, PartialEq, Debug)]
pub enum ExpressionKind {
    /// A number of type `int` or `float`, as the expression's type says.
    Number(Rational),
    /// `true`, `false`
    Bool(bool),
    /// A variable of the function.
    Variable(VariableId),
    /// A variable of a quantifier around it, or a parameter of the predicate.
    Bound(BoundId),
    /// `|a|`
    Length(Box<Expression>),
    /// `new T[n]`; the expression's type is `T[]`. In code only.
    New(Box<Expression>),
    /// `!e`
    Not(Box<Expression>),
    /// `-e`
    Negate(Box<Expression>),
    /// `l ∘ r`. `&&`, `||` and `->` evaluate their right side only when it matters. Chains are conjunctions.
    Binary(BinaryOp, Box<Expression>, Box<Expression>),
    /// In annotations only.
    Quantified {
        /// Or `exists`?
        is_forall: bool,
        /// In order.
        bounds: Vec<Bound>,
        /// F; a bounded form is expanded: `forall k in keys(h). F` is `forall k. (k in keys(h) -> F)`.
        body: Box<Expression>,
    },
    /// `a[i]`
    Index(Box<Expression>, Box<Expression>),
    /// The field with this position.
    Field(Box<Expression>, usize),
    /// `a{i <- v}`: an array like a but for one cell.
    Update(Box<Expression>, Box<Expression>, Box<Expression>),
    /// `f(e, …)`, in code only; of a `void` function only as a whole statement, and then of type `bool`.
    Call(FunctionId, Vec<Expression>),
    /// `p(e, …)`, in annotations only.
    Predicate(PredicateId, Vec<Expression>),
    /// An operation on tables or lists.
    Builtin(Builtin, Vec<Expression>),
}

/// Operations on tables and lists.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Builtin {
    /// `get(h, k)`: some fixed but unknown value if h has no k; in code, h must have it.
    Get,
    /// `put(h, k, v)`
    Put,
    /// `remove(h, k)`
    Remove,
    /// `k in keys(h)`, as (k, h)
    In,
    /// `init(h)`: has h no keys?
    IsInit,
    /// `empty()`, a table without keys; the expression's type says which.
    Empty,
    /// `nil`
    Nil,
    /// `cons(x, l)`
    Cons,
    /// `car(l)`; in code, l must not be an atom.
    Car,
    /// `cdr(l)`; in code, l must not be an atom.
    Cdr,
    /// `atom(l)`: is l `nil`?
    Atom,
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

impl Expression {
    /// Shows this expression and then everything inside of it, in the order of the text.
    pub fn visit<'e>(&'e self, see: &mut impl FnMut(&'e Expression)) {
        see(self);
        match &self.kind {
            ExpressionKind::Number(_)
            | ExpressionKind::Bool(_)
            | ExpressionKind::Variable(_)
            | ExpressionKind::Bound(_) => {}
            ExpressionKind::Length(inner)
            | ExpressionKind::New(inner)
            | ExpressionKind::Not(inner)
            | ExpressionKind::Negate(inner)
            | ExpressionKind::Quantified { body: inner, .. }
            | ExpressionKind::Field(inner, _) => inner.visit(see),
            ExpressionKind::Binary(_, left, right) | ExpressionKind::Index(left, right) => {
                left.visit(see);
                right.visit(see);
            }
            ExpressionKind::Update(array, index, value) => {
                array.visit(see);
                index.visit(see);
                value.visit(see);
            }
            ExpressionKind::Call(_, arguments)
            | ExpressionKind::Predicate(_, arguments)
            | ExpressionKind::Builtin(_, arguments) => {
                for argument in arguments {
                    argument.visit(see);
                }
            }
        }
    }

    /// Lets this expression and then everything inside of it be changed.
    pub fn visit_mut(&mut self, see: &mut impl FnMut(&mut Expression)) {
        see(self);
        match &mut self.kind {
            ExpressionKind::Number(_)
            | ExpressionKind::Bool(_)
            | ExpressionKind::Variable(_)
            | ExpressionKind::Bound(_) => {}
            ExpressionKind::Length(inner)
            | ExpressionKind::New(inner)
            | ExpressionKind::Not(inner)
            | ExpressionKind::Negate(inner)
            | ExpressionKind::Quantified { body: inner, .. }
            | ExpressionKind::Field(inner, _) => inner.visit_mut(see),
            ExpressionKind::Binary(_, left, right) | ExpressionKind::Index(left, right) => {
                left.visit_mut(see);
                right.visit_mut(see);
            }
            ExpressionKind::Update(array, index, value) => {
                array.visit_mut(see);
                index.visit_mut(see);
                value.visit_mut(see);
            }
            ExpressionKind::Call(_, arguments)
            | ExpressionKind::Predicate(_, arguments)
            | ExpressionKind::Builtin(_, arguments) => {
                for argument in arguments {
                    argument.visit_mut(see);
                }
            }
        }
    }
}

/// A type, as it is written in a program with these structs.
pub(crate) fn type_name(structs: &[Struct], ty: &Type) -> String {
    match ty {
        Type::Int => "int".to_owned(),
        Type::Float => "float".to_owned(),
        Type::Bool => "bool".to_owned(),
        Type::Array(element) => format!("{}[]", type_name(structs, element)),
        Type::Struct(id) => {
            structs.get(id.0 as usize).map_or_else(String::new, |found| found.name.text.clone())
        }
        Type::Table(key, value) => {
            format!("hashtable({}, {})", type_name(structs, key), type_name(structs, value))
        }
        Type::List(element) => format!("list({})", type_name(structs, element)),
    }
}
