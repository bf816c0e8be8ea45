//! The report on a program for a person: a line per function, a message for what was not proved.

use std::collections::BTreeSet;

use buttress_pi::paths::{Check, GoalKind, Point};
use buttress_pi::tree::Dialect;
use buttress_pi::{ContractPart, Lines};
use buttress_session::programs::{self, findings};

use super::verdict::function_verdict;
use crate::diagnostics::{self, Source};
use crate::limits::{INLINE_LETTERS, SHOWN_INFERENCE};
use crate::plural::counted;
use crate::style::{BOLD, FAINT, painted, seconds, size, style};
use crate::verdict::VerdictWord;
use crate::wrap::fit;

/// How much is detail_level.
#[derive(Clone, Copy)]
pub struct ReportDetail {
    /// Every condition with its path.
    pub explain: bool,
    /// Every inferred fact at its loop.
    pub facts: bool,
    /// Figures.
    pub is_verbose: bool,
    /// The most memory that was held.
    pub peak: usize,
}

/// The report on one file.
pub fn report(report: &programs::Report, source: Source<'_>, detail_level: ReportDetail) -> String {
    let fit = |text: &str| fit(text, source.width);
    let mut text = format!("{BOLD}{}{BOLD:#}\n", source.file);
    if report.functions.is_empty() {
        text.push_str("  there is nothing to prove: no function\n");
    }
    let name_width = report.functions.iter().map(|one| one.name.chars().count()).max().unwrap_or(0);
    let words = report.functions.iter().map(|one| function_verdict(one).as_str().len());
    let word_width = words.max().unwrap_or(0);
    let details: Vec<String> = report.functions.iter().map(detail).collect();
    let margin = name_width + word_width + 6;
    let detail_width = details.iter().map(|detail| detail.chars().count()).max().unwrap_or(0);
    let room = source.width.saturating_sub(margin + seconds(report.elapsed).len());
    let detail_width = detail_width.min(room);
    for (function, detail) in report.functions.iter().zip(&details) {
        let word = function_verdict(function);
        let word = painted(word.as_str(), word, word_width);
        let time = time(function);
        let line = format!("  {:name_width$}  {word}  {detail:detail_width$}{time}", function.name);
        text.push_str(&fit(line.trim_end()));
        text.push('\n');
        for line in further(function, source, detail_level) {
            text.push_str(&fit(&format!("{:margin$}{line}\n", "")));
        }
        if detail_level.explain {
            text.push_str(&fit(&explained(function)));
        }
    }
    for function in &report.functions {
        for message in messages(report, function, source, detail_level) {
            text.push_str(&format!("\n{message}\n"));
        }
    }
    if report.functions.iter().any(|one| function_verdict(one) != VerdictWord::Proved) {
        text.push('\n');
    }
    text.push_str(&fit(&summary(report)));
    if detail_level.is_verbose {
        let time = seconds(report.elapsed);
        let line = format!("{}, {} of memory at most", time.trim(), size(detail_level.peak));
        text.push_str(&format!("{FAINT}{line}{FAINT:#}\n"));
    }
    text
}

/// How long it took, and how much of that the search for facts did.
fn time(function: &programs::FunctionReport) -> String {
    let all = seconds(function.elapsed + function.inference);
    if function.inference < SHOWN_INFERENCE {
        return all;
    }
    format!("{} of inference in {}", seconds(function.inference), all.trim())
}

/// What stands behind the verdict, in a few words.
pub fn detail(function: &programs::FunctionReport) -> String {
    let total = function.conditions().count();
    let words = [
        programs::ConditionWord::False,
        programs::ConditionWord::Open,
        programs::ConditionWord::Unknown,
    ];
    let counts = words.map(|word| (function.count(word), word));
    let mut parts: Vec<String> = counts
        .iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, word)| format!("{count} {}", word.as_str()))
        .collect();
    if !parts.is_empty() {
        let proved = function.count(programs::ConditionWord::Proved);
        parts.push(format!("{proved} of {} proved", counted(total, "condition")));
        if let programs::TerminationVerdict::Never(_) = function.termination {
            parts.push("never ends".to_owned());
        }
        return parts.join(", ");
    }
    let is_route = |to: &Point| !matches!(to, Point::Runtime(..) | Point::Rank);
    let paths = function.paths.iter().filter(|path| is_route(&path.to)).count();
    parts.push(counted(paths, "path"));
    let conjuncts =
        function.conditions().filter(|(_, it)| matches!(it.kind, GoalKind::Conjunct(_))).count();
    parts.push(counted(conjuncts, "conjunct"));
    let checks = |wanted: &dyn Fn(Check) -> bool| {
        let spans = function.conditions().filter_map(|(_, it)| match it.kind {
            GoalKind::Runtime(check) if wanted(check) => Some(it.span),
            _ => None,
        });
        spans.collect::<BTreeSet<_>>().len()
    };
    let subscripts = checks(&|check| matches!(check, Check::NotNegative | Check::BelowLength));
    if subscripts > 0 {
        parts.push(format!("{} in range", counted(subscripts, "subscript")));
    }
    let divisors = checks(&|check| matches!(check, Check::Divisor));
    if divisors > 0 {
        parts.push(format!("{} not by 0", counted(divisors, "division")));
    }
    match &function.termination {
        programs::TerminationVerdict::Proved { .. } => parts.push("ends".to_owned()),
        programs::TerminationVerdict::IfCallees { callees, .. } => {
            parts.push(format!("ends if {} {}", callees.join(", "), verb(callees.len())));
        }
        programs::TerminationVerdict::Never(_) => parts.push("never ends".to_owned()),
        _ => {}
    }
    parts.join(", ")
}

