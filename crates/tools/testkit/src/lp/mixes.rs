//! What random linear programs are like.

/// What a program may consist of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LpMix {
    /// What it is called in reports.
    pub name: &'static str,
    /// The fewest and the most variables.
    pub variables: (usize, usize),
    /// The fewest and the most constraints, those on single variables not counted.
    pub constraints: (usize, usize),
    /// The most variables of a constraint.
    pub terms: usize,
    /// How often a variable has a bound on either side, in percent.
    pub bounded: u32,
    /// How often a constraint is an equation, in percent.
    pub equations: u32,
    /// How often an inequality is strict, in percent.
    pub strict: u32,
    /// How often a constraint goes through a point that all share, in percent.
    pub degenerate: u32,
    /// The numbers.
    pub numbers: Numbers,
}

/// What coefficients are like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Numbers {
    /// Whole and near zero.
    Small,
    /// Fractions.
    Fractions,
    /// Near the ends of machine words, and beyond.
    Huge,
}

const PLAIN: LpMix = LpMix {
    name: "small",
    variables: (2, 5),
    constraints: (1, 9),
    terms: 5,
    bounded: 20,
    equations: 10,
    strict: 15,
    degenerate: 20,
    numbers: Numbers::Small,
};

/// All mixes.
pub const LP_MIXES: [LpMix; 9] = [
    PLAIN,
    LpMix { name: "bounded", bounded: 90, variables: (3, 8), constraints: (3, 12), ..PLAIN },
    LpMix { name: "free", bounded: 0, variables: (2, 6), constraints: (2, 12), ..PLAIN },
    LpMix { name: "degenerate", degenerate: 90, constraints: (4, 14), ..PLAIN },
    LpMix { name: "equations", equations: 50, degenerate: 70, constraints: (2, 8), ..PLAIN },
    LpMix { name: "strict", strict: 70, degenerate: 50, ..PLAIN },
    LpMix { name: "fractions", numbers: Numbers::Fractions, bounded: 50, ..PLAIN },
    LpMix { name: "huge", numbers: Numbers::Huge, bounded: 50, degenerate: 50, ..PLAIN },
    LpMix {
        name: "wide",
        variables: (10, 20),
        constraints: (12, 30),
        terms: 4,
        bounded: 60,
        strict: 2,
        equations: 5,
        ..PLAIN
    },
];
