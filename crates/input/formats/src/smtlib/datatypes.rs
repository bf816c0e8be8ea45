//! Datatypes: families as they are declared, and instances with the parameters filled in.
//!
//! Invariant: a family that is complete has finitely many instances below each of its instances, and
//! each of them has a value: see [`Datatypes::complete_families`].

use std::collections::HashMap;

use buttress_logic::{Constructor, Selector, Sort, SortKind, Terms};

use super::family::{ConstructorShape, Family, family_of};
use super::growth::growing;
use super::inhabited::inhabited;
use super::shape::{Maker, Shape};

/// A family with its parameters filled in.
#[derive(Clone, Debug)]
pub(super) struct Instance {
    pub family: usize,
    pub sort: Sort,
    pub constructors: Vec<Constructor>,
    pub selectors: Vec<Vec<Selector>>,
}

/// The families declared so far, also those out of scope, and their instances.
#[derive(Clone, Default, Debug)]
pub(super) struct Datatypes {
    families: Vec<Family>,
    /// The number of families that no script declares; they come first.
    reserved: usize,
    instances: Vec<Instance>,
    by_arguments: HashMap<(usize, Vec<Sort>), usize>,
    by_sort: HashMap<Sort, usize>,
    /// The instances whose constructors are not there yet, with their parameters.
    unfinished: Vec<(usize, Vec<Sort>)>,
    is_finishing: bool,
}

/// Why a group of families cannot be completed.
pub(super) enum DatatypeFlaw {
    /// A field asks for ever larger instances.
    Growing { family: usize, constructor: usize },
    /// The family has no value.
    Empty { family: usize },
}

impl Datatypes {
    /// The number of families.
    pub fn family_count(&self) -> usize {
        self.families.len()
    }

    pub fn family(&self, family: usize) -> &Family {
        &self.families[family]
    }

    pub fn is_complete(&self, family: usize) -> bool {
        self.families[family].is_complete
    }

    /// Begins a family; its constructors come later.
    pub fn begin_family(&mut self, name: &str, parameters: usize) -> usize {
        self.families.push(Family {
            name: name.to_owned(),
            parameters,
            constructors: Vec::new(),
            shapes: Vec::new(),
            inhabited: Vec::new(),
            is_complete: false,
        });
        self.families.len() - 1
    }

    pub fn describe(
        &mut self,
        family: usize,
        constructors: Vec<ConstructorShape>,
        shapes: Vec<Shape>,
    ) {
        let family = &mut self.families[family];
        (family.constructors, family.shapes) = (constructors, shapes);
    }

    /// Completes a family that no script declares: with its constructors, and whether it has a
    /// value.
    pub fn describe_reserved(
        &mut self,
        family: usize,
        constructors: Vec<ConstructorShape>,
        shapes: Vec<Shape>,
        inhabited: Vec<bool>,
    ) {
        self.describe(family, constructors, shapes);
        let family = &mut self.families[family];
        (family.inhabited, family.is_complete) = (inhabited, true);
        self.reserved = self.families.len();
    }

    /// Forgets families whose declaration has failed, and their instances.
    pub fn abandon(&mut self, first: usize) {
        self.families.truncate(first);
        self.by_arguments.retain(|(family, _), _| *family < first);
    }

    /// Completes the families from `first` on, if each has a value and finitely many instances.
    pub fn complete_families(
        &mut self,
        terms: &mut Terms,
        first: usize,
    ) -> Result<(), DatatypeFlaw> {
        if let Some((family, constructor)) = growing(&self.families, first) {
            return Err(DatatypeFlaw::Growing { family, constructor });
        }
        let tables = inhabited(&self.families, first);
        for (family, table) in (first..).zip(tables) {
            if table.last() != Some(&true) {
                return Err(DatatypeFlaw::Empty { family });
            }
            self.families[family].inhabited = table;
        }
        for family in first..self.families.len() {
            self.families[family].is_complete = true;
        }
        for family in first..self.families.len() {
            if self.families[family].parameters == 0 {
                self.instantiate(terms, family, Vec::new());
            }
        }
        Ok(())
    }

    /// The instance that a sort is.
    pub fn instance(&self, sort: Sort) -> Option<&Instance> {
        Some(&self.instances[*self.by_sort.get(&sort)?])
    }

