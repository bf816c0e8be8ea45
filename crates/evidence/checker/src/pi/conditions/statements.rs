//! Statements, executed with terms for values, for all walks that have come to them.

use std::collections::BTreeSet;

use buttress_budget::Budget;
use buttress_logic::{Term, Terms};
use buttress_pi::Facts;
use buttress_pi::program::{
    Annotation, Expression, Function, FunctionId, Loop, LoopId, Part, Place, Program, Role,
    Statement, StatementKind, VariableId,
};

use super::condition::{Condition, Scope};
use super::cycles::Cycles;
use super::formula::Translator;
use super::join::join;
use super::point::Point;
use super::value::{Access, Value};
use super::walk::{HypothesisKind, PathEnd, Walk};
use super::ways::{indices, ways};
use crate::limits::{MOST_HYPOTHESES, MOST_LISTED};

/// Executes one function.
pub struct Executor<'a> {
    pub translator: Translator<'a>,
    pub cycles: &'a Cycles,
    pub facts: &'a Facts,
    pub id: FunctionId,
    pub function: &'a Function,
    pub scope: Scope,
    /// Are walks joined where they meet?
    pub is_joining: bool,
    /// Where the walks at hand began, and with which values.
    pub from: Point,
    pub start: Vec<Option<Value>>,
    ends: Vec<PathEnd>,
    room: usize,
    depth: usize,
}

/// Where walks are after a statement.
#[derive(Default)]
struct Flow {
    next: Vec<Walk>,
    /// Behind the loop around.
    left: Vec<Walk>,
}

