//! Documents and lines against `buttress schema`.

use std::collections::BTreeMap;

use jsonschema::Validator;
use serde_json::{Value, json};

use super::program::{Run, runs};

/// The commands that print JSON.
const COMMANDS: [&str; 11] = [
    "prove",
    "solve",
    "check",
    "info",
    "explain",
    "invariants",
    "terminates",
    "run",
    "fleet",
    "config",
    "cache",
];

/// The schemas that are printed.
pub struct Schemas {
    /// Of everything.
    whole: Validator,
    /// Of everything, and of nothing besides: fields that no schema speaks of are errors.
    strict: Validator,
    /// Of what each command prints.
    own: BTreeMap<&'static str, Validator>,
}

impl Schemas {
    /// As the program prints them.
    pub fn new() -> Schemas {
        let printed = |arguments: &str| -> Value {
            let run = runs(arguments).ended();
            assert_eq!(run.code, 0, "{run}");
            serde_json::from_str(&run.stdout).unwrap()
        };
        let whole = printed("schema");
        assert!(jsonschema::meta::is_valid(&whole));
        let mut strict = whole.clone();
        forbid_others(&mut strict, true);
        let validator = |schema: &Value| jsonschema::validator_for(schema).unwrap();
        let own =
            COMMANDS.map(|command| (command, validator(&printed(&format!("schema {command}")))));
        Schemas { whole: validator(&whole), strict: validator(&strict), own: own.into() }
    }

    /// Everything that a run printed is in the schemas.
    pub fn check(&self, run: &Run) {
        let own = &self.own[run.arguments[0].as_str()];
        let is_lines = run.arguments.iter().any(|word| word == "jsonl");
        let documents: Vec<&str> =
            if is_lines { run.stdout.lines().collect() } else { vec![&run.stdout] };
        assert!(!documents.is_empty(), "{run}");
        for text in &documents {
            let document: Value = match serde_json::from_str(text) {
                Ok(document) => document,
                Err(error) => panic!("no JSON: {error}\n{run}"),
            };
            for (which, schema) in [("whole", &self.whole), ("strict", &self.strict), ("own", own)]
            {
                if let Err(error) = schema.validate(&document) {
                    let arguments = run.arguments.join(" ");
                    let (at, rule) = (error.instance_path(), error.schema_path());
                    let shown: String = error.to_string().chars().take(2000).collect();
                    panic!("{which} schema, {arguments}: at {at:?} by {rule:?}: {shown}");
                }
            }
        }
        if is_lines {
            let event = |text: &str| serde_json::from_str::<Value>(text).unwrap()["event"].clone();
            assert_eq!(event(documents[0]), "begin", "{run}");
            assert_eq!(event(documents[documents.len() - 1]), "end", "{run}");
        } else {
            let document: Value = serde_json::from_str(&run.stdout).unwrap();
            if let Some(code) = document["exit_code"].as_i64() {
                assert!(run.code == 0 || code == i64::from(run.code), "{run}");
            }
        }
    }
}

/// Makes every field an error that the schema at its place does not name. Definitions are put together from
/// others, so that only the places where values stand can tell which fields are left over.
fn forbid_others(schema: &mut Value, is_place: bool) {
    let Value::Object(fields) = schema else { return };
    for (keyword, inner) in fields.iter_mut() {
        match (keyword.as_str(), inner) {
            ("properties", Value::Object(named)) => {
                named.values_mut().for_each(|value| forbid_others(value, true));
            }
            ("$defs", Value::Object(named)) => {
                named.values_mut().for_each(|value| forbid_others(value, false));
            }
            ("items", value) => forbid_others(value, true),
            ("anyOf" | "oneOf" | "allOf", Value::Array(parts)) => {
                parts.iter_mut().for_each(|part| forbid_others(part, false));
            }
            _ => {}
        }
    }
    if is_place {
        fields.insert("unevaluatedProperties".into(), json!(false));
    }
}

#[test]
fn the_schema_rejects_what_is_never_printed() {
    let schemas = Schemas::new();
    let run = runs("info examples/hardware/fifo.aag --json").ended();
    let document: Value = serde_json::from_str(&run.stdout).unwrap();
    assert!(schemas.whole.is_valid(&document) && schemas.strict.is_valid(&document));
    assert!(!schemas.own["run"].is_valid(&document), "kinds are told apart");
    let damages: [(&str, Value); 5] = [
        ("document", json!("report")),
        ("document", json!("nothing")),
        ("schema", json!(2)),
        ("format", json!("pi")),
        ("latches", json!("three")),
    ];
    for (field, value) in damages {
        let mut damaged = document.clone();
        damaged[field] = value;
        assert!(!schemas.whole.is_valid(&damaged), "{field}");
    }
    for field in ["schema", "document", "file", "format", "latches", "properties"] {
        let mut damaged = document.clone();
        damaged.as_object_mut().unwrap().remove(field);
        assert!(!schemas.whole.is_valid(&damaged), "{field}");
    }
    let mut damaged = document.clone();
    damaged["properties"][0]["unheard_of"] = json!(1);
    assert!(schemas.whole.is_valid(&damaged), "fields may be added");
    assert!(!schemas.strict.is_valid(&damaged));
}
