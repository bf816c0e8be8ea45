//! The walk: from each annotation of a function along every branch to the next ones.

use std::collections::{BTreeMap, BTreeSet};

use buttress_budget::Budget;
use buttress_logic::{Term, Terms};

use super::access::Place as Written;
use super::cycles::graph;
use super::flow::{Flow, Node, NodeId, indices};
use super::lower::Lowering;
use super::{
    BasicPath, Goal, GoalKind, Hypothesis, Options, Origin, Paths, Point, State, Step, Symbolic,
};
use crate::limits::{MOST_LISTED, SIZE_OF_PATH};
use crate::program::{
    Annotation, Expression, Function, FunctionId, LoopId, Part, Place, PointGraph, Program, Role,
    VariableId,
};
use crate::{Facts, Span};

/// A path under way.
#[derive(Clone, Default, Debug)]
pub(super) struct Walk {
    pub state: State,
    pub hypotheses: Vec<Hypothesis>,
    pub steps: Vec<Step>,
    /// What holds where an expression is evaluated within one of `&&`, `||` and `->`.
    pub guards: Vec<Guard>,
    /// Which way it went at each condition so far.
    pub turns: Vec<bool>,
}

/// The left side of an operator that may stop early, and what it must be for the right side to matter.
#[derive(Clone, Copy, Debug)]
pub(super) struct Guard {
    pub condition: Term,
    pub span: Span,
    pub holds: bool,
}

impl Walk {
    pub fn assume(&mut self, formula: Term, origin: Origin) {
        self.hypotheses.push(Hypothesis { formula, origin });
    }

    pub fn assume_all(&mut self, formulas: impl IntoIterator<Item = Term>, origin: Origin) {
        formulas.into_iter().for_each(|formula| self.assume(formula, origin));
    }
}

/// Walks the paths of one function.
pub(super) struct Walker<'a> {
    pub lowering: Lowering<'a>,
    pub program: &'a Program,
    pub facts: &'a Facts,
    pub id: FunctionId,
    pub function: &'a Function,
    pub options: &'a Options,
    pub graph: &'a PointGraph,
    budget: &'a Budget,
    /// Are walks joined where they meet?
    pub is_joining: bool,
    flow: Flow<'a>,
    /// Where the paths at hand begin.
    pub from: Point,
    /// With which values they begin.
    pub start: State,
    paths: Vec<BasicPath>,
    /// The turns of each path from where the paths at hand begin.
    turns: Vec<Vec<bool>>,
    /// How many more hypotheses and steps there may be.
    room: usize,
}

