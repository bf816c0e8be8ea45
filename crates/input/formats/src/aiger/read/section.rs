//! The sections of lines before the symbol table, as data.

/// A section's name and what one line of it holds.
pub(super) struct Section {
    pub name: &'static str,
    pub item: &'static str,
    /// The numbers on a line: at least, at most.
    pub numbers: (usize, usize),
    /// What a line should say.
    pub form: &'static str,
}

pub(super) const INPUTS: Section =
    Section { name: "inputs", item: "input", numbers: (1, 1), form: "one even literal" };
pub(super) const ASCII_LATCHES: Section = Section {
    name: "latches",
    item: "latch",
    numbers: (2, 3),
    form: "the latch, its next-state literal and optionally its reset",
};
pub(super) const BINARY_LATCHES: Section = Section {
    name: "latches",
    item: "latch",
    numbers: (1, 2),
    form: "the next-state literal and optionally the reset",
};
pub(super) const OUTPUTS: Section = list("outputs", "output");
pub(super) const BADS: Section = list("bad signals", "bad signal");
pub(super) const CONSTRAINTS: Section = list("constraints", "constraint");
pub(super) const JUSTICE_SIZES: Section = Section {
    name: "justice sizes",
    item: "size",
    numbers: (1, 1),
    form: "the number of literals of a justice property",
};
pub(super) const JUSTICE: Section = list("justice properties", "literal");
pub(super) const FAIRNESS: Section = list("fairness constraints", "fairness constraint");
pub(super) const ASCII_GATES: Section = Section {
    name: "and-gates",
    item: "gate",
    numbers: (3, 3),
    form: "three literals: the gate and the two it reads",
};

const fn list(name: &'static str, item: &'static str) -> Section {
    Section { name, item, numbers: (1, 1), form: "one literal" }
}
