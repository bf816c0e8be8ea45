//! Where lines begin, and how far they are indented.

use super::gaps::width;
use super::source::Source;
use crate::lex::Kind;
use crate::parse::{Line, Part};

/// The width that a line has at most, if it can be broken.
const WIDTH: usize = 100;

/// The blanks of one level.
const STEP: usize = 2;

/// How a token is to stand.
pub(super) struct Plan {
    /// On a new line?
    pub(super) breaks: bool,
    /// Its indentation, if so.
    pub(super) columns: usize,
    /// That of comments before it.
    pub(super) comment_columns: usize,
    /// May an empty line precede it?
    pub(super) can_blank: bool,
    /// May one precede the comments before it?
    pub(super) comments_can_blank: bool,
    /// Must there be one?
    pub(super) needs_blank: bool,
}

/// What is known on the way through the tokens.
pub(super) struct Lines<'t> {
    source: Source<'t>,
    /// The level of the statement or declaration that the token belongs to.
    item: usize,
    /// The level of the line that the token belongs to; further lines of a formula are deeper.
    line: usize,
    /// The brackets that are open since that line began.
    brackets: usize,
    /// The levels of the statements whose blocks are open.
    blocks: Vec<usize>,
    /// The level of each `if`, by its token.
    conditionals: Vec<(usize, usize)>,
    /// Between `declare` and the body?
    in_locals: bool,
    /// Does each part of the current loop's head have its own line?
    is_loop_broken: bool,
    /// Does each conjunct of the current formula get its own line?
    is_wrapped: bool,
}

