//! Quantifiers over real numbers, where it matters whether a bound is strict, against an oracle that tries every point at
//! which something changes, a point between any two of these, and one beyond on each side.

use buttress_prop::Random;

use super::said;

/// Numbers are multiples of 1/48: what changes does so at multiples of 1/12 of x, since coefficients are small, so that points in
/// between are multiples of 1/24, and those of y of 1/48.
const UNIT: i64 = 48;

/// c + a x + b y, compared with 0; b is -1, 0 or 1.
#[derive(Clone, Copy)]
struct Atom {
    relation: &'static str,
    form: [i64; 3],
}

enum Formula {
    Atom(Atom),
    And(Vec<Formula>),
    Or(Vec<Formula>),
    Not(Box<Formula>),
    /// Of y.
    All(Box<Formula>),
    Some(Box<Formula>),
}

fn pick(random: &mut Random, from: i64, to: i64) -> i64 {
    from + random.below((to - from + 1) as usize) as i64
}

fn formula(random: &mut Random, has_inner: bool, depth: usize) -> Formula {
    let parts = |random: &mut Random| {
        (0..2 + random.below(2)).map(|_| formula(random, has_inner, depth - 1)).collect()
    };
    match if depth == 0 { 9 } else { random.below(6) } {
        0 | 1 => Formula::And(parts(random)),
        2 => Formula::Or(parts(random)),
        3 => Formula::Not(Box::new(formula(random, has_inner, depth - 1))),
        4 if !has_inner => Formula::All(Box::new(formula(random, true, 2))),
        5 if !has_inner => Formula::Some(Box::new(formula(random, true, 2))),
        _ => {
            let relation = ["<", "<=", "="][random.below(3)];
            let inner = if has_inner { pick(random, -1, 1) } else { 0 };
            let form = [pick(random, -2, 2), pick(random, -2, 2), inner];
            Formula::Atom(Atom { relation, form })
        }
    }
}

fn atoms(formula: &Formula, found: &mut Vec<[i64; 3]>) {
    match formula {
        Formula::Atom(atom) => found.push(atom.form),
        Formula::And(parts) | Formula::Or(parts) => {
            parts.iter().for_each(|part| atoms(part, found));
        }
        Formula::Not(part) | Formula::All(part) | Formula::Some(part) => atoms(part, found),
    }
}

/// The points at which something changes, and others between and beyond them.
fn with_neighbours(mut points: Vec<i64>) -> Vec<i64> {
    points.push(0);
    points.sort_unstable();
    points.dedup();
    let between: Vec<i64> = points.windows(2).map(|pair| (pair[0] + pair[1]) / 2).collect();
    points.extend([points[0] - UNIT, points[points.len() - 1] + UNIT]);
    points.extend(between);
    points
}

/// Where, in x, atoms change, or two bounds of y pass each other.
fn changes_of_x(forms: &[[i64; 3]]) -> Vec<i64> {
    let mut points = Vec::new();
    let mut root = |constant: i64, factor: i64| {
        if factor != 0 {
            assert_eq!(constant * UNIT % factor, 0);
            points.push(-constant * UNIT / factor);
        }
    };
    for &[c, a, b] in forms {
        if b == 0 {
            root(c, a);
        }
        for &[other_c, other_a, other_b] in forms {
            if b != 0 && other_b != 0 {
                root(c * b - other_c * other_b, a * b - other_a * other_b);
            }
        }
    }
    points
}

fn holds(formula: &Formula, x: i64, y: i64) -> bool {
    let points = |body: &Formula| {
        let mut forms = Vec::new();
        atoms(body, &mut forms);
        let roots = forms.iter().filter(|[.., b]| *b != 0).map(|[c, a, b]| -b * (c * UNIT + a * x));
        with_neighbours(roots.collect())
    };
    match formula {
        Formula::Atom(Atom { relation, form: [c, a, b] }) => {
            let value = c * UNIT + a * x + b * y;
            match *relation {
                "<" => value < 0,
                "<=" => value <= 0,
                _ => value == 0,
            }
        }
        Formula::And(parts) => parts.iter().all(|part| holds(part, x, y)),
        Formula::Or(parts) => parts.iter().any(|part| holds(part, x, y)),
        Formula::Not(part) => !holds(part, x, y),
        Formula::All(body) => points(body).into_iter().all(|y| holds(body, x, y)),
        Formula::Some(body) => points(body).into_iter().any(|y| holds(body, x, y)),
    }
}

