//! Which properties are meant: by name, by position, or by a pattern.

use buttress_formats::aiger::{Model, SymbolKind};

use crate::limits::LISTED_NAMES;
use crate::nearest::nearest;
use crate::plural::there_are;
use crate::refusal::Refusal;

/// The positions of the properties that any of `wanted` names; an error is one line for the user.
pub fn properties(model: &Model, wanted: &[String]) -> Result<Vec<usize>, String> {
    let count = model.circuit.properties.len();
    among((0..count).map(|index| model.names.property(index)).collect(), wanted)
}

/// The positions of those names that any of `wanted` means.
pub fn among(names: Vec<String>, wanted: &[String]) -> Result<Vec<usize>, String> {
    let count = names.len();
    let mut chosen = Vec::new();
    for word in wanted {
        let before = chosen.len();
        // A name that happens to be a number or to hold a star means itself.
        let exact = (0..count).filter(|&index| names[index] == *word);
        chosen.extend(exact);
        if chosen.len() == before
            && let Some(index) = word.parse().ok().filter(|&index| index < count)
        {
            chosen.push(index);
        }
        if chosen.len() == before {
            chosen.extend((0..count).filter(|&index| is_match(word, &names[index])));
        }
        if chosen.len() == before {
            return Err(none(word, names));
        }
    }
    chosen.sort_unstable();
    chosen.dedup();
    Ok(chosen)
}

/// An error if functions are asked for in a file that is no program.
pub fn no_functions(name: &str, wanted: &[String]) -> Result<(), Refusal> {
    no_such(wanted, || {
        format!("{name}: only programs have functions; --property NAME chooses here")
    })
}

/// An error if properties are asked for in a program.
pub fn no_properties(name: &str, wanted: &[String]) -> Result<(), Refusal> {
    no_such(wanted, || format!("{name}: a program has no properties; --function NAME chooses here"))
}

fn no_such(wanted: &[String], message: impl Fn() -> String) -> Result<(), Refusal> {
    if wanted.is_empty() { Ok(()) } else { Err(Refusal::Plain(message())) }
}

/// The names of the justice properties: the symbols, or `justice` and the position.
pub fn justice_names(model: &Model) -> Vec<String> {
    let name = |index: usize| match model.symbols.get(SymbolKind::Justice, index as u32) {
        Some(name) => name.to_owned(),
        None => format!("justice{index}"),
    };
    (0..model.justice.len()).map(name).collect()
}

fn none(word: &str, names: Vec<String>) -> String {
    let mut listed: Vec<&str> = names.iter().take(LISTED_NAMES).map(String::as_str).collect();
    if names.len() > LISTED_NAMES {
        listed.push("…");
    }
    let listed = match names.len() {
        0 => "the file has none".to_owned(),
        _ => there_are(&listed),
    };
    match nearest(word, names) {
        Some(name) => format!("no property is called {word}; did you mean {name}?"),
        None => format!("no property is called {word}; {listed}"),
    }
}

/// Does `name` match `pattern`, where * stands for any letters and ? for one?
fn is_match(pattern: &str, name: &str) -> bool {
    let (pattern, name): (Vec<char>, Vec<char>) =
        (pattern.chars().collect(), name.chars().collect());
    let (mut at, mut letter) = (0, 0);
    // Where to go on when the letters after the last star do not fit: one letter further.
    let mut star: Option<(usize, usize)> = None;
    while letter < name.len() {
        match pattern.get(at) {
            Some('*') => {
                star = Some((at, letter));
                at += 1;
            }
            Some(&wanted) if wanted == '?' || wanted == name[letter] => {
                at += 1;
                letter += 1;
            }
            _ => match &mut star {
                Some((place, from)) => {
                    *from += 1;
                    (at, letter) = (*place + 1, *from);
                }
                None => return false,
            },
        }
    }
    pattern[at..].iter().all(|&rest| rest == '*')
}

#[cfg(test)]
mod tests {
    use buttress_formats::aiger;

    use super::*;

    fn chosen(wanted: &[&str]) -> Result<Vec<usize>, String> {
        let text = b"aag 0 0 0 0 0 4\n0\n0\n0\n0\nb0 fifo_full\nb1 0\nb3 fifo_empty\n";
        let wanted: Vec<String> = wanted.iter().map(|&word| word.to_owned()).collect();
        properties(&aiger::read(text).unwrap(), &wanted)
    }

    #[test]
    fn names_positions_and_patterns() {
        assert_eq!(chosen(&["fifo_full"]), Ok(vec![0]));
        assert_eq!(chosen(&["0"]), Ok(vec![1]), "a name goes before a position");
        assert_eq!(chosen(&["2"]), Ok(vec![2]));
        assert_eq!(chosen(&["*empty", "fifo*"]), Ok(vec![0, 3]));
        let error = chosen(&["fifo_ful"]).unwrap_err();
        assert_eq!(error, "no property is called fifo_ful; did you mean fifo_full?");
        let error = chosen(&["7"]).unwrap_err();
        assert_eq!(error, "no property is called 7; did you mean 0?");
        let error = chosen(&["cache*"]).unwrap_err();
        assert!(error.ends_with("there are fifo_full, 0, bad2, fifo_empty"), "{error}");
    }

    #[test]
    fn patterns_backtrack() {
        for (pattern, name, expected) in [
            ("*", "", true),
            ("a*b*c", "axxbyybzc", true),
            ("a*b*c", "axxbyybz", false),
            ("?b", "ab", true),
            ("?b", "b", false),
            ("*ab", "aab", true),
            ("", "a", false),
        ] {
            assert_eq!(is_match(pattern, name), expected, "{pattern} {name}");
        }
    }
}
