//! Rows of Markdown tables and cells of CSV files.

/// Adds a row to a Markdown table.
pub fn markdown_row(text: &mut String, cells: &[String]) {
    text.push_str(&format!("| {} |\n", cells.join(" | ")));
}

/// A cell of a CSV file, quoted where it must be.
pub fn csv_cell(cell: &str) -> String {
    if cell.contains([',', '"', '\n']) {
        format!("\"{}\"", cell.replace('"', "\"\"").replace('\n', " "))
    } else {
        cell.to_owned()
    }
}
