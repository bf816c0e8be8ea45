//! The syntax tree: what was written, with spans, before names and types mean anything.
//!
//! Both dialects end here: the reader of the classic one translates as it reads (`=` is an assignment,
//! `forall(i, l, u, F)` is `forall i. (l <= i && i <= u -> F)`, `length(a)` is `|a|`, `declare` blocks are
//! declarations at the head of the body).

use crate::{Name, Span};

/// Which of the two ways of writing a file is in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dialect {
    /// πVC's.
    Pi,
    /// That of the thesis's own tool, recognised by `#include`, `declare`, `define` or `==`.
    Classic,
}

/// A file.
#[derive(Clone, PartialEq, Debug)]
pub struct File {
    /// How it is written.
    pub dialect: Dialect,
    /// In order.
    pub declarations: Vec<Declaration>,
}

/// What stands at the top level.
#[derive(Clone, PartialEq, Debug)]
pub enum Declaration {
    /// `T x;`, or `T x := ?;`, which is a free variable for annotations.
    Global {
        /// T
        ty: TypeTree,
        /// x
        name: Name,
        /// Is it `:= ?`?
        is_free: bool,
        /// All of it.
        span: Span,
    },
    /// `struct S { T x; … }`
    Struct {
        /// S
        name: Name,
        /// In order.
        fields: Vec<Formal>,
        /// All of it.
        span: Span,
    },
    /// `predicate p(T x, …) := F;`
    Predicate {
        /// p
        name: Name,
        /// In order.
        formals: Vec<Formal>,
        /// F
        body: Expression,
        /// All of it.
        span: Span,
    },
    /// A function with its contract.
    Function(Box<Function>),
}

/// `T x`
#[derive(Clone, PartialEq, Debug)]
pub struct Formal {
    /// T
    pub ty: TypeTree,
    /// x
    pub name: Name,
}

/// A type, as written.
#[derive(Clone, PartialEq, Debug)]
pub struct TypeTree {
    /// What it is.
    pub kind: TypeKind,
    /// Where.
    pub span: Span,
}

/// The types that can be written.
#[derive(Clone, PartialEq, Debug)]
pub enum TypeKind {
    /// `int`
    Int,
    /// `float`, `real`
    Float,
    /// `bool`
    Bool,
    /// `S`
    Named(String),
    /// `T[]`
    Array(Box<TypeTree>),
    /// `hashtable(K, V)`
    Table(Box<TypeTree>, Box<TypeTree>),
    /// `list(T)`
    List(Box<TypeTree>),
}

/// `@pre F @post G #(…) T f(T x, …) { … }`
#[derive(Clone, PartialEq, Debug)]
pub struct Function {
    /// F
    pub pre: Expression,
    /// G
    pub post: Expression,
    /// What decreases from call to call.
    pub rank: Option<Rank>,
    /// T; none is `void`.
    pub result: Option<TypeTree>,
    /// f
    pub name: Name,
    /// In order.
    pub formals: Vec<Formal>,
    /// The statements.
    pub body: Block,
    /// From the contract to the closing brace.
    pub span: Span,
}

/// `#(e, …)`
#[derive(Clone, PartialEq, Debug)]
pub struct Rank {
    /// The first one counts most.
    pub components: Vec<Expression>,
    /// All of it.
    pub span: Span,
}

/// `@ L: F`, at a loop or as a statement.
#[derive(Clone, PartialEq, Debug)]
pub struct Annotation {
    /// L
    pub label: Option<Name>,
    /// F
    pub formula: Expression,
    /// From the `@` on.
    pub span: Span,
}

/// `{ … }`
#[derive(Clone, PartialEq, Debug)]
pub struct Block {
    /// In order.
    pub statements: Vec<Statement>,
    /// With the braces.
    pub span: Span,
}

/// A statement, and where it is.
#[derive(Clone, PartialEq, Debug)]
pub struct Statement {
    /// What it does.
    pub kind: StatementKind,
    /// With its semicolon.
    pub span: Span,
}

/// The statements.
#[derive(Clone, PartialEq, Debug)]
pub enum StatementKind {
    /// `T x;`, `T x := e;`
    Declare {
        /// T
        ty: TypeTree,
        /// x
        name: Name,
        /// e
        value: Option<Expression>,
    },
    /// `l := e;`
    Assign {
        /// l: a name, a read or a field.
        target: Expression,
        /// e
        value: Expression,
    },
    /// `e;`
    Evaluate(Expression),
    /// `;`
    Empty,
    /// `{ … }`
    Block(Block),
    /// `if (c) s else t`
    If {
        /// c
        condition: Expression,
        /// s
        then: Box<Statement>,
        /// t
        otherwise: Option<Box<Statement>>,
    },
    /// `while @ F (c) s`
    While(Box<Loop>),
    /// `for @ F (i; c; n) s`
    For {
        /// i: a declaration, an assignment or an expression.
        init: Option<Box<Statement>>,
        /// n
        step: Option<Box<Statement>>,
        /// The rest.
        body: Box<Loop>,
    },
    /// `break;`
    Break,
    /// `return e;`
    Return(Option<Expression>),
    /// `@ L: F;`
    Assert(Annotation),
}

/// What `while` and `for` have in common.
#[derive(Clone, PartialEq, Debug)]
pub struct Loop {
    /// What holds whenever the condition is about to be evaluated. A tolerant reader puts `true` where none was
    /// written, after complaining.
    pub annotation: Annotation,
    /// What decreases from one iteration to the next.
    pub rank: Option<Rank>,
    /// The condition.
    pub condition: Expression,
    /// The body.
    pub body: Statement,
}