/// `f ends`, `f, g end`
fn verb(count: usize) -> &'static str {
    if count == 1 { "ends" } else { "end" }
}

/// Lines below that of a function: inferred facts, rankings, what is missing.
fn further(
    function: &programs::FunctionReport,
    source: Source<'_>,
    detail_level: ReportDetail,
) -> Vec<String> {
    let mut lines = Vec::new();
    for (part, text) in &function.contract {
        lines.push(match part {
            ContractPart::Pre => format!("@pre {text}   inferred: it is proved for such calls"),
            ContractPart::Post => format!("@post {text}   inferred"),
        });
    }
    let line = |span: buttress_pi::Span| span.place(source.text).0;
    if detail_level.facts {
        for fact in &function.facts {
            lines.push(format!("{} (line {}):  {}", fact.label, line(fact.span), fact.text));
        }
    } else if !function.facts.is_empty() {
        let texts: Vec<&str> = function.facts.iter().map(|fact| fact.text.as_str()).collect();
        let all = texts.join(", ");
        let listed = match all.chars().count() <= INLINE_LETTERS {
            true => format!(" ({all})"),
            false => String::new(),
        };
        let count = counted(function.facts.len(), "loop fact");
        lines.push(format!("{count} inferred{listed}   --infer show"));
    }
    if function.never_returns {
        lines.push("it never returns: its postcondition is not met, nor is it violated".to_owned());
    }
    match &function.termination {
        programs::TerminationVerdict::Proved { inferred } if detail_level.facts => {
            for (point, ranking) in inferred {
                lines.push(format!("{point}:  # {ranking}"));
            }
        }
        programs::TerminationVerdict::NotFound { place, span, is_demanded: false }
            if detail_level.is_verbose =>
        {
            lines.push(format!(
                "no ranking was found for {place} (line {}): write one, as in # (n - i)",
                line(*span)
            ));
        }
        programs::TerminationVerdict::IfCallees { callees, is_demanded: true } => {
            lines.push(format!(
                "it ends if {} {}, which is not shown",
                callees.join(", "),
                verb(callees.len())
            ))
        }
        _ => {}
    }
    lines
}

/// Every condition with its path.
fn explained(function: &programs::FunctionReport) -> String {
    let mut text = String::new();
    for path in &function.paths {
        text.push_str(&format!("    {BOLD}{}{BOLD:#}\n", path.name));
        for step in &path.steps {
            text.push_str(&format!("      {FAINT}{}{FAINT:#}\n", step.text));
        }
        for condition in &path.conditions {
            let word = condition.verdict.word();
            let steps = match &condition.verdict {
                programs::ConditionVerdict::Proved { steps } => format!("  ({steps} steps)"),
                _ => String::new(),
            };
            let inferred = match condition.kind {
                GoalKind::Fact(_) => "  (inferred)",
                _ => "",
            };
            let word = painted(word.as_str(), word.into(), 7);
            text.push_str(&format!("      {word}  {}{inferred}{steps}\n", condition.text));
        }
    }
    text
}

/// Messages about what was not proved.
fn messages(
    report: &programs::Report,
    function: &programs::FunctionReport,
    source: Source<'_>,
    detail_level: ReportDetail,
) -> Vec<String> {
    let subject = programs::Subject { file: source.file, text: source.text, width: source.width };
    let is_verbose = detail_level.is_verbose;
    let messages = programs::messages(&report.program, function, subject, is_verbose);
    messages.iter().map(|message| diagnostics::message(message, source)).collect()
}

