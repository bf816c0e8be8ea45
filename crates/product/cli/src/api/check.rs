//! The independent check of evidence.

use buttress_checker::pi::ProgramQuestion;
use buttress_formats::smtlib::Reading;

use super::error::{Error, Problem};
use super::input::Input;
use super::settings::Settings;
use super::stack::on_large_stack;
use crate::check::{CheckQuestion, Judgement};
use crate::document::Document;
use crate::exit;
use crate::input::Verb;

/// What the checker says of evidence.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Judged {
    /// Was the evidence accepted? Evidence about a program must show all of its functions.
    pub is_accepted: bool,
    /// What is shown, or why it is not, for a person.
    pub text: String,
    /// Why it was not accepted.
    pub problems: Vec<Problem>,
    json: String,
}

/// Checks evidence against an input, with no engine and no solver: a certificate or an AIGER witness of a circuit, a
/// certificate of a system over numbers, a bundle of a program, a proof or a model of a script.
///
/// ```
/// # use buttress::{Input, Settings, check, prove};
/// let design = Input::bytes("low.aag", "aag 1 0 1 0 0 1\n2 2\n2\n");
/// let settings = Settings::new();
/// let report = prove(design.clone(), &settings)?;
/// let certificate = report.claims[0].certificate.clone().expect("it is proved");
/// assert!(check(Input::bytes("low.cert", certificate), design.clone(), &settings)?.is_accepted);
///
/// let forged = Input::bytes("forged.wit", "1\nb0\n1\n.\n");
/// assert!(!check(forged, design, &settings)?.is_accepted);
/// # Ok::<(), buttress::Error>(())
/// ```
pub fn check(
    evidence: impl Into<Input>,
    input: impl Into<Input>,
    settings: &Settings,
) -> Result<Judged, Error> {
    let (evidence, input) = (evidence.into(), input.into());
    on_large_stack(|| {
        let (file, name) = (input.name(), evidence.name());
        let question = CheckQuestion {
            program: ProgramQuestion {
                functions: (!settings.functions.is_empty()).then(|| settings.functions.clone()),
                runtime: true,
                termination: None,
            },
            reading: Reading::default(),
            limits: settings.limits(),
        };
        let input = input.read(Verb::Check)?;
        let Judgement { document, shown, .. } =
            Judgement::of((&file, Ok(input)), (&name, || evidence.load()), &question);
        let problems: Vec<Problem> = document.errors.iter().cloned().map(Problem::of).collect();
        match document.exit_code {
            exit::USAGE => Err(Error { file: Some(name), problems }),
            code => Ok(Judged {
                is_accepted: code == 0,
                // What is drawn of a rejection is for a terminal.
                text: match problems.is_empty() {
                    true => shown,
                    false => problems.iter().map(|problem| format!("{problem}\n")).collect(),
                },
                problems,
                json: Document::Check(document).pretty(),
            }),
        }
    })
}

impl Judged {
    /// The document that `buttress check --json` prints (`docs/json.md`).
    pub fn to_json(&self) -> &str {
        &self.json
    }
}
