//! Hashtables and partial arrays: what they expand to, what is refused, and what reads back.

mod partial;
mod read_back;

use super::run;

const TABLES: &str = "(declare-sort K 0)(declare-const h (HashTable K Int))
    (declare-const g (HashTable K Int))(declare-const k K)(declare-const j K)
    (declare-const x Int)(declare-const m (HashTable Int Real))\n";

const ARRAYS: &str = "(declare-const a (PArray Int Int))(declare-const b (PArray Int Int))
    (declare-const i Int)(declare-const x Int)(declare-const c (Array Int Int))\n";

/// The last assertion of a script without errors, as it is printed.
fn expanded(header: &str, formula: &str) -> String {
    let run = run(format!("{header}(assert {formula})"));
    assert_eq!(run.errors(), [""; 0], "{formula}");
    run.printed().pop().expect("there is an assertion")
}

#[test]
fn hashtables_are_arrays_of_entries() {
    let cases = [
        ("(in-keys k h)", "(not ((_ is @absent) (select h k)))"),
        (
            "(< x (get h k))",
            "(< x (ite ((_ is @absent) (select h k)) (@missing h k) (@value (select h k))))",
        ),
        ("(= g (put h k x))", "(= g (store h k ((as @present (@HashEntry Int)) x)))"),
        ("(= g (remove h k))", "(= g (store h k (as @absent (@HashEntry Int))))"),
        ("(init h)", "(= h ((as const (HashTable K Int)) (as @absent (@HashEntry Int))))"),
        (
            "(= h (as empty (HashTable K Int)))",
            "(= h ((as const (HashTable K Int)) (as @absent (@HashEntry Int))))",
        ),
        (
            "(= h ((as const (HashTable K Int)) x))",
            "(= h ((as const (HashTable K Int)) ((as @present (@HashEntry Int)) x)))",
        ),
        // A numeral becomes a real where one is stored.
        ("(= m (put m x 3))", "(= m (store m x ((as @present (@HashEntry Real)) 3.0)))"),
    ];
    for (formula, expected) in cases {
        assert_eq!(expanded(TABLES, formula), expected, "{formula}");
    }
}

#[test]
fn sets_of_keys_become_formulas() {
    let is = |table: &str, key: &str| format!("(not ((_ is @absent) (select {table} {key})))");
    let (h, g) = (is("h", "k"), is("g", "k"));
    let (every_h, every_g) = (is("h", "@k"), is("g", "@k"));
    let cases = [
        ("(in-keys k (keys h))", h.clone()),
        ("(in-keys k (union (keys h) (keys g)))", format!("(or {h} {g})")),
        ("(in-keys k (intersection (keys h) (keys g)))", format!("(and {h} {g})")),
        ("(in-keys k (complement (keys h)))", "((_ is @absent) (select h k))".to_owned()),
        ("(let ((s (keys h))) (and (in-keys k s) (in-keys k s)))", format!("(and {h} {h})")),
        ("(in-keys k (ite (= x 1) (keys h) (keys g)))", format!("(ite (= x 1) {h} {g})")),
        ("(= (keys h) (keys g))", format!("(forall ((@k K)) (= {every_h} {every_g}))")),
        (
            "(distinct (keys h) (keys g))",
            format!("(not (forall ((@k K)) (= {every_h} {every_g})))"),
        ),
        (
            "(subset (keys h) (keys g))",
            format!("(forall ((@k K)) (or ((_ is @absent) (select h @k)) {every_g}))"),
        ),
        // The table mentions a variable of its own; only the key is put into its place.
        (
            "(forall ((k K)) (in-keys j (keys (put h k x))))",
            "(forall ((k K)) (not ((_ is @absent) \
             (select (store h k ((as @present (@HashEntry Int)) x)) j))))"
                .to_owned(),
        ),
    ];
    for (formula, expected) in cases {
        let printed = expanded(TABLES, formula);
        let swapped =
            expected.replace(&format!("{every_h} {every_g}"), &format!("{every_g} {every_h}"));
        assert!(printed == expected || printed == swapped, "{formula}: {printed}");
    }
}

