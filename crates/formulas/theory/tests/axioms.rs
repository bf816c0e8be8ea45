//! Datatypes and arrays by themselves: which instances of their axioms they miss.

use buttress_certificate::smt::Rule;
use buttress_logic::{Constructor, Sort, Term, Terms};
use buttress_theory::arrays::Arrays;
use buttress_theory::congruence::Cause;
use buttress_theory::datatypes::{Datatypes, cycle};
use buttress_theory::graph::{Graph, is_application};
use buttress_theory::{Lemmas, Theory};

/// Terms, and a graph into which they are put with all that they contain.
struct World {
    terms: Terms,
    graph: Graph,
    lemmas: Lemmas,
    causes: u32,
}

impl World {
    fn new() -> World {
        let (terms, graph) = (Terms::new(), Graph::new());
        World { terms, graph, lemmas: Lemmas::default(), causes: 0 }
    }

    fn constant(&mut self, name: &str, sort: Sort) -> Term {
        let constant = self.terms.fresh_constant(name, sort);
        self.internalize(constant);
        constant
    }

    fn internalize(&mut self, term: Term) {
        if is_application(&self.terms, term) {
            self.terms.arguments(term).to_vec().into_iter().for_each(|part| self.internalize(part));
        }
        self.graph.add(&self.terms, term);
    }

    fn equate(&mut self, left: Term, right: Term) {
        self.internalize(left);
        self.internalize(right);
        let nodes = self.graph.node(left).zip(self.graph.node(right));
        let (left, right) = nodes.expect("both were entered");
        self.causes += 1;
        self.graph.congruence.merge(left, right, Cause(self.causes));
        self.graph.congruence.close().expect("nothing contradicts");
    }

    /// The rules of the lemmas that a theory asks for now.
    fn missing(&mut self, theory: &mut dyn Theory) -> Vec<Rule> {
        theory.check(&mut self.terms, &self.graph, &mut self.lemmas);
        self.lemmas.splits.clear();
        self.lemmas.due.drain(..).map(|lemma| lemma.rule).collect()
    }

    /// (declare-datatype List ((nil) (cons (head Int) (tail List))))
    fn lists(&mut self) -> (Sort, Constructor, Constructor) {
        let (datatype, sort) = self.terms.declare_datatype("List", &[]);
        let nil = self.terms.add_constructor(datatype, "nil", &[]);
        let fields = [("head".to_owned(), Sort::INT), ("tail".to_owned(), sort)];
        (sort, nil, self.terms.add_constructor(datatype, "cons", &fields))
    }
}

#[test]
fn lists_that_nobody_looks_at_need_no_axiom() {
    let mut world = World::new();
    let (sort, ..) = world.lists();
    world.constant("l", sort);
    assert_eq!(world.missing(&mut Datatypes), []);
}

#[test]
fn a_list_that_is_looked_at_is_built_somehow() {
    let mut world = World::new();
    let (sort, _, cons) = world.lists();
    let list = world.constant("l", sort);
    let head = world.terms.selectors(cons)[0];
    let read = world.terms.select_field(head, list);
    world.internalize(read);
    assert_eq!(world.missing(&mut Datatypes), [Rule::TestSome(list)]);
    assert_eq!(world.missing(&mut Datatypes), [], "each instance is asked for once");
    let test = world.terms.test(cons, list);
    world.equate(test, Term::TRUE);
    assert_eq!(world.missing(&mut Datatypes), [Rule::Rebuild(list, cons)]);
}

#[test]
fn equal_constructor_terms_have_equal_fields() {
    let mut world = World::new();
    let (sort, _, cons) = world.lists();
    let [x, y] = ["x", "y"].map(|name| world.constant(name, Sort::INT));
    let list = world.constant("l", sort);
    let [one, other] = [x, y].map(|head| world.terms.construct(cons, &[head, list]));
    world.equate(one, other);
    let mut missing = world.missing(&mut Datatypes);
    missing.sort_by_key(|rule| format!("{rule:?}"));
    assert_eq!(missing, [Rule::Field(one, 0), Rule::Field(other, 0)]);
}

#[test]
fn a_list_does_not_contain_itself() {
    let mut world = World::new();
    let (sort, _, cons) = world.lists();
    let x = world.constant("x", Sort::INT);
    let [one, other] = ["l", "m"].map(|name| world.constant(name, sort));
    let around = world.terms.construct(cons, &[x, other]);
    world.equate(one, around);
    assert_eq!(cycle(&world.graph), None);
    let back = world.terms.construct(cons, &[x, one]);
    world.equate(other, back);
    let around = cycle(&world.graph).expect("the lists contain each other");
    assert_eq!(around.len(), 2);
    for (field, next) in around {
        assert!(world.graph.congruence.are_equal(field, next));
    }
}

