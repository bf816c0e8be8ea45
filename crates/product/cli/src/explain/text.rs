//! The explanation of a check for a person.

use anstyle::{AnsiColor, Style};
use buttress_formats::smtlib::Position;
use buttress_session::formulas;

use crate::diagnostics;
use crate::limits::INDEX_ROWS;
use crate::plural::counted;
use crate::wrap;

/// Which check it is, and what it comes to.
pub fn head(file: &str, check: &formulas::CheckExplanation) -> String {
    let place = match check.line {
        Some(line) => format!("check {} at line {line}", check.number),
        None => "no check".to_owned(),
    };
    let assertions = counted(check.assertions, "assertion");
    let summary = match (check.quantifiers.len(), check.is_inside()) {
        (0, _) => "no quantifiers".to_owned(),
        (count, true) => {
            let style = AnsiColor::Green.on_default();
            let inside = if count == 1 { "inside" } else { "all inside" };
            format!("{}, {style}{inside}{style:#}", counted(count, "quantifier"))
        }
        (count, false) => {
            let style = outside_style();
            let outside = match outside_count(check) {
                0 => "not complete".to_owned(),
                outside => format!("{outside} outside"),
            };
            format!("{}, {style}{outside}{style:#}", counted(count, "quantifier"))
        }
    };
    format!("{file}, {place}: {assertions}, {summary}\n")
}

fn outside_style() -> Style {
    AnsiColor::Yellow.on_default()
}

fn outside_count(check: &formulas::CheckExplanation) -> usize {
    let is_outside = |entry: &&formulas::QuantifierExplanation| {
        matches!(entry.kind, formulas::QuantifierKind::OutOfFragment(_))
    };
    check.quantifiers.iter().filter(is_outside).count()
}

/// The quantifiers, the index sets, the instances and the steps; nothing if there are none.
pub fn body(file: &str, source: &[u8], check: &formulas::CheckExplanation, width: usize) -> String {
    if check.quantifiers.is_empty() {
        return String::new();
    }
    let mut text = String::new();
    for (place, quantifier) in check.quantifiers.iter().enumerate() {
        text.push('\n');
        text.push_str(&entry(place + 1, quantifier, source, width));
        if let formulas::QuantifierKind::OutOfFragment(parts) = &quantifier.kind {
            for part in parts {
                text.push_str(&diagnostics::out_of_fragment(file, source, part));
                text.push('\n');
            }
        }
    }
    for class in &check.classes {
        text.push('\n');
        text.push_str(&index_set(class, width));
    }
    text.push('\n');
    text.push_str(&instances(check, width));
    if let Some(steps) = &check.steps {
        text.push('\n');
        text.push_str(&shown_steps(steps, width));
    }
    text
}

/// One quantifier: its number, place and class, then its text.
fn entry(
    number: usize,
    entry: &formulas::QuantifierExplanation,
    source: &[u8],
    width: usize,
) -> String {
    let polarity = if entry.is_positive { "positive" } else { "negative" };
    let place = match entry.position {
        Some(Position { span, used_at: None }) => {
            format!("{}:{}", span.place.line, span.place.column)
        }
        Some(Position { span, used_at: Some(used_at) }) => format!(
            "{}:{} used at {}:{}",
            span.place.line, span.place.column, used_at.place.line, used_at.place.column
        ),
        None => "of the reduction".to_owned(),
    };
    let count = |count: Option<u64>| match count {
        Some(1) => "1 instance".to_owned(),
        Some(count) => format!("{count} instances"),
        None => "too many instances to count".to_owned(),
    };
    let class = match &entry.kind {
        formulas::QuantifierKind::Inside("quantifier-free") => "written out".to_owned(),
        formulas::QuantifierKind::Inside(name) => {
            format!("{name}, {}", count(entry.instances.small))
        }
        formulas::QuantifierKind::Existential(witnesses) if witnesses.is_empty() => {
            "existential, written out".to_owned()
        }
        formulas::QuantifierKind::Existential(witnesses) => {
            let shown = witnesses.iter();
            let shown = shown.map(|(variable, constant)| format!("{constant} for {variable}"));
            format!("existential, {}", shown.collect::<Vec<_>>().join(", "))
        }
        formulas::QuantifierKind::OutOfFragment(_) => {
            let style = outside_style();
            format!("{style}outside{style:#}")
        }
    };
    let (bold, indent) = (Style::new().bold(), number.to_string().len() + 2);
    let formula = cut(&written(entry, source), width.saturating_sub(indent));
    let space = " ".repeat(indent);
    let title = format!("{bold}{number}{bold:#}  {place}  {polarity}, {class}\n");
    format!("{}{space}{formula}\n", wrap::fit(&title, width))
}

/// The formula as the script has it; if it comes from a definition, with its arguments.
fn written(entry: &formulas::QuantifierExplanation, source: &[u8]) -> String {
    let span = entry.position.filter(|position| position.used_at.is_none() && entry.is_exact);
    let bytes =
        span.and_then(|Position { span, .. }| source.get(span.offset..span.offset + span.length));
    match bytes {
        Some(bytes) => {
            let text = String::from_utf8_lossy(bytes);
            text.split_whitespace().collect::<Vec<_>>().join(" ")
        }
        None => entry.text.clone(),
    }
}

/// The text in at most so many columns.
fn cut(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.to_owned();
    }
    text.chars().take(width.saturating_sub(1)).chain(['…']).collect()
}

