//! Nouns and verbs in the singular or the plural.

/// `1 clause`, `2 clauses`, `3 properties`, `4 latches`.
pub fn counted(count: usize, noun: &str) -> String {
    match (count, noun.strip_suffix('y')) {
        (1, _) => format!("1 {noun}"),
        (_, Some(stem)) => format!("{count} {stem}ies"),
        (_, None) if noun.ends_with("ch") => format!("{count} {noun}es"),
        (_, None) => format!("{count} {noun}s"),
    }
}

/// `there is a`, `there are a, b`.
pub fn there_are(names: &[&str]) -> String {
    let verb = if names.len() == 1 { "is" } else { "are" };
    format!("there {verb} {}", names.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nouns_agree_with_their_numbers() {
        assert_eq!(counted(1, "latch"), "1 latch");
        assert_eq!(counted(0, "clause"), "0 clauses");
        assert_eq!(counted(5, "latch"), "5 latches");
        assert_eq!(counted(2, "property"), "2 properties");
        assert_eq!(there_are(&["Max"]), "there is Max");
        assert_eq!(there_are(&["Max", "Min"]), "there are Max, Min");
    }
}