#[test]
fn partial_arrays_are_arrays_of_entries() {
    let read = "(ite ((_ is @undefined) (select a i)) (@missing a i) (@element (select a i)))";
    let cases = [
        ("(< x (select a i))", format!("(< x {read})")),
        ("(defined (select a i))", "(not ((_ is @undefined) (select a i)))".to_owned()),
        ("(defined a i)", "(not ((_ is @undefined) (select a i)))".to_owned()),
        ("(= (select a i) undef)", "((_ is @undefined) (select a i))".to_owned()),
        ("(distinct undef (select a i))", "(not ((_ is @undefined) (select a i)))".to_owned()),
        (
            "(let ((v (select a i))) (defined v))",
            "(not ((_ is @undefined) (select a i)))".to_owned(),
        ),
        (
            "(= b (store a i x))",
            "(= b (store a i ((as @defined (@PartialEntry Int)) x)))".to_owned(),
        ),
        (
            "(= b (store a i undef))",
            "(= b (store a i (as @undefined (@PartialEntry Int))))".to_owned(),
        ),
        (
            "(= a ((as const (PArray Int Int)) undef))",
            "(= a ((as const (PArray Int Int)) (as @undefined (@PartialEntry Int))))".to_owned(),
        ),
        ("(= x (select c i))", "(= x (select c i))".to_owned()),
    ];
    for (formula, expected) in cases {
        assert_eq!(expanded(ARRAYS, formula), expected, "{formula}");
    }
}

/// ⊥ is an element like others where a read is compared for equality.
#[test]
fn reads_are_compared_as_entries() {
    let read = |array: &str| {
        format!(
            "(ite ((_ is @undefined) (select {array} i)) (@missing {array} i) (@element (select {array} i)))"
        )
    };
    let is_defined = "(not ((_ is @undefined) (select a i)))";
    let is_x = format!("(and {is_defined} (= (@element (select a i)) x))");
    let cases = [
        ("(= (select a i) (select b i))", "(= (select a i) (select b i))".to_owned()),
        ("(= (select a i) x)", is_x.clone()),
        ("(= 3 (select a i))", format!("(and {is_defined} (= 3 (@element (select a i))))")),
        ("(let ((v (select a i))) (= v x))", is_x.clone()),
        ("(distinct (select a i) x)", format!("(not {is_x})")),
        // Only neighbours that are reads are compared so.
        ("(= (select a i) x i)", format!("(and {is_x} (= i x))")),
        (
            "(distinct (select a i) (select b i) (select a x))",
            "(distinct (select a i) (select b i) (select a x))".to_owned(),
        ),
        (
            "(distinct (select a i) x (select b i))",
            format!(
                "(and (not {is_x}) (not (= (select a i) (select b i))) \
                 (not (and (not ((_ is @undefined) (select b i))) (= x (@element (select b i))))))"
            ),
        ),
        // An integer is a real where one is asked for.
        (
            "(= (select a i) 5.0)",
            format!("(and {is_defined} (= 5.0 (to_real (@element (select a i)))))"),
        ),
        (
            "(= (select a i) (select r i))",
            "(and (= ((_ is @undefined) (select a i)) ((_ is @undefined) (select r i))) \
             (or ((_ is @undefined) (select a i)) \
             (= (@element (select r i)) (to_real (@element (select a i))))))"
                .to_owned(),
        ),
        (
            "(distinct 5.0 (select a i))",
            format!("(not (and {is_defined} (= 5.0 (to_real (@element (select a i))))))"),
        ),
        // What is chosen, calculated or passed on is a value.
        ("(= (ite true (select a i) x) x)", format!("(= x (ite true {} x))", read("a"))),
        ("(same (select a i) x)", format!("(= {} x)", read("a"))),
        ("(= (+ (select a i) 1) x)", format!("(= (+ {} 1) x)", read("a"))),
    ];
    let header = format!(
        "{ARRAYS}(declare-const r (PArray Int Real))(define-fun same ((u Int) (v Int)) Bool (= u v))"
    );
    for (formula, expected) in cases {
        let found = expanded(&header, formula);
        assert_eq!(found, expected, "{formula}");
    }
}

