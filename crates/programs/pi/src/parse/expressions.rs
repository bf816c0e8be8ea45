//! Expressions, by the levels of their operators.

use super::{Parse, Parser, Part};
use crate::lex::{Kind, Token};
use crate::limits::LEVELS;
use crate::tree::{BinaryOp, Dialect, Expression, ExpressionKind, UnaryOp};
use crate::{Diagnostic, Name, Span};

/// How tightly operators bind, the loosest first. Quantifiers stand between conjunction and equality.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Level {
    Implication,
    Disjunction,
    Conjunction,
    Equality,
    Comparison,
    Sum,
    Product,
    Unary,
}

/// An expression, and the number of levels below its root.
pub(super) struct MeasuredExpression {
    pub(super) expression: Expression,
    pub(super) height: u32,
}

impl Level {
    fn next(self) -> Level {
        match self {
            Level::Implication => Level::Disjunction,
            Level::Disjunction => Level::Conjunction,
            Level::Conjunction => Level::Equality,
            Level::Equality => Level::Comparison,
            Level::Comparison => Level::Sum,
            Level::Sum => Level::Product,
            Level::Product | Level::Unary => Level::Unary,
        }
    }
}

impl Parser<'_> {
    /// Reads an expression.
    pub(super) fn expression(&mut self) -> Parse<Expression> {
        Ok(self.binary(Level::Implication)?.expression)
    }

    /// Reads an expression in brackets: the header of a loop cannot begin there.
    fn inner(&mut self) -> Parse<MeasuredExpression> {
        let annotating = self.annotating.take();
        let inner = self.deeper(|parser| parser.binary(Level::Implication));
        self.annotating = annotating;
        inner
    }

    /// Reads something that lies one level below.
    pub(super) fn deeper<T>(&mut self, read: impl FnOnce(&mut Self) -> Parse<T>) -> Parse<T> {
        if self.depth >= LEVELS {
            return Err(self.too_deep());
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }

    /// A node over parts of which the highest has this height.
    pub(super) fn grow(
        &mut self,
        kind: ExpressionKind,
        span: Span,
        height: u32,
    ) -> Parse<MeasuredExpression> {
        if self.depth + height >= LEVELS {
            return Err(self.too_deep());
        }
        Ok(MeasuredExpression { expression: Expression { kind, span }, height: height + 1 })
    }

    /// The operator between two operands that comes next.
    fn operator(&self) -> Option<(BinaryOp, Level)> {
        Some(match self.kind() {
            Kind::Implies => (BinaryOp::Implies, Level::Implication),
            Kind::Iff => (BinaryOp::Iff, Level::Implication),
            Kind::Or => (BinaryOp::Or, Level::Disjunction),
            Kind::And => (BinaryOp::And, Level::Conjunction),
            Kind::Equal if self.dialect == Dialect::Pi => (BinaryOp::Equal, Level::Equality),
            Kind::DoubleEqual => (BinaryOp::Equal, Level::Equality),
            Kind::Different => (BinaryOp::Different, Level::Equality),
            Kind::Less => (BinaryOp::Less, Level::Comparison),
            Kind::LessEqual => (BinaryOp::LessEqual, Level::Comparison),
            Kind::Greater => (BinaryOp::Greater, Level::Comparison),
            Kind::GreaterEqual => (BinaryOp::GreaterEqual, Level::Comparison),
            Kind::Plus => (BinaryOp::Add, Level::Sum),
            Kind::Minus => (BinaryOp::Subtract, Level::Sum),
            Kind::Star => (BinaryOp::Multiply, Level::Product),
            Kind::Slash => (BinaryOp::Divide, Level::Product),
            Kind::Div => (BinaryOp::Quotient, Level::Product),
            Kind::Percent => (BinaryOp::Remainder, Level::Product),
            _ => return None,
        })
    }

    /// Reads operands and operators that bind at least so tightly.
    pub(super) fn binary(&mut self, loosest: Level) -> Parse<MeasuredExpression> {
        let mut left = self.unary()?;
        loop {
            if loosest <= Level::Comparison && self.is_membership() {
                left = self.membership(left)?;
                continue;
            }
            let Some((op, level)) = self.operator().filter(|(_, level)| *level >= loosest) else {
                break;
            };
            if level == Level::Comparison {
                left = self.comparison(left)?;
                continue;
            }
            self.check_equality_sign();
            self.advance();
            let right = self.deeper(|parser| parser.binary(level.next()))?;
            let height = left.height.max(right.height);
            let span = left.expression.span.to(right.expression.span);
            let kind =
                ExpressionKind::Binary(op, Box::new(left.expression), Box::new(right.expression));
            left = self.grow(kind, span, height)?;
            if matches!(level, Level::Implication | Level::Equality) {
                self.check_single(level, &left.expression)?;
            }
        }
        Ok(left)
    }

    /// `==` is a slip in the pi dialect.
    fn check_equality_sign(&mut self) {
        if self.kind() == Kind::DoubleEqual && self.dialect == Dialect::Pi {
            let diagnostic =
                Diagnostic::error("PI0014", self.token().span, "equality is written `=`, not `==`")
                    .noting("`==` belongs to the classic dialect, in which `=` is the assignment")
                    .proposing("=");
            self.complain(diagnostic);
        }
    }

    /// Implications and equations do not chain: readers disagree on what that would mean.
    fn check_single(&mut self, level: Level, left: &Expression) -> Parse<()> {
        let Some((op, _)) = self.operator().filter(|(_, next)| *next == level) else {
            return Ok(());
        };
        let first = left.span.of(self.text);
        let span = self.token().span;
        let diagnostic =
            Diagnostic::error("PI0016", span, format!("`{}` needs parentheses here", op.sign()))
                .labelled("a second operator of this sort")
                .pointing(left.span, "the first one is in here")
                .helping(match level {
                    Level::Equality => format!(
                        "write `{first} && … {} …`, or ({first}) {} …",
                        op.sign(),
                        op.sign()
                    ),
                    _ => format!(
                        "({first}) {} …, or put the parentheses on the right side",
                        op.sign()
                    ),
                });
        Err(self.complain(diagnostic))
    }

    /// Reads `< e`, or the rest of a chain such as `<= e < f`.
    fn comparison(&mut self, left: MeasuredExpression) -> Parse<MeasuredExpression> {
        let (mut height, mut span) = (left.height, left.expression.span);
        let (mut operands, mut operators) = (vec![left.expression], vec![]);
        while let Some((op, Level::Comparison)) = self.operator() {
            if let Some(first) = operators.first().filter(|first| !same_direction(**first, op)) {
                let (first, second) = (BinaryOp::sign(*first), op.sign());
                let message = format!("a chain cannot have both `{first}` and `{second}`");
                let middle =
                    operands.last().map_or("", |operand: &Expression| operand.span.of(self.text));
                let diagnostic = Diagnostic::error("PI0016", self.token().span, message)
                    .helping(format!("{} && {middle} {second} …", span.of(self.text)));
                return Err(self.complain(diagnostic));
            }
            self.advance();
            let right = self.deeper(|parser| parser.binary(Level::Sum))?;
            // The meaning of a chain is a conjunction, one level deeper for each link.
            height = height.max(right.height) + u32::from(!operators.is_empty());
            span = span.to(right.expression.span);
            operands.push(right.expression);
            operators.push(op);
            if self.depth + height >= LEVELS {
                return Err(self.too_deep());
            }
        }
        let kind = match (operands.len(), operators.first().copied()) {
            (2, Some(op)) => {
                let mut both = operands.into_iter().map(Box::new);
                match (both.next(), both.next()) {
                    (Some(left), Some(right)) => ExpressionKind::Binary(op, left, right),
                    _ => ExpressionKind::Damaged,
                }
            }
            _ => ExpressionKind::Chain(operands, operators),
        };
        self.grow(kind, span, height)
    }

    /// Reads signs before an operand, a quantifier, or an operand.
    fn unary(&mut self) -> Parse<MeasuredExpression> {
        let token = self.token();
        let op = match token.kind {
            Kind::Not => UnaryOp::Not,
            Kind::Minus => UnaryOp::Negate,
            Kind::Forall | Kind::Exists if self.kind_after(1) != Kind::OpenParen => {
                return self.quantifier();
            }
            _ => return self.postfix(),
        };
        self.play(Part::Prefix);
        self.advance();
        let operand = self.deeper(Self::unary)?;
        let span = token.span.to(operand.expression.span);
        self.grow(ExpressionKind::Unary(op, Box::new(operand.expression)), span, operand.height)
    }

    /// Reads an operand and what follows it: indices, fields, arguments, updates.
    fn postfix(&mut self) -> Parse<MeasuredExpression> {
        let mut grown = self.primary()?;
        loop {
            let token = self.token();
            match token.kind {
                Kind::OpenBracket => grown = self.index(grown, token)?,
                Kind::Dot if self.kind_after(1) == Kind::Ident => {
                    self.advance();
                    let field = self.name("the name of a field")?;
                    let span = grown.expression.span.to(field.span);
                    let kind = ExpressionKind::Field(Box::new(grown.expression), field);
                    grown = self.grow(kind, span, grown.height)?;
                }
                Kind::OpenParen if self.is_loop_header() => return Ok(grown),
                Kind::OpenParen => grown = self.call(grown, token)?,
                Kind::OpenBrace if self.brackets.is_update(self.at) => {
                    grown = self.update(grown, token)?
                }
                _ => return Ok(grown),
            }
        }
    }

    /// Inside of a loop's annotation, is this parenthesis the header of the loop? For `for`, if there is
    /// a `;` in it; for `while`, if a statement begins after it.
    fn is_loop_header(&self) -> bool {
        match self.annotating {
            None => false,
            Some(super::LoopWord::For) => {
                self.brackets.close(self.at).is_some() && self.brackets.has_semicolon(self.at)
            }
            Some(super::LoopWord::While) => self.brackets.close(self.at).is_some_and(|close| {
                let next = self.token_at(close + 1).kind;
                let is_membership = self.is_membership_at(close + 1);
                (next == Kind::Ident && !is_membership)
                    || next.begins_statement()
                    || next.is_basic_type()
                    || matches!(next, Kind::OpenBrace | Kind::Semicolon | Kind::At)
            }),
        }
    }

    fn index(&mut self, array: MeasuredExpression, open: Token) -> Parse<MeasuredExpression> {
        self.play(Part::Postfix);
        self.advance();
        let index = self.inner()?;
        let close = self.expect_closing(Kind::CloseBracket, open)?;
        let height = array.height.max(index.height);
        let span = array.expression.span.to(close.span);
        let kind = ExpressionKind::Index(Box::new(array.expression), Box::new(index.expression));
        self.grow(kind, span, height)
    }

    fn update(&mut self, array: MeasuredExpression, open: Token) -> Parse<MeasuredExpression> {
        self.play(Part::Postfix);
        self.advance();
        let index = self.inner()?;
        self.expect(Kind::Gets, "`<-`")?;
        let value = self.inner()?;
        self.play(Part::Close);
        let close = self.expect_closing(Kind::CloseBrace, open)?;
        let height = array.height.max(index.height).max(value.height);
        let span = array.expression.span.to(close.span);
        let [array, index, value] = [array, index, value].map(|part| Box::new(part.expression));
        self.grow(ExpressionKind::Update(array, index, value), span, height)
    }

    fn call(&mut self, callee: MeasuredExpression, open: Token) -> Parse<MeasuredExpression> {
        let name = match callee.expression.kind {
            ExpressionKind::Name(text) if callee.expression.span.of(self.text) == text => {
                Name { text, span: callee.expression.span }
            }
            _ => {
                let diagnostic = Diagnostic::error(
                    "PI0017",
                    callee.expression.span,
                    "only a name can be called",
                )
                .labelled("this is followed by arguments")
                .helping("if a product was meant, write *");
                return Err(self.complain(diagnostic));
            }
        };
        self.play(Part::Postfix);
        self.advance();
        let (mut arguments, height) = self.arguments()?;
        let close = self.expect_closing(Kind::CloseParen, open)?;
        let span = name.span.to(close.span);
        let is_length =
            self.dialect == Dialect::Classic && name.text == "length" && arguments.len() == 1;
        if is_length && let Some(array) = arguments.pop() {
            return self.grow(ExpressionKind::Length(Box::new(array)), span, height);
        }
        self.grow(ExpressionKind::Call(name, arguments), span, height)
    }

    /// Reads expressions with commas between them, up to a closing parenthesis.
    fn arguments(&mut self) -> Parse<(Vec<Expression>, u32)> {
        let (mut arguments, mut height) = (vec![], 0);
        if self.kind() == Kind::CloseParen {
            return Ok((arguments, height));
        }
        loop {
            let argument = self.inner()?;
            height = height.max(argument.height);
            arguments.push(argument.expression);
            if self.take(Kind::Comma).is_none() {
                return Ok((arguments, height));
            }
        }
    }

    fn primary(&mut self) -> Parse<MeasuredExpression> {
        let token = self.token();
        let text = || token.span.of(self.text).to_owned();
        let kind = match token.kind {
            Kind::Number => ExpressionKind::Int(text()),
            Kind::Decimal => ExpressionKind::Float(text()),
            Kind::True => ExpressionKind::Bool(true),
            Kind::False => ExpressionKind::Bool(false),
            Kind::Ident => ExpressionKind::Name(text()),
            Kind::OpenParen => return self.parenthesised(token),
            Kind::Bar => return self.length(token),
            Kind::New => return self.new_array(token),
            Kind::Forall | Kind::Exists => return self.bounded_quantifier(token),
            _ => return self.no_operand(token),
        };
        self.advance();
        self.grow(kind, token.span, 0)
    }

    /// Tells that there is no operand. A reserved word that stands where a variable could is passed over.
    fn no_operand(&mut self, token: Token) -> Parse<MeasuredExpression> {
        let is_bare_word = token.kind.is_reserved() && !token.span.of(self.text).starts_with('@');
        let is_structural = token.kind.begins_statement()
            || token.kind.is_basic_type()
            || matches!(token.kind, Kind::Else | Kind::Div | Kind::Void);
        if !is_bare_word || is_structural || self.is_on_new_line() {
            return Err(self.unexpected("an expression"));
        }
        let lost = self.reserved_in_expression();
        self.advance();
        let fits = self.operator().is_some()
            || matches!(
                self.kind(),
                Kind::Semicolon | Kind::Comma | Kind::CloseParen | Kind::CloseBracket
            );
        if fits {
            return self.grow(ExpressionKind::Damaged, token.span, 0);
        }
        self.at -= 1;
        Err(lost)
    }

    /// The span of what is in parentheses includes them.
    fn parenthesised(&mut self, open: Token) -> Parse<MeasuredExpression> {
        self.advance();
        let mut inner = self.inner()?;
        let close = self.expect_closing(Kind::CloseParen, open)?;
        inner.expression.span = open.span.to(close.span);
        Ok(inner)
    }

    fn length(&mut self, open: Token) -> Parse<MeasuredExpression> {
        self.play(Part::Open);
        self.advance();
        let array = self.inner()?;
        self.play(Part::Close);
        let close = self.expect_closing(Kind::Bar, open)?;
        let span = open.span.to(close.span);
        self.grow(ExpressionKind::Length(Box::new(array.expression)), span, array.height)
    }

    fn new_array(&mut self, new: Token) -> Parse<MeasuredExpression> {
        self.advance();
        let element = self.type_tree("the type of the elements")?;
        let open = self.token();
        self.play(Part::Postfix);
        self.expect(Kind::OpenBracket, "`[` and the length of the array")?;
        let length = self.inner()?;
        let close = self.expect_closing(Kind::CloseBracket, open)?;
        let kind = ExpressionKind::New { element, length: Box::new(length.expression) };
        self.grow(kind, new.span.to(close.span), length.height)
    }
}

fn same_direction(left: BinaryOp, right: BinaryOp) -> bool {
    let is_upwards = |op| matches!(op, BinaryOp::Less | BinaryOp::LessEqual);
    is_upwards(left) == is_upwards(right)
}
