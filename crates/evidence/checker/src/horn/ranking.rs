//! Terminating: functions that decrease at every step of a cycle.
//!
//! Why that is enough: an infinite sequence of steps stays among predicates that lead to each other
//! from some step on. At each step some level decreases by 1 from a value that is not negative, and
//! none before it increases. Of the levels that decrease again and again take the first: from some
//! step on it never increases, so it would fall below 0.

use std::collections::HashSet;

use buttress_formats::smtlib::Script;
use buttress_horn::{Application, Clause, Horn, PredicateId};
use buttress_logic::{Rational, Sort, Term, Terms};

use super::cycles::Cycles;
use super::derivation::read_word;
use super::proofs::{Goal, Proofs};
use super::read::{Line, Ranking};
use super::safe::{Meaning, at, obligation, read_definitions};
use super::value::rational;
use super::{FunctionFlaw, HornRejection};
use crate::limits::MOST_LEVELS;
use crate::smt::TextFlaw;
use crate::smt::text::{Tokens, strange};

/// What was checked.
pub struct Ranked {
    /// Clauses that were found valid.
    pub valid: usize,
    /// Clauses that were found to decrease.
    pub steps: usize,
    /// The clauses of all proofs.
    pub proof_clauses: usize,
}

/// Checks definitions, functions and proofs.
pub fn check(
    terms: &mut Terms,
    horn: &Horn,
    sorts: &Script,
    evidence: &Ranking<'_>,
) -> Result<Ranked, HornRejection> {
    let meanings = read_definitions(terms, horn, sorts, &evidence.definitions)?;
    let cycles = Cycles::of(horn);
    let levels = Levels::read(terms, horn, &cycles, &evidence.functions)?;
    let mut proofs = Proofs::new(terms, sorts, &evidence.proofs);
    let numbered = || horn.clauses.iter().enumerate().map(|(index, clause)| (index + 1, clause));
    let (mut valid, mut steps) = (0, 0);
    for (number, clause) in numbered().filter(|(_, clause)| clause.head.is_some()) {
        let inputs = obligation(proofs.terms(), clause, &meanings);
        proofs.refute(Goal::Valid, number, clause, inputs)?;
        valid += 1;
    }
    for (number, clause) in numbered() {
        let Some(decrease) = levels.decrease(proofs.terms(), &cycles, clause) else { continue };
        let inputs = taken(proofs.terms(), clause, &meanings, decrease);
        proofs.refute(Goal::Decreasing, number, clause, inputs)?;
        steps += 1;
    }
    Ok(Ranked { valid, steps, proof_clauses: proofs.finish()? })
}

/// What cannot hold together if the clause decreases whenever it is taken.
fn taken(terms: &mut Terms, clause: &Clause, meanings: &[Meaning], decrease: Term) -> Vec<Term> {
    let mut parts = vec![clause.constraint];
    for premise in &clause.body {
        parts.push(at(terms, premise, meanings));
    }
    parts.push(terms.not(decrease));
    parts
}

/// constant + Σ coefficient · argument
struct Function {
    constant: Rational,
    coefficients: Vec<Rational>,
}

/// The functions of all predicates.
struct Levels {
    /// By predicate, the most important one first.
    functions: Vec<Vec<Function>>,
    /// Representatives of the predicates whose functions, or those of predicates on the same cycles,
    /// have real values.
    real: HashSet<PredicateId>,
}

