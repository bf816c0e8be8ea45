//! Declared sorts with infinitely many elements.
//!
//! SMT-LIB lets a declared sort have any number of elements. The thesis speaks of infinite index
//! sorts, and so may a reader ([`Reading::infinite_sorts`]): a sort is then a datatype with one
//! constructor of one integer. Scripts cannot name its parts, so that its elements are all alike to
//! them; only evidence does.
//!
//! [`Reading::infinite_sorts`]: super::Reading::infinite_sorts

use buttress_logic::{Sort, Terms};

use super::family::ConstructorShape;
use super::script::Script;
use super::sexpr::Node;
use super::shape::{Maker, Shape, SortName};
use super::symbol::Symbol;
use super::{Error, Kind, Sexpr};
use crate::limits::MOST_PARAMETERS;

impl Script {
    /// Declares a sort with so many parameters, each instance of which is infinite.
    pub(super) fn declare_infinite_sort(
        &mut self,
        terms: &mut Terms,
        source: &Sexpr,
        node: Node,
        arity: usize,
    ) -> Result<(), Error> {
        if arity > MOST_PARAMETERS {
            let message = format!("more than {MOST_PARAMETERS} parameters are not supported");
            return Err(source.error(node, Kind::Unsupported, message));
        }
        let name = source.atom(node);
        let (element, number) = (format!("@element.{name}"), format!("@number.{name}"));
        let datatypes = &mut self.signature.sorts.datatypes;
        let family = datatypes.begin_family(name, arity);
        let fields = vec![(number.clone(), 0)];
        let template = ConstructorShape { name: element.clone(), fields };
        let shapes = vec![Shape::Closed(Sort::INT)];
        // It has values, whether or not its parameters have.
        datatypes.describe_reserved(family, vec![template], shapes, vec![true; 1 << arity]);
        if arity == 0 {
            datatypes.instantiate(terms, family, Vec::new());
        }
        let maker = Maker::Datatype(family);
        self.signature.sorts.names.bind(name, SortName::Maker(maker, arity));
        let functions = &mut self.signature.functions;
        functions.bind(&element, Symbol::Constructor { family, constructor: 0 });
        functions.bind(&number, Symbol::Selector { family, constructor: 0, field: 0 });
        Ok(())
    }
}
