//! What a command asks of the driver, once the script has applied it.

use buttress_logic::Term;

/// A command that was checked and applied to the [`Script`](super::Script).
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// Accepted; nothing to do but to say so (declarations, definitions, `set-logic`).
    None,
    /// `define-fun-rec`, `define-funs-rec`: what they say is on the stack of assertions now, and the functions are
    /// among those of [`Script::recursive`](super::Script::recursive).
    Define,
    /// `(assert F)`: it is on the stack of assertions now.
    Assert(Term),
    /// `minimize`, `maximize`: it is among [`Script::objectives`](super::Script::objectives) now.
    Optimize,
    /// `(get-interpolants P Q …)`: the names of the assertions of each part.
    GetInterpolants(Vec<Vec<String>>),
    /// `(get-objectives)`
    GetObjectives,
    /// `(check-sat)`
    CheckSat,
    /// `(check-sat-assuming (F …))`
    CheckSatAssuming(Vec<Term>),
    /// `(get-model)`
    GetModel,
    /// `(get-value (t …))`: each term with its text, comments left out and blanks made single.
    GetValue(Vec<(String, Term)>),
    /// `(get-unsat-core)`
    GetUnsatCore,
    /// `(get-unsat-assumptions)`
    GetUnsatAssumptions,
    /// `(get-proof)`
    GetProof,
    /// `(get-assertions)`
    GetAssertions,
    /// `(get-assignment)`: of [`Script::named`](super::Script::named).
    GetAssignment,
    /// `(get-info :keyword)`, the keyword with its colon.
    GetInfo(String),
    /// `(get-option :keyword)`, the keyword with its colon.
    GetOption(String),
    /// `(set-option :keyword value)`: the script has stored it, whether anybody knows it or not.
    SetOption {
        /// The keyword with its colon.
        keyword: String,
        /// The value as text, empty if there was none.
        value: String,
    },
    /// `(set-info :keyword value)`: the script has stored it.
    SetInfo {
        /// The keyword with its colon.
        keyword: String,
        /// The value as text, empty if there was none.
        value: String,
    },
    /// `(push n)`
    Push(usize),
    /// `(pop n)`
    Pop(usize),
    /// `(reset)`: the script is as new.
    Reset,
    /// `(reset-assertions)`
    ResetAssertions,
    /// `(echo "text")`: the text without its quotes.
    Echo(String),
    /// `(exit)`
    Exit,
    /// A query that is not answered here, by its name: the answer is `unsupported`.
    Unsupported(String),
}
