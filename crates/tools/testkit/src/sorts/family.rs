//! A family of sorts: made from a seed, declared, and written in SMT-LIB.

use buttress_logic::{Sort, SortKind, Terms};
use buttress_prop::Random;

/// Sorts by their places in the family, which is how they name each other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SortFamily {
    /// The sorts. Datatypes may mention any, arrays only datatypes and what comes before.
    pub members: Vec<Member>,
}

/// One sort of a family.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Member {
    /// `Bool`
    Bool,
    /// `Int`
    Integers,
    /// An uninterpreted sort that has so many elements.
    Universe(u32),
    /// An array.
    Array {
        /// Its index.
        index: usize,
        /// Its element.
        element: usize,
    },
    /// A datatype: the fields of each constructor.
    Datatype(Vec<Vec<usize>>),
}

/// The family of a seed. Every member has a value.
pub fn sort_family(seed: u64) -> SortFamily {
    let mut random = Random::new(seed);
    let size = random.between(2, 8);
    // First what is a datatype, so that arrays before it can mention it.
    let is_datatype: Vec<bool> = (0..size).map(|_| random.chance(55)).collect();
    let has_numbers = random.chance(25);
    let mut members = Vec::new();
    for place in 0..size {
        let known: Vec<usize> = (0..size).filter(|at| *at < place || is_datatype[*at]).collect();
        members.push(if is_datatype[place] {
            let constructors = random.between(1, 3);
            let fields = |random: &mut Random| {
                let fields = [0, 0, 1, 1, 2, 3][random.below(6)];
                // Most often what comes before: ways round are rare, and finite sorts frequent.
                let field = |random: &mut Random| {
                    let bound = if random.chance(80) { place.max(1) } else { size };
                    random.below(bound)
                };
                (0..fields).map(|_| field(random)).collect()
            };
            Member::Datatype((0..constructors).map(|_| fields(&mut random)).collect())
        } else if !known.is_empty() && random.chance(70) {
            Member::Array {
                index: known[random.below(known.len())],
                element: known[random.below(known.len())],
            }
        } else if random.chance(50) {
            Member::Universe(random.between(1, 3) as u32)
        } else if has_numbers && random.coin() {
            Member::Integers
        } else {
            Member::Bool
        });
    }
    let mut family = SortFamily { members };
    family.inhabit(false);
    family
}

impl SortFamily {
    /// Gives a constant to a datatype as long as there is one without a value. Readers of scripts want
    /// a value of the index, too, before there is an array.
    pub(super) fn inhabit(&mut self, is_strict: bool) {
        loop {
            let mut has_value = vec![false; self.members.len()];
            for _ in 0..self.members.len() {
                for (place, member) in self.members.iter().enumerate() {
                    has_value[place] |= match member {
                        Member::Array { index, element } => {
                            has_value[*element] && (has_value[*index] || !is_strict)
                        }
                        Member::Datatype(constructors) => constructors
                            .iter()
                            .any(|fields| fields.iter().all(|field| has_value[*field])),
                        _ => true,
                    };
                }
            }
            let members = self.members.iter_mut().zip(has_value);
            let missing = members.filter(|(_, has_value)| !has_value).find_map(|(member, _)| {
                if let Member::Datatype(constructors) = member { Some(constructors) } else { None }
            });
            match missing {
                Some(constructors) => constructors.push(Vec::new()),
                None => return,
            }
        }
    }

    /// The same family with universes of so many elements.
    #[must_use]
    pub fn with_universes(&self, size: u32) -> SortFamily {
        let mut family = self.clone();
        for member in &mut family.members {
            if let Member::Universe(old) = member {
                *old = size;
            }
        }
        family
    }

    /// Declares the sorts, in order.
    pub fn declare(&self, terms: &mut Terms) -> Vec<Sort> {
        let mut sorts = vec![Sort::BOOL; self.members.len()];
        let mut datatypes = Vec::new();
        for (place, member) in self.members.iter().enumerate() {
            if let Member::Datatype(constructors) = member {
                let (datatype, sort) = terms.declare_datatype(&format!("D{place}"), &[]);
                sorts[place] = sort;
                datatypes.push((place, datatype, constructors));
            }
        }
        for (place, member) in self.members.iter().enumerate() {
            match member {
                Member::Integers => sorts[place] = Sort::INT,
                Member::Array { index, element } => {
                    sorts[place] = terms.array_sort(sorts[*index], sorts[*element]);
                }
                Member::Universe(_) => {
                    let declaration = terms.declare_sort();
                    let (name, arguments) = (format!("U{place}"), Vec::new());
                    let kind = SortKind::Uninterpreted { name, declaration, arguments };
                    sorts[place] = terms.sort(kind);
                }
                Member::Bool | Member::Datatype(_) => {}
            }
        }
        for (place, datatype, constructors) in datatypes {
            for (number, fields) in constructors.iter().enumerate() {
                let fields: Vec<(String, Sort)> = fields
                    .iter()
                    .enumerate()
                    .map(|(at, field)| (format!("f{place}.{number}.{at}"), sorts[*field]))
                    .collect();
                terms.add_constructor(datatype, &format!("c{place}.{number}"), &fields);
            }
        }
        sorts
    }

    /// How SMT-LIB writes a sort of the family.
    pub fn written(&self, place: usize) -> String {
        match &self.members[place] {
            Member::Bool => "Bool".to_owned(),
            Member::Integers => "Int".to_owned(),
            Member::Universe(_) => format!("U{place}"),
            Member::Datatype(_) => format!("D{place}"),
            Member::Array { index, element } => {
                format!("(Array {} {})", self.written(*index), self.written(*element))
            }
        }
    }

    /// The declarations of the family in SMT-LIB. (Universes have the sizes that models give them.)
    pub fn declarations(&self) -> String {
        let (mut text, mut names, mut bodies) = (String::new(), String::new(), String::new());
        for (place, member) in self.members.iter().enumerate() {
            match member {
                Member::Universe(_) => text += &format!("(declare-sort U{place} 0)\n"),
                Member::Datatype(constructors) => {
                    names += &format!("(D{place} 0)");
                    bodies += "\n (";
                    for (number, fields) in constructors.iter().enumerate() {
                        bodies += &format!("(c{place}.{number}");
                        for (at, field) in fields.iter().enumerate() {
                            let sort = self.written(*field);
                            bodies += &format!(" (f{place}.{number}.{at} {sort})");
                        }
                        bodies += ")";
                    }
                    bodies += ")";
                }
                _ => {}
            }
        }
        if !names.is_empty() {
            text += &format!("(declare-datatypes ({names}) ({bodies}))\n");
        }
        text
    }
}
