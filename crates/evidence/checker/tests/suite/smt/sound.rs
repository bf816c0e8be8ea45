//! What the rules accept holds in every model.
//!
//! Lemmas are made at random over a small pool of terms, some of them right by construction and then
//! altered. Whatever the checker accepts is evaluated in many small models.

mod naive;
mod pool;
mod quantified;

use buttress_certificate::smt::{Derivation, Line, Literal, Proof, Rule, Source, Step};
use buttress_checker::smt::{SmtRejection, check_proof};
use buttress_logic::{Evaluator, Model, Op, Sort, Term, Terms};
use buttress_numeric::Rational;
use buttress_prop::Random;
use pool::Pool;

type Lemma = (Vec<Literal>, Rule);

/// Does the checker accept the clause for its reason? It does if only the empty clause is missing.
fn is_accepted(terms: &mut Terms, (clause, rule): &Lemma) -> bool {
    let step = Step::Axiom { clause: clause.clone(), rule: rule.clone() };
    match check_proof(terms, [], 1, &Proof { steps: vec![step] }) {
        Ok(_) => panic!("the empty clause is accepted by {}", rule.name()),
        Err(SmtRejection::Unfinished { clauses }) => clauses == 1,
        Err(_) => false,
    }
}

/// Every clause has a true literal in every model.
fn check_valid(terms: &Terms, models: &mut [Model], lemmas: &[Lemma]) {
    for model in models {
        let mut evaluator = Evaluator::new(terms, model);
        for (clause, rule) in lemmas {
            let is_true = |literal: &Literal| {
                let value = evaluator.holds(literal.atom).expect("a ground term");
                value == literal.is_positive
            };
            if !clause.iter().any(is_true) {
                let shown: Vec<String> = clause
                    .iter()
                    .map(|literal| {
                        let sign = if literal.is_positive { "" } else { "¬" };
                        format!("{sign}{}", buttress_logic::print(terms, literal.atom))
                    })
                    .collect();
                panic!("not valid: {rule:?}: {}", shown.join("  "));
            }
        }
    }
}

/// Makes lemmas over several pools, keeps those that the checker accepts, and evaluates them.
fn check_rule(
    pools: u64,
    tries: usize,
    at_least: usize,
    make: impl Fn(&mut Random, &mut Pool) -> Option<Lemma>,
) {
    let mut count = 0;
    for seed in 0..pools {
        let mut random = Random::new(seed);
        let mut pool = Pool::new(&mut random);
        let mut accepted = Vec::new();
        for _ in 0..tries {
            if let Some(lemma) = make(&mut random, &mut pool)
                && is_accepted(&mut pool.terms, &lemma)
            {
                accepted.push(lemma);
            }
        }
        let mut models: Vec<Model> = (0..200).map(|_| pool.model(&mut random)).collect();
        check_valid(&pool.terms, &mut models, &accepted);
        count += accepted.len();
    }
    assert!(count >= at_least, "only {count} lemmas are accepted");
}

fn literal(terms: &Terms, formula: Term, is_positive: bool) -> Literal {
    let literal = Literal::of(terms, formula);
    if is_positive { literal } else { literal.negated() }
}

fn random_literal(random: &mut Random, pool: &mut Pool, equations: u32) -> Literal {
    let is_positive = random.coin();
    let atom = if random.chance(equations) {
        let sort = pool.random_sort(random);
        let (left, right) = (pool.any(random, sort), pool.any(random, sort));
        pool.terms.equal(left, right)
    } else {
        pool.any(random, Sort::BOOL)
    };
    literal(&pool.terms, atom, is_positive)
}

#[test]
fn closures_are_sound() {
    check_rule(20, 500, 500, |random, pool| {
        let count = random.between(1, 6);
        let clause = (0..count).map(|_| random_literal(random, pool, 80)).collect();
        Some((clause, if random.coin() { Rule::Closure } else { Rule::Cycle }))
    });
}

