//! `(! t :named n :pattern (…) …)`

use buttress_logic::{Op, Term};

use super::attributes::attributes;
use super::error::{Error, Kind};
use super::sexpr::{Node, shorten};
use super::term::TermReader;

impl TermReader<'_> {
    /// The term under a `!` was read, and stays the value. `:named` gives it a name, all other
    /// attributes (patterns, weights, labels) are advice to solvers and change no meaning.
    pub(super) fn annotate(&mut self, node: Node) -> Result<(), Error> {
        let source = self.source;
        for (keyword, value) in attributes(source, node, 2)? {
            if source.atom(keyword) != ":named" {
                continue;
            }
            let Some(value) = value else { return Err(source.ends(node, "a name")) };
            let name = source.symbol(value, "a name")?;
            self.signature.check_new(source, value)?;
            let Some(&term) = self.values.last() else { continue };
            self.refuse_placeholder(term, |_| node)?;
            if !self.is_closed(term) {
                let message = "a term with free variables cannot have a name";
                return Err(source.error(node, Kind::Declaration, message));
            }
            if self.named_terms.insert(name.to_owned(), term).is_some() {
                let message = format!("`{}` is declared already", shorten(name));
                return Err(source.error(value, Kind::Declaration, message));
            }
            self.named.push((name.to_owned(), term));
        }
        Ok(())
    }

    /// Is no variable free in a term? What is known to be closed is never looked at again.
    fn is_closed(&mut self, term: Term) -> bool {
        if self.open_variables == 0 {
            return true;
        }
        // A quantifier inside binds only variables of its own, which are not in scope here; so a
        // variable counts as free if it is in scope, and `bound_here` are all the others.
        let mut bound_here = std::collections::HashSet::new();
        let mut free = Vec::new();
        let mut todo = vec![term];
        while let Some(term) = todo.pop() {
            if !self.closed.insert(term) {
                continue;
            }
            match self.terms.op(term) {
                Op::Bound(bound) => free.push(bound),
                Op::Forall(binder) | Op::Exists(binder) => {
                    bound_here.extend(self.terms.binder(binder).iter().copied());
                }
                _ => (),
            }
            todo.extend_from_slice(self.terms.arguments(term));
        }
        free.iter().all(|bound| bound_here.contains(bound))
    }
}
