//! Small plots beside each other: CPU seconds against size, both on scales of logarithms.

use std::fmt::Write;

use super::strokes::STROKES;

const ACROSS: usize = 2;
const WIDTH: f64 = 380.0;
const HEIGHT: f64 = 240.0;
const LEFT: f64 = 48.0;
const BOTTOM: f64 = 34.0;
const MARGIN: f64 = 24.0;

/// One plot.
pub struct Panel {
    /// What it shows.
    pub title: String,
    /// For each solver, in one order everywhere, its points: size and seconds.
    pub curves: Vec<Vec<(f64, f64)>>,
}

/// The plots as an SVG document: sizes from `sizes.0` to `sizes.1`, seconds from `seconds.0`, a power
/// of ten, to `seconds.1`. A curve ends where its solver has no answer any more.
pub fn panels(names: &[&str], panels: &[Panel], sizes: (f64, f64), seconds: (f64, f64)) -> String {
    let (width, key) = (WIDTH * ACROSS as f64, 30.0);
    let height = key + HEIGHT * panels.len().div_ceil(ACROSS) as f64;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"sans-serif\" font-size=\"11\">\n\
         <title>CPU seconds against size</title>\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"white\"/>\n"
    );
    for (index, name) in names.iter().enumerate() {
        let x = 20.0 + 130.0 * index as f64;
        let name = name.replace('&', "&amp;").replace('<', "&lt;");
        svg.push_str(&format!(
            "<path d=\"M{x} 18h30\" {}/><text x=\"{}\" y=\"22\">{name}</text>\n",
            stroke(index),
            x + 36.0
        ));
    }
    for (index, panel) in panels.iter().enumerate() {
        let (column, row) = (index % ACROSS, index / ACROSS);
        let (x, y) = (WIDTH * column as f64, key + HEIGHT * row as f64);
        svg.push_str(&format!("<g transform=\"translate({x} {y})\">\n"));
        draw(&mut svg, panel, sizes, seconds);
        svg.push_str("</g>\n");
    }
    svg.push_str("</svg>\n");
    svg
}

fn stroke(index: usize) -> String {
    let (colour, dashes) = STROKES[index % STROKES.len()];
    format!("stroke=\"{colour}\" stroke-width=\"2\" fill=\"none\" stroke-dasharray=\"{dashes}\"")
}

fn draw(svg: &mut String, panel: &Panel, sizes: (f64, f64), seconds: (f64, f64)) {
    let part = |value: f64, (least, most): (f64, f64)| {
        (value.clamp(least, most) / least).ln() / (most / least).ln().max(f64::MIN_POSITIVE)
    };
    let across = |size: f64| LEFT + part(size, sizes) * (WIDTH - LEFT - MARGIN);
    let up = |time: f64| HEIGHT - BOTTOM - part(time, seconds) * (HEIGHT - BOTTOM - MARGIN);
    let (right, floor) = (WIDTH - MARGIN, HEIGHT - BOTTOM);
    let mut element = |text: String| {
        svg.push_str(&text);
        svg.push('\n');
    };
    let title = panel.title.replace('&', "&amp;").replace('<', "&lt;");
    element(format!("<text x=\"{LEFT}\" y=\"14\" font-weight=\"bold\">{title}</text>"));
    let mut exponent = seconds.0.log10().round() as i32;
    while 10_f64.powi(exponent) <= seconds.1 * 1.001 {
        let y = up(10_f64.powi(exponent));
        let label = match exponent {
            0.. => format!("{}", 10_f64.powi(exponent)),
            _ => format!("{:.*}", exponent.unsigned_abs() as usize, 10_f64.powi(exponent)),
        };
        element(format!(
            "<path d=\"M{LEFT} {y:.1}H{right}\" stroke=\"#ddd\"/>\
             <text x=\"{:.0}\" y=\"{:.1}\" text-anchor=\"end\">{label}</text>",
            LEFT - 4.0,
            y + 4.0
        ));
        exponent += 1;
    }
    let mut size = sizes.0;
    while size <= sizes.1 * 1.001 {
        element(format!(
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{size}</text>",
            across(size),
            floor + 15.0
        ));
        size *= 2.0;
    }
    element(format!(
        "<path d=\"M{LEFT} {MARGIN}V{floor}H{right}\" fill=\"none\" stroke=\"black\"/>"
    ));
    for (index, curve) in panel.curves.iter().enumerate() {
        let mut path = String::new();
        for (position, (size, time)) in curve.iter().enumerate() {
            let pen = if position == 0 { 'M' } else { 'L' };
            write!(path, "{pen}{:.1} {:.1}", across(*size), up(*time))
                .expect("a string takes all text");
        }
        // A curve of one point is still to be seen.
        if let [(size, time)] = curve[..] {
            write!(path, "M{:.1} {:.1}h4", across(size), up(time))
                .expect("a string takes all text");
        }
        if !path.is_empty() {
            element(format!("<path d=\"{path}\" {}/>", stroke(index)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn curves_run_from_corner_to_corner() {
        let steep = vec![(2.0, 0.01), (256.0, 10.0)];
        let panel = |title: &str, curves| Panel { title: title.to_owned(), curves };
        let drawn =
            [panel("a < b", vec![steep, vec![]]), panel("c", vec![vec![], vec![(2.0, 1.0)]])];
        let svg = panels(&["buttress", "z3"], &drawn, (2.0, 256.0), (0.01, 10.0));
        assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
        assert!(svg.contains("M48.0 206.0L356.0 24.0"), "{svg}");
        for label in [">a &lt; b<", ">0.01<", ">0.1<", ">10<", ">2<", ">256<", ">z3<"] {
            assert!(svg.contains(label), "{label}");
        }
        assert_eq!(svg.matches("<g ").count(), 2);
        assert_eq!(svg.matches("stroke-width").count(), 4);
    }
}
