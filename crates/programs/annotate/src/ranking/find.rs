//! The measure of a loop: candidates that runs do not refute, proved on the paths through the loop.

use buttress_budget::{Budget, Exhausted};
use buttress_logic::{Rational, Sort, Term, Terms};
use buttress_pi::BinaryOp;
use buttress_pi::paths::{BasicPath, Origin, Point, State};
use buttress_pi::program::{Expression, ExpressionKind, Function, LoopId, Program};

use super::candidates::{bases, extras};
use crate::build::{int, relate};
use crate::entailment::{Entailment, follows, is_quantified};
use crate::houdini::Candidate;
use crate::leaf::{Leaf, leaves};
use crate::limits::{MEASURE_EFFORT, MOST_MEASURES};
use crate::measure::Measure;
use crate::samples::{Samples, numbers};
use crate::structure::FunctionStructure;

/// What the search for a measure looks at.
pub(crate) struct Search<'a> {
    /// The program.
    pub(crate) program: &'a Program,
    /// The function.
    pub(crate) function: &'a Function,
    /// Its structure.
    pub(crate) structure: &'a FunctionStructure,
    /// Its paths, with the facts known.
    pub(crate) paths: &'a [BasicPath],
    /// Runs of it; none to refute nothing.
    pub(crate) samples: Option<&'a Samples>,
}

/// A measure, and what must be known for it not to be negative while the loop goes on.
pub(crate) struct Found {
    /// Falls from one iteration to the next.
    pub(crate) measure: Expression,
    /// That it is not negative at loops inside, where that was not known yet.
    pub(crate) facts: Vec<Candidate>,
}

/// A measure for a loop, if there is one among the candidates.
pub(crate) fn find(
    terms: &mut Terms,
    search: &Search<'_>,
    head: LoopId,
    budget: &Budget,
) -> Result<Option<Found>, Exhausted> {
    let found = search.structure.of(head);
    let leaves = leaves(search.program, search.function, &search.function.head(head).scope);
    let within = search.structure.within(head);
    let visits = search.samples.map(|samples| visits(samples, &within, &leaves));
    let question = Question { search, head, within: &within, leaves: &leaves };
    let mut falling = Vec::new();
    // A condition inside may tell when to stop, too: when it holds, or when it does not.
    let inside = &search.structure.compared;
    let opposites: Vec<Expression> = inside.iter().filter_map(opposite).collect();
    let conditions = [&found.guards[..], inside, &opposites].concat();
    for base in bases(&conditions, &leaves, &found.changed) {
        let is_refuted = visits.as_ref().is_some_and(|visits| !falls(visits, head, &base));
        if !is_refuted && falling.len() < MOST_MEASURES && question.falls(terms, &base, budget)? {
            falling.push(base);
        }
    }
    let extras = extras(&leaves, &found.changed);
    let mut forms: Vec<Measure> = Vec::new();
    for base in &falling {
        forms.extend(extras.iter().filter_map(|extra| base.plus(extra, 1)));
    }
    // Short ones read better; of equal length, those of guards come first.
    forms.sort_by_key(|form| form.parts.len());
    let mut tries = 0;
    for form in forms {
        for constant in constants(visits.as_ref(), &form) {
            tries += 1;
            if tries > MOST_MEASURES {
                return Ok(None);
            }
            let measure = Measure { constant, ..form.clone() };
            if let Some(found) = question.accept(terms, &measure, budget)? {
                return Ok(Some(found));
            }
        }
    }
    Ok(None)
}

/// The opposite of a comparison of numbers.
fn opposite(comparison: &Expression) -> Option<Expression> {
    let ExpressionKind::Binary(op, left, right) = &comparison.kind else { return None };
    Some(relate(op.negated(), (**left).clone(), (**right).clone()))
}

/// Constants with which the form may not be negative while the loop goes on: small ones, and that of the guard.
fn constants(visits: Option<&Visits>, form: &Measure) -> Vec<i64> {
    let bare = Measure { constant: 0, ..form.clone() };
    let Some(low) = visits.map_or(Some(0), |visits| lowest(visits, &bare)) else { return vec![] };
    let mut found = Vec::new();
    if low >= -2 {
        // Runs may have missed the lowest value by one.
        found.extend([0.max(-low), 1.max(1 - low)]);
    }
    for constant in [form.constant, form.constant.saturating_add(1)] {
        if constant >= 0.max(low.saturating_neg()) && !found.contains(&constant) {
            found.push(constant);
        }
    }
    found
}

/// The numbers at the leaves wherever a run is in a loop; runs are cut where they leave it.
type Visits = Vec<Vec<(LoopId, Vec<Option<i64>>)>>;

fn visits(samples: &Samples, within: &[LoopId], leaves: &[Leaf]) -> Visits {
    let mut all = Vec::new();
    for run in &samples.runs {
        let mut current = Vec::new();
        for (head, store) in run {
            if within.contains(head) {
                current.push((*head, numbers(leaves, store)));
            } else if !current.is_empty() {
                all.push(std::mem::take(&mut current));
            }
        }
        all.push(current);
    }
    all
}