/// The closure that reaches only as far as it must accepts what the obvious one accepts.
#[test]
fn closures_are_as_strong_as_the_obvious_one() {
    let mut counts = [0; 3];
    for seed in 0..40 {
        let mut random = Random::new(seed);
        let mut pool = Pool::new(&mut random);
        for _ in 0..100 {
            let count = random.between(1, 8);
            let clause: Vec<Literal> =
                (0..count).map(|_| random_literal(&mut random, &mut pool, 80)).collect();
            let verdict = naive::close(&pool.terms, &clause);
            let by_cycle = verdict.is_contradictory || verdict.has_cycle;
            for (rule, expected) in
                [(Rule::Closure, verdict.is_contradictory), (Rule::Cycle, by_cycle)]
            {
                let lemma = (clause.clone(), rule);
                let shown = || {
                    clause.iter().map(|literal| buttress_logic::print(&pool.terms, literal.atom))
                };
                let shown: Vec<String> = shown().collect();
                assert_eq!(is_accepted(&mut pool.terms, &lemma), expected, "{lemma:?} {shown:?}");
            }
            let kind = usize::from(verdict.is_contradictory) + usize::from(by_cycle);
            counts[kind] += 1;
        }
    }
    assert!(counts.iter().all(|count| *count > 20), "{counts:?}");
}

/// Sums of comparisons between few small forms.
fn random_derivation(random: &mut Random, pool: &mut Pool) -> Option<Lemma> {
    let sort = if random.chance(70) { Sort::INT } else { Sort::REAL };
    let mut clause = Vec::new();
    for _ in 0..random.between(1, 3) {
        let (left, right) = (pool.small(random, sort), pool.small(random, sort));
        let atom = match random.below(3) {
            0 => pool.terms.less_equal(left, right),
            1 => pool.terms.less(left, right),
            _ => pool.terms.equal(left, right),
        };
        let is_positive = pool.terms.op(atom) != Op::Equal && random.coin();
        clause.push(Literal { atom, is_positive });
    }
    let mut derivation = Derivation::default();
    for line in 0..random.between(1, 3) {
        let mut sum = Vec::new();
        for _ in 0..random.between(1, 4) {
            let source = match random.below(8) {
                0 if line > 0 => Source::Line(random.below(line)),
                1 => Source::Fact(pool.any(random, sort), random.below(3) as u8),
                2 => Source::Equation(pool.any(random, sort), pool.any(random, sort)),
                _ => Source::Literal(random.below(clause.len())),
            };
            let factor =
                Rational::new(random.between(0, 5) as i64 - 2, random.between(1, 2) as i64);
            sum.push((source, factor?));
        }
        derivation.lines.push(Line { sum, rounds: sort == Sort::INT && random.chance(60) });
    }
    Some((clause, Rule::Arithmetic(derivation)))
}

#[test]
fn derivations_are_sound() {
    check_rule(30, 1000, 100, random_derivation);
}

/// Two comparisons with 0 and one of their product, with a derivation that may or may not fit.
fn random_product(random: &mut Random, pool: &mut Pool) -> Option<Lemma> {
    let sort = if random.chance(70) { Sort::INT } else { Sort::REAL };
    let (p, q) = (pool.small(random, sort), pool.small(random, sort));
    let terms = &mut pool.terms;
    let q = if random.chance(30) { p } else { q };
    let product = terms.multiply(&[p, q]);
    let zero = terms.numeral(&Rational::ZERO, sort);
    let mut compare = |term: Term| match random.below(4) {
        0 => terms.less(zero, term),
        1 => terms.less_equal(zero, term),
        2 => terms.less_equal(term, zero),
        _ => terms.equal(term, zero),
    };
    let premises = [compare(p), compare(q)];
    let conclusion = compare(product);
    let mut clause = premises.map(|atom| Literal { atom, is_positive: false }).to_vec();
    clause.push(Literal { atom: conclusion, is_positive: true });
    let once = |sources: &[Source]| Line {
        sum: sources.iter().map(|source| (*source, Rational::ONE)).collect(),
        rounds: false,
    };
    let source = match random.below(5) {
        0 | 1 => Source::Product(0, 1),
        2 => Source::Multiple(random.below(2), [p, q][random.below(2)]),
        3 => Source::Square([p, q][random.below(2)]),
        _ => Source::Both(0, 1),
    };
    let mut last = once(&[source, Source::Literal(2)]);
    if random.chance(40) {
        last.sum[0].1 = Rational::MINUS_ONE;
    }
    last.rounds = sort == Sort::INT && random.chance(20);
    let lines = vec![once(&[Source::Literal(0)]), once(&[Source::Literal(1)]), last];
    Some((clause, Rule::Arithmetic(Derivation { lines })))
}

