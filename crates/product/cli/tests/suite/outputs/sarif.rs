//! SARIF against the schema of OASIS, and the rules that a schema cannot tell.

use jsonschema::Validator;
use serde_json::Value;

/// The schema of SARIF 2.1.0.
pub struct Schema(Validator);

impl Schema {
    /// As OASIS has it.
    pub fn new() -> Schema {
        let mut schema: Value =
            serde_json::from_str(include_str!("schemas/sarif-2.1.0.json")).unwrap();
        // The pattern of languages has a bracket too many, which is no expression at all.
        for of in ["run", "toolComponent"] {
            if let Some(language) =
                schema.pointer_mut(&format!("/definitions/{of}/properties/language"))
            {
                language.as_object_mut().unwrap().remove("pattern");
            }
        }
        let options = jsonschema::options().should_validate_formats(true);
        Schema(options.build(&schema).unwrap())
    }

    /// A log is what it should be, and its results name rules that are there.
    pub fn check(&self, text: &str) {
        let log: Value = serde_json::from_str(text).unwrap();
        if let Err(error) = self.0.validate(&log) {
            panic!("at {:?}: {error}", error.instance_path());
        }
        let run = &log["runs"][0];
        let rules = run["tool"]["driver"]["rules"].as_array().unwrap();
        let results = run["results"].as_array().unwrap();
        assert!(!results.is_empty());
        for result in results {
            assert!(rules.iter().any(|rule| rule["id"] == result["ruleId"]), "{result}");
            let region = &result["locations"][0]["physicalLocation"]["region"];
            let place = |line: &str, column: &str| (region[line].as_u64(), region[column].as_u64());
            assert!(place("startLine", "startColumn") <= place("endLine", "endColumn"), "{result}");
        }
    }
}

#[test]
fn the_schema_is_in_force() {
    let schema = Schema::new();
    let log = |uri: &str| -> Value {
        serde_json::json!({
            "version": "2.1.0",
            "runs": [{ "tool": { "driver": { "name": "x" } }, "results": [{
                "message": { "text": "x" },
                "locations": [{ "physicalLocation": { "artifactLocation": { "uri": uri } } }],
            }] }],
        })
    };
    assert!(schema.0.is_valid(&log("a%20b.pi")));
    assert!(!schema.0.is_valid(&log("a b.pi")), "formats are looked at");
    assert!(!schema.0.is_valid(&serde_json::json!({ "version": "2.1.0" })));
}
