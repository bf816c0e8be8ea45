//! `minimize` and `maximize`.

use buttress_logic::Terms;

use super::script::Script;
use super::{Error, Kind, Objective, Sexpr};

impl Script {
    /// `(minimize t)`, `(maximize t)`
    pub(super) fn optimize(
        &mut self,
        terms: &mut Terms,
        source: &Sexpr,
        is_maximum: bool,
    ) -> Result<(), Error> {
        let root = source.root();
        let mut rest = source.children(root);
        rest.next();
        let node = rest.expect(root, "a number")?;
        rest.finish()?;
        if self.reading().partial_arrays {
            let message = "objectives are not supported where arrays are read as partial";
            return Err(source.error(root, Kind::Unsupported, message));
        }
        let term = self.read(terms, source, |reader| {
            let term = reader.read(node)?;
            reader.refuse_placeholder(term, |_| node)?;
            let sort = reader.terms.sort_of(term);
            match sort.is_arithmetic() {
                true => Ok(term),
                false => Err(reader.not_of(node, "a term of sort Int or Real", sort)),
            }
        })?;
        let text = source.plain_text(node);
        self.stack.objectives.push(Objective { term, is_maximum, text });
        Ok(())
    }
}