/// Does the form fall on all runs, whenever the loop is met again?
fn falls(visits: &Visits, head: LoopId, form: &Measure) -> bool {
    visits.iter().flat_map(|visits| visits.windows(2)).all(|pair| {
        let [(_, before), (to, after)] = pair else { return true };
        match (form.value(before), form.value(after)) {
            (Some(before), Some(after)) if *to == head => after < before,
            (Some(before), Some(after)) => after <= before,
            _ => false,
        }
    })
}

/// The lowest value on all runs, where they go on; 0 if there are none.
fn lowest(visits: &Visits, form: &Measure) -> Option<i64> {
    let mut low: Option<i64> = None;
    for pair in visits.iter().flat_map(|visits| visits.windows(2)) {
        let (_, numbers) = &pair[0];
        let value = form.value(numbers)?;
        low = Some(low.map_or(value, |low| low.min(value)));
    }
    Some(low.unwrap_or(0))
}

struct Question<'a> {
    search: &'a Search<'a>,
    head: LoopId,
    within: &'a [LoopId],
    leaves: &'a [Leaf],
}

impl Question<'_> {
    fn is_within(&self, point: Point) -> bool {
        matches!(point, Point::Loop(head) if self.within.contains(&head))
    }

    /// What a path assumes about numbers.
    fn hypotheses(&self, terms: &Terms, path: &BasicPath) -> Vec<Term> {
        let all = path.hypotheses.iter().map(|hypothesis| hypothesis.formula);
        all.filter(|formula| !is_quantified(terms, *formula)).collect()
    }

    fn at(&self, terms: &mut Terms, measure: &Measure, state: &State) -> Option<Term> {
        measure.at(terms, self.leaves, state)
    }

    /// Does the form fall on every path that leads to the loop from inside, and rise on no other inside?
    fn falls(&self, terms: &mut Terms, form: &Measure, budget: &Budget) -> Result<bool, Exhausted> {
        for path in self.search.paths {
            if !(self.is_within(path.from) && self.is_within(path.to)) {
                continue;
            }
            let (Some(before), Some(after)) =
                (self.at(terms, form, &path.start), self.at(terms, form, &path.end))
            else {
                return Ok(false);
            };
            let goal = if path.to == Point::Loop(self.head) {
                terms.less(after, before)
            } else {
                terms.less_equal(after, before)
            };
            let hypotheses = self.hypotheses(terms, path);
            let answer = follows(terms, &hypotheses, goal, MEASURE_EFFORT, budget)?;
            if !matches!(answer, Entailment::Follows(_)) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The measure with its facts, if it is never negative where an iteration of the loop begins, nor at loops inside.
    fn accept(
        &self,
        terms: &mut Terms,
        measure: &Measure,
        budget: &Budget,
    ) -> Result<Option<Found>, Exhausted> {
        let zero = terms.numeral(&Rational::ZERO, Sort::INT);
        let head = Point::Loop(self.head);
        for path in self.search.paths.iter().filter(|path| self.is_within(path.to)) {
            let mut hypotheses = self.hypotheses(terms, path);
            let from_inside = self.is_within(path.from) && path.from != head;
            if from_inside {
                let Some(before) = self.at(terms, measure, &path.start) else { return Ok(None) };
                hypotheses.push(terms.less_equal(zero, before));
            }
            let state = match path.to == head {
                // Known at loops inside, and of no concern where the loop is entered.
                true if from_inside || !self.is_within(path.from) => continue,
                true => &path.start,
                false => &path.end,
            };
            let Some(value) = self.at(terms, measure, state) else { return Ok(None) };
            let goal = terms.less_equal(zero, value);
            let answer = follows(terms, &hypotheses, goal, MEASURE_EFFORT, budget)?;
            if !matches!(answer, Entailment::Follows(_)) {
                return Ok(None);
            }
        }
        let expression = measure.expression(self.leaves);
        let mut facts = Vec::new();
        for head in self.within.iter().filter(|head| **head != self.head) {
            if !self.is_known(terms, *head, measure, budget)? {
                let bound = relate(BinaryOp::GreaterEqual, expression.clone(), int(0));
                facts.push(Candidate { head: *head, expression: bound });
            }
        }
        Ok(Some(Found { measure: expression, facts }))
    }

    /// Do the annotations and facts of a loop say already that the measure is not negative?
    fn is_known(
        &self,
        terms: &mut Terms,
        head: LoopId,
        measure: &Measure,
        budget: &Budget,
    ) -> Result<bool, Exhausted> {
        let mut from_head = self.search.paths.iter().filter(|path| path.from == Point::Loop(head));
        let Some(path) = from_head.next() else { return Ok(false) };
        let known = path.hypotheses.iter().filter(|hypothesis| {
            matches!(hypothesis.origin, Origin::Annotation(_) | Origin::Nature)
        });
        let known = known.map(|hypothesis| hypothesis.formula);
        let hypotheses: Vec<Term> =
            known.filter(|formula| !is_quantified(terms, *formula)).collect();
        let Some(value) = self.at(terms, measure, &path.start) else { return Ok(false) };
        let zero = terms.numeral(&Rational::ZERO, Sort::INT);
        let goal = terms.less_equal(zero, value);
        let answer = follows(terms, &hypotheses, goal, MEASURE_EFFORT, budget)?;
        Ok(matches!(answer, Entailment::Follows(_)))
    }
}
