//! Quantifiers.

use super::typer::{Setting, Typer, conjunction, make};
use super::types;
use crate::program::{Expression, ExpressionKind, Type};
use crate::tree::{self, Quantified};
use crate::{BinaryOp, Diagnostic, Span};

impl<'a> Typer<'a> {
    /// `forall x, y. F`, `forall k in keys(h). F`
    pub(super) fn quantified(
        &mut self,
        is_forall: bool,
        variables: &'a [Quantified],
        body: &'a tree::Expression,
        span: Span,
    ) -> Option<Expression> {
        if self.setting == Setting::Code {
            let word = if is_forall { "forall" } else { "exists" };
            self.say(
                Diagnostic::error("PI0121", span, format!("`{word}` cannot be executed"))
                    .noting("quantifiers can stand in annotations and predicates only"),
            );
            return None;
        }
        self.scope.enter();
        let mut guards = Some(vec![]);
        let mut bounds = vec![];
        for Quantified { ty, name, keys } in variables {
            let written = ty.as_ref().map(|ty| {
                types::scalar(
                    self.declared,
                    ty,
                    "a variable of a quantifier",
                    &mut self.diagnostics,
                )
            });
            let table = keys.as_ref().map(|keys| self.keys(keys));
            let ty = match (&written, &table) {
                (Some(written), _) => written.clone(),
                (None, Some(Some((_, key, _)))) => Some(key.clone()),
                (None, Some(None)) => None,
                (None, None) => Some(Type::Int),
            };
            self.check_new(name);
            let bound = self.bind(name, ty.clone());
            if let Some(table) = table {
                let guard = self.key_guard(name, &bound, ty, table);
                guards = guards.and_then(|mut guards| {
                    guards.push(guard?);
                    Some(guards)
                });
            }
            bounds.push(bound);
        }
        let body = self.expect(body, &Type::Bool, "PI0111", "what is quantified");
        self.scope.leave();
        let mut body = body?;
        if let Some(guard) = guards?.into_iter().reduce(|left, right| {
            let span = left.span.to(right.span);
            conjunction(left, right, span)
        }) {
            let op = if is_forall { BinaryOp::Implies } else { BinaryOp::And };
            let span = body.span;
            let kind = ExpressionKind::Binary(op, Box::new(guard), Box::new(body));
            body = Expression { kind, ty: Type::Bool, span };
        }
        let kind = ExpressionKind::Quantified { is_forall, bounds, body: Box::new(body) };
        make(kind, Type::Bool, span)
    }
}
