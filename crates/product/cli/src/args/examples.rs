//! What stands below the options in the help of each command.

/// The exit codes of every command, as `docs/cli.md` and the book tell them, too.
pub const EXIT_CODES: [(&str, &str); 6] = [
    ("0", "everything asked was proved, answered or accepted"),
    ("1", "something is false or open, or evidence was rejected"),
    ("2", "bad usage or bad input: nothing was decided; or something could not be written"),
    ("3", "unknown: time, memory or bound reached, or outside of what is decided"),
    ("4", "our fault: our own evidence was rejected, or a panic; a report file is written"),
    ("130", "interrupted; what is known was printed"),
];

/// Which of several exit codes counts.
pub const EXIT_ORDER: &str = "Several files: 4 before 2 before 1 before 3 before 0.";

/// Below the help of the program.
pub fn program_help() -> String {
    format!("{}\n\n{PROGRAM_EXAMPLES}", exit_codes())
}

/// Below the help of `prove`.
pub fn prove_help() -> String {
    format!("{}\n\n{PROVE_EXAMPLES}", exit_codes())
}

fn exit_codes() -> String {
    let lines = EXIT_CODES.map(|(code, meaning)| format!("  {code:3}  {meaning}\n"));
    format!("Exit codes:\n{}{EXIT_ORDER}", lines.concat())
}

const PROGRAM_EXAMPLES: &str = "\
Examples:
  buttress prove design.aig
  buttress prove design.aig --certificate out.cert && buttress check design.aig out.cert
  buttress prove loop.smt2 && buttress invariants loop.smt2 --plot loop.svg
  buttress solve query.smt2 --proof out.proof && buttress check query.smt2 out.proof
  buttress explain query.smt2
  buttress explain AG0004";

const PROVE_EXAMPLES: &str = "\
Examples:
  buttress prove design.aig                          a verdict for every property
  buttress prove design.aig --engine fsis --seed 7   one engine, one seed
  buttress prove design.aig --timeout 60 --memory 4G --json
  buttress prove design.aig --property '*fifo*' --trace t.wit --vcd t.vcd
  buttress prove - < design.aag                      standard input
  buttress prove --hwmcc design.aig out.sat out.unsat
  buttress prove loop.smt2 --show-invariants         Horn clauses over numbers, or VMT-LIB
  buttress prove sqrt.smt2 --engine affine --template quadratic --multipliers 0,1

Engines for circuits are fsis, ic3, bmc, kind, strides, backward and interpolation; for numbers
conjecture, affine, reach and unfold.

With several properties, evidence goes to one file per property: --certificate out.cert writes
out.bad0.cert, out.bad1.cert and so on, by the position of the property.";

/// Of `solve`.
pub const SOLVE_EXAMPLES: &str = "\
With one file, standard output is what SMT-LIB wants printed and nothing else; with several, a line
per file. A command that fails is answered by (error \"LINE:COLUMN: …\"), and the script goes on.

Exit codes: 0 every check was answered, 3 some check is unknown, 2 a command failed or a file cannot
be read, 4 our own evidence was rejected.

Examples:
  buttress solve query.smt2                          sat, unsat or unknown
  buttress solve query.smt2 --model table            and a model that is easy to read
  buttress solve query.smt2 --pretty                 and a drawing of the model
  buttress solve query.smt2 --proof out.proof        and the evidence, for buttress check
  buttress solve a.smt2 b.smt2 --timeout 20          a line per file
  buttress solve -                                   a dialogue on standard input
  buttress solve -in -smt2 -T:20                     the same, in the words of z3

With several checks, evidence goes to one file per check: --proof out.proof writes out.1.proof,
out.2.proof and so on.";

/// Of `check`.
pub const CHECK_EXAMPLES: &str = "\
EVIDENCE for a circuit is a certificate (prove --certificate) or an AIGER witness (prove --trace, or
of any other tool); for a script, a proof or a model (solve --proof); for a system over numbers,
what prove --certificate or terminates --certificate writes. Nothing of the engines takes part in
the check.

Exit codes: 0 accepted, 1 rejected, 2 a file cannot be read.

Examples:
  buttress check design.aig out.cert
  buttress check design.aig out.wit
  buttress check query.smt2 out.proof
  buttress check loop.smt2 out.cert";

/// Of `invariants`.
pub const INVARIANTS_EXAMPLES: &str = "\
One line per invariant, in the order found, with the state that it was made to exclude. Every
invariant was checked. A picture shows two variables of a predicate.

Exit codes: 0 the property follows from them, or invariants were found and there is no property; 3 the
property is left open by these templates (`buttress prove` decides more), or no invariant was found; 2 the
file cannot be read; 4 our own evidence was rejected.

Examples:
  buttress invariants loop.smt2
  buttress invariants loop.smt2 --plot loop.svg --vars x,y
  buttress invariants sqrt.smt2 --template quadratic --timeout 60";

/// Of `terminates`.
pub const TERMINATES_EXAMPLES: &str = "\
A system terminates if no infinite sequence of steps leads from a reached state along its clauses.
That it does is shown by affine functions that decrease on every cycle, the first of them counting
most, with the invariants that support them; that it does not, by a state that is reached and comes
back. The properties of the file do not matter.

