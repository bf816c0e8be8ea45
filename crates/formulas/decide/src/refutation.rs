//! From the search's log to a proof in the language of evidence.

use std::collections::{BTreeMap, HashMap};

use buttress_certificate::smt::{self, Literal, Proof, Rule, Step};
use buttress_logic::{IdMap, Term};
use buttress_numeric::{self as numeric, Rational};
use buttress_prop::Lit;
use buttress_sat::Failure;

use crate::clauses::{Justification, Justified};
use crate::internalize::Internalizer;
use crate::numbers::{Fact, How, TagMeaning};
use crate::verdict::Refutation;

/// What was searched: formulas and clauses, and the assertions and assumptions behind literals.
#[derive(Clone, Copy)]
pub(crate) struct Searched<'a> {
    pub(crate) known: &'a Internalizer,
    pub(crate) asserted: &'a IdMap<Lit, Term>,
}

/// The proof under construction.
struct Builder<'a> {
    searched: Searched<'a>,
    log: &'a buttress_sat::Proof,
    steps: Vec<Step>,
    /// Where given and derived clauses stand, by their number in the log.
    places: HashMap<u64, u32>,
    core: Vec<Term>,
}

/// The assertions that cannot hold together: those among the given clauses with these tags, and those
/// behind the failed literals `failed`.
pub(crate) fn core(searched: Searched<'_>, tags: &[u32], failed: &[Lit]) -> Refutation {
    let given = tags.iter().map(|tag| searched.known.clauses.get(*tag));
    let inputs = given.filter(|given| matches!(given.why, Justification::Rule(Rule::Input)));
    let lits = inputs.flat_map(|given| given.clause.iter()).chain(failed);
    let mut core: Vec<Term> = lits.map(|lit| searched.asserted[lit]).collect();
    core.sort();
    core.dedup();
    Refutation { core, proof: None }
}

/// The proof that the assertions behind the failed literals `core` cannot hold together.
pub(crate) fn proof(
    searched: Searched<'_>,
    log: &buttress_sat::Proof,
    failure: &Failure,
    core: &[Lit],
) -> Refutation {
    let mut builder =
        Builder { searched, log, steps: Vec::new(), places: HashMap::new(), core: Vec::new() };
    let mut hints = Vec::new();
    let mut is_done = false;
    match failure {
        Failure::Contradiction => {}
        Failure::Given(number) => hints.push(builder.given(*number)),
        Failure::Derived(steps) => {
            for step in steps {
                let step_hints = step.hints.iter().map(|hint| builder.place(*hint)).collect();
                let clause = builder.clause(&step.clause);
                is_done = clause.is_empty();
                let place = builder.push(Step::Derived { clause, hints: step_hints });
                builder.places.insert(step.id, place);
            }
            hints.extend(steps.last().map(|step| builder.places[&step.id]));
        }
    }
    if !is_done {
        let mut all = Vec::new();
        for lit in core {
            all.push(builder.input(*lit));
        }
        all.extend(hints);
        builder.push(Step::Derived { clause: Vec::new(), hints: all });
    }
    builder.core.sort();
    builder.core.dedup();
    Refutation { core: builder.core, proof: Some(Proof { steps: builder.steps }) }
}

