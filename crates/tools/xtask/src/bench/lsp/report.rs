//! What was measured, as a table.

use std::time::Duration;

use crate::bench::table::markdown_row;

/// What one edit cost.
pub struct Sample {
    /// The function that was edited.
    pub function: String,
    /// What its verdict must be.
    pub kind: &'static str,
    /// From the edit to the first diagnostics of the new text.
    pub diagnostic: Duration,
    /// From the edit to the verdict on the function.
    pub verdict: Duration,
    /// Seconds that `buttress prove --function` takes.
    pub own: f64,
    /// The verdict.
    pub status: String,
    /// Is it that of the command line?
    pub is_right: bool,
}

/// All that was measured.
pub struct Report {
    /// Was the server built for this, as it is shipped?
    pub is_fresh: bool,
    /// Lines of the program.
    pub lines: usize,
    /// Its functions.
    pub functions: usize,
    /// From opening to the first diagnostics.
    pub first: Duration,
    /// From opening to the last verdict.
    pub all: Duration,
    /// From an interrupt to the end of the proof, where that can be seen.
    pub interrupted: Vec<Duration>,
    /// One for each edit.
    pub samples: Vec<Sample>,
    /// Threads of the server.
    pub threads: usize,
}

/// The bars: seconds from edit to diagnostics, and from edit to verdict beside the proof itself.
const BARS: (f64, f64) = (0.1, 0.2);

impl Sample {
    /// What the server adds to the time of the proof.
    fn over(&self) -> f64 {
        self.verdict.as_secs_f64() - self.own
    }

    /// In a line.
    pub fn line(&self) -> String {
        format!(
            "{}: diagnostics after {}, {} after {} (alone {})",
            self.function,
            milliseconds(self.diagnostic.as_secs_f64()),
            self.status,
            milliseconds(self.verdict.as_secs_f64()),
            milliseconds(self.own),
        )
    }
}

impl Report {
    /// Are all verdicts those of the command line, and as they must be?
    pub fn is_right(&self) -> bool {
        self.samples.iter().all(|sample| sample.is_right && sample.status == sample.kind)
    }

    /// In a line or two.
    pub fn summary(&self) -> String {
        let (diagnostics, over) = self.columns();
        format!(
            "{} edits: diagnostics after {} at most (bar {}), verdicts {} after the proof's own time at most (bar {})",
            self.samples.len(),
            milliseconds(last(&diagnostics)),
            milliseconds(BARS.0),
            milliseconds(last(&over)),
            milliseconds(BARS.1),
        )
    }

    /// The page.
    pub fn markdown(&self) -> String {
        let Report { lines, functions, threads, .. } = self;
        let mut text = format!(
            "# The language server, {lines} lines, {functions} functions, threads: {threads}\n\n\
             Measured with {}.\nOpened: first diagnostics after {}, all verdicts after {}.\n\n",
            if self.is_fresh {
                "profile `dist`"
            } else {
                "a build that was named, which may be slower than what is shipped"
            },
            milliseconds(self.first.as_secs_f64()),
            milliseconds(self.all.as_secs_f64()),
        );
        let (diagnostics, over) = self.columns();
        let verdicts = sorted(self.samples.iter().map(|it| it.verdict.as_secs_f64()));
        let interrupted = sorted(self.interrupted.iter().map(Duration::as_secs_f64));
        let own = sorted(self.samples.iter().map(|it| it.own));
        text.push_str("| from an edit to | least | median | most | bar |\n|---|--:|--:|--:|--:|\n");
        for (name, all, bar) in [
            ("the first diagnostics", &diagnostics, milliseconds(BARS.0)),
            ("the verdict on the function", &verdicts, String::new()),
            ("its own proof, by `buttress prove --function`", &own, String::new()),
            ("the verdict, less its own proof", &over, milliseconds(BARS.1)),
            ("the end of a proof that it interrupts", &interrupted, milliseconds(BARS.0)),
        ] {
            let figures = [all[0], all[all.len() / 2], last(all)].map(milliseconds);
            let [least, median, most] = figures;
            markdown_row(&mut text, &[name.to_owned(), least, median, most, bar]);
        }
        text.push_str("\n| edited | verdict | diagnostics | verdict after | own proof |\n|---|---|--:|--:|--:|\n");
        for sample in &self.samples {
            let times = [sample.diagnostic.as_secs_f64(), sample.verdict.as_secs_f64(), sample.own];
            let [diagnostic, verdict, own] = times.map(milliseconds);
            let function = sample.function.clone();
            markdown_row(&mut text, &[function, sample.status.clone(), diagnostic, verdict, own]);
        }
        let wrong = self.samples.iter().filter(|it| !it.is_right || it.status != it.kind).count();
        text.push_str(&match wrong {
            0 => "\nEvery verdict is that of the command line.\n".to_owned(),
            wrong => format!("\n{wrong} verdicts are wrong.\n"),
        });
        text
    }

    /// Waits for diagnostics, and what the server adds to proofs, each from least to most.
    fn columns(&self) -> (Vec<f64>, Vec<f64>) {
        let diagnostics = sorted(self.samples.iter().map(|it| it.diagnostic.as_secs_f64()));
        (diagnostics, sorted(self.samples.iter().map(Sample::over)))
    }
}

/// From least to most; there is at least one.
fn sorted(figures: impl Iterator<Item = f64>) -> Vec<f64> {
    let mut figures: Vec<f64> = figures.collect();
    figures.sort_by(f64::total_cmp);
    if figures.is_empty() {
        figures.push(0.0);
    }
    figures
}

fn last(figures: &[f64]) -> f64 {
    figures.last().copied().unwrap_or(0.0)
}

fn milliseconds(seconds: f64) -> String {
    format!("{:.0} ms", seconds * 1000.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_tells_the_worst() {
        let sample = |verdict: u64, own: f64| Sample {
            function: "f".to_owned(),
            kind: "proved",
            diagnostic: Duration::from_millis(7),
            verdict: Duration::from_millis(verdict),
            own,
            status: "proved".to_owned(),
            is_right: true,
        };
        let report = Report {
            is_fresh: true,
            lines: 1000,
            functions: 50,
            first: Duration::from_millis(30),
            all: Duration::from_millis(3000),
            interrupted: Vec::new(),
            samples: vec![sample(150, 0.05), sample(400, 0.1)],
            threads: 1,
        };
        assert!(report.is_right());
        assert!(report.summary().contains("verdicts 300 ms after"), "{}", report.summary());
        let page = report.markdown();
        assert!(
            page.contains(
                "| the verdict, less its own proof | 100 ms | 300 ms | 300 ms | 200 ms |"
            ),
            "{page}"
        );
    }
}
