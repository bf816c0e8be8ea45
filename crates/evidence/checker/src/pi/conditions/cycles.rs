//! Which points of a program lead to each other, and what is called from where.
//!
//! The points are the beginnings of functions and the annotations of loops. One leads to another if the code, whatever
//! its conditions say, can come from there to the next annotation, or calls the function on the way.

use std::collections::BTreeSet;

use buttress_pi::Facts;
use buttress_pi::program::{
    Expression, ExpressionKind, Function, FunctionId, LoopId, Program, Statement, StatementKind,
};

use super::point::Point;
use super::ranking::ranking;
use super::ways::indices;

/// The points of a program, and which of them lie together on cycles.
pub struct Cycles {
    points: Vec<Point>,
    /// The number of the first point of each function.
    firsts: Vec<usize>,
    /// By points: where they lead.
    leads: Vec<Vec<usize>>,
    /// By points: the number of the strongly connected part.
    parts: Vec<usize>,
}

/// What is met before the next annotations.
#[derive(Default)]
struct Met {
    loops: BTreeSet<LoopId>,
    calls: BTreeSet<FunctionId>,
}

/// Where control can be after statements.
#[derive(Clone, Copy, Default)]
struct Reach {
    next: bool,
    left: bool,
}

impl Cycles {
    pub fn new(program: &Program) -> Cycles {
        let (mut points, mut firsts): (Vec<Point>, Vec<usize>) = (Vec::new(), Vec::new());
        for id in program.function_ids() {
            firsts.push(points.len());
            points.push((id, None));
            let loops = 0..program.function(id).loops.len() as u32;
            points.extend(loops.map(|head| (id, Some(LoopId(head)))));
        }
        let mut leads = Vec::new();
        for (id, head) in &points {
            let met = met_from(program.function(*id), *head);
            let first = firsts[id.0 as usize];
            let loops = met.loops.iter().map(|head| first + 1 + head.0 as usize);
            let calls = met.calls.iter().map(|callee| firsts[callee.0 as usize]);
            leads.push(loops.chain(calls).collect());
        }
        let parts = parts(&leads);
        Cycles { points, firsts, leads, parts }
    }

    /// Do points lead to each other?
    pub fn are_together(&self, one: Point, other: Point) -> bool {
        self.parts[self.number(one)] == self.parts[self.number(other)]
    }

    fn number(&self, (id, head): Point) -> usize {
        self.firsts[id.0 as usize] + head.map_or(0, |head| 1 + head.0 as usize)
    }

    /// By functions: has every point of each of its cycles a ranking, all of one length?
    pub fn ranked(&self, program: &Program, facts: &Facts) -> Vec<bool> {
        let mut ranked = vec![true; self.firsts.len()];
        for cycle in self.cycles() {
            let mut lengths: Vec<Option<usize>> = Vec::new();
            for number in &cycle {
                let found = ranking(program, facts, self.points[*number]);
                lengths.push(found.map(|(components, _)| components.len()));
            }
            let is_ranked = lengths.iter().all(|it| it.is_some() && *it == lengths[0]);
            if !is_ranked {
                cycle.iter().for_each(|number| ranked[self.points[*number].0.0 as usize] = false);
            }
        }
        ranked
    }

    /// By functions: does it lie on no cycle?
    pub fn still(&self) -> Vec<bool> {
        let mut still = vec![true; self.firsts.len()];
        for number in self.cycles().iter().flatten() {
            still[self.points[*number].0.0 as usize] = false;
        }
        still
    }

    /// The points that lead to each other, or to themselves.
    fn cycles(&self) -> Vec<Vec<usize>> {
        let mut members: Vec<Vec<usize>> = vec![Vec::new(); self.points.len()];
        for (number, part) in self.parts.iter().enumerate() {
            members[*part].push(number);
        }
        members.retain(|members| match members[..] {
            [] => false,
            [one] => self.leads[one].contains(&one),
            _ => true,
        });
        members
    }

    /// The functions that a function calls, without itself.
    pub fn callees(&self, id: FunctionId) -> Vec<FunctionId> {
        let start = self.firsts[id.0 as usize];
        let end = self.firsts.get(id.0 as usize + 1).copied().unwrap_or(self.points.len());
        let targets = self.leads[start..end].iter().flatten().map(|target| self.points[*target].0);
        let callees: BTreeSet<FunctionId> = targets.filter(|callee| *callee != id).collect();
        callees.into_iter().collect()
    }

    /// By functions: is everything that is called from it, and itself, among these?
    pub fn closed(&self, good: &[bool]) -> Vec<bool> {
        let mut callers: Vec<Vec<usize>> = vec![Vec::new(); self.firsts.len()];
        for (number, targets) in self.leads.iter().enumerate() {
            let caller = self.points[number].0.0 as usize;
            for target in targets {
                callers[self.points[*target].0.0 as usize].push(caller);
            }
        }
        let mut closed = good.to_vec();
        let mut waiting: Vec<usize> = (0..good.len()).filter(|id| !good[*id]).collect();
        while let Some(id) = waiting.pop() {
            for caller in &callers[id] {
                if std::mem::replace(&mut closed[*caller], false) {
                    waiting.push(*caller);
                }
            }
        }
        closed
    }
}