/// What a⟨i ◁ v⟩[j] and a[j] need, if i and j are equal or not known to be.
fn check_read(are_equal: bool, expected: impl Fn(Term, Term) -> Vec<Rule>) {
    let mut world = World::new();
    let sort = world.terms.array_sort(Sort::INT, Sort::INT);
    let array = world.constant("a", sort);
    let [i, j, v] = ["i", "j", "v"].map(|name| world.constant(name, Sort::INT));
    let store = world.terms.store(array, i, v);
    for array in [store, array] {
        let read = world.terms.select(array, j);
        world.internalize(read);
    }
    if are_equal {
        world.equate(i, j);
    }
    assert_eq!(world.missing(&mut Arrays), expected(store, j));
}

#[test]
fn a_read_meets_a_write() {
    check_read(false, |store, j| vec![Rule::RowMiss(store, j)]);
    check_read(true, |store, _| vec![Rule::RowHit(store)]);
}

/// a⟨i₀ ◁ v⟩⟨i₁ ◁ v⟩⟨i₂ ◁ v⟩, the writes one by one, and the array and an index to read them at.
fn written(world: &mut World) -> (Term, Vec<Term>, Term) {
    let sort = world.terms.array_sort(Sort::INT, Sort::INT);
    let array = world.constant("a", sort);
    let [j, v] = ["j", "v"].map(|name| world.constant(name, Sort::INT));
    let mut stores = vec![array];
    for name in ["i0", "i1", "i2"] {
        let index = world.constant(name, Sort::INT);
        let last = stores[stores.len() - 1];
        stores.push(world.terms.store(last, index, v));
    }
    (array, stores.split_off(1), j)
}

#[test]
fn a_read_is_carried_only_to_another_read_and_then_all_the_way() {
    let mut world = World::new();
    let (array, stores, j) = written(&mut world);
    let read = world.terms.select(stores[2], j);
    world.internalize(read);
    assert_eq!(world.missing(&mut Arrays), [], "nobody reads what it could contradict");
    let other = world.terms.select(array, j);
    world.internalize(other);
    let mut missing = world.missing(&mut Arrays);
    missing.sort_by_key(|rule| format!("{rule:?}"));
    let mut expected: Vec<Rule> = stores.iter().map(|store| Rule::RowMiss(*store, j)).collect();
    expected.sort_by_key(|rule| format!("{rule:?}"));
    assert_eq!(missing, expected);
    world.equate(read, other);
    assert_eq!(world.missing(&mut Arrays), [], "they agree");
}

#[test]
fn ways_end_at_writes_to_the_same_index() {
    let mut world = World::new();
    let (array, stores, j) = written(&mut world);
    for array in [array, stores[2]] {
        let read = world.terms.select(array, j);
        world.internalize(read);
    }
    let index = world.terms.argument(stores[1], 1);
    world.equate(index, j);
    let missing = world.missing(&mut Arrays);
    let carried = missing.iter().filter(|rule| matches!(rule, Rule::RowMiss(..)));
    assert_eq!(carried.collect::<Vec<_>>(), [&Rule::RowMiss(stores[2], j)]);
    assert!(missing.contains(&Rule::RowHit(stores[1])), "what was written is read: {missing:?}");
}

#[test]
fn constant_arrays_below_writes_are_read() {
    let mut world = World::new();
    let sort = world.terms.array_sort(Sort::INT, Sort::INT);
    let [i, j, v, w] = ["i", "j", "v", "w"].map(|name| world.constant(name, Sort::INT));
    let constant = world.terms.constant_array(sort, v);
    let store = world.terms.store(constant, i, w);
    let read = world.terms.select(store, j);
    world.internalize(read);
    let missing = world.missing(&mut Arrays);
    assert!(missing.contains(&Rule::RowMiss(store, j)), "{missing:?}");
    assert!(missing.contains(&Rule::Constant(constant, j)), "{missing:?}");
}

#[test]
fn arrays_that_differ_differ_somewhere() {
    let mut world = World::new();
    let sort = world.terms.array_sort(Sort::INT, Sort::INT);
    let [a, b] = ["a", "b"].map(|name| world.constant(name, sort));
    let equation = world.terms.equal(a, b);
    world.internalize(equation);
    assert_eq!(world.missing(&mut Arrays), []);
    world.equate(equation, Term::FALSE);
    assert_eq!(world.missing(&mut Arrays), [Rule::Extensional(a, b)]);
}

#[test]
fn constant_arrays_over_two_indices_are_read_at_both() {
    let mut world = World::new();
    let sort = world.terms.array_sort(Sort::BOOL, Sort::INT);
    let v = world.constant("v", Sort::INT);
    let constant = world.terms.constant_array(sort, v);
    world.internalize(constant);
    let expected = [Term::FALSE, Term::TRUE].map(|index| Rule::Constant(constant, index));
    assert_eq!(world.missing(&mut Arrays), expected);
}