impl<'a> Walker<'a> {
    pub fn new(
        terms: &'a mut Terms,
        program: &'a Program,
        facts: &'a Facts,
        id: FunctionId,
        options: &'a Options,
        budget: &'a Budget,
    ) -> Walker<'a> {
        let function = program.function(id);
        Walker {
            lowering: Lowering::new(terms, program),
            program,
            facts,
            id,
            function,
            options,
            graph: graph(program),
            budget,
            is_joining: false,
            flow: Flow::new(function),
            from: Point::Pre,
            start: State::default(),
            paths: Vec::new(),
            turns: Vec::new(),
            room: options.most.saturating_mul(SIZE_OF_PATH),
        }
    }

    pub fn walk(mut self) -> Paths {
        let loops = (0..self.function.loops.len() as u32).map(|head| Point::Loop(LoopId(head)));
        let mut is_complete = true;
        for from in std::iter::once(Point::Pre).chain(loops) {
            is_complete = is_complete && self.walk_from(from).is_some();
        }
        Paths { paths: self.paths, is_complete }
    }

    /// All paths from one annotation. None if they are too many or too large.
    fn walk_from(&mut self, from: Point) -> Option<()> {
        let (walk, node) = self.begin(from)?;
        self.from = from;
        self.turns.clear();
        self.start = walk.state.clone();
        if self.options.termination {
            self.rank_not_negative(&walk)?;
        }
        self.is_joining = self.flow.ways_from(node) > MOST_LISTED;
        if self.is_joining {
            return self.walk_joined(node, walk);
        }
        let mut waiting = vec![(node, walk)];
        while let Some((node, walk)) = waiting.pop() {
            let mut next = self.step(node, walk)?;
            next.reverse();
            waiting.extend(next);
        }
        self.sort_last();
        Some(())
    }

    /// Puts the paths from where the last ones begin in the order of their turns: a condition holds before it does not. Only
    /// calls on the right of operators are walked in another one.
    fn sort_last(&mut self) {
        let turns = std::mem::take(&mut self.turns);
        let paths = self.paths.split_off(self.paths.len() - turns.len());
        let mut last: Vec<(Vec<bool>, BasicPath)> = turns.into_iter().zip(paths).collect();
        last.sort_by(|(one, _), (other, _)| {
            one.iter().map(|holds| !holds).cmp(other.iter().map(|holds| !holds))
        });
        self.paths.extend(last.into_iter().map(|(_, path)| path));
    }

    /// All ways from one annotation, each node once: what comes next has a smaller number.
    fn walk_joined(&mut self, node: NodeId, walk: Walk) -> Option<()> {
        let mut waiting = BTreeMap::from([(node, vec![walk])]);
        while let Some((node, walks)) = waiting.pop_last() {
            let walk = self.join(walks)?;
            for (next, walk) in self.step(node, walk)? {
                waiting.entry(next).or_default().push(walk);
            }
        }
        Some(())
    }

    /// The variables at an annotation have any values for which it holds.
    fn begin(&mut self, from: Point) -> Option<(Walk, NodeId)> {
        let function = self.function;
        let mut walk = Walk::default();
        walk.state.values.resize(function.variables.len(), None);
        let (node, variables, annotation, facts): (_, _, _, &'a [Expression]) = match from {
            Point::Loop(head) => {
                let beginning = self.flow.head(head)?;
                let said = function.loops.get(head.0 as usize)?;
                let facts = self.facts.of(self.id, head);
                (beginning.node, beginning.variables.clone(), &said.annotation, facts)
            }
            _ => {
                let globals = (0..self.program.globals).map(VariableId);
                let variables: BTreeSet<VariableId> =
                    globals.chain(function.parameters.iter().copied()).collect();
                (self.flow.entry, variables, &function.pre, &[])
            }
        };
        for variable in variables {
            self.forget(&mut walk, variable)?;
        }
        if from == Point::Pre {
            // On entry a parameter has its value on entry.
            for (number, variable) in function.variables.iter().enumerate() {
                if let Role::Entry(parameter) = variable.role {
                    let value = walk.state.get(parameter)?.clone();
                    walk.state.set(VariableId(number as u32), value);
                }
            }
        }
        for (position, conjunct) in annotation.conjuncts.iter().chain(facts).enumerate() {
            let formula = self.lowering.formula(&walk.state, conjunct)?;
            walk.assume(formula, Origin::Annotation(position));
        }
        Some((walk, node))
    }

    /// A variable has any value from now on.
    pub fn forget(&mut self, walk: &mut Walk, variable: VariableId) -> Option<()> {
        let declared = self.function.variables.get(variable.0 as usize)?;
        let (value, natures) = self.lowering.fresh(&declared.name, &declared.ty)?;
        walk.assume_all(natures, Origin::Nature);
        walk.state.set(variable, value);
        Some(())
    }

    /// One node: where the walk goes on, and with what. Nowhere at the end of paths.
    fn step(&mut self, node: NodeId, mut walk: Walk) -> Option<Vec<(NodeId, Walk)>> {
        self.budget.spend(1 + walk.hypotheses.len() as u64).ok()?;
        match self.flow.node(node)? {
            Node::Declare { variable, value: None, span, next } => {
                self.forget(&mut walk, variable)?;
                walk.steps.push(Step::Execute { statement: span, changed: None });
                Some(vec![(next, walk)])
            }
            Node::Declare { variable, value: Some(value), span, next } => {
                let mut ends = Vec::new();
                for (mut walk, value) in self.evaluate(walk, value)? {
                    self.assign(&mut walk, variable, None, &value, span)?;
                    ends.push((next, walk));
                }
                Some(ends)
            }
            Node::Assign { place, value, span, next } => {
                let ends = self.write(walk, place, value, span)?;
                Some(ends.into_iter().map(|walk| (next, walk)).collect())
            }
            Node::Evaluate { value, span, next } => {
                let mut ends = Vec::new();
                for (mut walk, _) in self.evaluate(walk, value)? {
                    walk.steps.push(Step::Execute { statement: span, changed: None });
                    ends.push((next, walk));
                }
                Some(ends)
            }
            Node::Assert { annotation, next } => {
                self.assert(&mut walk, annotation)?;
                Some(vec![(next, walk)])
            }
            Node::Skip { next } => Some(vec![(next, walk)]),
            Node::Branch { condition, then, otherwise } => {
                let mut ends = Vec::new();
                for (walk, value) in self.evaluate(walk, condition)? {
                    let value = value.term()?;
                    for (node, holds) in [(then, true), (otherwise, false)] {
                        let walk = self.branch(walk.clone(), value, condition.span, holds);
                        ends.extend(walk.map(|walk| (node, walk)));
                    }
                }
                Some(ends)
            }
            Node::Head(head) => {
                self.end_at_loop(&walk, head)?;
                Some(Vec::new())
            }
            Node::Return { value, span } => {
                let alternatives = match value {
                    Some(value) => {
                        let ends = self.evaluate(walk, value)?.into_iter();
                        ends.map(|(walk, value)| (walk, Some(value))).collect()
                    }
                    None => vec![(walk, None)],
                };
                for (walk, value) in alternatives {
                    self.end_at_post(walk, value, span)?;
                }
                Some(Vec::new())
            }
        }
    }

    /// The walk on which a condition holds, or does not. None if it is known to be otherwise.
    pub fn branch(
        &mut self,
        mut walk: Walk,
        value: Term,
        condition: Span,
        holds: bool,
    ) -> Option<Walk> {
        let formula = if holds { value } else { self.lowering.terms.not(value) };
        if formula == Term::FALSE {
            return None;
        }
        walk.assume(formula, Origin::Branch(condition));
        walk.steps.push(Step::Assume { condition, holds });
        walk.turns.push(holds);
        Some(walk)
    }

    /// x := e: the value gets a name.
    fn assign(
        &mut self,
        walk: &mut Walk,
        variable: VariableId,
        before: Option<&Symbolic>,
        value: &Symbolic,
        span: Span,
    ) -> Option<()> {
        let name = &self.function.variables.get(variable.0 as usize)?.name;
        let (value, equations) = self.lowering.named(name, before, value)?;
        walk.assume_all(equations, Origin::Assignment(span));
        let changed = Some((variable, value.clone()));
        walk.steps.push(Step::Execute { statement: span, changed });
        walk.state.set(variable, value);
        Some(())
    }

    /// x.f[i] := e
    fn write(
        &mut self,
        walk: Walk,
        place: &'a Place,
        value: &'a Expression,
        span: Span,
    ) -> Option<Vec<Walk>> {
        let operands: Vec<&'a Expression> = indices(place).chain([value]).collect();
        let mut ends = Vec::new();
        for (mut walk, mut values) in self.evaluate_all(walk, &operands)? {
            let new = values.pop()?;
            // The variable may have changed since, if it is a global and e calls a function.
            let whole = walk.state.get(place.variable)?.clone();
            let mut places = Vec::new();
            let mut indices = values.into_iter();
            let mut inside = whole.clone();
            for part in &place.parts {
                match part {
                    Part::Index(index, _) => {
                        let at = indices.next()?.term()?;
                        self.check_subscript(&mut walk, &inside, at, index.span)?;
                        inside = self.lowering.read(&inside, at)?;
                        places.push(Written::Index(at));
                    }
                    Part::Field(position) => {
                        inside = self.lowering.field(&inside, *position)?;
                        places.push(Written::Field(*position));
                    }
                }
            }
            let value = self.lowering.written(&whole, &places, &new)?;
            self.assign(&mut walk, place.variable, Some(&whole), &value, span)?;
            ends.push(walk);
        }
        Some(ends)
    }

    /// `@ F;`
    fn assert(&mut self, walk: &mut Walk, annotation: &'a Annotation) -> Option<()> {
        let goals = self.conjuncts(&walk.state, annotation)?;
        let formulas: Vec<Term> = goals.iter().map(|goal| goal.formula).collect();
        self.emit(walk.clone(), Point::Assert(annotation.span), goals)?;
        walk.assume_all(formulas, Origin::Passed(annotation.span));
        Some(())
    }

    /// One goal for each conjunct of an annotation, in a state of the function that it belongs to.
    pub fn conjuncts(&mut self, state: &State, annotation: &'a Annotation) -> Option<Vec<Goal>> {
        let mut goals = Vec::new();
        for (position, conjunct) in annotation.conjuncts.iter().enumerate() {
            let formula = self.lowering.formula(state, conjunct)?;
            let kind = GoalKind::Conjunct(position);
            goals.push(Goal { kind, formula, span: conjunct.span });
        }
        Some(goals)
    }

    fn end_at_loop(&mut self, walk: &Walk, head: LoopId) -> Option<()> {
        let said = self.function.loops.get(head.0 as usize)?;
        let mut goals = self.conjuncts(&walk.state, &said.annotation)?;
        let facts = self.facts;
        for (position, fact) in facts.of(self.id, head).iter().enumerate() {
            let formula = self.lowering.formula(&walk.state, fact)?;
            goals.push(Goal { kind: GoalKind::Fact(position), formula, span: said.span });
        }
        goals.extend(self.rank_decreases((self.id, Point::Loop(head)), &walk.state)?);
        self.emit(walk.clone(), Point::Loop(head), goals)
    }

    fn end_at_post(&mut self, mut walk: Walk, value: Option<Symbolic>, span: Span) -> Option<()> {
        match (self.function.result, value) {
            (Some(result), Some(value)) => self.assign(&mut walk, result, None, &value, span)?,
            (result, _) => {
                // A function that falls off its end answers anything.
                result.map_or(Some(()), |result| self.forget(&mut walk, result))?;
                walk.steps.push(Step::Execute { statement: span, changed: None });
            }
        }
        let goals = self.conjuncts(&walk.state, &self.function.post)?;
        self.emit(walk, Point::Post, goals)
    }

    /// A path ends. None if there are too many of them.
    pub fn emit(&mut self, walk: Walk, to: Point, goals: Vec<Goal>) -> Option<()> {
        if self.paths.len() >= self.options.most {
            return None;
        }
        let variables = 2 * walk.state.values.len();
        self.room = self.room.checked_sub(walk.hypotheses.len() + walk.steps.len() + variables)?;
        self.turns.push(walk.turns);
        self.paths.push(BasicPath {
            function: self.id,
            from: self.from,
            to,
            steps: walk.steps,
            hypotheses: walk.hypotheses,
            start: self.start.clone(),
            end: walk.state,
            goals,
        });
        Some(())
    }
}
