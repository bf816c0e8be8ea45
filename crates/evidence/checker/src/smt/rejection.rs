//! Why a proof or a model is not evidence, told so that a person finds the place.

use std::fmt;

use buttress_budget::Exhausted;
use buttress_formats::smtlib;
use buttress_logic::{Term, Terms, print_applied};

use crate::evaluate::EvaluationFailure;

/// Why a file is not evidence for the answer to a check of a script.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SmtRejection {
    /// The script itself cannot be read, so nothing was decided.
    Script(smtlib::Error),
    /// The script does not have so many checks.
    NoCheck {
        /// The check that was asked for, from 1.
        check: usize,
        /// The number of checks in the script.
        checks: usize,
    },
    /// The evidence speaks of another check of the script.
    OtherCheck {
        /// The check that was asked for.
        check: usize,
        /// The check that the evidence names.
        found: usize,
    },
    /// The evidence reads the script in another way.
    OtherReading {
        /// How the script is to be read.
        wanted: smtlib::Reading,
        /// How the evidence reads it.
        found: smtlib::Reading,
    },
    /// The file is neither a proof nor a model.
    NotEvidence,
    /// A line of the proof is malformed.
    Line {
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        flaw: TextFlaw,
    },
    /// A clause does not hold for the reason that is given.
    Clause {
        /// The number of the clause, from 1.
        clause: usize,
        /// Its line in the text, if the proof was read from one.
        line: Option<usize>,
        /// The name of the rule.
        rule: &'static str,
        /// What is wrong with it.
        flaw: ClauseFlaw,
    },
    /// It is not shown that every call of these functions ends, so that their recursive definitions may
    /// describe nothing.
    Endless {
        /// Their names.
        functions: Vec<String>,
    },
    /// A value is not shown to be the best.
    Optimum {
        /// The objective, from 1; 0 for all of them.
        objective: usize,
        /// What is wrong.
        flaw: OptimumFlaw,
    },
    /// There is no empty clause in the proof.
    Unfinished {
        /// The number of its clauses.
        clauses: usize,
    },
    /// The model cannot be read.
    Model(smtlib::Error),
    /// The model is not UTF-8.
    Encoding,
    /// The model does not give a value to an assertion.
    NoValue {
        /// Which assertion.
        place: Place,
        /// Why it has no value.
        error: EvaluationFailure,
    },
    /// A limit was met before the check was done.
    Exhausted(Exhausted),
    /// The model makes an assertion false.
    False {
        /// Which assertion.
        place: Place,
    },
}

/// One of the formulas that a check is about, from 1 in the order of the script.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// An assertion on the stack.
    Assertion(usize),
    /// An assumption of `check-sat-assuming`.
    Assumption(usize),
}

/// What is wrong with evidence for optima.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OptimumFlaw {
    /// It speaks of another number of objectives than this.
    Count(usize),
    /// A value is claimed after one that no model has, or is not claimed before.
    Order,
    /// The model has another value.
    Value,
    /// A part of this name is missing.
    Missing(&'static str),
    /// There is no constant at this place.
    Slope(usize),
    /// A constant of sort Int would get a value that is none.
    Integer,
    /// The objective does not change along the family as it should.
    Line,
}

/// What is wrong with a line of the text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TextFlaw {
    /// Something else is expected here.
    Expected {
        /// What is expected.
        expected: &'static str,
        /// What is there, shortened.
        found: String,
    },
    /// The line goes on after what it says.
    Trailing(String),
    /// A number is not the next one.
    Number {
        /// The number that is expected.
        expected: usize,
        /// The number in the text.
        found: usize,
    },
    /// No earlier term has this number.
    NoTerm(usize),
    /// The term with this number is no formula.
    NoFormula(usize),
    /// The term cannot be read.
    Term(String),
}

/// Why a clause does not hold for the reason that is given.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ClauseFlaw {
    /// A literal is no formula.
    NoFormula(String),
    /// A literal has a free variable, so that it is neither true nor false.
    Open(String),
    /// None of its literals is an assertion or an assumption.
    NotInput,
    /// The rule does not apply to this term.
    Inapplicable {
        /// The term.
        term: String,
        /// What the rule needs.
        needs: &'static str,
    },
    /// A literal is missing that the rule concludes.
    Missing(String),
    /// It is none of the clauses that the rule allows.
    NoShape,
    /// Its negation is not contradictory.
    Consistent,
    /// A line of its derivation does not hold.
    Line {
        /// The line of the derivation, from 0.
        line: usize,
        /// What is wrong with it.
        flaw: LineFlaw,
    },
    /// No earlier clause has this number.
    NoClause(usize),
    /// This hint has a true literal, so nothing follows from it.
    Satisfied(usize),
    /// This hint has two open literals, so nothing follows from it.
    NotUnit(usize),
    /// This hint follows the conflict.
    AfterConflict(usize),
    /// The hints end without a conflict.
    NoConflict,
    /// A limit was met.
    Exhausted(Exhausted),
}

