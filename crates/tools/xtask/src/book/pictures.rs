//! Pictures that the program draws for the book.

use std::fs;
use std::path::Path;

use super::files::{Generated, PAGES, printed, read, write};

/// A picture: its name, the system that it is of, and how it is asked for.
struct Picture {
    name: &'static str,
    input: Input,
    options: &'static [&'static str],
}

enum Input {
    /// A file of the repository.
    Example(&'static str),
    /// What a reader of a page saves under a name.
    Saved { page: &'static str, name: &'static str },
}

const PICTURES: [Picture; 3] = [
    Picture { name: "simple", input: Input::Example("examples/numbers/simple.smt2"), options: &[] },
    Picture {
        name: "square",
        input: Input::Saved { page: "explanation/farkas.md", name: "square.smt2" },
        options: &["--template", "quadratic"],
    },
    Picture {
        name: "tank",
        input: Input::Saved { page: "tutorials/numbers.md", name: "tank.smt2" },
        options: &[],
    },
];

/// All pictures, as they are drawn today, with a folder for what is made on the way.
pub fn drawn(root: &Path, program: &Path, made: &Path) -> Result<Vec<Generated>, String> {
    let folder = made.join("book-pictures");
    fs::create_dir_all(&folder).map_err(|error| format!("cannot make a folder: {error}"))?;
    PICTURES.iter().map(|picture| drawing(root, program, &folder, picture)).collect()
}

fn drawing(
    root: &Path,
    program: &Path,
    folder: &Path,
    picture: &Picture,
) -> Result<Generated, String> {
    let text = match picture.input {
        Input::Example(path) => read(root, path)?,
        Input::Saved { page, name } => {
            let text = read(root, &format!("{PAGES}/{page}"))?;
            saved(&text, name).ok_or_else(|| format!("{page} has no file={name}"))?
        }
    };
    let (input, output) = (format!("{}.smt2", picture.name), format!("{}.svg", picture.name));
    write(&folder.join(&input), &text)?;
    let mut words = vec!["invariants", &input, "--plot", &output];
    words.extend(picture.options);
    printed(program, folder, &words)?;
    let drawing = fs::read_to_string(folder.join(&output));
    let drawing = drawing.map_err(|error| format!("no picture {output}: {error}"))?;
    Ok((format!("{PAGES}/pictures/{output}"), drawing))
}

/// What stands in the fence of a page that a reader saves under a name.
fn saved(page: &str, name: &str) -> Option<String> {
    let mark = format!(" file={name}");
    let body =
        page.lines().skip_while(|line| !(line.starts_with("```") && line.ends_with(&mark))).skip(1);
    let text: String =
        body.take_while(|line| *line != "```").map(|line| format!("{line}\n")).collect();
    (!text.is_empty()).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_reader_saves_is_found() {
        let page = "```smt2 file=ab.smt2\nno\n```\n```smt2 file=b.smt2\none\ntwo\n```\n";
        assert_eq!(saved(page, "b.smt2").as_deref(), Some("one\ntwo\n"));
        assert_eq!(saved(page, "c.smt2"), None);
    }
}
