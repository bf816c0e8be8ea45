//! Random terms of a given sort, and random formulas.

use super::script::Writer;
use super::signature::ScriptSort;

impl Writer {
    /// A random term of a sort, at most so deep.
    pub(super) fn term(&mut self, kind: ScriptSort, depth: usize) -> String {
        if kind == ScriptSort::Bool && depth > 0 && self.random.chance(60) {
            return self.formula(depth);
        }
        if depth == 0 || self.random.chance(25) {
            return self.leaf(kind);
        }
        match self.random.below(6) {
            0 => {
                let condition = self.formula(depth - 1);
                let (then, otherwise) = (self.term(kind, depth - 1), self.term(kind, depth - 1));
                format!("(ite {condition} {then} {otherwise})")
            }
            1 | 2 => self.application(kind, depth).unwrap_or_else(|| self.leaf(kind)),
            3 => self.reading(kind, depth).unwrap_or_else(|| self.leaf(kind)),
            _ => self.built(kind, depth),
        }
    }

    /// A constant, or a value.
    fn leaf(&mut self, kind: ScriptSort) -> String {
        let names: Vec<String> = self
            .constants
            .iter()
            .filter(|(_, k)| *k == kind)
            .map(|(name, _)| name.clone())
            .collect();
        if !names.is_empty() && self.random.chance(if kind == ScriptSort::Bool { 97 } else { 85 }) {
            return names[self.random.below(names.len())].clone();
        }
        match kind {
            ScriptSort::Bool => ["true", "false"][self.random.below(2)].to_owned(),
            ScriptSort::Int => self.number(),
            ScriptSort::Real => {
                let number = ["0.0", "1.0", "2.5", "(- 1.0)", "(/ 1 3)", "(- (/ 7.0 2.0))"];
                number[self.random.below(number.len())].to_owned()
            }
            _ => {
                let shapes = kind.constructors();
                match shapes.iter().find(|shape| shape.1.is_empty()) {
                    Some(_) if kind == ScriptSort::Colour => {
                        shapes[self.random.below(shapes.len())].0.to_owned()
                    }
                    Some((name, _)) => kind.constructor_text(name),
                    None if !names.is_empty() => names[0].clone(),
                    None => self.built(kind, 1),
                }
            }
        }
    }

    /// A small integer.
    pub(super) fn number(&mut self) -> String {
        match self.random.below(12) {
            0 => "5".to_owned(),
            number @ 1..6 => (number - 1).to_string(),
            6..10 => "1".to_owned(),
            number => format!("(- {})", number - 9),
        }
    }

    /// A declared function with this result.
    fn application(&mut self, kind: ScriptSort, depth: usize) -> Option<String> {
        let functions: Vec<(String, Vec<ScriptSort>)> = self
            .functions
            .iter()
            .filter(|function| function.2 == kind)
            .map(|function| (function.0.clone(), function.1.clone()))
            .collect();
        if functions.is_empty() {
            return None;
        }
        let (name, arguments) = &functions[self.random.below(functions.len())];
        let arguments: Vec<String> =
            arguments.iter().map(|kind| self.term(*kind, depth - 1)).collect();
        Some(format!("({name} {})", arguments.join(" ")))
    }

    /// A read of an array or a field of a value that has this sort.
    fn reading(&mut self, kind: ScriptSort, depth: usize) -> Option<String> {
        let mut ways = Vec::new();
        for source in &self.kinds {
            if source.array().is_some_and(|(_, element)| element == kind) {
                ways.push((*source, None));
            }
            for (_, fields) in source.constructors() {
                for (name, field) in *fields {
                    if *field == kind {
                        ways.push((*source, Some(*name)));
                    }
                }
            }
        }
        let (source, field) = self.random.pick(&ways)?;
        let value = self.term(source, depth - 1);
        match (field, source.array()) {
            (None, Some((index, _))) => {
                let index = self.term(index, depth - 1);
                Some(format!("(select {value} {index})"))
            }
            (Some(name), _) => Some(format!("({name} {value})")),
            (None, None) => None,
        }
    }

