//! Options of the standard.

use buttress_session::formulas::Channel;

use super::{replies, says};

#[test]
fn every_option_has_its_default() {
    for (option, value) in [
        (":diagnostic-output-channel", "\"stderr\""),
        (":global-declarations", "false"),
        (":interactive-mode", "false"),
        (":print-success", "false"),
        (":produce-assertions", "false"),
        (":produce-assignments", "false"),
        (":produce-interpolants", "true"),
        (":produce-models", "true"),
        (":produce-proofs", "false"),
        (":produce-unsat-assumptions", "false"),
        (":produce-unsat-cores", "false"),
        (":random-seed", "0"),
        (":regular-output-channel", "\"stdout\""),
        (":reproducible-resource-limit", "0"),
        (":verbosity", "0"),
    ] {
        says(&format!("(get-option {option})"), value);
    }
}

#[test]
fn what_drivers_begin_with_is_done() {
    says(
        "(set-option :print-success true) (set-option :diagnostic-output-channel \"stdout\")
         (set-option :regular-output-channel \"stdout\") (set-option :verbosity 0)
         (set-option :random-seed 7) (set-option :reproducible-resource-limit 0)
         (set-option :produce-models true) (set-option :interactive-mode false)
         (set-option :produce-unsat-cores true) (set-option :produce-interpolants true)
         (set-option :auto_config false) (set-option :type_check true) (set-option :rlimit 0)
         (set-option :smt.case_split 3) (set-option :model_evaluator.completion true)
         (set-logic QF_LIA) (exit)",
        &["success"; 17].join("\n"),
    );
}

#[test]
fn channels_are_redirected_and_a_reset_brings_them_back() {
    let replies = replies(
        "(set-option :diagnostic-output-channel \"a \"\"b\"\"\")
         (set-option :regular-output-channel \"nowhere\") (get-option :regular-output-channel)
         (set-option :regular-output-channel stdout) (reset)",
    );
    let expected = [
        (Channel::Diagnostic, "a \"b\"".to_owned()),
        (Channel::Regular, "stdout".to_owned()),
        (Channel::Diagnostic, "stderr".to_owned()),
    ];
    assert_eq!(replies.redirected, expected);
    let lines: Vec<&str> = replies.text.lines().collect();
    assert!(lines[0].contains("nowhere cannot be written"), "{}", replies.text);
    assert_eq!(lines[1], "\"stdout\"");
    assert!(lines[2].contains(":regular-output-channel takes \"\"stdout\"\""), "{}", replies.text);
}
