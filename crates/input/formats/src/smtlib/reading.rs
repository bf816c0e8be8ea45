//! How a script is read where its author may mean something else than SMT-LIB.

/// The choices of a reader. Evidence for one reading of a script is no evidence for another.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Debug)]
pub struct Reading {
    /// Arrays are partial. A quantified formula speaks of those values of its variables at which
    /// everything is defined that it reads there; what is read elsewhere is defined.
    pub partial_arrays: bool,
    /// Declared sorts have infinitely many elements: as many as there are integers.
    pub infinite_sorts: bool,
}

impl Reading {
    /// As SMT-LIB says.
    pub const PLAIN: Reading = Reading { partial_arrays: false, infinite_sorts: false };

    /// All readings.
    pub const ALL: [Reading; 4] = [
        Reading::PLAIN,
        Reading { partial_arrays: true, infinite_sorts: false },
        Reading { partial_arrays: false, infinite_sorts: true },
        Reading { partial_arrays: true, infinite_sorts: true },
    ];

    /// The words with which evidence says how it reads a script: none for the plain reading.
    pub fn text(self) -> &'static str {
        match (self.partial_arrays, self.infinite_sorts) {
            (false, false) => "",
            (true, false) => "partial",
            (false, true) => "infinite-sorts",
            (true, true) => "partial infinite-sorts",
        }
    }

    /// The reading that is written so.
    pub fn from_text(text: &[u8]) -> Option<Reading> {
        Reading::ALL.into_iter().find(|reading| reading.text().as_bytes() == text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_reading_has_a_text_of_its_own() {
        for reading in Reading::ALL {
            assert_eq!(Reading::from_text(reading.text().as_bytes()), Some(reading));
        }
        assert_eq!(Reading::from_text(b"infinite-sorts partial"), None);
    }
}