    /// A term built by the operators of its sort.
    fn built(&mut self, kind: ScriptSort, depth: usize) -> String {
        let below = depth.saturating_sub(1);
        match kind {
            ScriptSort::Bool => self.formula(below),
            ScriptSort::Int => self.integer(below),
            ScriptSort::Real => self.real(below),
            ScriptSort::U | ScriptSort::V => {
                self.application(kind, depth).unwrap_or_else(|| self.leaf(kind))
            }
            _ => {
                if let Some((index, element)) = kind.array() {
                    if self.random.chance(15) {
                        let value = self.term(element, below);
                        return format!("((as const {}) {value})", kind.text());
                    }
                    let array = self.term(kind, below);
                    let (index, value) = (self.term(index, below), self.term(element, below));
                    return format!("(store {array} {index} {value})");
                }
                if below > 0 && self.random.chance(15) {
                    return self.matching(kind, below);
                }
                let shapes = kind.constructors();
                let (name, fields) = shapes[self.random.below(shapes.len())];
                if fields.is_empty() {
                    return kind.constructor_text(name);
                }
                let fields: Vec<String> =
                    fields.iter().map(|(_, kind)| self.term(*kind, below)).collect();
                format!("({name} {})", fields.join(" "))
            }
        }
    }

    /// `(match t (((cons head tail) …) …))`, one case for each constructor of some datatype.
    fn matching(&mut self, kind: ScriptSort, depth: usize) -> String {
        let sources: Vec<ScriptSort> =
            self.kinds.iter().copied().filter(|kind| !kind.constructors().is_empty()).collect();
        let Some(source) = self.random.pick(&sources) else { return self.leaf(kind) };
        let value = self.term(source, depth - 1);
        let mut cases = Vec::new();
        for (name, fields) in source.constructors() {
            let before = self.constants.len();
            let mut variables = Vec::new();
            for (_, field) in *fields {
                let variable = self.fresh_name();
                self.constants.push((variable.clone(), *field));
                variables.push(variable);
            }
            let result = self.term(kind, depth - 1);
            self.constants.truncate(before);
            cases.push(if variables.is_empty() {
                format!("({name} {result})")
            } else {
                format!("(({name} {}) {result})", variables.join(" "))
            });
        }
        format!("(match {value} ({}))", cases.join(" "))
    }

    fn integer(&mut self, depth: usize) -> String {
        let left = self.term(ScriptSort::Int, depth);
        match self.random.below(12) {
            0..4 => format!("(+ {left} {})", self.term(ScriptSort::Int, depth)),
            5 | 7 if self.mix.nonlinear => {
                format!("(* {left} {})", self.term(ScriptSort::Int, depth))
            }
            4 | 5 => format!("(- {left} {})", self.term(ScriptSort::Int, depth)),
            6 => format!("(- {left})"),
            7 => format!("(* {} {left})", ["2", "3", "(- 2)"][self.random.below(3)]),
            8 => format!("(div {left} {})", ["2", "3", "(- 2)"][self.random.below(3)]),
            9 => format!("(mod {left} {})", ["2", "3", "(- 3)"][self.random.below(3)]),
            10 if self.kinds.contains(&ScriptSort::Real) => {
                format!("(to_int {})", self.term(ScriptSort::Real, depth))
            }
            10 => format!("(abs {left})"),
            _ => left,
        }
    }

    fn real(&mut self, depth: usize) -> String {
        let left = self.term(ScriptSort::Real, depth);
        match self.random.below(9) {
            0..3 => format!("(+ {left} {})", self.term(ScriptSort::Real, depth)),
            4 | 5 if self.mix.nonlinear => {
                format!("(* {left} {})", self.term(ScriptSort::Real, depth))
            }
            3 | 4 => format!("(- {left} {})", self.term(ScriptSort::Real, depth)),
            5 => format!("(* {} {left})", ["2.0", "0.5", "(- 3.0)"][self.random.below(3)]),
            6 => format!("(/ {left} {})", ["2.0", "4", "(- 3.0)"][self.random.below(3)]),
            7 if self.kinds.contains(&ScriptSort::Int) => {
                format!("(to_real {})", self.term(ScriptSort::Int, depth))
            }
            _ => left,
        }
    }

