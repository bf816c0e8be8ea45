//! From the classic dialect to the other one.
//!
//! Only tokens are replaced, so that comments and layout stay; the formatter then settles the lines.
//!
//! Invariant: the result means the same. Its tree is that of the text, but for spans and for the dialect.

use crate::lex::{Kind, Lexed, lex};
use crate::parse::{Brackets, Marks, Part, parse_marked};
use crate::tree::Dialect;
use crate::{Diagnostic, Severity, Span, format, parse};

/// Rewrites a classic file in the pi dialect. A file that is in it already stays as it is; one with syntax
/// errors is refused.
pub fn convert(text: &str) -> Result<String, Vec<Diagnostic>> {
    let lexed = lex(text);
    let (parsed, marks) = parse_marked(text, &lexed);
    if parsed.diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error) {
        return Err(parsed.diagnostics);
    }
    if lexed.dialect == Dialect::Pi {
        return Ok(text.to_owned());
    }
    let mut rewriter = Rewriter::new(text, &lexed, &marks);
    rewriter.run();
    let rewritten = rewriter.finish();
    debug_assert!(parse(&rewritten).file.dialect == Dialect::Pi, "still classic:\n{rewritten}");
    format(&rewritten)
}

/// New texts for some of the tokens.
struct Rewriter<'t> {
    text: &'t str,
    lexed: &'t Lexed,
    marks: &'t Marks,
    brackets: Brackets,
    /// The text that replaces each token, if one does.
    texts: Vec<Option<String>>,
}

impl<'t> Rewriter<'t> {
    fn new(text: &'t str, lexed: &'t Lexed, marks: &'t Marks) -> Rewriter<'t> {
        let brackets = Brackets::of(&lexed.tokens);
        Rewriter { text, lexed, marks, brackets, texts: vec![None; lexed.tokens.len()] }
    }

    fn finish(self) -> String {
        let mut result = String::new();
        let mut end = 0;
        for (token, text) in self.lexed.tokens.iter().zip(&self.texts) {
            result.push_str(Span { start: end, end: token.span.start }.of(self.text));
            result.push_str(text.as_deref().unwrap_or_else(|| token.span.of(self.text)));
            end = token.span.end;
        }
        result
    }

    fn kind(&self, token: usize) -> Kind {
        self.lexed.tokens.get(token).map_or(Kind::End, |token| token.kind)
    }

    fn word(&self, token: usize) -> &'t str {
        self.lexed.tokens.get(token).map_or("", |token| token.span.of(self.text))
    }

    /// Replaces a token; blanks keep what is put there apart from its neighbours.
    fn put(&mut self, token: usize, text: impl Into<String>) {
        if let Some(place) = self.texts.get_mut(token) {
            *place = Some(format!(" {} ", text.into()));
        }
    }

    fn remove(&mut self, token: usize) {
        if let Some(place) = self.texts.get_mut(token) {
            *place = Some(String::new());
        }
    }

    fn run(&mut self) {
        for token in 0..self.lexed.tokens.len() {
            match self.kind(token) {
                Kind::Include | Kind::Define => self.remove(token),
                Kind::Equal => self.put(token, ":="),
                Kind::DoubleEqual => self.put(token, "="),
                Kind::Typedef => self.typedef(token),
                Kind::Declare => self.locals(token),
                Kind::Ident if self.word(token) == "length" => self.length(token),
                Kind::Forall | Kind::Exists if self.kind(token + 1) == Kind::OpenParen => {
                    self.quantifier(token)
                }
                _ => {}
            }
        }
    }

    /// `typedef struct S { … } S;` loses its first word and its last.
    fn typedef(&mut self, token: usize) {
        // typedef, struct, S, {
        if let Some(close) = self.brackets.close(token + 3) {
            self.remove(token);
            self.remove(close + 1);
            self.remove(close + 2);
        }
    }

    /// The brace moves up to the word `declare`, and each variable gets its own declaration.
    fn locals(&mut self, token: usize) {
        self.put(token, "{");
        let mut at = token + 1;
        while !matches!(self.kind(at), Kind::OpenBrace | Kind::End) {
            let name = self.after_type(at);
            let ty: String = (at..name).map(|at| self.word(at)).collect();
            at = name;
            while !matches!(self.kind(at), Kind::Semicolon | Kind::End) {
                if self.kind(at) == Kind::Comma {
                    self.put(at, format!("; {ty}"));
                }
                at += 1;
            }
            at += 1;
        }
        self.remove(at);
    }

