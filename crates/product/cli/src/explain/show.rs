//! `buttress show`: a page for each code and each limit.

use super::document::{CodesDocument, ExplainDocument};
use super::limits::{LIMITS, LimitPage};
use super::page::Page;
use super::pages::pages;
use crate::args::ShowArgs;
use crate::document::Document;
use crate::nearest::nearest;
use crate::output::Output;
use crate::refusal;

/// Runs the command.
pub fn run(arguments: &ShowArgs, output: &mut Output) -> u8 {
    let document = |codes: &[&Page], limits: &[&LimitPage]| {
        let codes = codes.iter().map(|page| page.entry()).collect();
        let limits = limits.iter().map(|limit| limit.entry()).collect();
        Document::Explain(ExplainDocument::Codes(CodesDocument { codes, limits }))
    };
    let width = output.width();
    let Some(subject) = &arguments.subject else {
        let (codes, limits): (Vec<&Page>, Vec<&LimitPage>) =
            (pages().collect(), LIMITS.iter().collect());
        let lines = || {
            let codes = codes.iter().map(|page| page.line(width));
            limits.iter().map(|limit| limit.line(width)).chain(codes).collect()
        };
        document(&codes, &limits).answer(arguments.json, lines, output);
        return 0;
    };
    let code = subject.to_ascii_uppercase();
    if let Some(page) = pages().find(|page| page.code == code) {
        document(&[page], &[]).answer(arguments.json, || page.shown(width), output);
        return 0;
    }
    let name = subject.to_ascii_lowercase().replace('_', "-");
    if let Some(limit) = LIMITS.iter().find(|limit| limit.name == name) {
        document(&[], &[limit]).answer(arguments.json, || limit.shown(width), output);
        return 0;
    }
    let near = nearest(&code, pages().map(|page| page.code.to_owned()))
        .or_else(|| nearest(&name, LIMITS.iter().map(|limit| limit.name.to_owned())));
    let message = match near {
        Some(near) => format!("there is no code and no limit {subject}; did you mean {near}?"),
        None => format!("there is no code and no limit {subject}; buttress show lists all of them"),
    };
    refusal::usage(&message, arguments.json, output)
}
