//! The bill of materials, in CycloneDX's JSON (version 1.5): without a time and without a serial number, which would differ from build to build.

use serde_json::{Value, json};

use super::component::{Component, Components};

/// The document for a target.
pub fn document(components: &Components, target: &str) -> String {
    let list = &components.0;
    let own = list.iter().find(|component| component.name == "buttress");
    let others = list.iter().filter(|component| component.name != "buttress");
    let uses = list.iter().map(|component| {
        let used: Vec<String> =
            component.uses.iter().map(|&place| reference(&list[place])).collect();
        json!({"ref": reference(component), "dependsOn": used})
    });
    let document = json!({
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {
            "component": own.map(|own| described(own, "application")),
            "properties": [{"name": "buttress:target", "value": target}],
        },
        "components": others.map(|other| described(other, "library")).collect::<Vec<_>>(),
        "dependencies": uses.collect::<Vec<_>>(),
    });
    format!("{document:#}\n")
}

fn described(component: &Component, kind: &str) -> Value {
    let mut described = json!({
        "type": kind,
        "bom-ref": reference(component),
        "name": component.name,
        "version": component.version,
        "purl": reference(component),
        // Some manifests still separate licences as was usual before expressions.
        "licenses": [{"expression": component.licence.replace('/', " OR ")}],
    });
    if let Some(checksum) = &component.checksum {
        described["hashes"] = json!([{"alg": "SHA-256", "content": checksum}]);
    }
    described
}

/// The address of a package (`purl`).
fn reference(component: &Component) -> String {
    format!("pkg:cargo/{}@{}", component.name, component.version.replace('+', "%2B"))
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;

    #[test]
    fn a_program_and_what_it_uses() {
        let component = |name: &str, checksum: Option<&str>, uses: &[usize]| Component {
            name: name.to_owned(),
            version: "1.0.0".to_owned(),
            licence: "MIT/Apache-2.0".to_owned(),
            folder: PathBuf::new(),
            checksum: checksum.map(str::to_owned),
            uses: uses.to_vec(),
        };
        let components = Components(vec![
            component("buttress", None, &[1]),
            component("serde", Some("ff"), &[]),
        ]);
        let text = document(&components, "x86_64-unknown-linux-musl");
        let document: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(document["metadata"]["component"]["name"], "buttress");
        assert_eq!(document["components"].as_array().unwrap().len(), 1);
        assert_eq!(document["components"][0]["hashes"][0]["content"], "ff");
        assert_eq!(document["components"][0]["licenses"][0]["expression"], "MIT OR Apache-2.0");
        assert_eq!(document["dependencies"][0]["dependsOn"], json!(["pkg:cargo/serde@1.0.0"]));
    }
}
