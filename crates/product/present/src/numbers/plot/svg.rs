//! The picture as SVG: one file without scripts, fonts or anything from elsewhere.

use std::fmt::Write;

use super::geometry::{border, clipped, region};
use super::scene::{Curve, Plot, Point, Sign};
use super::view::{View, ticks};

use crate::limits::MOST_NUMBERED;

/// Where the plane is on the page.
const CORNER: Point = Point { x: 62.0, y: 48.0 };
/// How large it is there.
const SIZE: Point = Point { x: 560.0, y: 480.0 };
/// Where the legend begins.
const LEGEND: f64 = 650.0;
/// Letters of the legend are about this wide.
const LETTER: f64 = 6.7;
/// The legend takes at least this much.
const LEGEND_WIDTH: f64 = 250.0;
/// The excluded side of a border is shaded as far as this.
const SHADE: f64 = 11.0;
/// Colours that most people can tell apart, also those who see some of them alike.
const COLOURS: [&str; 8] =
    ["#0072b2", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#7b5ea7", "#8c564b", "#5b6770"];
const INK: &str = "#22262b";
const FAINT: &str = "#d9dde2";
const FORBIDDEN: &str = "#c62828";
const CTI: &str = "#d55e00";
const LEFT: &str = "#eaf5ee";

/// Draws the picture.
pub fn svg(plot: &Plot) -> String {
    let view = View::of(plot, CORNER, SIZE);
    let lines = legend(plot);
    let widest = lines.iter().map(|line| line.text.chars().count()).max().unwrap_or(0);
    let width = LEGEND + LEGEND_WIDTH.max(34.0 + LETTER * widest as f64);
    let height = (CORNER.y + SIZE.y + 56.0).max(CORNER.y + 20.0 * lines.len() as f64 + 30.0);
    let mut page = Page { text: String::new() };
    page.head(width, height, &plot.title);
    page.ground(&view, plot);
    page.grid(&view, plot);
    page.forbidden(&view, plot);
    page.borders(&view, plot);
    page.states(&view, plot);
    page.frame();
    page.legend(&lines);
    page.text.push_str("</svg>\n");
    page.text
}

struct Page {
    text: String,
}

/// A line of the legend: a sign drawn around a point, and words.
struct Line {
    sign: String,
    text: String,
    is_faint: bool,
}

impl Page {
    fn head(&mut self, width: f64, height: f64, title: &str) {
        let title = escaped(title);
        self.add(format_args!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" \
             width=\"{width:.0}\" height=\"{height:.0}\" \
             font-family=\"system-ui, 'DejaVu Sans', sans-serif\" font-size=\"12\" fill=\"{INK}\">\n\
             <title>{title}</title>\n\
             <defs>\n\
             <clipPath id=\"plane\"><rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/></clipPath>\n\
             <pattern id=\"hatch\" width=\"8\" height=\"8\" patternUnits=\"userSpaceOnUse\" \
             patternTransform=\"rotate(45)\"><rect width=\"8\" height=\"8\" fill=\"{FORBIDDEN}\" \
             fill-opacity=\"0.10\"/><line x1=\"0\" y1=\"0\" x2=\"0\" y2=\"8\" stroke=\"{FORBIDDEN}\" \
             stroke-width=\"1.6\" stroke-opacity=\"0.45\"/></pattern>\n\
             </defs>\n\
             <rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n\
             <text x=\"{}\" y=\"28\" font-size=\"16\" font-weight=\"600\">{title}</text>\n",
            CORNER.x, CORNER.y, SIZE.x, SIZE.y, CORNER.x
        ));
    }

    /// What all invariants together leave.
    fn ground(&mut self, view: &View, plot: &Plot) {
        let curves: Vec<Curve> =
            plot.borders.iter().filter_map(|border| border.curve.clone()).collect();
        if curves.is_empty() {
            return;
        }
        self.text.push_str("<g class=\"kept\" clip-path=\"url(#plane)\">\n");
        for polygon in region(view, &curves) {
            self.polygon(view, &polygon, &format!("fill=\"{LEFT}\""));
        }
        self.text.push_str("</g>\n");
    }

    fn grid(&mut self, view: &View, plot: &Plot) {
        let (bottom, right) = (CORNER.y + SIZE.y, CORNER.x + SIZE.x);
        self.text.push_str("<g class=\"axes\" stroke-width=\"1\">\n");
        for x in ticks(view.low.x, view.high.x, 9.0) {
            let at = view.place(Point { x, y: view.low.y }).x;
            let colour = if x == 0.0 { "#9aa3ad" } else { FAINT };
            self.add(format_args!(
                "<line x1=\"{at:.1}\" y1=\"{}\" x2=\"{at:.1}\" y2=\"{bottom}\" stroke=\"{colour}\"/>\n\
                 <text x=\"{at:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>\n",
                CORNER.y, bottom + 17.0, number(x)
            ));
        }
        for y in ticks(view.low.y, view.high.y, 8.0) {
            let at = view.place(Point { x: view.low.x, y }).y;
            let colour = if y == 0.0 { "#9aa3ad" } else { FAINT };
            self.add(format_args!(
                "<line x1=\"{}\" y1=\"{at:.1}\" x2=\"{right}\" y2=\"{at:.1}\" stroke=\"{colour}\"/>\n\
                 <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>\n",
                CORNER.x, CORNER.x - 8.0, at + 4.0, number(y)
            ));
        }
        let [x, y] = &plot.axes;
        let middle = CORNER.y + SIZE.y / 2.0;
        self.add(format_args!(
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\" font-style=\"italic\" \
             font-size=\"14\">{}</text>\n\
             <text x=\"18\" y=\"{middle:.1}\" text-anchor=\"middle\" font-style=\"italic\" \
             font-size=\"14\" transform=\"rotate(-90 18 {middle:.1})\">{}</text>\n</g>\n",
            CORNER.x + SIZE.x / 2.0,
            bottom + 40.0,
            escaped(x),
            escaped(y)
        ));
    }

    fn forbidden(&mut self, view: &View, plot: &Plot) {
        self.text.push_str("<g class=\"forbidden\" clip-path=\"url(#plane)\">\n");
        for curves in &plot.forbidden {
            for polygon in region(view, curves) {
                self.polygon(view, &polygon, "fill=\"url(#hatch)\"");
            }
            for curve in curves.iter().filter(|curve| curve.sign == Sign::Zero) {
                self.line(view, curve, FORBIDDEN, "stroke-width=\"3\" stroke-opacity=\"0.5\"");
            }
        }
        self.text.push_str("</g>\n");
    }

    /// Each border with its number; the side that it excludes is shaded.
    fn borders(&mut self, view: &View, plot: &Plot) {
        self.text.push_str("<g class=\"invariants\" clip-path=\"url(#plane)\">\n");
        for (place, shown) in plot.borders.iter().enumerate().take(MOST_NUMBERED) {
            let Some(curve) = &shown.curve else { continue };
            let colour = colour(place);
            self.add(format_args!(
                "<g class=\"invariant\">\n<title>{}: {}</title>\n",
                place + 1,
                escaped(&shown.text)
            ));
            if let (Some(line), true) = (curve.line(), curve.sign != Sign::Zero) {
                let strip = strip(view, line);
                self.polygon(view, &strip, &format!("fill=\"{colour}\" fill-opacity=\"0.18\""));
            }
            let width =
                if curve.sign == Sign::Zero { "stroke-width=\"3\"" } else { "stroke-width=\"2\"" };
            self.line(view, curve, colour, width);
            if let Some(at) = badge(view, curve, place) {
                self.badge(at, place, colour);
            }
            self.text.push_str("</g>\n");
        }
        self.text.push_str("</g>\n");
    }

    fn states(&mut self, view: &View, plot: &Plot) {
        self.text.push_str("<g class=\"states\" clip-path=\"url(#plane)\">\n");
        for (points, sign, what) in [
            (&plot.reached, reached as fn(Point) -> String, "reached"),
            (&plot.initial, initial, "first"),
        ] {
            for point in points.iter().filter(|point| view.shows(**point)) {
                self.sign(view, *point, &sign(view.place(*point)), &plot.axes, what);
            }
        }
        for (place, shown) in plot.borders.iter().enumerate().take(MOST_NUMBERED) {
            let Some(point) = shown.excludes.filter(|point| view.shows(*point)) else { continue };
            let at = view.place(point);
            let sign = format!(
                "{}<text x=\"{:.1}\" y=\"{:.1}\" font-size=\"10\" fill=\"{CTI}\">{}</text>",
                cross(at),
                at.x + 7.0,
                at.y - 5.0,
                place + 1
            );
            self.sign(view, point, &sign, &plot.axes, "excluded");
        }
        self.text.push_str("</g>\n");
    }

    fn frame(&mut self) {
        self.add(format_args!(
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"none\" stroke=\"{INK}\"/>\n",
            CORNER.x, CORNER.y, SIZE.x, SIZE.y
        ));
    }

    fn legend(&mut self, lines: &[Line]) {
        self.text.push_str("<g class=\"legend\">\n");
        for (place, line) in lines.iter().enumerate() {
            let y = CORNER.y + 14.0 + 20.0 * place as f64;
            let colour = if line.is_faint { "#6b747e" } else { INK };
            self.add(format_args!(
                "<g transform=\"translate({LEGEND} {:.1})\">{}</g>\
                 <text x=\"{:.1}\" y=\"{y:.1}\" fill=\"{colour}\" xml:space=\"preserve\">{}</text>\n",
                y - 4.0, line.sign, LEGEND + 20.0, escaped(&line.text)
            ));
        }
        self.text.push_str("</g>\n");
    }

    fn sign(&mut self, view: &View, point: Point, sign: &str, axes: &[String; 2], what: &str) {
        debug_assert!(view.shows(point));
        let [x, y] = axes;
        self.add(format_args!(
            "<g><title>{what}: {} = {}, {} = {}</title>{sign}</g>\n",
            escaped(x),
            number(point.x),
            escaped(y),
            number(point.y)
        ));
    }

    fn badge(&mut self, at: Point, place: usize, colour: &str) {
        self.add(format_args!("{}\n", badge_sign(at, place, colour)));
    }

    fn polygon(&mut self, view: &View, points: &[Point], style: &str) {
        if points.len() < 3 {
            return;
        }
        let places = points.iter().map(|point| view.place(*point));
        let places: Vec<String> = places.map(|at| format!("{:.1},{:.1}", at.x, at.y)).collect();
        self.add(format_args!("<polygon points=\"{}\" {style}/>\n", places.join(" ")));
    }

    fn line(&mut self, view: &View, curve: &Curve, colour: &str, style: &str) {
        let mut path = String::new();
        for [from, to] in border(view, curve) {
            let (from, to) = (view.place(from), view.place(to));
            let _ = write!(path, "M{:.1} {:.1}L{:.1} {:.1}", from.x, from.y, to.x, to.y);
        }
        if !path.is_empty() {
            let cap = "fill=\"none\" stroke-linecap=\"round\"";
            self.add(format_args!("<path d=\"{path}\" stroke=\"{colour}\" {cap} {style}/>\n"));
        }
    }

    fn add(&mut self, text: std::fmt::Arguments<'_>) {
        // Writing to a string cannot fail.
        let _ = self.text.write_fmt(text);
    }
}

