//! A program of 1,000 lines and 50 functions: loops over numbers and arrays, calls, and remarks.

/// A change of one function: a line, and what stands there from now on.
pub struct Edit {
    /// The function that changes.
    pub function: String,
    /// What kind of edit it is.
    pub kind: &'static str,
    /// The line, from 0.
    pub line: usize,
    /// How many letters it has.
    pub letters: usize,
    /// The new line.
    pub text: String,
}

/// The program, as it is after some edits.
pub struct Example {
    lines: Vec<String>,
    functions: usize,
}

/// How many functions there are.
const FUNCTIONS: usize = 50;
/// Lines of each function.
const LINES: usize = 20;

impl Example {
    /// The program before any edit.
    pub fn new() -> Example {
        let lines = (0..FUNCTIONS).flat_map(function).collect();
        Example { lines, functions: FUNCTIONS }
    }

    /// The text.
    pub fn text(&self) -> String {
        self.lines.iter().map(|line| format!("{line}\n")).collect()
    }

    /// How many functions it has.
    pub fn functions(&self) -> usize {
        self.functions
    }

    /// Makes an edit, another one for each number: a statement that changes nothing, a mistake, or its correction.
    pub fn edit(&mut self, number: usize) -> Edit {
        let function = (number / 3 * 7 + 3) % FUNCTIONS;
        let line = function * LINES + LINES - 3;
        let (kind, text) = match number % 3 {
            0 => ("proved", "  s := s + 0;"),
            1 => ("false", "  s := s - 9;"),
            _ => ("proved", "  s := s;"),
        };
        let letters = self.lines[line].len();
        self.lines[line] = text.to_owned();
        let function = name(function);
        Edit { function, kind, line, letters, text: text.to_owned() }
    }
}

fn name(number: usize) -> String {
    format!("Function{number}")
}

/// The lines of a function.
fn function(number: usize) -> Vec<String> {
    let name = name(number);
    let lines = match number % 3 {
        // A sum, whose bound has to be inferred.
        0 => format!(
            "// Adds {number} as often as it is told.
@pre n >= 0
@post rv = {number} * n
int {name}(int n) {{
  int i := 0;
  int s := 0;
  while
    @L: i <= n
    (i < n) {{
    i := i + 1;
    s := s + {number};
  }}
  // One more remark, so that the program looks like one.
  //
  //
  //
  //
  s := s;
  return s;
}}"
        ),
        // An array that is filled.
        1 => format!(
            "// Fills an array from l to u.
@pre 0 <= l && u < |a0|
@post rv >= 0 && rv <= 2 * {number} + u * u + l * l
int {name}(int[] a0, int l, int u) {{
  int[] a := a0;
  int s := 0;
  int i;
  for
    @L: |a| = |a0| && l <= i && s = 0
      && (forall k. (l <= k && k < i -> a[k] = {number}))
    (i := l; i <= u; i := i + 1) {{
    a[i] := {number};
  }}
  if (l <= u) {{
    s := a[l] - {number};
    @ s = 0;
  }}
  s := s;
  return s;
}}"
        ),
        // A call of the first kind.
        _ => format!(
            "// Asks the function two above, twice.
@pre n >= 0
@post rv >= 0
int {name}(int n) {{
  int s := 0;
  int t := 0;
  s := {callee}(n);
  t := {callee}(s);
  if (t < s) {{
    // This can be: the factor may be 0.
    s := t;
  }}
  if (n > {number} && t > 0) {{
    t := n;
    @ t > {number};
  }}
  //
  s := s;
  return s;
}}",
            callee = self::name(number - 2)
        ),
    };
    let mut lines: Vec<String> = lines.lines().map(str::to_owned).collect();
    lines.resize(LINES, String::new());
    lines
}

/// A function whose proof takes very long: so many pigeons do not fit into so many holes.
pub fn pigeons(holes: usize) -> String {
    let name = |pigeon: usize, hole: usize| format!("p{pigeon}h{hole}");
    let pairs = (0..=holes).flat_map(|pigeon| (0..holes).map(move |hole| (pigeon, hole)));
    let formals: Vec<String> =
        pairs.map(|(pigeon, hole)| format!("bool {}", name(pigeon, hole))).collect();
    let somewhere = |pigeon: usize| {
        let holes: Vec<String> = (0..holes).map(|hole| name(pigeon, hole)).collect();
        format!("({})", holes.join(" || "))
    };
    let mut clauses: Vec<String> = (0..=holes).map(somewhere).collect();
    for hole in 0..holes {
        for one in 0..=holes {
            let apart = |other| format!("(!{} || !{})", name(one, hole), name(other, hole));
            clauses.extend((0..one).map(apart));
        }
    }
    format!(
        "@pre {}\n@post rv > 0\nint Pigeons({}) {{\n  return 0;\n}}\n",
        joined(&clauses),
        formals.join(", ")
    )
}

/// The conjunction of formulas, no deeper than it must be: a program's tree has a limit.
fn joined(formulas: &[String]) -> String {
    match formulas {
        [] => "true".to_owned(),
        [one] => one.clone(),
        all => {
            let (left, right) = all.split_at(all.len() / 2);
            format!("({} && {})", joined(left), joined(right))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_has_the_size_that_is_told_and_edits_hit_their_line() {
        let mut example = Example::new();
        assert_eq!(example.text().lines().count(), 1000);
        for number in 0..FUNCTIONS {
            let at = number * LINES + LINES - 3;
            assert_eq!(example.lines[at].trim(), "s := s;", "{}", example.lines[at]);
            assert_eq!(example.lines[at + 2], "}");
        }
        let edit = example.edit(1);
        assert_eq!((edit.line, edit.letters), (3 * LINES + LINES - 3, "  s := s;".len()));
        assert_eq!(example.text().lines().count(), 1000);
    }
}
