//! Paths that are generated once: the cache answers as generation does.

use std::sync::Arc;

use buttress_budget::Budget;
use buttress_logic::Terms;

use super::program;
use crate::paths::{Options, PathCache, basic_paths};
use crate::program::{FunctionId, LoopId};
use crate::{Facts, read_fact};

const TEXT: &str = "@pre true @post true int g(int n) { return n; }
    @pre n >= 0 @post rv >= n
    int f(int n) { int i := 0; while @ i >= 0 (i < n) { i := i + 1; } return g(i) + n; }";

#[test]
fn the_same_facts_give_the_same_paths() {
    let program = program(TEXT);
    let (g, f) = (FunctionId(0), FunctionId(1));
    let options = Options::default();
    let cache = PathCache::new(&program, options);
    let budget = Budget::unlimited();
    let none = Facts::default();
    let first = cache.paths(f, &none, &budget);
    assert!(Arc::ptr_eq(&first, &cache.paths(f, &none, &budget)));
    let plain = basic_paths(&mut Terms::new(), &program, &none, f, &options);
    assert_eq!(format!("{:?}", first.paths()), format!("{plain:?}"));
    let mut facts = Facts::default();
    let fact = read_fact(&program, f, LoopId(0), "i <= n", &mut program.bounds.clone());
    facts.loops.insert((f, LoopId(0)), vec![fact.expect("a fact")]);
    let more = cache.paths(f, &facts, &budget);
    assert!(!Arc::ptr_eq(&first, &more));
    let plain = basic_paths(&mut Terms::new(), &program, &facts, f, &options);
    assert_eq!(format!("{:?}", more.paths()), format!("{plain:?}"));
    // What is said of the loops of others does not matter.
    assert!(Arc::ptr_eq(&cache.paths(g, &none, &budget), &cache.paths(g, &facts, &budget)));
}

#[test]
fn rankings_of_callees_matter() {
    let program = program(
        "@pre n >= 0 @post true int even(int n) { if (n = 0) { return 1; } return odd(n - 1); }
        @pre n >= 0 @post true int odd(int n) { if (n = 0) { return 0; } return even(n - 1); }",
    );
    let (even, odd) = (FunctionId(0), FunctionId(1));
    let cache = PathCache::new(&program, Options::default());
    let budget = Budget::unlimited();
    let mut facts = Facts::default();
    let first = cache.paths(even, &facts, &budget);
    let rank = crate::read_rank(&program, odd, None, "n", &mut program.bounds.clone());
    facts.function_ranks.insert(odd, vec![rank.expect("a ranking")]);
    assert!(!Arc::ptr_eq(&first, &cache.paths(even, &facts, &budget)));
}

#[test]
fn what_a_budget_cuts_short_is_not_remembered() {
    let program = program(TEXT);
    let cache = PathCache::new(&program, Options::default());
    let none = Facts::default();
    let spent = Budget::with_effort(buttress_budget::Limits::none(), 1);
    assert!(!cache.paths(FunctionId(1), &none, &spent).paths().is_complete);
    assert!(cache.paths(FunctionId(1), &none, &Budget::unlimited()).paths().is_complete);
}
