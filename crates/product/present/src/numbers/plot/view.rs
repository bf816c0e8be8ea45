//! Which part of the plane is shown, and where on the page.

use super::scene::{Plot, Point};

/// A rectangle of the plane and the rectangle of the page that shows it.
pub(super) struct View {
    /// The corner with the smallest values.
    pub(super) low: Point,
    /// The corner with the largest values.
    pub(super) high: Point,
    /// The upper left corner on the page.
    pub(super) corner: Point,
    /// Width and height on the page.
    pub(super) size: Point,
}

impl View {
    /// The part of the plane in which something is to be seen.
    pub(super) fn of(plot: &Plot, corner: Point, size: Point) -> View {
        let states = plot.initial.iter().chain(&plot.reached).copied();
        let excluded = plot.borders.iter().filter_map(|border| border.excludes);
        let points: Vec<Point> = states
            .chain(excluded)
            .filter(|point| point.x.is_finite() && point.y.is_finite())
            .collect();
        let mut x = Span::of(points.iter().map(|point| point.x));
        let mut y = Span::of(points.iter().map(|point| point.y));
        let centre = Point { x: x.middle(), y: y.middle() };
        let half = Point { x: x.length() / 2.0, y: y.length() / 2.0 };
        // A border that almost touches the picture belongs into it.
        let curves = plot.borders.iter().filter_map(|border| border.curve.as_ref());
        for [a, b, c] in
            curves.chain(plot.forbidden.iter().flatten()).filter_map(|curve| curve.line())
        {
            let norm = a * a + b * b;
            if norm > 0.0 {
                let away = (a * centre.x + b * centre.y + c) / norm;
                let foot = Point { x: centre.x - a * away, y: centre.y - b * away };
                if (foot.x - centre.x).abs() <= 2.0 * half.x
                    && (foot.y - centre.y).abs() <= 2.0 * half.y
                {
                    x.include(foot.x);
                    y.include(foot.y);
                }
            }
        }
        let (x, y) = (x.widened(), y.widened());
        let low = Point { x: x.low, y: y.low };
        let high = Point { x: x.high, y: y.high };
        View { low, high, corner, size }
    }

    /// Where a point is on the page.
    pub(super) fn place(&self, point: Point) -> Point {
        let share = |value: f64, low: f64, high: f64| (value - low) / (high - low);
        Point {
            x: self.corner.x + self.size.x * share(point.x, self.low.x, self.high.x),
            y: self.corner.y + self.size.y * (1.0 - share(point.y, self.low.y, self.high.y)),
        }
    }

    /// Is the point shown?
    pub(super) fn shows(&self, point: Point) -> bool {
        (self.low.x..=self.high.x).contains(&point.x)
            && (self.low.y..=self.high.y).contains(&point.y)
    }

    /// The corners, around.
    pub(super) fn corners(&self) -> Vec<Point> {
        let (low, high) = (self.low, self.high);
        vec![low, Point { x: high.x, y: low.y }, high, Point { x: low.x, y: high.y }]
    }
}

/// From the smallest to the largest of some values.
#[derive(Clone, Copy)]
struct Span {
    low: f64,
    high: f64,
}

impl Span {
    fn of(values: impl Iterator<Item = f64>) -> Span {
        let mut span = Span { low: f64::INFINITY, high: f64::NEG_INFINITY };
        values.for_each(|value| span.include(value));
        if span.low > span.high {
            return Span { low: -5.0, high: 5.0 };
        }
        if span.length() < 4.0 {
            let middle = span.middle();
            return Span { low: middle - 2.0, high: middle + 2.0 };
        }
        span
    }

    fn include(&mut self, value: f64) {
        self.low = self.low.min(value);
        self.high = self.high.max(value);
    }

    fn middle(self) -> f64 {
        self.low / 2.0 + self.high / 2.0
    }

    fn length(self) -> f64 {
        self.high - self.low
    }

    /// With some room around.
    fn widened(self) -> Span {
        let room = 0.1 * self.length();
        Span { low: self.low - room, high: self.high + room }
    }
}

/// Round numbers between two values, about so many.
pub(super) fn ticks(low: f64, high: f64, about: f64) -> Vec<f64> {
    let raw = (high - low) / about;
    if !raw.is_finite() || raw <= 0.0 {
        return Vec::new();
    }
    let unit = 10f64.powf(raw.log10().floor());
    let step =
        [1.0, 2.0, 5.0, 10.0].into_iter().map(|factor| factor * unit).find(|step| *step >= raw);
    let step = step.unwrap_or(10.0 * unit);
    let (first, last) = ((low / step).ceil() as i64, (high / step).floor() as i64);
    (first..=last).map(|count| count as f64 * step).collect()
}
