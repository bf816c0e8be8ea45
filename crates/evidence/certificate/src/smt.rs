//! The language of proofs about formulas: clauses, and why each of them holds.
//!
//! A proof is a list of steps. An axiom is a clause that holds in every model of the theories, or an
//! assertion of the input; a derived clause follows from earlier ones by unit propagation.

mod optimum;
mod write;

use buttress_logic::{Constructor, Op, Term, Terms};
use buttress_numeric::Rational;

pub use optimum::{ClaimedOptimum, ClaimedValue, write_optimum};
pub use write::write;

/// A formula or its negation; the formula itself is no negation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Literal {
    /// The formula.
    pub atom: Term,
    /// Is it claimed, rather than denied?
    pub is_positive: bool,
}

impl Literal {
    /// The literal that a formula is.
    pub fn of(terms: &Terms, formula: Term) -> Literal {
        match (terms.op(formula), terms.arguments(formula)) {
            (Op::Not, &[atom]) => Literal { atom, is_positive: false },
            _ => Literal { atom: formula, is_positive: true },
        }
    }

    /// The literal that is true exactly where this one is false.
    #[must_use]
    pub fn negated(self) -> Literal {
        Literal { is_positive: !self.is_positive, ..self }
    }
}

/// A refutation of the assertions of one check: its last step is the empty clause.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Proof {
    /// Clauses, each justified by itself or by earlier ones.
    pub steps: Vec<Step>,
}

/// One clause and its justification.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Step {
    /// A clause that holds by itself.
    Axiom {
        /// The clause.
        clause: Vec<Literal>,
        /// Why it holds.
        rule: Rule,
    },
    /// A clause that follows from earlier steps.
    Derived {
        /// The clause.
        clause: Vec<Literal>,
        /// Earlier steps, by position, that are unit in turn under the clause's negation.
        hints: Vec<u32>,
    },
}

/// Why a clause holds by itself; the shapes of the clauses are in `docs/proof.md`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Rule {
    /// It is an assertion, or an assumption of this check.
    Input,
    /// It defines a formula by its arguments.
    Define(Term),
    /// It says what an `ite` that is no formula equals.
    Ite(Term),
    /// It says what `abs` is.
    Absolute(Term),
    /// It says what `is_int` is.
    IsInteger(Term),
    /// It says what a quotient or remainder by an unknown is.
    Division(Term),
    /// Numbers are equal, less or greater.
    Trichotomy(Term, Term),
    /// A store reads what was stored.
    RowHit(Term),
    /// A store reads as before at another index.
    RowMiss(Term, Term),
    /// A constant array reads its constant.
    Constant(Term, Term),
    /// Different arrays differ somewhere.
    Extensional(Term, Term),
    /// A store does not change what is read almost everywhere.
    DefaultStore(Term),
    /// A constant array reads its constant almost everywhere.
    DefaultConstant(Term),
    /// A selector reads the field of a constructor term.
    Field(Term, usize),
    /// A tester on a constructor term.
    Test(Term, Constructor),
    /// Some tester holds.
    TestSome(Term),
    /// At most one tester holds.
    TestOne(Term),
    /// A value is its constructor applied to its fields.
    Rebuild(Term, Constructor),
    /// What a closed quantified formula says of the values that are given, one for each of its
    /// variables, in order.
    Instance(Term, Vec<Term>),
    /// What a closed quantified formula says of its witnesses: see
    /// [`Terms::witness`](buttress_logic::Terms::witness).
    Witness(Term),
    /// Its negation is refuted by congruence closure.
    Closure,
    /// Its negation makes a datatype value contain itself.
    Cycle,
    /// Its negation is refuted by arithmetic.
    Arithmetic(Derivation),
}

impl Rule {
    /// Its name in the text.
    pub fn name(&self) -> &'static str {
        match self {
            Rule::Input => "input",
            Rule::Define(_) => "define",
            Rule::Ite(_) => "ite",
            Rule::Absolute(_) => "absolute",
            Rule::IsInteger(_) => "is-integer",
            Rule::Division(_) => "division",
            Rule::Trichotomy(..) => "trichotomy",
            Rule::RowHit(_) => "row-hit",
            Rule::RowMiss(..) => "row-miss",
            Rule::Constant(..) => "constant",
            Rule::Extensional(..) => "extensional",
            Rule::DefaultStore(_) => "default-store",
            Rule::DefaultConstant(_) => "default-constant",
            Rule::Field(..) => "field",
            Rule::Test(..) => "test",
            Rule::TestSome(_) => "test-some",
            Rule::TestOne(_) => "test-one",
            Rule::Rebuild(..) => "rebuild",
            Rule::Instance(..) => "instance",
            Rule::Witness(_) => "witness",
            Rule::Closure => "closure",
            Rule::Cycle => "cycle",
            Rule::Arithmetic(_) => "arith",
        }
    }

    /// The terms that it names, in the order of the text.
    pub fn terms(&self) -> Vec<Term> {
        match self {
            Rule::Input | Rule::Closure | Rule::Cycle => Vec::new(),
            Rule::Define(term)
            | Rule::Ite(term)
            | Rule::Absolute(term)
            | Rule::IsInteger(term)
            | Rule::Division(term)
            | Rule::RowHit(term)
            | Rule::DefaultStore(term)
            | Rule::DefaultConstant(term)
            | Rule::Field(term, _)
            | Rule::Test(term, _)
            | Rule::TestSome(term)
            | Rule::TestOne(term)
            | Rule::Rebuild(term, _)
            | Rule::Witness(term) => vec![*term],
            Rule::Instance(formula, values) => {
                std::iter::once(formula).chain(values).copied().collect()
            }
            Rule::Trichotomy(left, right)
            | Rule::RowMiss(left, right)
            | Rule::Constant(left, right)
            | Rule::Extensional(left, right) => vec![*left, *right],
            Rule::Arithmetic(derivation) => {
                let sources = derivation.lines.iter().flat_map(|line| line.sum.iter());
                sources
                    .flat_map(|(source, _)| match source {
                        Source::Equation(left, right) => vec![*left, *right],
                        Source::Fact(term, _)
                        | Source::Multiple(_, term)
                        | Source::Square(term) => vec![*term],
                        Source::Literal(_)
                        | Source::Line(_)
                        | Source::Product(..)
                        | Source::Both(..) => Vec::new(),
                    })
                    .collect()
            }
        }
    }
}

/// A derivation in arithmetic: constraints from constraints, the last one contradictory.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Derivation {
    /// The constraints in order.
    pub lines: Vec<Line>,
}

/// A sum of constraints.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// What is added, how often.
    pub sum: Vec<(Source, Rational)>,
    /// Is the sum then rounded, its variables being integers?
    pub rounds: bool,
}

/// A constraint that a line adds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Source {
    /// The negation of a literal of the clause, by position.
    Literal(usize),
    /// Two terms that congruence closure makes equal.
    Equation(Term, Term),
    /// A fact about a term: see `docs/proof.md`.
    Fact(Term, u8),
    /// An earlier line.
    Line(usize),
    /// The product of two earlier lines.
    Product(usize, usize),
    /// An earlier line that is an equation, multiplied by a term.
    Multiple(usize, Term),
    /// The square of a term is not negative.
    Square(Term),
    /// The equation that two earlier lines say together: a form is not negative, nor is its opposite.
    Both(usize, usize),
}