impl<'a> Executor<'a> {
    pub fn new(
        terms: &'a mut Terms,
        program: &'a Program,
        cycles: &'a Cycles,
        facts: &'a Facts,
        id: FunctionId,
        scope: Scope,
        budget: &'a Budget,
    ) -> Executor<'a> {
        Executor {
            translator: Translator::new(terms, program, budget),
            cycles,
            facts,
            id,
            function: program.function(id),
            scope,
            is_joining: false,
            from: (id, None),
            start: Vec::new(),
            ends: Vec::new(),
            room: MOST_HYPOTHESES,
            depth: 0,
        }
    }

    /// All conditions: first those on the ways from `@pre`, then those from each loop.
    pub fn run(mut self) -> Option<Vec<Condition>> {
        let mut conditions = Vec::new();
        let loops = (0..self.function.loops.len() as u32).map(|head| Some(LoopId(head)));
        for head in std::iter::once(None).chain(loops) {
            self.run_from(head)?;
            let mut ends = std::mem::take(&mut self.ends);
            if !self.is_joining {
                // One way after the other, the way on which a condition holds before the way on which it does not.
                ends.sort_by(|one, other| {
                    let key =
                        |end: &PathEnd| end.turns.iter().map(|holds| !holds).collect::<Vec<_>>();
                    key(one).cmp(&key(other))
                });
            }
            for PathEnd { hypotheses, goals, .. } in ends {
                for goal in goals {
                    conditions.push(Condition { hypotheses: hypotheses.clone(), goal });
                }
            }
        }
        Some(conditions)
    }

    fn run_from(&mut self, head: Option<LoopId>) -> Option<()> {
        let (function, facts) = (self.function, self.facts);
        let body = &function.body;
        self.is_joining = ways(body, head) > MOST_LISTED;
        self.from = (self.id, head);
        let mut walk = Walk { values: vec![None; function.variables.len()], ..Walk::default() };
        let everywhere = function.variables.iter().enumerate();
        let everywhere =
            everywhere.filter(|(_, it)| !matches!(it.role, Role::Local | Role::Result));
        let mut existing: BTreeSet<VariableId> =
            everywhere.map(|(number, _)| VariableId(number as u32)).collect();
        match head {
            None => {
                let is_entry =
                    |id: &VariableId| matches!(function.variable(*id).role, Role::Entry(_));
                existing.retain(|id| !is_entry(id));
            }
            Some(head) => {
                existing.extend(&function.head(head).scope);
                locals(body, head, &mut existing);
            }
        }
        for id in existing {
            let ty = &function.variable(id).ty;
            let value = walk.anything(self.translator.terms, self.translator.program, ty)?;
            walk.set(id, value)?;
        }
        if head.is_none() {
            for (number, variable) in function.variables.iter().enumerate() {
                if let Role::Entry(parameter) = variable.role {
                    walk.values[number] = walk.values[parameter.0 as usize].clone();
                }
            }
        }
        let (annotation, added): (_, &[Expression]) = match head {
            None => (&function.pre, &[]),
            Some(head) => (&function.head(head).annotation, facts.of(self.id, head)),
        };
        for conjunct in annotation.conjuncts.iter().chain(added) {
            let formula = self.translator.formula(&walk.values, conjunct)?;
            walk.assume(formula, HypothesisKind::Fact);
        }
        self.start.clone_from(&walk.values);
        self.rank_at_start(&walk)?;
        let flow = match head {
            None => self.all(body, vec![walk])?,
            Some(head) => self.resume(body, head, walk)??,
        };
        for walk in self.meet(flow.next)? {
            self.finish(walk, None)?;
        }
        Some(())
    }

    pub fn descend(&mut self) -> Option<()> {
        self.depth += 1;
        self.translator.within(|_| Some(()))?;
        (self.depth < 2_000).then_some(())
    }

    pub fn leave(&mut self) {
        self.depth -= 1;
    }

    /// Something has to hold here.
    pub fn end(&mut self, walk: &Walk, goals: Vec<Term>) -> Option<()> {
        let size = walk.hypotheses.len().saturating_mul(goals.len().max(1)).saturating_add(1);
        self.room = self.room.checked_sub(size)?;
        let hypotheses = walk.hypotheses.iter().map(|(formula, _)| *formula).collect();
        self.ends.push(PathEnd { turns: walk.turns.clone(), hypotheses, goals });
        Some(())
    }

    /// Walks that come together: one of them, if they are joined.
    fn meet(&mut self, walks: Vec<Walk>) -> Option<Vec<Walk>> {
        if !self.is_joining || walks.len() < 2 {
            return Some(walks);
        }
        Some(vec![join(self.translator.terms, walks)?])
    }

    /// Statements one after the other.
    fn all(&mut self, statements: &'a [Statement], walks: Vec<Walk>) -> Option<Flow> {
        let mut flow = Flow { next: walks, left: Vec::new() };
        for statement in statements {
            if flow.next.is_empty() {
                break;
            }
            let done = self.one(statement, flow.next)?;
            flow.next = done.next;
            flow.left.extend(done.left);
        }
        Some(flow)
    }

    fn one(&mut self, statement: &'a Statement, walks: Vec<Walk>) -> Option<Flow> {
        self.descend()?;
        let flow = self.one_inside(statement, walks);
        self.leave();
        flow
    }

    fn one_inside(&mut self, statement: &'a Statement, walks: Vec<Walk>) -> Option<Flow> {
        if let StatementKind::Block(inner) = &statement.kind {
            return self.all(inner, walks);
        }
        let mut flow = Flow::default();
        if let StatementKind::Loop(inner) = &statement.kind {
            let begun = self.all(&inner.init, walks)?;
            self.arrive(inner.id, begun.next)?;
            return Some(flow);
        }
        for mut walk in self.meet(walks)? {
            match &statement.kind {
                StatementKind::Declare(variable, None) => {
                    let ty = &self.function.variable(*variable).ty;
                    let value =
                        walk.anything(self.translator.terms, self.translator.program, ty)?;
                    walk.set(*variable, value)?;
                    flow.next.push(walk);
                }
                StatementKind::Declare(variable, Some(value)) => {
                    for (mut walk, value) in self.value(walk, value)? {
                        let value = walk.name(self.translator.terms, None, &value);
                        walk.set(*variable, value)?;
                        flow.next.push(walk);
                    }
                }
                StatementKind::Assign(place, value) => {
                    flow.next.extend(self.assign(walk, place, value)?);
                }
                StatementKind::Evaluate(value) => {
                    flow.next.extend(self.value(walk, value)?.into_iter().map(|(walk, _)| walk));
                }
                StatementKind::Assert(annotation) => {
                    let goals = self.conjuncts(&walk.values, annotation)?;
                    self.end(&walk, goals.clone())?;
                    goals
                        .into_iter()
                        .for_each(|formula| walk.assume(formula, HypothesisKind::Fact));
                    flow.next.push(walk);
                }
                StatementKind::Return(None) => self.finish(walk, None)?,
                StatementKind::Return(Some(value)) => {
                    for (walk, value) in self.value(walk, value)? {
                        self.finish(walk, Some(value))?;
                    }
                }
                StatementKind::Break => flow.left.push(walk),
                StatementKind::If(condition, then, otherwise) => {
                    let (holds, fails) = self.branches(walk, condition)?;
                    for (statements, walks) in [(then, holds), (otherwise, fails)] {
                        let done = self.all(statements, walks)?;
                        flow.next.extend(self.meet(done.next)?);
                        flow.left.extend(done.left);
                    }
                }
                StatementKind::Block(_) | StatementKind::Loop(_) => {}
            }
        }
        Some(flow)
    }

    /// The walks on which a condition holds, and those on which it does not.
    fn branches(
        &mut self,
        walk: Walk,
        condition: &'a Expression,
    ) -> Option<(Vec<Walk>, Vec<Walk>)> {
        let (mut holds, mut fails) = (Vec::new(), Vec::new());
        for (walk, value) in self.value(walk, condition)? {
            let value = value.term()?;
            holds.extend(walk.turn(self.translator.terms, value, true));
            fails.extend(walk.turn(self.translator.terms, value, false));
        }
        Some((holds, fails))
    }

    /// x.f[i] := e
    fn assign(&mut self, walk: Walk, place: &'a Place, value: &'a Expression) -> Option<Vec<Walk>> {
        let operands: Vec<&'a Expression> = indices(place).chain([value]).collect();
        let program = self.translator.program;
        let mut done = Vec::new();
        for (mut walk, mut values) in self.values(walk, operands)? {
            let new = values.pop()?;
            let old = walk.get(place.variable)?.clone();
            let (mut way, mut inside, mut values) = (Vec::new(), old.clone(), values.into_iter());
            for part in &place.parts {
                match part {
                    Part::Index(..) => {
                        let index = values.next()?.term()?;
                        self.check_subscript(&mut walk, &inside, index)?;
                        inside = inside.cell(self.translator.terms, index)?;
                        way.push(Access::Cell(index));
                    }
                    Part::Field(position) => {
                        inside = inside.field(program, *position)?.1;
                        way.push(Access::Field(*position));
                    }
                }
            }
            let changed = old.with(self.translator.terms, program, &way, &new)?;
            let changed = walk.name(self.translator.terms, Some(&old), &changed);
            walk.set(place.variable, changed)?;
            done.push(walk);
        }
        Some(done)
    }

    /// The conjuncts of an annotation, where the variables of its function have these values.
    pub fn conjuncts(
        &mut self,
        values: &[Option<Value>],
        annotation: &'a Annotation,
    ) -> Option<Vec<Term>> {
        annotation.conjuncts.iter().map(|it| self.translator.formula(values, it)).collect()
    }

    /// The annotation of a loop has to hold, and the facts that were added to it.
    fn arrive(&mut self, head: LoopId, walks: Vec<Walk>) -> Option<()> {
        let facts = self.facts;
        for walk in self.meet(walks)? {
            let mut goals = self.conjuncts(&walk.values, &self.function.head(head).annotation)?;
            for fact in facts.of(self.id, head) {
                goals.push(self.translator.formula(&walk.values, fact)?);
            }
            goals.extend(self.decrease((self.id, Some(head)), &walk.values)?);
            self.end(&walk, goals)?;
        }
        Some(())
    }

    /// `@post` has to hold.
    fn finish(&mut self, mut walk: Walk, value: Option<Value>) -> Option<()> {
        if let Some(result) = self.function.result {
            let value = match value {
                Some(value) => walk.name(self.translator.terms, None, &value),
                None => {
                    let ty = &self.function.variable(result).ty;
                    walk.anything(self.translator.terms, self.translator.program, ty)?
                }
            };
            walk.set(result, value)?;
        }
        let goals = self.conjuncts(&walk.values, &self.function.post)?;
        self.end(&walk, goals)
    }

    /// From the annotation of a loop on, which stands somewhere among the statements: none inside if it does not.
    fn resume(
        &mut self,
        statements: &'a [Statement],
        head: LoopId,
        walk: Walk,
    ) -> Option<Option<Flow>> {
        for (place, statement) in statements.iter().enumerate() {
            let found = match &statement.kind {
                StatementKind::Block(inner) => self.resume(inner, head, walk.clone())?,
                StatementKind::If(_, then, otherwise) => {
                    let found = match self.resume(then, head, walk.clone())? {
                        None => self.resume(otherwise, head, walk.clone())?,
                        found => found,
                    };
                    match found {
                        Some(flow) => Some(Flow { next: self.meet(flow.next)?, left: flow.left }),
                        None => None,
                    }
                }
                StatementKind::Loop(inner) if inner.id == head => {
                    Some(self.iterate(inner, walk.clone())?)
                }
                StatementKind::Loop(inner) => {
                    match self.resume(&inner.body, head, walk.clone())? {
                        Some(flow) => Some(self.again(inner, flow, Vec::new())?),
                        None => None,
                    }
                }
                _ => None,
            };
            if let Some(mut flow) = found {
                let rest = self.all(&statements[place + 1..], flow.next)?;
                flow.left.extend(rest.left);
                return Some(Some(Flow { next: rest.next, left: flow.left }));
            }
        }
        Some(None)
    }

    /// One iteration, or the end of the loop.
    fn iterate(&mut self, inner: &'a Loop, walk: Walk) -> Option<Flow> {
        let (holds, fails) = self.branches(walk, &inner.condition)?;
        let body = self.all(&inner.body, holds)?;
        self.again(inner, body, fails)
    }

    /// After the body: the step, and the annotation again. Those that left the loop go on behind it.
    fn again(&mut self, inner: &'a Loop, body: Flow, over: Vec<Walk>) -> Option<Flow> {
        let step = self.all(&inner.step, body.next)?;
        self.arrive(inner.id, step.next)?;
        let mut next = over;
        next.extend(body.left);
        Some(Flow { next, left: Vec::new() })
    }
}

/// Adds the locals that exist at a loop; answers whether it stands among the statements.
fn locals(statements: &[Statement], head: LoopId, existing: &mut BTreeSet<VariableId>) -> bool {
    let mut declared = Vec::new();
    for statement in statements {
        let is_here = match &statement.kind {
            StatementKind::Declare(variable, _) => {
                declared.push(*variable);
                false
            }
            StatementKind::Block(inner) => locals(inner, head, existing),
            StatementKind::If(_, then, otherwise) => {
                locals(then, head, existing) || locals(otherwise, head, existing)
            }
            StatementKind::Loop(inner) => {
                let is_here = inner.id == head || locals(&inner.body, head, existing);
                if is_here {
                    let init = inner.init.iter().filter_map(|statement| match statement.kind {
                        StatementKind::Declare(variable, _) => Some(variable),
                        _ => None,
                    });
                    existing.extend(init);
                }
                is_here
            }
            _ => false,
        };
        if is_here {
            existing.extend(declared);
            return true;
        }
    }
    false
}
