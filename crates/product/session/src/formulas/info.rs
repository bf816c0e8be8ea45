//! What a script holds, without deciding anything.

use buttress_formats::smtlib::{Command, Error, Reader, Script};
use buttress_logic::{Op, Sort, SortKind, Terms};

/// The contents of a script.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Info {
    /// Commands that were understood.
    pub commands: usize,
    /// Declared functions and constants.
    pub functions: usize,
    /// Assertions, those that a `pop` removes included.
    pub assertions: usize,
    /// Checks.
    pub checks: usize,
    /// Different terms.
    pub terms: usize,
    /// What the terms speak of, such as `arrays`.
    pub theories: Vec<&'static str>,
    /// Commands that are wrong.
    pub errors: Vec<Error>,
}

/// Reads a script and counts what it holds.
pub fn info(bytes: &[u8]) -> Info {
    let mut reader = Reader::of(bytes);
    let (mut script, mut terms) = (Script::new(), Terms::new());
    let mut info = Info::default();
    while let Some(sexpr) = reader.next_command() {
        match sexpr.and_then(|sexpr| script.command(&mut terms, &sexpr)) {
            Ok(Command::Exit) => break,
            Ok(command) => {
                info.commands += 1;
                match command {
                    Command::Assert(_) => info.assertions += 1,
                    Command::CheckSat | Command::CheckSatAssuming(_) => info.checks += 1,
                    _ => {}
                }
            }
            Err(error) => info.errors.push(error),
        }
    }
    info.functions = terms.function_count();
    info.terms = terms.len();
    info.theories = theories(&terms);
    info
}

/// The theories that the terms need, in a fixed order.
fn theories(terms: &Terms) -> Vec<&'static str> {
    let has = |wanted: &dyn Fn(buttress_logic::Term) -> bool| {
        (0..terms.len() as u32).map(buttress_logic::Term).any(wanted)
    };
    let is_constant = |term| terms.as_number(term).is_some();
    let nonlinear = |term| match terms.op(term) {
        Op::Multiply => {
            terms.arguments(term).iter().filter(|factor| !is_constant(**factor)).count() > 1
        }
        Op::Divide | Op::IntegerDivide | Op::Modulo => {
            terms.arguments(term).last().is_some_and(|divisor| !is_constant(*divisor))
        }
        _ => false,
    };
    let of_kind =
        |term, wanted: fn(&SortKind) -> bool| wanted(terms.sort_kind(terms.sort_of(term)));
    let is_function = |term| matches!(terms.op(term), Op::Apply(_));
    let rules: [(&'static str, &dyn Fn(buttress_logic::Term) -> bool); 8] = [
        ("uninterpreted functions", &|term| is_function(term) && !terms.arguments(term).is_empty()),
        ("uninterpreted sorts", &|term| {
            of_kind(term, |kind| matches!(kind, SortKind::Uninterpreted { .. }))
        }),
        ("integers", &|term| terms.sort_of(term) == Sort::INT),
        ("rationals", &|term| terms.sort_of(term) == Sort::REAL),
        ("arrays", &|term| of_kind(term, |kind| matches!(kind, SortKind::Array { .. }))),
        ("datatypes", &|term| of_kind(term, |kind| matches!(kind, SortKind::Datatype(_)))),
        ("products of unknowns", &nonlinear),
        ("quantifiers", &|term| matches!(terms.op(term), Op::Forall(_) | Op::Exists(_))),
    ];
    rules.iter().filter(|(_, rule)| has(*rule)).map(|(name, _)| *name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn theories_are_recognised_by_what_is_used() {
        let info = info(
            b"(set-logic ALL) (declare-const a (Array Int Bool)) (declare-fun f (Int) Int)\n\
              (assert (select a (f 1))) (check-sat) (assert (= y 1)) (check-sat) (exit) (boo)",
        );
        assert_eq!(info.theories, ["uninterpreted functions", "integers", "arrays"]);
        assert_eq!((info.commands, info.assertions, info.checks), (6, 1, 2));
        assert_eq!((info.functions, info.errors.len()), (2, 1));
    }
}
