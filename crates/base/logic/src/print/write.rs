//! Putting pieces together, in full or with shared parts under `let`.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::hash::Hash;

/// A part of a layout.
#[derive(Clone)]
pub(super) enum Piece<N> {
    /// Text as it is.
    Text(Cow<'static, str>),
    /// Another node, in its place.
    Part(N),
    /// Another node, below a binder: what is shared within stays within.
    Scope(N),
}

/// The text of a node, every part written where it occurs.
pub(super) fn write_tree<N: Copy>(root: N, pieces: impl Fn(N) -> Vec<Piece<N>>) -> String {
    let mut text = String::new();
    let mut stack = vec![Piece::Part(root)];
    while let Some(piece) = stack.pop() {
        match piece {
            Piece::Text(piece) => text.push_str(&piece),
            Piece::Part(node) | Piece::Scope(node) => stack.extend(pieces(node).into_iter().rev()),
        }
    }
    text
}

/// What is left to write.
enum Task<N> {
    Text(Cow<'static, str>),
    /// The pieces of a node, even if it has a name.
    Open(N),
    /// A node, by its name if it has one.
    Part(N),
    Scope(N),
    /// From here on a node has a name.
    Name(N, String),
    /// From here on nodes have the names that they had before.
    Restore(HashMap<N, String>),
}

/// The text of a node, every part with parts of its own that occurs several times written once.
pub(super) fn write_shared<N: Copy + Eq + Hash>(
    root: N,
    pieces: impl Fn(N) -> Vec<Piece<N>>,
) -> String {
    let mut text = String::new();
    let mut names: HashMap<N, String> = HashMap::new();
    let mut count = 0;
    let mut stack = vec![Task::Scope(root)];
    while let Some(task) = stack.pop() {
        match task {
            Task::Text(piece) => text.push_str(&piece),
            Task::Part(node) => match names.get(&node) {
                Some(name) => text.push_str(name),
                None => stack.push(Task::Open(node)),
            },
            Task::Open(node) => {
                stack.extend(pieces(node).into_iter().rev().map(|piece| match piece {
                    Piece::Text(text) => Task::Text(text),
                    Piece::Part(node) => Task::Part(node),
                    Piece::Scope(node) => Task::Scope(node),
                }));
            }
            Task::Name(node, name) => {
                names.insert(node, name);
            }
            Task::Restore(before) => names = before,
            Task::Scope(root) => {
                let shared = shared_parts(root, &pieces);
                // The names of the surrounding scope stand for terms that mean the same in here,
                // but only where no binder has come between: so each scope has its own.
                let mut tasks = Vec::new();
                for node in &shared {
                    let name = format!("@l{count}");
                    count += 1;
                    tasks.push(Task::Text(format!("(let (({name} ").into()));
                    tasks.push(Task::Open(*node));
                    tasks.push(Task::Text(")) ".into()));
                    tasks.push(Task::Name(*node, name));
                }
                tasks.push(Task::Part(root));
                tasks.push(Task::Text(")".repeat(shared.len()).into()));
                tasks.push(Task::Restore(std::mem::take(&mut names)));
                stack.extend(tasks.into_iter().rev());
            }
        }
    }
    text
}

/// The nodes of a scope that occur several times and have parts, each after its parts.
fn shared_parts<N: Copy + Eq + Hash>(root: N, pieces: impl Fn(N) -> Vec<Piece<N>>) -> Vec<N> {
    let mut seen = HashSet::new();
    let mut repeated = HashSet::new();
    let mut shared = Vec::new();
    let mut stack = vec![(root, false)];
    let mut order = Vec::new();
    while let Some((node, is_done)) = stack.pop() {
        if is_done {
            order.push(node);
            continue;
        }
        if !seen.insert(node) {
            repeated.insert(node);
            continue;
        }
        let parts: Vec<(N, bool)> = pieces(node)
            .into_iter()
            .rev()
            .filter_map(|piece| match piece {
                Piece::Part(part) => Some((part, false)),
                Piece::Text(_) | Piece::Scope(_) => None,
            })
            .collect();
        if !parts.is_empty() {
            stack.push((node, true));
        }
        stack.extend(parts);
    }
    shared.extend(order.into_iter().filter(|node| repeated.contains(node)));
    shared
}
