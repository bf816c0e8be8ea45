//! The predicates that every program knows, unless it defines the name itself.

use crate::tree::{Declaration, File};

/// For arrays of whole numbers, and then for others.
const PRELUDE: &str = "
predicate sorted(int[] a, int l, int u) := forall i, j. (l <= i && i <= j && j <= u -> a[i] <= a[j]);
predicate partitioned(int[] a, int l1, int u1, int l2, int u2) :=
  forall i, j. (l1 <= i && i <= u1 && l2 <= j && j <= u2 -> a[i] <= a[j]);
predicate eq(int[] a, int[] b, int l, int u) := forall i. (l <= i && i <= u -> a[i] = b[i]);
predicate beq(int[] a, int[] b, int l, int u) := forall i. (l <= i && i <= u -> a[i] = b[i]);
predicate sorted(float[] a, int l, int u) := forall i, j. (l <= i && i <= j && j <= u -> a[i] <= a[j]);
predicate partitioned(float[] a, int l1, int u1, int l2, int u2) :=
  forall i, j. (l1 <= i && i <= u1 && l2 <= j && j <= u2 -> a[i] <= a[j]);
predicate eq(float[] a, float[] b, int l, int u) := forall i. (l <= i && i <= u -> a[i] = b[i]);
predicate beq(float[] a, float[] b, int l, int u) := forall i. (l <= i && i <= u -> a[i] = b[i]);
predicate eq(bool[] a, bool[] b, int l, int u) := forall i. (l <= i && i <= u -> a[i] = b[i]);
predicate beq(bool[] a, bool[] b, int l, int u) := forall i. (l <= i && i <= u -> a[i] = b[i]);
";

/// The declarations of the prelude whose names a file leaves free.
pub(crate) fn unshadowed(file: &File) -> Vec<Declaration> {
    let is_taken = |name: &str| {
        file.declarations.iter().any(|declaration| match declaration {
            Declaration::Global { name: own, .. } | Declaration::Predicate { name: own, .. } => {
                own.text == name
            }
            Declaration::Function(function) => function.name.text == name,
            Declaration::Struct { .. } => false,
        })
    };
    let mut declarations = crate::parse(PRELUDE).file.declarations;
    declarations.retain(|declaration| match declaration {
        Declaration::Predicate { name, .. } => !is_taken(&name.text),
        _ => false,
    });
    declarations
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_prelude_reads_without_a_word() {
        let reading = crate::parse(PRELUDE);
        assert_eq!(reading.diagnostics, []);
        assert_eq!(reading.file.declarations.len(), 10);
        let program = crate::read("").program.expect("an empty file is a program");
        assert_eq!(program.predicates.len(), 10);
        assert!(program.predicates.iter().all(|predicate| predicate.is_prelude));
    }

    #[test]
    fn a_definition_hides_the_name_in_all_its_forms() {
        let program = crate::read("predicate sorted(int x) := x > 0;").program.expect("a program");
        let named: Vec<_> = program.predicates.iter().filter(|p| p.name.text == "sorted").collect();
        assert_eq!(named.len(), 1);
        assert!(!named[0].is_prelude);
    }
}
