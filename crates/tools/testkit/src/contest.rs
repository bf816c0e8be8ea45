//! A prover's claims against the oracle's answers, one circuit at a time.

use std::fmt;

use buttress_circuit::Circuit;

use crate::{Exploration, OracleVerdict, Shape, aag_text, generate, shrink};

/// What a prover says of one property.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProverClaim {
    /// The bad signal is never true.
    Safe,
    /// A computation of `depth` transitions makes it true.
    Unsafe {
        /// The number of transitions.
        depth: usize,
        /// Does the prover promise that no computation is shorter?
        shortest: bool,
    },
    /// No answer; never wrong, but counted as a disagreement when `contest` wants answers.
    Unknown,
    /// An answer whose evidence the checker did not accept: always a disagreement.
    Rejected,
}

/// A circuit on which prover and oracle differ.
#[derive(Clone, Debug)]
pub struct Disagreement {
    /// The seed of the circuit that was generated.
    pub seed: u64,
    /// The position of the property in the shrunken circuit.
    pub property: usize,
    /// What the oracle knows of it.
    pub answer: OracleVerdict,
    /// What the prover claims; nothing when it gave no claim for this property.
    pub claim: Option<ProverClaim>,
    /// The shrunken circuit.
    pub circuit: Circuit,
}

impl fmt::Display for Disagreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "seed {}, property {}:", self.seed, self.property)?;
        writeln!(f, "  oracle: {:?}", self.answer)?;
        match self.claim {
            Some(claim) => writeln!(f, "  prover: {claim:?}")?,
            None => writeln!(f, "  prover: no claim")?,
        }
        write!(f, "  circuit, shrunken:\n{}", aag_text(&self.circuit))
    }
}

/// The first property on which the claims are not borne out, with the oracle's answer.
///
/// Circuits too large for the oracle are not compared.
pub fn compare(
    circuit: &Circuit,
    claims: &[ProverClaim],
    want_answers: bool,
) -> Option<(usize, OracleVerdict, Option<ProverClaim>)> {
    let answers = Exploration::new(circuit).ok()?.answers(circuit);
    let paired = answers.into_iter().enumerate();
    paired.map(|(property, answer)| (property, answer, claims.get(property).copied())).find(
        |&(_, answer, claim)| match (answer, claim) {
            (_, None) => true,
            (_, Some(ProverClaim::Unknown)) => want_answers,
            (OracleVerdict::Safe, Some(ProverClaim::Safe)) => false,
            (
                OracleVerdict::Unsafe { depth: least },
                Some(ProverClaim::Unsafe { depth, shortest }),
            ) => depth < least || shortest && depth != least,
            _ => true,
        },
    )
}

/// Generates the circuit of `seed`, asks the prover, compares, and shrinks what differs.
pub fn contest(
    seed: u64,
    shape: &Shape,
    want_answers: bool,
    mut prover: impl FnMut(&Circuit) -> Vec<ProverClaim>,
) -> Result<(), Box<Disagreement>> {
    let circuit = generate(seed, shape);
    let mut differs = |circuit: &Circuit| compare(circuit, &prover(circuit), want_answers);
    if differs(&circuit).is_none() {
        return Ok(());
    }
    let small = shrink(circuit.clone(), |candidate| differs(candidate).is_some());
    // A prover that answers differently on being asked again may agree by now; the
    // circuit as generated then stands for itself.
    let (circuit, found) = match differs(&small) {
        Some(found) => (small, found),
        None => match differs(&circuit) {
            Some(found) => (circuit, found),
            None => return Ok(()),
        },
    };
    let (property, answer, claim) = found;
    Err(Box::new(Disagreement { seed, property, answer, claim, circuit }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn honest(circuit: &Circuit) -> Vec<ProverClaim> {
        let exploration = Exploration::new(circuit).unwrap();
        let claim = |answer| match answer {
            OracleVerdict::Safe => ProverClaim::Safe,
            OracleVerdict::Unsafe { depth } => ProverClaim::Unsafe { depth, shortest: true },
        };
        exploration.answers(circuit).into_iter().map(claim).collect()
    }

    #[test]
    fn an_honest_prover_wins() {
        for seed in 0..200 {
            assert!(contest(seed, &Shape::default(), true, honest).is_ok());
        }
    }

    #[test]
    fn a_prover_that_forgets_constraints_is_found_out_and_shrunken() {
        let forgetful = |circuit: &Circuit| {
            let mut relaxed = circuit.clone();
            relaxed.constraints.clear();
            honest(&relaxed)
        };
        let found =
            (0..200).filter_map(|seed| contest(seed, &Shape::default(), true, forgetful).err());
        let found: Vec<_> = found.collect();
        assert!(found.len() > 10);
        for disagreement in found {
            assert_eq!(disagreement.circuit.constraints.len(), 1, "{disagreement}");
            assert_eq!(disagreement.circuit.properties.len(), 1, "{disagreement}");
            assert!(disagreement.circuit.ands.len() <= 8, "{disagreement}");
            assert!(disagreement.to_string().contains("\naag "), "{disagreement}");
        }
    }

    #[test]
    fn claims_are_held_to_their_word() {
        let mut circuit = Circuit::new();
        circuit.properties.push(buttress_circuit::Property { bad: buttress_prop::Lit::TRUE });
        let circuit = circuit.finish().unwrap();
        let right = ProverClaim::Unsafe { depth: 0, shortest: true };
        assert_eq!(compare(&circuit, &[right], true), None);
        let longer = ProverClaim::Unsafe { depth: 3, shortest: false };
        assert_eq!(compare(&circuit, &[longer], true), None);
        let wrong = ProverClaim::Unsafe { depth: 3, shortest: true };
        assert!(compare(&circuit, &[wrong], true).is_some());
        assert!(compare(&circuit, &[ProverClaim::Safe], false).is_some());
        assert!(compare(&circuit, &[ProverClaim::Unknown], true).is_some());
        assert!(compare(&circuit, &[ProverClaim::Unknown], false).is_none());
        assert!(compare(&circuit, &[ProverClaim::Rejected], false).is_some());
        assert!(compare(&circuit, &[], false).is_some());
    }
}
