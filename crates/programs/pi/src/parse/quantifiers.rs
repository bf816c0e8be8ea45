//! Quantifiers and membership.
//!
//! A quantifier binds tighter than `&&`: `forall i. (F -> G) && H` is `(forall i. (F -> G)) && H`.

use super::expressions::{Level, MeasuredExpression};
use super::{Parse, Parser, Part};
use crate::lex::{Kind, Token};
use crate::tree::{BinaryOp, Expression, ExpressionKind, Quantified};
use crate::{Diagnostic, Name};

impl Parser<'_> {
    /// Reads `forall i, j. F`, `forall float x. F`, `forall k in keys(h). F`.
    pub(super) fn quantifier(&mut self) -> Parse<MeasuredExpression> {
        let token = self.advance();
        let (mut variables, mut height) = (vec![], 0);
        let mut ty = None;
        loop {
            if self.is_type() {
                ty = Some(self.type_tree("a type")?);
            }
            let name = self.name("the variable of the quantifier")?;
            let mut keys = None;
            if self.is_membership() {
                self.advance();
                let of = self.deeper(Self::keys)?;
                height = height.max(of.height);
                keys = Some(Box::new(of.expression));
            }
            variables.push(Quantified { ty: ty.clone(), name, keys });
            if self.take(Kind::Comma).is_none() {
                break;
            }
        }
        self.play(Part::Period);
        self.period(token)?;
        let body = self.deeper(|parser| parser.binary(Level::Equality))?;
        let span = token.span.to(body.expression.span);
        let is_forall = token.kind == Kind::Forall;
        let height = height.max(body.height);
        self.grow(
            ExpressionKind::Quantified { is_forall, variables, body: Box::new(body.expression) },
            span,
            height,
        )
    }

    fn period(&mut self, quantifier: Token) -> Parse<()> {
        if self.take(Kind::Dot).is_some() {
            return Ok(());
        }
        if matches!(self.kind(), Kind::Stray | Kind::End) {
            return Err(self.unexpected("`.`"));
        }
        let token = self.token();
        let prefix = quantifier.span.to(self.previous().span).of(self.text);
        let message = format!("expected `.` after the variables, found {}", self.describe(token));
        let mut diagnostic = Diagnostic::error("PI0001", token.span, message)
            .labelled("expected `.`")
            .helping(format!("{prefix}. (…)"));
        if token.kind == Kind::Colon {
            diagnostic =
                diagnostic.noting("a type stands before its variable, as in `forall float x. (…)`");
        }
        Err(self.complain(diagnostic))
    }

    /// Reads `forall(i, l, u, F)`, which is `forall i. (l <= i && i <= u -> F)`.
    pub(super) fn bounded_quantifier(&mut self, token: Token) -> Parse<MeasuredExpression> {
        self.advance();
        let open = self.token();
        self.play(Part::Postfix);
        self.expect(Kind::OpenParen, "`(`")?;
        let name = self.name("the variable of the quantifier")?;
        self.comma("the lower bound")?;
        let lower = self.bracketed()?;
        self.comma("the upper bound")?;
        let upper = self.bracketed()?;
        self.comma("the formula")?;
        let body = self.bracketed()?;
        let close = self.expect_closing(Kind::CloseParen, open)?;
        for bound in [&lower, &upper] {
            if bound.expression.mentions(&name.text) {
                let message = format!("a bound of `{}` mentions `{}` itself", name.text, name.text);
                let diagnostic = Diagnostic::error("PI0019", bound.expression.span, message)
                    .pointing(name.span, "the variable of the quantifier")
                    .helping("give the variable another name");
                self.complain(diagnostic);
            }
        }
        let is_forall = token.kind == Kind::Forall;
        let bounds = lower.expression.span.to(upper.expression.span);
        let matrix = bounds.to(body.expression.span);
        let height = lower.height.max(upper.height) + 1;
        let variable =
            || Expression { kind: ExpressionKind::Name(name.text.clone()), span: name.span };
        let above = binary(BinaryOp::LessEqual, lower.expression, variable(), bounds);
        let below = binary(BinaryOp::LessEqual, variable(), upper.expression, bounds);
        let guard = binary(BinaryOp::And, above, below, bounds);
        let connective = if is_forall { BinaryOp::Implies } else { BinaryOp::And };
        let height = (height + 1).max(body.height);
        let body = Box::new(binary(connective, guard, body.expression, matrix));
        let variables = vec![Quantified { ty: None, name, keys: None }];
        let kind = ExpressionKind::Quantified { is_forall, variables, body };
        self.grow(kind, token.span.to(close.span), height + 1)
    }

    fn comma(&mut self, before: &str) -> Parse<Token> {
        self.expect(Kind::Comma, &format!("`,` and {before}"))
    }

    /// Reads an expression in brackets, a few levels below.
    fn bracketed(&mut self) -> Parse<MeasuredExpression> {
        let annotating = self.annotating.take();
        let result =
            self.deeper(|parser| parser.deeper(|parser| parser.binary(Level::Implication)));
        self.annotating = annotating;
        result
    }

    /// Is the next token `in` or `∈`? `in` is a name elsewhere.
    pub(super) fn is_membership(&self) -> bool {
        self.is_membership_at(self.at)
    }

    pub(super) fn is_membership_at(&self, at: usize) -> bool {
        self.token_at(at).kind == Kind::Element
            || (self.is_word_at(at, "in") && self.token_at(at + 1).kind == Kind::Ident)
    }

    /// Reads `in keys(h)` after the key.
    pub(super) fn membership(&mut self, key: MeasuredExpression) -> Parse<MeasuredExpression> {
        self.advance();
        let keys = self.deeper(Self::keys)?;
        let height = key.height.max(keys.height);
        let span = key.expression.span.to(keys.expression.span);
        let kind = ExpressionKind::In(Box::new(key.expression), Box::new(keys.expression));
        self.grow(kind, span, height)
    }

    /// Reads `keys(h)` and nothing that follows: the point after it may be that of a quantifier.
    fn keys(&mut self) -> Parse<MeasuredExpression> {
        if !self.is_word("keys") || self.kind_after(1) != Kind::OpenParen {
            let token = self.token();
            let message = format!("expected `keys(…)`, found {}", self.describe(token));
            let diagnostic = Diagnostic::error("PI0001", token.span, message)
                .labelled("expected the keys of a table")
                .proposing(format!("keys({})", token.span.of(self.text)));
            return Err(self.complain(diagnostic));
        }
        let word = self.advance();
        let name = Name { text: "keys".to_owned(), span: word.span };
        self.play(Part::Postfix);
        let open = self.advance();
        let table = self.bracketed()?;
        let close = self.expect_closing(Kind::CloseParen, open)?;
        let span = word.span.to(close.span);
        self.grow(ExpressionKind::Call(name, vec![table.expression]), span, table.height)
    }
}

fn binary(op: BinaryOp, left: Expression, right: Expression, span: crate::Span) -> Expression {
    Expression { kind: ExpressionKind::Binary(op, Box::new(left), Box::new(right)), span }
}
