//! Symbols, between bars where SMT-LIB asks for them.

/// A symbol as SMT-LIB writes it.
pub fn print_symbol(name: &str) -> String {
    if is_simple(name) { name.to_owned() } else { format!("|{name}|") }
}

fn is_simple(name: &str) -> bool {
    let is_symbolic =
        |char: char| char.is_ascii_alphanumeric() || "~!@$%^&*_-+=<>.?/".contains(char);
    !name.is_empty()
        && !name.starts_with(|char: char| char.is_ascii_digit())
        && name.chars().all(is_symbolic)
        && RESERVED.binary_search(&name).is_err()
}

/// The words of the language and its commands, in order.
const RESERVED: [&str; 44] = [
    "!",
    "BINARY",
    "DECIMAL",
    "HEXADECIMAL",
    "NUMERAL",
    "STRING",
    "_",
    "as",
    "assert",
    "check-sat",
    "check-sat-assuming",
    "declare-const",
    "declare-datatype",
    "declare-datatypes",
    "declare-fun",
    "declare-sort",
    "define-const",
    "define-fun",
    "define-fun-rec",
    "define-funs-rec",
    "define-sort",
    "echo",
    "exists",
    "exit",
    "forall",
    "get-assertions",
    "get-assignment",
    "get-info",
    "get-model",
    "get-option",
    "get-proof",
    "get-unsat-assumptions",
    "get-unsat-core",
    "get-value",
    "let",
    "match",
    "par",
    "pop",
    "push",
    "reset",
    "reset-assertions",
    "set-info",
    "set-logic",
    "set-option",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_where_they_are_needed() {
        assert!(RESERVED.is_sorted());
        let cases = [
            ("x", "x"),
            ("x'", "|x'|"),
            ("", "||"),
            ("0x", "|0x|"),
            ("@/0", "@/0"),
            ("@sel:head", "|@sel:head|"),
            ("a b", "|a b|"),
            ("let", "|let|"),
            ("_", "|_|"),
            ("letter", "letter"),
            ("λ", "|λ|"),
        ];
        for (name, text) in cases {
            assert_eq!(print_symbol(name), text);
        }
    }
}
