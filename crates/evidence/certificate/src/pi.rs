//! Evidence about pi programs, and its text (`docs/certificate-programs.md`).
//!
//! A bundle names the facts and rankings that were added to the program, and for each function the proofs of its
//! verification conditions, by their numbers in the order in which the paths are generated. Calls that
//! violate an annotation stand beside them. Nothing here judges it; that is the checker's part.

use std::fmt::Write;

use crate::horn::Identity;

/// What the first line of the text begins with.
pub const MAGIC: &str = "buttress-pi-evidence";
/// The version of the format.
pub const VERSION: u32 = 1;

/// Evidence about one program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bundle {
    /// The file.
    pub about: Identity,
    /// Are there conditions for checks as the program runs?
    pub runtime: bool,
    /// Are there conditions for rankings?
    pub termination: bool,
    /// What was added to the program.
    pub additions: Vec<Addition>,
    /// The functions it has proofs for.
    pub sections: Vec<Section>,
    /// Calls that violate an annotation, as `F([3, 1], 0)`.
    pub runs: Vec<String>,
    /// Calls that never end.
    pub endless: Vec<Nontermination>,
}

/// A call that never ends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Nontermination {
    /// The call, as `F([3, 1], 0)`.
    pub call: String,
    /// Where it stays; none if it comes back to a state it was in.
    pub stays: Option<ReachedSet>,
}

/// A closed set of states that a run comes to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReachedSet {
    /// The loop at which the run is in the set for the first time, from 0; none for the beginning of the function.
    pub head: Option<usize>,
    /// Which visit of it that is, from 1.
    pub visit: u64,
    /// The conjuncts of the set, each with its loop, or none for the beginning of the function.
    pub conjuncts: Vec<(Option<usize>, String)>,
    /// The function, and the proofs that the set is closed.
    pub section: Section,
}

/// An annotation that is not in the file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Addition {
    /// The name of the function.
    pub function: String,
    /// The number of the loop, from 0; none for the function itself.
    pub head: Option<usize>,
    /// What it is.
    pub kind: AdditionKind,
}

/// What can be added, in the words of the language.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AdditionKind {
    /// One more conjunct.
    Fact(String),
    /// A ranking, the first component first.
    Rank(Vec<String>),
    /// One more conjunct of `@pre`.
    Pre(String),
    /// One more conjunct of `@post`.
    Post(String),
}

/// The proofs of one function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Section {
    /// Its name.
    pub function: String,
    /// How many conditions it has.
    pub conditions: usize,
    /// The texts of proofs, in the order of the conditions, each of which names its condition, from 1.
    pub proofs: Vec<String>,
}

/// The text of a bundle.
pub fn write(bundle: &Bundle) -> String {
    let Bundle { about, runtime, termination, additions, sections, runs, endless } = bundle;
    let flag = |is_on: bool| if is_on { "on" } else { "off" };
    let (runtime, termination) = (flag(*runtime), flag(*termination));
    let mut text = format!(
        "{MAGIC} {VERSION}\nfile {} {:016x}\nruntime {runtime}\ntermination {termination}\n",
        about.bytes, about.fingerprint,
    );
    // Writing to a string does not fail.
    let point = |head: &Option<usize>| head.map_or_else(|| "-".to_owned(), |it| it.to_string());
    for Addition { function, head, kind } in additions {
        let head = point(head);
        let _ = match kind {
            AdditionKind::Fact(formula) => writeln!(text, "fact {function} {head} {formula}"),
            AdditionKind::Rank(components) => {
                writeln!(text, "rank {function} {head} {}", components.join(" ; "))
            }
            AdditionKind::Pre(formula) => writeln!(text, "pre {function} {formula}"),
            AdditionKind::Post(formula) => writeln!(text, "post {function} {formula}"),
        };
    }
    let section = |text: &mut String, Section { function, conditions, proofs }: &Section| {
        let _ = writeln!(text, "function {function} {conditions}");
        proofs.iter().for_each(|proof| text.push_str(proof));
    };
    sections.iter().for_each(|it| section(&mut text, it));
    for run in runs {
        let _ = writeln!(text, "run {run}");
    }
    for Nontermination { call, stays } in endless {
        let Some(stays) = stays else {
            let _ = writeln!(text, "loops {call}");
            continue;
        };
        let (function, visit) = (&stays.section.function, stays.visit);
        let _ = writeln!(text, "stays {function} {} {visit} {call}", point(&stays.head));
        for (head, formula) in &stays.conjuncts {
            let _ = writeln!(text, "closed {} {formula}", point(head));
        }
        section(&mut text, &stays.section);
    }
    text.push_str("end\n");
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bundle_reads_line_by_line() {
        let addition = |head, kind| Addition { function: "f".to_owned(), head, kind };
        let bundle = Bundle {
            about: Identity { bytes: 7, fingerprint: 255, property: 0 },
            runtime: true,
            termination: false,
            additions: vec![
                addition(Some(0), AdditionKind::Fact("0 <= i".to_owned())),
                addition(None, AdditionKind::Rank(vec!["n".to_owned(), "n - i".to_owned()])),
                addition(None, AdditionKind::Pre("n >= 0".to_owned())),
                addition(None, AdditionKind::Post("rv = n".to_owned())),
            ],
            sections: vec![Section { function: "f".to_owned(), conditions: 2, proofs: vec![] }],
            runs: vec!["f(3)".to_owned()],
            endless: vec![
                Nontermination { call: "f(4)".to_owned(), stays: None },
                Nontermination {
                    call: "f(5)".to_owned(),
                    stays: Some(ReachedSet {
                        head: Some(0),
                        visit: 2,
                        conjuncts: vec![(Some(0), "i >= 7".to_owned())],
                        section: Section {
                            function: "f".to_owned(),
                            conditions: 1,
                            proofs: vec![],
                        },
                    }),
                },
            ],
        };
        let expected = "buttress-pi-evidence 1\nfile 7 00000000000000ff\nruntime on\ntermination off\n\
            fact f 0 0 <= i\nrank f - n ; n - i\npre f n >= 0\npost f rv = n\nfunction f 2\nrun f(3)\n\
            loops f(4)\nstays f 0 2 f(5)\nclosed 0 i >= 7\nfunction f 1\nend\n";
        assert_eq!(write(&bundle), expected);
    }
}
