//! Statements.

use super::container;
use super::declared::ReturnType;
use super::flow;
use super::function::{FunctionReader, entry};
use super::operators::calls;
use super::scope::Availability;
use super::typer::Setting;
use super::types;
use crate::program::{
    Annotation, Expression, ExpressionKind, Loop, LoopHead, LoopId, Part, Place, Role, Statement,
    StatementKind, Type, VariableId,
};
use crate::tree::{self, ExpressionKind as TreeKind, StatementKind as Kind};
use crate::{BinaryOp, Diagnostic, Name, Span};

impl<'a> FunctionReader<'_, 'a> {
    /// `{ … }`, with names of its own.
    pub fn block(&mut self, tree: &'a tree::Block) -> Option<Vec<Statement>> {
        self.scoped(|reader| {
            let mut statements = Some(vec![]);
            for statement in &tree.statements {
                let found = reader.statement(statement);
                statements = statements.and_then(|mut statements| {
                    statements.extend(found?);
                    Some(statements)
                });
            }
            statements
        })
    }

    /// Does something in a block of its own.
    fn scoped<T>(&mut self, inside: impl FnOnce(&mut Self) -> T) -> T {
        self.typer.scope.enter();
        let result = inside(self);
        let gone = self.typer.scope.leave();
        self.typer.gone.extend(gone);
        result
    }

    /// A statement by itself: a branch or a body, which is its own block whether it has braces or not.
    fn branch(&mut self, tree: &'a tree::Statement) -> Option<Vec<Statement>> {
        match &tree.kind {
            Kind::Block(block) => self.block(block),
            _ => self.scoped(|reader| reader.statement(tree)),
        }
    }

    fn statement(&mut self, tree: &'a tree::Statement) -> Option<Vec<Statement>> {
        self.typer.setting = Setting::Code;
        let span = tree.span;
        let one = |kind| Some(vec![Statement { kind, span }]);
        match &tree.kind {
            Kind::Declare { ty, name, value } => self.declare(ty, name, value.as_ref(), span),
            Kind::Assign { target, value } => {
                let place = self.place(target);
                let value = match &place {
                    Some((_, ty)) => {
                        self.typer.expect(value, ty, "PI0112", "what is assigned here")
                    }
                    // There is no type to compare with; mistakes inside are found all the same.
                    None if container::has_no_type(value) => None,
                    None => self.typer.expression(value, None),
                };
                let (place, _) = place?;
                one(StatementKind::Assign(place, value?))
            }
            Kind::Evaluate(expression) => one(StatementKind::Evaluate(self.evaluate(expression)?)),
            Kind::Empty => Some(vec![]),
            Kind::Block(block) => one(StatementKind::Block(self.block(block)?)),
            Kind::If { condition, then, otherwise } => {
                let condition = self.condition(condition);
                let then = self.branch(then);
                let otherwise = match otherwise {
                    Some(otherwise) => self.branch(otherwise),
                    None => Some(vec![]),
                };
                one(StatementKind::If(condition?, then?, otherwise?))
            }
            Kind::While(body) => self.while_loop(None, None, body, span),
            Kind::For { init, step, body } => {
                let (init, step) = (init.as_deref(), step.as_deref());
                self.scoped(|reader| reader.while_loop(init, step, body, span))
            }
            Kind::Break => {
                if self.depth == 0 {
                    let message = "`break` outside of a loop";
                    self.typer.say(Diagnostic::error("PI0127", span, message));
                    return None;
                }
                one(StatementKind::Break)
            }
            Kind::Return(value) => one(StatementKind::Return(self.returned(value.as_ref(), span)?)),
            Kind::Assert(annotation) => one(StatementKind::Assert(self.annotation(annotation)?)),
        }
    }

    fn declare(
        &mut self,
        ty: &tree::TypeTree,
        name: &'a Name,
        value: Option<&'a tree::Expression>,
        span: Span,
    ) -> Option<Vec<Statement>> {
        let ty = types::resolve(self.typer.declared, ty, &mut self.typer.diagnostics);
        let variable = self.add(name, ty.as_ref(), Role::Local);
        self.typer.declare(entry(name, variable, ty.clone(), Availability::Everywhere));
        let Some(tree) = value else {
            ty?;
            return Some(vec![Statement { kind: StatementKind::Declare(variable, None), span }]);
        };
        let Some(ty) = ty else {
            if !container::has_no_type(tree) {
                self.typer.expression(tree, None);
            }
            return None;
        };
        let role = format!("the value of `{}`", name.text);
        let value = self.typer.expect(tree, &ty, "PI0112", &role)?;
        if !mentions(&value, variable) {
            let kind = StatementKind::Declare(variable, Some(value));
            return Some(vec![Statement { kind, span }]);
        }
        // As in the original, the name already means the new variable.
        let message = format!("`{}` has no value yet in its own declaration", name.text);
        self.typer.say(
            Diagnostic::warning("PI0135", tree.span, message)
                .noting("the name means the new variable, also if there is another one around it"),
        );
        self.variables[variable.0 as usize].is_assigned = true;
        let place = Place { variable, parts: vec![], span: name.span };
        Some(vec![
            Statement { kind: StatementKind::Declare(variable, None), span },
            Statement { kind: StatementKind::Assign(place, value), span },
        ])
    }

    fn evaluate(&mut self, tree: &'a tree::Expression) -> Option<Expression> {
        let expression = match &tree.kind {
            TreeKind::Call(name, arguments) => {
                self.typer.call_statement(name, arguments, tree.span)
            }
            _ => self.typer.expression(tree, None),
        }?;
        // The parser has its own word about `x = e;`.
        let is_slip = matches!(&tree.kind, TreeKind::Binary(BinaryOp::Equal, left, _)
            if flow::base(left).is_some());
        if !calls(&expression) && !is_slip {
            let message = "this statement has no effect";
            self.typer.say(Diagnostic::warning("PI0133", tree.span, message));
        }
        Some(expression)
    }

    fn condition(&mut self, tree: &'a tree::Expression) -> Option<Expression> {
        self.typer.setting = Setting::Code;
        self.typer.expect(tree, &Type::Bool, "PI0111", "a condition")
    }

    fn while_loop(
        &mut self,
        init: Option<&'a tree::Statement>,
        step: Option<&'a tree::Statement>,
        tree: &'a tree::Loop,
        span: Span,
    ) -> Option<Vec<Statement>> {
        let id = LoopId(self.loops.len() as u32);
        let init_statements = match init {
            Some(init) => self.statement(init),
            None => Some(vec![]),
        };
        let keyword: u32 = if span.of(self.typer.text).starts_with("while") { 5 } else { 3 };
        self.loops.push(LoopHead {
            annotation: Annotation {
                label: None,
                conjuncts: vec![],
                added: 0,
                span: tree.annotation.span,
            },
            rank: None,
            scope: self.typer.scope.variables(),
            span: Span { start: span.start, end: (span.start + keyword).min(span.end) },
        });
        let annotation = self.annotation(&tree.annotation);
        let rank = self.rank(tree.rank.as_ref());
        let condition = self.condition(&tree.condition);
        self.depth += 1;
        let body = self.branch(&tree.body);
        self.depth -= 1;
        let step = match step {
            Some(step) => self.statement(step),
            None => Some(vec![]),
        };
        if let Some(head) = self.loops.get_mut(id.0 as usize) {
            head.annotation = annotation?;
            head.rank = rank?;
        }
        let body =
            Loop { id, init: init_statements?, condition: condition?, step: step?, body: body? };
        Some(vec![Statement { kind: StatementKind::Loop(Box::new(body)), span }])
    }

    fn returned(
        &mut self,
        value: Option<&'a tree::Expression>,
        span: Span,
    ) -> Option<Option<Expression>> {
        match (self.answer.clone(), value) {
            (ReturnType::Void, None) => Some(None),
            (ReturnType::Void, Some(value)) => {
                if !container::has_no_type(value) {
                    self.typer.expression(value, None);
                }
                let message = "a `void` function cannot return a value";
                self.typer.say(
                    Diagnostic::error("PI0113", value.span, message)
                        .pointing(self.name, "this function"),
                );
                None
            }
            (ReturnType::Value(ty), None) => {
                let mut diagnostic =
                    Diagnostic::error("PI0113", span, "a value must be returned here")
                        .pointing(self.name, "this function returns something");
                diagnostic.label = ty.map(|ty| format!("a `{}`", self.typer.type_name(&ty)));
                self.typer.say(diagnostic);
                None
            }
            (ReturnType::Value(Some(ty)), Some(value)) => {
                let value = self.typer.expect(value, &ty, "PI0113", "what is returned here")?;
                Some(Some(value))
            }
            (ReturnType::Value(None), Some(value)) => {
                if !container::has_no_type(value) {
                    self.typer.expression(value, None);
                }
                None
            }
        }
    }

    /// What is assigned, and its type.
    fn place(&mut self, tree: &'a tree::Expression) -> Option<(Place, Type)> {
        match &tree.kind {
            TreeKind::Name(_) => {
                let found = self.typer.expression(tree, None)?;
                let ExpressionKind::Variable(variable) = found.kind else {
                    return self.not_assignable(tree);
                };
                self.assigned(variable, tree.span);
                Some((Place { variable, parts: vec![], span: tree.span }, found.ty))
            }
            TreeKind::Index(array, index) => {
                let place = self.place(array);
                let index_tree = index;
                let index = self.typer.expect(index, &Type::Int, "PI0116", "a subscript");
                let (mut place, ty) = place?;
                let Type::Array(element) = ty else {
                    let kind = ExpressionKind::Variable(place.variable);
                    let found = Expression { kind, ty, span: array.span };
                    self.typer.not_an_array(&found, "only arrays have subscripts");
                    return None;
                };
                let brackets = Span { start: array.span.end, end: tree.span.end };
                let brackets =
                    if brackets.start <= index_tree.span.start { brackets } else { tree.span };
                place.parts.push(Part::Index(index?, brackets));
                place.span = tree.span;
                Some((place, *element))
            }
            TreeKind::Field(structure, field) => {
                let (mut place, ty) = self.place(structure)?;
                let (position, ty) = self.typer.find_field(&ty, structure.span, field)?;
                place.parts.push(Part::Field(position));
                place.span = tree.span;
                Some((place, ty))
            }
            TreeKind::Damaged => {
                self.typer.is_damaged = true;
                None
            }
            _ => self.not_assignable(tree),
        }
    }

    fn not_assignable(&mut self, tree: &tree::Expression) -> Option<(Place, Type)> {
        let message = "only variables and parts of them can be assigned";
        self.typer.say(Diagnostic::error("PI0124", tree.span, message));
        None
    }

    /// A variable, or a part of it, gets a new value.
    fn assigned(&mut self, variable: VariableId, span: Span) {
        let found = &mut self.variables[variable.0 as usize];
        found.is_assigned = true;
        let is_parameter = found.role == Role::Parameter;
        if is_parameter && !self.is_classic && self.warned.insert(variable) {
            let (name, declared) = (found.name.clone(), found.span);
            self.typer.say(
                Diagnostic::warning("PI0131", span, format!("the parameter `{name}` is assigned"))
                    .pointing(declared, "the parameter")
                    .noting(format!("in `@post`, `{name}` means the value on entry"))
                    .helping("copy it into a variable first"),
            );
        }
    }
}

/// Does a variable occur in an expression?
fn mentions(expression: &Expression, variable: VariableId) -> bool {
    let mut found = false;
    expression.visit(&mut |inner| found |= inner.kind == ExpressionKind::Variable(variable));
    found
}