/// Term and reason, line by line.
fn index_set(class: &formulas::IndexClass, width: usize) -> String {
    let of_one = class.variables.chunk_by(|left, right| left.1 == right.1);
    let variables = of_one.filter_map(|variables| {
        let names: Vec<&str> = variables.iter().map(|(name, _)| name.as_str()).collect();
        Some(format!("{} in {}", names.join(", "), variables.first()?.1))
    });
    let variables: Vec<String> = variables.collect();
    let bold = Style::new().bold();
    let head = format!("Index set of {}: {}", variables.join("; "), class.sort);
    let mut text = format!("{bold}{}{bold:#}\n", cut(&head, width));
    let widest =
        class.indices.iter().chain(&class.others).map(|row| row.term.chars().count()).max();
    let inner = widest.unwrap_or(0).min(width * 2 / 5);
    let row = |formulas::IndexRow { term, reason }: &formulas::IndexRow| {
        let term = cut(term, inner);
        let space = " ".repeat(inner - term.chars().count());
        let reason = cut(reason, width.saturating_sub(inner + 4));
        format!("  {term}{space}  {reason}\n")
    };
    let rows = |rows: &[formulas::IndexRow]| {
        let mut text: String = rows.iter().take(INDEX_ROWS).map(row).collect();
        if rows.len() > INDEX_ROWS {
            text.push_str(&format!("  … ({} more; --json lists all)\n", rows.len() - INDEX_ROWS));
        }
        text
    };
    text.push_str(&rows(&class.indices));
    if !class.others.is_empty() {
        let which = match (class.indices.is_empty(), class.others.len()) {
            (true, 1) => "and this:",
            (true, _) => "and one of these:",
            (false, 1) => "and this one, if it differs from all above:",
            (false, _) => "and one of these that differs from all above, if there is one:",
        };
        text.push_str(&format!("  {which}\n"));
        text.push_str(&rows(&class.others));
    }
    text
}

fn instances(check: &formulas::CheckExplanation, width: usize) -> String {
    let count = |count: Option<u64>| match count {
        Some(count) => count.to_string(),
        None => "too many to count".to_owned(),
    };
    let sizes = check.thesis.iter().map(|entry| format!("{} {}", entry.size, entry.sort));
    let sizes: Vec<String> = sizes.collect();
    let mut text = format!("Instances: {}", count(check.instances.small));
    if !sizes.is_empty() {
        text.push_str(&format!(
            "; with one index set for each sort, as in the thesis ({}): {}",
            sizes.join(", "),
            count(check.instances.thesis)
        ));
    }
    if !check.is_closed {
        text.push_str(
            ". The index sets are not complete: instances make ever new terms, or too many to list",
        );
    }
    wrapped(&text, width, 0)
}

fn shown_steps(steps: &formulas::Steps, width: usize) -> String {
    let bold = Style::new().bold();
    let mut text = format!("{bold}Steps{bold:#}\n");
    for (place, step) in steps.steps.iter().enumerate() {
        let number = place + 1;
        if step.is_unchanged {
            text.push_str(&format!("{number}. {}: nothing to do\n", step.name));
            continue;
        }
        text.push_str(&format!("{number}. {}\n", step.name));
        text.push_str(&wrapped(&step.text, width, 3));
        let hidden = step.length.saturating_sub(step.text.chars().count().saturating_sub(1));
        if step.text.ends_with('…') && hidden > 0 {
            text.push_str(&format!("   ({hidden} more characters are not shown)\n"));
        }
    }
    if let Some(note) = &steps.note {
        text.push_str(&wrapped(note, width, 0));
    }
    text
}

/// The text in lines of at most so many columns, all of them indented.
fn wrapped(text: &str, width: usize, indent: usize) -> String {
    let filled = wrap::filled(text, width.saturating_sub(indent).max(20));
    let space = " ".repeat(indent);
    filled.lines().map(|line| format!("{space}{line}\n")).collect()
}

#[cfg(test)]
mod tests {
    use buttress_session::formulas;

    use super::*;

    fn class(indices: usize) -> formulas::IndexClass {
        let row = |number: usize| formulas::IndexRow {
            term: format!("x{number}"),
            reason: "so".to_owned(),
        };
        let variables = [("i", 1), ("j", 1), ("i", 3)];
        formulas::IndexClass {
            variables: variables.map(|(name, number)| (name.to_owned(), number)).to_vec(),
            sort: "Int".to_owned(),
            indices: (0..indices).map(row).collect(),
            others: Vec::new(),
        }
    }

    #[test]
    fn long_index_sets_are_cut_with_a_count() {
        let text = anstream::adapter::strip_str(&index_set(&class(43), 100)).to_string();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[..2], ["Index set of i, j in 1; i in 3: Int", "  x0   so"]);
        assert_eq!(lines.len(), 42);
        assert_eq!(lines[41], "  … (3 more; --json lists all)");
    }

    #[test]
    fn what_cannot_be_counted_is_said_so() {
        let check = formulas::CheckExplanation {
            instances: formulas::Instances { small: Some(12), thesis: None },
            thesis: vec![buttress_session::formulas::SortSize { sort: "Int".to_owned(), size: 9 }],
            is_closed: true,
            ..formulas::CheckExplanation::default()
        };
        let expected = "Instances: 12; with one index set for each sort, as in the thesis\n\
                        (9 Int): too many to count\n";
        assert_eq!(instances(&check, 66), expected);
    }

    #[test]
    fn lines_keep_to_the_width() {
        assert_eq!(cut("abcdef", 6), "abcdef");
        assert_eq!(cut("abcdefg", 6), "abcde…");
        let lines = wrapped("one two three four five six seven", 20, 4);
        assert_eq!(lines, "    one two three four\n    five six seven\n");
    }
}
