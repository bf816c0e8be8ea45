//! The index sets of quantified variables: where a candidate model is looked at.

use buttress_arrays::{Candidates, Normal, Violation, normalise};
use buttress_logic::{IdMap, Sort, Term, Terms};
use buttress_theory::congruence::Node;

use super::instance::is_forall;
use super::lemmas::QuantifierLemmas;
use crate::internalize::{Internalizer, Want};

/// The index sets, made anew when there is something new.
#[derive(Default)]
pub(super) struct IndexSets {
    /// The normal form of each formula.
    normals: IdMap<Term, Normal>,
    candidates: Option<Candidates>,
    /// How many formulas and nodes there were when the sets were made.
    stamp: (usize, usize),
}

impl IndexSets {
    pub(super) fn candidates(&self) -> Option<&Candidates> {
        self.candidates.as_ref()
    }

    /// The violation that keeps a formula outside the fragments, if one does.
    pub(super) fn violation(&self, formula: Term) -> Option<Violation> {
        self.normals.get(&formula)?.violation()
    }

    /// Makes the index sets anew if there is something new, and internalizes their numbers, so that
    /// they have values. Was anything internalized?
    pub(super) fn refresh(
        &mut self,
        known: &mut Internalizer,
        terms: &mut Terms,
        lemmas: &QuantifierLemmas,
    ) -> bool {
        let stamp = (known.quantified().len(), known.graph.congruence.len());
        if self.candidates.is_some() && self.stamp == stamp {
            return false;
        }
        let mut roots = Vec::new();
        let (mut properties, mut resolved) = (Vec::new(), Vec::new());
        for formula in known.quantified().iter().copied() {
            let normal = self.normals.entry(formula).or_insert_with(|| {
                let universal =
                    if is_forall(terms, formula) { formula } else { terms.not(formula) };
                normalise(terms, universal)
            });
            roots.push(normal.formula);
            properties.extend(normal.properties.iter().map(|(_, property)| property.clone()));
            resolved.extend(normal.resolved.iter().copied());
        }
        let nodes = (0..stamp.1 as u32).map(Node);
        roots.extend(nodes.map(|node| known.graph.term(node)));
        let candidates = Candidates::over_integers(terms, &roots, &properties, &resolved);
        let indices = candidates.components().iter().flat_map(|component| &component.indices);
        let numbers: Vec<Term> = indices
            .map(|index| index.term)
            .filter(|term| terms.sort_of(*term) == Sort::INT)
            .filter(|term| lemmas.is_introduced(terms, *term))
            .collect();
        self.candidates = Some(candidates);
        let mut is_any = false;
        for number in numbers {
            if !known.numbers.unknowns.is_known(number) {
                known.internalize(terms, Want::Number(number));
                is_any = true;
            }
        }
        // What was internalized is an index already.
        self.stamp = (stamp.0, known.graph.congruence.len());
        is_any
    }
}
