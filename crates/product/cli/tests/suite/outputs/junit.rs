//! JUnit against the rules of the schema that Jenkins' xUnit plugin reads it with: which elements lie in which, which
//! attributes they must and may have, and what a time looks like. And the counts must be right.

use roxmltree::{Document, Node};

/// What is said of an element.
struct Rule {
    name: &'static str,
    required: &'static [&'static str],
    optional: &'static [&'static str],
    children: &'static [&'static str],
    has_text: bool,
}

const OUTCOME: [&str; 2] = ["type", "message"];

const RULES: [Rule; 6] = [
    Rule {
        name: "testsuites",
        required: &[],
        optional: &["name", "time", "tests", "failures", "errors"],
        children: &["testsuite"],
        has_text: false,
    },
    Rule {
        name: "testsuite",
        required: &["name", "tests", "failures", "errors"],
        optional: &["time", "skipped", "timestamp", "hostname", "id", "package", "file", "group"],
        children: &["testcase", "properties", "system-out", "system-err"],
        has_text: false,
    },
    Rule {
        name: "testcase",
        required: &["name"],
        optional: &["classname", "time", "group"],
        children: &["skipped", "error", "failure", "system-out", "system-err"],
        has_text: false,
    },
    Rule { name: "skipped", required: &[], optional: &OUTCOME, children: &[], has_text: true },
    Rule { name: "error", required: &[], optional: &OUTCOME, children: &[], has_text: true },
    Rule { name: "failure", required: &[], optional: &OUTCOME, children: &[], has_text: true },
];

/// A report is what its readers want.
pub fn check(text: &str) {
    let document = Document::parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let root = document.root_element();
    assert_eq!(root.tag_name().name(), "testsuites");
    root.descendants().filter(Node::is_element).for_each(|element| {
        check_element(&element);
        if element.has_tag_name("testsuite") {
            check_counts(&element);
        }
    });
}

fn check_element(element: &Node<'_, '_>) {
    let name = element.tag_name().name();
    let rule = RULES.iter().find(|rule| rule.name == name).expect(name);
    for required in rule.required {
        assert!(element.has_attribute(*required), "{name} has no {required}");
    }
    for attribute in element.attributes() {
        let known =
            rule.required.contains(&attribute.name()) || rule.optional.contains(&attribute.name());
        assert!(known, "{} of {name}", attribute.name());
        if attribute.name() == "time" {
            assert!(is_time(attribute.value()), "{}", attribute.value());
        }
    }
    for child in element.children() {
        if child.is_element() {
            assert!(rule.children.contains(&child.tag_name().name()), "{child:?} in {name}");
        }
        if child.is_text() && !rule.has_text {
            assert!(child.text().unwrap_or_default().trim().is_empty(), "text in {name}");
        }
    }
}

fn check_counts(suite: &Node<'_, '_>) {
    let cases: Vec<Node<'_, '_>> =
        suite.children().filter(|child| child.has_tag_name("testcase")).collect();
    let with = |tag: &str| {
        cases.iter().filter(|case| case.children().any(|child| child.has_tag_name(tag))).count()
    };
    let counted = [
        ("tests", cases.len()),
        ("failures", with("failure")),
        ("errors", with("error")),
        ("skipped", with("skipped")),
    ];
    for (attribute, count) in counted {
        assert_eq!(suite.attribute(attribute), Some(count.to_string().as_str()), "{attribute}");
    }
}

/// Digits, and at most three after a point.
fn is_time(text: &str) -> bool {
    let (whole, rest) = text.split_once('.').unwrap_or((text, ""));
    let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    !whole.is_empty() && is_number(whole) && is_number(rest) && rest.len() <= 3
}

#[test]
#[should_panic(expected = "testsuite has no tests")]
fn the_rules_are_in_force() {
    check("<testsuites><testsuite name='x'/></testsuites>");
}