fn written(formula: &Formula) -> String {
    let all = |parts: &[Formula]| parts.iter().map(written).collect::<Vec<_>>().join(" ");
    let number = |value: i64| match value {
        0.. => format!("{value}.0"),
        _ => format!("(- {}.0)", -value),
    };
    match formula {
        Formula::Atom(Atom { relation, form }) => {
            let [c, a, b] = form.map(number);
            format!("({relation} (+ {c} (* {a} x) (* {b} y)) 0.0)").replace(" (* 0.0 y)", "")
        }
        Formula::And(parts) => format!("(and {})", all(parts)),
        Formula::Or(parts) => format!("(or {})", all(parts)),
        Formula::Not(part) => format!("(not {})", written(part)),
        Formula::All(body) => format!("(forall ((y Real)) {})", written(body)),
        Formula::Some(body) => format!("(exists ((y Real)) {})", written(body)),
    }
}

/// At the last change of this formula a bound that was not strict took the place of one that was.
const KEPT: [u64; 1] = [12_283];

#[test]
fn quantifiers_over_reals_against_an_oracle() {
    let mut seen = [0, 0];
    for seed in (0..2000).chain(KEPT) {
        let mut random = Random::new(seed);
        let body = formula(&mut random, false, 3);
        let mut forms = Vec::new();
        atoms(&body, &mut forms);
        let mut points = with_neighbours(changes_of_x(&forms)).into_iter();
        let (word, expected) = match random.coin() {
            true => ("forall", points.all(|x| holds(&body, x, 0))),
            false => ("exists", points.any(|x| holds(&body, x, 0))),
        };
        let text = format!("({word} ((x Real)) {})", written(&body));
        assert_eq!(said("", &text, ""), expected.to_string(), "seed {seed}: {text}");
        seen[usize::from(expected)] += 1;
    }
    assert!(seen[0] > 400 && seen[1] > 400, "{seen:?}");
}

/// Where two bounds meet, the one that is strict is the tighter one, although it is the looser one before.
#[test]
fn a_bound_that_is_looser_elsewhere() {
    let inner = |first: &str, second: &str| format!("(exists ((y Real)) (and {first} {second}))");
    for (one, other) in
        [("(* 2.0 x)", "(- 2.0 x)"), ("(- 2.0 x)", "(* 2.0 x)"), ("(- x)", "(+ x 2.0)")]
    {
        let (differs, equals) = (format!("(distinct {one} y)"), format!("(= {other} y)"));
        for inner in [inner(&differs, &equals), inner(&equals, &differs)] {
            let all = format!("(forall ((x Real)) {inner})");
            assert_eq!(said("", &all, ""), "false", "{all}");
            let others = format!("(forall ((x Real)) (or (= {one} {other}) {inner}))");
            assert_eq!(said("", &others, ""), "true", "{others}");
        }
    }
}

/// A bound that is strict is tighter than one at the same place that is not, in whichever order they come.
#[test]
fn strict_bounds_are_tighter() {
    let atoms = ["(<= 0.0 y)", "(<= y 0.0)", "(< y x)"];
    let mirrored = ["(<= y 0.0)", "(<= 0.0 y)", "(< x y)"];
    for (atoms, outside) in [(atoms, "(< x 0.0)"), (mirrored, "(< 0.0 x)")] {
        for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
            let [first, second, third] = order.map(|place| atoms[place]);
            let inner = format!("(exists ((y Real)) (and {first} {second} {third}))");
            // At x = 0 there is no such y.
            let all = format!("(forall ((x Real)) (or {outside} {inner}))");
            assert_eq!(said("", &all, ""), "false", "{all}");
            let others = format!("(forall ((x Real)) (or {outside} (= x 0.0) {inner}))");
            assert_eq!(said("", &others, ""), "true", "{others}");
        }
    }
}
