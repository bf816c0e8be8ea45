//! Which bracket belongs to which, and what lies between them.
//!
//! Two questions of the grammar need to look ahead to the end of a bracket. All answers are computed in one
//! pass, so that reading stays linear.

use crate::lex::{Kind, Token};

/// For each opening parenthesis and brace, what is known about it.
pub(crate) struct Brackets {
    pairs: Vec<Pair>,
}

#[derive(Clone, Copy, Default)]
struct Pair {
    /// The closing token.
    close: Option<usize>,
    /// Is there a `;` directly inside?
    has_semicolon: bool,
    /// Is there a `<-` directly inside, before any `;`?
    is_update: bool,
}

impl Brackets {
    /// Parentheses and braces are matched apart from each other: a file in which they are tangled is
    /// wrong anyway.
    pub(crate) fn of(tokens: &[Token]) -> Brackets {
        let mut pairs = vec![Pair::default(); tokens.len()];
        let (mut parens, mut braces) = (vec![], vec![]);
        for (at, token) in tokens.iter().enumerate() {
            match token.kind {
                Kind::OpenParen => parens.push(at),
                Kind::OpenBrace => braces.push(at),
                Kind::CloseParen => close(&mut pairs, &mut parens, at),
                Kind::CloseBrace => close(&mut pairs, &mut braces, at),
                Kind::Semicolon => {
                    for open in [parens.last(), braces.last()].into_iter().flatten() {
                        if let Some(pair) = pairs.get_mut(*open) {
                            pair.has_semicolon = true;
                        }
                    }
                }
                Kind::Gets => {
                    if let Some(pair) = braces.last().and_then(|open| pairs.get_mut(*open)) {
                        pair.is_update |= !pair.has_semicolon;
                    }
                }
                _ => {}
            }
        }
        Brackets { pairs }
    }

    /// The partner of an opening bracket.
    pub(crate) fn close(&self, open: usize) -> Option<usize> {
        self.pairs.get(open).and_then(|pair| pair.close)
    }

    /// Is there a `;` in these parentheses, outside of inner ones?
    pub(crate) fn has_semicolon(&self, open: usize) -> bool {
        self.pairs.get(open).is_some_and(|pair| pair.has_semicolon)
    }

    /// Is this the brace of `a{i <- v}`, and not that of a block?
    pub(crate) fn is_update(&self, open: usize) -> bool {
        self.pairs.get(open).is_some_and(|pair| pair.is_update)
    }
}

fn close(pairs: &mut [Pair], open: &mut Vec<usize>, at: usize) {
    if let Some(pair) = open.pop().and_then(|open| pairs.get_mut(open)) {
        pair.close = Some(at);
    }
}
