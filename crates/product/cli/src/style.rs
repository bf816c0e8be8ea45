//! How a report looks on a terminal: colours of verdicts, times and sizes, and how much is told.

use std::time::Duration;

use anstyle::{AnsiColor, Style};

use crate::verdict::VerdictWord;

/// For names of files.
pub const BOLD: Style = Style::new().bold();
/// For figures.
pub const FAINT: Style = Style::new().dimmed();

/// How much is told.
#[derive(Clone, Copy)]
pub struct Layout {
    /// Columns of the report.
    pub width: usize,
    /// Figures, reductions and all waveforms.
    pub is_verbose: bool,
}

/// A size with its unit.
pub fn size(bytes: usize) -> String {
    let bytes = bytes as f64;
    match bytes {
        ..1048576.0 => format!("{:.0} KiB", bytes / 1024.0),
        ..1073741824.0 => format!("{:.1} MiB", bytes / 1048576.0),
        _ => format!("{:.2} GiB", bytes / 1073741824.0),
    }
}

/// A time with as many digits as matter.
pub fn seconds(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    if seconds < 9.995 { format!("{seconds:7.2} s") } else { format!("{seconds:7.1} s") }
}

/// Words of others as a terminal may have them: what moves cursors or changes colours is left out.
pub fn legible(text: &str) -> String {
    text.chars().map(|letter| if letter.is_control() { '\u{fffd}' } else { letter }).collect()
}

/// The verdict, coloured, and padded outside of the colour.
pub fn painted(words: &str, word: VerdictWord, width: usize) -> String {
    let style = style(word);
    let padding = " ".repeat(width.saturating_sub(words.len()));
    format!("{style}{words}{style:#}{padding}")
}

/// The colour of a verdict.
pub fn style(word: VerdictWord) -> Style {
    let color = match word {
        VerdictWord::Proved => AnsiColor::Green,
        VerdictWord::False | VerdictWord::Open | VerdictWord::Rejected => AnsiColor::Red,
        VerdictWord::Unknown => AnsiColor::Yellow,
    };
    color.on_default().bold()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_others_do_not_move_the_cursor() {
        assert_eq!(legible("a\x1b[2Jb\r\n\u{9b}1A ü"), "a\u{fffd}[2Jb\u{fffd}\u{fffd}\u{fffd}1A ü");
    }

    #[test]
    fn sizes_and_times_are_short() {
        assert_eq!(size(2048), "2 KiB");
        assert_eq!(size(5 << 20), "5.0 MiB");
        assert_eq!(size(3 << 30), "3.00 GiB");
        assert_eq!(seconds(Duration::from_millis(1234)).trim(), "1.23 s");
        assert_eq!(seconds(Duration::from_secs(61)).trim(), "61.0 s");
    }
}
