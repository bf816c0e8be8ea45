//! The sorts of random scripts, and how each is declared, read and built.

/// A sort.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// `Bool`
    Bool,
    /// `Int`
    Int,
    /// `Real`
    Real,
    /// An uninterpreted sort.
    U,
    /// Another uninterpreted sort.
    V,
    /// `(Array Int Int)`
    ArrayIntInt,
    /// `(Array U V)`
    ArrayUV,
    /// `(Array U Int)`
    ArrayUInt,
    /// `(Array Bool Int)`
    ArrayBoolInt,
    /// Booleans by colour.
    ArrayColourBool,
    /// `(Array Int Real)`
    ArrayIntReal,
    /// `(Array Int Bool)`
    ArrayIntBool,
    /// `(Array Int V)`
    ArrayIntV,
    /// Colours by number.
    ArrayIntColour,
    /// `(Array U Bool)`
    ArrayUBool,
    /// Colours by element.
    ArrayUColour,
    /// `(Array V Bool)`
    ArrayVBool,
    /// `(Array U (Array V Int))`
    ArrayUArrayVInt,
    /// `(Array V Int)`
    ArrayVInt,
    /// `(Array Int (Array Int Int))`
    ArrayNested,
    /// `(Array (Array Int Int) Bool)`
    ArrayOfArrays,
    /// Three constants.
    Colour,
    /// A record of a number and a truth value.
    Pair,
    /// Nothing, or a truth value.
    Maybe,
    /// A record that holds an array.
    Holder,
    /// Lists of numbers.
    List,
    /// Binary trees.
    Tree,
    /// Trees with any number of branches, by mutual recursion with [`Kind::Forest`].
    Rose,
    /// Lists of [`Kind::Rose`].
    Forest,
    /// An instance of a parametric datatype.
    ListOfInt,
    /// Another instance of the same.
    ListOfU,
}