/// What is met from the beginning of a function, or from one of its loops.
fn met_from(function: &Function, head: Option<LoopId>) -> Met {
    let mut met = Met::default();
    match head {
        None => {
            met.all(&function.body);
        }
        Some(head) => {
            met.resumed(&function.body, head);
        }
    }
    met
}

impl Met {
    fn all(&mut self, statements: &[Statement]) -> Reach {
        let mut reach = Reach { next: true, left: false };
        for statement in statements {
            if !reach.next {
                break;
            }
            let one = self.one(statement);
            reach = Reach { next: one.next, left: reach.left || one.left };
        }
        reach
    }

    fn one(&mut self, statement: &Statement) -> Reach {
        let on = Reach { next: true, left: false };
        match &statement.kind {
            StatementKind::Declare(_, value) => {
                self.code(value);
                on
            }
            StatementKind::Assign(place, value) => {
                self.code(indices(place).chain([value]));
                on
            }
            StatementKind::Evaluate(value) => {
                self.code([value]);
                on
            }
            StatementKind::Block(inner) => self.all(inner),
            StatementKind::If(condition, then, otherwise) => {
                self.code([condition]);
                let (then, otherwise) = (self.all(then), self.all(otherwise));
                Reach { next: then.next || otherwise.next, left: then.left || otherwise.left }
            }
            StatementKind::Loop(inner) => {
                if self.all(&inner.init).next {
                    self.loops.insert(inner.id);
                }
                Reach::default()
            }
            StatementKind::Break => Reach { next: false, left: true },
            StatementKind::Return(value) => {
                self.code(value);
                Reach::default()
            }
            StatementKind::Assert(_) => on,
        }
    }

    /// From the annotation of a loop among the statements, if it is there.
    fn resumed(&mut self, statements: &[Statement], head: LoopId) -> Option<Reach> {
        for (place, statement) in statements.iter().enumerate() {
            let reach = match &statement.kind {
                StatementKind::Block(inner) => self.resumed(inner, head),
                StatementKind::If(_, then, otherwise) => {
                    self.resumed(then, head).or_else(|| self.resumed(otherwise, head))
                }
                StatementKind::Loop(inner) => {
                    let is_it = inner.id == head;
                    let body = match is_it {
                        true => {
                            self.code([&inner.condition]);
                            Some(self.all(&inner.body))
                        }
                        false => self.resumed(&inner.body, head),
                    };
                    body.map(|body| {
                        if body.next && self.all(&inner.step).next {
                            self.loops.insert(inner.id);
                        }
                        Reach { next: is_it || body.left, left: false }
                    })
                }
                _ => None,
            };
            if let Some(reach) = reach {
                let rest = match reach.next {
                    true => self.all(&statements[place + 1..]),
                    false => Reach::default(),
                };
                return Some(Reach { next: rest.next, left: reach.left || rest.left });
            }
        }
        None
    }

    fn code<'e>(&mut self, expressions: impl IntoIterator<Item = &'e Expression>) {
        for expression in expressions {
            expression.visit(&mut |part| {
                if let ExpressionKind::Call(callee, _) = part.kind {
                    self.calls.insert(callee);
                }
            });
        }
    }
}

/// Strongly connected parts by Tarjan's way: a number for each node, the same for those that lead to each other.
fn parts(leads: &[Vec<usize>]) -> Vec<usize> {
    const NONE: usize = usize::MAX;
    let (mut found, mut low) = (vec![NONE; leads.len()], vec![NONE; leads.len()]);
    let (mut part, mut open) = (vec![NONE; leads.len()], Vec::new());
    let mut count = 0;
    for start in 0..leads.len() {
        let mut path: Vec<(usize, usize)> = Vec::new();
        if found[start] == NONE {
            path.push((start, 0));
        }
        while let Some((node, next)) = path.pop() {
            if next == 0 {
                (found[node], low[node]) = (count, count);
                count += 1;
                open.push(node);
            }
            let Some(&target) = leads[node].get(next) else {
                if low[node] == found[node] {
                    while let Some(member) = open.pop() {
                        part[member] = node;
                        if member == node {
                            break;
                        }
                    }
                }
                if let Some((parent, _)) = path.last() {
                    low[*parent] = low[*parent].min(low[node]);
                }
                continue;
            };
            path.push((node, next + 1));
            if found[target] == NONE {
                path.push((target, 0));
            } else if part[target] == NONE {
                low[node] = low[node].min(found[target]);
            }
        }
    }
    part
}