fn legend(plot: &Plot) -> Vec<Line> {
    let centre = Point { x: 6.0, y: 0.0 };
    let line = |sign: String, text: &str| Line { sign, text: text.to_owned(), is_faint: false };
    let mut lines = Vec::new();
    if !plot.initial.is_empty() {
        lines.push(line(initial(centre), "first states"));
    }
    if !plot.reached.is_empty() {
        lines.push(line(reached(centre), "states that were reached"));
    }
    if plot.borders.iter().any(|border| border.excludes.is_some()) {
        lines.push(line(cross(centre), "counterexamples to induction"));
    }
    if !plot.forbidden.is_empty() {
        let sign = "<rect x=\"-1\" y=\"-6\" width=\"14\" height=\"12\" fill=\"url(#hatch)\"/>";
        let text = match plot.is_shadow {
            true => "forbidden, for some values of the others",
            false => "forbidden by the property",
        };
        lines.push(line(sign.to_owned(), text));
    }
    if plot.borders.iter().any(|border| border.curve.is_some()) {
        let sign = format!(
            "<rect x=\"-1\" y=\"-6\" width=\"14\" height=\"12\" fill=\"{LEFT}\" stroke=\"{FAINT}\"/>"
        );
        lines.push(line(sign, "what the invariants leave"));
    }
    if !plot.borders.is_empty() {
        lines.push(line(String::new(), ""));
        lines.push(line(String::new(), "invariants, in the order found:"));
    }
    for (place, border) in plot.borders.iter().enumerate() {
        lines.push(line(badge_sign(centre, place, colour(place)), &border.text));
        let reason = border.reason.as_ref().map(|state| format!("rules out {state}"));
        let hidden = border.curve.is_none().then(|| "not shown here".to_owned());
        for text in reason.into_iter().chain(hidden) {
            lines.push(Line { sign: String::new(), text: format!("  {text}"), is_faint: true });
        }
    }
    lines
}

