//! Quick fixes for what is wrong with a script: the near name that a message proposes, if it helps.

use buttress_formats::smtlib::Error;
use buttress_pi::Span;
use buttress_session::programs::{Change, changed};

use super::analysis::ScriptAnalysis;
use super::word::word_at;
use crate::fix::Fix;
use crate::names::touches;

/// The fixes for messages in a stretch of the text.
pub(crate) fn fixes(analysis: &ScriptAnalysis, within: Span) -> Vec<Fix> {
    analysis.errors.iter().filter_map(|error| fix(analysis, error, within)).collect()
}

fn fix(analysis: &ScriptAnalysis, error: &Error, within: Span) -> Option<Fix> {
    let text = &analysis.text;
    let span = word_at(text, error.offset);
    let proposed = error.suggestion.clone()?;
    let changes = vec![Change { span, text: proposed.clone() }];
    let after = ScriptAnalysis::new(changed(text, changes.clone()).into());
    let title = format!("Replace `{}` by `{proposed}`", span.of(text));
    let is_better = touches(span, within) && after.errors.len() < analysis.errors.len();
    is_better.then_some(Fix { title, changes, answers: None, is_preferred: true })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_names_are_put_in() {
        let text = "(declare-const height Int)\n(assert (> heigth 3))";
        let all = Span::new(0, text.len());
        let found = fixes(&ScriptAnalysis::new(text.into()), all);
        assert_eq!(found.len(), 1);
        assert_eq!(changed(text, found[0].changes.clone()), text.replace("heigth", "height"));
        assert_eq!(fixes(&ScriptAnalysis::new("(assert (> zz 3))".into()), all), []);
    }
}
