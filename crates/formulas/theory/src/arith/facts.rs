//! Facts: the constraints behind the bounds, each with how it came about.
//!
//! The simplex knows a bound's reason as the number of a fact. A fact is a constraint that was
//! asserted, perhaps rounded, or a sum of earlier facts, perhaps rounded. So what the simplex
//! contradicts can be unfolded into a derivation from what was asserted.
//!
//! Invariant: a fact's summands have smaller numbers. Facts are numbered in the order of their
//! arrival, so taking back a level cuts the list short.

use std::collections::BTreeSet;

use buttress_numeric::{ConstraintTag, Derivation, FarkasCertificate, Line, Rational, Source};

/// A sum of facts. As in the simplex's certificates, a fact is named by a [`ConstraintTag`]; the names
/// the driver gave are inside [`Origin::Given`].
pub(super) type Sum = Vec<(ConstraintTag, Rational)>;

#[derive(Clone, Debug)]
enum Origin {
    Given { reason: ConstraintTag, rounds: bool, is_equation: bool },
    Sum { sum: Sum, rounds: bool },
}

/// All facts in force.
#[derive(Clone, Debug, Default)]
pub(super) struct Facts {
    origins: Vec<Origin>,
}

/// The denial of an atom, as an explanation adds it.
pub(super) struct Denial {
    pub(super) rounds: bool,
    pub(super) scale: Rational,
}

impl Facts {
    pub(super) fn len(&self) -> usize {
        self.origins.len()
    }

    pub(super) fn truncate(&mut self, length: usize) {
        self.origins.truncate(length);
    }

    /// A constraint that was asserted, or its rounding.
    pub(super) fn give(&mut self, reason: ConstraintTag, rounds: bool) -> ConstraintTag {
        self.push(Origin::Given { reason, rounds, is_equation: false })
    }

    /// An equation that was asserted.
    pub(super) fn give_equation(&mut self, reason: ConstraintTag) -> ConstraintTag {
        self.push(Origin::Given { reason, rounds: false, is_equation: true })
    }

    /// A sum of facts that contains an inequality, or its rounding.
    pub(super) fn add(&mut self, sum: Sum, rounds: bool) -> ConstraintTag {
        self.push(Origin::Sum { sum, rounds })
    }

    fn push(&mut self, origin: Origin) -> ConstraintTag {
        let fact = ConstraintTag(self.origins.len() as u32);
        self.origins.push(origin);
        fact
    }

    /// Is the sum an equation? Rounding an equation gives an equation again, or a contradiction.
    pub(super) fn is_equation(&self, sum: &[(ConstraintTag, Rational)]) -> bool {
        sum.iter().all(|(fact, _)| {
            matches!(self.origins[fact.0 as usize], Origin::Given { is_equation: true, .. })
        })
    }

    /// The derivation whose last line is the sum that a simplex found contradictory.
    pub(super) fn unfold(&self, certificate: &FarkasCertificate) -> Derivation {
        self.derive(&certificate.multipliers, None)
    }

    /// The derivation that ends with this sum and, if given, with the denial of an atom.
    pub(super) fn derive(
        &self,
        sum: &[(ConstraintTag, Rational)],
        denial: Option<&Denial>,
    ) -> Derivation {
        let mut derivation = Derivation::default();
        let facts = self.facts_below(sum);
        let mut sources = Sources { facts: &facts, sources: Vec::with_capacity(facts.len()) };
        for fact in &facts {
            let (sum, rounds) = match &self.origins[fact.0 as usize] {
                Origin::Given { reason, rounds: false, .. } => {
                    sources.sources.push(Source::Given(*reason));
                    continue;
                }
                Origin::Given { reason, rounds, .. } => {
                    (vec![(Source::Given(*reason), Rational::ONE)], *rounds)
                }
                Origin::Sum { sum, rounds } => (sources.collected(sum), *rounds),
            };
            sources.sources.push(Source::Line(derivation.lines.len()));
            derivation.lines.push(Line { sum, rounds });
        }
        let mut last = sources.collected(sum);
        if let Some(denial) = denial {
            let mut source = Source::NegatedAtom;
            if denial.rounds {
                let sum = vec![(source, Rational::ONE)];
                source = Source::Line(derivation.lines.len());
                derivation.lines.push(Line { sum, rounds: true });
            }
            last.push((source, denial.scale.clone()));
        }
        derivation.lines.push(Line { sum: last, rounds: false });
        derivation
    }

    /// All facts on which a sum rests, in order.
    fn facts_below(&self, sum: &[(ConstraintTag, Rational)]) -> Vec<ConstraintTag> {
        let mut facts: Vec<ConstraintTag> = sum.iter().map(|(fact, _)| *fact).collect();
        let is_sum =
            |fact: &ConstraintTag| matches!(self.origins[fact.0 as usize], Origin::Sum { .. });
        if !facts.iter().any(is_sum) {
            facts.sort_unstable();
            facts.dedup();
            return facts;
        }
        let mut needed = BTreeSet::new();
        while let Some(fact) = facts.pop() {
            if needed.insert(fact)
                && let Origin::Sum { sum, .. } = &self.origins[fact.0 as usize]
            {
                facts.extend(sum.iter().map(|(fact, _)| *fact));
            }
        }
        needed.into_iter().collect()
    }
}

/// What the first facts of a sorted list are in a derivation.
struct Sources<'a> {
    facts: &'a [ConstraintTag],
    sources: Vec<Source>,
}

impl Sources<'_> {
    fn of(&self, fact: ConstraintTag) -> Option<Source> {
        self.sources.get(self.facts.binary_search(&fact).ok()?).copied()
    }

    /// The sum over sources, each once; what cancels is left out.
    fn collected(&self, sum: &[(ConstraintTag, Rational)]) -> Vec<(Source, Rational)> {
        let mut summands: Vec<(Source, &Rational)> = sum
            .iter()
            .filter_map(|(fact, multiplier)| Some((self.of(*fact)?, multiplier)))
            .collect();
        summands.sort_by_key(|(source, _)| *source);
        let mut collected: Vec<(Source, Rational)> = Vec::with_capacity(summands.len() + 1);
        for (source, multiplier) in summands {
            match collected.last_mut() {
                Some((last, total)) if *last == source => *total += multiplier,
                _ => collected.push((source, multiplier.clone())),
            }
        }
        collected.retain(|(_, multiplier)| !multiplier.is_zero());
        collected
    }
}