#[test]
fn errors_say_what_and_where() {
    let tables = [
        (
            "(= x (select h k))",
            "4:22: expected an array, found (HashTable K Int); hashtables have `get`, `put` and `remove`",
        ),
        (
            "(= h (store h k x))",
            "4:21: expected an array, found (HashTable K Int); hashtables have `get`, `put` and `remove`",
        ),
        ("(= x (get x k))", "4:19: expected a hashtable, found Int"),
        ("(= x (get h x))", "4:21: expected a term of sort K, found Int"),
        ("(= h (put h k k))", "4:23: expected a term of sort Int, found K"),
        ("(get h)", "4:9: `get` takes 2 arguments, found 1"),
        ("(in-keys k x)", "4:20: expected a hashtable or a set of keys, found Int"),
        ("(in-keys x h)", "4:18: expected a term of sort K, found Int"),
        ("(keys h)", "4:9: expected a term of sort Bool, found a set of keys"),
        ("(and (keys h) true)", "4:14: expected a term of sort Bool, found a set of keys"),
        (
            "(= (keys h) h)",
            "4:21: expected a set of keys, found (HashTable K Int); write `(keys h)`",
        ),
        ("(= (keys h) (keys m))", "4:21: expected a set of keys of sort K, found one of Int"),
        (
            "(in-keys k (union (keys h) g))",
            "4:36: expected a set of keys, found (HashTable K Int); write",
        ),
        (
            "(ite true (keys h) (keys m))",
            "4:28: expected a set of keys of sort K, found one of Int",
        ),
        ("(= h (as empty Int))", "4:24: expected a sort of tables, found Int"),
        ("(forall ((s (Keys K))) true)", "4:22: unknown sort `Keys`"),
        ("(! (keys h) :named s)", "4:9: expected a term, found a set of keys"),
        ("(= undef x)", "4:18: expected a read of a partial array"),
    ];
    let arrays = [
        ("(= x undef)", "3:12: expected a read of a partial array"),
        ("(= undef undef)", "3:18: expected a read of a partial array, found `undef`"),
        ("(< x undef)", "3:14: expected a number, found `undef`"),
        ("(= x (ite true undef undef))", "3:24: `undef` cannot stand here"),
        ("(= c (store c i undef))", "3:25: expected a term of sort Int, found `undef`"),
        ("(= (select c i) undef)", "3:12: expected a read of a partial array"),
        ("(defined x)", "3:18: expected a read of a partial array"),
        ("(defined c i)", "3:18: expected a partial array, found (Array Int Int)"),
        ("(= a c)", "3:14: expected a term of sort (PArray Int Int), found (Array Int Int)"),
        ("undef", "3:9: expected a term of sort Bool, found `undef`"),
    ];
    let cases = tables.map(|case| (TABLES, case)).into_iter();
    for (header, (formula, expected)) in cases.chain(arrays.map(|case| (ARRAYS, case))) {
        let run = run(format!("{header}(assert {formula})"));
        let errors = run.errors();
        assert_eq!(errors.len(), 1, "{formula}: {errors:?}");
        assert!(errors[0].starts_with(&format!("line {expected}")), "{formula}: {}", errors[0]);
        assert_eq!(run.formulas(), [], "{formula}");
    }
}