Exit codes: 0 every computation ends, 1 some does not, 3 unknown, 2 the file cannot be read, 4 our
own evidence was rejected.

Examples:
  buttress terminates loop.smt2
  buttress terminates loop.smt2 --timeout 60 --json
  buttress terminates loop.smt2 --cert out.cert && buttress check loop.smt2 out.cert";

/// Of `show`.
pub const SHOW_EXAMPLES: &str = "\
Exit codes: 0 there is such a code or limit, 2 there is none.

Examples:
  buttress show                                      every limit and every code, a line each
  buttress show UN0001                               what a code means, and what helps
  buttress show call-depth                           what a limit bounds, its value, and what to do where it is met";

/// Of `explain`.
pub const EXPLAIN_EXAMPLES: &str = "\
Of a script: for each check and each of its quantifiers the fragment that it is in, or the part and
the rule that keep it out; the index sets with the reason for each index; the number of instances.
Nothing is decided. Of a system over numbers: its clauses in words. Of a code: a page with a failing and a fixed example.

Exit codes: 0 every quantifier is inside, 3 some is outside, 2 a command of the script is wrong, or
there is no such file or code.

Examples:
  buttress explain query.smt2
  buttress explain query.smt2 --steps                and the formula after each step
  buttress explain - < query.smt2                    standard input
  buttress explain SM0401                            what a code means
  buttress explain                                   all codes";

/// Of `lsp`.
pub const LSP_EXAMPLES: &str = "\
An editor starts it and talks to it on standard input and output. A function, or a check of a script, is proved
when the text is opened or saved and whenever nobody types; an edit interrupts that. --timeout and --memory are
those of each function (20 seconds unless told otherwise). docs/editor.md says how editors are set up.

Exit codes: 0 the editor said goodbye, 1 it went without.

Examples:
  buttress lsp
  buttress lsp --threads 2 --timeout 5 --cache ~/.cache/buttress";

/// Of `run`.
pub const RUN_EXAMPLES: &str = "\
The interpreter evaluates annotations as it meets them, subscripts and divisions included. Numbers are
exact. Locals without a value are 0, false or empty, and so are cells of new arrays.

Exit codes: 0 the function returned, 1 something that should hold did not, 2 the program or the call makes
no sense, 3 too long, or an annotation could not be evaluated.

Examples:
  buttress run sort.pi --call 'BubbleSort([3, 1, 2], 0, 2)'
  buttress run sort.pi BubbleSort '[7, 3]' 0 0 --step";

/// Of `fmt`.
pub const FMT_EXAMPLES: &str = "\
Comments stay. A program that cannot be read is left as it is.

Exit codes: 0 done, 1 a file is not formatted (--check), 2 a file cannot be read.

Examples:
  buttress fmt sort.pi                               to standard output
  buttress fmt -i sort.pi                            in place
  buttress fmt --check *.pi";

/// Examples of `worker`.
pub const WORKER_EXAMPLES: &str = "\
Examples:
  buttress worker --exchange redis://broker:6379/0 --threads 8
  buttress worker --exchange dir:/shared/exchange --exit-when-idle 600
  BUTTRESS_EXCHANGE_PASSWORD_FILE=secret buttress worker --exchange rediss://ann@broker
";

/// Examples of `fleet`.
pub const FLEET_EXAMPLES: &str = "\
Examples:
  buttress fleet status --exchange redis://broker:6379/0
  buttress fleet results --exchange dir:/shared/exchange --json
  buttress fleet cancel design.aig --exchange redis://broker:6379/0
  buttress fleet drain --exchange redis://broker:6379/0
";

/// Below the help of `view`.
pub const VIEW_EXAMPLES: &str = "\
Examples:
  buttress prove sort.pi --json --pictures > report.json; buttress view report.json
  buttress view out.cert
  buttress view design.aig --output page.html";

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;

    /// The rows of the first table whose head begins so, without marks.
    fn table(page: &str, head: &str) -> Vec<(String, String)> {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..").join(page);
        let text = fs::read_to_string(path).unwrap();
        let rows = text.lines().skip_while(|line| !line.starts_with(head)).skip(2);
        let rows = rows.take_while(|line| line.starts_with('|'));
        let cells = rows.map(|row| row.trim_matches('|').split_once('|').expect(row));
        cells.map(|(code, meaning)| (code.trim().to_owned(), meaning.trim().to_owned())).collect()
    }

    #[test]
    fn help_and_documents_agree_on_exit_codes() {
        let codes = EXIT_CODES.map(|(code, meaning)| (code.to_owned(), meaning.to_owned()));
        assert_eq!(table("docs/book/src/reference/verdicts.md", "| exit code |"), codes);
        let page = table("docs/cli.md", "| code |");
        assert_eq!(page[..codes.len()], codes);
        assert!(
            page.len() == codes.len() + 1 && page[codes.len()].0 == "with `--hwmcc`",
            "{page:?}"
        );
    }
}
