//! Stories: commands with their exit codes and output, kept in `tests/cmd`.

#[test]
fn stories() {
    // No folder can be made below a file: the cache of whoever runs the tests is left alone.
    let no_cache = env!("CARGO_BIN_EXE_buttress");
    let cases = trycmd::TestCases::new();
    cases.env("NO_COLOR", "1").env("XDG_CACHE_HOME", no_cache).case("tests/cmd/*.trycmd");
}
