//! The assertion stack: assertions, and the declarations that come and go with them.

use buttress_logic::{Bound, Function, Term};

use super::names::Mark;
use super::signature::Signature;

/// An active assertion.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Assertion {
    /// What is asserted.
    pub formula: Term,
    /// The name that `:named` gave to it as a whole.
    pub name: Option<String>,
    /// How many levels had been pushed.
    pub level: usize,
    /// Does it say what a recursive definition means?
    pub is_definition: bool,
    /// Does it stay when its level goes, as global definitions do?
    pub stays: bool,
    /// How it is written, comments left out and blanks made single, if `get-assertions` may ask for it.
    pub text: Option<String>,
}

/// What `minimize` or `maximize` asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Objective {
    /// The number, of sort Int or Real.
    pub term: Term,
    /// Is it to be as large as possible, and not as small?
    pub is_maximum: bool,
    /// The number as it is written.
    pub text: String,
}

/// A function that the script defines by recursion, with parameters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Recursive {
    /// The function.
    pub function: Function,
    /// Its parameters.
    pub parameters: Vec<Bound>,
    /// What it is, in terms of the parameters and of all functions of the same command.
    pub body: Term,
    /// The assertion that says so: ∀x̄. f(x̄) = body.
    pub formula: Term,
    /// The command that defines it, by number: functions of one command may call each other.
    pub group: usize,
}

/// What grows with commands and shrinks with `pop`.
#[derive(Clone, Default, Debug)]
pub(super) struct Stack {
    pub assertions: Vec<Assertion>,
    /// How many of them, the last ones, stayed when their level went just now.
    pub kept: usize,
    /// The declared functions in scope, in order.
    pub functions: Vec<Function>,
    /// The terms with names, in order.
    pub named: Vec<(String, Term)>,
    /// The functions `@missing` among the functions.
    pub missing: Vec<Function>,
    /// The functions that are defined by recursion, in order.
    pub recursive: Vec<Recursive>,
    /// The objectives, in order.
    pub objectives: Vec<Objective>,
    pub levels: Vec<Level>,
}

/// How far everything had come when a level was pushed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Level {
    pub functions: Mark,
    pub sorts: Mark,
    pub assertion_count: usize,
    pub function_count: usize,
    pub named_count: usize,
    pub missing_count: usize,
    pub recursive_count: usize,
    pub objective_count: usize,
    pub table_uses: [bool; 2],
}

impl Level {
    /// Before the first command of a script.
    pub fn start(signature: &Signature) -> Level {
        Level {
            functions: signature.functions.mark(),
            sorts: signature.sorts.names.mark(),
            assertion_count: 0,
            function_count: 0,
            named_count: 0,
            missing_count: 0,
            recursive_count: 0,
            objective_count: 0,
            table_uses: [false; 2],
        }
    }
}
