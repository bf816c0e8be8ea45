//! Generalisation: from a cube that is blocked to a smaller one that is blocked too.
//!
//! The clause ¬cube is shortened towards a minimal clause inductive relative to a frame, as MIC does; a
//! predecessor that stands in the way (a counterexample to generalisation) is itself blocked
//! where that is cheap. Which literals go first is a heuristic, initiation and consecution of the
//! result are not.

use buttress_budget::{Budget, Exhausted};
use buttress_prop::{Cube, Lit};

use crate::counters::Counters;
use crate::frames::{Consecution, Frames, Parent, Premise};
use crate::lift::Lifting;
use crate::limits::MOST_PREDICTIONS;
use crate::settings::Generalization;

/// What learning needs of a run.
pub(crate) struct Generalizer<'a> {
    pub(crate) frames: &'a mut Frames,
    pub(crate) lifting: &'a mut Lifting,
    pub(crate) counters: &'a mut Counters,
    pub(crate) generalization: Generalization,
}

impl Generalizer<'_> {
    /// Learns from `cube`, which is blocked relative to the frame before `frame`; answers the
    /// first frame for which the lemma is not known to hold.
    pub(crate) fn learn(
        &mut self,
        frame: usize,
        cube: Cube,
        budget: &Budget,
    ) -> Result<usize, Exhausted> {
        let cube = match self.predict(frame, &cube, budget)? {
            Some(predicted) => predicted,
            None => self.generalize(frame, cube, 0, budget)?,
        };
        self.counters.lemmas += 1;
        let frame = self.push_forward(frame, cube, budget)?;
        Ok(frame + 1)
    }

    /// A lemma of the frame before that excludes `cube`, with a literal that keeps it clear of what is in its way, if that is a lemma here.
    ///
    /// Such lemmas would mostly be found literal by literal, with many more questions. Source: Su, Yang and Ci, "Predicting Lemmas in
    /// Generalization of IC3", DAC 2024.
    fn predict(
        &mut self,
        frame: usize,
        cube: &Cube,
        budget: &Budget,
    ) -> Result<Option<Cube>, Exhausted> {
        if frame < 2 {
            return Ok(None);
        }
        let mut asked = 0;
        for Parent { cube: parent, mut successor } in self.frames.parents(frame - 1, cube) {
            let mut candidate = parent.clone();
            let mut others: Vec<Lit> =
                cube.iter().copied().filter(|lit| parent.binary_search(lit).is_err()).collect();
            others.sort_by(|a, b| self.frames.activity().compare(*b, *a));
            while asked < MOST_PREDICTIONS {
                if let Some(successor) = &successor {
                    others.retain(|lit| successor.binary_search(lit).is_err());
                    if others.is_empty() {
                        break;
                    }
                    let is_clear = |lit: &Lit| successor.binary_search(&!*lit).is_ok();
                    // Where the model leaves a value open, the literal may do as well.
                    let clear = others.iter().position(is_clear).unwrap_or(0);
                    candidate = parent.iter().copied().chain([others.remove(clear)]).collect();
                }
                asked += 1;
                match self.frames.consecution(Premise::Frame(frame - 1), &candidate, budget)? {
                    Consecution::Blocked(smaller) => {
                        self.counters.predicted += 1;
                        return Ok(Some(smaller));
                    }
                    Consecution::Reached => successor = Some(self.frames.successor()),
                }
            }
        }
        Ok(None)
    }

    /// Adds a lemma to the last frame in which `cube` is blocked as well; answers the frame.
    fn push_forward(
        &mut self,
        mut frame: usize,
        mut cube: Cube,
        budget: &Budget,
    ) -> Result<usize, Exhausted> {
        let mut obstacle = None;
        while frame < self.frames.last() && obstacle.is_none() {
            match self.frames.consecution(Premise::Frame(frame), &cube, budget)? {
                Consecution::Blocked(smaller) => {
                    cube = smaller;
                    frame += 1;
                }
                Consecution::Reached => obstacle = Some(self.frames.obstacle()),
            }
        }
        self.frames.add_lemma(frame, cube, obstacle);
        Ok(frame)
    }

    /// Drops literals of `cube`, the least active first, while it stays blocked at `frame`.
    fn generalize(
        &mut self,
        frame: usize,
        mut cube: Cube,
        depth: u32,
        budget: &Budget,
    ) -> Result<Cube, Exhausted> {
        let mut candidates: Vec<Lit> = cube.to_vec();
        candidates.sort_by(|a, b| self.frames.activity().compare(*a, *b));
        let mut needed: Vec<Lit> = Vec::new();
        for lit in candidates {
            if cube.len() == 1 || cube.binary_search(&lit).is_err() {
                continue;
            }
            let without: Cube = cube.iter().copied().filter(|&other| other != lit).collect();
            match self.down(frame, without, &needed, depth, budget)? {
                Some(smaller) => cube = smaller,
                None => needed.push(lit),
            }
        }
        Ok(cube)
    }

    /// A subcube of `cube` that holds all `needed` literals and is blocked at `frame`, if one is found.
    fn down(
        &mut self,
        frame: usize,
        mut cube: Cube,
        needed: &[Lit],
        depth: u32,
        budget: &Budget,
    ) -> Result<Option<Cube>, Exhausted> {
        let mut ctgs = 0;
        loop {
            if self.frames.is_initial(&cube, budget)? {
                return Ok(None);
            }
            match self.frames.consecution(Premise::Frame(frame - 1), &cube, budget)? {
                Consecution::Blocked(smaller) => return Ok(Some(smaller)),
                Consecution::Reached => {}
            }
            let Generalization::WithCtgs { depth: deepest, per_call } = self.generalization else {
                return Ok(None);
            };
            if depth >= deepest {
                return Ok(None);
            }
            let join: Cube = cube
                .iter()
                .copied()
                .filter(|&lit| self.frames.solver().value(lit) == Some(true))
                .collect();
            if ctgs < per_call && frame > 1 {
                let targets: Vec<Lit> =
                    cube.iter().map(|&lit| self.frames.relation().next(lit)).collect();
                let ctg = self.lifting.lift(self.frames, &targets, budget)?.state;
                if !self.frames.relation().is_initial(&ctg)
                    && let Consecution::Blocked(blocked) =
                        self.frames.consecution(Premise::Frame(frame - 2), &ctg, budget)?
                {
                    ctgs += 1;
                    self.counters.ctgs += 1;
                    self.counters.lemmas += 1;
                    let blocked = self.generalize(frame - 1, blocked, depth + 1, budget)?;
                    self.push_forward(frame - 1, blocked, budget)?;
                    continue;
                }
            }
            // The predecessor cannot be excluded: weaken the clause so that it is.
            ctgs = 0;
            if needed.iter().any(|lit| join.binary_search(lit).is_err()) {
                return Ok(None);
            }
            cube = join;
        }
    }
}
