//! What the outputs promise: every document and every line that is printed as JSON is in `buttress schema`,
//! SARIF is what OASIS says it is, and JUnit what its readers want.
//!
//! Every command runs on every example, and on a few files that cannot be read, with limits so small that some of
//! them are met.

mod errors;
mod json;
mod junit;
mod pages;
mod program;
mod sarif;
mod widths;

use std::path::PathBuf;

use serde_json::{Value, json};

use json::Schemas;
use program::{Run, all, root, runs};

/// So long may a question take, in seconds.
const TIME: &str = "0.1";

/// The examples in a folder of `examples`, by path from the root of the project.
fn examples(folder: &str, ends: &[&str]) -> Vec<String> {
    let mut found = Vec::new();
    let mut folders = vec![PathBuf::from("examples").join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(root().join(&folder)).unwrap() {
            let path = folder.join(entry.unwrap().file_name());
            let end = path.extension().and_then(|end| end.to_str()).unwrap_or_default();
            if root().join(&path).is_dir() {
                folders.push(path);
            } else if ends.contains(&end) {
                found.push(path.to_str().unwrap().to_owned());
            }
        }
    }
    found.sort();
    assert!(found.len() > 5, "{folder}");
    found
}

#[test]
fn reports_on_all_examples_keep_their_promise() {
    let (schemas, sarif) = (Schemas::new(), sarif::Schema::new());
    let folder = std::env::temp_dir().join(format!("buttress-outputs-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let mut questions = Vec::new();
    for part in ["hardware", "numbers", "programs"] {
        let part_folder = format!("examples/{part}");
        let findings = folder.join(format!("{part}.sarif"));
        let prove = format!("prove {part_folder} --timeout {TIME} --threads 1");
        questions.push(runs(&format!("{prove} --json -v --pictures")));
        questions.push(runs(&format!("{prove} --format jsonl --sarif {}", findings.display())));
        questions.push(runs(&format!("{prove} --format junit")));
    }
    let quick = format!("prove examples/hardware --timeout {TIME} --exit-zero --format");
    questions
        .extend(["sarif", "github", "short", "human"].map(|form| runs(&format!("{quick} {form}"))));
    let scripts = examples("formulas", &["smt2"]).join(" ");
    let solve = format!("solve {scripts} --timeout {TIME}");
    questions.push(runs(&format!("{solve} --json --model --pictures")));
    questions.push(runs(&format!("{solve} --format jsonl")));
    for run in all(questions) {
        assert!(matches!(run.code, 0..=3), "{run}");
        let arguments = run.arguments.join(" ");
        match arguments.rsplit_once("--format ").map_or("json", |(_, form)| form) {
            form if form.starts_with("junit") => junit::check(&run.stdout),
            form if form.starts_with("sarif") => sarif.check(&run.stdout),
            "github" => assert!(run.stdout.lines().all(|line| line.starts_with("::")), "{run}"),
            "short" | "human" => assert!(run.stdout.contains("examples/hardware/"), "{run}"),
            _ => schemas.check(&run),
        }
    }
    for part in ["hardware", "numbers", "programs"] {
        let text = std::fs::read_to_string(folder.join(format!("{part}.sarif"))).unwrap();
        sarif.check(&text);
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn documents_about_all_examples_keep_their_promise() {
    let schemas = Schemas::new();
    let mut questions: Vec<Run> = Vec::new();
    let parts = [
        ("hardware", &["aag", "aig"][..]),
        ("numbers", &["smt2", "vmt"]),
        ("formulas", &["smt2"]),
        ("programs", &["pi"]),
    ];
    for (part, ends) in parts {
        for file in examples(part, ends) {
            questions.push(runs(&format!("info {file} --json")));
            questions.push(runs(&format!("explain {file} --json --steps --pictures")));
            if part == "numbers" {
                let limits = format!("--timeout {TIME} --json --pictures");
                questions.push(runs(&format!("invariants {file} {limits}")));
                questions.push(runs(&format!("terminates {file} {limits}")));
            }
        }
    }
    questions.extend(
        [
            "explain --json",
            "explain AG0004 --json",
            "explain PI0402 --json",
            "config --json",
            "cache size --json",
            "cache clean --json --cache no/such/folder",
        ]
        .map(runs),
    );
    for run in all(questions) {
        assert!(matches!(run.code, 0..=3), "{run}");
        schemas.check(&run);
    }
}

#[test]
fn runs_of_functions_keep_their_promise() {
    let schemas = Schemas::new();
    let (file, broken) = ("examples/programs/Abs.pi", "examples/programs/BubbleSort.pi");
    let names = |file| {
        let run = runs(&format!("info {file} --json")).ended();
        let document: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
        document["functions"][0]["name"].as_str().unwrap().to_owned()
    };
    let (abs, sort) = (names(file), names(broken));
    for (mut run, code) in [
        (runs(&format!("run {file} {abs} -3 --json --pictures")), 0),
        (runs(&format!("run {broken} {sort} [3,1,2] 0 2 --steps 3 --json --pictures")), 3),
        (runs(&format!("run {broken} {sort} [3,1,2] 0 9 --json")), 2),
        (runs(&format!("run {broken} {sort} [3,1,2] 0 2 --step --json")), 0),
        (runs(&format!("run {broken} {sort} [3,1,2] 0 2 --steps 3 --step --json")), 3),
        (runs(&format!("run {broken} no_such_function --json")), 2),
        (runs(&format!("run {broken} --json")), 2),
    ] {
        run = run.ended();
        assert_eq!(run.code, code, "{run}");
        schemas.check(&run);
    }
}

#[test]
fn steps_of_a_run_are_listed_with_what_is_violated_last() {
    let file = "examples/programs/broken/BubbleSort.pi";
    let run =
        runs(&format!("run {file} --step --json")).and(&["--call", "BubbleSort([1, 0], 0, 1)"]);
    let document: Value = serde_json::from_str(&run.ended().stdout).unwrap();
    let steps = document["steps"].as_array().unwrap();
    let texts: Vec<&str> = steps.iter().map(|step| step["text"].as_str().unwrap()).collect();
    assert_eq!(texts[..3], ["int[] a := a_0;", "int m := u", "@ L1"]);
    let last = steps.last().unwrap();
    assert_eq!(last["text"], "sorted(a, m, u)");
    assert_eq!(last["place"]["line"], document["line"]);
    assert!(last["variables"].as_array().unwrap().contains(&json!({ "name": "m", "value": "0" })));
    assert_eq!(document["steps_cut"], false);
    let names = document["pointers"][0]["names"].as_array().unwrap();
    assert!(names.contains(&json!("m")) && !names.contains(&json!("a")), "{names:?}");
}

#[test]
fn checks_of_evidence_keep_their_promise() {
    let schemas = Schemas::new();
    let folder = std::env::temp_dir().join(format!("buttress-checks-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let evidence = folder.join("evidence");
    let evidence = evidence.to_str().unwrap();
    for (file, command) in [
        ("examples/hardware/traffic_light.aag", "prove --certificate"),
        ("examples/hardware/fifo.aag", "prove --certificate"),
        ("examples/numbers/simple.smt2", "prove --certificate"),
        ("examples/numbers/countdown.smt2", "terminates --certificate"),
        ("examples/formulas/swap.smt2", "solve --proof"),
        ("examples/programs/Abs.pi", "prove --certificate"),
    ] {
        let made = runs(&format!("{command} {evidence} {file}")).ended();
        assert!(matches!(made.code, 0 | 1), "{made}");
        let written = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path());
        let written: Vec<PathBuf> = written.collect();
        assert!(!written.is_empty(), "{made}");
        for path in &written {
            let run = runs(&format!("check {file} {} --json", path.display())).ended();
            assert!(matches!(run.code, 0 | 1), "{run}");
            schemas.check(&run);
            // Half of it is rejected.
            let bytes = std::fs::read(path).unwrap();
            std::fs::write(path, &bytes[..bytes.len() / 2]).unwrap();
            let run = runs(&format!("check {file} {} --json", path.display())).ended();
            assert!(matches!(run.code, 1 | 2), "{run}");
            schemas.check(&run);
            std::fs::remove_file(path).unwrap();
        }
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn fleets_keep_their_promise() {
    let (schemas, sarif) = (Schemas::new(), sarif::Schema::new());
    let folder = std::env::temp_dir().join(format!("buttress-fleets-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let at = format!("--exchange dir:{}", folder.display());
    let files = "examples/hardware/fifo.aag examples/hardware/mod_counter.aag \
                 examples/numbers/s1.smt2 examples/programs/broken/Abs.pi examples/formulas/swap.smt2";
    let before = runs(&format!("fleet status --json {at}")).ended();
    assert_eq!(before.code, 0, "{before}");
    schemas.check(&before);
    let proved = std::thread::scope(|scope| {
        let worker = scope.spawn(|| {
            runs(&format!("worker --threads 1 --exit-when-idle 4 --lease 2 {at}")).ended()
        });
        let proved = runs(&format!("prove {files} --json {at}")).ended();
        // What is known by now needs no worker any more.
        for form in ["junit", "sarif", "jsonl", "github"] {
            let run = runs(&format!("prove {files} {at} --format {form}")).ended();
            assert_eq!(run.code, 1, "{run}");
            match form {
                "junit" => junit::check(&run.stdout),
                "sarif" => sarif.check(&run.stdout),
                "jsonl" => schemas.check(&run),
                _ => assert!(run.stdout.lines().all(|line| line.starts_with("::")), "{run}"),
            }
        }
        // Where nobody knows, it is told what to try.
        let stuck = "prove examples/hardware/peterson.aag --engine bmc --bound 3";
        let stuck = runs(&format!("{stuck} --json {at}")).ended();
        assert_eq!(stuck.code, 3, "{stuck}");
        schemas.check(&stuck);
        let document: Value = serde_json::from_str(&stuck.stdout).unwrap();
        assert_eq!(document["files"][0]["units"][0]["code"], "UN0005", "{stuck}");
        let commands = document["files"][0]["next_steps"].to_string();
        assert!(commands.contains("--exchange dir:"), "{stuck}");
        assert!(commands.contains("--engine portfolio"), "{stuck}");
        let worker = worker.join().unwrap();
        assert_eq!(worker.code, 0, "{worker}");
        proved
    });
    assert_eq!(proved.code, 1, "{proved}");
    schemas.check(&proved);
    let document: serde_json::Value = serde_json::from_str(&proved.stdout).unwrap();
    let first: Vec<&str> = document["files"]
        .as_array()
        .unwrap()
        .iter()
        .map(|file| file["units"][0]["verdict"].as_str().unwrap())
        .collect();
    assert_eq!(first, ["proved", "proved", "proved", "false", "unsat"], "{proved}");
    for (arguments, code) in [
        ("fleet status --json", 0),
        ("fleet results --json", 1),
        ("fleet results fifo.aag --json", 0),
        ("fleet results no_such_file --json", 2),
        ("fleet cancel --all --json", 0),
        ("fleet drain --json", 0),
        ("fleet drain --undo --json", 0),
        ("prove examples/hardware/fifo.aag --json --vcd x.vcd", 2),
    ] {
        let run = runs(&format!("{arguments} {at}")).ended();
        assert_eq!(run.code, code, "{run}");
        schemas.check(&run);
    }
    std::fs::remove_dir_all(&folder).unwrap();
}
