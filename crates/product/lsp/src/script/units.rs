//! What can be decided of a script: each check, by the text up to it; or a system over numbers as a whole.

use std::sync::Arc;

use super::analysis::ScriptAnalysis;
use crate::proving::{Key, Member, Unit, Work};

/// The units of a script, in the order of the text. None, while there is an error.
pub(crate) fn units(analysis: &ScriptAnalysis) -> Vec<Unit> {
    if !analysis.errors.is_empty() {
        return Vec::new();
    }
    if let Some(properties) = &analysis.system {
        let members = properties.iter().map(|(name, span)| Member {
            name: name.clone(),
            span: *span,
            whole: *span,
        });
        let key = Key::of(&analysis.text);
        return vec![Unit {
            name: "system".to_owned(),
            members: members.collect(),
            key,
            runs: key,
            work: Work::System { text: Arc::clone(&analysis.text) },
        }];
    }
    let numbered = analysis.checks.iter().zip(1..);
    let units = numbered.map(|(span, number)| {
        let (name, end) = (format!("check {number}"), span.end as usize);
        let key = Key::of(&analysis.text[..end]);
        Unit {
            name: name.clone(),
            members: vec![Member { name, span: *span, whole: *span }],
            key,
            runs: key,
            work: Work::Check { text: Arc::clone(&analysis.text), end, number },
        }
    });
    units.collect()
}