    /// A random formula, at most so deep.
    pub(super) fn formula(&mut self, depth: usize) -> String {
        if depth == 0 {
            return self.atom(0);
        }
        let below = depth - 1;
        match self.random.below(16) {
            0 | 1 => format!("(and {} {})", self.formula(below), self.formula(below)),
            2 | 3 => format!("(or {} {})", self.formula(below), self.formula(below)),
            4 | 5 => format!("(not {})", self.formula(below)),
            6 => format!("(=> {} {})", self.formula(below), self.formula(below)),
            7 => {
                let connective = ["xor", "=", "distinct"][self.random.below(3)];
                format!("({connective} {} {})", self.formula(below), self.formula(below))
            }
            8 if self.random.coin() => {
                let condition = self.formula(below);
                format!("(ite {condition} {} {})", self.formula(below), self.formula(below))
            }
            8 => {
                let kind = self.kind();
                let (name, value) = (self.fresh_name(), self.term(kind, below));
                self.constants.push((name.clone(), kind));
                let body = self.formula(below);
                self.constants.pop();
                format!("(let (({name} {value})) {body})")
            }
            _ => self.atom(depth),
        }
    }

    /// A random atom or its negation, about terms at most so deep.
    pub(super) fn atom(&mut self, depth: usize) -> String {
        let kind = self.kind();
        let below = depth.saturating_sub(1);
        let shapes = kind.constructors();
        match kind {
            ScriptSort::Bool if depth == 0 || self.random.chance(60) => {
                let name = self.leaf(ScriptSort::Bool);
                if self.random.coin() { format!("(not {name})") } else { name }
            }
            ScriptSort::Int | ScriptSort::Real if self.random.chance(60) => {
                let relation = ["<=", "<", ">=", ">"][self.random.below(4)];
                let (left, right) = self.two(kind, below);
                format!("({relation} {left} {right})")
            }
            ScriptSort::Real if self.kinds.contains(&ScriptSort::Int) && self.random.chance(30) => {
                format!("(is_int {})", self.term(kind, below))
            }
            _ if !shapes.is_empty() && self.random.chance(25) => {
                let (name, _) = shapes[self.random.below(shapes.len())];
                let value = self.term(kind, below);
                let instances = [ScriptSort::ListOfInt, ScriptSort::ListOfU];
                if instances.contains(&kind) && instances.iter().all(|k| self.kinds.contains(k)) {
                    // Peers take a tester of a datatype with two instances for ambiguous.
                    let is_stop = name == "stop";
                    return format!(
                        "(match {value} ((stop {is_stop}) ((more ?x ?y) {})))",
                        !is_stop
                    );
                }
                format!("((_ is {name}) {value})")
            }
            _ if self.random.chance(8) => {
                let terms: Vec<String> = (0..3).map(|_| self.term(kind, below)).collect();
                let relation = if self.random.chance(80) { "distinct" } else { "=" };
                format!("({relation} {})", terms.join(" "))
            }
            _ => {
                let (left, right) = self.two(kind, below);
                let equation = format!("(= {left} {right})");
                if self.random.chance(35) { format!("(not {equation})") } else { equation }
            }
        }
    }

    /// Two terms, rarely the same.
    fn two(&mut self, kind: ScriptSort, depth: usize) -> (String, String) {
        let left = self.term(kind, depth);
        let mut right = self.term(kind, depth);
        for _ in 0..2 {
            if right == left {
                right = self.term(kind, depth);
            }
        }
        (left, right)
    }

    /// One of the sorts of the mix.
    pub(super) fn kind(&mut self) -> ScriptSort {
        self.random.pick(self.mix.kinds).unwrap_or(ScriptSort::Bool)
    }
}
