//! The licences of what others wrote and we link: who, under which terms, and the texts that their packages carry.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;

use super::component::{Component, Components};

/// What the name of a file with terms begins with, in capitals.
const TERMS: [&str; 5] = ["LICENSE", "LICENCE", "COPYING", "COPYRIGHT", "NOTICE"];

/// The list, and then every text once, with the packages that carry it.
pub fn listed(components: &Components) -> Result<String, String> {
    let mut page = "Packages by others that Buttress is linked with\n\n".to_owned();
    let mut texts: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for component in components.0.iter().filter(|component| !component.is_own()) {
        let name = format!("{} {}", component.name, component.version);
        let _ = writeln!(page, "{name}: {}", component.licence);
        for text in terms(component)? {
            texts.entry(text).or_default().push(name.clone());
        }
    }
    // In the order of the packages, not of the texts.
    let mut texts: Vec<(String, Vec<String>)> = texts.into_iter().collect();
    texts.sort_by(|(text, names), (other, others)| (names, text).cmp(&(others, other)));
    for (text, mut names) in texts {
        names.dedup();
        let _ = write!(page, "\n{}\n{}\n\n{text}", "-".repeat(72), names.join(", "));
    }
    Ok(page)
}

/// The texts with terms in a package's own folder, with line ends as they are here.
fn terms(component: &Component) -> Result<Vec<String>, String> {
    let folder = &component.folder;
    let cannot = |error: std::io::Error| format!("cannot read {}: {error}", folder.display());
    let mut texts = BTreeMap::new();
    for entry in fs::read_dir(folder).map_err(cannot)? {
        let path = entry.map_err(cannot)?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_uppercase();
        if path.is_file() && TERMS.iter().any(|terms| name.starts_with(terms)) {
            let text = String::from_utf8_lossy(&fs::read(&path).map_err(cannot)?).into_owned();
            let lines = text.lines().map(|line| format!("{}\n", line.trim_end()));
            texts.insert(name, lines.collect());
        }
    }
    Ok(texts.into_values().collect())
}
