//! Names for what the reductions make: constants that the script does not know.

use std::collections::{HashMap, HashSet};

use crate::limits::{LONGEST_FORMULA, MOST_PARTS_IN_FULL};
use buttress_logic::{Function, Op, Sort, Term, Terms, print, print_shared, substitute};

/// Prints terms so that different constants have different names.
pub(super) struct Naming {
    /// Functions from here on are not the script's.
    first_new: Function,
    taken: HashSet<String>,
    names: HashMap<Term, Term>,
    /// Nothing in here needs another name, or has one already.
    seen: HashSet<Term>,
}

impl Naming {
    /// Names beside those that occur in these formulas. Whatever is made from now on is new.
    pub(super) fn new(terms: &mut Terms, formulas: &[Term]) -> Naming {
        let mut taken = HashSet::new();
        let mut seen = HashSet::new();
        let mut stack = formulas.to_vec();
        while let Some(term) = stack.pop() {
            if !seen.insert(term) {
                continue;
            }
            match terms.op(term) {
                Op::Apply(function) => taken.insert(terms.function_name(function).to_owned()),
                Op::Bound(bound) => taken.insert(terms.bound_name(bound).to_owned()),
                _ => false,
            };
            stack.extend(terms.arguments(term));
        }
        let first_new = terms.declare_function("", &[], Sort::BOOL);
        Naming { first_new, taken, names: HashMap::new(), seen: HashSet::new() }
    }

    /// A term as text.
    pub(super) fn show(&mut self, terms: &mut Terms, term: Term) -> String {
        let text = self.show_all(terms, term);
        match text.char_indices().nth(LONGEST_FORMULA) {
            Some((end, _)) => format!("{}…", &text[..end]),
            None => text,
        }
    }

    /// A term as text, however long. What occurs several times is named only in large terms.
    pub(super) fn show_all(&mut self, terms: &mut Terms, term: Term) -> String {
        let renamed = self.rename(terms, term);
        if is_small(terms, renamed) { print(terms, renamed) } else { print_shared(terms, renamed) }
    }

    /// The term with names that tell its constants apart.
    fn rename(&mut self, terms: &mut Terms, term: Term) -> Term {
        let mut stack = vec![term];
        let mut found = Vec::new();
        while let Some(term) = stack.pop() {
            if !self.seen.insert(term) {
                continue;
            }
            let is_new = match terms.op(term) {
                Op::Apply(function) => {
                    function > self.first_new && terms.arguments(term).is_empty()
                }
                Op::Witness(_) => true,
                _ => false,
            };
            if is_new {
                found.push(term);
            }
            stack.extend(terms.arguments(term));
        }
        // In the order in which they were made.
        found.sort_unstable();
        for constant in found {
            let name = self.free_name(&base_name(terms, constant));
            let sort = terms.sort_of(constant);
            let shown = terms.fresh_constant(&name, sort);
            self.seen.insert(shown);
            self.names.insert(constant, shown);
        }
        substitute(terms, term, &self.names)
    }

    fn free_name(&mut self, base: &str) -> String {
        let mut name = base.to_owned();
        let mut number = 0;
        while !self.taken.insert(name.clone()) {
            number += 1;
            name = format!("{base}!{number}");
        }
        name
    }
}

/// Is the term short, written out in full?
fn is_small(terms: &Terms, term: Term) -> bool {
    let mut count = 0;
    let mut stack = vec![term];
    while let Some(term) = stack.pop() {
        count += 1;
        if count > MOST_PARTS_IN_FULL {
            return false;
        }
        stack.extend(terms.arguments(term));
    }
    true
}

fn base_name(terms: &Terms, constant: Term) -> String {
    match terms.op(constant) {
        Op::Witness(witness) => {
            let (formula, place) = terms.witnessed(witness);
            let bound = terms.quantified(formula).get(place);
            bound.map_or_else(String::new, |bound| terms.bound_name(*bound).to_owned())
        }
        Op::Apply(function) => terms.function_name(function).to_owned(),
        _ => String::new(),
    }
}
