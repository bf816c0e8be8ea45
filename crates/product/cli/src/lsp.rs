//! `buttress lsp`: the language server, on standard input and output.

use std::io;
use std::time::Duration;

use buttress_budget::memory;
use buttress_lsp::{Options, connect, serve};

use crate::args::LspArgs;
use crate::limits::DEFAULT_THREADS;
use crate::output::Output;
use crate::{cache, diagnostics, exit, fault};

/// Serves an editor until it says goodbye. The limits are those of each function or check.
pub fn run(
    arguments: &LspArgs,
    timeout: Option<Duration>,
    bytes: Option<usize>,
    output: &mut Output,
) -> u8 {
    // An editor keeps its server.
    fault::install_lasting();
    let defaults = Options::default();
    let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get());
    let options = Options {
        threads: arguments.threads.map_or(cores.min(DEFAULT_THREADS), usize::from),
        timeout: timeout.unwrap_or(defaults.timeout),
        memory: bytes.map(|bytes| (bytes, memory::held as fn() -> usize)),
        cache: arguments.cache.clone(),
        trim: cache::trim_to_bound,
        inference: arguments.infer.inference(),
        on_idle: !arguments.on_save,
    };
    let (connection, transport) = match connect(io::stdin(), io::stdout()) {
        Ok(connected) => connected,
        Err(error) => {
            output.note(&diagnostics::plain(&format!("no thread could be started: {error}")));
            return exit::FAULT;
        }
    };
    let is_ended_well = serve(connection, options);
    transport.finish();
    if is_ended_well { 0 } else { exit::FALSE }
}