/// What is wrong with a line of a derivation in arithmetic.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LineFlaw {
    /// The clause has no literal at this position.
    NoLiteral(usize),
    /// The negation of the literal at this position is no comparison.
    NoComparison(usize),
    /// Congruence does not make these terms equal.
    NotEqual(String, String),
    /// The term has no fact of this number.
    NoFact(String, u8),
    /// There is no earlier line of this number.
    NoLine(usize),
    /// An inequality is multiplied by this number.
    NegativeMultiplier(String),
    /// This line is no equation, and yet it is multiplied by a term.
    NoEquation(usize),
    /// These lines are not of the form p ≥ 0 and −p ≥ 0.
    NotOpposite(usize, usize),
    /// This term is no number.
    NoNumber(String),
    /// It rounds although this variable is no integer.
    RoundsReal(String),
    /// The last line still contains this variable.
    NotCancelled(String),
    /// The last line is no contradiction.
    Consistent(String),
    /// It has more coefficients than anybody should check.
    TooLarge,
    /// A number in it has too many digits.
    Digits,
    /// A limit was met.
    Exhausted(Exhausted),
}

impl SmtRejection {
    /// Was nothing decided? The evidence may be right, but it is more than the checker can, or may, do.
    pub fn is_limit(&self) -> bool {
        match self {
            SmtRejection::Exhausted(_) | SmtRejection::Endless { .. } => true,
            SmtRejection::NoValue { error, .. } => error.is_limit(),
            SmtRejection::Clause { flaw, .. } => matches!(
                flaw,
                ClauseFlaw::Exhausted(_)
                    | ClauseFlaw::Line {
                        flaw: LineFlaw::TooLarge | LineFlaw::Digits | LineFlaw::Exhausted(_),
                        ..
                    }
            ),
            _ => false,
        }
    }

    /// A clause that does not hold for its reason, unless a limit was met.
    pub(crate) fn clause(
        clause: usize,
        line: Option<usize>,
        rule: &'static str,
        flaw: ClauseFlaw,
    ) -> SmtRejection {
        match flaw {
            ClauseFlaw::Exhausted(exhausted) => SmtRejection::Exhausted(exhausted),
            flaw => SmtRejection::Clause { clause, line, rule, flaw },
        }
    }

    /// Could the script not be read, or is there no evidence, so that nothing was decided?
    pub fn is_undecided(&self) -> bool {
        matches!(self, SmtRejection::Script(_) | SmtRejection::NotEvidence)
    }
}

impl fmt::Display for SmtRejection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SmtRejection::Script(error) => write!(f, "{error}"),
            SmtRejection::NoCheck { check, checks } => {
                write!(f, "there is no check {check}: the script has {checks}")
            }
            SmtRejection::OtherCheck { check, found } => {
                write!(f, "it is about check {found} of the script, not about check {check}")
            }
            SmtRejection::OtherReading { wanted, found } => {
                f.write_str(match (wanted.partial_arrays, found.partial_arrays) {
                    (true, false) => "it reads the arrays of the script as total, not as partial",
                    (false, true) => {
                        "it reads the arrays of the script as partial: \
                         only with --partial is it evidence"
                    }
                    _ if found.infinite_sorts => {
                        "it reads the sorts of the script as infinite: \
                         only with --infinite-sorts is it evidence"
                    }
                    _ => "it lets the sorts of the script be finite, not only infinite",
                })
            }
            SmtRejection::NotEvidence => f.write_str("neither a proof nor a model"),
            SmtRejection::Line { line, flaw } => write!(f, "line {line}: {flaw}"),
            SmtRejection::Clause { clause, line, rule, flaw } => {
                write!(f, "clause {clause}")?;
                if let Some(line) = line {
                    write!(f, " (line {line})")?;
                }
                write!(f, ": {rule}: {flaw}")
            }
            SmtRejection::Unfinished { clauses } => {
                write!(f, "none of the {clauses} clauses is empty")
            }
            SmtRejection::Endless { functions } => {
                let names = functions.join("`, `");
                write!(f, "it is not shown that every call of `{names}` ends")
            }
            SmtRejection::Optimum { objective: 0, flaw } => write!(f, "{flaw}"),
            SmtRejection::Optimum { objective, flaw } => {
                write!(f, "objective {objective}: {flaw}")
            }
            SmtRejection::Model(error) => write!(f, "the model cannot be read: {error}"),
            SmtRejection::Encoding => f.write_str("the model is not UTF-8"),
            SmtRejection::Exhausted(exhausted) => exhausted.fmt(f),
            SmtRejection::NoValue { place, error } => write!(f, "{place}: {error}"),
            SmtRejection::False { place } => write!(f, "{place} is false in the model"),
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Assertion(number) => write!(f, "assertion {number}"),
            Place::Assumption(number) => write!(f, "assumption {number}"),
        }
    }
}

