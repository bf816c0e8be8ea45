//! Regions and their borders as polygons and lines.

use super::scene::{Curve, Point, Sign};
use super::view::View;

use crate::limits::PLOT_CELLS;

/// The points of a polygon at which a x + b y + c is not negative.
pub(super) fn clipped(polygon: &[Point], [a, b, c]: [f64; 3]) -> Vec<Point> {
    let value = |point: Point| a * point.x + b * point.y + c;
    let mut kept = Vec::new();
    for (place, &from) in polygon.iter().enumerate() {
        let to = polygon[(place + 1) % polygon.len()];
        let (start, end) = (value(from), value(to));
        if start >= 0.0 {
            kept.push(from);
        }
        if (start > 0.0 && end < 0.0) || (start < 0.0 && end > 0.0) {
            kept.push(between(from, to, start / (start - end)));
        }
    }
    kept
}

fn between(from: Point, to: Point, share: f64) -> Point {
    Point { x: from.x + share * (to.x - from.x), y: from.y + share * (to.y - from.y) }
}

/// The part of the view in which all curves hold, as polygons; a region without inside is empty.
pub(super) fn region(view: &View, curves: &[Curve]) -> Vec<Vec<Point>> {
    let lines: Option<Vec<[f64; 3]>> =
        curves.iter().map(|curve| curve.line().filter(|_| curve.sign != Sign::Zero)).collect();
    if let Some(lines) = lines {
        let polygon =
            lines.into_iter().fold(view.corners(), |polygon, line| clipped(&polygon, line));
        return if polygon.len() < 3 { Vec::new() } else { vec![polygon] };
    }
    if curves.iter().any(|curve| curve.sign == Sign::Zero) {
        return Vec::new();
    }
    rows(view, curves)
}

/// A region as stripes of cells whose middles are in it.
fn rows(view: &View, curves: &[Curve]) -> Vec<Vec<Point>> {
    let mut stripes = Vec::new();
    for row in 0..PLOT_CELLS {
        let mut start = None;
        for column in 0..=PLOT_CELLS {
            let middle = grid(view, column as f64 + 0.5, row as f64 + 0.5);
            let is_inside = column < PLOT_CELLS && curves.iter().all(|curve| curve.holds(middle));
            match (start, is_inside) {
                (None, true) => start = Some(column),
                (Some(from), false) => {
                    let at = |column: usize, row: usize| grid(view, column as f64, row as f64);
                    stripes.push(vec![
                        at(from, row),
                        at(column, row),
                        at(column, row + 1),
                        at(from, row + 1),
                    ]);
                    start = None;
                }
                _ => {}
            }
        }
    }
    stripes
}

/// The border of a curve within the view, as pieces of lines.
pub(super) fn border(view: &View, curve: &Curve) -> Vec<[Point; 2]> {
    match curve.line() {
        Some(line) => chord(view, line).into_iter().collect(),
        None => contour(view, curve),
    }
}

/// The part of the line a x + b y + c = 0 within the view.
fn chord(view: &View, [a, b, c]: [f64; 3]) -> Option<[Point; 2]> {
    let corners = view.corners();
    let value = |point: Point| a * point.x + b * point.y + c;
    let mut crossings: Vec<Point> = Vec::new();
    for (place, &from) in corners.iter().enumerate() {
        let to = corners[(place + 1) % corners.len()];
        let (start, end) = (value(from), value(to));
        if start == 0.0 {
            crossings.push(from);
        } else if (start < 0.0) != (end < 0.0) && end != 0.0 {
            crossings.push(between(from, to, start / (start - end)));
        }
    }
    match crossings[..] {
        [from, to, ..] => Some([from, to]),
        _ => None,
    }
}

/// Pieces of the curve, cell by cell (marching squares).
fn contour(view: &View, curve: &Curve) -> Vec<[Point; 2]> {
    let mut pieces = Vec::new();
    for row in 0..PLOT_CELLS {
        for column in 0..PLOT_CELLS {
            let at = |dx: usize, dy: usize| grid(view, (column + dx) as f64, (row + dy) as f64);
            let corners = [at(0, 0), at(1, 0), at(1, 1), at(0, 1)];
            let values = corners.map(|corner| curve.value(corner));
            let mut crossings = Vec::new();
            for place in 0..4 {
                let next = (place + 1) % 4;
                if (values[place] < 0.0) != (values[next] < 0.0) {
                    let share = values[place] / (values[place] - values[next]);
                    crossings.push(between(corners[place], corners[next], share));
                }
            }
            // Two pieces cross a cell with four crossings; which two, nobody can see.
            pieces.extend(crossings.chunks_exact(2).map(|pair| [pair[0], pair[1]]));
        }
    }
    pieces
}

/// The point of the view in so many columns and rows.
fn grid(view: &View, column: f64, row: f64) -> Point {
    let share = |low: f64, high: f64, part: f64| low + (high - low) * part / PLOT_CELLS as f64;
    Point { x: share(view.low.x, view.high.x, column), y: share(view.low.y, view.high.y, row) }
}

#[cfg(test)]
mod tests {
    use super::super::scene::Plot;
    use super::*;

    fn view() -> View {
        let corner = |x, y| Point { x, y };
        let plot = Plot { initial: vec![corner(0.0, 0.0), corner(10.0, 10.0)], ..Plot::default() };
        View::of(&plot, corner(0.0, 0.0), corner(100.0, 100.0))
    }

    fn area(polygon: &[Point]) -> f64 {
        let pairs = polygon.iter().zip(polygon.iter().cycle().skip(1));
        pairs.map(|(p, q)| p.x * q.y - q.x * p.y).sum::<f64>().abs() / 2.0
    }

    fn curve(monomials: &[(f64, u32, u32)]) -> Curve {
        Curve { monomials: monomials.to_vec(), sign: Sign::NonNegative }
    }

    #[test]
    fn half_planes_are_cut_exactly() {
        // x + y >= 10 leaves half of the square from -1 to 11.
        let half = region(&view(), &[curve(&[(1.0, 1, 0), (1.0, 0, 1), (-10.0, 0, 0)])]);
        assert!((area(&half[0]) - 72.0).abs() < 1e-9, "{half:?}");
        assert!(region(&view(), &[curve(&[(-1.0, 1, 0), (-20.0, 0, 0)])]).is_empty());
        assert_eq!(border(&view(), &curve(&[(1.0, 1, 0), (-3.0, 0, 0)])).len(), 1);
        assert!(border(&view(), &curve(&[(1.0, 1, 0), (-300.0, 0, 0)])).is_empty());
    }

    #[test]
    fn curves_are_followed_cell_by_cell() {
        // x² + y² <= 25, of which three quarters are not shown.
        let disc = curve(&[(-1.0, 2, 0), (-1.0, 0, 2), (25.0, 0, 0)]);
        let filled: f64 =
            region(&view(), std::slice::from_ref(&disc)).iter().map(|cell| area(cell)).sum();
        let quarter = std::f64::consts::PI * 25.0 / 4.0 + 5.0 + 5.0 + 1.0;
        assert!((filled - quarter).abs() < 0.5, "{filled} for {quarter}");
        let pieces = border(&view(), &disc);
        assert!(pieces.len() > 50);
        assert!(pieces.iter().flatten().all(|point| (point.x.hypot(point.y) - 5.0).abs() < 0.01));
    }
}