impl<'t> Lines<'t> {
    pub(super) fn new(source: Source<'t>) -> Lines<'t> {
        Lines {
            source,
            item: 0,
            line: 0,
            brackets: 0,
            blocks: vec![],
            conditionals: vec![],
            in_locals: false,
            is_loop_broken: false,
            is_wrapped: false,
        }
    }

    /// Decides how a token stands. `is_forced` tells that comments make a new line necessary.
    pub(super) fn plan(&mut self, token: usize, is_forced: bool, is_adjacent: bool) -> Plan {
        let line = self.source.marks.line(token);
        let is_top = self.blocks.is_empty();
        let breaks = is_forced || self.breaks(token, line, is_adjacent);
        if line == Line::Inside && self.source.kind(token) != Kind::End {
            return self.plan_inside(token, breaks);
        }
        let level = self.level(line, breaks);
        self.line = level;
        self.brackets = 0;
        if line != Line::Head {
            self.item = level;
        }
        self.note_loop(token);
        self.is_wrapped = self.is_too_long(token);
        let is_end = line == Line::BlockEnd || self.source.kind(token) == Kind::End;
        let after_block = token > 0 && self.source.kind(token - 1) == Kind::CloseBrace;
        let columns = level * STEP;
        Plan {
            breaks,
            columns,
            comment_columns: if line == Line::BlockEnd { columns + STEP } else { columns },
            can_blank: matches!(line, Line::Declaration | Line::Statement),
            comments_can_blank: is_end || matches!(line, Line::Declaration | Line::Statement),
            needs_blank: line == Line::Declaration && is_top && after_block,
        }
    }

    fn plan_inside(&self, token: usize, breaks: bool) -> Plan {
        let is_closing = matches!(
            (self.source.kind(token), self.source.marks.part(token)),
            (Kind::CloseParen | Kind::CloseBracket, _) | (_, Part::Close)
        );
        let is_brace = self.source.marks.part(token) == Part::Block;
        let levels = match is_brace {
            true => self.item,
            false => self.line + 1 + self.brackets - usize::from(is_closing && self.brackets > 0),
        };
        let columns = levels * STEP;
        Plan {
            breaks,
            columns,
            comment_columns: columns,
            can_blank: false,
            comments_can_blank: false,
            needs_blank: false,
        }
    }

    fn breaks(&self, token: usize, line: Line, is_adjacent: bool) -> bool {
        let is_on_new_line = self.source.is_on_new_line(token);
        match line {
            Line::Declaration | Line::Contract | Line::Statement => true,
            Line::Governed => is_on_new_line || self.is_broken(token),
            Line::Else { after_block, .. } => !after_block && is_on_new_line,
            Line::Head => self.is_loop_broken,
            Line::OwnBrace => self.is_loop_broken || self.in_locals,
            Line::BlockEnd => {
                !(is_adjacent && token > 0 && self.source.marks.part(token - 1) == Part::Block)
            }
            Line::Inside => {
                let is_held = matches!(
                    (self.source.kind(token), self.source.marks.part(token)),
                    (Kind::Semicolon | Kind::Comma, _) | (_, Part::Postfix | Part::Block)
                );
                let is_conjunct = self.source.kind(token) == Kind::And && self.brackets == 0;
                (is_on_new_line && !is_held) || (self.is_wrapped && is_conjunct)
            }
        }
    }

    fn level(&mut self, line: Line, breaks: bool) -> usize {
        match line {
            Line::Inside | Line::Declaration | Line::Contract => 0,
            Line::Statement if self.in_locals => 1,
            Line::Statement => self.blocks.last().map_or(0, |level| level + 1),
            Line::Governed => self.item + usize::from(breaks),
            Line::Head => self.item + 1,
            Line::OwnBrace => self.item * usize::from(!self.in_locals),
            Line::BlockEnd => self.blocks.pop().unwrap_or(0),
            Line::Else { of, .. } => {
                // Those after it are inside of what it governs and done with.
                while self.conditionals.last().is_some_and(|(token, _)| *token > of) {
                    self.conditionals.pop();
                }
                self.conditionals.last().map_or(self.item, |(_, level)| *level)
            }
        }
    }

    /// Does the loop that begins with this token have its head on several lines?
    fn is_broken(&self, token: usize) -> bool {
        let Part::Loop(close) = self.source.marks.part(token) else { return false };
        let (start, end) = (self.source.span(token).start, self.source.span(close).end);
        let comments = &self.source.lexed.comments;
        let first = comments.partition_point(|comment| comment.start < start);
        let is_commented = comments.get(first).is_some_and(|comment| comment.start < end);
        let is_long = self.item * STEP + width(self.source, token, close + 1) > WIDTH;
        self.source.line_ends(start, end) > 0 || is_commented || is_long
    }

    fn note_loop(&mut self, token: usize) {
        if matches!(self.source.marks.part(token), Part::Loop(_)) {
            self.is_loop_broken = self.is_broken(token);
        }
    }

    /// Is it a formula that stands on one line and does not fit there?
    fn is_too_long(&self, token: usize) -> bool {
        if !matches!(self.source.kind(token), Kind::Pre | Kind::Post | Kind::At | Kind::Predicate) {
            return false;
        }
        let tokens = self.source.lexed.tokens.len();
        let end = (token + 1..tokens)
            .find(|next| self.source.marks.line(*next) != Line::Inside)
            .unwrap_or(tokens.saturating_sub(1));
        let (from, to) =
            (self.source.span(token).start, self.source.span(end.saturating_sub(1)).end);
        self.source.line_ends(from, to) == 0
            && self.line * STEP + width(self.source, token, end) > WIDTH
    }

    /// Takes note of a token that has been written.
    pub(super) fn wrote(&mut self, token: usize) {
        match (self.source.kind(token), self.source.marks.part(token)) {
            (Kind::If, _) => self.conditionals.push((token, self.item)),
            (_, Part::Block) => {
                self.blocks.push(self.item);
                self.in_locals = false;
            }
            (Kind::Declare, _) => self.in_locals = true,
            (Kind::OpenParen | Kind::OpenBracket | Kind::OpenBrace, _) | (_, Part::Open) => {
                self.brackets += 1
            }
            (Kind::CloseParen | Kind::CloseBracket, _) | (_, Part::Close) => {
                self.brackets = self.brackets.saturating_sub(1);
            }
            _ => {}
        }
        if self.source.marks.line(token) == Line::Inside {
            self.note_loop(token);
        }
    }
}
