//! The cactus plot: how many files each solver answers within how many CPU seconds each.

mod panels;
mod strokes;

use std::fmt::Write;

const WIDTH: f64 = 760.0;
const HEIGHT: f64 = 460.0;
const LEFT: f64 = 60.0;
const BOTTOM: f64 = 50.0;
const MARGIN: f64 = 20.0;

pub use panels::{Panel, panels};

use strokes::STROKES;

/// What a solver answered: one curve.
pub struct Curve<'a> {
    /// The solver's name.
    pub name: &'a str,
    /// The CPU seconds of each file it answered, sorted.
    pub solved: Vec<f64>,
}

/// The plot as an SVG document: `files` were run, each with at most `limit` CPU seconds. Runs
/// faster than `least`, a power of ten, are drawn on the lower edge.
pub fn cactus(curves: &[Curve<'_>], files: usize, least: f64, limit: u64) -> String {
    let limit = (limit as f64).max(1.0);
    let most = files.max(1) as f64;
    let decades = (limit / least).log10();
    let across = |solved: f64| LEFT + solved / most * (WIDTH - LEFT - MARGIN);
    let up = |seconds: f64| {
        let height = (seconds.clamp(least, limit) / least).log10() / decades;
        HEIGHT - BOTTOM - height * (HEIGHT - BOTTOM - MARGIN)
    };
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
         font-family=\"sans-serif\" font-size=\"12\">\n\
         <title>Files answered within a CPU limit per file</title>\n\
         <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"white\"/>\n"
    );
    let mut draw = |element: String| {
        svg.push_str(&element);
        svg.push('\n');
    };
    let (right, floor) = (WIDTH - MARGIN, HEIGHT - BOTTOM);
    let mut seconds = least;
    while seconds <= limit * 1.001 {
        let y = up(seconds);
        draw(format!(
            "<path d=\"M{LEFT} {y:.1}H{right}\" stroke=\"#ddd\"/>\
             <text x=\"{:.0}\" y=\"{:.1}\" text-anchor=\"end\">{seconds}</text>",
            LEFT - 6.0,
            y + 4.0
        ));
        seconds =
            if seconds >= 0.999 { seconds * 10.0 } else { (seconds * 1000.0).round() / 100.0 };
    }
    let mut ticks: Vec<usize> = (0..=4).map(|part| files * part / 4).collect();
    ticks.dedup();
    for solved in ticks {
        draw(format!(
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{solved}</text>",
            across(solved as f64),
            floor + 18.0
        ));
    }
    draw(format!("<path d=\"M{LEFT} {MARGIN}V{floor}H{right}\" fill=\"none\" stroke=\"black\"/>"));
    draw(format!(
        "<text x=\"{:.0}\" y=\"{:.0}\" text-anchor=\"middle\">files answered</text>",
        (LEFT + right) / 2.0,
        HEIGHT - 10.0
    ));
    draw(format!(
        "<text transform=\"translate(14 {:.0}) rotate(-90)\" text-anchor=\"middle\">CPU seconds</text>",
        HEIGHT / 2.0
    ));
    for (index, Curve { name, solved }) in curves.iter().enumerate() {
        let (colour, dashes) = STROKES[index % STROKES.len()];
        let mut path = String::new();
        for (position, &seconds) in solved.iter().enumerate() {
            let (x, y) = (across(position as f64 + 1.0), up(seconds));
            let pen = if position == 0 { 'M' } else { 'L' };
            write!(path, "{pen}{x:.1} {y:.1}").expect("a string takes all text");
        }
        let stroke =
            format!("stroke=\"{colour}\" stroke-width=\"2\" stroke-dasharray=\"{dashes}\"");
        draw(format!("<path d=\"{path}\" fill=\"none\" {stroke}/>"));
        let y = MARGIN + 16.0 * (index as f64 + 1.0);
        draw(format!("<path d=\"M{} {:.0}h30\" {stroke}/>", LEFT + 12.0, y - 4.0));
        let name = name.replace('&', "&amp;").replace('<', "&lt;");
        draw(format!("<text x=\"{}\" y=\"{y:.0}\">{name} ({})</text>", LEFT + 50.0, solved.len()));
    }
    svg.push_str("</svg>\n");
    svg
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_solver_has_a_curve_and_a_legend() {
        let curve = |name, solved: &[f64]| Curve { name, solved: solved.to_vec() };
        let svg = cactus(&[curve("buttress", &[1.0, 2.0]), curve("abc", &[0.5])], 2, 0.01, 10);
        assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
        assert!(svg.contains(">buttress (2)</text>") && svg.contains(">abc (1)</text>"));
        // Two answers of two: the curve runs from the middle to the right edge.
        assert!(svg.contains("M400.0 150.0L740.0 "), "{svg}");
        for label in [">0.01<", ">0.1<", ">1<", ">10<"] {
            assert!(svg.contains(label), "{label}");
        }
    }
}
