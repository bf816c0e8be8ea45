//! Strides: how many depths one question of bounded model checking asks about.
//!
//! That there is no counterexample of one certain length is often harder to show than finding a longer one. A question about many lengths at
//! once steps over such proofs, and is answered by whichever counterexample comes first.

use buttress_budget::{Budget, Exhausted};

use crate::limits::{FIRST_QUESTION_EFFORT, LONGEST_STRIDE};

/// How many depths one question asks about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Stride {
    /// One after the other: counterexamples are shortest.
    #[default]
    One,
    /// Twice as many as before after each question that was answered, half as many when an answer takes more effort than all before.
    Growing,
}

/// The stride of the next question, and what the questions have cost so far.
#[derive(Clone, Debug)]
pub(crate) struct Pace {
    stride: Stride,
    length: usize,
    spent: u64,
    /// What the question under way has cost, in this turn and those before.
    on_question: u64,
}

impl Pace {
    pub(crate) fn new(stride: Stride) -> Pace {
        Pace { stride, length: 1, spent: 0, on_question: 0 }
    }

    /// How many depths the next question asks about.
    pub(crate) fn length(&self) -> usize {
        self.length
    }

    /// The budget of the question under way: a question about one depth has no bound of its own.
    pub(crate) fn question(&self, budget: &Budget) -> Budget {
        let most = match self.length {
            1 => u64::MAX,
            _ => self.spent.max(FIRST_QUESTION_EFFORT).saturating_sub(self.on_question),
        };
        Budget::with_effort(budget.limits().clone(), most.min(budget.left()))
    }

    /// The question under way has cost so much.
    pub(crate) fn spend(&mut self, effort: u64, budget: &Budget) -> Result<(), Exhausted> {
        self.on_question += effort;
        budget.spend(effort)
    }

    /// The question is answered.
    pub(crate) fn lengthen(&mut self) {
        self.close();
        if self.stride == Stride::Growing {
            self.length = (2 * self.length).min(LONGEST_STRIDE);
        }
    }

    /// The question is given up.
    pub(crate) fn shorten(&mut self) {
        self.close();
        self.length = (self.length / 2).max(1);
    }

    fn close(&mut self) {
        self.spent = self.spent.saturating_add(self.on_question);
        self.on_question = 0;
    }
}
