//! A script as lists of words with their places, read without asking whether it makes sense.

use buttress_pi::Span;

use crate::limits::DEEPEST_LIST;

/// A word or a list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Node {
    /// A symbol, a number, a string, a keyword.
    Word(Span),
    /// `( … )`
    List(Span, Vec<Node>),
}

impl Node {
    /// Where it is.
    pub(super) fn span(&self) -> Span {
        match self {
            Node::Word(span) | Node::List(span, _) => *span,
        }
    }

    /// What is in the list; nothing for a word.
    pub(super) fn items(&self) -> &[Node] {
        match self {
            Node::Word(_) => &[],
            Node::List(_, items) => items,
        }
    }

    /// The word, if it is one.
    pub(super) fn word<'t>(&self, text: &'t str) -> Option<&'t str> {
        match self {
            Node::Word(span) => Some(span.of(text)),
            Node::List(..) => None,
        }
    }
}

/// The commands of a script. Lists in lists in lists beyond a bound are read as if their parentheses were not there.
pub(super) fn nodes(text: &str) -> Vec<Node> {
    let mut open: Vec<(usize, Vec<Node>)> = Vec::new();
    let mut done = Vec::new();
    let mut ignored = 0usize;
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        let start = at;
        at += 1;
        match bytes[start] {
            b';' => at = end_of(bytes, at, |byte| byte == b'\n' || byte == b'\r'),
            b'(' if open.len() >= DEEPEST_LIST => ignored += 1,
            b'(' => open.push((start, Vec::new())),
            b')' if ignored > 0 => ignored -= 1,
            b')' => {
                if let Some((begin, items)) = open.pop() {
                    let list = Node::List(Span::new(begin, at), items);
                    open.last_mut().map_or(&mut done, |(_, items)| items).push(list);
                }
            }
            byte if byte.is_ascii_whitespace() => {}
            byte => {
                at = match byte {
                    b'"' | b'|' => (end_of(bytes, at, |other| other == byte) + 1).min(bytes.len()),
                    _ => end_of(bytes, at, |byte| {
                        byte.is_ascii_whitespace() || b"();\"|".contains(&byte)
                    }),
                };
                let word = Node::Word(Span::new(start, at));
                open.last_mut().map_or(&mut done, |(_, items)| items).push(word);
            }
        }
    }
    // What is not closed is read as far as it goes.
    while let Some((begin, items)) = open.pop() {
        let list = Node::List(Span::new(begin, bytes.len()), items);
        open.last_mut().map_or(&mut done, |(_, items)| items).push(list);
    }
    done
}

fn end_of(bytes: &[u8], from: usize, is_end: impl Fn(u8) -> bool) -> usize {
    bytes[from..].iter().position(|byte| is_end(*byte)).map_or(bytes.len(), |at| from + at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whatever_it_is_it_is_read() {
        let shown = |text: &str| {
            let words = |node: &Node| node.span().of(text).to_owned();
            nodes(text).iter().map(words).collect::<Vec<_>>()
        };
        assert_eq!(shown("(a |b c| \"d)\") ; (e\n(f)"), ["(a |b c| \"d)\")", "(f)"]);
        assert_eq!(shown("(a (b"), ["(a (b"]);
        assert_eq!(shown(") x |∀"), ["x", "|∀"]);
        let deep = "(".repeat(100_000);
        assert_eq!(nodes(&deep).len(), 1);
    }
}
