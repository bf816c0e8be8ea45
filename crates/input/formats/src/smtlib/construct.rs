//! Applying constructors, selectors and testers, and finding the instance of the datatype they are of.

use buttress_logic::{Constructor, Selector, Sort, Term};

use super::sexpr::{Node, shorten};
use super::term::TermReader;
use super::{Error, Kind};

impl TermReader<'_> {
    /// A constructor of a family; of which instance is told by `sort`, or by the fields.
    pub(super) fn construct(
        &mut self,
        node: Node,
        base: usize,
        family: usize,
        constructor: usize,
        sort: Option<Sort>,
    ) -> Result<Term, Error> {
        let count = self.values.len() - base;
        let datatypes = &mut self.signature.sorts.datatypes;
        let template = &datatypes.family(family).constructors[constructor];
        let arity = template.fields.len();
        if arity != count {
            return Err(self.wrong_arity(node, count, arity, Some(arity)));
        }
        let sort = match sort {
            Some(sort) => sort,
            None if datatypes.family(family).parameters == 0 => {
                datatypes.instantiate(self.terms, family, Vec::new())
            }
            None => self.infer(node, base, family, constructor)?,
        };
        let instance = self.signature.sorts.datatypes.instance(sort);
        let Some(instance) = instance else { return Err(self.source.unexpected(node, "a term")) };
        let made = instance.constructors[constructor];
        for place in 0..arity {
            let instance = self.signature.sorts.datatypes.instance(sort);
            let selector = instance.and_then(|known| known.selectors[constructor].get(place));
            if let Some(selector) = selector.copied() {
                self.expect(node, base, place, self.terms.selector_sort(selector))?;
            }
        }
        Ok(self.terms.construct(made, &self.values[base..]))
    }

    /// The sort that a constructor of a family with parameters builds, from the sorts of its fields.
    fn infer(
        &mut self,
        node: Node,
        base: usize,
        family: usize,
        constructor: usize,
    ) -> Result<Sort, Error> {
        let datatypes = &self.signature.sorts.datatypes;
        let declared = datatypes.family(family);
        let mut parameters: Vec<Option<Sort>> = vec![None; declared.parameters];
        for (place, (_, field)) in declared.constructors[constructor].fields.iter().enumerate() {
            let sort = self.terms.sort_of(self.values[base + place]);
            let argument = |reader: &Self| reader.argument(node, place);
            self.refuse_placeholder(self.values[base + place], argument)?;
            let unified =
                datatypes.unify(self.terms, &declared.shapes, *field, sort, &mut parameters);
            if unified.is_none() {
                let name = shorten(&declared.constructors[constructor].name);
                let message = format!(
                    "a term of sort {} does not fit this field of `{name}`",
                    self.show(sort)
                );
                return Err(self.source.error(self.argument(node, place), Kind::Sort, message));
            }
        }
        match parameters.into_iter().collect::<Option<Vec<Sort>>>() {
            Some(arguments) => {
                let datatypes = &mut self.signature.sorts.datatypes;
                Ok(datatypes.instantiate(self.terms, family, arguments))
            }
            None => {
                let name = shorten(&declared.constructors[constructor].name);
                let hint = format!("write `(as {name} S)` with its sort S");
                let message = format!("the sort of `{name}` cannot be told from its arguments");
                Err(self.source.error(node, Kind::Sort, message).hinting(Some(hint)))
            }
        }
    }

    /// The selector of a family, in the instance that the argument is of.
    pub(super) fn selector(
        &mut self,
        node: Node,
        base: usize,
        family: usize,
        constructor: usize,
        field: usize,
    ) -> Result<Selector, Error> {
        self.check_arity(node, self.values.len() - base, 1, Some(1))?;
        let sort = self.terms.sort_of(self.values[base]);
        match self.signature.sorts.datatypes.instance(sort) {
            Some(instance) if instance.family == family => {
                Ok(instance.selectors[constructor][field])
            }
            _ => Err(self.not_of_family(node, family, sort)),
        }
    }

    /// The constructor that a tester of a family asks for, in the instance that the argument is of.
    pub(super) fn tested(
        &mut self,
        node: Node,
        base: usize,
        family: usize,
        constructor: usize,
    ) -> Result<Constructor, Error> {
        self.check_arity(node, self.values.len() - base, 1, Some(1))?;
        let sort = self.terms.sort_of(self.values[base]);
        match self.signature.sorts.datatypes.instance(sort) {
            Some(instance) if instance.family == family => Ok(instance.constructors[constructor]),
            _ => Err(self.not_of_family(node, family, sort)),
        }
    }

    fn not_of_family(&self, node: Node, family: usize, found: Sort) -> Error {
        let name = shorten(&self.signature.sorts.datatypes.family(family).name);
        self.not_of(self.argument(node, 0), &format!("a term of the datatype {name}"), found)
    }
}