fn initial(at: Point) -> String {
    let Point { x, y } = at;
    format!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"5\" fill=\"#0b3d91\" stroke=\"#ffffff\"/>")
}

fn reached(at: Point) -> String {
    let Point { x, y } = at;
    format!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\" fill=\"#4a5560\" fill-opacity=\"0.75\"/>")
}

fn cross(at: Point) -> String {
    let (left, right, top, bottom) = (at.x - 4.5, at.x + 4.5, at.y - 4.5, at.y + 4.5);
    format!(
        "<path d=\"M{left:.1} {top:.1}L{right:.1} {bottom:.1}M{left:.1} {bottom:.1}L{right:.1} {top:.1}\" \
         stroke=\"{CTI}\" stroke-width=\"2.2\" fill=\"none\"/>"
    )
}

fn badge_sign(at: Point, place: usize, colour: &str) -> String {
    format!(
        "<circle cx=\"{0:.1}\" cy=\"{1:.1}\" r=\"8\" fill=\"{colour}\"/>\
         <text x=\"{0:.1}\" y=\"{2:.1}\" text-anchor=\"middle\" font-size=\"10\" font-weight=\"600\" \
         fill=\"#ffffff\">{3}</text>",
        at.x,
        at.y,
        at.y + 3.5,
        place + 1
    )
}

