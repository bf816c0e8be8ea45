//! The short lists: samples of the benchmark folder, which say how they were drawn.

use std::fs;
use std::path::{Path, PathBuf};

use buttress_testkit::Random;

use super::product::Product;

/// Where the list of a product lies.
fn place(root: &Path, product: &Product) -> PathBuf {
    root.join("bench/lists").join(format!("short-{}.txt", product.name))
}

/// The names on the list of a product; remarks begin with `#`.
pub fn read(root: &Path, product: &Product) -> Result<Vec<String>, String> {
    let path = place(root, product);
    let text = fs::read_to_string(&path)
        .map_err(|error| format!("cannot read {}: {error}", path.display()))?;
    let lines =
        text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    Ok(lines.map(str::to_owned).collect())
}

/// Draws the list of a product anew.
pub fn draw(root: &Path, product: &Product, seed: u64) -> Result<(), String> {
    let mut all = product.candidates()?;
    all.sort();
    let count = all.len();
    let chosen = sample(all, product.size, seed);
    let head = format!(
        "# {} of {count} files, a sample: `cargo xtask bench all --sample {seed} --product {}`\n",
        chosen.len(),
        product.name
    );
    let path = place(root, product);
    fs::write(&path, head + &chosen.join("\n") + "\n")
        .map_err(|error| format!("cannot write {}: {error}", path.display()))?;
    println!("{}: {} of {count} files", path.display(), chosen.len());
    Ok(())
}

/// So many of these, in their order; the same ones for the same seed.
fn sample(all: Vec<String>, size: usize, seed: u64) -> Vec<String> {
    let mut random = Random::new(seed);
    let (mut left, mut wanted) = (all.len(), size.min(all.len()));
    let is_drawn = |_: &String| {
        let is_drawn = random.below(left) < wanted;
        left -= 1;
        wanted -= usize::from(is_drawn);
        is_drawn
    };
    all.into_iter().filter(is_drawn).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_are_as_large_as_they_should_be_and_come_again() {
        let all: Vec<String> = (0..50).map(|number| format!("{number:02}")).collect();
        let chosen = sample(all.clone(), 20, 7);
        assert_eq!(chosen.len(), 20);
        assert!(chosen.is_sorted());
        assert_eq!(sample(all.clone(), 20, 7), chosen);
        assert_ne!(sample(all.clone(), 20, 8), chosen);
        assert_eq!(sample(all.clone(), 90, 7), all);
    }
}
