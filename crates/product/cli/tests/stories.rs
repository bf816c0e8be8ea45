//! Stories: commands with their exit codes and output, kept in `tests/cmd`.

#[test]
fn stories() {
    trycmd::TestCases::new().env("NO_COLOR", "1").case("tests/cmd/*.trycmd");
}
