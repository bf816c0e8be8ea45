//! Congruence closure against its slow twin, through random walks.

use buttress_prop::Random;

use super::*;

/// The closure by repeated passes over all pairs.
fn slow_roots(nodes: &[(Symbol, Vec<Node>)], merged: &[(Node, Node)]) -> Vec<usize> {
    let mut class: Vec<usize> = (0..nodes.len()).collect();
    let join = |class: &mut Vec<usize>, left: usize, right: usize| {
        let (from, to) = (class[left], class[right]);
        let is_new = from != to;
        class.iter_mut().filter(|of| **of == from).for_each(|of| *of = to);
        is_new
    };
    for (left, right) in merged {
        join(&mut class, left.index(), right.index());
    }
    loop {
        let mut is_changed = false;
        for (left, (symbol, arguments)) in nodes.iter().enumerate() {
            if arguments.is_empty() {
                continue;
            }
            let now = class.clone();
            let same = |a: &Node, b: &Node| now[a.index()] == now[b.index()];
            if *symbol == Symbol::EQUAL && same(&arguments[0], &arguments[1]) {
                is_changed |= join(&mut class, left, Node::TRUE.index());
                continue;
            }
            for (right, (other, others)) in nodes.iter().enumerate().take(left) {
                let straight = symbol == other
                    && arguments.len() == others.len()
                    && arguments.iter().zip(others).all(|(a, b)| same(a, b));
                let crosswise = *symbol == Symbol::EQUAL
                    && symbol == other
                    && same(&arguments[0], &others[1])
                    && same(&arguments[1], &others[0]);
                if straight || crosswise {
                    is_changed |= join(&mut class, left, right);
                }
            }
        }
        if !is_changed {
            return class;
        }
    }
}

struct Walk {
    congruence: Congruence,
    nodes: Vec<(Symbol, Vec<Node>)>,
    /// Merges by level.
    merged: Vec<Vec<(Node, Node)>>,
}

impl Walk {
    fn new() -> Walk {
        let nodes = vec![(Symbol(100), vec![]), (Symbol(101), vec![])];
        Walk { congruence: Congruence::new(), nodes, merged: vec![vec![]] }
    }

    fn add(&mut self, symbol: Symbol, arguments: Vec<Node>) {
        if !arguments.is_empty() && self.nodes.contains(&(symbol, arguments.clone())) {
            return;
        }
        self.congruence.add(symbol, &arguments);
        self.nodes.push((symbol, arguments));
    }

    fn compare(&mut self) {
        let merged: Vec<_> = self.merged.concat();
        let slow = slow_roots(&self.nodes, &merged);
        for left in 0..self.nodes.len() {
            for right in 0..left {
                let (left, right) = (Node(left as u32), Node(right as u32));
                let is_equal = self.congruence.are_equal(left, right);
                assert_eq!(is_equal, slow[left.index()] == slow[right.index()]);
            }
        }
    }

    /// An explanation suffices by itself.
    fn check_explanation(&mut self, left: Node, right: Node) {
        let mut causes = Vec::new();
        self.congruence.explain(left, right, &mut causes);
        let merged: Vec<_> = self.merged.concat();
        let used: Vec<_> = causes.iter().map(|cause| merged[cause.0 as usize]).collect();
        let slow = slow_roots(&self.nodes, &used);
        assert_eq!(slow[left.index()], slow[right.index()]);
    }
}

#[test]
fn random_walks_agree_with_the_slow_twin() {
    for seed in 0..400 {
        let mut random = Random::new(seed);
        let mut walk = Walk::new();
        for constant in 0..4 {
            walk.add(Symbol(1000 + constant), vec![]);
        }
        for _ in 0..60 {
            let pick = |random: &mut Random, walk: &Walk| {
                // Not ⊤ or ⊥ as arguments of merges: those would clash.
                Node(2 + (random.bits() >> 8) as u32 % (walk.nodes.len() as u32 - 2))
            };
            let (left, right) = (pick(&mut random, &walk), pick(&mut random, &walk));
            match random.bits() >> 16 & 7 {
                0 if walk.nodes.len() < 18 => walk.add(Symbol(1), vec![left]),
                1 if walk.nodes.len() < 18 => walk.add(Symbol(2), vec![left, right]),
                2 if walk.nodes.len() < 18 => walk.add(Symbol::EQUAL, vec![left, right]),
                3 => {
                    walk.congruence.push();
                    walk.merged.push(vec![]);
                }
                4 if walk.merged.len() > 1 => {
                    let level = (random.bits() >> 20) as usize % walk.merged.len();
                    walk.congruence.pop_to(level);
                    walk.merged.truncate(level + 1);
                }
                5 | 6 => {
                    let cause = walk.merged.iter().map(Vec::len).sum::<usize>() as u32;
                    walk.congruence.merge(left, right, Cause(cause));
                    walk.merged.last_mut().expect("a level is open").push((left, right));
                }
                _ => {}
            }
            assert_eq!(walk.congruence.close(), Ok(()), "seed {seed}");
            walk.compare();
            let (left, right) = (pick(&mut random, &walk), pick(&mut random, &walk));
            if walk.congruence.are_equal(left, right) {
                walk.check_explanation(left, right);
            }
        }
    }
}

#[test]
fn the_thesis_example_is_contradictory() {
    // f(f(a)) = a ∧ f(f(f(a))) = a ∧ f(a) ≠ a
    let mut congruence = Congruence::new();
    let a = congruence.add(Symbol(7), &[]);
    let f = |congruence: &mut Congruence, node| congruence.add(Symbol(8), &[node]);
    let fa = f(&mut congruence, a);
    let ffa = f(&mut congruence, fa);
    let fffa = f(&mut congruence, ffa);
    let atom = congruence.add(Symbol::EQUAL, &[fa, a]);
    congruence.merge(atom, Node::FALSE, Cause(0));
    congruence.merge(ffa, a, Cause(1));
    assert_eq!(congruence.close(), Ok(()));
    congruence.push();
    congruence.merge(fffa, a, Cause(2));
    let Err(Clash(left, right)) = congruence.close() else { panic!("no contradiction") };
    let mut causes = Vec::new();
    congruence.explain(left, right, &mut causes);
    assert_eq!(causes, [Cause(0), Cause(1), Cause(2)]);
    congruence.pop_to(0);
    assert!(!congruence.are_equal(fa, a));
}

#[test]
fn values_of_different_symbols_clash() {
    let mut congruence = Congruence::new();
    let numerals: Vec<Node> = (0..2).map(|at| congruence.add(Symbol(50 + at), &[])).collect();
    numerals.iter().for_each(|numeral| congruence.set_value(*numeral));
    let x = congruence.add(Symbol(9), &[]);
    congruence.push();
    congruence.merge(x, numerals[0], Cause(0));
    assert_eq!(congruence.close(), Ok(()));
    assert_eq!(congruence.value(x), Some(numerals[0]));
    congruence.merge(x, numerals[1], Cause(1));
    assert!(congruence.close().is_err());
    congruence.pop_to(0);
    assert_eq!(congruence.value(x), None);
    assert_eq!(congruence.close(), Ok(()));
}
