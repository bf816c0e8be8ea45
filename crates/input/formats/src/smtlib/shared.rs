//! Names that several datatypes share: which constructor or selector is meant is told by sorts.

use super::head::Head;
use super::sexpr::{Node, shorten};
use super::symbol::Symbol;
use super::term::TermReader;
use super::{Error, Kind};

impl Symbol {
    /// The family that a constructor or selector is of.
    fn family(&self) -> Option<usize> {
        match self {
            Symbol::Constructor { family, .. } | Symbol::Selector { family, .. } => Some(*family),
            _ => None,
        }
    }

    /// What a name means that is this already, and is to be a part of one more datatype: possible for
    /// constructors with constructors and selectors with selectors, each of another datatype.
    pub(super) fn joined(&self, new: &Symbol) -> Option<Symbol> {
        let known = match self {
            Symbol::Shared(symbols) => symbols.to_vec(),
            symbol => vec![symbol.clone()],
        };
        let is_beside = |known: &Symbol| {
            std::mem::discriminant(known) == std::mem::discriminant(new)
                && known.family().is_some_and(|family| Some(family) != new.family())
        };
        let is_fine = known.iter().all(is_beside);
        is_fine.then(|| Symbol::Shared(known.into_iter().chain([new.clone()]).collect()))
    }

    /// What a name means where a datatype of this family is meant.
    pub(super) fn of_family(self, family: Option<usize>) -> Symbol {
        match &self {
            Symbol::Shared(symbols) => {
                let is_meant = |symbol: &&Symbol| family.is_some() && symbol.family() == family;
                symbols.iter().find(is_meant).cloned().unwrap_or(self)
            }
            _ => self,
        }
    }

    /// The testers of what may be a constructor; none if it is something else.
    pub(super) fn testers(&self) -> Option<Head> {
        match self {
            Symbol::Constructor { family, constructor } => {
                Some(Head::Tester { family: *family, constructor: *constructor })
            }
            Symbol::Shared(symbols) => {
                let testers: Option<Vec<Head>> = symbols.iter().map(Symbol::testers).collect();
                testers.map(Head::Shared)
            }
            _ => None,
        }
    }
}

impl TermReader<'_> {
    /// Which of several heads the values from `base` on are for.
    pub(super) fn meant(&self, heads: &[Head], node: Node, base: usize) -> Result<Head, Error> {
        let fitting: Vec<&Head> = heads.iter().filter(|head| self.fits(head, base)).collect();
        let [head] = fitting.as_slice() else {
            let name = self.source.children(node).next().unwrap_or(node);
            let name = shorten(&self.source.plain_text(name));
            let (message, hint) = match fitting.is_empty() {
                true => {
                    let families = heads.iter().filter_map(|head| self.family_name(head));
                    let families: Vec<String> = families.collect();
                    let families = families.join(" and ");
                    (format!("`{name}` of {families} does not fit these arguments"), None)
                }
                false => (
                    format!(
                        "`{name}` is a constructor of several datatypes, and nothing tells which"
                    ),
                    Some(format!("write `(as {name} S)` with its sort S")),
                ),
            };
            return Err(self.source.error(node, Kind::Sort, message).hinting(hint));
        };
        Ok((*head).clone())
    }

    fn family_name(&self, head: &Head) -> Option<String> {
        match head {
            Head::Constructor { family, .. }
            | Head::Selector { family, .. }
            | Head::Tester { family, .. } => {
                Some(shorten(&self.signature.sorts.datatypes.family(*family).name))
            }
            _ => None,
        }
    }

    /// Are the values from `base` on what a head takes?
    fn fits(&self, head: &Head, base: usize) -> bool {
        let datatypes = &self.signature.sorts.datatypes;
        let sort_at = |place: usize| self.terms.sort_of(self.values[base + place]);
        match head {
            Head::Constructor { family, constructor, .. } => {
                let declared = datatypes.family(*family);
                let fields = &declared.constructors[*constructor].fields;
                let mut parameters = vec![None; declared.parameters];
                fields.len() == self.values.len() - base
                    && fields.iter().enumerate().all(|(place, (_, field))| {
                        let sort = sort_at(place);
                        datatypes
                            .unify(self.terms, &declared.shapes, *field, sort, &mut parameters)
                            .is_some()
                    })
            }
            Head::Selector { family, .. } | Head::Tester { family, .. } => {
                self.values.len() - base == 1
                    && datatypes.instance(sort_at(0)).is_some_and(|it| it.family == *family)
            }
            _ => false,
        }
    }
}