    /// The token behind the type that begins here.
    fn after_type(&self, start: usize) -> usize {
        let mut at = start + 1;
        if self.kind(at) == Kind::OpenParen {
            at = self.brackets.close(at).map_or(at, |close| close + 1);
        }
        while self.kind(at) == Kind::Brackets {
            at += 1;
        }
        at
    }

    /// `length(a)` becomes `|a|`.
    fn length(&mut self, token: usize) {
        let open = token + 1;
        let Some(close) = self.brackets.close(open) else { return };
        let is_call = self.kind(open) == Kind::OpenParen && self.marks.part(open) == Part::Postfix;
        if is_call && close > open + 1 && self.commas(open).is_empty() {
            self.remove(token);
            self.put(open, "|");
            self.put(close, "|");
        }
    }

    /// The commas directly between a parenthesis and its partner.
    fn commas(&self, open: usize) -> Vec<usize> {
        let Some(close) = self.brackets.close(open) else { return vec![] };
        self.outermost(open + 1, close).filter(|at| self.kind(*at) == Kind::Comma).collect()
    }

    /// The tokens of a stretch that are in no brackets.
    fn outermost(&self, from: usize, to: usize) -> impl Iterator<Item = usize> + '_ {
        let mut depth = 0usize;
        (from..to).filter(move |at| {
            match (self.kind(*at), self.marks.part(*at)) {
                (Kind::OpenParen | Kind::OpenBracket | Kind::OpenBrace, _) | (_, Part::Open) => {
                    depth += 1
                }
                (Kind::CloseParen | Kind::CloseBracket | Kind::CloseBrace, _)
                | (_, Part::Close) => {
                    depth = depth.saturating_sub(1);
                }
                _ => {}
            }
            depth == 0
        })
    }

    /// `forall(i, l, u, F)` becomes `forall i. (l <= i && i <= u -> F)`.
    fn quantifier(&mut self, token: usize) {
        let open = token + 1;
        let Some(close) = self.brackets.close(open) else { return };
        let [first, second, third] = self.commas(open)[..] else { return };
        let name = self.word(open + 1);
        let is_forall = self.kind(token) == Kind::Forall;
        let lower = self.parentheses(first + 1, second, is_looser_than_sum);
        let upper = self.parentheses(second + 1, third, is_looser_than_sum);
        let is_loose = if is_forall { is_implication } else { is_connective };
        let body = self.parentheses(third + 1, close, is_loose);
        // What follows a quantifier and binds tighter than `&&` would become a part of it.
        let is_key = self.word(close + 1) == "in" && self.word(close + 2) == "keys";
        let is_operand = is_key || binds_tighter(self.kind(close + 1));
        let whole = if is_operand { ("(", ")") } else { ("", "") };
        let connective = if is_forall { "->" } else { "&&" };
        let word = self.word(token);
        self.put(token, format!("{}{word}", whole.0));
        self.put(open, "");
        self.put(first, format!(". ({}", lower.0));
        self.put(second, format!("{} <= {name} && {name} <= {}", lower.1, upper.0));
        self.put(third, format!("{} {connective} {}", upper.1, body.0));
        self.put(close, format!("{}){}", body.1, whole.1));
    }

    /// The parentheses that a part needs if one of its operators is too loose.
    fn parentheses(
        &self,
        from: usize,
        to: usize,
        is_loose: fn(Kind) -> bool,
    ) -> (&'static str, &'static str) {
        let needs = self.outermost(from, to).any(|at| is_loose(self.kind(at)));
        if needs { ("(", ")") } else { ("", "") }
    }
}

fn is_implication(kind: Kind) -> bool {
    matches!(kind, Kind::Implies | Kind::Iff)
}

fn is_connective(kind: Kind) -> bool {
    is_implication(kind) || matches!(kind, Kind::Or | Kind::And)
}

fn is_looser_than_sum(kind: Kind) -> bool {
    is_connective(kind)
        || matches!(
            kind,
            Kind::DoubleEqual
                | Kind::Different
                | Kind::Less
                | Kind::LessEqual
                | Kind::Greater
                | Kind::GreaterEqual
                | Kind::Element
                | Kind::Forall
                | Kind::Exists
        )
}

fn binds_tighter(kind: Kind) -> bool {
    (is_looser_than_sum(kind) && !is_connective(kind))
        || matches!(
            kind,
            Kind::Plus
                | Kind::Minus
                | Kind::Star
                | Kind::Slash
                | Kind::Percent
                | Kind::Div
                | Kind::OpenBracket
                | Kind::Dot
        )
}
