//! Answers to queries about the last check, the options and the script.

use std::collections::HashSet;

use buttress_formats::smtlib::Command;
use buttress_logic::{Evaluator, Model, Term, print, print_content, print_shared, print_symbol};

use super::quote::string;
use super::repl::{Checked, Repl, Response};
use super::report::CheckStatus;

impl Repl {
    pub(super) fn query(&mut self, query: Command) -> Response {
        match query {
            Command::GetModel => self.get_model(),
            Command::GetValue(wanted) => self.get_value(&wanted),
            Command::GetAssignment => self.get_assignment(),
            Command::GetInterpolants(parts) => self.get_interpolants(&parts),
            Command::GetObjectives => self.get_objectives(),
            Command::GetUnsatCore => self.get_unsat_core(),
            Command::GetUnsatAssumptions => self.get_unsat_assumptions(),
            Command::GetProof => self.get_proof(),
            Command::GetAssertions => self.get_assertions(),
            Command::GetInfo(keyword) => self.get_info(&keyword),
            Command::GetOption(keyword) => match self.options.get(&keyword) {
                Some(value) => Response::Text(value.to_owned()),
                None => Response::Unsupported,
            },
            _ => Response::Unsupported,
        }
    }

    /// Is the option on that allows this query?
    pub(super) fn allowed(&self, option: &str) -> Result<(), Response> {
        match self.options.is_on(option) {
            true => Ok(()),
            false => Err(Response::Refused(format!(
                "{option} is off; write `(set-option {option} true)` at the top"
            ))),
        }
    }

    /// The last check, if it was answered in this way.
    pub(super) fn after(&self, answer: &str) -> Result<&Checked, Response> {
        match &self.last {
            Some(checked) if checked.report.answer() == answer => Ok(checked),
            Some(checked) => {
                let found = checked.report.answer();
                let message = format!("the last check was answered {found}, not {answer}");
                Err(Response::Refused(message))
            }
            None => {
                let message = format!("there is no check answered {answer} of these assertions");
                Err(Response::Refused(message))
            }
        }
    }

    fn get_model(&self) -> Response {
        let found = self.allowed(":produce-models").and_then(|()| self.after("sat"));
        match found.map(|checked| &checked.report.status) {
            Ok(CheckStatus::Sat(model)) => Response::Text(model.text.clone()),
            Ok(_) => Response::Refused("there is no model".to_owned()),
            Err(answer) => answer,
        }
    }

    fn get_objectives(&self) -> Response {
        match self.after("sat").map(|checked| &checked.report.status) {
            Ok(CheckStatus::Sat(model)) => {
                let lines = model.objectives.iter();
                let lines = lines.map(|shown| format!(" ({} {})\n", shown.text, shown.value));
                Response::Text(format!("(objectives\n{})", lines.collect::<String>()))
            }
            Ok(_) => Response::Refused("there is no model".to_owned()),
            Err(answer) => answer,
        }
    }

    fn get_value(&mut self, wanted: &[(String, Term)]) -> Response {
        if let Err(answer) = self.allowed(":produce-models") {
            return answer;
        }
        let terms: Vec<Term> = wanted.iter().map(|(_, term)| *term).collect();
        match self.values(&terms) {
            Ok(values) => {
                let pairs = wanted.iter().zip(values);
                let pairs = pairs.map(|((text, _), value)| format!("({text} {value})"));
                Response::Text(format!("({})", pairs.collect::<Vec<_>>().join("\n ")))
            }
            Err(answer) => answer,
        }
    }

    fn get_assignment(&mut self) -> Response {
        if let Err(answer) = self.allowed(":produce-assignments") {
            return answer;
        }
        let named: Vec<(String, Term)> = self.script.named().to_vec();
        let terms: Vec<Term> = named.iter().map(|(_, term)| *term).collect();
        match self.values(&terms) {
            Ok(values) => {
                let pairs = named.iter().zip(values);
                let pairs =
                    pairs.map(|((name, _), value)| format!("({} {value})", print_symbol(name)));
                Response::Text(format!("({})", pairs.collect::<Vec<_>>().join(" ")))
            }
            Err(answer) => answer,
        }
    }

    /// The values of terms in the last model, as they are printed.
    fn values(&mut self, wanted: &[Term]) -> Result<Vec<String>, Response> {
        self.after("sat")?;
        let none = || Response::Refused("there is no model".to_owned());
        let model: &mut Model =
            self.last.as_mut().and_then(|checked| checked.model.as_mut()).ok_or_else(none)?;
        let mut shown = Vec::new();
        for term in wanted {
            let value = Evaluator::new(&self.terms, model).value(*term);
            match value {
                Ok(value) => shown.push(print_content(&self.terms, &model.values, value)),
                Err(error) => return Err(Response::Refused(error.to_string())),
            }
        }
        Ok(shown)
    }

