//! Arrays as rows of cells over one axis of indices, with the names of variables above the cells that they point at.

use std::collections::{BTreeMap, BTreeSet};

use crate::html::{Html, element};
use crate::limits::CELLS;

/// Arrays at one moment.
#[derive(Default)]
pub struct Cells {
    /// Name, cells, and which of these changed.
    pub rows: Vec<(String, Vec<String>, BTreeSet<usize>)>,
    /// Names by the index that they point at.
    pub pointers: BTreeMap<i64, Vec<String>>,
    /// The cells of the failing instance.
    pub failing: BTreeSet<i64>,
}

impl Cells {
    /// The drawing; nothing if there are no arrays.
    pub fn shown(&self) -> Html {
        let length = self.rows.iter().map(|(_, cells, _)| cells.len()).max().unwrap_or(0);
        if self.rows.is_empty() {
            return Html::new();
        }
        // Cells beyond the ends are drawn where something points at them.
        let pointed = self.pointers.keys().chain(&self.failing).copied();
        let near: Vec<i64> =
            pointed.filter(|index| (-2..=length as i64 + 2).contains(index)).collect();
        let first = near.iter().copied().chain([0]).min().unwrap_or(0);
        let last = near.iter().map(|index| index + 1).chain([length as i64]).max().unwrap_or(0);
        let last = last.min(first + CELLS as i64);
        let class = |index: i64| if self.failing.contains(&index) { "failing" } else { "" };
        let heads = (first..last).map(|index| {
            let names = self.pointers.get(&index).map(|names| names.join(", "));
            element("th")
                .with("scope", "col")
                .class(class(index))
                .child(names.map(|names| element("b").text(names)))
                .child(element("small").text(index.to_string()))
        });
        let head = element("tr").child(element("td")).children(heads);
        let rows = self.rows.iter().map(|(name, cells, changed)| {
            let cells_shown = (first..last).map(|index| {
                let place = usize::try_from(index).ok();
                match place.and_then(|place| Some((place, cells.get(place)?))) {
                    Some((place, cell)) => {
                        let changed = if changed.contains(&place) { "changed" } else { "" };
                        element("td").class("cell").class(changed).class(class(index)).text(cell)
                    }
                    None => element("td").class("beyond").class(class(index)),
                }
            });
            let rest = cells.len().saturating_sub(CELLS);
            let rest =
                (rest > 0).then(|| element("td").class("faint").text(format!("… {rest} more")));
            let name = element("th").with("scope", "row").text(name);
            element("tr").child(name).children(cells_shown).child(rest)
        });
        let table = element("table").class("cells");
        table.child(element("thead").child(head)).child(element("tbody").children(rows)).into()
    }
}
