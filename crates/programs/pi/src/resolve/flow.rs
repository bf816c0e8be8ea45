//! Where statements lead: which parameters they assign, and whether they come to their end.

use std::collections::BTreeSet;

use crate::Span;
use crate::program::{Statement, StatementKind};
use crate::tree::{self, ExpressionKind, StatementKind as Kind};

/// The names among those given that a body assigns, and all names that it declares.
pub(super) struct Assigned {
    /// Parameters with an assignment.
    pub parameters: BTreeSet<String>,
    /// Locals.
    pub locals: BTreeSet<String>,
}

/// Which parameters does a body assign, and which locals does it declare?
pub(super) fn assigned(function: &tree::Function) -> Assigned {
    let mut assigned = Assigned { parameters: BTreeSet::new(), locals: BTreeSet::new() };
    let names = function.formals.iter().map(|formal| formal.name.text.as_str());
    let mut visible: BTreeSet<&str> = names.collect();
    assigned.statements(&function.body.statements, &mut visible);
    assigned
}

impl Assigned {
    /// In a block; locals in it hide parameters.
    fn statements<'t>(
        &mut self,
        statements: &'t [tree::Statement],
        visible: &mut BTreeSet<&'t str>,
    ) {
        let mut inner = visible.clone();
        for statement in statements {
            self.statement(statement, &mut inner);
        }
    }

    fn statement<'t>(&mut self, statement: &'t tree::Statement, visible: &mut BTreeSet<&'t str>) {
        match &statement.kind {
            Kind::Declare { name, .. } => {
                self.locals.insert(name.text.clone());
                visible.remove(name.text.as_str());
            }
            Kind::Assign { target, .. } => {
                if let Some(base) = base(target)
                    && visible.contains(base)
                {
                    self.parameters.insert(base.to_owned());
                }
            }
            Kind::Block(block) => self.statements(&block.statements, visible),
            Kind::If { then, otherwise, .. } => {
                self.statement(then, &mut visible.clone());
                if let Some(otherwise) = otherwise {
                    self.statement(otherwise, &mut visible.clone());
                }
            }
            Kind::While(body) => self.statement(&body.body, &mut visible.clone()),
            Kind::For { init, step, body } => {
                let mut inner = visible.clone();
                if let Some(init) = init {
                    self.statement(init, &mut inner);
                }
                self.statement(&body.body, &mut inner.clone());
                if let Some(step) = step {
                    self.statement(step, &mut inner);
                }
            }
            Kind::Evaluate(_) | Kind::Empty | Kind::Break | Kind::Return(_) | Kind::Assert(_) => {}
        }
    }
}

/// The variable of which a part is assigned.
pub(super) fn base(target: &tree::Expression) -> Option<&str> {
    let mut target = target;
    loop {
        match &target.kind {
            ExpressionKind::Name(name) => return Some(name),
            ExpressionKind::Index(inner, _) | ExpressionKind::Field(inner, _) => target = inner,
            _ => return None,
        }
    }
}

/// Does every way through these statements return? Loops may be left at once, as far as anyone knows.
pub(super) fn returns(statements: &[Statement]) -> bool {
    statements.iter().any(|statement| match &statement.kind {
        StatementKind::Return(_) => true,
        StatementKind::Block(inner) => returns(inner),
        StatementKind::If(_, then, otherwise) => returns(then) && returns(otherwise),
        _ => false,
    })
}

/// The first statement of each list that no way leads to.
pub(super) fn unreachable(statements: &[Statement], found: &mut Vec<Span>) {
    let end = statements.iter().position(|statement| !passes(statement));
    if let Some(end) = end
        && let Some(next) = statements.get(end + 1)
    {
        found.push(next.span);
    }
    let reached = end.map_or(statements.len(), |end| end + 1);
    for statement in statements.iter().take(reached) {
        match &statement.kind {
            StatementKind::Block(inner) => unreachable(inner, found),
            StatementKind::If(_, then, otherwise) => {
                unreachable(then, found);
                unreachable(otherwise, found);
            }
            StatementKind::Loop(inner) => unreachable(&inner.body, found),
            _ => {}
        }
    }
}

/// May what comes after a statement be reached?
fn passes(statement: &Statement) -> bool {
    match &statement.kind {
        StatementKind::Return(_) | StatementKind::Break => false,
        StatementKind::Block(inner) => inner.iter().all(passes),
        StatementKind::If(_, then, otherwise) => {
            then.iter().all(passes) || otherwise.iter().all(passes)
        }
        _ => true,
    }
}