impl fmt::Display for OptimumFlaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptimumFlaw::Count(count) => write!(f, "the check has {count} objectives"),
            OptimumFlaw::Order => {
                f.write_str("values are claimed up to the first that no model has, and no further")
            }
            OptimumFlaw::Value => f.write_str("the model has another value"),
            OptimumFlaw::Missing(part) => write!(f, "there is no part `{part}`"),
            OptimumFlaw::Slope(constant) => write!(f, "there is no constant {constant}"),
            OptimumFlaw::Integer => f.write_str("an integer leaves the integers"),
            OptimumFlaw::Line => f.write_str("the family does not lead where it should"),
        }
    }
}

impl fmt::Display for TextFlaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TextFlaw::Expected { expected, found } => {
                write!(f, "expected {expected}, found {found}")
            }
            TextFlaw::Trailing(found) => write!(f, "expected the end of the line, found {found}"),
            TextFlaw::Number { expected, found } => {
                write!(f, "expected number {expected}, found {found}")
            }
            TextFlaw::NoTerm(id) => write!(f, "there is no term {id} yet"),
            TextFlaw::NoFormula(id) => write!(f, "term {id} is no formula"),
            TextFlaw::Term(message) => write!(f, "the term cannot be read: {message}"),
        }
    }
}

impl fmt::Display for ClauseFlaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ClauseFlaw::NoFormula(term) => write!(f, "{term} is no formula"),
            ClauseFlaw::Open(term) => write!(f, "{term} has a free variable"),
            ClauseFlaw::NotInput => f.write_str("no literal is an assertion or an assumption"),
            ClauseFlaw::Inapplicable { term, needs } => write!(f, "{term} is not {needs}"),
            ClauseFlaw::Missing(literal) => write!(f, "the clause lacks {literal}"),
            ClauseFlaw::NoShape => f.write_str("it is none of the clauses of this rule"),
            ClauseFlaw::Consistent => f.write_str("the negation is not contradictory"),
            ClauseFlaw::Line { line, flaw } => write!(f, "line {line} {flaw}"),
            ClauseFlaw::NoClause(hint) => write!(f, "hint {hint} names no earlier clause"),
            ClauseFlaw::Satisfied(hint) => write!(f, "hint {hint} is satisfied"),
            ClauseFlaw::NotUnit(hint) => write!(f, "hint {hint} is not unit"),
            ClauseFlaw::AfterConflict(hint) => write!(f, "hint {hint} follows the conflict"),
            ClauseFlaw::Exhausted(exhausted) => exhausted.fmt(f),
            ClauseFlaw::NoConflict => f.write_str("the hints end without a conflict"),
        }
    }
}

impl fmt::Display for LineFlaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LineFlaw::NoLiteral(place) => write!(f, "uses literal {place}, which does not exist"),
            LineFlaw::NoComparison(place) => {
                write!(f, "uses literal {place}, whose negation is no comparison")
            }
            LineFlaw::NotEqual(left, right) => {
                write!(f, "uses {left} = {right}, which congruence does not show")
            }
            LineFlaw::NoFact(term, number) => {
                write!(f, "uses fact {number} of {term}, which does not exist")
            }
            LineFlaw::NoLine(line) => write!(f, "uses line {line}, which does not come before"),
            LineFlaw::NegativeMultiplier(factor) => {
                write!(f, "multiplies an inequality by {factor}")
            }
            LineFlaw::NoEquation(line) => {
                write!(f, "multiplies line {line} by a term although it is no equation")
            }
            LineFlaw::NotOpposite(left, right) => {
                write!(f, "uses lines {left} and {right} as one equation, which they are not")
            }
            LineFlaw::NoNumber(term) => write!(f, "uses {term}, which is no number"),
            LineFlaw::RoundsReal(term) => write!(f, "rounds, but {term} is no integer"),
            LineFlaw::NotCancelled(term) => write!(f, "does not cancel {term}"),
            LineFlaw::Consistent(constraint) => {
                write!(f, "says {constraint}, which is no contradiction")
            }
            LineFlaw::Digits => f.write_str("has a number of too many digits"),
            LineFlaw::Exhausted(exhausted) => exhausted.fmt(f),
            LineFlaw::TooLarge => f.write_str("is too large to be checked"),
        }
    }
}

impl std::error::Error for SmtRejection {}

/// The longest text by which a term is named in a message.
const SHOWN: usize = 80;

/// A term as a message names it: written out if it is small, else by its top alone.
pub(super) fn describe(terms: &Terms, term: Term) -> String {
    let named = print_applied(terms, term, |argument| {
        if terms.arguments(argument).is_empty() {
            print_applied(terms, argument, |_| String::new())
        } else {
            print_applied(terms, argument, |_| "…".to_owned())
        }
    });
    match named.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", &named[..end]),
        None => named,
    }
}
