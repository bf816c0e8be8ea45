//! Steps of pipelines, read from the files that users include and run as their servers run them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use yaml_rust2::{Yaml, YamlLoader};

use super::repository::Repository;

/// What a pipeline did.
#[derive(Debug)]
pub struct Run {
    pub code: i32,
    pub printed: String,
    /// What it told later steps.
    pub outputs: String,
    /// What it showed as a summary.
    pub summary: String,
}

/// Runs the scripts of `action.yml` with inputs of our own, up to the first that fails.
pub fn action(repository: &Repository, given: &[(&str, &str)]) -> Run {
    let action = yaml("action.yml");
    let mut inputs: BTreeMap<String, String> = BTreeMap::new();
    for (name, input) in action["inputs"].as_hash().unwrap() {
        let default = input["default"].as_str().unwrap().to_owned();
        // What the server would put here is empty unless a test gives it.
        let default = if default.contains("github.event") { String::new() } else { default };
        inputs.insert(name.as_str().unwrap().to_owned(), default);
    }
    for (name, value) in given {
        assert!(inputs.insert((*name).to_owned(), (*value).to_owned()).is_some(), "{name}");
    }
    let beside = |name: &str| repository.beside().join(name);
    let files = ["GITHUB_PATH", "GITHUB_OUTPUT", "GITHUB_STEP_SUMMARY"];
    for name in files {
        std::fs::write(beside(name), "").unwrap();
    }
    let mut run =
        Run { code: 0, printed: String::new(), outputs: String::new(), summary: String::new() };
    let scripts = action["runs"]["steps"].as_vec().unwrap().iter();
    let scripts: Vec<&Yaml> = scripts.filter(|step| step["run"].as_str().is_some()).collect();
    assert_eq!(scripts.len(), 2, "they install and prove");
    for step in scripts {
        assert_eq!(step["shell"].as_str(), Some("bash"));
        let mut command = bash(repository, step["run"].as_str().unwrap(), &["-eo", "pipefail"]);
        command.envs(files.map(|name| (name, beside(name))));
        for (name, value) in step["env"].as_hash().unwrap() {
            command.env(name.as_str().unwrap(), evaluated(value.as_str().unwrap(), &inputs));
        }
        let (code, printed) = ended(command);
        run.printed.push_str(&printed);
        run.code = code;
        if code != 0 {
            break;
        }
    }
    let contents = |name: &str| std::fs::read_to_string(beside(name)).unwrap();
    Run { outputs: contents("GITHUB_OUTPUT"), summary: contents("GITHUB_STEP_SUMMARY"), ..run }
}

/// Runs the job of `packaging/gitlab.yml` against a base.
pub fn gitlab(repository: &Repository, base: &str) -> Run {
    let file = yaml("packaging/gitlab.yml");
    let job = &file["buttress"];
    let parts = ["before_script", "script"].into_iter();
    let lines = parts.flat_map(|part| job[part].as_vec().unwrap().iter());
    let script: Vec<&str> = lines.map(|line| line.as_str().unwrap()).collect();
    let mut command = bash(repository, &script.join("\n"), &["-eo", "pipefail"]);
    for (name, value) in job["variables"].as_hash().unwrap() {
        command.env(name.as_str().unwrap(), value.as_str().unwrap());
    }
    command.env("CI_PROJECT_DIR", repository.folder()).env("CI_COMMIT_BEFORE_SHA", base);
    let (code, printed) = ended(command);
    Run { code, printed, outputs: String::new(), summary: String::new() }
}

/// Runs each hook of `.pre-commit-hooks.yaml` on files.
pub fn hooks(repository: &Repository, files: &[&str]) -> Vec<Run> {
    let hooks = yaml(".pre-commit-hooks.yaml");
    let hooks = hooks.as_vec().unwrap().iter();
    let run = |hook: &Yaml| {
        assert_eq!(hook["language"].as_str(), Some("system"));
        let entry = hook["entry"].as_str().unwrap();
        let (code, printed) = ended(bash(repository, &format!("{entry} {}", files.join(" ")), &[]));
        Run { code, printed, outputs: String::new(), summary: String::new() }
    };
    hooks.map(run).collect()
}

/// The value of a text with expressions of the kinds that our steps use.
fn evaluated(text: &str, inputs: &BTreeMap<String, String>) -> String {
    let expression = text.strip_prefix("${{ ").and_then(|text| text.strip_suffix(" }}"));
    match expression {
        None => text.to_owned(),
        Some("github.action_path") => root().display().to_string(),
        Some(expression) => {
            let name = expression.strip_prefix("inputs.");
            let value = name.and_then(|name| inputs.get(name));
            value.unwrap_or_else(|| panic!("no input for {expression}")).clone()
        }
    }
}

/// A script in the shell that servers start, with our program on the search path.
fn bash(repository: &Repository, script: &str, options: &[&str]) -> Command {
    let program = Path::new(env!("CARGO_BIN_EXE_buttress")).parent().unwrap().to_owned();
    let path = std::env::var_os("PATH").unwrap_or_default();
    let path = [program].into_iter().chain(std::env::split_paths(&path));
    let mut command = Command::new("bash");
    command.args(["--noprofile", "--norc"]).args(options).args(["-c", script]);
    command.current_dir(repository.folder()).env("PATH", std::env::join_paths(path).unwrap());
    // Whoever runs the tests may be in a pipeline too, and has a home.
    command.env("HOME", repository.beside()).env("XDG_CACHE_HOME", repository.beside());
    command
}

fn ended(mut command: Command) -> (i32, String) {
    let output = command.output().expect("bash is there");
    let printed = [output.stdout, output.stderr].concat();
    (output.status.code().unwrap_or(-1), String::from_utf8(printed).unwrap())
}

fn yaml(path: &str) -> Yaml {
    let text = std::fs::read_to_string(root().join(path)).unwrap();
    YamlLoader::load_from_str(&text).unwrap().remove(0)
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(3).unwrap().to_owned()
}
