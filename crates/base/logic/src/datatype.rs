//! Algebraic datatypes: constructors, selectors, testers.

use crate::{Sort, SortKind, Terms};

/// A datatype with its parameters filled in.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Datatype(pub(crate) u32);

/// A constructor of a datatype.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Constructor(pub(crate) u32);

/// A selector: it reads one field of one constructor.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Selector(pub(crate) u32);

#[derive(Clone, Debug)]
pub(crate) struct DatatypeParts {
    name: String,
    arguments: Vec<Sort>,
    constructors: Vec<Constructor>,
}

#[derive(Clone, Debug)]
pub(crate) struct ConstructorParts {
    name: String,
    datatype: Datatype,
    selectors: Vec<Selector>,
}

#[derive(Clone, Debug)]
pub(crate) struct SelectorParts {
    name: String,
    constructor: Constructor,
    position: usize,
    sort: Sort,
}

impl Terms {
    /// A new datatype without constructors yet, and its sort. Fields may mention the sort.
    pub fn declare_datatype(&mut self, name: &str, arguments: &[Sort]) -> (Datatype, Sort) {
        let datatype = Datatype(self.datatypes.len() as u32);
        let parts = DatatypeParts {
            name: name.to_owned(),
            arguments: arguments.to_vec(),
            constructors: vec![],
        };
        self.datatypes.push(parts);
        (datatype, self.sort(SortKind::Datatype(datatype)))
    }

    /// Gives a datatype one more constructor, with these named fields.
    pub fn add_constructor(
        &mut self,
        datatype: Datatype,
        name: &str,
        fields: &[(String, Sort)],
    ) -> Constructor {
        let constructor = Constructor(self.constructors.len() as u32);
        self.cardinalities.borrow_mut().clear();
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
    pub fn datatype_named(&self, name: &str, arguments: &[Sort]) -> Option<Datatype> {
        let is_meant = |parts: &DatatypeParts| parts.name == name && parts.arguments == arguments;
        self.datatypes.iter().position(is_meant).map(|at| Datatype(at as u32))
    }

    /// The name of a datatype.
    pub fn datatype_name(&self, datatype: Datatype) -> &str {
        &self.datatypes[datatype.0 as usize].name
    }

    /// What the parameters of a datatype were filled in with.
    pub fn datatype_arguments(&self, datatype: Datatype) -> &[Sort] {
        &self.datatypes[datatype.0 as usize].arguments
    }

    /// The sort that a datatype is.
    pub fn datatype_sort(&self, datatype: Datatype) -> Sort {
        self.sort_numbers[&SortKind::Datatype(datatype)]
    }

    /// The constructors of a datatype, in the order of declaration.
    pub fn constructors(&self, datatype: Datatype) -> Vec<Constructor> {
        self.datatypes[datatype.0 as usize].constructors.clone()
    }

    /// The name of a constructor.
    pub fn constructor_name(&self, constructor: Constructor) -> &str {
        &self.constructors[constructor.0 as usize].name
    }

    /// The datatype that a constructor builds.
    pub fn constructor_datatype(&self, constructor: Constructor) -> Datatype {
        self.constructors[constructor.0 as usize].datatype
    }

    /// The selectors of a constructor, in the order of its fields.
    pub fn selectors(&self, constructor: Constructor) -> Vec<Selector> {
        self.constructors[constructor.0 as usize].selectors.clone()
    }

    /// The name of a selector.
    pub fn selector_name(&self, selector: Selector) -> &str {
        &self.selectors[selector.0 as usize].name
    }

    /// The constructor whose field a selector reads.
    pub fn selector_constructor(&self, selector: Selector) -> Constructor {
        self.selectors[selector.0 as usize].constructor
    }

    /// Which field of its constructor a selector reads, from 0.
    pub fn selector_position(&self, selector: Selector) -> usize {
        self.selectors[selector.0 as usize].position
    }

    /// The sort of the field that a selector reads.
    pub fn selector_sort(&self, selector: Selector) -> Sort {
        self.selectors[selector.0 as usize].sort
    }
}
