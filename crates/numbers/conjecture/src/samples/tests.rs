//! What walks meet, and where they end.

use super::*;

use buttress_formats::chc;

/// The states kept of a system with one predicate.
fn kept(text: &str) -> Vec<State> {
    let mut terms = Terms::new();
    let horn = chc::read(&mut terms, text.as_bytes()).expect("a system").horn;
    let actions: Vec<Action> =
        horn.clauses.iter().map(|clause| Action::new(&terms, clause)).collect();
    let guards = vec![Vec::new(); horn.predicates.len()];
    let explorer = Explorer::new(&terms, &horn, &actions, &guards, &[], 0);
    let samples = explorer.explore(&mut terms, &Budget::unlimited()).expect("no limits");
    samples.kept.into_iter().next().expect("a predicate")
}

#[test]
fn a_walk_ends_where_numbers_outgrow_machine_words() {
    let states = kept(
        "(set-logic HORN)
         (declare-fun p (Int Int) Bool)
         (assert (p 2 3))
         (assert (forall ((x Int) (y Int)) (=> (p x y) (p (* x x y) (* y y x)))))
         (check-sat)",
    );
    let state =
        |x: i64, y: i64| vec![x, y].into_iter().map(|it| Value::Number(it.into())).collect();
    // The next state would have 32 digits, and so on to the power of three.
    let expected: Vec<State> = vec![
        state(2, 3),
        state(12, 18),
        state(2_592, 3_888),
        state(26_121_388_032, 39_182_082_048),
    ];
    assert_eq!(states, expected);
}
