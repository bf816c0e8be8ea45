//! Laying out a file: lines, indentation and blanks, and nothing else.
//!
//! The formatter works on tokens and comments, not on the tree, so that it can neither lose nor change
//! anything: classic files stay classic, parentheses and spellings stay as they are. Statements and the parts
//! of contracts get lines of their own; line breaks inside of formulas are the author's, and only their
//! indentation is settled.
//!
//! Invariant: the tokens of the result are those of the text.

mod comments;
mod gaps;
mod lines;
mod source;

use comments::Comments;
use lines::Lines;
use source::Source;

use crate::lex::{Kind, Lexed, lex};
use crate::parse::{Part, parse_marked};
use crate::{Diagnostic, Severity, parse};

/// Lays out the text of a file. Refuses one with syntax errors, for its structure is not known.
pub fn format(original: &str) -> Result<String, Vec<Diagnostic>> {
    let text = original.replace("\r\n", "\n").replace('\r', "\n");
    let lexed = lex(&text);
    let (parsed, marks) = parse_marked(&text, &lexed);
    if parsed.diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error) {
        return Err(parse(original).diagnostics);
    }
    let source = Source { text: &text, lexed: &lexed, marks: &marks };
    let result = Layout::new(source).run();
    debug_assert!(same_tokens(&text, &lexed, &result), "formatting changed the tokens:\n{result}");
    Ok(result)
}

fn same_tokens(text: &str, lexed: &Lexed, result: &str) -> bool {
    let texts = |lexed: &Lexed, text| -> Vec<String> {
        lexed.tokens.iter().map(|token| str::to_owned(token.span.of(text))).collect()
    };
    let again = lex(result);
    texts(lexed, text) == texts(&again, result) && lexed.comments.len() == again.comments.len()
}

/// The text as it grows.
struct Layout<'t> {
    source: Source<'t>,
    comments: Comments<'t>,
    lines: Lines<'t>,
    out: String,
}

impl<'t> Layout<'t> {
    fn new(source: Source<'t>) -> Layout<'t> {
        Layout {
            source,
            comments: Comments::new(source),
            lines: Lines::new(source),
            out: String::new(),
        }
    }

    fn run(mut self) -> String {
        for token in 0..self.source.lexed.tokens.len() {
            let comments = self.comments.before(token);
            let is_forced = comments.iter().any(|comment| comment.is_line || comment.is_apart);
            let plan = self.lines.plan(token, is_forced, comments.is_empty());
            let mut end = token.checked_sub(1).map_or(0, |before| self.source.span(before).end);
            let is_first_inside = token > 0 && self.source.marks.part(token - 1) == Part::Block;
            let mut can_blank = !is_first_inside;
            let mut must_break = false;
            for comment in &comments {
                let wants_blank =
                    self.source.line_ends(end, comment.span.start) > 1 && plan.comments_can_blank;
                if must_break || comment.is_apart {
                    self.new_line(
                        plan.comment_columns,
                        can_blank && (wants_blank || plan.needs_blank),
                    );
                } else if !gaps::holds_right(self.source, token) {
                    self.out.push(' ');
                }
                self.comment(comment.span.of(self.source.text));
                can_blank = true;
                must_break = comment.is_line;
                end = comment.span.end;
            }
            if self.source.kind(token) == Kind::End {
                break;
            }
            let has_apart = comments.iter().any(|comment| comment.is_apart);
            let start = self.source.span(token).start;
            let wants_blank =
                self.source.line_ends(end, start) > 1 || (plan.needs_blank && !has_apart);
            if plan.breaks {
                self.new_line(plan.columns, can_blank && plan.can_blank && wants_blank);
            } else if match comments.is_empty() {
                true => gaps::is_gap(self.source, token),
                false => !gaps::holds_left(self.source, token),
            } {
                self.out.push(' ');
            }
            self.out.push_str(self.source.text(token));
            self.lines.wrote(token);
        }
        if !self.out.is_empty() {
            self.out.push('\n');
        }
        self.out
    }

    fn new_line(&mut self, columns: usize, is_blank: bool) {
        if self.out.is_empty() {
            return;
        }
        self.out.push('\n');
        if is_blank {
            self.out.push('\n');
        }
        self.out.extend(std::iter::repeat_n(' ', columns));
    }

    /// Writes a comment. Its further lines keep their indentation, unless they begin with the customary star.
    fn comment(&mut self, text: &str) {
        let line_start = self.out.rfind('\n').map_or(0, |at| at + 1);
        let column = self.out[line_start..].chars().count();
        for (number, line) in text.lines().enumerate() {
            if number > 0 {
                self.out.push('\n');
            }
            match line.trim_start() {
                starred if number > 0 && starred.starts_with('*') => {
                    self.out.extend(std::iter::repeat_n(' ', column + 1));
                    self.out.push_str(starred.trim_end());
                }
                _ => self.out.push_str(line.trim_end()),
            }
        }
    }
}
