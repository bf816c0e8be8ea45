//! A text with its lines numbered, marks beside them, and remarks below the lines that they are about.

use std::collections::BTreeMap;

use crate::card::scrolled;
use crate::html::{Element, Html, element};
use crate::limits::LINES;
use crate::verdict::{look, mark};

/// A text, and what is known of its lines.
#[derive(Default)]
pub struct Source {
    marks: BTreeMap<usize, String>,
    below: BTreeMap<usize, Vec<Html>>,
    lit: BTreeMap<usize, &'static str>,
}

impl Source {
    /// Marks a line; the gravest verdict stays.
    pub fn mark(&mut self, line: usize, word: &str) {
        let known = self.marks.entry(line).or_insert_with(|| word.to_owned());
        if look(word).2 > look(known).2 {
            word.clone_into(known);
        }
    }

    /// Writes something below a line.
    pub fn write_below(&mut self, line: usize, piece: impl Into<Html>) {
        let (below, piece) = (self.below.entry(line).or_default(), piece.into());
        // Several conditions of a line may fail in the same words.
        if !below.contains(&piece) {
            below.push(piece);
        }
    }

    /// Gives a line a class of its own.
    pub fn light(&mut self, line: usize, class: &'static str) {
        self.lit.insert(line, class);
    }

    /// The text; its lines are found by the name of the file on the page and their number.
    pub fn shown(&self, name: &str, text: &str) -> Html {
        if text.is_empty() {
            return Html::new();
        }
        let lines = text.lines().take(LINES).enumerate();
        let lines = lines.map(|(place, line)| self.line(name, place + 1, line));
        let list = element("ol").class("source").children(lines);
        scrolled("source text", list).class("listing").into()
    }

    fn line(&self, name: &str, number: usize, line: &str) -> Element {
        let class = self.marks.get(&number).map_or("", |word| look(word).0);
        let mark = self.marks.get(&number).map(|word| mark(word));
        let gutter = element("span")
            .class("gutter")
            .child(element("span").class("number").text(number.to_string()))
            .child(element("span").class("slot").child(mark));
        let below = self.below.get(&number).into_iter().flatten().cloned();
        element("li")
            .class("line")
            .class(class)
            .class(self.lit.get(&number).copied().unwrap_or(""))
            .with("id", format!("{name}-{number}"))
            .child(gutter)
            .child(element("code").text(line))
            .children(below)
    }
}
