//! The sorts of random scripts, and how each is declared, read and built.

/// A sort.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ScriptSort {
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
    /// Trees with any number of branches, by mutual recursion with [`ScriptSort::Forest`].
    Rose,
    /// Lists of [`ScriptSort::Rose`].
    Forest,
    /// An instance of a parametric datatype.
    ListOfInt,
    /// Another instance of the same.
    ListOfU,
}

/// A constructor: its name, and its fields with their sorts.
pub(crate) type Shape = (&'static str, &'static [(&'static str, ScriptSort)]);

/// How a declaration is written, for the sorts that need one.
pub(crate) fn declaration(kind: ScriptSort) -> &'static str {
    match kind {
        ScriptSort::U => "(declare-sort U 0)",
        ScriptSort::V => "(declare-sort V 0)",
        ScriptSort::Colour => "(declare-datatype Colour ((red) (green) (blue)))",
        ScriptSort::Pair => "(declare-datatype Pair ((pair (first Int) (second Bool))))",
        ScriptSort::Maybe => "(declare-datatype Maybe ((none) (some (what Bool))))",
        ScriptSort::Holder => {
            "(declare-datatype Holder ((empty) (hold (held (Array U Int)) (at U))))"
        }
        ScriptSort::List => "(declare-datatype List ((nil) (cons (head Int) (tail List))))",
        ScriptSort::Tree => {
            "(declare-datatype Tree ((leaf) (node (left Tree) (colour Colour) (right Tree))))"
        }
        ScriptSort::Rose | ScriptSort::Forest => {
            "(declare-datatypes ((Rose 0) (Forest 0)) (((rose (branches Forest))) \
             ((bare) (grow (one Rose) (others Forest)))))"
        }
        ScriptSort::ListOfInt | ScriptSort::ListOfU => {
            "(declare-datatypes ((Chain 1)) ((par (X) ((stop) (more (item X) (rest (Chain X)))))))"
        }
        _ => "",
    }
}

impl ScriptSort {
    /// The sort as SMT-LIB writes it.
    pub(crate) fn text(self) -> &'static str {
        match self {
            ScriptSort::Bool => "Bool",
            ScriptSort::Int => "Int",
            ScriptSort::Real => "Real",
            ScriptSort::U => "U",
            ScriptSort::V => "V",
            ScriptSort::ArrayIntInt => "(Array Int Int)",
            ScriptSort::ArrayUV => "(Array U V)",
            ScriptSort::ArrayUInt => "(Array U Int)",
            ScriptSort::ArrayBoolInt => "(Array Bool Int)",
            ScriptSort::ArrayColourBool => "(Array Colour Bool)",
            ScriptSort::ArrayIntReal => "(Array Int Real)",
            ScriptSort::ArrayIntBool => "(Array Int Bool)",
            ScriptSort::ArrayIntV => "(Array Int V)",
            ScriptSort::ArrayIntColour => "(Array Int Colour)",
            ScriptSort::ArrayUBool => "(Array U Bool)",
            ScriptSort::ArrayUColour => "(Array U Colour)",
            ScriptSort::ArrayVBool => "(Array V Bool)",
            ScriptSort::ArrayUArrayVInt => "(Array U (Array V Int))",
            ScriptSort::ArrayVInt => "(Array V Int)",
            ScriptSort::ArrayNested => "(Array Int (Array Int Int))",
            ScriptSort::ArrayOfArrays => "(Array (Array Int Int) Bool)",
            ScriptSort::Colour => "Colour",
            ScriptSort::Pair => "Pair",
            ScriptSort::Maybe => "Maybe",
            ScriptSort::Holder => "Holder",
            ScriptSort::List => "List",
            ScriptSort::Tree => "Tree",
            ScriptSort::Rose => "Rose",
            ScriptSort::Forest => "Forest",
            ScriptSort::ListOfInt => "(Chain Int)",
            ScriptSort::ListOfU => "(Chain U)",
        }
    }

    /// The letter with which the names of its constants begin.
    pub(crate) fn letter(self) -> &'static str {
        match self {
            ScriptSort::Bool => "p",
            ScriptSort::Int => "i",
            ScriptSort::Real => "r",
            ScriptSort::U => "u",
            ScriptSort::V => "v",
            ScriptSort::ArrayIntInt => "a",
            ScriptSort::ArrayUV => "b",
            ScriptSort::ArrayUInt => "c",
            ScriptSort::ArrayBoolInt => "d",
            ScriptSort::ArrayColourBool => "e",
            ScriptSort::ArrayIntReal => "ar",
            ScriptSort::ArrayIntBool => "as",
            ScriptSort::ArrayIntV => "av",
            ScriptSort::ArrayIntColour => "ak",
            ScriptSort::ArrayUBool => "bs",
            ScriptSort::ArrayUColour => "bk",
            ScriptSort::ArrayVBool => "cs",
            ScriptSort::ArrayUArrayVInt => "bm",
            ScriptSort::ArrayVInt => "ci",
            ScriptSort::ArrayNested => "n",
            ScriptSort::ArrayOfArrays => "o",
            ScriptSort::Colour => "k",
            ScriptSort::Pair => "q",
            ScriptSort::Maybe => "m",
            ScriptSort::Holder => "h",
            ScriptSort::List => "l",
            ScriptSort::Tree => "t",
            ScriptSort::Rose => "w",
            ScriptSort::Forest => "x",
            ScriptSort::ListOfInt => "y",
            ScriptSort::ListOfU => "z",
        }
    }

    /// The sorts of the index and of the elements of an array.
    pub(crate) fn array(self) -> Option<(ScriptSort, ScriptSort)> {
        match self {
            ScriptSort::ArrayIntInt => Some((ScriptSort::Int, ScriptSort::Int)),
            ScriptSort::ArrayUV => Some((ScriptSort::U, ScriptSort::V)),
            ScriptSort::ArrayUInt => Some((ScriptSort::U, ScriptSort::Int)),
            ScriptSort::ArrayBoolInt => Some((ScriptSort::Bool, ScriptSort::Int)),
            ScriptSort::ArrayColourBool => Some((ScriptSort::Colour, ScriptSort::Bool)),
            ScriptSort::ArrayIntReal => Some((ScriptSort::Int, ScriptSort::Real)),
            ScriptSort::ArrayIntBool => Some((ScriptSort::Int, ScriptSort::Bool)),
            ScriptSort::ArrayIntV => Some((ScriptSort::Int, ScriptSort::V)),
            ScriptSort::ArrayIntColour => Some((ScriptSort::Int, ScriptSort::Colour)),
            ScriptSort::ArrayUBool => Some((ScriptSort::U, ScriptSort::Bool)),
            ScriptSort::ArrayUColour => Some((ScriptSort::U, ScriptSort::Colour)),
            ScriptSort::ArrayVBool => Some((ScriptSort::V, ScriptSort::Bool)),
            ScriptSort::ArrayUArrayVInt => Some((ScriptSort::U, ScriptSort::ArrayVInt)),
            ScriptSort::ArrayVInt => Some((ScriptSort::V, ScriptSort::Int)),
            ScriptSort::ArrayNested => Some((ScriptSort::Int, ScriptSort::ArrayIntInt)),
            ScriptSort::ArrayOfArrays => Some((ScriptSort::ArrayIntInt, ScriptSort::Bool)),
            _ => None,
        }
    }

    /// The constructors of a datatype.
    pub(crate) fn constructors(self) -> &'static [Shape] {
        match self {
            ScriptSort::Colour => &[("red", &[]), ("green", &[]), ("blue", &[])],
            ScriptSort::Pair => {
                &[("pair", &[("first", ScriptSort::Int), ("second", ScriptSort::Bool)])]
            }
            ScriptSort::Maybe => &[("none", &[]), ("some", &[("what", ScriptSort::Bool)])],
            ScriptSort::Holder => &[
                ("empty", &[]),
                ("hold", &[("held", ScriptSort::ArrayUInt), ("at", ScriptSort::U)]),
            ],
            ScriptSort::List => {
                &[("nil", &[]), ("cons", &[("head", ScriptSort::Int), ("tail", ScriptSort::List)])]
            }
            ScriptSort::Tree => &[
                ("leaf", &[]),
                (
                    "node",
                    &[
                        ("left", ScriptSort::Tree),
                        ("colour", ScriptSort::Colour),
                        ("right", ScriptSort::Tree),
                    ],
                ),
            ],
            ScriptSort::Rose => &[("rose", &[("branches", ScriptSort::Forest)])],
            ScriptSort::Forest => &[
                ("bare", &[]),
                ("grow", &[("one", ScriptSort::Rose), ("others", ScriptSort::Forest)]),
            ],
            ScriptSort::ListOfInt => &[
                ("stop", &[]),
                ("more", &[("item", ScriptSort::Int), ("rest", ScriptSort::ListOfInt)]),
            ],
            ScriptSort::ListOfU => &[
                ("stop", &[]),
                ("more", &[("item", ScriptSort::U), ("rest", ScriptSort::ListOfU)]),
            ],
            _ => &[],
        }
    }

    /// Other sorts that its declaration or its parts mention.
    pub(crate) fn parts(self) -> Vec<ScriptSort> {
        let mut parts: Vec<ScriptSort> =
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
            ScriptSort::Bool => &["true", "false"],
            ScriptSort::Colour => &["red", "green", "blue"],
            // In bounded scripts these two are all there is.
            ScriptSort::U => &["u0", "u1"],
            _ => &[],
        }
    }
}
