//! DIMACS CNF: DIMACS variable k is `Var(k)`.

use buttress_prop::{Cnf, Lit};

use crate::gzip::inflated;
use crate::limits::SPARE_VARIABLES;
use crate::text::{Line, Lines, Token, number, shown};
use crate::{Code, Diagnostic};

/// A formula as its file gives it.
#[derive(Clone, Debug)]
pub struct Formula {
    /// The number of variables: they are 1 to `vars`.
    pub vars: u32,
    /// The clauses, their literals in the file's order.
    pub cnf: Cnf,
}

/// Reads a formula, plain or compressed with gzip. A line `%` ends it, as some old files have.
pub fn read(bytes: &[u8]) -> Result<Formula, Vec<Diagnostic>> {
    let text = inflated(bytes).map_err(|problem| vec![problem])?;
    parse(&text).map_err(|problem| vec![problem])
}

fn parse(bytes: &[u8]) -> Result<Formula, Diagnostic> {
    let mut lines = Lines::new(bytes);
    let (vars, promised) = header(&mut lines)?;
    let mut cnf = Cnf::new();
    let mut clause = Vec::new();
    let mut last = lines.at();
    while let Some(line) = lines.next_line() {
        match line.text.first() {
            Some(b'c') => continue,
            Some(b'%') => break,
            _ => {}
        }
        for token in line.tokens() {
            last = token.start;
            match literal(bytes, token, vars)? {
                Some(lit) => clause.push(lit),
                None => {
                    if cnf.len() == promised as usize {
                        let message = format!("there are more than {promised} clauses");
                        return Err(Diagnostic::in_text(Code::DimacsCount, bytes, last, message)
                            .hinting("correct the number of clauses in the \"p cnf\" line"));
                    }
                    cnf.add(&clause);
                    clause.clear();
                }
            }
        }
    }
    if !clause.is_empty() {
        let message = "the last clause is not closed";
        return Err(Diagnostic::in_text(Code::DimacsEnds, bytes, last, message).expecting("0"));
    }
    if cnf.len() < promised as usize {
        let message = format!("there are {} clauses instead of {promised}", cnf.len());
        return Err(Diagnostic::in_text(Code::DimacsCount, bytes, bytes.len(), message));
    }
    Ok(Formula { vars, cnf })
}

/// The promised numbers of variables and of clauses.
fn header(lines: &mut Lines<'_>) -> Result<(u32, u32), Diagnostic> {
    let bytes = lines.bytes();
    let wrong = |offset: usize, message: String| {
        Diagnostic::in_text(Code::DimacsHeader, bytes, offset, message)
            .expecting("\"p cnf\", the number of variables and the number of clauses")
    };
    let is_comment =
        |line: &Line<'_>| line.text.first() == Some(&b'c') || line.tokens().next().is_none();
    let Some(line) = std::iter::from_fn(|| lines.next_line()).find(|line| !is_comment(line)) else {
        return Err(wrong(bytes.len(), "the file has no \"p cnf\" line".to_string()));
    };
    let tokens: Vec<Token<'_>> = line.tokens().take(5).collect();
    let numbers = match tokens[..] {
        [p, cnf, vars, clauses] if p.text == b"p" && cnf.text == b"cnf" => {
            vars.number().zip(clauses.number())
        }
        _ => None,
    };
    let Some((vars, clauses)) = numbers else {
        return Err(wrong(line.start, format!("wrong header: {}", shown(line.text))));
    };
    // A DIMACS literal is an `i32`, and solvers keep tables of all variables.
    let limit = (SPARE_VARIABLES + bytes.len() as u64).min(i32::MAX as u64 >> 1);
    if u64::from(vars) > limit {
        let message =
            format!("the header promises {vars} variables in a file of {} bytes", bytes.len());
        return Err(wrong(line.start, message).expecting(format!("at most {limit} variables")));
    }
    Ok((vars, clauses))
}

/// The literal that a token is; `None` for the 0 that closes a clause.
fn literal(bytes: &[u8], token: Token<'_>, vars: u32) -> Result<Option<Lit>, Diagnostic> {
    let wrong =
        |message: String| Diagnostic::in_text(Code::DimacsLiteral, bytes, token.start, message);
    let (digits, is_negative) = match token.text.strip_prefix(b"-") {
        Some(digits) => (digits, true),
        None => (token.text, false),
    };
    match number(digits) {
        Some(0) if !is_negative => Ok(None),
        Some(var) if 0 < var && var <= vars => {
            Ok(Some(buttress_prop::Var(var).lit_with(!is_negative)))
        }
        Some(_) => Err(wrong(format!("literal {} is out of range", token.shown()))
            .expecting(format!("a variable from 1 to {vars}, or its negation, or 0"))),
        None => Err(wrong(format!("not a literal: {}", token.shown())).expecting("a number")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clauses(text: &str) -> Vec<Vec<i32>> {
        let formula = read(text.as_bytes()).unwrap();
        formula
            .cnf
            .iter()
            .map(|clause| clause.iter().map(|lit| lit.to_dimacs()).collect())
            .collect()
    }

    #[test]
    fn clauses_may_span_lines_and_share_them() {
        let text = "c hello\n\np cnf 4 3\n1 -2\n c3 0\n";
        assert!(read(text.as_bytes()).is_err(), "an indented comment is none");
        let text = "c hello\n\np  cnf 4 3\r\n1 -2\nc inside\n3 0 0\t-4 0\n";
        assert_eq!(clauses(text), [vec![1, -2, 3], vec![], vec![-4]]);
        assert_eq!(read(text.as_bytes()).unwrap().vars, 4);
        assert_eq!(clauses("p cnf 1 1\n1 0\n%\n0\n"), [vec![1]]);
        assert_eq!(clauses("p cnf 0 0"), Vec::<Vec<i32>>::new());
    }

    #[test]
    fn every_error_has_its_code_and_place() {
        let cases = [
            ("", Code::DimacsHeader, (1, 1)),
            ("c only\n", Code::DimacsHeader, (2, 1)),
            ("1 0\n", Code::DimacsHeader, (1, 1)),
            ("p cnf 1\n", Code::DimacsHeader, (1, 1)),
            ("p cnf 1 1 1\n1 0\n", Code::DimacsHeader, (1, 1)),
            ("p sat 1 1\n1 0\n", Code::DimacsHeader, (1, 1)),
            ("p cnf 2000000000 1\n1 0\n", Code::DimacsHeader, (1, 1)),
            ("p cnf 2 1\n1 x 0\n", Code::DimacsLiteral, (2, 3)),
            ("p cnf 2 1\n1 -0\n", Code::DimacsLiteral, (2, 3)),
            ("p cnf 2 1\n1 -3 0\n", Code::DimacsLiteral, (2, 3)),
            ("p cnf 2 1\n1 99999999999 0\n", Code::DimacsLiteral, (2, 3)),
            ("p cnf 2 1\n1 0 2 0\n", Code::DimacsCount, (2, 7)),
            ("p cnf 2 3\n1 0\n", Code::DimacsCount, (3, 1)),
            ("p cnf 2 1\n1 2\n", Code::DimacsEnds, (2, 3)),
        ];
        for (text, code, (line, column)) in cases {
            let problems = read(text.as_bytes()).unwrap_err();
            let place = problems[0].place.unwrap();
            assert_eq!(
                (problems[0].code, place.line, place.column),
                (code, line, column),
                "{text}"
            );
        }
    }
}
