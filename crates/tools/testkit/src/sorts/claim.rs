//! Scripts about how many values a sort has, with the answer that enumeration gives.

use buttress_prop::Random;

use super::enumerate::Enumerated;
use super::family::{Member, SortFamily, sort_family};

/// A script with one check, and its answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SortClaim {
    /// The script.
    pub script: String,
    /// `sat` or `unsat`.
    pub answer: &'static str,
}

/// The script of a seed.
pub fn sort_claim(seed: u64) -> SortClaim {
    let mut random = Random::new(seed ^ 0x5eed_0f50_7275);
    // Most families have a sort worth asking about; a few tries find one.
    for attempt in 0.. {
        let mut family = sort_family(seed.wrapping_mul(64).wrapping_add(attempt));
        for member in &mut family.members {
            if matches!(member, Member::Universe(_)) {
                *member = Member::Bool;
            }
        }
        family.inhabit(true);
        let sizes: Vec<(usize, Option<usize>)> = family
            .counts()
            .into_iter()
            .enumerate()
            .filter_map(|(place, count)| match count {
                Enumerated::All(size) if size <= 5 => Some((place, Some(size as usize))),
                Enumerated::Endless => Some((place, None)),
                _ => None,
            })
            .filter(|(place, _)| !matches!(family.members[*place], Member::Bool))
            .collect();
        if let Some((place, size)) = random.pick(&sizes) {
            return claim(&family, place, size, &mut random);
        }
    }
    unreachable!("some family has a sort of few or endlessly many values")
}

/// A claim about a sort of this size; nothing means that it is infinite.
fn claim(family: &SortFamily, place: usize, size: Option<usize>, random: &mut Random) -> SortClaim {
    let sort = family.written(place);
    let names = random.between(1, size.map_or(4, |size| size + 1));
    let named: Vec<String> = (0..names).map(|number| format!("x{number}")).collect();
    let mut script = format!("(set-logic ALL)\n{}", family.declarations());
    for name in &named {
        script += &format!("(declare-const {name} {sort})\n");
    }
    let are_enough = size.is_some_and(|size| size <= names);
    let constant = |number: u32| format!("((as const (Array {sort} Int)) {number})");
    let stores = named.iter().fold(constant(0), |array, name| format!("(store {array} {name} 1)"));
    let (formula, is_sat) = match random.below(4) {
        0 if names >= 2 => {
            (format!("(distinct {})", named.join(" ")), size.is_none_or(|size| names <= size))
        }
        1 => {
            let cases: Vec<String> = named.iter().map(|name| format!("(= x {name})")).collect();
            (format!("(forall ((x {sort})) (or false {}))", cases.join(" ")), are_enough)
        }
        2 => (format!("(= {stores} {})", constant(1)), are_enough),
        // Stores at one index leave the others as they are, if there are others.
        _ => (format!("(not (= {stores} {}))", constant(1)), size != Some(1)),
    };
    script += &format!("(assert {formula})\n(check-sat)\n");
    SortClaim { script, answer: if is_sat { "sat" } else { "unsat" } }
}
