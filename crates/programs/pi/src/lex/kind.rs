//! The kinds of tokens and how they are written.

/// What a token is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[rustfmt::skip]
pub(crate) enum Kind {
    Ident, Number, Decimal, Include, Pre, Post,
    Define, Declare, Bool, Void, True, False, New, While, For, If, Else, Return, Break, Int, Float, String, Null,
    Forall, Exists, Div, Typedef, Struct, Class, Predicate,
    Iff, Assign, LessEqual, GreaterEqual, Different, DoubleEqual, And, Or, Implies, Gets, Brackets,
    Plus, Minus, Star, Slash, Percent, Less, Greater, Equal, Not, Semicolon, Comma, Dot, Colon, Question, At, Hash, Bar,
    OpenBracket, CloseBracket, OpenParen, CloseParen, OpenBrace, CloseBrace, Element,
    /// What has no meaning; the message has been given.
    Stray,
    /// The end of the file.
    End,
}

/// The reserved words.
const WORDS: &[(&str, Kind)] = &[
    ("define", Kind::Define),
    ("declare", Kind::Declare),
    ("pre", Kind::Pre),
    ("post", Kind::Post),
    ("bool", Kind::Bool),
    ("void", Kind::Void),
    ("true", Kind::True),
    ("false", Kind::False),
    ("new", Kind::New),
    ("while", Kind::While),
    ("for", Kind::For),
    ("if", Kind::If),
    ("else", Kind::Else),
    ("return", Kind::Return),
    ("break", Kind::Break),
    ("int", Kind::Int),
    ("float", Kind::Float),
    ("string", Kind::String),
    ("null", Kind::Null),
    ("forall", Kind::Forall),
    ("exists", Kind::Exists),
    ("div", Kind::Div),
    ("typedef", Kind::Typedef),
    ("struct", Kind::Struct),
    ("class", Kind::Class),
    ("predicate", Kind::Predicate),
];

/// The signs; a longer one comes before its beginnings.
const SIGNS: &[(&str, Kind)] = &[
    ("<->", Kind::Iff),
    (":=", Kind::Assign),
    ("<=", Kind::LessEqual),
    (">=", Kind::GreaterEqual),
    ("!=", Kind::Different),
    ("==", Kind::DoubleEqual),
    ("&&", Kind::And),
    ("||", Kind::Or),
    ("->", Kind::Implies),
    ("<-", Kind::Gets),
    ("[]", Kind::Brackets),
    ("+", Kind::Plus),
    ("-", Kind::Minus),
    ("*", Kind::Star),
    ("/", Kind::Slash),
    ("%", Kind::Percent),
    ("<", Kind::Less),
    (">", Kind::Greater),
    ("=", Kind::Equal),
    ("!", Kind::Not),
    (";", Kind::Semicolon),
    (",", Kind::Comma),
    (".", Kind::Dot),
    (":", Kind::Colon),
    ("?", Kind::Question),
    ("|", Kind::Bar),
    ("[", Kind::OpenBracket),
    ("]", Kind::CloseBracket),
    ("(", Kind::OpenParen),
    (")", Kind::CloseParen),
    ("{", Kind::OpenBrace),
    ("}", Kind::CloseBrace),
    ("∀", Kind::Forall),
    ("∃", Kind::Exists),
    ("≤", Kind::LessEqual),
    ("≥", Kind::GreaterEqual),
    ("≠", Kind::Different),
    ("→", Kind::Implies),
    ("↔", Kind::Iff),
    ("∧", Kind::And),
    ("∨", Kind::Or),
    ("¬", Kind::Not),
    ("∈", Kind::Element),
];

impl Kind {
    /// The reserved word that this is.
    pub(crate) fn of_word(word: &str) -> Option<Kind> {
        WORDS.iter().find(|(reserved, _)| *reserved == word).map(|(_, kind)| *kind)
    }

    /// The longest sign that a text begins with.
    pub(crate) fn of_sign(text: &str) -> Option<(&'static str, Kind)> {
        SIGNS.iter().find(|(sign, _)| text.starts_with(sign)).copied()
    }

    /// Does some sign begin so?
    pub(crate) fn begins_sign(first: char) -> bool {
        SIGNS.iter().any(|(sign, _)| sign.starts_with(first))
    }

    /// Is it a reserved word, or a sign that stands for one?
    pub(crate) fn is_reserved(self) -> bool {
        WORDS.iter().any(|(_, kind)| *kind == self)
    }

    /// Can only a new declaration begin with it?
    pub(crate) fn begins_declaration(self) -> bool {
        matches!(
            self,
            Kind::Include
                | Kind::Pre
                | Kind::Post
                | Kind::Define
                | Kind::Typedef
                | Kind::Struct
                | Kind::Class
                | Kind::Predicate
        )
    }

    /// Is it a word that begins a statement?
    pub(crate) fn begins_statement(self) -> bool {
        matches!(self, Kind::If | Kind::While | Kind::For | Kind::Return | Kind::Break)
    }

    /// `int`, `float` or `bool`?
    pub(crate) fn is_basic_type(self) -> bool {
        matches!(self, Kind::Int | Kind::Float | Kind::Bool)
    }
}
