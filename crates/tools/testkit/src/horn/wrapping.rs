//! The arguments of a predicate inside one structure: the same system over records, lists, or arrays of arrays.
//!
//! Every conclusion makes the structure in the same way, so that a fact over scalars is a fact over structures: whatever is known of
//! the system, its answer included, stays true.

use super::Sort;

/// What holds the arguments of a predicate.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Wrapping {
    /// Nothing: they are arguments.
    #[default]
    None,
    /// A record with a field for each, of a datatype that has another constructor, too.
    Record,
    /// A list of integers.
    List,
    /// An array of arrays of integers, 0 elsewhere.
    Rows,
}

impl Wrapping {
    /// Can it hold arguments of these sorts? Without arguments there is nothing to hold.
    pub fn holds(self, sorts: &[Sort]) -> bool {
        match self {
            Wrapping::None => false,
            Wrapping::Record => !sorts.is_empty(),
            Wrapping::List | Wrapping::Rows => {
                !sorts.is_empty() && sorts.iter().all(|sort| *sort == Sort::Int)
            }
        }
    }

    /// The datatypes that all predicates share.
    pub fn preamble(self) -> &'static str {
        match self {
            Wrapping::List => {
                "(declare-datatypes ((Items 0)) (((none) (item (first Int) (others Items)))))\n"
            }
            _ => "",
        }
    }

    /// The datatype of one predicate.
    pub fn declaration(self, predicate: usize, sorts: &[Sort]) -> String {
        if self != Wrapping::Record {
            return String::new();
        }
        let fields = sorts.iter().enumerate();
        let fields: Vec<String> = fields
            .map(|(place, sort)| format!("({} {})", field(predicate, place), sort.word()))
            .collect();
        format!(
            "(declare-datatypes ((Record{predicate} 0)) (((void{predicate}) (record{predicate} {}))))\n",
            fields.join(" ")
        )
    }

    /// Its sort.
    pub fn sort(self, predicate: usize) -> String {
        match self {
            Wrapping::None => String::new(),
            Wrapping::Record => format!("Record{predicate}"),
            Wrapping::List => "Items".to_owned(),
            Wrapping::Rows => "(Array Int (Array Int Int))".to_owned(),
        }
    }

    /// The structure that holds these.
    pub fn made(self, predicate: usize, arguments: &[String]) -> String {
        match self {
            Wrapping::None => String::new(),
            Wrapping::Record => format!("(record{predicate} {})", arguments.join(" ")),
            Wrapping::List => arguments
                .iter()
                .rev()
                .fold("none".to_owned(), |rest, next| format!("(item {next} {rest})")),
            Wrapping::Rows => {
                let empty = "((as const (Array Int Int)) 0)";
                let mut rows = [empty.to_owned(), empty.to_owned()];
                for (place, argument) in arguments.iter().enumerate() {
                    rows[place % 2] = format!("(store {} {place} {argument})", rows[place % 2]);
                }
                let [even, odd] = rows;
                let base = format!("((as const (Array Int (Array Int Int))) {empty})");
                format!("(store (store {base} 0 {even}) 1 {odd})")
            }
        }
    }

    /// What the structure `whole` says of these: that it holds them.
    pub fn read(self, predicate: usize, whole: &str, arguments: &[String]) -> Vec<String> {
        let mut parts = Vec::new();
        let mut rest = whole.to_owned();
        if self == Wrapping::Record {
            parts.push(format!("((_ is record{predicate}) {whole})"));
        }
        for (place, argument) in arguments.iter().enumerate() {
            let read = match self {
                Wrapping::None => continue,
                Wrapping::Record => format!("({} {whole})", field(predicate, place)),
                Wrapping::List => {
                    parts.push(format!("((_ is item) {rest})"));
                    let read = format!("(first {rest})");
                    rest = format!("(others {rest})");
                    read
                }
                Wrapping::Rows => format!("(select (select {whole} {}) {place})", place % 2),
            };
            parts.push(format!("(= {argument} {read})"));
        }
        parts
    }
}

fn field(predicate: usize, place: usize) -> String {
    format!("field{predicate}-{place}")
}
