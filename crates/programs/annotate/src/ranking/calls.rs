//! Measures for functions that call themselves, directly or by way of others.

use std::collections::BTreeMap;

use buttress_budget::{Budget, Exhausted};
use buttress_logic::{Rational, Sort, Term, Terms};
use buttress_pi::Facts;
use buttress_pi::paths::{BasicPath, GoalKind, Options, Origin, Point, basic_paths};
use buttress_pi::program::{Expression, FunctionId, LoopId, Program};

use super::Measures;
use super::candidates::differences;
use crate::entailment::{Entailment, follows, is_quantified};
use crate::leaf::{Leaf, leaves};
use crate::limits::{MOST_COMBINATIONS, RECURSION_EFFORT};
use crate::measure::Measure;
use crate::structure::FunctionStructure;

/// Functions that call each other.
pub(crate) struct Recursion {
    /// In the order of the text.
    pub(crate) functions: Vec<FunctionId>,
}

/// What the search for their measures looks at.
pub(crate) struct RecursionContext<'a> {
    /// The program.
    pub(crate) program: &'a Program,
    /// All functions.
    pub(crate) structures: &'a BTreeMap<FunctionId, FunctionStructure>,
    /// What is known, without rankings of the context.
    pub(crate) facts: &'a Facts,
    /// The measures of the loops of each function that are on the context.
    pub(crate) loops: &'a BTreeMap<FunctionId, BTreeMap<LoopId, Expression>>,
    /// How paths are made.
    pub(crate) options: &'a Options,
}

impl Recursion {
    /// The facts with rankings for all functions of the context, if some are found.
    pub(crate) fn rank(
        &self,
        terms: &mut Terms,
        context: &RecursionContext<'_>,
        budget: &Budget,
    ) -> Result<Option<Facts>, Exhausted> {
        let mut choices = Vec::new();
        for function in &self.functions {
            choices.push(self.choices(terms, context, *function, budget)?);
        }
        for combination in combinations(&choices) {
            budget.poll()?;
            let facts = self.ranked(context, &combination);
            if self.holds(terms, context, &facts, budget)? {
                return Ok(Some(facts));
            }
        }
        Ok(None)
    }

    /// Tuples of measures: single ones that are not negative under `@pre`, pairs of such, and single ones that may
    /// be negative where the function does not call itself.
    fn choices(
        &self,
        terms: &mut Terms,
        context: &RecursionContext<'_>,
        id: FunctionId,
        budget: &Budget,
    ) -> Result<Vec<Vec<Expression>>, Exhausted> {
        let function = context.program.function(id);
        let leaves = leaves(context.program, function, &function.parameters);
        let compared = context.structures.get(&id).map_or(&[][..], |structure| &structure.compared);
        let paths = basic_paths(terms, context.program, context.facts, id, context.options).paths;
        let entry = paths.into_iter().find(|path| path.from == Point::Pre);
        let mut forms = differences(compared, &leaves);
        // A condition may as well tell when to stop.
        let zero = Measure::default();
        let opposites: Vec<Measure> = forms.iter().filter_map(|form| zero.plus(form, -1)).collect();
        forms.extend(opposites);
        forms.retain(|form| !form.parts.is_empty());
        for place in (0..leaves.len()).filter(|place| leaves[*place].sort() == Sort::INT) {
            forms.push(Measure::leaf(place));
        }
        let (mut singles, mut others): (Vec<Measure>, Vec<Measure>) = (Vec::new(), Vec::new());
        for form in forms {
            let is_known = |measures: &[Measure]| measures.iter().any(|it| it.parts == form.parts);
            for constant in [0, 1] {
                let measure = Measure { constant: form.constant + constant, ..form.clone() };
                if let Some(entry) = &entry
                    && !is_known(&singles)
                    && is_bounded(terms, entry, &leaves, &measure, budget)?
                {
                    singles.push(measure);
                }
            }
            if !is_known(&singles) && !is_known(&others) {
                others.push(form);
            }
        }
        let expressions = |measures: &[Measure]| -> Vec<Expression> {
            measures.iter().map(|measure| measure.expression(&leaves)).collect()
        };
        let written = expressions(&singles);
        let mut tuples: Vec<Vec<Expression>> =
            written.iter().map(|single| vec![single.clone()]).collect();
        for first in &written {
            let others = written.iter().filter(|other| *other != first);
            tuples.extend(others.map(|second| vec![first.clone(), second.clone()]));
        }
        tuples.extend(expressions(&others).into_iter().map(|single| vec![single]));
        Ok(tuples)
    }

