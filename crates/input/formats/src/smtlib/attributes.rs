//! Attributes: `:keyword value`.

use super::error::Error;
use super::sexpr::{Node, Sexpr, Token};

/// The attributes of a list, from its `skip`-th node on: keywords, each with a value or without.
pub(crate) fn attributes(
    source: &Sexpr,
    list: Node,
    skip: usize,
) -> Result<Vec<(Node, Option<Node>)>, Error> {
    let mut rest = source.children(list).skip(skip).peekable();
    let mut attributes = Vec::new();
    while let Some(keyword) = rest.next() {
        if source.token(keyword) != Token::Keyword {
            return Err(source.unexpected(keyword, "an attribute"));
        }
        let value = rest.next_if(|value| source.token(*value) != Token::Keyword);
        attributes.push((keyword, value));
    }
    if attributes.is_empty() {
        return Err(source.ends(list, "an attribute"));
    }
    Ok(attributes)
}
