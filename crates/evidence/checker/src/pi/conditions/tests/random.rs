//! Random programs: every statement and most operators, in any order.

use buttress_prop::Random;

/// Draws texts.
struct Draw(Random);

impl Draw {
    fn below(&mut self, count: usize) -> usize {
        self.0.below(count)
    }

    fn int(&mut self, depth: usize) -> String {
        let depth = depth.saturating_sub(1);
        match self.below(if depth == 0 { 5 } else { 11 }) {
            0 | 1 => "x".to_owned(),
            2 => "y".to_owned(),
            3 => "g".to_owned(),
            4 => self.below(9).to_string(),
            5 => format!("({} + {})", self.int(depth), self.int(depth)),
            6 => format!("a[{}]", self.int(depth)),
            7 => format!("({} div {})", self.int(depth), self.int(depth)),
            8 => format!("F({}, a)", self.int(depth)),
            9 => "p.v".to_owned(),
            _ => "|a|".to_owned(),
        }
    }

    fn bool(&mut self, depth: usize) -> String {
        let depth = depth.saturating_sub(1);
        match self.below(if depth == 0 { 3 } else { 8 }) {
            0 | 1 => format!("{} < {}", self.int(depth), self.int(depth)),
            2 => format!("{} = {}", self.int(depth), self.int(depth)),
            3 => format!("({} && {})", self.bool(depth), self.bool(depth)),
            4 => format!("({} || {})", self.bool(depth), self.bool(depth)),
            5 => format!("!({})", self.bool(depth)),
            6 => "a = a{x <- y}".to_owned(),
            _ => "true".to_owned(),
        }
    }

    fn annotation(&mut self) -> &'static str {
        [
            "true",
            "x > 0 && sorted(a, 0, y)",
            "forall i. (0 <= i && i < x -> a[i] = g)",
            "x = x_0 -> y < g",
        ][self.below(4)]
    }

    fn statement(&mut self, depth: usize, in_loop: bool) -> String {
        let depth = depth.saturating_sub(1);
        match self.below(if depth == 0 { 7 } else { 13 }) {
            0 => format!("x := {};", self.int(3)),
            1 => format!("y := {};", self.int(2)),
            2 => format!("a[{}] := {};", self.int(2), self.int(3)),
            3 => format!("p.v := {};", self.int(2)),
            4 => format!("g := {};", self.int(2)),
            5 => format!("@ {};", self.annotation()),
            6 => match self.below(6) {
                0 => format!("return {};", self.int(2)),
                1 if in_loop => "break;".to_owned(),
                _ => format!("{{ int z := {}; a := new int[z]; }}", self.int(2)),
            },
            7 | 8 => {
                let otherwise = match self.below(2) {
                    0 => String::new(),
                    _ => format!("else {}", self.block(depth, in_loop)),
                };
                format!("if ({}) {} {otherwise}", self.bool(3), self.block(depth, in_loop))
            }
            9 => format!("if ({}) x := x + 1;", self.bool(2)).repeat(1 + self.below(12)),
            10 => {
                let rank = ["", "# (x)", "# (y)"][self.below(3)];
                format!(
                    "while @ {} {rank} ({}) {}",
                    self.annotation(),
                    self.bool(3),
                    self.block(depth, true)
                )
            }
            11 => format!(
                "for @ {} (int k := {}; {}; k := k + {}) {}",
                self.annotation(),
                self.int(2),
                self.bool(2),
                self.int(2),
                self.block(depth, true)
            ),
            _ => self.block(depth, in_loop),
        }
    }

    fn block(&mut self, depth: usize, in_loop: bool) -> String {
        let statements: Vec<String> =
            (0..self.below(5)).map(|_| self.statement(depth, in_loop)).collect();
        format!("{{ {} }}", statements.join("\n"))
    }
}

/// A program of two functions.
pub fn program(seed: u64) -> String {
    let mut draw = Draw(Random::new(seed));
    let mut text = "int g; struct P { int v; int[] w; }\n".to_owned();
    for name in ["F", "H"] {
        let rank = ["", "#(x)"][draw.below(2)];
        text.push_str(&format!(
            "@pre {} {rank} @post rv = x || g > 0 int {name}(int x, int[] a) {{ int y; P p; {} {} return {}; }}\n",
            ["true", "x > 0 && |a| > x"][draw.below(2)],
            draw.block(4, false),
            draw.block(4, false),
            draw.int(2)
        ));
    }
    text
}