    fn get_unsat_core(&self) -> Response {
        let found = self.allowed(":produce-unsat-cores").and_then(|()| self.after("unsat"));
        match found.map(|checked| &checked.report.status) {
            Ok(CheckStatus::Unsat(proof)) => {
                let names: Vec<String> = proof.core.iter().map(|name| print_symbol(name)).collect();
                Response::Text(format!("({})", names.join(" ")))
            }
            Ok(_) => Response::Refused("there is no core".to_owned()),
            Err(answer) => answer,
        }
    }

    fn get_unsat_assumptions(&self) -> Response {
        let found = self.allowed(":produce-unsat-assumptions").and_then(|()| self.after("unsat"));
        match found {
            Ok(Checked { core, assumptions, written, .. }) => {
                let core: HashSet<&Term> = core.iter().collect();
                let shown = |(place, assumption): (usize, &Term)| match written.get(place) {
                    Some(text) => text.clone(),
                    // What an assumption reads must be there: part of what it says, and written nowhere.
                    None => print(&self.terms, *assumption),
                };
                let used = assumptions.iter().enumerate();
                let used = used.filter(|(_, assumption)| core.contains(assumption)).map(shown);
                Response::Text(format!("({})", used.collect::<Vec<_>>().join(" ")))
            }
            Err(answer) => answer,
        }
    }

    fn get_proof(&self) -> Response {
        let found = self.allowed(":produce-proofs").and_then(|()| self.after("unsat"));
        match found.map(|checked| &checked.report.status) {
            Ok(CheckStatus::Unsat(proof)) => Response::Text(string(&proof.evidence)),
            Ok(_) => Response::Refused("there is no proof".to_owned()),
            Err(answer) => answer,
        }
    }

    fn get_assertions(&self) -> Response {
        if let Err(answer) = self.allowed(":produce-assertions") {
            return answer;
        }
        let assertions = self.script.assertions().iter();
        let shown = assertions.map(|assertion| match &assertion.text {
            Some(text) => text.clone(),
            None => print_shared(&self.terms, assertion.formula),
        });
        Response::Text(format!("({})", shown.collect::<Vec<_>>().join("\n ")))
    }

    fn get_info(&self, keyword: &str) -> Response {
        let value = match keyword {
            ":name" => string("buttress"),
            ":version" => string(env!("CARGO_PKG_VERSION")),
            ":authors" => string("the authors of Buttress"),
            ":error-behavior" => "continued-execution".to_owned(),
            ":assertion-stack-levels" => self.script.level().to_string(),
            ":reason-unknown" => match self.after("unknown").map(|checked| &checked.report) {
                Ok(report) => match &report.status {
                    CheckStatus::Unknown(unknown) => unknown.keyword.clone(),
                    _ => string(&report.reason().unwrap_or_default()),
                },
                Err(answer) => return answer,
            },
            ":all-statistics" => return Response::Text(self.statistics()),
            _ => match self.script.info(keyword) {
                Some(value) => value.to_owned(),
                None => return Response::Unsupported,
            },
        };
        Response::Text(format!("({keyword} {value})"))
    }

    /// The figures of the script as a list of attributes.
    pub fn statistics(&self) -> String {
        let (figures, search) = (&self.figures, self.solver.stats());
        let counts = [
            ("checks", (figures.sat + figures.unsat + figures.unknown) as u64),
            ("sat", figures.sat as u64),
            ("unsat", figures.unsat as u64),
            ("unknown", figures.unknown as u64),
            ("errors", figures.errors as u64),
            ("terms", self.terms.len() as u64),
            ("atoms", search.atoms),
            ("decisions", search.decisions),
            ("conflicts", search.conflicts),
            ("lemmas", search.lemmas),
            ("merges", search.merges),
            ("pivots", search.pivots),
            ("proof-steps", figures.proof_steps as u64),
        ];
        let counts: String =
            counts.iter().map(|(name, count)| format!(":{name} {count} ")).collect();
        let (deciding, checking) = (figures.deciding.as_secs_f64(), figures.checking.as_secs_f64());
        format!("({counts}:deciding-seconds {deciding:.3} :checking-seconds {checking:.3})")
    }
}
