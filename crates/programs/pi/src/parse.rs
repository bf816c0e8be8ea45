//! From tokens to the tree, tolerantly.
//!
//! A recursive-descent reader. What is wrong is told, and reading goes on at the next `;`, `}` or declaration,
//! so that one run tells of several mistakes.
//!
//! Invariant: no path from the root of the tree to a leaf is longer than [`LEVELS`](crate::LEVELS), so that whoever works on
//! the tree may recurse.

mod brackets;
mod contract;
mod declarations;
mod expressions;
mod marks;
mod quantifiers;
mod recover;
mod statements;
mod types;

pub(crate) use brackets::Brackets;
pub(crate) use marks::{Line, Marks, Part};

use crate::lex::{Kind, Lexed, Token, lex};
use crate::limits::MOST_MESSAGES;
use crate::tree::{Dialect, Expression, ExpressionKind, File};
use crate::{Diagnostic, Name, Span};

/// What was read, and what is wrong with it.
#[derive(Clone, PartialEq, Debug)]
pub struct Parsed {
    /// What could be read.
    pub file: File,
    /// In the order of the text.
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads the text of a file.
pub fn parse(text: &str) -> Parsed {
    parse_marked(text, &lex(text)).0
}

/// Reads the tokens of a file, and tells what each is for.
pub(crate) fn parse_marked(text: &str, lexed: &Lexed) -> (Parsed, Marks) {
    let mut parser = Parser::new(text, lexed);
    let declarations = parser.declarations();
    let (diagnostics, marks) = parser.finish(&lexed.diagnostics);
    (Parsed { file: File { dialect: lexed.dialect, declarations }, diagnostics }, marks)
}

/// Reading cannot go on here; the message has been given.
#[derive(Clone, Copy, Debug)]
struct Lost;

type Parse<T> = Result<T, Lost>;

/// The two kinds of loops: whose annotation is being read?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum LoopWord {
    While,
    For,
}

struct Parser<'t> {
    text: &'t str,
    tokens: &'t [Token],
    /// The token to be read next.
    at: usize,
    dialect: Dialect,
    /// What shows that the file is classic.
    evidence: Option<Token>,
    brackets: Brackets,
    /// Set directly inside of a loop's annotation, where a parenthesis may be the loop's header.
    annotating: Option<LoopWord>,
    /// How many levels there are above.
    depth: u32,
    /// Is `real` the name of a struct in this file?
    is_real_taken: bool,
    diagnostics: Vec<Diagnostic>,
    /// The token of the last message: a second one about it says nothing new.
    complained: Option<usize>,
    marks: Marks,
}

impl<'t> Parser<'t> {
    fn new(text: &'t str, lexed: &'t Lexed) -> Parser<'t> {
        let tokens = &lexed.tokens[..];
        let is_real_taken = tokens.windows(2).any(|pair| {
            matches!(pair[0].kind, Kind::Struct | Kind::Class) && pair[1].span.of(text) == "real"
        });
        Parser {
            text,
            tokens,
            at: 0,
            dialect: lexed.dialect,
            evidence: lexed.evidence,
            brackets: Brackets::of(tokens),
            annotating: None,
            depth: 0,
            is_real_taken,
            diagnostics: vec![],
            complained: None,
            marks: Marks::new(tokens.len()),
        }
    }

    fn finish(mut self, of_tokens: &[Diagnostic]) -> (Vec<Diagnostic>, Marks) {
        self.diagnostics.extend_from_slice(of_tokens);
        self.diagnostics.sort_by_key(|diagnostic| (diagnostic.span.start, diagnostic.span.end));
        self.diagnostics.truncate(MOST_MESSAGES);
        (self.diagnostics, self.marks)
    }

    fn token_at(&self, at: usize) -> Token {
        let last = self.tokens.last().copied();
        let end = Token { kind: Kind::End, span: Span::new(self.text.len(), self.text.len()) };
        self.tokens.get(at).copied().or(last).unwrap_or(end)
    }

    fn token(&self) -> Token {
        self.token_at(self.at)
    }

    fn kind(&self) -> Kind {
        self.token().kind
    }

    /// The kind of a token further on.
    fn kind_after(&self, ahead: usize) -> Kind {
        self.token_at(self.at + ahead).kind
    }

    /// The token just read.
    fn previous(&self) -> Token {
        self.token_at(self.at.saturating_sub(1))
    }

    fn advance(&mut self) -> Token {
        let token = self.token();
        if token.kind != Kind::End {
            self.at += 1;
        }
        token
    }

    /// Reads a token of this kind, if there is one.
    fn take(&mut self, kind: Kind) -> Option<Token> {
        (self.kind() == kind).then(|| self.advance())
    }

    /// Is the next token this word?
    fn is_word(&self, word: &str) -> bool {
        self.is_word_at(self.at, word)
    }

    fn is_word_at(&self, at: usize, word: &str) -> bool {
        let token = self.token_at(at);
        token.kind == Kind::Ident && token.span.of(self.text) == word
    }

    fn expect(&mut self, kind: Kind, what: &str) -> Parse<Token> {
        match self.take(kind) {
            Some(token) => Ok(token),
            None => Err(self.unexpected(what)),
        }
    }

    /// Reads the partner of a bracket that has been read.
    fn expect_closing(&mut self, kind: Kind, opening: Token) -> Parse<Token> {
        match self.take(kind) {
            Some(token) => Ok(token),
            None => Err(self.unclosed(kind, opening)),
        }
    }

    /// Reads a name for a thing of this sort.
    fn name(&mut self, what: &str) -> Parse<Name> {
        let token = self.token();
        let is_name = token.kind == Kind::Ident || self.is_reserved_as_name(what);
        if !is_name {
            return Err(self.unexpected(what));
        }
        self.advance();
        Ok(Name { text: token.span.of(self.text).to_owned(), span: token.span })
    }

    /// Everything from a token on, up to the one just read.
    fn span_from(&self, start: Span) -> Span {
        start.to(self.previous().span)
    }

    /// What stands in the tree for what could not be read.
    fn damaged(&self) -> Expression {
        Expression { kind: ExpressionKind::Damaged, span: self.token().span }
    }

    /// Marks the next token as the beginning of something.
    fn begin(&mut self, line: Line) {
        self.marks.begin(self.at, line);
    }

    /// Marks the next token with the part it plays.
    fn play(&mut self, part: Part) {
        self.marks.play(self.at, part);
    }
}