impl Levels {
    fn read(
        terms: &Terms,
        horn: &Horn,
        cycles: &Cycles,
        lines: &[Line<'_>],
    ) -> Result<Levels, HornRejection> {
        let mut functions: Vec<Vec<Function>> =
            horn.predicates.iter().map(|_| Vec::new()).collect();
        for (line, words) in lines {
            let read = read_function(terms, horn, words.clone(), &functions);
            let (predicate, function) =
                read.map_err(|flaw| HornRejection::Function { line: *line, flaw })?;
            functions[predicate].push(function);
        }
        let mut real = HashSet::new();
        for (id, predicate) in horn.predicate_ids().zip(&horn.predicates) {
            let representative = cycles.representative(id);
            let counts = [representative, id].map(|id| functions[id.index()].len());
            if counts[0] != counts[1] {
                let predicates = [representative, id].map(|id| horn.predicate(id).name.clone());
                return Err(HornRejection::Levels { predicates, functions: counts });
            }
            let has_reals = predicate.parameters.iter().any(|it| terms.sort_of(*it) == Sort::REAL);
            let is_whole = |function: &Function| {
                function.constant.is_integer()
                    && function.coefficients.iter().all(Rational::is_integer)
            };
            if has_reals || !functions[id.index()].iter().all(is_whole) {
                real.insert(representative);
            }
        }
        Ok(Levels { functions, real })
    }

    /// That a level decreases, from whichever premise on the same cycle one comes; none if there is no
    /// such premise.
    fn decrease(&self, terms: &mut Terms, cycles: &Cycles, clause: &Clause) -> Option<Term> {
        let head = clause.head.as_ref()?;
        let is_real = self.real.contains(&cycles.representative(head.predicate));
        let sort = if is_real { Sort::REAL } else { Sort::INT };
        let premises: Vec<Term> = cycles
            .premises(clause)
            .map(|premise| self.some_level_decreases(terms, sort, premise, head))
            .collect();
        (!premises.is_empty()).then(|| terms.and(&premises))
    }

    /// ⋁ᵢ ( f₁(t̄) ≤ f₁(s̄) ∧ … ∧ fᵢ(t̄) + 1 ≤ fᵢ(s̄) ∧ 0 ≤ fᵢ(s̄) )
    fn some_level_decreases(
        &self,
        terms: &mut Terms,
        sort: Sort,
        from: &Application,
        to: &Application,
    ) -> Term {
        let [sources, targets] = [from, to].map(|at| &self.functions[at.predicate.index()]);
        let (zero, one) =
            (terms.numeral(&Rational::ZERO, sort), terms.numeral(&Rational::ONE, sort));
        let mut cases = Vec::new();
        let mut before = Vec::new();
        for (source, target) in sources.iter().zip(targets) {
            let source = source.at(terms, sort, &from.arguments);
            let target = target.at(terms, sort, &to.arguments);
            let more = terms.add(&[target, one]);
            let mut parts = before.clone();
            parts.push(terms.less_equal(more, source));
            parts.push(terms.less_equal(zero, source));
            cases.push(terms.and(&parts));
            before.push(terms.less_equal(target, source));
        }
        terms.or(&cases)
    }
}

impl Function {
    /// Σ coefficient · argument + constant, without what is multiplied by 0.
    fn at(&self, terms: &mut Terms, sort: Sort, arguments: &[Term]) -> Term {
        let mut summands = Vec::new();
        for (coefficient, argument) in self.coefficients.iter().zip(arguments) {
            if coefficient.is_zero() {
                continue;
            }
            let is_lifted = terms.sort_of(*argument) != sort;
            let argument = if is_lifted { terms.to_real(*argument) } else { *argument };
            let coefficient = terms.numeral(coefficient, sort);
            summands.push(terms.multiply(&[coefficient, argument]));
        }
        summands.push(terms.numeral(&self.constant, sort));
        terms.add(&summands)
    }
}

/// `rank <predicate> level <number> constant <rational> coefficients <rational>*`
fn read_function(
    terms: &Terms,
    horn: &Horn,
    mut words: Tokens<'_>,
    functions: &[Vec<Function>],
) -> Result<(usize, Function), FunctionFlaw> {
    let text = FunctionFlaw::Text;
    read_word(&mut words, "rank").map_err(text)?;
    let number = words.number("the number of a predicate").map_err(text)?;
    let index = number.checked_sub(1).filter(|index| *index < functions.len());
    let index = index.ok_or(FunctionFlaw::NoPredicate(number))?;
    read_word(&mut words, "level").map_err(text)?;
    let found = words.number("the number of a level").map_err(text)?;
    let expected = functions[index].len() + 1;
    if found != expected {
        return Err(text(TextFlaw::Number { expected, found }));
    }
    if found > MOST_LEVELS {
        return Err(FunctionFlaw::TooManyLevels { most: MOST_LEVELS });
    }
    read_word(&mut words, "constant").map_err(text)?;
    let read = |word: &[u8]| rational(word).ok_or_else(|| text(strange("a rational", word)));
    let constant = read(words.word())?;
    read_word(&mut words, "coefficients").map_err(text)?;
    let mut coefficients = Vec::new();
    loop {
        match words.word() {
            [] => break,
            word => coefficients.push(read(word)?),
        }
    }
    let parameters = &horn.predicates[index].parameters;
    let (expected, found) = (parameters.len(), coefficients.len());
    if expected != found {
        return Err(FunctionFlaw::Coefficients { expected, found });
    }
    for (place, (coefficient, parameter)) in coefficients.iter().zip(parameters).enumerate() {
        if !coefficient.is_zero() && !terms.sort_of(*parameter).is_arithmetic() {
            return Err(FunctionFlaw::NoNumber(place));
        }
    }
    Ok((index, Function { constant, coefficients }))
}
