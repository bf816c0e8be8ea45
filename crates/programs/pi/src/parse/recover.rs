//! What to say when something else was expected, and where to go on.

use super::{Lost, Parser};
use crate::lex::{Kind, Token};
use crate::limits::{LEVELS, MOST_LOOKAHEAD, MOST_MESSAGES};
use crate::tree::Dialect;
use crate::{Diagnostic, Span};

impl Parser<'_> {
    /// Gives a message, unless the last one was about the same token. After too many of them, reading ends.
    pub(super) fn complain(&mut self, diagnostic: Diagnostic) -> Lost {
        if self.complained != Some(self.at) {
            self.complained = Some(self.at);
            self.diagnostics.push(diagnostic);
            if self.diagnostics.len() >= MOST_MESSAGES {
                self.give_up();
            }
        }
        Lost
    }

    /// Goes to the end of the file, about which nothing more is said.
    fn give_up(&mut self) {
        self.at = self.tokens.len().saturating_sub(1);
        self.complained = Some(self.at);
    }

    /// Something else was expected. A character without a meaning has already been told of.
    pub(super) fn unexpected(&mut self, what: &str) -> Lost {
        let token = self.token();
        if token.kind == Kind::Stray {
            self.complained = Some(self.at);
            return Lost;
        }
        if token.kind == Kind::Equal && self.dialect == Dialect::Classic {
            return self.classic_equality();
        }
        let message = format!("expected {what}, found {}", self.describe(token));
        let mut diagnostic =
            Diagnostic::error("PI0001", token.span, message).labelled(format!("expected {what}"));
        diagnostic.help = self.slip();
        self.complain(diagnostic)
    }

    /// A bracket has no partner where it should have.
    pub(super) fn unclosed(&mut self, kind: Kind, opening: Token) -> Lost {
        let token = self.token();
        let is_assignment = token.kind == Kind::Equal && self.dialect == Dialect::Classic;
        if token.kind == Kind::Stray || is_assignment {
            return self.unexpected("");
        }
        let sign = match kind {
            Kind::CloseParen => ")",
            Kind::CloseBracket => "]",
            Kind::CloseBrace => "}",
            _ => "|",
        };
        let message = format!("expected `{sign}`, found {}", self.describe(token));
        let mut diagnostic = Diagnostic::error("PI0008", token.span, message)
            .labelled(format!("expected `{sign}`"))
            .pointing(opening.span, "to close this one");
        diagnostic.help = self.slip();
        self.complain(diagnostic)
    }

    /// Reads the `;` at the end of a statement or declaration. If it was forgotten, reading can go on all
    /// the same when something new begins.
    pub(super) fn semicolon(&mut self, what: &str) -> Result<(), Lost> {
        if self.take(Kind::Semicolon).is_some() {
            return Ok(());
        }
        let is_assignment = self.kind() == Kind::Equal && self.dialect == Dialect::Classic;
        if self.kind() == Kind::Stray || is_assignment || self.slip().is_some() {
            return Err(self.unexpected("`;`"));
        }
        let previous = self.previous();
        let message = format!("expected `;` after {what}, found {}", self.describe(self.token()));
        let diagnostic = Diagnostic::error("PI0007", previous.span, message)
            .labelled("`;` is missing after this")
            .proposing(format!("{};", previous.span.of(self.text)));
        let begins_anew = self.is_on_new_line()
            || self.kind().begins_statement()
            || self.kind().begins_declaration()
            || matches!(self.kind(), Kind::CloseBrace | Kind::End | Kind::At);
        let lost = self.complain(diagnostic);
        if begins_anew { Ok(()) } else { Err(lost) }
    }

    /// Is the next token a reserved word where a name is expected? If so this is told, and the word may
    /// be taken for the name.
    pub(super) fn is_reserved_as_name(&mut self, what: &str) -> bool {
        let token = self.token();
        let word = token.span.of(self.text).to_owned();
        let fits = matches!(
            self.kind_after(1),
            Kind::Semicolon
                | Kind::Assign
                | Kind::Equal
                | Kind::Comma
                | Kind::OpenParen
                | Kind::CloseParen
                | Kind::OpenBrace
                | Kind::Dot
                | Kind::End
        );
        let is_slip = Kind::of_word(&word).is_some() && fits && !self.is_on_new_line();
        if is_slip {
            self.complain(reserved(token.span, &word, what));
        }
        is_slip
    }

    /// A reserved word where an expression is expected.
    pub(super) fn reserved_in_expression(&mut self) -> Lost {
        let token = self.token();
        let word = token.span.of(self.text);
        let diagnostic = match token.kind {
            Kind::Null => Diagnostic::error("PI0006", token.span, "there is no `null`")
                .noting("values are never references: arrays and structs are copied when they are assigned")
                .helping("the empty list is nil"),
            _ => reserved(token.span, word, "a variable"),
        };
        self.complain(diagnostic)
    }

    /// The levels are used up. Reading ends here.
    pub(super) fn too_deep(&mut self) -> Lost {
        let message = format!("more than {} levels of nesting", LEVELS);
        let diagnostic = Diagnostic::error("PI0009", self.token().span, message)
            .noting("each operator of a sum or a conjunction counts as a level")
            .helping(
                "name a part of it: a predicate in annotations, a variable or a function in code",
            );
        self.complained = None;
        let lost = self.complain(diagnostic);
        self.give_up();
        lost
    }

    /// `=` where the classic dialect has no assignment.
    fn classic_equality(&mut self) -> Lost {
        let message = "equality is written `==` in the classic dialect";
        let mut diagnostic =
            Diagnostic::error("PI0014", self.token().span, message).proposing("==");
        if let Some(token) = self.evidence {
            diagnostic = diagnostic
                .pointing(token.span, "this shows that the file is in the classic dialect");
        }
        self.complain(diagnostic)
    }

    /// Does the next token stand on another line than the one before it?
    pub(super) fn is_on_new_line(&self) -> bool {
        let (previous, token) = (self.previous(), self.token());
        let between = self.text.get(previous.span.end as usize..token.span.start as usize);
        between.unwrap_or_default().contains(['\n', '\r'])
    }

    fn is_adjacent(&self) -> bool {
        self.at > 0 && self.previous().span.end == self.token().span.start
    }

    /// What was probably meant by the next token, if it is a habit from elsewhere.
    fn slip(&self) -> Option<String> {
        let previous = self.previous().kind;
        let help = match (self.kind(), self.token().span.of(self.text)) {
            (Kind::Plus, _) if previous == Kind::Plus && self.is_adjacent() => {
                "there is no ++; write x := x + 1".to_owned()
            }
            (Kind::Minus | Kind::Semicolon | Kind::CloseParen, _)
                if previous == Kind::Minus
                    && self.token_at(self.at.saturating_sub(2)).kind == Kind::Minus =>
            {
                "there is no --; write x := x - 1".to_owned()
            }
            (Kind::Equal, _)
                if matches!(
                    previous,
                    Kind::Plus | Kind::Minus | Kind::Star | Kind::Slash | Kind::Percent
                ) =>
            {
                let sign = self.previous().span.of(self.text);
                format!("there is no {sign}=; write x := x {sign} …")
            }
            (Kind::Greater, _)
                if matches!(previous, Kind::Equal | Kind::DoubleEqual) && self.is_adjacent() =>
            {
                "implication is written ->".to_owned()
            }
            (Kind::Greater, _) if previous == Kind::LessEqual && self.is_adjacent() => {
                "equivalence is written <->".to_owned()
            }
            (Kind::Equal, _) if previous == Kind::Equal && self.dialect == Dialect::Pi => {
                "equality is written =".to_owned()
            }
            (Kind::Gets, _) => {
                "if `less than minus` was meant, put a blank between: < -".to_owned()
            }
            (Kind::Assign, _) => {
                "an assignment is a statement of its own; equality is written =".to_owned()
            }
            (Kind::Brackets, _) => "an index belongs between the brackets".to_owned(),
            (Kind::Dot, _) if previous == Kind::Number => {
                format!(
                    "write digits on both sides of the point: {}.0",
                    self.previous().span.of(self.text)
                )
            }
            (Kind::Dot, _) if self.kind_after(1) == Kind::Number => {
                format!(
                    "write digits on both sides of the point: 0.{}",
                    self.token_at(self.at + 1).span.of(self.text)
                )
            }
            (Kind::Ident, "and") => "conjunction is written &&".to_owned(),
            (Kind::Ident, "or") => "disjunction is written ||".to_owned(),
            (Kind::Ident, "implies") => "implication is written ->".to_owned(),
            (Kind::Ident, "iff") => "equivalence is written <->".to_owned(),
            (Kind::Ident, "mod") => "the remainder is written %".to_owned(),
            (Kind::Ident, _) if self.previous().span.of(self.text) == "not" => {
                "negation is written !".to_owned()
            }
            (Kind::Or, _) => {
                "if two lengths meet here, put a blank between their bars: | |".to_owned()
            }
            (Kind::String, _) => "there are no strings; use int".to_owned(),
            _ => return None,
        };
        Some(help)
    }

    pub(super) fn describe(&self, token: Token) -> String {
        let text = token.span.of(self.text);
        match token.kind {
            Kind::End => "the end of the file".to_owned(),
            Kind::Ident => format!("the name `{text}`"),
            Kind::Number | Kind::Decimal => format!("the number `{text}`"),
            _ => format!("`{text}`"),
        }
    }

    /// After something wrong in the parentheses that were opened by this token, goes on behind them, or at
    /// the block that follows if they are not closed before it.
    pub(super) fn skip_parentheses(&mut self, open: usize, lost: Lost) -> Result<(), Lost> {
        let close = self.brackets.close(open);
        let mut updates = 0u32;
        for at in (self.at..self.tokens.len()).take(MOST_LOOKAHEAD) {
            let kind = self.token_at(at).kind;
            match kind {
                _ if Some(at) == close => {
                    self.at = at + 1;
                    return Ok(());
                }
                Kind::OpenBrace if self.brackets.is_update(at) => updates += 1,
                Kind::OpenBrace => {
                    self.at = at;
                    return Ok(());
                }
                Kind::CloseBrace if updates > 0 => updates -= 1,
                Kind::CloseBrace => break,
                _ if kind.begins_statement() || kind.begins_declaration() => break,
                _ => {}
            }
        }
        Err(lost)
    }

    /// Goes on behind the next `;`, or before what can only begin something new.
    pub(super) fn skip_statement(&mut self) {
        let (start, mut braces) = (self.at, 0u32);
        loop {
            match self.kind() {
                Kind::End => return,
                kind if kind.begins_declaration() => return,
                kind if kind.begins_statement() && braces == 0 && self.at > start => return,
                Kind::CloseBrace if braces == 0 => return,
                Kind::CloseBrace if braces == 1 => {
                    self.advance();
                    return;
                }
                Kind::CloseBrace => braces -= 1,
                Kind::OpenBrace => braces += 1,
                Kind::Semicolon if braces == 0 => {
                    self.advance();
                    return;
                }
                _ => {}
            }
            self.advance();
        }
    }

    /// Goes on behind the next `;` or `}` that is not inside of braces, or before what can only begin a
    /// declaration.
    pub(super) fn skip_declaration(&mut self) {
        let (start, mut braces) = (self.at, 0u32);
        loop {
            match self.kind() {
                Kind::End => return,
                kind if kind.begins_declaration() && self.at > start => return,
                Kind::CloseBrace if braces <= 1 => {
                    self.advance();
                    return;
                }
                Kind::CloseBrace => braces -= 1,
                Kind::OpenBrace => braces += 1,
                Kind::Semicolon if braces == 0 => {
                    self.advance();
                    return;
                }
                _ => {}
            }
            self.advance();
        }
    }

    /// Goes on where the formula of a contract must have ended.
    pub(super) fn skip_formula(&mut self) {
        while !matches!(
            self.kind(),
            Kind::End | Kind::Hash | Kind::OpenBrace | Kind::CloseBrace | Kind::Semicolon
        ) && !self.kind().begins_declaration()
            && !self.is_at_prototype()
        {
            self.advance();
        }
    }
}

fn reserved(span: Span, word: &str, what: &str) -> Diagnostic {
    Diagnostic::error("PI0006", span, format!("`{word}` is a reserved word and cannot be {what}"))
        .helping(format!("choose another name, for example {word}1"))
}
