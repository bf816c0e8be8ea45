//! `buttress explain`: how the quantifiers of a script are decided; or a page per diagnostic code,
//! with a failing and a fixed example.

use std::path::Path;

use super::document::{CodesDocument, ExplainDocument};
use super::file;
use super::page::Page;
use super::pages::pages;
use crate::args::ExplainArgs;
use crate::document::Document;
use crate::nearest::nearest;
use crate::output::Output;
use crate::refusal;

/// Runs the command.
pub fn run(arguments: &ExplainArgs, output: &mut Output) -> u8 {
    let (is_json, width) = (arguments.is_json(), output.width());
    let document = |pages: &[&Page]| {
        let codes = pages.iter().map(|page| page.entry()).collect();
        Document::Explain(ExplainDocument::Codes(CodesDocument { codes, limits: Vec::new() }))
    };
    let Some(subject) = &arguments.subject else {
        let lines = || pages().map(|page| page.line(width)).collect();
        document(&pages().collect::<Vec<_>>()).answer(is_json, lines, output);
        return 0;
    };
    if is_file(subject) {
        return file::run(Path::new(subject), arguments, output);
    }
    let wanted = subject.to_ascii_uppercase();
    if let Some(page) = pages().find(|page| page.code == wanted) {
        document(&[page]).answer(is_json, || page.shown(width), output);
        return 0;
    }
    let codes = pages().map(|page| page.code.to_owned());
    let message = match nearest(&wanted, codes) {
        Some(near) => format!("there is no code {subject}; did you mean {near}?"),
        None => format!("there is no code {subject}; buttress explain lists all of them"),
    };
    refusal::usage(&message, is_json, output)
}

/// Is it a file that is meant, and not a code? Codes have no dots.
fn is_file(subject: &str) -> bool {
    subject == "-" || subject.contains(['.', '/', '\\']) || Path::new(subject).exists()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::fs;

    use buttress_formats::smtlib::Reading;
    use buttress_formats::{Code, Diagnostic, aiger, dimacs, witness};
    use buttress_session::{UnknownKind, formulas, programs};

    use super::*;
    use crate::explain::pages::{
        FORMULA_PAGES, PAGES, PROGRAM_TEXT_PAGES, PROGRAM_VERDICT_PAGES, UNKNOWN_PAGES,
    };

    /// The circuit that the pages about witnesses speak of.
    const CIRCUIT: &[u8] = b"aag 2 1 1 0 0 1\n2\n4 2\n4\n";

    fn problems(code: &str, text: &[u8]) -> Vec<Diagnostic> {
        match &code[..2] {
            "AG" => aiger::read(text).err().unwrap_or_default(),
            "AW" => {
                let circuit = aiger::read(CIRCUIT).unwrap().circuit;
                witness::read(text, &circuit).err().unwrap_or_default()
            }
            _ => dimacs::read(text).err().unwrap_or_default(),
        }
    }

    #[test]
    fn every_code_has_its_page() {
        for code in Code::ALL {
            assert!(PAGES.iter().any(|page| page.code == code.as_str()), "{code}");
        }
        for number in 1..=FORMULA_PAGES.len() {
            assert_eq!(FORMULA_PAGES[number - 1].code, format!("SM04{number:02}"));
        }
        let codes: Vec<&str> = pages().map(|page| page.code).collect();
        assert!(codes.windows(2).all(|pair| pair[0] < pair[1]));
    }

    #[test]
    fn every_reason_has_its_page() {
        let codes: Vec<&str> = UNKNOWN_PAGES.iter().map(|page| page.code).collect();
        assert_eq!(codes, UnknownKind::ALL.map(UnknownKind::code));
    }

    #[test]
    fn the_examples_are_what_they_claim_to_be() {
        for page in PAGES.iter().filter(|page| page.code != "AG0101") {
            let found = problems(page.code, page.failing);
            assert!(
                found.iter().any(|problem| problem.code.as_str() == page.code),
                "{} {found:?}",
                page.code
            );
            let found = problems(page.code, page.fixed);
            assert!(found.is_empty(), "{} {found:?}", page.code);
        }
    }

    #[test]
    fn the_formulas_are_what_they_claim_to_be() {
        for page in FORMULA_PAGES {
            let explanation = formulas::explain(page.failing, Reading::PLAIN, false);
            assert!(explanation.errors.is_empty(), "{} {:?}", page.code, explanation.errors);
            let codes: Vec<&str> =
                explanation.checks[0].out_of_fragment().map(|part| part.code).collect();
            assert_eq!(codes, [page.code]);
            let explanation = formulas::explain(page.fixed, Reading::PLAIN, false);
            assert!(explanation.errors.is_empty(), "{} {:?}", page.code, explanation.errors);
            let check = &explanation.checks[0];
            assert!(check.is_inside() && !check.quantifiers.is_empty(), "{} {check:?}", page.code);
        }
    }

    #[test]
    fn the_texts_of_programs_are_what_they_claim_to_be() {
        for page in PROGRAM_TEXT_PAGES.iter().filter(|page| !page.failing.is_empty()) {
            let codes = |bytes: &[u8]| -> Vec<&'static str> {
                match buttress_session::programs::program_text(bytes) {
                    Ok(text) => {
                        buttress_pi::read(text).diagnostics.iter().map(|it| it.code).collect()
                    }
                    Err(problem) => vec![problem.code],
                }
            };
            let failing = codes(page.failing);
            assert!(failing.contains(&page.code), "{} {failing:?}", page.code);
            let fixed = codes(page.fixed);
            assert!(fixed.is_empty(), "{} {fixed:?}", page.code);
        }
    }

    /// The codes that the sources below a folder mention.
    fn mentioned(folder: &Path, codes: &mut BTreeSet<String>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                mentioned(&path, codes);
                continue;
            }
            let text = fs::read_to_string(&path).unwrap();
            let quoted = text.split('"').filter(|word| word.len() == 6 && word.starts_with("PI"));
            codes.extend(quoted.map(str::to_owned));
        }
    }

    #[test]
    fn every_code_about_programs_has_its_page() {
        let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let mut codes = BTreeSet::new();
        for folder in [
            "programs/pi/src",
            "product/present/src/programs",
            "product/session/src/programs",
            "product/cli/src/programs",
        ] {
            mentioned(&crates.join(folder), &mut codes);
        }
        assert!(codes.len() > 50, "{codes:?}");
        for code in codes {
            assert!(pages().any(|page| page.code == code), "{code}");
        }
    }

    #[test]
    fn the_verdicts_on_programs_are_what_they_claim_to_be() {
        for page in PROGRAM_VERDICT_PAGES.iter().filter(|page| !page.failing.is_empty()) {
            let inference = match page.code {
                "PI0307" => programs::Inference::Nothing,
                _ => programs::Inference::All,
            };
            let settings = programs::Settings { runs: 200, inference, ..Default::default() };
            let codes = |bytes: &[u8]| -> Vec<&'static str> {
                let silent = &buttress_session::programs::Silent;
                let report = buttress_session::programs::prove(bytes, &settings, silent);
                let report = report.unwrap_or_else(|problems| panic!("{} {problems:?}", page.code));
                crate::programs::codes(&report)
            };
            let failing = codes(page.failing);
            assert!(failing.contains(&page.code), "{} {failing:?}", page.code);
            let fixed = codes(page.fixed);
            assert!(fixed.is_empty(), "{} {fixed:?}", page.code);
        }
    }

    #[test]
    fn files_and_codes_are_told_apart() {
        assert!(is_file("-") && is_file("a.smt2") && is_file("../a"));
        assert!(!is_file("SM0401") && !is_file("ag4"));
    }
}