/// Where a placeholder could slip through because any sort will do.
#[test]
fn sets_and_undef_are_no_terms() {
    let header = "(declare-datatypes ((L 1)) ((par (T) ((nil) (cons (head T) (tail (L T)))))))
        (declare-datatype B ((yes) (no)))(declare-const e B)
        (declare-const h (HashTable Int Int))";
    let wrong = [
        "(assert (= (as nil (L Int)) (cons (keys h) (as nil (L Int)))))",
        "(assert (= (cons undef undef) (as nil (L Int))))",
        "(assert (in-keys 1 (match e ((yes (keys h)) (no (keys h))))))",
        "(assert (= 1 (match e ((yes undef) (no undef)))))",
        "(declare-fun f ((@KeySet Int)) Bool)",
        "(declare-const u @Undefined)",
        "(define-fun f () (@HashEntry Int) (as @absent (@HashEntry Int)))",
        "(assert ((_ is @absent) h))",
        "(assert (@value h))",
        "(assert (= (@missing h 1) 1))",
        "(get-value ((keys h)))",
        "(get-value (undef))",
    ];
    for command in wrong {
        let run = run(format!("{header}{command}"));
        assert_eq!(run.errors().len(), 1, "{command}: {:?}", run.errors());
    }
}

#[test]
fn the_script_may_mean_something_else() {
    let fine = [
        // Without tables, every name is free.
        "(declare-sort HashTable 2)(declare-sort PArray 0)(declare-const h (HashTable Int PArray))
         (declare-fun get (Int) Int)(declare-fun put (Int) Int)(declare-const undef Int)
         (declare-const empty Int)(declare-fun keys () Int)(declare-fun union (Int Int) Int)
         (assert (= (get 1) (put undef) (union keys empty) (as empty Int)))",
        "(declare-datatypes ((Set 1)) ((par (T) ((empty) (put (rest (Set T)) (get T))))))
         (assert (= (as empty (Set Int)) (put (as empty (Set Int)) 1)))",
        // With tables, those that print no values are.
        "(declare-const h (HashTable Int Int))(declare-fun get (Int) Bool)(assert (get 1))
         (declare-fun subset (Int) Int)(assert (= (subset 1) 2))",
        // Variables may have any name.
        "(declare-const h (HashTable Int Int))
         (assert (forall ((put Int) (undef Int)) (let ((empty put)) (in-keys (+ put empty) h))))",
        // A level that is gone is forgotten.
        "(push)(declare-const h (HashTable Int Int))(pop)(declare-fun put (Int) Int)
         (push)(declare-sort HashTable 0)(declare-const h HashTable)(pop)",
        "(declare-fun put (Int) Int)(reset)(declare-const h (HashTable Int Int))
         (assert (= h (put h 1 2)))",
    ];
    for text in fine {
        assert_eq!(run(text).errors(), [""; 0], "{text}");
    }
    let wrong = [
        "(declare-const h (HashTable Int Int))(declare-fun put (Int) Int)",
        "(declare-fun remove (Int) Int)(declare-const h (HashTable Int Int))",
        "(declare-const h (HashTable Int Int))(declare-sort HashTable 2)",
        "(declare-const h (HashTable Int Int))(declare-datatype D ((empty)))",
        "(declare-const a (PArray Int Int))(define-fun undef () Int 1)",
        "(declare-const undef Int)(define-sort A (T) (PArray Int T))",
        "(declare-sort @HashEntry 1)",
        "(declare-datatype @PartialEntry ((c)))",
        "(declare-fun @missing (Int) Int)",
        "(define-sort @S () Int)",
    ];
    for text in wrong {
        assert_eq!(run(text).errors().len(), 1, "{text}: {:?}", run(text).errors());
    }
    // A command that fails has used nothing.
    let run = run("(declare-const h (HashTable Int Wrong))(declare-fun put (Int) Int)
                   (declare-const g (HashTable Int Int))");
    assert_eq!(run.errors().len(), 2);
}

#[test]
fn nothing_is_built_twice_however_deep() {
    const DEPTH: usize = 100_000;
    let mut set = "(complement (union (keys h) ".repeat(DEPTH);
    set += "(keys h)";
    set += &"))".repeat(DEPTH);
    let run = run(format!("(declare-const h (HashTable Int Int))(assert (in-keys 3 {set}))"));
    assert_eq!(run.errors(), [""; 0]);
    // The condition, the set and the formula of each layer.
    assert!(run.terms.len() < 10 * DEPTH, "{}", run.terms.len());
}
