//! The datatypes of a store: constructors and selectors.

use std::collections::HashMap;

use crate::id::{Constructor, Datatype, Selector};
use crate::sort::Sort;

/// Datatypes, constructors and selectors, each by number.
#[derive(Clone, Debug, Default)]
pub(super) struct Datatypes {
    datatypes: Vec<DatatypeParts>,
    constructors: Vec<ConstructorParts>,
    selectors: Vec<SelectorParts>,
    /// The name of the datatypes that have a constructor of a name; none if their names differ.
    owners: HashMap<String, Option<String>>,
}

#[derive(Clone, Debug)]
pub(super) struct DatatypeParts {
    pub(super) name: String,
    pub(super) arguments: Vec<Sort>,
    pub(super) constructors: Vec<Constructor>,
}

#[derive(Clone, Debug)]
pub(super) struct ConstructorParts {
    pub(super) name: String,
    pub(super) datatype: Datatype,
    pub(super) selectors: Vec<Selector>,
}

#[derive(Clone, Debug)]
pub(super) struct SelectorParts {
    pub(super) name: String,
    pub(super) constructor: Constructor,
    pub(super) position: usize,
    pub(super) sort: Sort,
}

impl Datatypes {
    pub(super) fn declare(&mut self, name: &str, arguments: &[Sort]) -> Datatype {
        let (name, arguments) = (name.to_owned(), arguments.to_vec());
        self.datatypes.push(DatatypeParts { name, arguments, constructors: Vec::new() });
        Datatype(self.datatypes.len() as u32 - 1)
    }

    pub(super) fn add_constructor(
        &mut self,
        datatype: Datatype,
        name: &str,
        fields: &[(String, Sort)],
    ) -> Constructor {
        let constructor = Constructor(self.constructors.len() as u32);
        let owner = self.datatype(datatype).name.clone();
        self.owners
            .entry(name.to_owned())
            .and_modify(|known| *known = known.take().filter(|known| *known == owner))
            .or_insert(Some(owner));
        let mut selectors = Vec::new();
        for (position, (name, sort)) in fields.iter().enumerate() {
            selectors.push(Selector(self.selectors.len() as u32));
            let name = name.clone();
            self.selectors.push(SelectorParts { name, constructor, position, sort: *sort });
        }
        self.constructors.push(ConstructorParts { name: name.to_owned(), datatype, selectors });
        self.datatypes[datatype.0 as usize].constructors.push(constructor);
        constructor
    }

    /// The first datatype with this name and these arguments.
    pub(super) fn named(&self, name: &str, arguments: &[Sort]) -> Option<Datatype> {
        let is_meant = |parts: &DatatypeParts| parts.name == name && parts.arguments == arguments;
        self.datatypes.iter().position(is_meant).map(|at| Datatype(at as u32))
    }

    /// Have datatypes of different names a constructor of this name?
    pub(super) fn is_shared(&self, constructor: &str) -> bool {
        self.owners.get(constructor).is_some_and(Option::is_none)
    }

    pub(super) fn datatype(&self, datatype: Datatype) -> &DatatypeParts {
        &self.datatypes[datatype.0 as usize]
    }

    pub(super) fn constructor(&self, constructor: Constructor) -> &ConstructorParts {
        &self.constructors[constructor.0 as usize]
    }

    pub(super) fn selector(&self, selector: Selector) -> &SelectorParts {
        &self.selectors[selector.0 as usize]
    }
}
