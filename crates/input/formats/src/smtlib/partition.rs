//! The parts of an unsatisfiable script between which interpolants are asked for.

use super::sexpr::Children;
use super::{Error, Sexpr};

/// `P Q …`: each part is the name of an assertion, or `(and N M …)` of several.
pub(super) fn parts(source: &Sexpr, rest: Children<'_>) -> Result<Vec<Vec<String>>, Error> {
    let mut parts = Vec::new();
    for node in rest {
        let mut names = Vec::new();
        if source.is_list(node) {
            let mut children = source.children(node);
            let head = children.expect(node, "`and`")?;
            if source.symbol(head, "`and`")? != "and" {
                return Err(source.unexpected(head, "`and`"));
            }
            for name in children {
                names.push(source.symbol(name, "the name of an assertion")?.to_owned());
            }
        } else {
            names.push(source.symbol(node, "the name of an assertion")?.to_owned());
        }
        parts.push(names);
    }
    match parts.len() {
        0 | 1 => Err(source.ends(source.root(), "at least two parts")),
        _ => Ok(parts),
    }
}