#[test]
fn products_are_sound() {
    check_rule(30, 1000, 1000, random_product);
}

/// A clause of a rule's shape, as `docs/proof.md` writes it.
fn shaped(random: &mut Random, pool: &mut Pool) -> Option<Lemma> {
    let sort = pool.random_sort(random);
    let term = pool.any(random, sort);
    let op = pool.terms.op(term);
    let arguments = pool.terms.arguments(term).to_vec();
    let kind = random.below(6);
    let lists = pool.lists;
    let terms = &mut pool.terms;
    let is = |terms: &Terms, formula: Term| literal(terms, formula, true);
    let isnt = |terms: &Terms, formula: Term| literal(terms, formula, false);
    Some(match op {
        Op::And | Op::Or => {
            let is_and = op == Op::And;
            let mut clause =
                vec![literal(terms, term, kind == 0 && is_and || kind != 0 && !is_and)];
            if kind == 0 {
                clause.extend(arguments.iter().map(|argument| literal(terms, *argument, !is_and)));
            } else {
                let argument = arguments[random.below(arguments.len())];
                clause.push(literal(terms, argument, is_and));
            }
            (clause, Rule::Define(term))
        }
        Op::Equal if terms.sort_of(arguments[0]) == Sort::BOOL => {
            let (is_term, is_left) = (random.coin(), random.coin());
            let clause = vec![
                literal(terms, term, is_term),
                literal(terms, arguments[0], is_left),
                literal(terms, arguments[1], is_left == is_term),
            ];
            (clause, Rule::Define(term))
        }
        Op::Distinct => {
            let mut pairs = Vec::new();
            for (place, left) in arguments.iter().enumerate() {
                for right in &arguments[place + 1..] {
                    pairs.push(terms.equal(*left, *right));
                }
            }
            let clause = if random.coin() {
                let pair = pairs[random.below(pairs.len())];
                vec![isnt(terms, term), isnt(terms, pair)]
            } else {
                pairs.push(term);
                pairs.into_iter().map(|atom| is(terms, atom)).collect()
            };
            (clause, Rule::Define(term))
        }
        Op::Ite if sort == Sort::BOOL => {
            let is_term = random.coin();
            let mut clause = vec![literal(terms, term, is_term)];
            if kind < 2 {
                clause.push(literal(terms, arguments[1], !is_term));
                clause.push(literal(terms, arguments[2], !is_term));
            } else {
                let is_then = random.coin();
                clause.push(literal(terms, arguments[0], !is_then));
                let branch = if is_then { arguments[1] } else { arguments[2] };
                clause.push(literal(terms, branch, !is_term));
            }
            (clause, Rule::Define(term))
        }
        Op::Ite => {
            let is_then = random.coin();
            let branch = if is_then { arguments[1] } else { arguments[2] };
            let equal = terms.equal(term, branch);
            (vec![literal(terms, arguments[0], !is_then), is(terms, equal)], Rule::Ite(term))
        }
        Op::Absolute => {
            let zero = terms.numeral(&Rational::ZERO, sort);
            let condition = terms.less_equal(zero, arguments[0]);
            let negative = terms.negate(arguments[0]);
            let value = terms.ite(condition, arguments[0], negative);
            let equal = terms.equal(term, value);
            (vec![is(terms, equal)], Rule::Absolute(term))
        }
        Op::IsInteger => {
            let floor = terms.to_integer(arguments[0]);
            let floor = terms.to_real(floor);
            let whole = terms.equal(arguments[0], floor);
            let equal = terms.equal(term, whole);
            (vec![is(terms, equal)], Rule::IsInteger(term))
        }
        Op::Store => {
            let index = pool.any(random, Sort::INT);
            let terms = &mut pool.terms;
            let [array, at, value] = arguments[..] else { return None };
            match kind {
                0 | 1 => {
                    let read = terms.select(term, at);
                    let equal = terms.equal(read, value);
                    (vec![is(terms, equal)], Rule::RowHit(term))
                }
                2 => {
                    let [left, right] = [term, array].map(|array| terms.default_of(array));
                    let equal = terms.equal(left, right);
                    (vec![is(terms, equal)], Rule::DefaultStore(term))
                }
                _ => {
                    let same = terms.equal(at, index);
                    let [left, right] = [term, array].map(|array| terms.select(array, index));
                    let equal = terms.equal(left, right);
                    (vec![is(terms, same), is(terms, equal)], Rule::RowMiss(term, index))
                }
            }
        }
        Op::ConstantArray => {
            let index = pool.any(random, Sort::INT);
            let terms = &mut pool.terms;
            let read = if kind < 3 { terms.select(term, index) } else { terms.default_of(term) };
            let equal = terms.equal(read, arguments[0]);
            let rule =
                if kind < 3 { Rule::Constant(term, index) } else { Rule::DefaultConstant(term) };
            (vec![is(terms, equal)], rule)
        }
        Op::Construct(constructor) if kind < 4 => {
            if kind < 2 && !arguments.is_empty() {
                let number = random.below(arguments.len());
                let field = terms.select_field(terms.selectors(constructor)[number], term);
                let equal = terms.equal(field, arguments[number]);
                (vec![is(terms, equal)], Rule::Field(term, number))
            } else {
                let other = lists[random.below(2)];
                let test = terms.test(other, term);
                (vec![literal(terms, test, other == constructor)], Rule::Test(term, other))
            }
        }
        _ if terms.as_datatype(sort).is_some() => {
            let tests = lists.map(|constructor| terms.test(constructor, term));
            match kind {
                0 => (tests.map(|test| is(terms, test)).to_vec(), Rule::TestSome(term)),
                1 => (tests.map(|test| isnt(terms, test)).to_vec(), Rule::TestOne(term)),
                _ => {
                    let place = random.below(2);
                    let selectors = terms.selectors(lists[place]);
                    let fields: Vec<Term> =
                        selectors.iter().map(|field| terms.select_field(*field, term)).collect();
                    let rebuilt = terms.construct(lists[place], &fields);
                    let equal = terms.equal(term, rebuilt);
                    let clause = vec![isnt(terms, tests[place]), is(terms, equal)];
                    (clause, Rule::Rebuild(term, lists[place]))
                }
            }
        }
        _ if sort.is_arithmetic() => {
            let other = pool.any(random, sort);
            let terms = &mut pool.terms;
            let equal = terms.equal(term, other);
            let (below, above) = (terms.less_equal(term, other), terms.less_equal(other, term));
            let clause = vec![is(terms, equal), isnt(terms, below), isnt(terms, above)];
            (clause, Rule::Trichotomy(term, other))
        }
        _ if terms.array_parts(sort).is_some() => {
            let other = pool.any(random, sort);
            let terms = &mut pool.terms;
            let index = terms.difference(term, other);
            let [left, right] = [term, other].map(|array| terms.select(array, index));
            let (equal, reads) = (terms.equal(term, other), terms.equal(left, right));
            (vec![is(terms, equal), isnt(terms, reads)], Rule::Extensional(term, other))
        }
        _ => return None,
    })
}

#[test]
fn shapes_are_complete_and_sound() {
    check_rule(10, 500, 3000, |random, pool| {
        let lemma = shaped(random, pool)?;
        assert!(is_accepted(&mut pool.terms, &lemma), "{lemma:?}");
        Some(lemma)
    });
    check_rule(10, 1000, 100, |random, pool| {
        let (mut clause, rule) = shaped(random, pool)?;
        let place = random.below(clause.len());
        match random.below(4) {
            0 => clause[place] = clause[place].negated(),
            1 => drop(clause.remove(place)),
            2 => clause[place] = random_literal(random, pool, 50),
            _ => {
                // A reason that belongs to another clause.
                let (_, rule) = shaped(random, pool)?;
                return (!clause.is_empty()).then_some((clause, rule));
            }
        }
        (!clause.is_empty()).then_some((clause, rule))
    });
}
