//! Carrying clauses forward; a frame that loses all its clauses closes the proof.

use buttress_budget::{Budget, Exhausted};
use buttress_prop::{Clause, Cube};

use crate::frames::{Consecution, Frames, Premise};

/// Moves each clause to the last frame where it holds. Answers an inductive set of clauses if
/// two frames have become equal.
pub(crate) fn propagate(
    frames: &mut Frames,
    budget: &Budget,
) -> Result<Option<Vec<Clause>>, Exhausted> {
    frames.refresh_solver();
    for frame in 1..frames.last() {
        let is_free = |cube: &Cube| !frames.is_obstructed(Premise::Frame(frame), cube);
        let lemmas = frames.lemmas(frame).iter().map(|lemma| lemma.cube.clone());
        let lemmas: Vec<Cube> = lemmas.filter(is_free).collect();
        for cube in lemmas {
            // An earlier clause of this round may have replaced it.
            if !frames.lemmas(frame).iter().any(|lemma| lemma.cube == cube) {
                continue;
            }
            // F_frame ∧ C ∧ ρ ∧ cube′
            match frames.relative(Premise::Frame(frame), &cube, None, budget)? {
                Consecution::Blocked(smaller) => frames.add_lemma(frame + 1, smaller, None),
                Consecution::Reached => frames.note_obstacle(Premise::Frame(frame), &cube),
            }
        }
        if frames.lemmas(frame).is_empty() {
            return Ok(Some(inductive_set(frames, frame + 1)));
        }
    }
    promote(frames, budget)?;
    Ok(None)
}

/// Moves clauses of the last frame into F∞ when they are inductive relative to it and ¬bad.
fn promote(frames: &mut Frames, budget: &Budget) -> Result<(), Exhausted> {
    let is_free = |cube: &Cube| !frames.is_obstructed(Premise::Forever, cube);
    let lemmas = frames.lemmas(frames.last()).iter().map(|lemma| lemma.cube.clone());
    let lemmas: Vec<Cube> = lemmas.filter(is_free).collect();
    for cube in lemmas {
        // F∞ ∧ ¬bad ∧ ¬cube ∧ C ∧ ρ ∧ cube′
        match frames.consecution(Premise::Forever, &cube, budget)? {
            Consecution::Blocked(smaller) => frames.add_invariant(smaller),
            Consecution::Reached => frames.note_obstacle(Premise::Forever, &cube),
        }
    }
    Ok(())
}

fn inductive_set(frames: &Frames, frame: usize) -> Vec<Clause> {
    let later = (frame..=frames.last()).flat_map(|frame| frames.lemmas(frame));
    later.chain(frames.invariants()).map(|lemma| lemma.cube.negation()).collect()
}
