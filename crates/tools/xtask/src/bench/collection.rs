//! The folders of the benchmark collection, and the tables that list their files.

use std::path::{Path, PathBuf};
use std::{env, fs};

/// The folder of this name in that of `BUTTRESS_BENCH`, else in `../shared/bench` beside the repository, if it
/// has a manifest.
pub fn folder(name: &str) -> Option<PathBuf> {
    let folder = bench().join(name);
    folder.join("manifest.csv").is_file().then_some(folder)
}

/// The folder of programs, which has no manifest, if it is there.
pub fn programs() -> Option<PathBuf> {
    let folder = bench().join("pi");
    folder.is_dir().then_some(folder)
}

/// Where the collection is, if it is there.
pub fn bench() -> PathBuf {
    match env::var_os("BUTTRESS_BENCH") {
        Some(folder) => PathBuf::from(folder),
        None => Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../../shared/bench"),
    }
}

/// The manifest of a folder, as it is written.
pub fn manifest(folder: &Path) -> Result<String, String> {
    let path = folder.join("manifest.csv");
    fs::read_to_string(&path).map_err(|error| format!("cannot read {}: {error}", path.display()))
}

/// A table of rows with named columns.
pub struct Table {
    header: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Table {
    /// Reads lines of comma-separated values; the first one has the names.
    pub fn read(text: &str) -> Table {
        let mut rows = text.lines();
        let header = rows.next().map(fields).unwrap_or_default();
        let rows = rows.filter(|row| !row.trim().is_empty()).map(fields).collect();
        Table { header, rows }
    }

    /// The values of a column, row by row; a short row has an empty one.
    pub fn column(&self, name: &str) -> Result<Vec<&str>, String> {
        let found = self.header.iter().position(|field| field == name);
        let found = found.ok_or_else(|| format!("the manifest has no column `{name}`"))?;
        Ok(self.rows.iter().map(|row| row.get(found).map_or("", String::as_str)).collect())
    }
}

/// The fields of a CSV row; a quoted field may hold commas.
fn fields(row: &str) -> Vec<String> {
    let mut fields = vec![String::new()];
    let mut is_quoted = false;
    for letter in row.trim_end().chars() {
        match (letter, fields.last_mut()) {
            ('"', _) => is_quoted = !is_quoted,
            (',', _) if !is_quoted => fields.push(String::new()),
            (letter, Some(field)) => field.push(letter),
            (_, None) => {}
        }
    }
    fields
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_have_names_and_quotes_hold_commas() {
        let table = Table::read("file,expected\na,\"sat, unsat\"\n\nb\n");
        assert_eq!(table.column("file").unwrap(), ["a", "b"]);
        assert_eq!(table.column("expected").unwrap(), ["sat, unsat", ""]);
        assert!(table.column("logic").unwrap_err().contains("no column `logic`"));
    }
}