/// A constructor: its name, and its fields with their sorts.
pub(crate) type Shape = (&'static str, &'static [(&'static str, Kind)]);

/// How a declaration is written, for the sorts that need one.
pub(crate) fn declaration(kind: Kind) -> &'static str {
    match kind {
        Kind::U => "(declare-sort U 0)",
        Kind::V => "(declare-sort V 0)",
        Kind::Colour => "(declare-datatype Colour ((red) (green) (blue)))",
        Kind::Pair => "(declare-datatype Pair ((pair (first Int) (second Bool))))",
        Kind::Maybe => "(declare-datatype Maybe ((none) (some (what Bool))))",
        Kind::Holder => "(declare-datatype Holder ((empty) (hold (held (Array U Int)) (at U))))",
        Kind::List => "(declare-datatype List ((nil) (cons (head Int) (tail List))))",
        Kind::Tree => {
            "(declare-datatype Tree ((leaf) (node (left Tree) (colour Colour) (right Tree))))"
        }
        Kind::Rose | Kind::Forest => {
            "(declare-datatypes ((Rose 0) (Forest 0)) (((rose (branches Forest))) \
             ((bare) (grow (one Rose) (others Forest)))))"
        }
        Kind::ListOfInt | Kind::ListOfU => {
            "(declare-datatypes ((Chain 1)) ((par (X) ((stop) (more (item X) (rest (Chain X)))))))"
        }
        _ => "",
    }
}

impl Kind {
    /// The sort as SMT-LIB writes it.
    pub(crate) fn text(self) -> &'static str {
        match self {
            Kind::Bool => "Bool",
            Kind::Int => "Int",
            Kind::Real => "Real",
            Kind::U => "U",
            Kind::V => "V",
            Kind::ArrayIntInt => "(Array Int Int)",
            Kind::ArrayUV => "(Array U V)",
            Kind::ArrayUInt => "(Array U Int)",
            Kind::ArrayBoolInt => "(Array Bool Int)",
            Kind::ArrayColourBool => "(Array Colour Bool)",
            Kind::ArrayIntReal => "(Array Int Real)",
            Kind::ArrayIntBool => "(Array Int Bool)",
            Kind::ArrayIntV => "(Array Int V)",
            Kind::ArrayIntColour => "(Array Int Colour)",
            Kind::ArrayUBool => "(Array U Bool)",
            Kind::ArrayUColour => "(Array U Colour)",
            Kind::ArrayVBool => "(Array V Bool)",
            Kind::ArrayUArrayVInt => "(Array U (Array V Int))",
            Kind::ArrayVInt => "(Array V Int)",
            Kind::ArrayNested => "(Array Int (Array Int Int))",
            Kind::ArrayOfArrays => "(Array (Array Int Int) Bool)",
            Kind::Colour => "Colour",
            Kind::Pair => "Pair",
            Kind::Maybe => "Maybe",
            Kind::Holder => "Holder",
            Kind::List => "List",
            Kind::Tree => "Tree",
            Kind::Rose => "Rose",
            Kind::Forest => "Forest",
            Kind::ListOfInt => "(Chain Int)",
            Kind::ListOfU => "(Chain U)",
        }
    }

    /// The letter with which the names of its constants begin.
    pub(crate) fn letter(self) -> &'static str {
        match self {
            Kind::Bool => "p",
            Kind::Int => "i",
            Kind::Real => "r",
            Kind::U => "u",
            Kind::V => "v",
            Kind::ArrayIntInt => "a",
            Kind::ArrayUV => "b",
            Kind::ArrayUInt => "c",
            Kind::ArrayBoolInt => "d",
            Kind::ArrayColourBool => "e",
            Kind::ArrayIntReal => "ar",
            Kind::ArrayIntBool => "as",
            Kind::ArrayIntV => "av",
            Kind::ArrayIntColour => "ak",
            Kind::ArrayUBool => "bs",
            Kind::ArrayUColour => "bk",
            Kind::ArrayVBool => "cs",
            Kind::ArrayUArrayVInt => "bm",
            Kind::ArrayVInt => "ci",
            Kind::ArrayNested => "n",
            Kind::ArrayOfArrays => "o",
            Kind::Colour => "k",
            Kind::Pair => "q",
            Kind::Maybe => "m",
            Kind::Holder => "h",
            Kind::List => "l",
            Kind::Tree => "t",
            Kind::Rose => "w",
            Kind::Forest => "x",
            Kind::ListOfInt => "y",
            Kind::ListOfU => "z",
        }
    }

    /// The sorts of the index and of the elements of an array.
    pub(crate) fn array(self) -> Option<(Kind, Kind)> {
        match self {
            Kind::ArrayIntInt => Some((Kind::Int, Kind::Int)),
            Kind::ArrayUV => Some((Kind::U, Kind::V)),
            Kind::ArrayUInt => Some((Kind::U, Kind::Int)),
            Kind::ArrayBoolInt => Some((Kind::Bool, Kind::Int)),
            Kind::ArrayColourBool => Some((Kind::Colour, Kind::Bool)),
            Kind::ArrayIntReal => Some((Kind::Int, Kind::Real)),
            Kind::ArrayIntBool => Some((Kind::Int, Kind::Bool)),
            Kind::ArrayIntV => Some((Kind::Int, Kind::V)),
            Kind::ArrayIntColour => Some((Kind::Int, Kind::Colour)),
            Kind::ArrayUBool => Some((Kind::U, Kind::Bool)),
            Kind::ArrayUColour => Some((Kind::U, Kind::Colour)),
            Kind::ArrayVBool => Some((Kind::V, Kind::Bool)),
            Kind::ArrayUArrayVInt => Some((Kind::U, Kind::ArrayVInt)),
            Kind::ArrayVInt => Some((Kind::V, Kind::Int)),
            Kind::ArrayNested => Some((Kind::Int, Kind::ArrayIntInt)),
            Kind::ArrayOfArrays => Some((Kind::ArrayIntInt, Kind::Bool)),
            _ => None,
        }
    }

    /// The constructors of a datatype.
    pub(crate) fn constructors(self) -> &'static [Shape] {
        match self {
            Kind::Colour => &[("red", &[]), ("green", &[]), ("blue", &[])],
            Kind::Pair => &[("pair", &[("first", Kind::Int), ("second", Kind::Bool)])],
            Kind::Maybe => &[("none", &[]), ("some", &[("what", Kind::Bool)])],
            Kind::Holder => {
                &[("empty", &[]), ("hold", &[("held", Kind::ArrayUInt), ("at", Kind::U)])]
            }
            Kind::List => &[("nil", &[]), ("cons", &[("head", Kind::Int), ("tail", Kind::List)])],
            Kind::Tree => &[
                ("leaf", &[]),
                ("node", &[("left", Kind::Tree), ("colour", Kind::Colour), ("right", Kind::Tree)]),
            ],
            Kind::Rose => &[("rose", &[("branches", Kind::Forest)])],
            Kind::Forest => {
                &[("bare", &[]), ("grow", &[("one", Kind::Rose), ("others", Kind::Forest)])]
            }
            Kind::ListOfInt => {
                &[("stop", &[]), ("more", &[("item", Kind::Int), ("rest", Kind::ListOfInt)])]
            }
            Kind::ListOfU => {
                &[("stop", &[]), ("more", &[("item", Kind::U), ("rest", Kind::ListOfU)])]
            }
            _ => &[],
        }
    }

    /// Other sorts that its declaration or its parts mention.
    pub(crate) fn parts(self) -> Vec<Kind> {
        let mut parts: Vec<Kind> =
            self.array().map_or(vec![], |(index, element)| vec![index, element]);
        for (_, fields) in self.constructors() {
            parts.extend(fields.iter().map(|(_, kind)| *kind).filter(|kind| *kind != self));
        }
        parts
    }

    /// The constructor named, with its sort where that is needed.
    pub(crate) fn constructor_text(self, name: &str) -> String {
        if name == "stop" { format!("(as stop {})", self.text()) } else { name.to_owned() }
    }

    /// All its values as terms, if they are few.
    pub(crate) fn constants(self) -> &'static [&'static str] {
        match self {
            Kind::Bool => &["true", "false"],
            Kind::Colour => &["red", "green", "blue"],
            // In bounded scripts these two are all there is.
            Kind::U => &["u0", "u1"],
            _ => &[],
        }
    }
}
