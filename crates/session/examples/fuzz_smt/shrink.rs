//! Smaller scripts with the same fault: commands are left out, terms give way to their parts.
//!
//! Nothing here knows sorts: a candidate that makes no sense is refused by whoever judges it.

/// An s-expression.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Tree {
    Leaf(String),
    List(Vec<Tree>),
}

/// The smallest script found that `is_faulty` accepts, from one that it accepts.
pub fn shrink(script: &str, mut is_faulty: impl FnMut(&str) -> bool) -> String {
    let mut commands = read(script);
    loop {
        let before = commands.clone();
        remove_commands(&mut commands, &mut is_faulty);
        reduce_terms(&mut commands, &mut is_faulty);
        if commands == before {
            return text(&commands);
        }
    }
}

fn remove_commands(commands: &mut Vec<Tree>, is_faulty: &mut impl FnMut(&str) -> bool) {
    let mut size = commands.len() / 2;
    while size > 0 {
        let mut start = 0;
        while start < commands.len() {
            let end = (start + size).min(commands.len());
            let mut fewer = commands.clone();
            fewer.drain(start..end);
            if is_faulty(&text(&fewer)) {
                *commands = fewer;
            } else {
                start = end;
            }
        }
        size /= 2;
    }
}

/// Puts every part of every assertion's term, the largest first, in place of the whole of it.
fn reduce_terms(commands: &mut Vec<Tree>, is_faulty: &mut impl FnMut(&str) -> bool) {
    for number in 0..commands.len() {
        let mut place = 0;
        while let Some(path) = paths(&commands[number]).get(place).cloned() {
            let smaller = simpler(&commands[number], &path).into_iter().find_map(|candidate| {
                let mut changed = commands.clone();
                changed[number] = candidate;
                is_faulty(&text(&changed)).then_some(changed)
            });
            match smaller {
                Some(changed) => *commands = changed,
                None => place += 1,
            }
        }
    }
}

/// The places of a command's terms, outer ones before inner ones.
fn paths(command: &Tree) -> Vec<Vec<usize>> {
    let Tree::List(words) = command else { return Vec::new() };
    if words.first() != Some(&Tree::Leaf("assert".to_owned())) {
        return Vec::new();
    }
    let mut found = Vec::new();
    let mut open = vec![vec![1]];
    while let Some(path) = open.pop() {
        if let Some(Tree::List(parts)) = at(command, &path) {
            open.extend((0..parts.len()).rev().map(|part| [path.as_slice(), &[part]].concat()));
        }
        found.push(path);
    }
    found
}

fn at<'a>(tree: &'a Tree, path: &[usize]) -> Option<&'a Tree> {
    path.iter().try_fold(tree, |tree, part| match tree {
        Tree::List(parts) => parts.get(*part),
        Tree::Leaf(_) => None,
    })
}

fn at_mut<'a>(tree: &'a mut Tree, path: &[usize]) -> Option<&'a mut Tree> {
    path.iter().try_fold(tree, |tree, part| match tree {
        Tree::List(parts) => parts.get_mut(*part),
        Tree::Leaf(_) => None,
    })
}

/// The command with something smaller in this place: a constant, a part, or one argument less.
fn simpler(command: &Tree, path: &[usize]) -> Vec<Tree> {
    let Some(here) = at(command, path) else { return Vec::new() };
    let mut smaller: Vec<Tree> = Vec::new();
    if let Tree::List(parts) = here {
        smaller.extend(["true", "false", "0", "0.0"].map(|word| Tree::Leaf(word.to_owned())));
        smaller.extend(parts.iter().skip(1).cloned());
        for left_out in 1..parts.len() {
            let mut fewer = parts.clone();
            fewer.remove(left_out);
            smaller.push(Tree::List(fewer));
        }
    }
    let put = |tree: Tree| {
        let mut changed = command.clone();
        *at_mut(&mut changed, path)? = tree;
        Some(changed)
    };
    smaller.into_iter().filter_map(put).collect()
}

fn read(script: &str) -> Vec<Tree> {
    let mut open: Vec<Vec<Tree>> = vec![Vec::new()];
    let push = |open: &mut Vec<Vec<Tree>>, tree: Tree| {
        if let Some(list) = open.last_mut() {
            list.push(tree);
        }
    };
    for line in script.lines().map(|line| line.split(';').next().unwrap_or_default()) {
        let spaced = line.replace('(', " ( ").replace(')', " ) ");
        for word in spaced.split_whitespace() {
            match word {
                "(" => open.push(Vec::new()),
                ")" => {
                    let list = open.pop().unwrap_or_default();
                    push(&mut open, Tree::List(list));
                }
                word => push(&mut open, Tree::Leaf(word.to_owned())),
            }
        }
    }
    open.into_iter().next().unwrap_or_default()
}

fn text(commands: &[Tree]) -> String {
    let mut text = String::new();
    for command in commands {
        write(command, &mut text);
        text.push('\n');
    }
    text
}

/// Scripts of a contest are shallow, so that this may recur.
fn write(tree: &Tree, text: &mut String) {
    match tree {
        Tree::Leaf(word) => text.push_str(word),
        Tree::List(parts) => {
            text.push('(');
            for (place, part) in parts.iter().enumerate() {
                if place > 0 {
                    text.push(' ');
                }
                write(part, text);
            }
            text.push(')');
        }
    }
}
