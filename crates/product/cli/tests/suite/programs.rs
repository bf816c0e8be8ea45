//! The programs in `examples/programs` are proved; of their broken twins is said what is kept beside them.
//!
//! With `UPDATE_EXPECT=1` what is said now is kept.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../examples/programs").join(name)
}

/// The names of the programs in a folder, sorted.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("the folder is part of the repository");
    let paths = entries.map(|entry| entry.expect("a file").path());
    let programs = paths.filter(|path| path.extension().is_some_and(|suffix| suffix == "pi"));
    let mut names: Vec<String> = programs
        .filter_map(|path| Some(path.file_stem()?.to_string_lossy().into_owned()))
        .collect();
    names.sort();
    names
}

/// The exit code and all that is said of a program; times and sizes of proofs are left out.
fn prove(folder: &Path, name: &str, options: &[&str]) -> (Option<i32>, String) {
    let run = Command::new(env!("CARGO_BIN_EXE_buttress"))
        .env("XDG_CACHE_HOME", env!("CARGO_BIN_EXE_buttress"))
        .args(["prove", &format!("{name}.pi"), "--threads", "1"])
        .args(options)
        .env("NO_COLOR", "1")
        // Wide enough for no line to be broken: times, which differ, would decide where.
        .env("COLUMNS", "140")
        .current_dir(folder)
        .output()
        .expect("the program starts");
    let text = [run.stdout, run.stderr].concat();
    (run.status.code(), masked(&String::from_utf8_lossy(&text)))
}

/// `0.08 s` at the end of a line becomes `?.?? s`, what inference took goes, and `(12 steps).` becomes `(? steps).`.
fn masked(text: &str) -> String {
    let mut masked = String::new();
    for line in text.lines() {
        let seconds = line.strip_suffix(" s").and_then(|line| line.rsplit_once(' '));
        let seconds = seconds.filter(|(_, seconds)| seconds.parse::<f64>().is_ok());
        let steps = line.strip_suffix(" steps).").and_then(|line| line.rsplit_once('('));
        masked.push_str(&match (seconds, steps) {
            (Some((rest, _)), _) => format!("{} ?.?? s\n", without_inference(rest).trim_end()),
            (None, Some((rest, _))) => format!("{rest}(? steps).\n"),
            (None, None) => format!("{line}\n"),
        });
    }
    masked
}

/// Whether inference took long enough to be told of depends on the machine.
fn without_inference(line: &str) -> &str {
    let rest = line.strip_suffix(" s of inference in").and_then(|line| line.rsplit_once(' '));
    rest.map_or(line, |(rest, _)| rest)
}

#[test]
fn the_examples_are_proved_and_end() {
    let folder = folder("");
    for name in names(&folder) {
        let (code, said) = prove(&folder, &name, &["--termination"]);
        assert_eq!(code, Some(0), "{name}: {said}");
        assert!(said.contains("Certificate checked"), "{name}: {said}");
    }
}

/// Users write facts about arrays; what these programs say about numbers in their loops is inferred.
#[test]
fn facts_about_numbers_are_inferred() {
    let folder = folder("");
    for name in ["BubbleSort", "InsertionSort", "LinearSearch"] {
        let (code, said) = prove(&folder, name, &["--infer", "none"]);
        assert_eq!(code, Some(1), "{name}: {said}");
        let (code, said) = prove(&folder, name, &["--infer", "numeric"]);
        assert_eq!(code, Some(0), "{name}: {said}");
    }
}

/// Of this program's broken twin is said what is kept beside it.
fn check_twin(name: &str) {
    let broken = folder("broken");
    let (code, said) = prove(&broken, name, &[]);
    assert_eq!(code, Some(1), "{name}: {said}");
    let path = broken.join(format!("{name}.txt"));
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        fs::write(&path, &said).expect("the folder can be written to");
    }
    let kept = fs::read_to_string(&path).unwrap_or_default();
    assert!(kept.replace("\r\n", "\n") == said, "{name}: kept:\n{kept}\nsaid:\n{said}");
}

/// A test for each broken twin, and the list of them.
macro_rules! twins {
    ($($test:ident: $name:literal,)*) => {
        const TWINS: &[&str] = &[$($name),*];

        mod of_broken_twins_is_said_what_is_kept {
            $(#[test]
            fn $test() {
                super::check_twin($name);
            })*
        }
    };
}

twins! {
    abs: "Abs",
    ackermann: "Ackermann",
    binary_search: "BinarySearch",
    bubble_sort: "BubbleSort",
    insertion_sort: "InsertionSort",
    linear_search: "LinearSearch",
    lists: "Lists",
    max: "Max",
    merge_sort: "MergeSort",
    quick_sort: "QuickSort",
    sorted_union: "SortedUnion",
    sqrt: "Sqrt",
    tally: "Tally",
    unsorted_union: "UnsortedUnion",
}

#[test]
fn each_program_has_its_twin() {
    assert_eq!(names(&folder("broken")), names(&folder("")), "each program has its twin");
    assert_eq!(names(&folder("broken")), TWINS, "each twin has its test");
}

#[test]
fn the_examples_are_formatted() {
    for folder in [folder(""), folder("broken")] {
        for name in names(&folder) {
            let status = Command::new(env!("CARGO_BIN_EXE_buttress"))
                .args(["fmt", "--check", &format!("{name}.pi")])
                .current_dir(&folder)
                .status();
            assert_eq!(status.expect("the program starts").code(), Some(0), "{name}");
        }
    }
}

#[test]
fn times_and_sizes_are_left_out() {
    let text = "  f  proved  1 path   0.08 s\nlasts 3 s\nno time s\nchecked (61 steps).\n";
    let expected = "  f  proved  1 path ?.?? s\nlasts ?.?? s\nno time s\nchecked (? steps).\n";
    assert_eq!(masked(text), expected);
}

#[test]
fn several_processes_share_a_cache() {
    let cache = std::env::temp_dir().join(format!("buttress-shared-{}", std::process::id()));
    let start = || {
        Command::new(env!("CARGO_BIN_EXE_buttress"))
            .args(["prove", "BubbleSort.pi", "-q", "--threads", "1", "--no-termination"])
            .env("XDG_CACHE_HOME", &cache)
            .current_dir(folder(""))
            .spawn()
            .expect("the program starts")
    };
    let running: Vec<_> = (0..3).map(|_| start()).collect();
    for mut process in running {
        assert_eq!(process.wait().unwrap().code(), Some(0));
    }
    let kept = std::fs::read_dir(cache.join("buttress/proofs")).unwrap();
    let names: Vec<String> =
        kept.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    assert!(names.iter().any(|name| name.ends_with(".proof")), "{names:?}");
    assert!(names.iter().all(|name| !name.ends_with(".part")), "{names:?}");
    std::fs::remove_dir_all(cache).unwrap();
}
