//! What belongs to theories that are not supported, and what a logic's name says.

use buttress_logic::Sort;

/// The theory outside of the supported ones that a name of a sort or function belongs to.
pub(super) fn foreign_theory(name: &str) -> Option<&'static str> {
    const PREFIXES: [(&str, &str); 16] = [
        ("bv", "bit-vectors"),
        ("bag.", "bags"),
        ("ff.", "finite fields"),
        ("fp.", "floating-point numbers"),
        ("int2bv", "bit-vectors"),
        ("int_to_bv", "bit-vectors"),
        ("nat2bv", "bit-vectors"),
        ("re.", "regular expressions"),
        ("rel.", "relations"),
        ("sbv_to_int", "bit-vectors"),
        ("seq.", "sequences"),
        ("set.", "sets"),
        ("str.", "strings"),
        ("to_fp", "floating-point numbers"),
        ("tuple", "tuples"),
        ("ubv_to_int", "bit-vectors"),
    ];
    const NAMES: [(&str, &str); 44] = [
        ("Bag", "bags"),
        ("BitVec", "bit-vectors"),
        ("Float128", "floating-point numbers"),
        ("Float16", "floating-point numbers"),
        ("Float32", "floating-point numbers"),
        ("Float64", "floating-point numbers"),
        ("FloatingPoint", "floating-point numbers"),
        ("FiniteField", "finite fields"),
        ("RegLan", "regular expressions"),
        ("Relation", "relations"),
        ("RoundingMode", "floating-point numbers"),
        ("Seq", "sequences"),
        ("Set", "sets"),
        ("String", "strings"),
        ("Tuple", "tuples"),
        ("Unicode", "strings"),
        ("->", "higher-order functions"),
        ("@", "higher-order functions"),
        ("lambda", "higher-order functions"),
        ("concat", "bit-vectors"),
        ("extract", "bit-vectors"),
        ("repeat", "bit-vectors"),
        ("rotate_left", "bit-vectors"),
        ("rotate_right", "bit-vectors"),
        ("sign_extend", "bit-vectors"),
        ("zero_extend", "bit-vectors"),
        ("fp", "floating-point numbers"),
        ("char", "strings"),
        ("**", "powers"),
        ("exp", "transcendental functions"),
        ("sin", "transcendental functions"),
        ("cos", "transcendental functions"),
        ("tan", "transcendental functions"),
        ("sqrt", "transcendental functions"),
        ("real.pi", "transcendental functions"),
        ("iand", "bitwise operations"),
        ("int.pow2", "powers"),
        ("map", "array combinators"),
        ("piand", "bitwise operations"),
        ("/_total", "total divisions"),
        ("div_total", "total divisions"),
        ("mod_total", "total divisions"),
        ("root-obj", "algebraic numbers"),
        ("_size", "sizes of terms"),
    ];
    let by_name = NAMES.iter().find(|(foreign, _)| *foreign == name);
    let by_prefix = || PREFIXES.iter().find(|(prefix, _)| name.starts_with(prefix));
    by_name.or_else(by_prefix).map(|(_, theory)| *theory)
}

/// What the name of a logic says about its theories.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Logic {
    /// It has integers.
    pub integers: bool,
    /// It has reals.
    pub reals: bool,
    /// It has arrays.
    pub arrays: bool,
}

impl Logic {
    /// Everything: what holds before a logic is set.
    pub const ALL: Logic = Logic { integers: true, reals: true, arrays: true };

    /// What a logic's name says. A name that does not follow the scheme says everything.
    pub fn of(name: &str) -> Logic {
        let mut rest = name.strip_prefix("QF_").unwrap_or(name);
        let mut arrays = false;
        const THEORIES: [&str; 8] = ["AX", "A", "UF", "BV", "DT", "FP", "S", "FF"];
        while let Some(theory) = THEORIES.iter().find(|theory| rest.starts_with(*theory)) {
            if rest == "ALL" {
                return Logic::ALL;
            }
            arrays |= theory.starts_with('A');
            rest = &rest[theory.len()..];
        }
        let (integers, reals) = match rest {
            "" => (false, false),
            "IDL" | "LIA" | "NIA" => (true, false),
            "RDL" | "LRA" | "NRA" => (false, true),
            _ => return Logic::ALL,
        };
        Logic { integers, reals, arrays }
    }

    /// The sort of a numeral: in logics of reals alone, numerals are reals.
    pub fn numeral_sort(self) -> Sort {
        if self.reals && !self.integers { Sort::REAL } else { Sort::INT }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_logics() {
        let cases = [
            ("QF_UF", false, false, false),
            ("QF_LRA", false, true, false),
            ("QF_AUFLIA", true, false, true),
            ("QF_AX", false, false, true),
            ("UFDTLIRA", true, true, true),
            ("ALL", true, true, true),
            ("QF_RDL", false, true, false),
            ("QF_UFDTLRA", false, true, false),
            ("HORN", true, true, true),
            ("ALIRA", true, true, true),
        ];
        for (name, integers, reals, arrays) in cases {
            assert_eq!(Logic::of(name), Logic { integers, reals, arrays }, "{name}");
        }
    }
}
