//! `buttress info` on a program.

use buttress_pi::program::Function;
use buttress_pi::tree::Dialect;
use buttress_pi::{Lines, Program};
use schemars::JsonSchema;
use serde::Serialize;

use crate::plural::counted;

/// The contents of a program as JSON.
#[derive(Serialize, JsonSchema)]
pub struct ProgramDocument {
    /// The path as it was given.
    file: String,
    /// The format of the file.
    #[schemars(extend("const" = "pi"))]
    format: &'static str,
    /// `pi` or `classic`.
    dialect: &'static str,
    /// The names of its structs.
    structs: Vec<String>,
    /// The names of its own predicates.
    predicates: Vec<String>,
    /// The number of globals.
    globals: u32,
    /// Its functions.
    functions: Vec<FunctionDocument>,
}

/// A function.
#[derive(Serialize, JsonSchema)]
struct FunctionDocument {
    /// Its name.
    name: String,
    /// Its head, as in `int f(int[] a, int l)`.
    head: String,
    /// Its line.
    line: usize,
    /// Its loops.
    loops: usize,
    /// Conjuncts of its contract and of its loops.
    conjuncts: usize,
    /// Does it have a ranking, or one of its loops?
    has_ranking: bool,
}

impl ProgramDocument {
    /// What the program holds.
    pub fn of(file: String, text: &str, dialect: Dialect, program: &Program) -> ProgramDocument {
        let names = |names: &mut dyn Iterator<Item = &String>| names.cloned().collect();
        let predicates = program.predicates.iter().filter(|predicate| !predicate.is_prelude);
        let lines = Lines::new(text);
        ProgramDocument {
            file,
            format: "pi",
            dialect: match dialect {
                Dialect::Pi => "pi",
                Dialect::Classic => "classic",
            },
            structs: names(&mut program.structs.iter().map(|one| &one.name.text)),
            predicates: names(&mut predicates.map(|predicate| &predicate.name.text)),
            globals: program.globals,
            functions: program
                .functions
                .iter()
                .map(|function| FunctionDocument::of(&lines, program, function))
                .collect(),
        }
    }

    /// For a person.
    pub fn shown(&self) -> String {
        let mut text = format!("{}  a program ({})\n", self.file, self.dialect);
        let list = |what: &str, names: &[String]| match names.is_empty() {
            true => String::new(),
            false => format!("  {what:10}  {}\n", names.join(", ")),
        };
        text.push_str(&list("structs", &self.structs));
        text.push_str(&list("predicates", &self.predicates));
        if self.globals > 0 {
            text.push_str(&format!("  {:10}  {}\n", "globals", self.globals));
        }
        text.push_str(&format!("  {:10}  {}\n", "functions", self.functions.len()));
        for function in &self.functions {
            let ranking = if function.has_ranking { ", ranked" } else { "" };
            text.push_str(&format!(
                "    {}  line {}, {}, {}{ranking}\n",
                function.head,
                function.line,
                counted(function.loops, "loop"),
                counted(function.conjuncts, "conjunct"),
            ));
        }
        text
    }
}

impl FunctionDocument {
    fn of(lines: &Lines, program: &Program, function: &Function) -> FunctionDocument {
        let parameters = function.parameters.iter().map(|id| {
            let parameter = function.variable(*id);
            format!("{} {}", program.type_name(&parameter.ty), parameter.name)
        });
        let parameters: Vec<String> = parameters.collect();
        let result = function.result.map(|rv| program.type_name(&function.variable(rv).ty));
        let result = result.unwrap_or_else(|| "void".to_owned());
        let name = function.name.text.clone();
        let loops = function.loops.iter().map(|head| head.annotation.conjuncts.len());
        let contract = function.pre.conjuncts.len() + function.post.conjuncts.len();
        FunctionDocument {
            head: format!("{result} {name}({})", parameters.join(", ")),
            line: lines.line(function.name.span),
            loops: function.loops.len(),
            conjuncts: contract + loops.sum::<usize>(),
            has_ranking: function.rank.is_some()
                || function.loops.iter().any(|head| head.rank.is_some()),
            name,
        }
    }
}
