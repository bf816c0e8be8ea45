//! What a bundle shows of each function, and what of a question stays open.

use buttress_checker::pi::{PiClaim, ProgramQuestion, TerminationClaim, read_additions, that_end};

use super::{ENDLESS, ENDLESS_EVIDENCE, STEPS, STEPS_EVIDENCE, claim, damaged, without};

/// Of each function: the callees it relies on, and whether it ends.
fn endings(claim: &PiClaim) -> Vec<String> {
    let one = |function: &buttress_checker::pi::FunctionClaim| {
        let ends = match &function.ends {
            TerminationClaim::Yes => "ends".to_owned(),
            TerminationClaim::If(callees) => format!("ends if {}", that_end(callees)),
            TerminationClaim::NotShown => "-".to_owned(),
        };
        format!("{} on [{}] {ends}", function.name, function.relies_on.join(" "))
    };
    claim.functions.iter().map(one).collect()
}

fn lacks(
    claim: &PiClaim,
    functions: &[&str],
    runtime: bool,
    termination: Option<bool>,
) -> Vec<String> {
    let functions = match functions {
        [] => None,
        names => Some(names.iter().map(|name| (*name).to_owned()).collect()),
    };
    claim.lacks(&ProgramQuestion { functions, runtime, termination })
}

#[test]
fn a_function_ends_if_all_that_it_reaches_does() {
    let all = claim(STEPS, STEPS_EVIDENCE);
    assert_eq!(
        endings(&all),
        ["Next on [] ends", "Up on [] ends", "Down on [] ends", "Both on [] ends"]
    );
    // Where nothing lies on a cycle there is nothing to prove.
    let silent = without(STEPS_EVIDENCE, "function Next 1", "function Up 6");
    let ends = ["Next on [] ends", "Up on [Next] ends", "Down on [] ends", "Both on [] ends"];
    assert_eq!(endings(&claim(STEPS, &silent)), ends);
    // A ranking leans on the annotations around it.
    let less = without(STEPS_EVIDENCE, "p buttress-smt-proof 1 2", "p buttress-smt-proof 1 3");
    let ends = ["Next on [] ends", "Up on [] -", "Down on [] ends", "Both on [Up] ends if Up ends"];
    assert_eq!(endings(&claim(STEPS, &less)), ends);
    let silent = without(STEPS_EVIDENCE, "function Down 7", "function Both 4");
    let ends =
        ["Next on [] ends", "Up on [] ends", "Down on [] -", "Both on [Down] ends if Down ends"];
    assert_eq!(endings(&claim(STEPS, &silent)), ends);
    let silent = without(&silent, "function Up 6", "function Both 4");
    let ends =
        ["Next on [] ends", "Up on [] -", "Down on [] -", "Both on [Up Down] ends if Up, Down end"];
    assert_eq!(endings(&claim(STEPS, &silent)), ends);
    // Without rankings nothing is known of cycles, though all conditions be proved.
    let endings = endings(&claim(ENDLESS, ENDLESS_EVIDENCE));
    assert_eq!(endings, ["Stuck on [] -", "Away on [] -", "Sink on [] -"]);
}

/// Rankings that are left aside rank nothing.
#[test]
fn rankings_count_if_the_bundle_says_so() {
    let unranked = damaged(ENDLESS_EVIDENCE, "termination on", "termination off");
    let section = "function Away 1\np buttress-smt-proof 1 1\n";
    let start = unranked.find(section).expect("a section");
    let stop = start + unranked[start..].find("function Sink").expect("the next");
    let unranked = format!("{}function Away 0\n{}", &unranked[..start], &unranked[stop..]);
    // Both loops of `Away` are ranked, and no condition says that anything decreases.
    let ranked = damaged(
        &unranked,
        "rank Away 0 1 - i\n",
        "rank Away 0 1 - i\nrank Away 1 i\nrank Stuck 0 i\n",
    );
    for evidence in [unranked, ranked] {
        let claim = claim(ENDLESS, &evidence);
        assert!(claim.is_proved() && !claim.termination);
        assert_eq!(endings(&claim), ["Stuck on [] -", "Away on [] -", "Sink on [] -"]);
    }
}

#[test]
fn what_was_asked_and_is_not_shown() {
    let all = claim(STEPS, STEPS_EVIDENCE);
    for termination in [None, Some(true), Some(false)] {
        assert_eq!(lacks(&all, &[], true, termination), [""; 0]);
        assert_eq!(lacks(&all, &["Up"], false, termination), [""; 0]);
    }
    assert_eq!(lacks(&all, &["Up", "Nobody"], true, None), ["there is no function Nobody"]);
    let less = without(STEPS_EVIDENCE, "p buttress-smt-proof 1 2", "p buttress-smt-proof 1 3");
    let less = claim(STEPS, &without(&less, "function Down 7", "function Both 4"));
    let up = "Up is not proved: 5 of 6 conditions are";
    let down = "Down is not proved: nothing is said about it";
    assert_eq!(lacks(&less, &[], true, None), [up, down]);
    assert_eq!(lacks(&less, &["Down"], true, None), [down]);
    assert_eq!(lacks(&less, &["Both"], true, Some(false)), [""; 0]);
    assert_eq!(
        lacks(&less, &["Up", "Both"], true, Some(true)),
        [up, "Up is not shown to end", "Both is not shown to end: it does if Up, Down end"]
    );
}

#[test]
fn what_a_bundle_leaves_aside() {
    let program = "@pre true @post true int Half(int n) { return n / 2; }\n";
    let on = super::bundle(program, "");
    let left = "subscripts, divisions and lengths of new arrays are left aside";
    let silent = "Half is not proved: nothing is said about it";
    assert_eq!(lacks(&claim(program, &on), &[], true, None), [silent]);
    let off = damaged(&on, "runtime on", "runtime off");
    assert_eq!(lacks(&claim(program, &off), &[], true, None), [left, silent]);
    assert_eq!(lacks(&claim(program, &off), &[], false, None), [silent]);
    let off = damaged(&on, "termination on", "termination off");
    for termination in [None, Some(true)] {
        let open = lacks(&claim(program, &off), &[], true, termination);
        assert_eq!(open, ["rankings are left aside", silent]);
    }
    assert_eq!(lacks(&claim(program, &off), &[], true, Some(false)), [silent]);
    // Without checks at run time, less is to be proved.
    let section = damaged(&on, "\nend\n", "\nfunction Half 1\nend\n");
    assert_eq!(claim(program, &section).functions[0].shown, Some((1, 0)));
    let section = damaged(&section, "runtime on", "runtime off");
    super::check_rejected(
        program,
        &section,
        "`Half` has 0 conditions, and the evidence speaks of 1",
    );
}

#[test]
fn additions_are_read_without_a_check() {
    let program = buttress_pi::read(STEPS).program.expect("a program");
    let (_, facts) = read_additions(&program, STEPS_EVIDENCE.as_bytes()).expect("additions");
    assert_eq!((facts.loops.len(), facts.loop_ranks.len(), facts.function_ranks.len()), (1, 1, 1));
    let nonsense = STEPS_EVIDENCE.replace("fact Up 0", "fact Up 3");
    assert!(read_additions(&program, nonsense.as_bytes()).is_err());
}