/// Where the number of a border goes: on it, and not all in the same place.
fn badge(view: &View, curve: &Curve, place: usize) -> Option<Point> {
    let pieces = border(view, curve);
    let share = [0.18, 0.5, 0.82, 0.34, 0.66][place % 5];
    let (from, to) = match pieces.len() {
        0 => return None,
        1 => (pieces[0][0], pieces[0][1]),
        count => {
            let piece = pieces[((count - 1) as f64 * share) as usize];
            return Some(view.place(piece[0]));
        }
    };
    let (from, to) = (view.place(from), view.place(to));
    Some(Point { x: from.x + share * (to.x - from.x), y: from.y + share * (to.y - from.y) })
}

/// A strip of the plane beside a line, on the side that is excluded.
fn strip(view: &View, [a, b, c]: [f64; 3]) -> Vec<Point> {
    // How fast the form changes per unit of the page.
    let per_unit =
        (a * (view.high.x - view.low.x) / SIZE.x).hypot(b * (view.high.y - view.low.y) / SIZE.y);
    let outside = clipped(&view.corners(), [-a, -b, -c]);
    if outside.len() < 3 { outside } else { clipped(&outside, [a, b, c + SHADE * per_unit]) }
}

fn colour(place: usize) -> &'static str {
    COLOURS[place % COLOURS.len()]
}

