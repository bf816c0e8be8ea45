//! Hashtables and partial arrays: what they expand to, what is refused, and what reads back.

use std::collections::HashMap;

use buttress_formats::smtlib::{Command, Reader, Reading, Script};
use buttress_logic::{
    Evaluator, Interpretation, Model, Symbol, TableKind, Term, Terms, Value, Values, print,
    print_model, print_shared, print_sort, print_value,
};

use crate::{Run, run};

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

/// What is printed of a script's assertions is read as the same terms.
fn reads_back(run: &mut Run) {
    for formula in run.formulas() {
        for text in [print(&run.terms, formula), print_shared(&run.terms, formula)] {
            let again = run.script.parse_term(&mut run.terms, &text, &HashMap::new());
            // Bound variables are new each time: what is printed is compared.
            let again = again.unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(print(&run.terms, again), print(&run.terms, formula), "{text}");
        }
    }
}

#[test]
fn printed_terms_and_sorts_read_back() {
    let mut tables = run(format!(
        "{TABLES}(declare-const t (HashTable K (PArray Int (HashTable Int Bool))))
         (declare-const n (Array Int (HashTable Int Int)))
         (assert (and (= (get (put h k x) j) 1) (init g) (in-keys j (union (keys h) (keys g)))))
         (assert (get (select (get t k) x) 7))(assert (= (get (select n 1) x) 2))
         (assert (= (keys (remove h k)) (keys g)))"
    ));
    assert_eq!(tables.errors(), [""; 0]);
    reads_back(&mut tables);
    let t = tables.script.parse_term(&mut tables.terms, "t", &HashMap::new()).expect("t");
    let sort = print_sort(&tables.terms, tables.terms.sort_of(t));
    assert_eq!(sort, "(HashTable K (PArray Int (HashTable Int Bool)))");
}

