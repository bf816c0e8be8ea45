//! What the store says of algebraic datatypes: constructors, selectors, testers.

use super::store::Terms;
use crate::id::{Constructor, Datatype, Selector};
use crate::sort::{Sort, SortKind};

impl Terms {
    /// A new datatype without constructors yet, and its sort. Fields may mention the sort.
    pub fn declare_datatype(&mut self, name: &str, arguments: &[Sort]) -> (Datatype, Sort) {
        let datatype = self.datatypes.declare(name, arguments);
        (datatype, self.sort(SortKind::Datatype(datatype)))
    }

    /// Gives a datatype one more constructor, with these named fields.
    pub fn add_constructor(
        &mut self,
        datatype: Datatype,
        name: &str,
        fields: &[(String, Sort)],
    ) -> Constructor {
        self.cardinalities.borrow_mut().clear();
        self.datatypes.add_constructor(datatype, name, fields)
    }

    /// The first datatype with this name and these arguments.
    pub fn datatype_named(&self, name: &str, arguments: &[Sort]) -> Option<Datatype> {
        self.datatypes.named(name, arguments)
    }

    /// The name of a datatype.
    pub fn datatype_name(&self, datatype: Datatype) -> &str {
        &self.datatypes.datatype(datatype).name
    }

    /// What the parameters of a datatype were filled in with.
    pub fn datatype_arguments(&self, datatype: Datatype) -> &[Sort] {
        &self.datatypes.datatype(datatype).arguments
    }

    /// The sort that a datatype is.
    pub fn datatype_sort(&self, datatype: Datatype) -> Sort {
        let sort = self.sorts.find(&SortKind::Datatype(datatype));
        sort.expect("a datatype is declared with its sort")
    }

    /// The constructors of a datatype, in the order of declaration.
    pub fn constructors(&self, datatype: Datatype) -> Vec<Constructor> {
        self.datatypes.datatype(datatype).constructors.clone()
    }

    /// The name of a constructor.
    pub fn constructor_name(&self, constructor: Constructor) -> &str {
        &self.datatypes.constructor(constructor).name
    }

    /// Has a datatype of another name a constructor of the same name?
    pub fn is_shared_name(&self, constructor: Constructor) -> bool {
        self.datatypes.is_shared(self.constructor_name(constructor))
    }

    /// The datatype that a constructor builds.
    pub fn constructor_datatype(&self, constructor: Constructor) -> Datatype {
        self.datatypes.constructor(constructor).datatype
    }

    /// The selectors of a constructor, in the order of its fields.
    pub fn selectors(&self, constructor: Constructor) -> Vec<Selector> {
        self.datatypes.constructor(constructor).selectors.clone()
    }

    /// The name of a selector.
    pub fn selector_name(&self, selector: Selector) -> &str {
        &self.datatypes.selector(selector).name
    }

    /// The constructor whose field a selector reads.
    pub fn selector_constructor(&self, selector: Selector) -> Constructor {
        self.datatypes.selector(selector).constructor
    }

    /// Which field of its constructor a selector reads, from 0.
    pub fn selector_position(&self, selector: Selector) -> usize {
        self.datatypes.selector(selector).position
    }

    /// The sort of the field that a selector reads.
    pub fn selector_sort(&self, selector: Selector) -> Sort {
        self.datatypes.selector(selector).sort
    }
}