impl Builder<'_> {
    fn push(&mut self, step: Step) -> u32 {
        self.steps.push(step);
        self.steps.len() as u32 - 1
    }

    /// Where a clause of the log stands; a given one is added when it is first named.
    fn place(&mut self, number: u64) -> u32 {
        match self.places.get(&number) {
            Some(place) => *place,
            None => self.given(number),
        }
    }

    fn given(&mut self, number: u64) -> u32 {
        let tag = self.log.tag(number).expect("only given clauses are not derived");
        let Justified { clause, why } = self.searched.known.clauses.get(tag);
        let rule = match why {
            Justification::Rule(Rule::Input) => {
                self.core.extend(clause.iter().map(|lit| self.searched.asserted[lit]));
                Rule::Input
            }
            Justification::Rule(rule) => rule.clone(),
            Justification::Arithmetic { derivation, implied } => {
                Rule::Arithmetic(self.derivation(clause, derivation, *implied))
            }
        };
        let clause = self.clause(clause);
        let place = self.push(Step::Axiom { clause, rule });
        self.places.insert(number, place);
        place
    }

    /// An assertion that was assumed.
    fn input(&mut self, lit: Lit) -> u32 {
        self.core.push(self.searched.asserted[&lit]);
        let clause = self.clause(&[lit]);
        self.push(Step::Axiom { clause, rule: Rule::Input })
    }

    fn clause(&self, lits: &[Lit]) -> Vec<Literal> {
        lits.iter().map(|lit| self.searched.known.atoms.literal(*lit)).collect()
    }

    fn derivation(
        &self,
        clause: &[Lit],
        derivation: &numeric::Derivation,
        implied: Option<Lit>,
    ) -> smt::Derivation {
        let position = |lit: Lit| {
            let position = clause.iter().position(|other| *other == lit);
            smt::Source::Literal(position.expect("a clause has the literals of its derivation"))
        };
        let asserted =
            |reason: numeric::ConstraintTag| match self.searched.known.numbers.tags.meaning(reason)
            {
                TagMeaning::Literal(lit) => Some(position(!lit)),
                TagMeaning::Equation(left, right) => {
                    let graph = &self.searched.known.graph;
                    Some(smt::Source::Equation(graph.term(left), graph.term(right)))
                }
                TagMeaning::Fact(term, which) => Some(smt::Source::Fact(term, which)),
                TagMeaning::Derived(_) => None,
            };
        // What follows by products comes first, line by line.
        let (products, places) = self.products(derivation, asserted);
        let before = products.len();
        let source = |source: numeric::Source| match source {
            numeric::Source::Line(line) => smt::Source::Line(before + line),
            numeric::Source::NegatedAtom => {
                position(implied.expect("only explanations speak of a denied atom"))
            }
            numeric::Source::Given(reason) => {
                match self.searched.known.numbers.tags.meaning(reason) {
                    TagMeaning::Derived(fact) => smt::Source::Line(places[&fact]),
                    _ => asserted(reason).expect("what is not derived was asserted"),
                }
            }
        };
        let lines = derivation.lines.iter().map(|line| smt::Line {
            sum: line.sum.iter().map(|(from, by)| (source(*from), by.clone())).collect(),
            rounds: line.rounds,
        });
        smt::Derivation { lines: products.into_iter().chain(lines).collect() }
    }

    /// The lines of all facts about products on which a derivation rests, and where each stands.
    fn products(
        &self,
        derivation: &numeric::Derivation,
        asserted: impl Fn(numeric::ConstraintTag) -> Option<smt::Source>,
    ) -> (Vec<smt::Line>, BTreeMap<Fact, usize>) {
        let facts = &self.searched.known.numbers.derived;
        let used = derivation.reasons().into_iter();
        let used =
            used.filter_map(|reason| match self.searched.known.numbers.tags.meaning(reason) {
                TagMeaning::Derived(fact) => Some(fact),
                _ => None,
            });
        let mut lines = Vec::new();
        let mut places = BTreeMap::new();
        for fact in facts.below(used) {
            let at = |fact: &Fact| places[fact];
            let once = |source| vec![(source, Rational::ONE)];
            let how = facts.how(fact);
            let sum = match how {
                How::Asserted(reason) => {
                    once(asserted(*reason).expect("products are made of what was asserted"))
                }
                How::Rounded(fact) => once(smt::Source::Line(at(fact))),
                How::Sum(summands) => {
                    let summands = summands.iter();
                    summands.map(|(fact, by)| (smt::Source::Line(at(fact)), by.clone())).collect()
                }
                How::Product(left, right) => once(smt::Source::Product(at(left), at(right))),
                How::Multiple(fact, term) => once(smt::Source::Multiple(at(fact), *term)),
                How::Square(term) => once(smt::Source::Square(*term)),
                How::Both(left, right) => once(smt::Source::Both(at(left), at(right))),
            };
            places.insert(fact, lines.len());
            lines.push(smt::Line { sum, rounds: matches!(how, How::Rounded(_)) });
        }
        (lines, places)
    }
}
