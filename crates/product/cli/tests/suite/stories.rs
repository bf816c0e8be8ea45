//! Stories: commands with their exit codes and output, kept in `tests/cmd`.

#[test]
fn stories() {
    // No folder can be made below a file: the cache of whoever runs the tests is left alone.
    let no_cache = env!("CARGO_BIN_EXE_buttress");
    let cases = trycmd::TestCases::new();
    cases.env("NO_COLOR", "1").env("XDG_CACHE_HOME", no_cache);
    cases.case("tests/cmd/*.trycmd").skip(ABOUT_THE_CACHE);
}

/// Its commands say themselves where the cache is.
const ABOUT_THE_CACHE: &str = "tests/cmd/cache.trycmd";

#[test]
fn the_cache() {
    trycmd::TestCases::new().env("NO_COLOR", "1").case(ABOUT_THE_CACHE);
}
