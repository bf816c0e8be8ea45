//! The sums of a small comparison, and every kind of fault.

use std::path::Path;

use Known::{Safe, Unsafe};

use super::super::solver::tests_peer;
use super::*;

fn outcome(answer: Option<Known>, cpu: f64) -> HornOutcome {
    HornOutcome { answer, cpu, ..HornOutcome::default() }
}

/// Ours and a peer on some files.
fn report(rows: Vec<(Expected, HornOutcome, HornOutcome)>) -> Report {
    let mut peer = tests_peer();
    peer.start = 0.5;
    let row = |(index, (expected, ours, theirs)): (usize, (Expected, HornOutcome, HornOutcome))| {
        let file = format!("loops/{index}.smt2");
        let is_polynomial = index % 2 == 1;
        let entry = Entry { expected, is_polynomial, ..Entry::unknown(&file) };
        Row { entry, outcomes: vec![ours, theirs] }
    };
    let rows = rows.into_iter().enumerate().map(row).collect();
    Report { solvers: vec![Solver::ours(Path::new("buttress"), None), peer], rows, limit: 10 }
}

#[test]
fn sums_and_scores_are_right() {
    let report = report(vec![
        (Expected::Known(Safe), outcome(Some(Safe), 2.0), outcome(Some(Safe), 1.0)),
        (Expected::Known(Unsafe), outcome(Some(Unsafe), 4.0), outcome(None, 10.5)),
        (Expected::Nothing, outcome(None, 1.0), outcome(Some(Unsafe), 1.0)),
    ]);
    assert!(report.faults().is_empty());
    let summary = report.summary();
    let ours = "| buttress | 2 of 3 | 1 of 2 | 1 of 1 | 1 | 1 | 1 | 6.0 | 26.0 | 0.000 |";
    assert!(summary.contains(ours), "{summary}");
    let theirs = "| spacer | 2 of 3 | 2 of 2 | 0 of 1 | 1 | 1 | 1 | 2.0 | 22.0 | 0.500 |";
    assert!(summary.contains(theirs), "{summary}");
    let folder = "| loops | 3 | 2 (1 safe, 1 unsafe) 6.0 s, 1 unknown \
        | 2 (1 safe, 1 unsafe) 2.0 s, 1 late | 4.00 |";
    assert!(summary.contains(folder), "{summary}");
    let csv = report.csv();
    assert!(csv.contains("loops/1.smt2,unsafe,yes,spacer,unknown,no,10.500,0,,"), "{csv}");
    let markdown = report.markdown("inv");
    assert!(markdown.contains("| loops/1.smt2 | unsafe | unsafe 4.00 | – |"), "{markdown}");
}

#[test]
fn every_kind_of_fault_is_named() {
    let wrong =
        report(vec![(Expected::Known(Safe), outcome(Some(Unsafe), 1.0), outcome(Some(Safe), 1.0))]);
    let place = "loops/0.smt2: buttress says unsafe";
    assert_eq!(
        wrong.faults(),
        [format!("{place}, known: safe"), format!("{place}, spacer says safe")]
    );
    assert!(wrong.solved_seconds(0).is_empty());
    let peer =
        report(vec![(Expected::Known(Safe), outcome(Some(Safe), 1.0), outcome(Some(Unsafe), 1.0))]);
    assert_eq!(peer.faults(), [""; 0]);
    assert_eq!(peer.disputes(), ["(peer) loops/0.smt2: spacer says unsafe, known: safe"]);
    let unchecked = HornOutcome { checked: Some(false), ..outcome(Some(Safe), 1.0) };
    let crashed = HornOutcome { fault: Some("exit code 4".to_owned()), ..outcome(None, 1.0) };
    let nothing = || outcome(None, 1.0);
    let rows =
        vec![(Expected::Nothing, unchecked, nothing()), (Expected::Nothing, crashed, nothing())];
    assert_eq!(report(rows).faults().len(), 2);
}

#[test]
fn beliefs_can_be_contradicted() {
    let both = || outcome(Some(Unsafe), 1.0);
    let report = report(vec![(Expected::Believed(Safe), both(), both())]);
    assert!(report.faults().is_empty() && report.solved_seconds(0).len() == 1);
    assert_eq!(
        report.disputes(),
        [
            "(belief) loops/0.smt2: buttress says unsafe",
            "(belief) loops/0.smt2: spacer says unsafe"
        ]
    );
}
