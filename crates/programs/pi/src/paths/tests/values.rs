//! States of models as values of the program.

use super::super::{State, value_in};
use super::*;
use crate::program::VariableId;
use crate::{ArrayValue, Value};

/// The values of the variables at the end of the first path with a goal that fails.
fn counterexample(text: &str) -> Vec<Option<Value>> {
    let program = program(text);
    for id in program.function_ids() {
        let mut terms = Terms::new();
        let paths = basic_paths(&mut terms, &program, &Facts::default(), id, &Options::default());
        for path in &paths.paths {
            for goal in &path.goals {
                if let Verdict::Sat(mut model) = decide(&mut terms, path, goal) {
                    let value =
                        |value: &Option<_>| value_in(&terms, &program, &mut model, value.as_ref()?);
                    return path.end.values.iter().map(value).collect();
                }
            }
        }
    }
    panic!("everything holds")
}

fn int(value: i64) -> Value {
    Value::Int(buttress_numeric::Rational::from(value).floor())
}

#[test]
fn arrays_have_the_cells_of_the_model() {
    let text = "
@pre |a| = 3 && a[0] = 7 && a[1] = 8 && a[2] = 9 && a[5] = 11 && a[6] = 12 && a[-1] = 10 && b
@post false
bool F(int[] a, bool b) { return b; }";
    let values = counterexample(text);
    let Some(Value::Array(array)) = &values[0] else { panic!("{values:?}") };
    let ArrayValue { cells, beyond, outside } = &**array;
    assert_eq!(*cells, [int(7), int(8), int(9)]);
    let read = |at: i64| {
        let at = buttress_numeric::Rational::from(at).floor();
        outside.get(&at).unwrap_or(beyond).clone()
    };
    assert_eq!([read(-1), read(5), read(6)], [int(10), int(11), int(12)]);
    assert_eq!(values[1], Some(Value::Bool(true)));
}

#[test]
fn long_arrays_are_not_told() {
    let values = counterexample("@pre |a| > 1000 @post false int F(int[] a) { return 1; }");
    assert_eq!(values[0], None);
    assert_eq!(values[1], Some(int(1)));
}

#[test]
fn structs_lists_and_tables_are_told() {
    let text = "
struct P { float x; int[] c; }
@pre p.x = 1.5 && |p.c| = 1 && p.c[0] = 4 && l = cons(1, cons(2, nil)) && h = put(put(empty(), 3, true), 4, false)
@post false
void F(P p, list(int) l, hashtable(int, bool) h) { }";
    let values = counterexample(text);
    let Some(Value::Struct(fields)) = &values[0] else { panic!("{values:?}") };
    assert_eq!(fields[0], Value::Float(buttress_numeric::Rational::new(3, 2).unwrap()));
    let Value::Array(array) = &fields[1] else { panic!("{fields:?}") };
    assert_eq!(array.cells, [int(4)]);
    assert_eq!(values[1], Some(Value::List(vec![int(1), int(2)])));
    let pairs = [(int(3), Value::Bool(true)), (int(4), Value::Bool(false))];
    assert_eq!(values[2], Some(Value::Table(pairs.into())));
}

#[test]
fn nothing_is_lowered_where_a_variable_is_missing() {
    let program = program("@pre x > 0 @post true void F(int x) { }");
    let conjunct = &program.functions[0].pre.conjuncts[0];
    let mut terms = Terms::new();
    assert_eq!(super::super::lower(&mut terms, &program, &State::default(), conjunct), None);
    let mut state = State::default();
    let x = terms.fresh_constant("x", buttress_logic::Sort::INT);
    state.set(VariableId(0), super::super::Symbolic::simple(crate::program::Type::Int, x));
    let lowered = super::super::lower(&mut terms, &program, &state, conjunct).unwrap();
    assert_eq!(buttress_logic::print(&terms, lowered.leaves[0]), "(< 0 x)");
}
