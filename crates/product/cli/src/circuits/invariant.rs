//! A strengthening as clauses that a person can read.

use buttress_certificate::Sizes;
use buttress_formats::aiger::Model;
use buttress_prop::{Clause, Lit};

use crate::plural::counted;

/// One clause per line, literals by their names, after a heading.
pub fn written(model: &Model, property: usize, clauses: &[Clause], k: Option<usize>) -> String {
    let name = model.names.property(property);
    let what = counted(clauses.len(), "clause");
    let mut text = match k {
        None => format!(
            "# {name} is never true: it is excluded by an inductive invariant of {what}.\n\
             # The invariant is the conjunction of these lines and of not {name}.\n"
        ),
        Some(k) => format!(
            "# {name} is never true: this is {k}-inductive relative to an invariant of {what}.\n\
             # The invariant is the conjunction of these lines.\n"
        ),
    };
    let first = Sizes::of(&model.circuit).first();
    if clauses.iter().any(|clause| clause.iter().any(|lit| lit.var() == first)) {
        text.push_str("# first is true in the first step alone.\n");
    }
    if clauses.iter().any(|clause| clause.iter().any(|lit| is_unnamed(model, *lit))) {
        text.push_str("# vN is variable N of the file, literal 2N.\n");
    }
    for clause in clauses {
        let literals = literals(model, clause);
        let line = if literals.is_empty() { "false".to_owned() } else { literals.join(" | ") };
        text.push_str(&line);
        text.push('\n');
    }
    text
}

/// The literals of a clause by their names.
pub fn literals(model: &Model, clause: &Clause) -> Vec<String> {
    let first = Sizes::of(&model.circuit).first();
    let shown = |lit: &Lit| match lit.var() == first {
        true => format!("{}first", if lit.is_negative() { "!" } else { "" }),
        false => model.names.lit(*lit),
    };
    clause.iter().map(shown).collect()
}

fn is_unnamed(model: &Model, lit: Lit) -> bool {
    lit.var() != Sizes::of(&model.circuit).first() && model.names.var(lit.var()).is_none()
}

#[cfg(test)]
mod tests {
    use buttress_formats::aiger;

    use super::*;

    #[test]
    fn clauses_speak_in_the_users_names() {
        let model = aiger::read(b"aag 2 0 2 0 0 1\n2 2\n4 4\n4\nl0 busy\nb0 stuck\n").unwrap();
        let code = |codes: &[u32]| codes.iter().map(|&code| Lit::from_code(code)).collect();
        let text = written(&model, 0, &[code(&[3, 4]), code(&[7])], None);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(
            lines[0],
            "# stuck is never true: it is excluded by an inductive invariant of 2 clauses."
        );
        assert_eq!(lines[2], "# first is true in the first step alone.");
        assert_eq!(lines[4..], ["!busy | v2", "!first"]);
        assert!(written(&model, 0, &[], Some(3)).contains("3-inductive"));
    }
}