#[test]
fn tables_fit_into_datatypes_and_definitions() {
    let run = run("(define-sort Heap (T) (HashTable Int T))
        (declare-datatypes ((P 1)) ((par (T) ((pair (left (Heap T)) (right T))))))
        (declare-datatype Tree ((leaf) (node (children (HashTable Int Tree)))))
        (declare-const h (Heap Int))(declare-const p (P Int))(declare-const t Tree)
        (assert (= p (pair h 1)))(assert (= (get (left p) 1) (right p)))
        (define-fun has ((s (Heap Int)) (k Int)) Bool (and (in-keys k s) (= (get s k) 1)))
        (assert (has h 3))(assert (= t (node (put (as empty (HashTable Int Tree)) 1 leaf))))
        (assert (= (get (children t) 1) leaf))");
    assert_eq!(run.errors(), [""; 0]);
    let names: Vec<&str> =
        run.script.functions().iter().map(|f| run.terms.function_name(*f)).collect();
    // One for each sort of tables that is read.
    assert_eq!(names, ["h", "p", "t", "@missing", "@missing"]);
}

#[test]
fn missing_functions_come_and_go_with_levels() {
    let text = "(declare-const h (HashTable Int Int))(push)(assert (= (get h 1) 1))(pop)
                (assert (= (get h 2) (get h 3)))(push)(assert (= (get h 1) 1))(pop)";
    let run = run(text);
    assert_eq!(run.script.functions().len(), 2);
}

/// The text of a model with these values for h, read again.
fn model_reads_back(kind: TableKind, default: Option<i64>, entries: &[(i64, Option<i64>)]) {
    let text = format!("(declare-const h ({} Int Int))", kind.name());
    let mut run = run(text);
    let function = run.script.functions()[0];
    let sort = run.terms.function_result(function);
    let (_, element) = run.terms.array_parts(sort).expect("a table is an array");
    let datatype = run.terms.as_datatype(element).expect("entries are of a datatype");
    let constructors = run.terms.constructors(datatype);
    let entry = |values: &mut Values, content: Option<i64>| match content {
        None => values.construct(constructors[0], &[]),
        Some(number) => {
            let number = values.number(buttress_logic::Sort::INT, number.into());
            values.construct(constructors[1], &[number])
        }
    };
    let mut model = Model::new();
    let default = entry(&mut model.values, default);
    let mut table = model.values.constant_array(sort, default);
    for (key, content) in entries {
        let key = model.values.number(buttress_logic::Sort::INT, (*key).into());
        let content = entry(&mut model.values, *content);
        table = model.values.store(&run.terms, table, key, content).expect("it is an array");
    }
    model.set_constant(function, table);
    let printed = print_model(&run.terms, &mut model, &[function]);
    assert!(!printed.contains("@present") && !printed.contains("@defined"), "{printed}");
    let written = run.script.parse_model(&mut run.terms, &printed);
    let written = written.unwrap_or_else(|error| panic!("{printed}: {error}"));
    let mut again = Model::new();
    again.values = model.values.clone();
    let definition = &written.definitions[0];
    assert_eq!(definition.symbol, Symbol::Function(function));
    again.define(definition.symbol, &definition.parameters, definition.body);
    let constant = run.terms.apply(function, &[]);
    let value = Evaluator::new(&run.terms, &mut again).value(constant);
    assert_eq!(value, Ok(table), "{printed}");
}

#[test]
fn values_of_tables_read_back() {
    for kind in TableKind::ALL {
        model_reads_back(kind, None, &[]);
        model_reads_back(kind, None, &[(1, Some(-5)), (7, Some(0))]);
        model_reads_back(kind, Some(3), &[(1, None), (2, Some(4))]);
    }
}

#[test]
fn values_are_written_as_scripts_write_them() {
    let mut run = run("(declare-const h (HashTable Int Int))(declare-const a (PArray Int Int))");
    let texts = [
        "(put (put (as empty (HashTable Int Int)) 1 (- 5)) 7 0)",
        "(remove ((as const (HashTable Int Int)) 3) 2)",
        "(store (store ((as const (PArray Int Int)) undef) 1 2) 4 (- 1))",
        "(store ((as const (PArray Int Int)) 0) 3 undef)",
    ];
    for text in texts {
        // A script may say it as well as a model.
        let name = if text.contains("Hash") { "h" } else { "a" };
        let asserted = format!("(assert (= {name} {text}))");
        let sexpr = Reader::of(asserted.as_bytes()).next_command().expect("a command");
        let command = run.script.command(&mut run.terms, &sexpr.expect("it is complete"));
        let Ok(Command::Assert(equation)) = command else { panic!("{text}: {command:?}") };
        let sides = run.terms.arguments(equation).to_vec();
        let side = sides.into_iter().max().expect("an equation has sides");
        let mut model = Model::new();
        let value: Value =
            Evaluator::new(&run.terms, &mut model).value(side).expect("it is closed");
        assert_eq!(print_value(&run.terms, &model.values, value), text);
    }
}

#[test]
fn what_is_missing_reads_back() {
    let mut run = run("(declare-const h (HashTable Int Int))(assert (= (get h 1) 5))");
    let text = "((define-fun h () (HashTable Int Int) (as empty (HashTable Int Int)))
        (define-fun @missing ((@x0 (HashTable Int Int)) (@x1 Int)) Int (ite (= @x1 1) 5 0))
        (define-fun |@sel:@value| ((@x0 (@HashEntry Int))) Int 9))";
    let written = run.script.parse_model(&mut run.terms, text).expect("it is a model");
    let mut model = Model::new();
    for definition in &written.definitions {
        model.define(definition.symbol, &definition.parameters, definition.body);
    }
    let formula = run.formulas()[0];
    assert_eq!(Evaluator::new(&run.terms, &mut model).holds(formula), Ok(true));
    let symbols = model.symbols();
    let missing = run.script.functions()[1];
    assert!(symbols.contains(&Symbol::Function(missing)));
    assert!(matches!(
        model.interpretation(Symbol::Function(missing)),
        Some(Interpretation::Definition { .. })
    ));
    // A model is closed: it reads no table that could lack something.
    for body in ["(get (as empty (HashTable Int Int)) 1)", "(@missing h 1)"] {
        let text = format!("((define-fun h () Int {body}))");
        assert!(run.script.parse_model(&mut run.terms, &text).is_err(), "{body}");
    }
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

const PARTIAL: Reading = Reading { partial_arrays: true, ..Reading::PLAIN };

/// A script whose arrays are partial, run to its end.
fn partial(text: &str) -> Run {
    let mut reader = Reader::of(text.as_bytes());
    let mut script = Script::new().with_reading(PARTIAL);
    let mut terms = Terms::new();
    let mut outcomes = Vec::new();
    while let Some(next) = reader.next_command() {
        outcomes.push(next.and_then(|sexpr| script.command(&mut terms, &sexpr)));
    }
    Run { script, terms, outcomes }
}

#[test]
fn reads_at_variables_are_guarded_and_others_defined() {
    let header = "(declare-const a (Array Int Int))(declare-const b (Array Int Int))
        (declare-const e Int)(define-fun at ((n Int)) Int (select a n))
        (declare-const c (Array Int Int))
        (define-fun below ((n Int)) Bool (forall ((i Int)) (< (select a i) (select b n))))";
    let cases: [(&str, &[&str]); 18] = [
        (
            "(= (select a e) 1)",
            &["(= (@element (select a e)) 1)", "(not ((_ is @undefined) (select a e)))"],
        ),
        // Exact equality speaks of undefined elements, too, and so does its denial.
        (
            "(forall ((i Int)) (=> (<= e i) (= (select a i) (select b i))))",
            &["(forall ((i Int)) (or (not (<= e i)) (= (select a i) (select b i))))"],
        ),
        (
            "(exists ((i Int)) (and (<= e i) (distinct (select a i) (select b i))))",
            &["(exists ((i Int)) (and (<= e i) (not (= (select a i) (select b i)))))"],
        ),
        (
            "(forall ((i Int)) (=> (<= e i) (= (select (store a e 1) i) (select b i))))",
            &["(forall ((i Int)) (or (not (<= e i)) \
               (= (select (store a e ((as @defined (@PartialEntry Int)) 1)) i) (select b i))))"],
        ),
        // It does not if the indices differ, if it is a premise, or if something else is read there.
        (
            "(forall ((i Int)) (= (select a i) (select b (+ i 1))))",
            &["(forall ((i Int)) (or ((_ is @undefined) (select a i)) \
               ((_ is @undefined) (select b (+ i 1))) (= (select a i) (select b (+ i 1)))))"],
        ),
        (
            "(forall ((i Int)) (=> (= (select a i) (select b i)) (<= e i)))",
            &["(forall ((i Int)) (or ((_ is @undefined) (select a i)) \
               ((_ is @undefined) (select b i)) \
               (or (not (= (select a i) (select b i))) (<= e i))))"],
        ),
        (
            "(forall ((i Int)) (=> (< 0 (select a i)) (= (select a i) (select b i))))",
            &["(forall ((i Int)) (or ((_ is @undefined) (select a i)) \
               ((_ is @undefined) (select b i)) (or (not (< 0 (@element (select a i)))) \
               (= (select a i) (select b i)))))"],
        ),
        (
            "(exists ((i Int)) (= (select a i) (select b i)))",
            &["(exists ((i Int)) (and (not ((_ is @undefined) (select a i))) \
               (not ((_ is @undefined) (select b i))) (= (select a i) (select b i))))"],
        ),
        (
            "(forall ((i Int)) (= (select a i) i))",
            &["(forall ((i Int)) (or ((_ is @undefined) (select a i)) \
               (= i (@element (select a i)))))"],
        ),
        (
            "(forall ((i Int)) (distinct (select a i) (select b i) (select c i)))",
            &["(forall ((i Int)) (or ((_ is @undefined) (select a i)) \
               ((_ is @undefined) (select b i)) ((_ is @undefined) (select c i)) \
               (distinct (select a i) (select b i) (select c i))))"],
        ),
        (
            "(forall ((i Int)) (< (select a i) e))",
            &["(forall ((i Int)) (or ((_ is @undefined) (select a i)) \
               (< (@element (select a i)) e)))"],
        ),
        (
            "(exists ((i Int)) (< (select a i) e))",
            &["(exists ((i Int)) (and (not ((_ is @undefined) (select a i))) \
               (< (@element (select a i)) e)))"],
        ),
        // What does not depend on the variable is defined whatever the variable is.
        (
            "(forall ((i Int)) (< i (select a e)))",
            &[
                "(forall ((i Int)) (< i (@element (select a e))))",
                "(not ((_ is @undefined) (select a e)))",
            ],
        ),
        // The innermost variable guards.
        (
            "(forall ((i Int)) (exists ((j Int)) (< (select a i) (select b j))))",
            &["(forall ((i Int)) (or ((_ is @undefined) (select a i)) (exists ((j Int)) \
               (and (not ((_ is @undefined) (select b j))) \
               (< (@element (select a i)) (@element (select b j)))))))"],
        ),
        // Nested reads are two.
        (
            "(forall ((i Int)) (< (select a (select b i)) e))",
            &["(forall ((i Int)) (or ((_ is @undefined) (select b i)) \
               ((_ is @undefined) (select a (@element (select b i)))) \
               (< (@element (select a (@element (select b i)))) e)))"],
        ),
        // A definition reads where it is used.
        (
            "(forall ((i Int)) (< (at i) 0))",
            &["(forall ((i Int)) (or ((_ is @undefined) (select a i)) \
               (< (@element (select a i)) 0)))"],
        ),
        (
            "(forall ((k Int)) (below k))",
            &["(forall ((k Int)) (or ((_ is @undefined) (select b k)) (forall ((i Int)) \
               (or ((_ is @undefined) (select a i)) \
               (< (@element (select a i)) (@element (select b k)))))))"],
        ),
        // Equality is that of all entries.
        ("(= a b)", &["(= a b)"]),
    ];
    for (formula, expected) in cases {
        let mut run = partial(&format!("{header}(assert {formula})"));
        assert_eq!(run.errors(), [""; 0], "{formula}");
        assert_eq!(run.printed(), expected, "{formula}");
        reads_back(&mut run);
    }
}

#[test]
fn assumptions_bring_what_they_read() {
    let run = partial("(declare-const a (Array Int Bool))(check-sat-assuming ((select a 1)))");
    let Some(Ok(Command::CheckSatAssuming(assumptions))) = run.outcomes.last() else {
        panic!("{:?}", run.errors())
    };
    let shown: Vec<String> = assumptions.iter().map(|term| print(&run.terms, *term)).collect();
    assert_eq!(shown, ["(@element (select a 1))", "(not ((_ is @undefined) (select a 1)))"]);
}

#[test]
fn the_partial_reading_survives_a_reset_and_knows_its_sorts() {
    let run = partial("(declare-const x Int)(reset)(declare-const a (Array Int (Array Int Int)))
        (define-sort A () (Array Int Int))(declare-datatype D ((d (f A))))(declare-const e D)
        (assert (= (select (select a 1) 2) (select (f e) 3)))
        (assert (= (f e) ((as const (Array Int Int)) 7)))(assert (distinct (select (f e) 9) undef))");
    assert_eq!(run.errors(), [""; 0]);
    assert_eq!(run.script.reading(), PARTIAL);
    let sort = run.terms.function_result(run.script.functions()[0]);
    assert_eq!(print_sort(&run.terms, sort), "(PArray Int (PArray Int Int))");
    // The equation, three reads, the constant array, the question.
    assert_eq!(run.formulas().len(), 6);
    let declared = partial("(declare-sort Array 2)");
    assert_eq!(declared.errors().len(), 1);
}

/// The order of guards does not depend on what else is in the store, or proofs could not be read.
#[test]
fn guards_come_in_the_order_of_reading() {
    let script = "(declare-const a (Array Int Int))(declare-const b (Array Int Int))
        (assert (forall ((i Int) (j Int)) (= (select b j) (select a i) (select a j))))";
    let plain = partial(script);
    let busy = partial(&format!("(declare-const z Int)(assert (= z (+ z 1)))(reset){script}"));
    assert_eq!(plain.printed().len(), 1);
    let strip = |text: &str| text.matches("(select").count();
    assert_eq!(strip(&plain.printed()[0]), strip(&busy.printed()[0]));
    let guards = |run: &Run| {
        let formula = run.formulas()[0];
        let body = run.terms.argument(formula, 0);
        let parts: &[Term] = run.terms.arguments(body);
        parts[..3].iter().map(|part| print(&run.terms, *part)).collect::<Vec<_>>()
    };
    assert_eq!(guards(&plain), guards(&busy));
    assert_eq!(guards(&plain)[0], "((_ is @undefined) (select b j))");
}
