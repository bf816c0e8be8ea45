//! The JSON Schema of what is printed: of everything, or of what one command prints.

use std::collections::BTreeSet;

use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

use crate::args::Printed;
use crate::document::Headed;
use crate::events::Line;
use crate::json::pretty;

/// Where definitions lie.
const DEFINITIONS: &str = "#/$defs/";

/// The schema, as text: of what one command prints, or of everything.
pub fn schema(of: Option<Printed>) -> String {
    // What is written is stricter than what could be read: fields that are always there are required.
    let mut generator = SchemaSettings::draft2020_12().for_serialize().into_generator();
    // One generator for both, because it names types that are called the same.
    let document = generator.subschema_for::<Headed>().to_value();
    let line = generator.subschema_for::<Line>().to_value();
    let mut definitions = generator.take_definitions(true);
    let mut kinds = vec![document, line];
    if let Some(of) = of {
        let name = kinds[0]["$ref"].as_str().and_then(|name| name.strip_prefix(DEFINITIONS));
        let documents = name.and_then(|name| definitions.get_mut(name)?.get_mut("oneOf"));
        if let Some(Value::Array(documents)) = documents {
            documents.retain(|document| is_among(document, of.documents()));
        }
        match (of.documents().is_empty(), of.has_lines()) {
            (true, _) => kinds.drain(..1),
            (false, has_lines) => kinds.drain(1 + usize::from(has_lines)..),
        };
    }
    let mut whole = Map::new();
    whole.insert("$schema".into(), json!("https://json-schema.org/draft/2020-12/schema"));
    whole.insert("title".into(), json!("What buttress prints as JSON"));
    whole.insert("oneOf".into(), Value::Array(kinds));
    keep_used(&whole, &mut definitions);
    whole.insert("$defs".into(), Value::Object(definitions));
    pretty(&whole)
}

/// Is it the schema of one of these documents?
fn is_among(schema: &Value, documents: &[&str]) -> bool {
    let name = schema.pointer("/properties/document/const").and_then(Value::as_str);
    name.is_some_and(|name| documents.contains(&name))
}

/// Drops definitions that nothing leads to.
fn keep_used(whole: &Map<String, Value>, definitions: &mut Map<String, Value>) {
    let mut used = BTreeSet::new();
    let mut pending = Vec::new();
    whole.values().for_each(|value| references(value, &mut pending));
    while let Some(name) = pending.pop() {
        if let Some(definition) = definitions.get(&name)
            && used.insert(name)
        {
            references(definition, &mut pending);
        }
    }
    definitions.retain(|name, _| used.contains(name));
}

/// The names of the definitions that a schema refers to.
fn references(value: &Value, names: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            let name = fields.get("$ref").and_then(Value::as_str);
            names.extend(name.and_then(|name| name.strip_prefix(DEFINITIONS)).map(str::to_owned));
            fields.values().for_each(|field| references(field, names));
        }
        Value::Array(items) => items.iter().for_each(|item| references(item, names)),
        _ => {}
    }
}
