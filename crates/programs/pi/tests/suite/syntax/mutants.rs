//! Damaged programs: nothing panics, nothing hangs, and what is still accepted can be laid out.

use buttress_pi::{convert, format, parse, read};
use buttress_prop::Random;

use super::programs::{CLASSIC, PI};
use super::{is_accepted, shape, tree};

const WORDS: &[&str] = &[
    "<",
    "<=",
    "->",
    "&&",
    "||",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "[]",
    "|",
    ";",
    ",",
    ".",
    ":=",
    "=",
    "==",
    "!",
    "-",
    "@",
    "#",
    "forall",
    "∀",
    "exists",
    "in",
    "keys",
    "real",
    "list",
    "hashtable",
    "x",
    "i",
    "int",
    "while",
    "for",
    "if",
    "else",
    "return",
    "break",
    "1",
    "1.5",
    "true",
    "?",
    ":",
    "<-",
    "<->",
    "@pre",
    "@post",
    "struct",
    "predicate",
    "declare",
    "define",
    "new",
    "div",
    "%",
    "void",
    "typedef",
    "length",
    "/*",
    "*/",
    "//",
    "\"",
    "&",
    "#include \"a\"",
    "\n",
    "_",
    "£",
];

/// All that can be done with a text; the answers do not matter.
fn use_up(text: &str) {
    for found in parse(text).diagnostics {
        assert!(found.span.end as usize <= text.len(), "{found:?}");
        assert!(text.is_char_boundary(found.span.start as usize), "{found:?}");
        let _ = found.span.place(text);
    }
    let _ = read(text);
    let _ = convert(text);
    match format(text) {
        Err(errors) => assert!(!errors.is_empty()),
        Ok(once) => {
            assert!(is_accepted(text), "{text}");
            assert_eq!(shape(&tree(&once)), shape(&tree(text)), "{once}");
            assert_eq!(format(&once), Ok(once.clone()), "from\n{text}");
        }
    }
}

fn programs() -> Vec<&'static str> {
    PI.iter().chain(CLASSIC).copied().collect()
}

#[test]
fn mutated_words_are_survived() {
    let mut random = Random::new(3);
    let mut accepted = 0;
    for round in 0..4_000 {
        let programs = programs();
        let text = programs[round % programs.len()];
        let mut words: Vec<&str> =
            text.split_inclusive(|sign: char| !sign.is_alphanumeric()).collect();
        for _ in 0..random.between(1, 3) {
            let at = random.below(words.len());
            match random.below(4) {
                0 => drop(words.remove(at)),
                1 => words.insert(at, random.pick(WORDS).unwrap_or("x")),
                2 => words[at] = random.pick(WORDS).unwrap_or("x"),
                _ => {
                    let other = random.below(words.len());
                    words.swap(at, other);
                }
            }
        }
        let mutant = words.concat();
        accepted += usize::from(is_accepted(&mutant));
        use_up(&mutant);
    }
    assert!(accepted > 100, "only {accepted} mutants were programs");
}

#[test]
fn mutated_bytes_are_survived() {
    let mut random = Random::new(5);
    for round in 0..2_000 {
        let programs = programs();
        let mut bytes = programs[round % programs.len()].as_bytes().to_vec();
        for _ in 0..random.between(1, 8) {
            let at = random.below(bytes.len());
            match random.below(3) {
                0 => drop(bytes.remove(at)),
                1 => bytes.insert(at, random.below(256) as u8),
                _ => bytes[at] = random.below(128) as u8,
            }
        }
        use_up(&String::from_utf8_lossy(&bytes));
    }
}

#[test]
fn cut_off_programs_are_survived() {
    for text in programs() {
        for (end, _) in text.char_indices() {
            use_up(&text[..end]);
        }
    }
}

#[test]
fn heaps_of_words_are_survived() {
    let mut random = Random::new(7);
    for _ in 0..1_000 {
        let words: Vec<&str> =
            (0..random.between(1, 60)).filter_map(|_| random.pick(WORDS)).collect();
        use_up(&words.join(" "));
    }
    for word in WORDS {
        use_up(&word.repeat(5_000));
        use_up(&format!(
            "@pre true @post true void f() {{ {}",
            format!("while @ {word} ( ").repeat(1_000)
        ));
    }
}
