//! The command line: which command is meant, run under its limits.
//!
//! Answers go to standard output; notes, errors and progress to standard error.

use std::process::ExitCode;

use clap::CommandFactory;

use crate::args::{Cli, Command, ManArgs};
use crate::output::Output;
use crate::{
    args, cache, check, config, cut, diagnostics, doctor, exit, explain, fault, fleet, info, lsp,
    nearest, numbers, page, programs, prove, schema, solve, view, watchdog,
};

/// What the program does, from its arguments to its exit code.
pub fn main() -> ExitCode {
    fault::install();
    let cli = match config::parsed(args::translated(std::env::args_os())) {
        Ok(cli) => cli,
        Err(unparsed) => return ExitCode::from(unparsed.tell()),
    };
    let (timeout, memory) = match cli.command {
        // The limits are those of each proof, and the server goes on.
        Command::Lsp(_) => (None, None),
        _ => (cli.timeout, cli.memory),
    };
    begin(&cli);
    ExitCode::from(watchdog::under(timeout, memory, move || run(&cli)))
}

/// What is reported of a command that is cut off before it has begun a file by itself.
fn begin(cli: &Cli) {
    if let Some((file, is_json)) = cli.command.single() {
        watchdog::begin(cut::single(&file, is_json, cli.html.clone(), cli.typed.clone()));
    }
    if matches!(&cli.command, Command::Prove(arguments) if arguments.hwmcc) {
        watchdog::begin(prove::cut_off_in_competition);
    }
}

/// Runs a command, and answers with its exit code.
fn run(cli: &Cli) -> u8 {
    let mut output = Output::new(cli.color, cli.html.clone(), cli.pictures).of(cli.typed.clone());
    let ready = match &cli.html {
        Some(_) if !cli.command.has_page() => Err("this makes no report for --html".to_owned()),
        Some(page) => page::ready(page, &cli.command.inputs()),
        None => Ok(()),
    };
    if let Err(problem) = ready {
        output.note(&diagnostics::plain(&problem));
        return exit::USAGE;
    }
    let code = match &cli.command {
        Command::Prove(arguments) => prove::run(arguments, cli.timeout, &mut output),
        Command::Solve(arguments) => solve::run(arguments, &mut output),
        Command::Invariants(arguments) => numbers::invariants(arguments, &mut output),
        Command::Terminates(arguments) => numbers::terminates(arguments, &mut output),
        Command::Check(arguments) => check::run(arguments, &mut output),
        Command::Info(arguments) => info::run(arguments, &mut output),
        Command::Explain(arguments) => explain::run(arguments, &mut output),
        Command::Run(arguments) => programs::run(arguments, &mut output),
        Command::Fmt(arguments) => programs::fmt(arguments, &mut output),
        Command::Convert(arguments) => programs::convert(arguments, &mut output),
        Command::View(arguments) => view::run(arguments, &mut output),
        Command::Worker(arguments) => fleet::work(arguments, cli.timeout, &mut output),
        Command::Fleet(arguments) => fleet::run(arguments, &mut output),
        Command::Lsp(arguments) => lsp::run(arguments, cli.timeout, cli.memory, &mut output),
        Command::Cache(arguments) => cache::run(arguments, &mut output),
        Command::Show(arguments) => explain::show(arguments, &mut output),
        Command::Config(arguments) => config::run(arguments, &cli.settings, &mut output),
        Command::Doctor => doctor::run(&mut output),
        Command::Schema(arguments) => {
            output.answer(&schema::schema(arguments.of));
            0
        }
        Command::Completions(arguments) => {
            let mut script = Vec::new();
            clap_complete::generate(arguments.shell, &mut Cli::command(), "buttress", &mut script);
            output.answer(&String::from_utf8_lossy(&script));
            0
        }
        Command::Man(arguments) => man(arguments, &mut output),
    };
    output.finish(code)
}

fn man(arguments: &ManArgs, output: &mut Output) -> u8 {
    let mut command = Cli::command();
    command.build();
    if let Some(name) = &arguments.command {
        let Some(named) = command.find_subcommand(name) else {
            let names = command.get_subcommands().map(|command| command.get_name().to_owned());
            let message = match nearest::nearest(name, names) {
                Some(near) => format!("there is no command {name}; did you mean {near}?"),
                None => format!("there is no command {name}"),
            };
            output.note(&diagnostics::plain(&message));
            return 2;
        };
        command = named.clone();
    }
    let mut page = Vec::new();
    match clap_mangen::Man::new(command).render(&mut page) {
        Ok(()) => output.answer(&String::from_utf8_lossy(&page)),
        Err(error) => output.note(&diagnostics::plain(&error.to_string())),
    }
    0
}
