//! Operators, and chains of comparisons.

use super::container;
use super::typer::{Setting, Typer, conjunction, make, whole_for_float};
use crate::program::{Expression, ExpressionKind, Type};
use crate::{BinaryOp, Diagnostic, Span, UnaryOp, tree};

impl<'a> Typer<'a> {
    /// `!e`, `-e`
    pub(super) fn unary(
        &mut self,
        op: UnaryOp,
        operand: &'a tree::Expression,
        span: Span,
    ) -> Option<Expression> {
        let operand = self.expression(operand, None)?;
        let (is_right, wanted) = match op {
            UnaryOp::Not => (operand.ty == Type::Bool, "a `bool`"),
            UnaryOp::Negate => (operand.ty.is_number(), "a number"),
        };
        if !is_right {
            let found = self.type_name(&operand.ty);
            let message = format!("`{}` needs {wanted}, but this is `{found}`", op.sign());
            self.say(
                Diagnostic::error("PI0110", span, message)
                    .pointing(operand.span, format!("`{found}`")),
            );
            return None;
        }
        let ty = operand.ty.clone();
        let operand = Box::new(operand);
        let kind = match op {
            UnaryOp::Not => ExpressionKind::Not(operand),
            UnaryOp::Negate => ExpressionKind::Negate(operand),
        };
        make(kind, ty, span)
    }

    /// `l ∘ r`
    pub(super) fn binary(
        &mut self,
        op: BinaryOp,
        left: &'a tree::Expression,
        right: &'a tree::Expression,
        span: Span,
    ) -> Option<Expression> {
        let (left, right) = self.operands(left, right);
        self.combine(op, left?, right?, span)
    }

    /// `e ≤ f < g` is `e ≤ f && f < g`.
    pub(super) fn chain(
        &mut self,
        operands: &'a [tree::Expression],
        ops: &[BinaryOp],
    ) -> Option<Expression> {
        let resolved: Vec<Option<Expression>> =
            operands.iter().map(|operand| self.expression(operand, None)).collect();
        let inner = resolved.iter().skip(1).rev().skip(1).flatten();
        let called =
            inner.into_iter().find(|operand| self.setting == Setting::Code && calls(operand));
        if let Some(span) = called.map(|operand| operand.span) {
            self.say(
                Diagnostic::error("PI0118", span, "a call cannot stand between two comparisons")
                    .noting(
                        "a chain means one comparison after the other, so it would be called twice",
                    )
                    .helping("store the result in a variable first"),
            );
            return None;
        }
        let mut links = Some(vec![]);
        for (pair, op) in resolved.windows(2).zip(ops) {
            let link = match pair {
                [Some(left), Some(right)] => {
                    let span = left.span.to(right.span);
                    self.combine(*op, left.clone(), right.clone(), span)
                }
                _ => None,
            };
            links = links.and_then(|mut links| {
                links.push(link?);
                Some(links)
            });
        }
        links?.into_iter().reduce(|left, right| {
            let span = left.span.to(right.span);
            conjunction(left, right, span)
        })
    }

    /// Both operands; one that has no type of its own takes that of the other.
    fn operands(
        &mut self,
        left: &'a tree::Expression,
        right: &'a tree::Expression,
    ) -> (Option<Expression>, Option<Expression>) {
        if container::has_no_type(left) {
            let right = self.expression(right, None);
            let ty = right.as_ref().map(|right| right.ty.clone());
            return match ty {
                Some(ty) => (self.expression(left, Some(&ty)), right),
                None => (None, None),
            };
        }
        let left = self.expression(left, None);
        let ty = left.as_ref().map(|left| left.ty.clone());
        if ty.is_none() && container::has_no_type(right) {
            return (None, None);
        }
        let right = self.expression(right, ty.as_ref());
        (left, right)
    }

    fn combine(
        &mut self,
        op: BinaryOp,
        left: Expression,
        right: Expression,
        span: Span,
    ) -> Option<Expression> {
        let mut op = op;
        let same = left.ty == right.ty;
        let (is_right, wanted, ty) = match op {
            BinaryOp::Implies | BinaryOp::Iff | BinaryOp::Or | BinaryOp::And => {
                (same && left.ty == Type::Bool, "two `bool`s", Type::Bool)
            }
            BinaryOp::Equal | BinaryOp::Different => (same, "two values of one type", Type::Bool),
            BinaryOp::Less | BinaryOp::LessEqual | BinaryOp::Greater | BinaryOp::GreaterEqual => {
                (same && left.ty.is_number(), "two numbers of one type", Type::Bool)
            }
            BinaryOp::Add | BinaryOp::Subtract | BinaryOp::Multiply | BinaryOp::Divide => {
                (same && left.ty.is_number(), "two numbers of one type", left.ty.clone())
            }
            BinaryOp::Quotient | BinaryOp::Remainder => {
                (same && left.ty == Type::Int, "two `int`s", Type::Int)
            }
        };
        if !is_right {
            self.mismatch(op, &left, &right, wanted, span);
            return None;
        }
        if op == BinaryOp::Divide && ty == Type::Int {
            // The original takes it, for real division in disguise; whoever writes it means this.
            self.say(
                Diagnostic::warning("PI0132", span, "`/` between `int`s is read as `div`")
                    .noting("`/` divides `float`s; `div` is the whole part of a quotient")
                    .advising("div"),
            );
            op = BinaryOp::Quotient;
        }
        make(ExpressionKind::Binary(op, Box::new(left), Box::new(right)), ty, span)
    }

    fn mismatch(
        &mut self,
        op: BinaryOp,
        left: &Expression,
        right: &Expression,
        wanted: &str,
        span: Span,
    ) {
        let (l, r) = (self.type_name(&left.ty), self.type_name(&right.ty));
        let message = format!("`{}` needs {wanted}, but has `{l}` and `{r}`", op.sign());
        let mut diagnostic = Diagnostic::error("PI0110", span, message)
            .pointing(left.span, format!("`{l}`"))
            .pointing(right.span, format!("`{r}`"));
        let is_whole = matches!(op, BinaryOp::Quotient | BinaryOp::Remainder);
        diagnostic.help = match (&left.ty, &right.ty) {
            (Type::Float, Type::Float) if op == BinaryOp::Quotient => {
                Some("divide `float`s with `/`".to_owned())
            }
            _ if is_whole => None,
            _ => whole_for_float(left, &right.ty).or_else(|| whole_for_float(right, &left.ty)),
        };
        self.say(diagnostic);
    }
}

/// Is a function called in it?
pub(super) fn calls(expression: &Expression) -> bool {
    let mut found = false;
    expression.visit(&mut |inner| found |= matches!(inner.kind, ExpressionKind::Call(..)));
    found
}
