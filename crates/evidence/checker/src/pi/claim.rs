//! What evidence shows of a program, and whether that is what was asked.

use buttress_pi::interpret::Violation;

/// What evidence shows of a program.
#[derive(Clone, PartialEq, Debug)]
pub struct PiClaim {
    /// All functions of the program, in the order of the text.
    pub functions: Vec<FunctionClaim>,
    /// Calls, with what they violate.
    pub violations: Vec<(String, Vec<Violation>)>,
    /// The calls that never end.
    pub endless: Vec<String>,
    /// Do the conditions cover checks as the program runs?
    pub runtime: bool,
    /// Do the conditions cover rankings, where there are some?
    pub termination: bool,
    /// The number of facts and rankings that were added to the program.
    pub additions: usize,
}

/// What is shown of one function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FunctionClaim {
    /// Its name.
    pub name: String,
    /// The number of its verification conditions, and how many of them are proved; none if the evidence is silent about it.
    pub shown: Option<(usize, usize)>,
    /// What was added to its `@pre`: it is proved for calls where this holds, too.
    pub assumes: Vec<String>,
    /// The functions it calls that are not proved here: it is proved if their contracts are right.
    pub relies_on: Vec<String>,
    /// Does it end?
    pub ends: TerminationClaim,
}

/// Does a function end?
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TerminationClaim {
    /// Whenever its `@pre` holds.
    Yes,
    /// If these functions end, which it calls.
    If(Vec<String>),
    /// That is not shown.
    NotShown,
}

/// What is asked about a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProgramQuestion {
    /// About which functions; about all of them if none is named.
    pub functions: Option<Vec<String>>,
    /// Must the checks be covered that are made as the program runs?
    pub runtime: bool,
    /// Some(true): must the functions end? None: only rankings that there are must be right. Some(false): not even that.
    pub termination: Option<bool>,
}

/// `h ends`, or `g, h end`.
pub fn that_end(callees: &[String]) -> String {
    format!("{} {}", callees.join(", "), if callees.len() == 1 { "ends" } else { "end" })
}

impl Default for ProgramQuestion {
    fn default() -> ProgramQuestion {
        ProgramQuestion { functions: None, runtime: true, termination: None }
    }
}

impl FunctionClaim {
    /// Are all of its conditions proved, under no more than its own `@pre`?
    pub fn is_proved(&self) -> bool {
        self.assumes.is_empty()
            && self.shown.is_some_and(|(conditions, proved)| conditions == proved)
    }
}

impl PiClaim {
    /// Is every condition of every function proved?
    pub fn is_proved(&self) -> bool {
        self.functions.iter().all(FunctionClaim::is_proved)
    }

    /// What was asked and is not shown, one sentence for each lack.
    pub fn lacks(&self, asked: &ProgramQuestion) -> Vec<String> {
        let mut lacks = Vec::new();
        if asked.runtime && !self.runtime {
            lacks.push("subscripts, divisions and lengths of new arrays are left aside".to_owned());
        }
        if asked.termination != Some(false) && !self.termination {
            lacks.push("rankings are left aside".to_owned());
        }
        let names = asked.functions.iter().flatten();
        for name in names.filter(|name| !self.functions.iter().any(|it| it.name == **name)) {
            lacks.push(format!("there is no function {name}"));
        }
        let is_asked = |function: &&FunctionClaim| match &asked.functions {
            Some(names) => names.contains(&function.name),
            None => true,
        };
        for function in self.functions.iter().filter(is_asked) {
            let name = &function.name;
            match function.shown {
                None => lacks.push(format!("{name} is not proved: nothing is said about it")),
                Some((conditions, proved)) if proved < conditions => lacks
                    .push(format!("{name} is not proved: {proved} of {conditions} conditions are")),
                Some(_) if !function.assumes.is_empty() => {
                    let assumed = function.assumes.join(" && ");
                    lacks.push(format!("{name} is proved only where {assumed}"));
                }
                Some(_) => {}
            }
            match &function.ends {
                _ if asked.termination != Some(true) => {}
                TerminationClaim::Yes => {}
                TerminationClaim::If(callees) => lacks
                    .push(format!("{name} is not shown to end: it does if {}", that_end(callees))),
                TerminationClaim::NotShown => lacks.push(format!("{name} is not shown to end")),
            }
        }
        lacks
    }
}
