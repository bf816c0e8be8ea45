//! The JSON schema as tables.

use std::path::Path;

use serde_json::{Map, Value};

use super::files::{Generated, MADE, PAGES, printed};

/// A page of what `buttress schema` prints.
pub fn page(program: &Path) -> Result<Generated, String> {
    let text = printed(program, program.parent().unwrap_or(program), &["schema"])?;
    let schema: Value = serde_json::from_str(&text).map_err(|error| format!("schema: {error}"))?;
    let mut page = format!(
        "{MADE}# The JSON schema\n\nWhat `buttress schema` prints, as tables. A field that is marked by * is always there. How documents are meant is told in [Reports as JSON](../../../json.md).\n\n## Documents\n\nEverything that is printed is one of these: a document, or a line of `--format jsonl`.\n\n"
    );
    for document in list(&schema["oneOf"]) {
        page.push_str(&format!("- {}\n", kind(document)));
    }
    for (name, entry) in fields(&schema["$defs"]) {
        page.push_str(&format!("\n## {name}\n\n{}\n", meaning(entry)));
        page.push_str(&body(entry));
    }
    Ok((format!("{PAGES}/reference/schema.md"), page))
}

/// The fields of an entry, and what it may be.
fn body(entry: &Value) -> String {
    let required: Vec<&str> = list(&entry["required"]).filter_map(Value::as_str).collect();
    let rows = fields(&entry["properties"]).map(|(name, field)| {
        let mark = if required.contains(&name.as_str()) { "\\*" } else { "" };
        format!("| `{name}`{mark} | {} | {} |\n", kind(field), meaning(field))
    });
    let rows: String = rows.collect();
    let choices = list(&entry["oneOf"]).chain(list(&entry["anyOf"]));
    let choices: String =
        choices.map(|choice| format!("| {} | {} |\n", kind(choice), meaning(choice))).collect();
    match (rows.is_empty(), choices.is_empty()) {
        (true, true) => format!("\n{}\n", kind(entry)),
        (true, false) => format!("\n| one of | meaning |\n|---|---|\n{choices}"),
        (false, true) => format!("\n| field | holds | meaning |\n|---|---|---|\n{rows}"),
        (false, false) => format!(
            "\n| field | holds | meaning |\n|---|---|---|\n{rows}\nand what one of these has:\n\n| one of | meaning |\n|---|---|\n{choices}"
        ),
    }
}

/// What a value is, in a cell of a table.
fn kind(value: &Value) -> String {
    if let Some(reference) = value["$ref"].as_str() {
        let name = reference.rsplit('/').next().unwrap_or_default();
        return format!("[{name}](#{})", name.to_lowercase());
    }
    if let Some(constant) = value.get("const") {
        return format!("`{constant}`");
    }
    let choices: Vec<String> = list(&value["enum"]).map(|choice| format!("`{choice}`")).collect();
    if !choices.is_empty() {
        return choices.join(", ");
    }
    let choices: Vec<String> =
        list(&value["anyOf"]).chain(list(&value["oneOf"])).map(kind).collect();
    if !choices.is_empty() {
        return choices.join(" or ");
    }
    let names: Vec<&str> = match &value["type"] {
        Value::String(name) => vec![name],
        names => list(names).filter_map(Value::as_str).collect(),
    };
    let name = |name: &str| match name {
        "array" => format!("list of {}", kind(&value["items"])),
        "object" if value["additionalProperties"].is_object() => {
            format!("map to {}", kind(&value["additionalProperties"]))
        }
        "object" => fields(&value["properties"])
            .map(|(name, field)| format!("`{name}`: {}", kind(field)))
            .collect::<Vec<_>>()
            .join("; "),
        name => name.to_owned(),
    };
    let names: Vec<String> = names.into_iter().map(name).collect();
    if names.is_empty() { "anything".to_owned() } else { names.join(" or ") }
}

fn meaning(value: &Value) -> String {
    value["description"].as_str().unwrap_or_default().replace('\n', " ").replace('|', "\\|")
}

fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

fn fields(value: &Value) -> impl Iterator<Item = (&String, &Value)> {
    value.as_object().into_iter().flat_map(Map::iter)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_told_in_words() {
        for (schema, words) in [
            (r##"{"$ref": "#/$defs/PathEntry"}"##, "[PathEntry](#pathentry)"),
            (r#"{"type": ["integer", "null"]}"#, "integer or null"),
            (r#"{"type": "array", "items": {"type": "string"}}"#, "list of string"),
            (r#"{"enum": ["sat", "unsat"], "type": "string"}"#, "`\"sat\"`, `\"unsat\"`"),
            (r#"{"anyOf": [{"const": 1}, {"type": "null"}]}"#, "`1` or null"),
            ("{}", "anything"),
        ] {
            assert_eq!(kind(&serde_json::from_str(schema).unwrap()), words);
        }
    }
}
