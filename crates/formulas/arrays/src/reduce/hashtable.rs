//! Hashtables, T_H: each is a pair of arrays, one for the values and one that marks its keys.
//!
//! The axioms of T_H do not say that a put or a remove leaves other keys as they were; the thesis's
//! reduction, keys_h′ = keys_h⟨k ◁ …⟩, does, and so do we. The marks • and ∘ are the two values of a
//! sort of their own, hence different, and there is no third. Keys are indices of T_A, and
//! hashtable properties are array properties afterwards.

use buttress_logic::{Sort, Term, Terms};

/// The marks • and ∘.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Marks {
    /// Their sort.
    pub sort: Sort,
    /// •: the key is there.
    pub present: Term,
    /// ∘: it is not.
    pub absent: Term,
}

impl Marks {
    /// Step 1: fresh • ≠ ∘.
    pub fn new(terms: &mut Terms) -> Marks {
        let (datatype, sort) = terms.declare_datatype("Mark", &[]);
        let present = terms.add_constructor(datatype, "present", &[]);
        let absent = terms.add_constructor(datatype, "absent", &[]);
        let (present, absent) = (terms.construct(present, &[]), terms.construct(absent, &[]));
        Marks { sort, present, absent }
    }
}

/// A hashtable: what it holds, and which keys it has.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Hashtable {
    /// h: the values; what it reads at other keys means nothing.
    pub values: Term,
    /// keys_h: • at its keys, ∘ elsewhere.
    pub keys: Term,
}

/// A set of keys.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum KeySet {
    /// keys(h)
    Keys(Hashtable),
    /// K₁ ∪ K₂
    Union(Box<KeySet>, Box<KeySet>),
    /// K₁ ∩ K₂
    Intersection(Box<KeySet>, Box<KeySet>),
    /// All other keys.
    Complement(Box<KeySet>),
}

impl Hashtable {
    /// A fresh hashtable, of which nothing is known.
    pub fn fresh(terms: &mut Terms, marks: Marks, name: &str, key: Sort, value: Sort) -> Hashtable {
        let values = terms.array_sort(key, value);
        let keys = terms.array_sort(key, marks.sort);
        Hashtable {
            values: terms.fresh_constant(name, values),
            keys: terms.fresh_constant(&format!("keys_{name}"), keys),
        }
    }

    /// Step 2, put(h, k, v): h⟨k ◁ v⟩ with keys_h⟨k ◁ •⟩.
    #[must_use]
    pub fn put(self, terms: &mut Terms, marks: Marks, key: Term, value: Term) -> Hashtable {
        Hashtable {
            values: terms.store(self.values, key, value),
            keys: terms.store(self.keys, key, marks.present),
        }
    }

    /// Step 2, remove(h, k): a fresh h′ with keys_h⟨k ◁ ∘⟩, and ∀j ∈ keys(h′). h′\[j\] = h\[j\], which is
    /// to be asserted.
    pub fn remove(self, terms: &mut Terms, marks: Marks, key: Term) -> (Hashtable, Term) {
        let values = terms.fresh_constant("removed", terms.sort_of(self.values));
        let keys = terms.store(self.keys, key, marks.absent);
        let removed = Hashtable { values, keys };
        let bound = terms.scratch_bound("j", terms.sort_of(key));
        let variable = terms.bound(bound);
        let is_key = removed.contains(terms, marks, variable);
        let (new, old) = (removed.get(terms, variable), self.get(terms, variable));
        let same = terms.equal(new, old);
        let body = terms.implies(is_key, same);
        let binder = terms.scratch_binder(&[bound]);
        (removed, terms.forall(binder, body))
    }

    /// Step 3, get(h, k): h\[k\].
    pub fn get(self, terms: &mut Terms, key: Term) -> Term {
        terms.select(self.values, key)
    }

    /// Step 3, k ∈ keys(h): keys_h\[k\] ≠ ∘.
    pub fn contains(self, terms: &mut Terms, marks: Marks, key: Term) -> Term {
        let mark = terms.select(self.keys, key);
        terms.distinct(&[mark, marks.absent])
    }

    /// Step 3, init(h): ∀k. ¬(k ∈ keys(h)).
    pub fn init(self, terms: &mut Terms, marks: Marks) -> Term {
        self.for_all_keys(terms, |terms, key| {
            let is_key = self.contains(terms, marks, key);
            terms.not(is_key)
        })
    }

    /// The same keys, and the same values at them.
    pub fn equal(self, terms: &mut Terms, marks: Marks, other: Hashtable) -> Term {
        self.for_all_keys(terms, |terms, key| {
            let (mine, theirs) =
                (self.contains(terms, marks, key), other.contains(terms, marks, key));
            let same_keys = terms.equal(mine, theirs);
            let (left, right) = (self.get(terms, key), other.get(terms, key));
            let same = terms.equal(left, right);
            let same_values = terms.implies(mine, same);
            terms.and(&[same_keys, same_values])
        })
    }

    fn for_all_keys(self, terms: &mut Terms, body: impl FnOnce(&mut Terms, Term) -> Term) -> Term {
        let Some((key, _)) = terms.array_parts(terms.sort_of(self.keys)) else {
            return Term::TRUE;
        };
        let bound = terms.scratch_bound("k", key);
        let variable = terms.bound(bound);
        let body = body(terms, variable);
        let binder = terms.scratch_binder(&[bound]);
        terms.forall(binder, body)
    }
}

impl KeySet {
    /// Step 3, k ∈ K: the set operators become ∨, ∧ and ¬.
    pub fn contains(&self, terms: &mut Terms, marks: Marks, key: Term) -> Term {
        // Post-order with a stack of results: sets may be nested deep.
        let mut order = Vec::new();
        let mut stack = vec![self];
        while let Some(set) = stack.pop() {
            order.push(set);
            match set {
                KeySet::Keys(_) => {}
                KeySet::Union(left, right) | KeySet::Intersection(left, right) => {
                    stack.extend([&**left, &**right]);
                }
                KeySet::Complement(set) => stack.push(set),
            }
        }
        let mut results: Vec<Term> = Vec::new();
        for set in order.into_iter().rev() {
            let result = match set {
                KeySet::Keys(table) => table.contains(terms, marks, key),
                KeySet::Union(..) | KeySet::Intersection(..) => {
                    let right = results.pop().unwrap_or(Term::FALSE);
                    let left = results.pop().unwrap_or(Term::FALSE);
                    match set {
                        KeySet::Union(..) => terms.or(&[left, right]),
                        _ => terms.and(&[left, right]),
                    }
                }
                KeySet::Complement(_) => {
                    let inside = results.pop().unwrap_or(Term::FALSE);
                    terms.not(inside)
                }
            };
            results.push(result);
        }
        results.pop().unwrap_or(Term::FALSE)
    }
}
