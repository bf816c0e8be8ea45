//! What the annotation of a definition says.

use crate::smtlib::{Error, Kind, Node, Reader, Sexpr, Token, attributes, shorten};

/// What a definition is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Role {
    /// A state variable; the name of its next value.
    Next(String),
    /// θ
    Init,
    /// ρ
    Trans,
    /// Π, with its number.
    Invariant(u64),
    /// A liveness property, with its number.
    Live(u64),
}

const KEYWORDS: [&str; 5] = [":next", ":init", ":trans", ":invar-property", ":live-property"];

/// Is it the text of a transition system? It is if some command has an annotation of one.
pub fn is_vmt(text: &[u8]) -> bool {
    let mut reader = Reader::of(text);
    while let Some(Ok(sexpr)) = reader.next_command() {
        if !annotations(&sexpr).is_empty() {
            return true;
        }
    }
    false
}

/// The roles of a command: of a definition `(define-fun f () S (! t :role value …))`, all that its
/// annotations give; elsewhere an annotation would be overlooked, and is an error.
pub(super) fn roles(source: &Sexpr) -> Result<Vec<(Role, Node)>, Error> {
    let found = annotations(source);
    if found.is_empty() {
        return Ok(Vec::new());
    }
    let children: Vec<Node> = source.children(source.root()).collect();
    let (list, mut body) = match children.as_slice() {
        [word, _, list, _, body] if source.atom(*word) == "define-fun" => (Some(*list), *body),
        [word, _, _, body] if source.atom(*word) == "define-const" => (None, *body),
        _ => return Err(misplaced(source, found[0])),
    };
    if list.is_some_and(|list| source.children(list).next().is_some()) {
        return Err(misplaced(source, found[0]));
    }
    let mut roles = Vec::new();
    // Annotations may stand around annotations.
    while source.children(body).next().is_some_and(|word| source.is_reserved(word, "!")) {
        for (keyword, value) in attributes(source, body, 2)? {
            if let Some(role) = role(source, body, keyword, value)? {
                roles.push((role, keyword));
            }
        }
        body = source.children(body).nth(1).unwrap_or(body);
    }
    match found.into_iter().find(|node| !roles.iter().any(|(_, keyword)| keyword == node)) {
        Some(node) => Err(misplaced(source, node)),
        None => Ok(roles),
    }
}

/// The keywords of transition systems in a command.
fn annotations(source: &Sexpr) -> Vec<Node> {
    let mut found = Vec::new();
    let mut stack = vec![source.root()];
    while let Some(node) = stack.pop() {
        if source.token(node) == Token::Keyword && KEYWORDS.contains(&source.atom(node)) {
            found.push(node);
        }
        if source.is_list(node) {
            stack.extend(source.children(node));
        }
    }
    found.sort_unstable();
    found
}

fn misplaced(source: &Sexpr, node: Node) -> Error {
    let message = format!("the annotation `{}` has no meaning here", source.atom(node));
    let hint = "annotate the whole of a definition without parameters: \
                `(define-fun name () Bool (! formula :init true))`";
    source.error(node, Kind::Unsupported, message).hinting(Some(hint.to_owned()))
}

/// What an attribute says; none if it is not one of ours.
fn role(
    source: &Sexpr,
    list: Node,
    keyword: Node,
    value: Option<Node>,
) -> Result<Option<Role>, Error> {
    let needed = |expected: &str| {
        let message = format!("expected {expected} after `{}`", source.atom(keyword));
        value.ok_or_else(|| {
            source.error(keyword, Kind::Syntax, message).expecting(expected.to_owned())
        })
    };
    Ok(Some(match source.atom(keyword) {
        ":next" => {
            let name = needed("the name of the next value")?;
            Role::Next(source.symbol(name, "the name of the next value")?.to_owned())
        }
        word @ (":init" | ":trans") => {
            if let Some(value) = value
                && source.atom(value) != "true"
            {
                return Err(source.unexpected(value, "`true`"));
            }
            if word == ":init" { Role::Init } else { Role::Trans }
        }
        word @ (":invar-property" | ":live-property") => {
            let node = needed("a number")?;
            let index = match source.token(node) {
                Token::Numeral => source.atom(node).parse().ok(),
                _ => return Err(source.unexpected(node, "a number")),
            };
            let Some(index) = index else {
                let message = format!("the number {} is too large", shorten(source.atom(node)));
                return Err(source.error(list, Kind::Unsupported, message));
            };
            if word == ":invar-property" { Role::Invariant(index) } else { Role::Live(index) }
        }
        _ => return Ok(None),
    }))
}
