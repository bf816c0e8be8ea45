//! What can be proved of a program: its functions, those together that call each other.
//!
//! A verdict depends on the text of a function, on all declarations that are no functions, and on the contracts of what it
//! calls. What is *not* proved also depends on what runs do, and these go into the functions that are called.

use std::collections::BTreeSet;
use std::hash::Hash;
use std::sync::Arc;

use buttress_pi::Program;
use buttress_pi::paths::{callees, cycles};
use buttress_pi::program::FunctionId;

use super::analysis::ProgramAnalysis;
use crate::proving::{Key, Member, Unit, Work};

/// The units of a program, in the order of the text. None, while there is an error.
pub(crate) fn units(analysis: &ProgramAnalysis) -> Vec<Unit> {
    let source = &analysis.source;
    let Some(program) = &source.program else { return Vec::new() };
    let reader = KeyReader::new(analysis, program);
    let unit = |group: Vec<FunctionId>| {
        let function = |id: &FunctionId| program.function(*id);
        let members = group.iter().map(|id| Member {
            name: function(id).name.text.clone(),
            span: function(id).name.span,
            whole: function(id).span,
        });
        let members: Vec<Member> = members.collect();
        let names: Vec<String> = members.iter().map(|member| member.name.clone()).collect();
        Unit {
            name: names.join(", "),
            members,
            key: reader.key(&group),
            runs: reader.runs(&group),
            work: Work::Functions { source: Arc::clone(source), names },
        }
    };
    groups(program).into_iter().map(unit).collect()
}

/// The functions, those together that call each other.
fn groups(program: &Program) -> Vec<Vec<FunctionId>> {
    let mut groups: Vec<BTreeSet<FunctionId>> = Vec::new();
    for cycle in cycles(program) {
        groups.push(cycle.iter().map(|(id, _)| *id).collect());
    }
    for id in program.function_ids() {
        if !groups.iter().any(|group| group.contains(&id)) {
            groups.push([id].into());
        }
    }
    // Loops of one function are cycles of their own.
    let mut joined: Vec<BTreeSet<FunctionId>> = Vec::new();
    for group in groups {
        match joined.iter_mut().find(|known| !known.is_disjoint(&group)) {
            Some(known) => known.extend(group),
            None => joined.push(group),
        }
    }
    joined.sort();
    joined.into_iter().map(|group| group.into_iter().collect()).collect()
}

/// Tells what verdicts depend on.
struct KeyReader<'a> {
    analysis: &'a ProgramAnalysis,
    program: &'a Program,
    callees: Vec<BTreeSet<FunctionId>>,
    /// All that is no function.
    context: Key,
}

impl<'a> KeyReader<'a> {
    fn new(analysis: &'a ProgramAnalysis, program: &'a Program) -> KeyReader<'a> {
        let others = analysis.source.declared.iter().filter(|it| it.body.is_none());
        let texts: Vec<&str> = others.map(|it| it.span.of(&analysis.source.text)).collect();
        let context = Key::of((texts, analysis.is_classic()));
        KeyReader { analysis, program, callees: callees(program), context }
    }

    /// What every verdict depends on.
    fn key(&self, group: &[FunctionId]) -> Key {
        let own: Vec<&str> = group.iter().map(|id| self.text(*id)).collect();
        let called: BTreeSet<FunctionId> =
            group.iter().flat_map(|id| &self.callees[id.0 as usize]).copied().collect();
        let called: Vec<_> = called.into_iter().map(|id| self.contract(id)).collect();
        Key::of((self.context, own, called))
    }

    /// What runs depend on.
    fn runs(&self, group: &[FunctionId]) -> Key {
        let mut reached: BTreeSet<FunctionId> = group.iter().copied().collect();
        let mut waiting = group.to_vec();
        while let Some(id) = waiting.pop() {
            let called = self.callees[id.0 as usize].iter();
            waiting.extend(called.filter(|callee| reached.insert(**callee)));
        }
        let texts: Vec<&str> = reached.into_iter().map(|id| self.text(id)).collect();
        Key::of((self.context, texts))
    }

    fn text(&self, id: FunctionId) -> &'a str {
        self.program.function(id).span.of(&self.analysis.source.text)
    }

    /// All that a caller knows of a function: its text up to the body, and what it may assign.
    fn contract(&self, id: FunctionId) -> (&'a str, impl Hash) {
        let function = self.program.function(id);
        let body = self.analysis.source.declared.iter().find(|it| it.span == function.span);
        let end = body.and_then(|it| it.body).unwrap_or(function.span.end);
        let contract = buttress_pi::Span { start: function.span.start, end };
        let assigned: Vec<u32> = function.modifies.iter().map(|id| id.0).collect();
        (contract.of(&self.analysis.source.text), assigned)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The names of the units whose verdicts an edit makes uncertain, if all were proved.
    fn changed(old: &str, new: &str) -> Vec<String> {
        let units = |text: &str| units(&ProgramAnalysis::new(text.into()));
        let before = units(old);
        let is_same =
            |unit: &Unit| before.iter().any(|it| (&it.name, it.key) == (&unit.name, unit.key));
        units(new).into_iter().filter(|unit| !is_same(unit)).map(|unit| unit.name).collect()
    }

    const PROGRAM: &str = "int g;
@pre true @post true void f() { g := 1; }
@pre true @post true void h() { f(); }
@pre true @post true void k() { h(); }
@pre true @post true #(n) void even(int n) { odd(n - 1); }
@pre true @post true #(n) void odd(int n) { even(n - 1); }";

    #[test]
    fn an_edit_concerns_its_function_and_a_contract_the_callers() {
        assert_eq!(changed("", PROGRAM), ["f", "h", "k", "even, odd"]);
        let edited = |from: &str, to: &str| changed(PROGRAM, &PROGRAM.replacen(from, to, 1));
        assert_eq!(edited("g := 1", "g := 2"), ["f"]);
        assert_eq!(edited("@post true void f", "@post g = 1 void f"), ["f", "h"]);
        assert_eq!(edited("int g;", "// a remark\n\nint g;"), Vec::<String>::new());
        assert_eq!(edited("int g;", "int g; int h2;").len(), 4);
        assert_eq!(edited("odd(n - 1)", "odd(n - 2)"), ["even, odd"]);
        // What a function may assign is known to its callers, and to theirs.
        assert_eq!(edited("g := 1", ";"), ["f", "h", "k"]);
        assert_eq!(edited("g := 1", "???"), Vec::<String>::new());
    }
}