/// An expression, and where it is.
#[derive(Clone, PartialEq, Debug)]
pub struct Expression {
    /// What it is.
    pub kind: ExpressionKind,
    /// Where; with the parentheses, if there are some around it.
    pub span: Span,
}

/// The expressions.
#[derive(Clone, PartialEq, Debug)]
pub enum ExpressionKind {
    /// `12`
    Int(String),
    /// `1.5`
    Float(String),
    /// `true`, `false`
    Bool(bool),
    /// `x`, also `rv` and `nil`
    Name(String),
    /// `|a|`
    Length(Box<Expression>),
    /// `new T[n]`
    New {
        /// T
        element: TypeTree,
        /// n
        length: Box<Expression>,
    },
    /// `!e`, `-e`
    Unary(UnaryOp, Box<Expression>),
    /// `l ∘ r`
    Binary(BinaryOp, Box<Expression>, Box<Expression>),
    /// `e ≤ f < g`: the operands and the operators between them; at least two operators.
    Chain(Vec<Expression>, Vec<BinaryOp>),
    /// `forall x, y. F`, `forall k in keys(h). F`
    Quantified {
        /// Or `exists`?
        is_forall: bool,
        /// In order.
        variables: Vec<Quantified>,
        /// F
        body: Box<Expression>,
    },
    /// `a[i]`
    Index(Box<Expression>, Box<Expression>),
    /// `s.x`
    Field(Box<Expression>, Name),
    /// `f(e, …)`: a function, a predicate or an operation of tables and lists.
    Call(Name, Vec<Expression>),
    /// `a{i <- v}`
    Update(Box<Expression>, Box<Expression>, Box<Expression>),
    /// `k in keys(h)`: the key, and the call of `keys`.
    In(Box<Expression>, Box<Expression>),
    /// What could not be read; a message has been given.
    Damaged,
}

/// A variable of a quantifier.
#[derive(Clone, PartialEq, Debug)]
pub struct Quantified {
    /// Its type, if written; else `int`, or that of the keys.
    pub ty: Option<TypeTree>,
    /// x
    pub name: Name,
    /// The `keys(h)` of `x in keys(h)`, as a call.
    pub keys: Option<Box<Expression>>,
}

/// Operators before their operand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum UnaryOp {
    /// `!`
    Not,
    /// `-`
    Negate,
}

/// Operators between two operands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BinaryOp {
    /// `->`
    Implies,
    /// `<->`
    Iff,
    /// `||`
    Or,
    /// `&&`
    And,
    /// `=`
    Equal,
    /// `!=`
    Different,
    /// `<`
    Less,
    /// `<=`
    LessEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterEqual,
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `/`
    Divide,
    /// `div`
    Quotient,
    /// `%`
    Remainder,
}

impl Expression {
    /// The expressions directly below it, in the order of the text.
    pub fn parts(&self) -> Vec<&Expression> {
        match &self.kind {
            ExpressionKind::Int(_)
            | ExpressionKind::Float(_)
            | ExpressionKind::Bool(_)
            | ExpressionKind::Name(_)
            | ExpressionKind::Damaged => vec![],
            ExpressionKind::Length(part)
            | ExpressionKind::New { length: part, .. }
            | ExpressionKind::Unary(_, part)
            | ExpressionKind::Field(part, _) => vec![part],
            ExpressionKind::Binary(_, left, right)
            | ExpressionKind::Index(left, right)
            | ExpressionKind::In(left, right) => vec![left, right],
            ExpressionKind::Update(array, index, value) => vec![array, index, value],
            ExpressionKind::Chain(parts, _) | ExpressionKind::Call(_, parts) => {
                parts.iter().collect()
            }
            ExpressionKind::Quantified { variables, body, .. } => {
                let keys = variables.iter().filter_map(|variable| variable.keys.as_deref());
                keys.chain([&**body]).collect()
            }
        }
    }

    /// Does the name occur in it, free or bound?
    pub fn mentions(&self, name: &str) -> bool {
        match &self.kind {
            ExpressionKind::Name(text) => text == name,
            _ => self.parts().into_iter().any(|part| part.mentions(name)),
        }
    }
}

impl UnaryOp {
    /// As written.
    pub fn sign(self) -> &'static str {
        match self {
            UnaryOp::Not => "!",
            UnaryOp::Negate => "-",
        }
    }
}

impl BinaryOp {
    /// As written.
    pub fn sign(self) -> &'static str {
        match self {
            BinaryOp::Implies => "->",
            BinaryOp::Iff => "<->",
            BinaryOp::Or => "||",
            BinaryOp::And => "&&",
            BinaryOp::Equal => "=",
            BinaryOp::Different => "!=",
            BinaryOp::Less => "<",
            BinaryOp::LessEqual => "<=",
            BinaryOp::Greater => ">",
            BinaryOp::GreaterEqual => ">=",
            BinaryOp::Add => "+",
            BinaryOp::Subtract => "-",
            BinaryOp::Multiply => "*",
            BinaryOp::Divide => "/",
            BinaryOp::Quotient => "div",
            BinaryOp::Remainder => "%",
        }
    }

    /// The comparison that holds of numbers where this one does not; other operators as they are.
    pub fn negated(self) -> BinaryOp {
        match self {
            BinaryOp::Equal => BinaryOp::Different,
            BinaryOp::Different => BinaryOp::Equal,
            BinaryOp::Less => BinaryOp::GreaterEqual,
            BinaryOp::LessEqual => BinaryOp::Greater,
            BinaryOp::Greater => BinaryOp::LessEqual,
            BinaryOp::GreaterEqual => BinaryOp::Less,
            other => other,
        }
    }
}