/// A number with as many digits as matter.
fn number(value: f64) -> String {
    // Zero has no sign here.
    let value = if value == 0.0 { 0.0 } else { value };
    if value == value.trunc() && value.abs() < 1e12 {
        return format!("{value:.0}");
    }
    let text = format!("{value:.4}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// Text that can stand between tags and within quotes.
fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            letter if letter.is_control() => safe.push(' '),
            letter => safe.push(letter),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::super::scene::Border;
    use super::*;

    /// The names of the elements, in the order of their start; every tag is closed by its own name.
    fn elements(text: &str) -> Vec<String> {
        let (mut names, mut open) = (Vec::new(), Vec::new());
        for tag in text.split('<').skip(1) {
            let (tag, text) = tag.split_once('>').expect("a tag ends");
            assert!(!text.contains('&') || text.contains(';'), "{text}");
            assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
            let name: String = tag.chars().take_while(|letter| !letter.is_whitespace()).collect();
            match name.strip_prefix('/') {
                Some(name) => assert_eq!(open.pop().as_deref(), Some(name)),
                None => {
                    let name = name.trim_end_matches('/').to_owned();
                    if !tag.ends_with('/') {
                        open.push(name.clone());
                    }
                    names.push(name);
                }
            }
        }
        assert!(open.is_empty(), "{open:?}");
        names
    }

    /// Simple of the thesis: j = 2, k = 0; j += 4 or j += 2, k += 1; always k >= 0.
    fn simple() -> Plot {
        let point = |x: i32, y: i32| Point { x: f64::from(x), y: f64::from(y) };
        let curve = |monomials: &[(f64, u32, u32)]| Curve {
            monomials: monomials.to_vec(),
            sign: Sign::NonNegative,
        };
        Plot {
            title: "Simple <j, k> & \"more\"".to_owned(),
            axes: ["j".to_owned(), "k".to_owned()],
            initial: vec![point(2, 0)],
            reached: vec![point(6, 0), point(4, 1), point(10, 0), point(8, 1), point(6, 2)],
            forbidden: vec![vec![curve(&[(-1.0, 0, 1), (-1.0, 0, 0)])]],
            is_shadow: false,
            borders: vec![
                Border {
                    text: "k >= 0".to_owned(),
                    reason: Some("j = 3, k = -1".to_owned()),
                    excludes: Some(point(3, -1)),
                    curve: Some(curve(&[(1.0, 0, 1)])),
                },
                Border {
                    text: "j >= 2*k + 2".to_owned(),
                    reason: None,
                    excludes: None,
                    curve: Some(curve(&[(1.0, 1, 0), (-2.0, 0, 1), (-2.0, 0, 0)])),
                },
                Border {
                    text: "k = j*j".to_owned(),
                    reason: None,
                    excludes: None,
                    curve: Some(Curve {
                        monomials: vec![(1.0, 0, 1), (-1.0, 2, 0)],
                        sign: Sign::Zero,
                    }),
                },
                Border { text: "u >= j".to_owned(), reason: None, excludes: None, curve: None },
            ],
        }
    }

    #[test]
    fn a_picture_is_well_formed_and_has_everything() {
        let text = svg(&simple());
        let names = elements(&text);
        assert_eq!(names[0], "svg");
        assert!(text.contains("Simple &lt;j, k&gt; &amp; &quot;more&quot;"));
        for words in ["k &gt;= 0", "j &gt;= 2*k + 2", "rules out j = 3, k = -1", "not shown here"] {
            assert!(text.contains(words), "{words} in {text}");
        }
        // A group per invariant that can be drawn, each with its border; the half-planes are shaded.
        let invariants: Vec<&str> = text.split("class=\"invariant\"").skip(1).collect();
        assert_eq!(invariants.len(), 3);
        assert!(invariants.iter().all(|group| group.contains("<path d=\"M")));
        assert!(invariants[0].contains("<polygon") && invariants[1].contains("<polygon"));
        let hatched = text.matches("fill=\"url(#hatch)\"").count();
        assert_eq!(hatched, 2, "the region and its line in the legend");
    }

    #[test]
    fn nothing_to_show_is_no_problem() {
        elements(&svg(&Plot::default()));
        let far = Point { x: f64::MAX, y: f64::NAN };
        elements(&svg(&Plot { reached: vec![far], ..Plot::default() }));
    }

    #[test]
    fn numbers_are_short() {
        assert_eq!(
            [-0.0, 3.0, -2.0, 0.5, 1.0 / 3.0].map(number),
            ["0", "3", "-2", "0.5", "0.3333"]
        );
    }
}
