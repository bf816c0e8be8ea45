//! What is printed of tables reads back.

use std::collections::HashMap;

use buttress_formats::smtlib::{Command, Reader};
use buttress_logic::{
    Evaluator, Interpretation, Model, Symbol, TableKind, Value, Values, print, print_model,
    print_shared, print_sort, print_value,
};

use super::TABLES;
use crate::smtlib::{Run, run};

/// What is printed of a script's assertions is read as the same terms.
pub fn reads_back(run: &mut Run) {
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
