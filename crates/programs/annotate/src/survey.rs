//! What the text of a function shows at a glance: how loops nest, what they change, what they compare.

use std::collections::BTreeSet;

use buttress_pi::BinaryOp;
use buttress_pi::program::{
    Expression, ExpressionKind, Function, FunctionId, LoopId, Part, Program, Statement,
    StatementKind, VariableId,
};

/// What is known about a function.
#[derive(Clone, Debug, Default)]
pub(crate) struct Survey {
    /// By loop.
    pub(crate) loops: Vec<LoopSurvey>,
    /// Comparisons in conditions, in the order of the text.
    pub(crate) compared: Vec<Expression>,
    /// What is returned.
    pub(crate) returned: Vec<Expression>,
    /// The functions that are called.
    pub(crate) called: BTreeSet<FunctionId>,
}

/// What is known about a loop.
#[derive(Clone, Debug, Default)]
pub(crate) struct LoopSurvey {
    /// The loop around it.
    pub(crate) parent: Option<LoopId>,
    /// The loops directly inside, in the order of the text.
    pub(crate) children: Vec<LoopId>,
    /// The comparisons in its condition.
    pub(crate) guards: Vec<Expression>,
    /// What its condition, body and step may change.
    pub(crate) changed: BTreeSet<VariableId>,
}

impl Survey {
    /// Looks at a function.
    pub(crate) fn new(program: &Program, function: &Function) -> Survey {
        let mut survey = Survey::default();
        survey.loops.resize(function.loops.len(), LoopSurvey::default());
        Walk { program, survey: &mut survey, inside: Vec::new() }.statements(&function.body);
        survey
    }

    /// A loop.
    pub(crate) fn of(&self, head: LoopId) -> &LoopSurvey {
        &self.loops[head.0 as usize]
    }

    /// A loop and all inside it, from the outside in.
    pub(crate) fn within(&self, head: LoopId) -> Vec<LoopId> {
        let mut all = vec![head];
        let mut place = 0;
        while let Some(next) = all.get(place) {
            all.extend(&self.of(*next).children);
            place += 1;
        }
        all
    }

    /// The loops around a loop and itself, from the outside in.
    pub(crate) fn around(&self, head: LoopId) -> Vec<LoopId> {
        let mut all = vec![head];
        while let Some(parent) = all.last().and_then(|last| self.of(*last).parent) {
            all.push(parent);
        }
        all.reverse();
        all
    }
}

struct Walk<'a> {
    program: &'a Program,
    survey: &'a mut Survey,
    inside: Vec<LoopId>,
}

impl Walk<'_> {
    fn statements(&mut self, statements: &[Statement]) {
        for statement in statements {
            self.statement(statement);
        }
    }

    fn statement(&mut self, statement: &Statement) {
        match &statement.kind {
            StatementKind::Declare(variable, value) => {
                self.change(*variable);
                if let Some(value) = value {
                    self.expression(value);
                }
            }
            StatementKind::Assign(place, value) => {
                self.change(place.variable);
                for part in &place.parts {
                    if let Part::Index(index, _) = part {
                        self.expression(index);
                    }
                }
                self.expression(value);
            }
            StatementKind::Evaluate(value) => self.expression(value),
            StatementKind::Block(block) => self.statements(block),
            StatementKind::If(condition, then, otherwise) => {
                self.condition(condition);
                self.statements(then);
                self.statements(otherwise);
            }
            StatementKind::Loop(body) => {
                self.statements(&body.init);
                let parent = self.inside.last().copied();
                if let Some(parent) = parent {
                    self.survey.loops[parent.0 as usize].children.push(body.id);
                }
                self.inside.push(body.id);
                let found = &mut self.survey.loops[body.id.0 as usize];
                found.parent = parent;
                comparisons(&body.condition, &mut found.guards);
                self.condition(&body.condition);
                self.statements(&body.body);
                self.statements(&body.step);
                self.inside.pop();
            }
            StatementKind::Break | StatementKind::Assert(_) => {}
            StatementKind::Return(value) => {
                if let Some(value) = value {
                    self.expression(value);
                    if !self.survey.returned.contains(value) {
                        self.survey.returned.push(value.clone());
                    }
                }
            }
        }
    }

    fn condition(&mut self, condition: &Expression) {
        comparisons(condition, &mut self.survey.compared);
        self.expression(condition);
    }

    fn change(&mut self, variable: VariableId) {
        for head in &self.inside {
            self.survey.loops[head.0 as usize].changed.insert(variable);
        }
    }

    /// Calls may change globals.
    fn expression(&mut self, whole: &Expression) {
        let mut called = Vec::new();
        visit(whole, &mut |part| {
            if let ExpressionKind::Call(function, _) = part.kind {
                called.push(function);
            }
        });
        for function in called {
            self.survey.called.insert(function);
            for global in &self.program.function(function).modifies {
                self.change(*global);
            }
        }
    }
}