    /// The facts with these measures as rankings.
    fn ranked(&self, context: &RecursionContext<'_>, tuples: &[&Vec<Expression>]) -> Facts {
        let mut facts = context.facts.clone();
        for (function, tuple) in self.functions.iter().zip(tuples) {
            let loops = context.loops.get(function).cloned().unwrap_or_default();
            let measures = Measures { function: tuple.to_vec(), loops };
            let Some(structure) = context.structures.get(function) else { continue };
            let rankings = measures.rankings(structure);
            facts.function_ranks.insert(*function, rankings.function);
            for (head, ranking) in rankings.loops {
                facts.loop_ranks.insert((*function, head), ranking);
            }
        }
        // Functions without loops have shorter rankings than others.
        let longest = longest(&facts, &self.functions);
        for (function, ranking) in &mut facts.function_ranks {
            if self.functions.contains(function) {
                pad(ranking, longest);
            }
        }
        for ((function, head), ranking) in &mut facts.loop_ranks {
            let loops = context.loops.get(function);
            if loops.is_some_and(|loops| loops.contains_key(head)) {
                pad(ranking, longest);
            }
        }
        facts
    }

    /// Do all rankings hold?
    fn holds(
        &self,
        terms: &mut Terms,
        context: &RecursionContext<'_>,
        facts: &Facts,
        budget: &Budget,
    ) -> Result<bool, Exhausted> {
        let options = Options { termination: true, ..*context.options };
        for function in &self.functions {
            for path in basic_paths(terms, context.program, facts, *function, &options).paths {
                let all = path.hypotheses.iter().map(|hypothesis| hypothesis.formula);
                let hypotheses: Vec<Term> =
                    all.filter(|formula| !is_quantified(terms, *formula)).collect();
                for goal in &path.goals {
                    let is_rank =
                        matches!(goal.kind, GoalKind::RankNotNegative(_) | GoalKind::RankDecreases);
                    if !is_rank {
                        continue;
                    }
                    let answer =
                        follows(terms, &hypotheses, goal.formula, RECURSION_EFFORT, budget)?;
                    if !matches!(answer, Entailment::Follows(_)) {
                        return Ok(false);
                    }
                }
            }
        }
        Ok(true)
    }
}

/// Is the measure never negative under `@pre`, where this path begins?
fn is_bounded(
    terms: &mut Terms,
    entry: &BasicPath,
    leaves: &[Leaf],
    measure: &Measure,
    budget: &Budget,
) -> Result<bool, Exhausted> {
    let mut hypotheses: Vec<Term> = Vec::new();
    for hypothesis in &entry.hypotheses {
        let is_known = matches!(hypothesis.origin, Origin::Annotation(_) | Origin::Nature);
        if is_known && !is_quantified(terms, hypothesis.formula) {
            hypotheses.push(hypothesis.formula);
        }
    }
    let Some(value) = measure.at(terms, leaves, &entry.start) else { return Ok(false) };
    let zero = terms.numeral(&Rational::ZERO, Sort::INT);
    let goal = terms.less_equal(zero, value);
    let entailment = follows(terms, &hypotheses, goal, RECURSION_EFFORT, budget)?;
    Ok(matches!(entailment, Entailment::Follows(_)))
}

fn longest(facts: &Facts, functions: &[FunctionId]) -> usize {
    let lengths = functions.iter().filter_map(|id| facts.function_ranks.get(id));
    lengths.map(Vec::len).max().unwrap_or(0)
}

fn pad(ranking: &mut Vec<Expression>, length: usize) {
    while ranking.len() < length {
        ranking.push(crate::build::int(0));
    }
}

/// One choice for each function, simple ones first, all of the same length.
fn combinations(choices: &[Vec<Vec<Expression>>]) -> Vec<Vec<&Vec<Expression>>> {
    let mut found: Vec<Vec<&Vec<Expression>>> = vec![vec![]];
    for options in choices {
        let mut longer = Vec::new();
        for begun in &found {
            let length = begun.first().map(|first| first.len());
            for option in options {
                if length.is_none_or(|length| option.len() == length)
                    && longer.len() < MOST_COMBINATIONS
                {
                    let mut more = begun.clone();
                    more.push(option);
                    longer.push(more);
                }
            }
        }
        found = longer;
    }
    found
}
