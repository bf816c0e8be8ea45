//! Statements.

use super::{Line, LoopWord, Lost, Parse, Parser, Part};
use crate::lex::{Kind, Token};
use crate::tree::{
    Annotation, BinaryOp, Block, Dialect, Expression, ExpressionKind, Loop, Rank, Statement,
    StatementKind,
};
use crate::{Diagnostic, Name};

/// What stands in the parentheses of `for`.
struct Header {
    init: Option<Statement>,
    condition: Expression,
    step: Option<Statement>,
}

impl Parser<'_> {
    /// Reads a block, whose brace comes next.
    pub(super) fn block(&mut self) -> Block {
        self.play(Part::Block);
        let open = self.advance();
        let mut statements = vec![];
        while self.kind() != Kind::CloseBrace {
            if self.kind() == Kind::End || self.kind().begins_declaration() {
                self.unclosed(Kind::CloseBrace, open);
                return Block { statements, span: self.span_from(open.span) };
            }
            let start = self.at;
            self.begin(Line::Statement);
            match self.statement() {
                Ok(statement) => statements.push(statement),
                Err(_) => {
                    self.skip_statement();
                    let is_stuck = self.at == start && !self.kind().begins_declaration();
                    if is_stuck && !matches!(self.kind(), Kind::CloseBrace | Kind::End) {
                        self.advance();
                    }
                }
            }
        }
        self.begin(Line::BlockEnd);
        self.advance();
        Block { statements, span: self.span_from(open.span) }
    }

    /// Reads a statement.
    fn statement(&mut self) -> Parse<Statement> {
        self.deeper(Self::statement_here)
    }

    fn statement_here(&mut self) -> Parse<Statement> {
        let start = self.token();
        let kind = match start.kind {
            Kind::OpenBrace => StatementKind::Block(self.block()),
            Kind::If => self.conditional()?,
            Kind::While => self.while_loop()?,
            Kind::For => self.for_loop()?,
            Kind::Break => {
                self.advance();
                self.semicolon("`break`")?;
                StatementKind::Break
            }
            Kind::Return => {
                self.advance();
                let is_bare = matches!(self.kind(), Kind::Semicolon | Kind::CloseBrace);
                let value = if is_bare { None } else { Some(self.expression()?) };
                self.semicolon("this statement")?;
                StatementKind::Return(value)
            }
            Kind::At => {
                let annotation = self.annotation()?;
                self.semicolon("this assertion")?;
                StatementKind::Assert(annotation)
            }
            Kind::Semicolon => {
                self.advance();
                StatementKind::Empty
            }
            Kind::Else => {
                let diagnostic = Diagnostic::error(
                    "PI0001",
                    start.span,
                    "this `else` belongs to no `if`",
                )
                .noting("an `else` follows the one statement, or the block, that its `if` governs");
                return Err(self.complain(diagnostic));
            }
            _ => {
                let kind = if self.is_type() { self.local()? } else { self.assignment()? };
                self.semicolon("this statement")?;
                kind
            }
        };
        Ok(Statement { kind, span: self.span_from(start.span) })
    }

    /// Reads `T x` or `T x := e`.
    fn local(&mut self) -> Parse<StatementKind> {
        let ty = self.type_tree("a type")?;
        let name = self.name("the name of a local variable")?;
        if self.kind() == Kind::Comma {
            let diagnostic = Diagnostic::error(
                "PI0001",
                self.token().span,
                "one declaration declares one variable",
            )
            .helping(format!(
                "{} {}; {} …;",
                ty.span.of(self.text),
                name.text,
                ty.span.of(self.text)
            ));
            return Err(self.complain(diagnostic));
        }
        let value = if self.assignment_sign() { Some(self.expression()?) } else { None };
        Ok(StatementKind::Declare { ty, name, value })
    }

    /// Reads `l := e` or `e`.
    fn assignment(&mut self) -> Parse<StatementKind> {
        let target = self.expression()?;
        let is_assignment = self.kind() == Kind::Assign
            || (self.kind() == Kind::Equal && self.dialect == Dialect::Classic);
        if !is_assignment {
            self.warn_of_comparison(&target);
            return Ok(StatementKind::Evaluate(target));
        }
        if !is_place(&target) {
            let diagnostic = Diagnostic::error("PI0017", target.span, "this cannot be assigned")
                .labelled("expected a variable, a cell such as a[i], or a field such as s.x");
            return Err(self.complain(diagnostic));
        }
        self.advance();
        let value = self.expression()?;
        Ok(StatementKind::Assign { target, value })
    }

    /// `x = 3;` is a legal statement without an effect, and never what was meant.
    fn warn_of_comparison(&mut self, statement: &Expression) {
        if let ExpressionKind::Binary(BinaryOp::Equal, left, right) = &statement.kind
            && is_place(left)
            && self.dialect == Dialect::Pi
        {
            let (left, right) = (left.span.of(self.text), right.span.of(self.text));
            let message = "this compares and has no effect";
            let diagnostic = Diagnostic::warning("PI0013", statement.span, message)
                .noting("`=` is equality; an assignment is written `:=`")
                .proposing(format!("{left} := {right}"));
            self.diagnostics.push(diagnostic);
        }
    }

    fn conditional(&mut self) -> Parse<StatementKind> {
        let of = self.at;
        self.advance();
        let at = self.at;
        let open = self.expect(Kind::OpenParen, "`(` and the condition")?;
        let condition = self.condition(open, at)?;
        let then = Box::new(self.governed(false)?);
        let mut otherwise = None;
        if self.kind() == Kind::Else {
            let after_block = self.previous().kind == Kind::CloseBrace;
            self.begin(Line::Else { of, after_block });
            self.advance();
            otherwise = Some(Box::new(self.governed(self.kind() == Kind::If)?));
        }
        Ok(StatementKind::If { condition, then, otherwise })
    }

    /// Reads the condition and the closing parenthesis.
    fn condition(&mut self, open: Token, at: usize) -> Parse<Expression> {
        let condition = self.expression();
        let closed = condition.and_then(|condition| {
            self.expect_closing(Kind::CloseParen, open)?;
            Ok(condition)
        });
        closed.or_else(|lost| {
            let damaged = self.damaged();
            self.skip_parentheses(at, lost)?;
            Ok(damaged)
        })
    }

    /// Reads the statement that a condition or a loop governs.
    fn governed(&mut self, is_chained: bool) -> Parse<Statement> {
        if self.kind() == Kind::CloseBrace || self.kind() == Kind::End {
            return Err(self.unexpected("a statement"));
        }
        if !is_chained && self.kind() != Kind::OpenBrace {
            self.begin(Line::Governed);
        }
        self.statement()
    }

    /// Reads `@ F` or `@ L: F`.
    fn annotation(&mut self) -> Parse<Annotation> {
        let start = self.advance();
        let mut label = None;
        let is_label = self.kind_after(1) == Kind::Colon;
        if is_label && (self.kind() == Kind::Ident || self.kind().is_reserved()) {
            let token = self.token();
            if token.kind != Kind::Ident {
                let word = token.span.of(self.text).to_owned();
                let message = format!("`{word}` is a reserved word and cannot be a label");
                let help = format!("choose another name, for example {word}1");
                self.complain(Diagnostic::error("PI0006", token.span, message).helping(help));
            }
            self.advance();
            self.advance();
            label = Some(Name { text: token.span.of(self.text).to_owned(), span: token.span });
        }
        let formula = self.expression()?;
        Ok(Annotation { label, formula, span: self.span_from(start.span) })
    }

    fn while_loop(&mut self) -> Parse<StatementKind> {
        let keyword = self.at;
        let (annotation, rank) = self.loop_head(LoopWord::While)?;
        let at = self.at;
        let open = self.header_opening(keyword)?;
        let condition = self.condition(open, at)?;
        let body = self.loop_body(keyword)?;
        Ok(StatementKind::While(Box::new(Loop { annotation, rank, condition, body })))
    }

    fn for_loop(&mut self) -> Parse<StatementKind> {
        let keyword = self.at;
        let (annotation, rank) = self.loop_head(LoopWord::For)?;
        let at = self.at;
        let open = self.header_opening(keyword)?;
        let Header { init, condition, step } = self.for_header(open).or_else(|lost| {
            let condition = self.damaged();
            self.skip_parentheses(at, lost)?;
            Ok(Header { init: None, condition, step: None })
        })?;
        let body = self.loop_body(keyword)?;
        let body = Box::new(Loop { annotation, rank, condition, body });
        Ok(StatementKind::For { init: init.map(Box::new), step: step.map(Box::new), body })
    }

    /// Reads the keyword, the annotation and the ranking.
    fn loop_head(&mut self, word: LoopWord) -> Parse<(Annotation, Option<Rank>)> {
        let keyword = self.advance();
        let mut rank = self.loop_rank()?;
        if self.kind() != Kind::At {
            let annotation = self.missing_annotation(keyword);
            return Ok((annotation, rank));
        }
        self.begin(Line::Head);
        let outer = self.annotating.replace(word);
        let annotation = self.annotation();
        self.annotating = outer;
        let annotation = annotation.or_else(|lost| self.skip_to_header(keyword, lost))?;
        if self.kind() == Kind::Hash {
            let second = self.token();
            let also = self.loop_rank()?;
            if rank.is_some() {
                let diagnostic =
                    Diagnostic::error("PI0011", second.span, "a second ranking for one loop")
                        .helping("one ranking can have several components: #(e, f)");
                self.complain(diagnostic);
            }
            rank = rank.or(also);
        }
        Ok((annotation, rank))
    }

    fn loop_rank(&mut self) -> Parse<Option<Rank>> {
        if self.kind() != Kind::Hash {
            return Ok(None);
        }
        self.begin(Line::Head);
        self.rank().map(Some)
    }

    /// After a formula that could not be read, the header is the last parenthesis before the body.
    fn skip_to_header(&mut self, keyword: Token, lost: Lost) -> Parse<Annotation> {
        let formula = self.damaged();
        let mut at = self.at;
        loop {
            match self.token_at(at).kind {
                Kind::OpenParen => match self.brackets.close(at) {
                    Some(close) if self.token_at(close + 1).kind == Kind::OpenBrace => {
                        self.at = at;
                        return Ok(Annotation { label: None, formula, span: keyword.span });
                    }
                    Some(close) => at = close,
                    None => return Err(lost),
                },
                Kind::End | Kind::Semicolon | Kind::OpenBrace | Kind::CloseBrace => {
                    return Err(lost);
                }
                kind if kind.begins_statement() || kind.begins_declaration() => return Err(lost),
                _ => {}
            }
            at += 1;
        }
    }

    /// Tells that a loop has no annotation and supplies `true`.
    fn missing_annotation(&mut self, keyword: Token) -> Annotation {
        let word = keyword.span.of(self.text);
        let header =
            self.brackets.close(self.at).filter(|_| self.kind() == Kind::OpenParen).map(|close| {
                let header = self.token().span.to(self.token_at(close).span);
                header.of(self.text).split_whitespace().collect::<Vec<_>>().join(" ")
            });
        let message = format!("this `{word}` loop has no annotation");
        let diagnostic = Diagnostic::error("PI0010", keyword.span, message)
            .labelled("expected `@` and a formula after this")
            .noting("the formula holds whenever the condition is about to be evaluated")
            .helping(format!("{word} @ true {}", header.unwrap_or_else(|| "(…)".to_owned())));
        self.complain(diagnostic);
        let formula = Expression { kind: ExpressionKind::Bool(true), span: keyword.span };
        Annotation { label: None, formula, span: keyword.span }
    }

    fn header_opening(&mut self, keyword: usize) -> Parse<Token> {
        self.begin(Line::Head);
        if let Some(close) = self.brackets.close(self.at) {
            self.marks.play(keyword, Part::Loop(close));
        }
        if self.kind() == Kind::OpenBrace {
            let word = self.token_at(keyword);
            let message =
                format!("this `{}` loop has no condition in parentheses", word.span.of(self.text));
            let diagnostic = Diagnostic::error("PI0010", word.span, message)
                .pointing(self.token().span, "expected `(` before this")
                .helping("write the formula after @, then the condition: while @ F (c) { … }");
            return Err(self.complain(diagnostic));
        }
        self.expect(Kind::OpenParen, "`(` and the header of the loop")
    }

    fn loop_body(&mut self, keyword: usize) -> Parse<Statement> {
        if self.kind() == Kind::OpenBrace && matches!(self.marks.part(keyword), Part::Loop(_)) {
            self.begin(Line::OwnBrace);
        }
        self.governed(false)
    }

    /// Reads `i; c; n)`.
    fn for_header(&mut self, open: Token) -> Parse<Header> {
        let init = match self.kind() {
            Kind::Semicolon => None,
            _ if self.is_type() => Some(self.counter()?),
            _ => Some(self.simple()?),
        };
        self.expect(Kind::Semicolon, "`;` and the condition of the loop")?;
        let condition = self.expression()?;
        self.expect(Kind::Semicolon, "`;` and the step of the loop")?;
        let step = match self.kind() {
            Kind::CloseParen => None,
            _ => Some(self.simple()?),
        };
        self.expect_closing(Kind::CloseParen, open)?;
        Ok(Header { init, condition, step })
    }

    /// Reads `T x := e`.
    fn counter(&mut self) -> Parse<Statement> {
        let start = self.token();
        let kind = self.local()?;
        if matches!(kind, StatementKind::Declare { value: None, .. }) {
            return Err(self.unexpected("`:=` and the first value"));
        }
        Ok(Statement { kind, span: self.span_from(start.span) })
    }

    /// Reads an assignment or an expression, without its semicolon.
    fn simple(&mut self) -> Parse<Statement> {
        let start = self.token();
        let kind = self.assignment()?;
        Ok(Statement { kind, span: self.span_from(start.span) })
    }
}

fn is_place(target: &Expression) -> bool {
    matches!(
        target.kind,
        ExpressionKind::Name(_) | ExpressionKind::Index(..) | ExpressionKind::Field(..)
    )
}
