//! How many values sorts have, against enumeration: a short run of `cargo xtask fuzz sorts`.

mod enumeration;

use buttress_testkit::{Enumerated, Member, SortFamily, sort_family};

#[test]
fn sizes_are_what_enumeration_finds() {
    let mut seen = [0; 3];
    for seed in 0..300 {
        let family = sort_family(seed);
        assert_eq!(enumeration::faults(&family), [""; 0], "seed {seed}: {family:?}");
        for count in family.counts() {
            seen[match count {
                Enumerated::All(_) => 0,
                Enumerated::Many => 1,
                Enumerated::Endless => 2,
            }] += 1;
        }
    }
    assert!(seen.iter().all(|count| *count > 10), "{seen:?}");
}

/// A contains itself through the index of arrays that have one value.
#[test]
fn four_values_though_a_sort_contains_itself() {
    let members = vec![
        Member::Datatype(vec![vec![]]),
        Member::Datatype(vec![vec![], vec![4]]),
        Member::Datatype(vec![vec![1]]),
        Member::Datatype(vec![vec![1, 2]]),
        Member::Array { index: 2, element: 0 },
    ];
    let family = SortFamily { members };
    let counts = [1, 2, 2, 4, 1].map(Enumerated::All);
    assert_eq!(family.counts(), counts);
    assert_eq!(enumeration::faults(&family), [""; 0]);
}