    /// The sort of a family with its parameters filled in.
    pub fn instantiate(&mut self, terms: &mut Terms, family: usize, arguments: Vec<Sort>) -> Sort {
        if let Some(instance) = self.by_arguments.get(&(family, arguments.clone())) {
            return self.instances[*instance].sort;
        }
        let number = self.instances.len();
        if family < self.reserved
            && let Some(known) = terms.datatype_named(&self.families[family].name, &arguments)
        {
            // A program has declared it.
            let (sort, constructors) = (terms.datatype_sort(known), terms.constructors(known));
            let selectors = constructors.iter().map(|it| terms.selectors(*it)).collect();
            self.instances.push(Instance { family, sort, constructors, selectors });
            self.by_arguments.insert((family, arguments), number);
            self.by_sort.insert(sort, number);
            return sort;
        }
        let (_, sort) = terms.declare_datatype(&self.families[family].name, &arguments);
        let (constructors, selectors) = (Vec::new(), Vec::new());
        self.instances.push(Instance { family, sort, constructors, selectors });
        self.by_arguments.insert((family, arguments.clone()), number);
        self.by_sort.insert(sort, number);
        self.unfinished.push((number, arguments));
        // Fields may ask for further instances: they wait until this one is finished.
        if !self.is_finishing {
            self.is_finishing = true;
            while let Some((instance, arguments)) = self.unfinished.pop() {
                self.finish(terms, instance, &arguments);
            }
            self.is_finishing = false;
        }
        sort
    }

    fn finish(&mut self, terms: &mut Terms, instance: usize, arguments: &[Sort]) {
        let Instance { family, sort, .. } = self.instances[instance];
        let Some(datatype) = terms.as_datatype(sort) else { return };
        let shapes = std::mem::take(&mut self.families[family].shapes);
        let sorts = self.fill(terms, &shapes, arguments);
        self.families[family].shapes = shapes;
        for ConstructorShape { name, fields } in &self.families[family].constructors {
            let fields: Vec<(String, Sort)> =
                fields.iter().map(|(name, place)| (name.clone(), sorts[*place])).collect();
            let constructor = terms.add_constructor(datatype, name, &fields);
            let instance = &mut self.instances[instance];
            instance.constructors.push(constructor);
            instance.selectors.push(terms.selectors(constructor));
        }
    }
}

impl Datatypes {
    /// The sort that a maker makes. Datatypes are made on demand.
    pub fn make(&mut self, terms: &mut Terms, maker: &Maker, arguments: Vec<Sort>) -> Sort {
        match maker {
            // The arity was checked.
            Maker::Array => terms.array_sort(arguments[0], arguments[1]),
            Maker::Declared { name, declaration } => {
                let (name, declaration) = (name.to_string(), *declaration);
                terms.sort(SortKind::Uninterpreted { name, declaration, arguments })
            }
            Maker::Datatype(family) => self.instantiate(terms, *family, arguments),
            Maker::Table(kind) => {
                let entry = self.instantiate(terms, family_of(*kind), arguments[1..2].to_vec());
                terms.array_sort(arguments[0], entry)
            }
        }
    }

    /// All the sorts of a list of shapes, the parameters filled in.
    pub fn fill(&mut self, terms: &mut Terms, shapes: &[Shape], parameters: &[Sort]) -> Vec<Sort> {
        let mut sorts: Vec<Sort> = Vec::with_capacity(shapes.len());
        for shape in shapes {
            sorts.push(match shape {
                Shape::Closed(sort) => *sort,
                Shape::Parameter(place) => parameters[*place],
                Shape::Apply { maker, arguments, .. } => {
                    let arguments = arguments.iter().map(|place| sorts[*place]).collect();
                    self.make(terms, maker, arguments)
                }
            });
        }
        sorts
    }

    /// Finds the parameters with which the shape at `root` is `sort`; `None` if it cannot be.
    pub fn unify(
        &self,
        terms: &Terms,
        shapes: &[Shape],
        root: usize,
        sort: Sort,
        parameters: &mut [Option<Sort>],
    ) -> Option<()> {
        let mut pairs = vec![(root, sort)];
        while let Some((place, sort)) = pairs.pop() {
            match &shapes[place] {
                Shape::Closed(closed) if *closed == sort => (),
                Shape::Closed(_) => return None,
                Shape::Parameter(place) => match parameters[*place] {
                    Some(known) if known != sort => return None,
                    _ => parameters[*place] = Some(sort),
                },
                Shape::Apply { maker, arguments, .. } => {
                    let parts = match (maker, terms.sort_kind(sort)) {
                        (Maker::Array, SortKind::Array { index, element }) => {
                            vec![*index, *element]
                        }
                        (
                            Maker::Declared { declaration, .. },
                            SortKind::Uninterpreted { declaration: other, arguments, .. },
                        ) if declaration == other => arguments.clone(),
                        (Maker::Datatype(family), SortKind::Datatype(datatype))
                            if self.instance(sort).map(|instance| instance.family)
                                == Some(*family) =>
                        {
                            terms.datatype_arguments(*datatype).to_vec()
                        }
                        (Maker::Table(kind), SortKind::Array { .. }) => {
                            match terms.table_parts(sort) {
                                Some((found, key, content)) if found == *kind => {
                                    vec![key, content]
                                }
                                _ => return None,
                            }
                        }
                        _ => return None,
                    };
                    pairs.extend(arguments.iter().copied().zip(parts));
                }
            }
        }
        Some(())
    }
}