/// The last line: how many functions have which verdict, and what the checker said.
fn summary(report: &programs::Report) -> String {
    let words: Vec<VerdictWord> = report.functions.iter().map(function_verdict).collect();
    let of = |word: VerdictWord| words.iter().filter(|other| **other == word).count();
    let kinds = [VerdictWord::False, VerdictWord::Open, VerdictWord::Unknown, VerdictWord::Proved];
    let counts = kinds.into_iter().map(|word| (of(word), word)).filter(|(count, _)| *count > 0);
    let counts = counts.map(|(count, word)| {
        let style = style(word);
        format!("{style}{}{style:#}: {}", word.as_str(), counted(count, "function"))
    });
    let mut text = counts.collect::<Vec<_>>().join(", ");
    if text.is_empty() {
        return String::new();
    }
    text.push('.');
    match &report.evidence {
        programs::EvidenceStatus::Checked { steps, .. } => {
            text.push_str(&format!(" Certificate checked ({}).", counted(*steps, "step")));
        }
        programs::EvidenceStatus::Unchecked if of(VerdictWord::Proved) > 0 => {
            text.push_str(" Evidence was not checked.")
        }
        programs::EvidenceStatus::Unchecked => {}
        programs::EvidenceStatus::Incomplete { missing } => {
            let missing = counted(*missing, "condition");
            text.push_str(&format!(" {missing} could not be proved again for the certificate."));
        }
        programs::EvidenceStatus::Rejected(reason) => {
            text.push_str(&format!(" Our own evidence was rejected: {reason}."));
        }
    }
    if report.closable > 0 {
        text.push_str(&format!(" {} would be closed by --infer all.", report.closable));
    }
    text + "\n"
}

/// One line per condition that was not proved, or per function if all were.
pub fn short(report: &programs::Report, source: Source<'_>) -> String {
    let mut text = String::new();
    let lines = Lines::new(source.text);
    for function in &report.functions {
        let found = findings(&report.program, function);
        for finding in &found {
            let (line, column) = lines.place(source.text, finding.condition.span);
            text.push_str(&format!(
                "{}:{line}:{column}: {}[{}]: {}\n",
                source.file,
                finding.word().as_str(),
                finding.code(),
                finding.title()
            ));
        }
        if let Some(why) = &function.incomplete {
            let (line, column) = lines.place(source.text, function.span);
            let (title, file, code) =
                (programs::incomplete_title(&function.name, why), source.file, why.kind.code());
            text.push_str(&format!("{file}:{line}:{column}: unknown[{code}]: {title}\n"));
        } else if let programs::TerminationVerdict::Never(run) = &function.termination {
            let (line, column) = lines.place(source.text, run.span);
            let title = programs::endless_title(&report.program, function, run);
            let (file, code) = (source.file, programs::ENDLESS_CODE);
            text.push_str(&format!("{file}:{line}:{column}: false[{code}]: {title}\n"));
        } else if let programs::TerminationVerdict::NotFound { place, span, is_demanded: true } =
            &function.termination
        {
            let (line, column) = lines.place(source.text, *span);
            let (title, file, code) =
                (programs::unranked_title(place), source.file, programs::UNRANKED_CODE);
            text.push_str(&format!("{file}:{line}:{column}: unknown[{code}]: {title}\n"));
        } else if found.is_empty() {
            let (line, column) = lines.place(source.text, function.span);
            let word = function_verdict(function).as_str();
            text.push_str(&format!(
                "{}:{line}:{column}: {}: {word} {}\n",
                source.file,
                function.name,
                detail(function)
            ));
        }
    }
    text
}

/// Remarks about the text, for standard error.
pub fn remarks(report: &programs::Report, source: Source<'_>) -> Vec<String> {
    let mut remarks = Vec::new();
    if report.dialect == Dialect::Classic {
        let note = format!(
            "note: {} is in the 2007 dialect; buttress convert --to pi rewrites it",
            source.file
        );
        remarks.push(note);
    }
    if !report.warnings.is_empty() {
        remarks.push(diagnostics::in_program(source, &report.warnings));
    }
    remarks
}

/// The codes of everything that was not proved.
#[cfg(test)]
pub fn codes(report: &programs::Report) -> Vec<&'static str> {
    let mut codes = Vec::new();
    for function in &report.functions {
        codes.extend(findings(&report.program, function).iter().map(programs::Finding::code));
        let is_told = function.core.as_ref().is_some_and(|core| core.suffices);
        codes.extend(is_told.then_some("PI0307"));
        let is_endless = matches!(function.termination, programs::TerminationVerdict::Never(_));
        codes.extend(is_endless.then_some(programs::ENDLESS_CODE));
        let is_unranked = matches!(
            function.termination,
            programs::TerminationVerdict::NotFound { is_demanded: true, .. }
        );
        codes.extend(is_unranked.then_some(programs::UNRANKED_CODE));
    }
    codes
}
