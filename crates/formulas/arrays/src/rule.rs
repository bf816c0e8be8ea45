//! The rules that a formula outside the fragments breaks.

use std::fmt;

use buttress_logic::{Term, Terms, print_shared};

/// A rule of the array property fragments, named by what breaks it.
///
/// Each is an edge of decidability or of what is known: see the thesis, undecidable problems.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Rule {
    /// ∀i. ∃j. …
    Alternation,
    /// a\[b\[i\]\]
    NestedRead,
    /// i ≤ a\[i\] as a guard
    ReadInGuard,
    /// i + 1
    ArithmeticOnUniversal,
    /// i < j
    StrictOrder,
    /// i ≠ j
    UniversalsDiffer,
    /// a\[i\] = i
    UniversalInValue,
    /// a⟨i ◁ v⟩ or a⟨e ◁ b\[i\]⟩
    WriteAtUniversal,
    /// a\[i\] ≠ b\[i\] for elements that are arrays
    ArrayDifference,
    /// i ≤ e for rational i
    RationalOrder,
    /// A variable that ranges over arrays, or over a finite sort too large to be written out.
    UniversalSort,
    /// A quantifier inside an atom, about variables bound outside it.
    QuantifierInTerm,
    /// The normal form is too large to be written down.
    TooLarge,
}

impl Rule {
    /// All rules.
    pub const ALL: [Rule; 13] = [
        Rule::Alternation,
        Rule::NestedRead,
        Rule::ReadInGuard,
        Rule::ArithmeticOnUniversal,
        Rule::StrictOrder,
        Rule::UniversalsDiffer,
        Rule::UniversalInValue,
        Rule::WriteAtUniversal,
        Rule::ArrayDifference,
        Rule::RationalOrder,
        Rule::UniversalSort,
        Rule::QuantifierInTerm,
        Rule::TooLarge,
    ];

    /// The rule, as a sentence.
    pub fn sentence(self) -> &'static str {
        match self {
            Rule::Alternation => {
                "no existential quantifier may depend on a universally quantified variable"
            }
            Rule::NestedRead => "no array may be read at what was read at a universal variable",
            Rule::ReadInGuard => {
                "an index guard may compare a universal variable only with terms free of universal \
                 variables, or with another universal variable"
            }
            Rule::ArithmeticOnUniversal => "no arithmetic may be done on a universal variable",
            Rule::StrictOrder => {
                "no guard may say that one universal variable is less than another"
            }
            Rule::UniversalsDiffer => {
                "no guard may say that one universal variable differs from another"
            }
            Rule::UniversalInValue => {
                "outside the index guard a universal variable may occur only as the index of a read"
            }
            Rule::WriteAtUniversal => {
                "the index and the value of a write must be free of universal variables"
            }
            Rule::ArrayDifference => {
                "arrays that depend on a universal variable may not be said to differ"
            }
            Rule::RationalOrder => "indices that are compared by order must be integers",
            Rule::UniversalSort => {
                "a universal variable must range over integers, over an uninterpreted sort, over \
                 an infinite sort without order, or over a few values"
            }
            Rule::QuantifierInTerm => {
                "a quantifier inside an atom must not mention variables bound outside the atom"
            }
            Rule::TooLarge => "the separation of index guard and value constraint must stay small",
        }
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.sentence())
    }
}

/// A sub-formula or sub-term, and the rule that it breaks.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Violation {
    /// The offending part.
    pub part: Term,
    /// The rule.
    pub rule: Rule,
}

impl Violation {
    /// Both, for a person.
    pub fn display(self, terms: &Terms) -> String {
        format!("{}: {}", print_shared(terms, self.part), self.rule)
    }
}
