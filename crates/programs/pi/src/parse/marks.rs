//! What the reader knows about tokens that their kind does not tell.
//!
//! The formatter lays out tokens, not trees, so that it can neither lose nor change anything. Where one
//! token may play several parts, or begins a line, the reader leaves a mark.

/// What begins with a token.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Line {
    /// Nothing: it is in the middle of something.
    #[default]
    Inside,
    /// A declaration, or what precedes one.
    Declaration,
    /// A further line of a declaration: the rest of a contract, the prototype, `declare`.
    Contract,
    /// A statement, a field or a local of a `declare` block.
    Statement,
    /// The statement that an `if`, an `else` or a loop governs, and this is neither a block nor an `if`
    /// after `else`.
    Governed,
    /// An `else`.
    Else {
        /// The token of its `if`.
        of: usize,
        /// Did a block precede it?
        after_block: bool,
    },
    /// A part of a loop's head: the annotation, the ranking or the header.
    Head,
    /// The block of a loop, or one after a `declare` block.
    OwnBrace,
    /// A closing brace of a block.
    BlockEnd,
}

/// The part that a token plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Part {
    /// What its kind says.
    #[default]
    Plain,
    /// `while`, `for`: the number is that of the token which ends the header.
    Loop(usize),
    /// The brace of a block or a struct.
    Block,
    /// The sign before its only operand.
    Prefix,
    /// The bar that begins a length.
    Open,
    /// The bar that ends one.
    Close,
    /// The bracket, parenthesis or brace that follows its operand.
    Postfix,
    /// The point of a quantifier.
    Period,
}

/// The marks of all tokens.
pub(crate) struct Marks {
    marks: Vec<(Line, Part)>,
}

impl Marks {
    pub(super) fn new(tokens: usize) -> Marks {
        Marks { marks: vec![(Line::Inside, Part::Plain); tokens] }
    }

    pub(super) fn begin(&mut self, token: usize, line: Line) {
        if let Some(mark) = self.marks.get_mut(token) {
            mark.0 = line;
        }
    }

    pub(super) fn play(&mut self, token: usize, part: Part) {
        if let Some(mark) = self.marks.get_mut(token) {
            mark.1 = part;
        }
    }

    /// What begins with a token.
    pub(crate) fn line(&self, token: usize) -> Line {
        self.marks.get(token).map(|mark| mark.0).unwrap_or_default()
    }

    /// The part that a token plays.
    pub(crate) fn part(&self, token: usize) -> Part {
        self.marks.get(token).map(|mark| mark.1).unwrap_or_default()
    }
}
