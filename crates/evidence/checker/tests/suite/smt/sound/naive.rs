//! Congruence closure as `docs/proof.md` says it, by trying all pairs until nothing changes.

use buttress_certificate::smt::Literal;
use buttress_logic::{Op, Term, Terms};

/// Is the negation of the clause contradictory, or does it make a datatype value contain itself?
pub struct Verdict {
    pub is_contradictory: bool,
    pub has_cycle: bool,
}

fn is_function(terms: &Terms, term: Term) -> bool {
    match terms.op(term) {
        Op::Divide | Op::IntegerDivide | Op::Modulo => {
            let divisor = terms.as_number(terms.argument(term, 1));
            divisor.is_none_or(|value| value.is_zero())
        }
        Op::True | Op::False | Op::And | Op::Or | Op::Ite | Op::Distinct | Op::Number(_) => false,
        Op::Add | Op::Multiply | Op::Absolute | Op::ToReal | Op::ToInteger => false,
        Op::IsInteger | Op::LessEqual | Op::Less => false,
        _ => true,
    }
}

pub fn close(terms: &Terms, clause: &[Literal]) -> Verdict {
    let mut nodes = vec![Term::TRUE, Term::FALSE];
    let mut stack: Vec<Term> = clause.iter().map(|literal| literal.atom).collect();
    while let Some(term) = stack.pop() {
        if !nodes.contains(&term) {
            nodes.push(term);
            if is_function(terms, term) {
                stack.extend(terms.arguments(term));
            }
        }
    }
    let mut classes: Vec<usize> = (0..nodes.len()).collect();
    let place = |term: Term| nodes.iter().position(|node| *node == term).expect("a node");
    let merge = |classes: &mut Vec<usize>, left: Term, right: Term| {
        let (left, right) = (classes[place(left)], classes[place(right)]);
        classes.iter_mut().filter(|class| **class == left).for_each(|class| *class = right);
        left != right
    };
    for literal in clause {
        let value = if literal.is_positive { Term::FALSE } else { Term::TRUE };
        merge(&mut classes, literal.atom, value);
    }
    let same =
        |classes: &[usize], left: Term, right: Term| classes[place(left)] == classes[place(right)];
    loop {
        let mut has_changed = false;
        for &node in &nodes {
            match (terms.op(node), terms.arguments(node)) {
                (Op::Equal, &[left, right]) => {
                    if same(&classes, left, right) {
                        has_changed |= merge(&mut classes, node, Term::TRUE);
                    }
                    if same(&classes, node, Term::TRUE) {
                        has_changed |= merge(&mut classes, left, right);
                    }
                }
                (Op::Not, &[inner]) => {
                    for (value, other) in [(Term::TRUE, Term::FALSE), (Term::FALSE, Term::TRUE)] {
                        if same(&classes, inner, value) {
                            has_changed |= merge(&mut classes, node, other);
                        }
                        if same(&classes, node, value) {
                            has_changed |= merge(&mut classes, inner, other);
                        }
                    }
                }
                _ => {}
            }
            for &other in &nodes {
                let is_same_top = is_function(terms, node)
                    && is_function(terms, other)
                    && terms.op(node) == terms.op(other)
                    && terms.sort_of(node) == terms.sort_of(other);
                if !is_same_top || same(&classes, node, other) {
                    continue;
                }
                let (left, right) = (terms.arguments(node), terms.arguments(other));
                let mut pairs = left.iter().zip(right);
                let mut is_congruent = pairs.all(|(left, right)| same(&classes, *left, *right));
                if matches!(terms.op(node), Op::Equal | Op::Difference) {
                    let mut pairs = left.iter().zip(right.iter().rev());
                    is_congruent |= pairs.all(|(left, right)| same(&classes, *left, *right));
                }
                if is_congruent {
                    has_changed |= merge(&mut classes, node, other);
                }
            }
        }
        if !has_changed {
            break;
        }
    }
    let is_value = |op: Op| matches!(op, Op::True | Op::False | Op::Number(_) | Op::Construct(_));
    let is_contradictory = nodes.iter().any(|&left| {
        nodes.iter().any(|&right| {
            let (left_op, right_op) = (terms.op(left), terms.op(right));
            same(&classes, left, right)
                && left_op != right_op
                && is_value(left_op)
                && is_value(right_op)
        })
    });
    // From which classes can a class be entered through constructors? Warshall's closure.
    let count = nodes.len();
    let mut inside = vec![vec![false; count]; count];
    for &node in &nodes {
        if let Op::Construct(_) = terms.op(node) {
            for &argument in terms.arguments(node) {
                inside[classes[place(node)]][classes[place(argument)]] = true;
            }
        }
    }
    for middle in 0..count {
        let beyond = inside[middle].clone();
        for row in inside.iter_mut().filter(|row| row[middle]) {
            row.iter_mut().zip(&beyond).for_each(|(known, new)| *known |= new);
        }
    }
    Verdict { is_contradictory, has_cycle: (0..count).any(|class| inside[class][class]) }
}
