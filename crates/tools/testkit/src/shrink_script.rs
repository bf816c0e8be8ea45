//! Making a failing script small: try simpler scripts, keep each that still fails.
//!
//! Scripts are lists of tokens in which parentheses match, so that nothing need be known of the
//! language: an ill-formed candidate simply does not fail. Greedy and to a fixed point: no command
//! can be dropped, no list replaced by one of its members or a plain constant, no member left out.

use std::ops::Range;

/// A smallest script, found greedily, for which `fails` still holds.
///
/// `fails` holds for the script given; if it does not, the script is returned with its blanks and
/// comments put in order.
pub fn shrink_script(script: &str, mut fails: impl FnMut(&str) -> bool) -> String {
    let mut tokens = tokens(script);
    loop {
        let before = tokens.len();
        drop_commands(&mut tokens, &mut fails);
        simplify_lists(&mut tokens, &mut fails);
        if tokens.len() == before {
            return text(&tokens);
        }
    }
}

/// Drops runs of commands, long runs first.
fn drop_commands(tokens: &mut Vec<String>, fails: &mut impl FnMut(&str) -> bool) {
    let mut run = commands(tokens).len();
    while run > 0 {
        let mut first = 0;
        loop {
            let commands = commands(tokens);
            if first >= commands.len() {
                break;
            }
            let last = (first + run).min(commands.len()) - 1;
            let range = commands[first].start..commands[last].end;
            if !attempt(tokens, range, &[], fails) {
                first += run;
            }
        }
        run /= 2;
    }
}

/// Replaces lists by members or constants, or leaves members out; outer lists first.
fn simplify_lists(tokens: &mut Vec<String>, fails: &mut impl FnMut(&str) -> bool) {
    let mut position = 0;
    while position < tokens.len() {
        if tokens[position] != "(" || !simplify_list(tokens, position, fails) {
            position += 1;
        }
    }
}

fn simplify_list(
    tokens: &mut Vec<String>,
    position: usize,
    fails: &mut impl FnMut(&str) -> bool,
) -> bool {
    let list = position..end(tokens, position);
    for constant in ["true", "false", "0", "1", "0.0"] {
        if attempt(tokens, list.clone(), &[constant.to_owned()], fails) {
            return true;
        }
    }
    let members = members(tokens, &list);
    for member in &members {
        let replacement = tokens[member.clone()].to_vec();
        if attempt(tokens, list.clone(), &replacement, fails) {
            return true;
        }
    }
    members.into_iter().any(|member| attempt(tokens, member, &[], fails))
}

/// Puts other tokens in place of a range if the script then still fails.
fn attempt(
    tokens: &mut Vec<String>,
    range: Range<usize>,
    replacement: &[String],
    fails: &mut impl FnMut(&str) -> bool,
) -> bool {
    if replacement.len() >= range.len() {
        return false;
    }
    let candidate = [&tokens[..range.start], replacement, &tokens[range.end..]].concat();
    let is_kept = fails(&text(&candidate));
    if is_kept {
        *tokens = candidate;
    }
    is_kept
}

/// The ranges of the commands.
fn commands(tokens: &[String]) -> Vec<Range<usize>> {
    nodes(tokens, 0..tokens.len())
}

/// The ranges of what stands between the parentheses of a list.
fn members(tokens: &[String], list: &Range<usize>) -> Vec<Range<usize>> {
    nodes(tokens, list.start + 1..list.end.saturating_sub(1).max(list.start + 1))
}

fn nodes(tokens: &[String], within: Range<usize>) -> Vec<Range<usize>> {
    let mut nodes = Vec::new();
    let mut position = within.start;
    while position < within.end {
        let end = end(tokens, position);
        nodes.push(position..end);
        position = end;
    }
    nodes
}

/// Where the token or list at a position ends.
fn end(tokens: &[String], position: usize) -> usize {
    let mut depth = 0_usize;
    for (offset, token) in tokens[position..].iter().enumerate() {
        match token.as_str() {
            "(" => depth += 1,
            ")" => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            return position + offset + 1;
        }
    }
    tokens.len()
}

/// Commands on lines of their own, blanks between tokens where they are needed.
fn text(tokens: &[String]) -> String {
    let mut text = String::new();
    let mut depth = 0_usize;
    for token in tokens {
        if token != ")" && !text.is_empty() && !text.ends_with(['(', '\n']) {
            text.push(' ');
        }
        text.push_str(token);
        match token.as_str() {
            "(" => depth += 1,
            ")" => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            text.push('\n');
        }
    }
    text
}

/// Parentheses, and what stands between them; comments are left out.
fn tokens(script: &str) -> Vec<String> {
    let mut tokens = Vec::new();
    let mut rest = script.trim_start();
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '(' | ')' => 1,
            ';' => rest.find('\n').unwrap_or(rest.len()),
            '|' | '"' => rest[1..].find(first).map_or(rest.len(), |found| found + 2),
            _ => {
                rest.find(|c: char| c.is_whitespace() || "();|\"".contains(c)).unwrap_or(rest.len())
            }
        };
        if first != ';' {
            tokens.push(rest[..length].to_owned());
        }
        rest = rest[length..].trim_start();
    }
    tokens
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_that_does_not_matter_goes() {
        let script = "; a comment\n(set-logic ALL)(declare-const x Int)\n(declare-const |a b| Bool)
            (assert (or (and |a b| (< x 3)) (not (= x (+ 1 (* 2 x))))))
            (assert (=> |a b| (> x (ite |a b| x 7))))(check-sat)";
        let small = shrink_script(script, |text| text.contains("(* 2") && text.contains("assert"));
        assert_eq!(small, "(assert (* 2))\n");
        let small =
            shrink_script(script, |text| text.contains("|a b|") && text.contains("declare"));
        assert_eq!(small, "(declare-const |a b|)\n");
    }

    /// Nothing fails, or everything: the script as it is, or nothing at all.
    #[test]
    fn ends() {
        let script = "(assert (or p \"a;(b\" q)) ; end";
        assert_eq!(shrink_script(script, |_| false), "(assert (or p \"a;(b\" q))\n");
        assert_eq!(shrink_script(script, |_| true), "");
        assert_eq!(shrink_script("(a (b", |_| false), "(a (b");
    }
}
