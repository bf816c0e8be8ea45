//! `cargo xtask dist`: what is shipped. Static programs for each target, in archives with manual pages, completions, licences and a
//! bill of materials; checksums; and the files of `packaging` filled in.
//!
//! Invariant: the same sources and the same toolchain give the same bytes, in whatever folder they lie; `--twice` tries it.

mod archive;
mod build;
mod component;
mod elf;
mod licences;
mod pages;
mod place;
mod sbom;
mod template;
mod twin;

use std::fs;
use std::path::Path;

use crate::{ci, metadata};
use archive::{Archive, digest};
use build::Build;
pub use build::{has_library, names_of_folders};
use component::Components;
use pages::Pages;
use place::Place;

const USAGE: &str = "\
usage: cargo xtask dist [--twice] [--target TRIPLE]... [--profile NAME]

Builds what is shipped into the folder `shipped` beside what cargo builds. A target that this toolchain has no library for is
skipped; `rustup target add TRIPLE` brings it.

  --twice           build all of it again from a copy in another folder, and compare the bytes
  --target TRIPLE   only this target, such as x86_64-unknown-linux-musl; can be repeated
  --profile NAME    another profile than `dist`: for a quick try of the chore itself
";

/// The targets, in the order of the checksums.
const TARGETS: [&str; 2] = ["aarch64-unknown-linux-musl", "x86_64-unknown-linux-musl"];
/// A program may take so many bytes.
const LARGEST_PROGRAM: usize = 15_000_000;

struct Options<'a> {
    twice: bool,
    profile: &'a str,
    targets: Vec<&'a str>,
}

/// Runs the chore.
pub fn run(root: &Path, options: &[&str]) -> Result<bool, String> {
    let options = read(options)?;
    let target = ci::target(root);
    let shipped = target.join("shipped");
    let here = Place { root: root.to_owned(), files: twin::files(root)?, target, shipped };
    // Copied before anything is built, so that both are made from the same texts.
    let there = if options.twice { Some(twin::copied(&here)?) } else { None };
    let pages = Pages::printed(root, &here.target)?;
    let Some(first) = ship(&here, &options, &pages)? else { return Ok(false) };
    template::fill(root, &here.shipped, &version(root)?, &first)?;
    if let Some(there) = there {
        let Some(second) = ship(&there, &options, &pages)? else { return Ok(false) };
        return Ok(twin::is_equal(&first, &second));
    }
    Ok(true)
}

fn read<'a>(words: &[&'a str]) -> Result<Options<'a>, String> {
    let mut options = Options { twice: false, profile: "dist", targets: Vec::new() };
    let mut words = words.iter();
    while let Some(word) = words.next() {
        match (*word, words.as_slice().first()) {
            ("--twice", _) => options.twice = true,
            ("--profile", Some(name)) => options.profile = name,
            ("--target", Some(triple)) if TARGETS.contains(triple) => options.targets.push(triple),
            _ => return Err(USAGE.to_owned()),
        }
        if *word != "--twice" {
            words.next();
        }
    }
    if options.targets.is_empty() {
        options.targets = TARGETS.to_vec();
    }
    Ok(options)
}

/// Makes all archives; their names and digests, or nothing if one is not fit to be shipped.
fn ship(
    place: &Place,
    options: &Options<'_>,
    pages: &Pages,
) -> Result<Option<Vec<(String, String)>>, String> {
    let cannot = |error| format!("cannot write {}: {error}", place.shipped.display());
    fs::create_dir_all(&place.shipped).map_err(cannot)?;
    let version = version(&place.root)?;
    let mut digests = Vec::new();
    let mut keep = |name: String, archive: Archive| -> Result<(), String> {
        let bytes = archive.packed()?;
        digests.push((name.clone(), digest(&bytes)));
        fs::write(place.shipped.join(name), bytes).map_err(cannot)
    };
    keep(format!("buttress-{version}-src.tar.gz"), sources(place, &version)?)?;
    for target in &options.targets {
        if !has_library(target) {
            println!(
                "SKIPPED: no library for {target} in this toolchain, so no archive for it; \
                 `rustup target add {target}` brings it"
            );
            continue;
        }
        let build = Build { place, target, profile: options.profile };
        let Some(programs) = build.programs()? else { return Ok(None) };
        let name = format!("buttress-{version}-{target}");
        let mut archive = Archive::new(&name);
        for (program, bytes) in programs {
            if !is_fit(&program, target, &bytes) {
                return Ok(None);
            }
            let image = place.shipped.join("image").join(architecture(target));
            fs::create_dir_all(&image).map_err(cannot)?;
            fs::write(image.join(&program), &bytes).map_err(cannot)?;
            archive.add_program(format!("bin/{program}"), bytes);
        }
        for text in ["README.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE"] {
            archive.add(text, template::read(&place.root.join(text))?);
        }
        pages.add_to(&mut archive);
        let metadata = metadata::of_workspace(&place.root, &["--filter-platform", target])?;
        let components = Components::of(&metadata, &place.root)?;
        archive.add("THIRD-PARTY.txt", licences::listed(&components)?);
        archive.add("sbom.cdx.json", sbom::document(&components, target));
        keep(format!("{name}.tar.gz"), archive)?;
    }
    digests.sort();
    let sums: String = digests.iter().map(|(name, digest)| format!("{digest}  {name}\n")).collect();
    print!("{sums}");
    fs::write(place.shipped.join("SHA256SUMS"), sums).map_err(cannot)?;
    Ok(Some(digests))
}

/// Is a program small, and does it need nothing else to run?
fn is_fit(program: &str, target: &str, bytes: &[u8]) -> bool {
    println!("{program} for {target}: {} bytes, of {LARGEST_PROGRAM}", bytes.len());
    if bytes.len() > LARGEST_PROGRAM {
        println!("failed: {program} is too large");
        return false;
    }
    if !elf::is_static(bytes) {
        println!("failed: {program} needs a dynamic linker");
        return false;
    }
    true
}

/// The files of the repository, as an archive.
fn sources(place: &Place, version: &str) -> Result<Archive, String> {
    let mut archive = Archive::new(&format!("buttress-{version}"));
    for path in &place.files {
        let bytes = fs::read(place.root.join(path)).map_err(|error| format!("{path}: {error}"))?;
        archive.add(path, bytes);
    }
    Ok(archive)
}

/// The version of the program.
fn version(root: &Path) -> Result<String, String> {
    let metadata = metadata::of_workspace(root, &["--no-deps"])?;
    let mut packages = metadata::published(&metadata);
    let own = packages.find(|package| package["name"] == "buttress");
    let version = own.and_then(|package| package["version"].as_str());
    version.map(str::to_owned).ok_or_else(|| "the workspace has no package buttress".to_owned())
}

/// A target's architecture in the words of container images.
fn architecture(target: &str) -> &'static str {
    if target.starts_with("aarch64") { "arm64" } else { "amd64" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_read() {
        let options = read(&["--twice", "--target", TARGETS[1], "--profile", "dev"]).unwrap();
        assert!(options.twice);
        assert_eq!((options.profile, options.targets), ("dev", vec![TARGETS[1]]));
        assert_eq!(read(&[]).unwrap().targets, TARGETS);
        for wrong in [&["--target"][..], &["--target", "pdp11"], &["--help"]] {
            assert!(read(wrong).is_err());
        }
    }

    #[test]
    fn a_program_that_is_not_static_is_not_shipped() {
        assert!(!is_fit("buttress", TARGETS[1], b"\x7fELF"));
        assert!(!is_fit("buttress", TARGETS[1], &vec![0; LARGEST_PROGRAM + 1]));
    }
}