/// The comparisons in a condition.
fn comparisons(condition: &Expression, found: &mut Vec<Expression>) {
    visit(condition, &mut |part| {
        let ExpressionKind::Binary(op, left, _) = &part.kind else { return };
        let is_order = matches!(
            op,
            BinaryOp::Less
                | BinaryOp::LessEqual
                | BinaryOp::Greater
                | BinaryOp::GreaterEqual
                | BinaryOp::Equal
                | BinaryOp::Different
        );
        if is_order && left.ty.is_number() && !found.contains(part) {
            found.push(part.clone());
        }
    });
}

/// Shows an expression and its parts, from the outside in.
pub(crate) fn visit(whole: &Expression, see: &mut dyn FnMut(&Expression)) {
    see(whole);
    for part in parts(whole) {
        visit(part, see);
    }
}

/// The expressions directly inside another.
pub(crate) fn parts(whole: &Expression) -> Vec<&Expression> {
    match &whole.kind {
        ExpressionKind::Number(_)
        | ExpressionKind::Bool(_)
        | ExpressionKind::Variable(_)
        | ExpressionKind::Bound(_) => vec![],
        ExpressionKind::Length(inner)
        | ExpressionKind::New(inner)
        | ExpressionKind::Not(inner)
        | ExpressionKind::Negate(inner)
        | ExpressionKind::Field(inner, _)
        | ExpressionKind::Quantified { body: inner, .. } => vec![inner],
        ExpressionKind::Binary(_, left, right) | ExpressionKind::Index(left, right) => {
            vec![left, right]
        }
        ExpressionKind::Update(array, index, value) => vec![array, index, value],
        ExpressionKind::Call(_, arguments)
        | ExpressionKind::Predicate(_, arguments)
        | ExpressionKind::Builtin(_, arguments) => arguments.iter().collect(),
    }
}

/// The variables of the function that an expression mentions.
pub(crate) fn mentioned(whole: &Expression) -> BTreeSet<VariableId> {
    let mut found = BTreeSet::new();
    visit(whole, &mut |part| {
        if let ExpressionKind::Variable(variable) = part.kind {
            found.insert(variable);
        }
    });
    found
}

/// Are unknowns multiplied with each other?
pub(crate) fn has_products(whole: &Expression) -> bool {
    let mut found = false;
    visit(whole, &mut |part| {
        if let ExpressionKind::Binary(BinaryOp::Multiply, left, right) = &part.kind {
            found |= !mentioned(left).is_empty() && !mentioned(right).is_empty();
        }
    });
    found
}

/// The expression with some variables replaced.
pub(crate) fn replace(
    whole: &Expression,
    by: &dyn Fn(VariableId) -> Option<Expression>,
) -> Expression {
    let mut copy = whole.clone();
    replace_in(&mut copy, by);
    copy
}

fn replace_in(whole: &mut Expression, by: &dyn Fn(VariableId) -> Option<Expression>) {
    match &mut whole.kind {
        ExpressionKind::Variable(variable) => {
            if let Some(other) = by(*variable) {
                *whole = other;
            }
        }
        ExpressionKind::Number(_) | ExpressionKind::Bool(_) | ExpressionKind::Bound(_) => {}
        ExpressionKind::Length(inner)
        | ExpressionKind::New(inner)
        | ExpressionKind::Not(inner)
        | ExpressionKind::Negate(inner)
        | ExpressionKind::Field(inner, _)
        | ExpressionKind::Quantified { body: inner, .. } => replace_in(inner, by),
        ExpressionKind::Binary(_, left, right) | ExpressionKind::Index(left, right) => {
            replace_in(left, by);
            replace_in(right, by);
        }
        ExpressionKind::Update(array, index, value) => {
            for part in [array, index, value] {
                replace_in(part, by);
            }
        }
        ExpressionKind::Call(_, arguments)
        | ExpressionKind::Predicate(_, arguments)
        | ExpressionKind::Builtin(_, arguments) => {
            for part in arguments {
                replace_in(part, by);
            }
        }
    }
}
