//! The pages of all diagnostic codes. Tests run every example through the reader of its format.

mod circuits;
mod formulas;
mod program_text;
mod program_verdicts;
mod unknown;

use super::page::Page;

pub use self::circuits::PAGES;
pub use self::formulas::FORMULA_PAGES;
pub use self::program_text::PROGRAM_TEXT_PAGES;
pub use self::program_verdicts::PROGRAM_VERDICT_PAGES;
pub use self::unknown::UNKNOWN_PAGES;

/// All pages, in the order of their codes.
pub fn pages() -> impl Iterator<Item = &'static Page> {
    let programs = PROGRAM_TEXT_PAGES.iter().chain(PROGRAM_VERDICT_PAGES);
    PAGES.iter().chain(programs).chain(FORMULA_PAGES).chain(UNKNOWN_PAGES)
}

/// What a code means, in a line.
pub fn title(code: &str) -> Option<&'static str> {
    pages().find(|page| page.code == code).map(|page| page.title)
}
