//! Plain formulas, solved from scratch by each solver.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use buttress_budget::{Budget, Limits};
use buttress_formats::dimacs;
use buttress_prop::Cnf;
use buttress_sat::{SatResult, Solver};
use buttress_testkit::Corpus;

use crate::bmc::unrolled;
use crate::clock::within;
use crate::formula::{Formula, pigeons, random};
use crate::options::Options;
use crate::peer;
use crate::report::{Table, geometric_mean};
use crate::streams::{self, circuit, write};

/// Circuits to unroll, and how far.
const UNROLLED: [(&str, usize); 16] = [
    ("hwmcc08/139462p1.aig", 30),
    ("hwmcc08/bj08amba2g4f3.aig", 10),
    ("hwmcc08/bj08amba3g3.aig", 20),
    ("hwmcc08/cmugigamax.aig", 40),
    ("hwmcc08/eijkS386.aig", 30),
    ("hwmcc08/nusmvbrp.aig", 40),
    ("hwmcc08/pdtvissfeistel.aig", 15),
    ("hwmcc11_single/6s6.aig", 30),
    ("hwmcc11_single/bobsmhdlc3.aig", 20),
    ("hwmcc13_17_single/beembrdg2f1.aig", 20),
    ("hwmcc13_17_single/beemelev2f1.aig", 20),
    ("hwmcc13_17_single/beemhanoi4b1.aig", 20),
    ("hwmcc13_17_single/oc8051gm0caddr.aig", 20),
    ("hwmcc19_20_aig19/brp.2.prop1-func-interl.aig", 30),
    ("hwmcc19_20_aig19/cal9.aig", 20),
    ("hwmcc19_20_aig19/zipcpu-busdelay-p24.aig", 20),
];

/// What a solver said of a formula, and after how many CPU seconds.
#[derive(Clone, Copy)]
struct Outcome {
    answer: Option<SatResult>,
    seconds: f64,
}

/// Compares the solvers on all formulas.
pub fn compare(options: &Options) -> Result<Table, String> {
    let mut table = Table {
        title: "Plain formulas: our solver beside CaDiCaL".to_owned(),
        columns: vec![
            "formula",
            "variables",
            "clauses",
            "answer",
            "ours s",
            "conflicts",
            "conflicts/s",
            "CaDiCaL s",
            "CaDiCaL / ours",
        ],
        rows: Vec::new(),
        summary: String::new(),
        all_agree: true,
    };
    let (mut ratios, mut solved) = (Vec::new(), [0, 0]);
    let mut compare = |formula: Formula| {
        if let Some(folder) = &options.save {
            write(&folder.join(format!("{}.cnf", formula.name)), formula.dimacs())?;
        }
        let ((ours, conflicts), theirs) = solve_both(&formula, options)?;
        let agrees =
            ours.answer.is_none() || theirs.answer.is_none() || ours.answer == theirs.answer;
        table.all_agree &= agrees;
        solved[0] += usize::from(ours.answer.is_some());
        solved[1] += usize::from(theirs.answer.is_some());
        // A run that was stopped counts with the time it had.
        let ratio = theirs.seconds.max(1e-4) / ours.seconds.max(1e-4);
        if ours.answer.is_some() || theirs.answer.is_some() {
            ratios.push(ratio);
        }
        let cells = vec![
            formula.name.clone(),
            formula.vars.to_string(),
            formula.cnf.len().to_string(),
            if agrees { shown(ours.answer.or(theirs.answer)) } else { "DISAGREE" }.to_owned(),
            seconds(ours),
            conflicts.to_string(),
            format!("{:.0}", conflicts as f64 / ours.seconds.max(1e-4)),
            seconds(theirs),
            format!("{ratio:.2}"),
        ];
        println!("{}", cells.join("  "));
        table.rows.push(cells);
        Ok::<(), String>(())
    };
    if options.cnfs.is_empty() && options.circuits.is_empty() {
        made(options, &mut compare)?;
    }
    for path in &options.cnfs {
        compare(read(path)?)?;
    }
    if let Some(depth) = options.unroll {
        for path in streams::files(options)? {
            compare(unrolling(&path, depth)?)?;
        }
    }
    let mean = geometric_mean(&ratios).map_or("-".to_owned(), |mean| format!("{mean:.2}"));
    let agreement = if table.all_agree { "All answers agree." } else { "ANSWERS DISAGREE." };
    table.summary = format!(
        "{agreement} Solved within {} CPU seconds: ours {}, CaDiCaL {}, of {}. CaDiCaL's time over \
         ours, geometric mean (a run that was stopped counts with its limit): {mean}; above 1 \
         ours is faster.",
        options.timeout,
        solved[0],
        solved[1],
        table.rows.len()
    );
    Ok(table)
}

/// The formulas when none are named.
fn made(
    options: &Options,
    compare: &mut impl FnMut(Formula) -> Result<(), String>,
) -> Result<(), String> {
    for vars in [150, 200, 250] {
        for seed in 1..=4 {
            compare(random(vars, options.seed + seed))?;
        }
    }
    for holes in 7..=10 {
        compare(pigeons(holes))?;
    }
    let Some(corpus) = Corpus::find() else {
        println!("no benchmark folder (set BUTTRESS_BENCH): no circuits are unrolled");
        return Ok(());
    };
    for (file, depth) in UNROLLED {
        compare(unrolling(&corpus.root().join(file), depth)?)?;
    }
    Ok(())
}

/// The first property of a circuit, violated after exactly `depth` steps.
fn unrolling(path: &Path, depth: usize) -> Result<Formula, String> {
    let circuit = circuit(path)?;
    let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    match circuit.properties.first() {
        Some(property) => Ok(unrolled(&name, &circuit, property.bad, depth)),
        None => Err(format!("{}: no safety property", path.display())),
    }
}

fn read(path: &Path) -> Result<Formula, String> {
    let bytes =
        fs::read(path).map_err(|error| format!("cannot read {}: {error}", path.display()))?;
    let read = dimacs::read(&bytes).map_err(|problems| {
        let first = problems.first().map(|problem| problem.message.clone());
        format!("{}: {}", path.display(), first.unwrap_or_default())
    })?;
    let name = path.file_stem().unwrap_or_default().to_string_lossy().replace(',', "_");
    // DIMACS has no variable 0, we have.
    Ok(Formula { name, vars: read.vars + 1, cnf: read.cnf })
}

type Ours = (Outcome, u64);

/// Ours with its conflicts, and CaDiCaL's outcome. Loading counts.
fn solve_both(formula: &Formula, options: &Options) -> Result<(Ours, Outcome), String> {
    let ((answer, conflicts), seconds) =
        within(options.timeout, |stop| solve(&formula.cnf, options.seed, stop));
    let ours = Outcome { answer, seconds };
    let (answer, seconds) = within(options.timeout, |stop| peer::solve(&formula.cnf, stop));
    Ok(((ours, conflicts), Outcome { answer: answer?, seconds }))
}

fn solve(cnf: &Cnf, seed: u64, stop: &Arc<AtomicBool>) -> (Option<SatResult>, u64) {
    let budget = Budget::new(Limits::none().with_interrupt(stop.clone()));
    let mut solver = Solver::with_seed(seed);
    cnf.iter().for_each(|clause| solver.add_clause(clause));
    let answer = solver.solve(&[], &budget).ok();
    (answer, solver.stats().conflicts)
}

fn shown(answer: Option<SatResult>) -> &'static str {
    match answer {
        Some(SatResult::Sat) => "sat",
        Some(SatResult::Unsat) => "unsat",
        None => "?",
    }
}

fn seconds(outcome: Outcome) -> String {
    match outcome.answer {
        Some(_) => format!("{:.2}", outcome.seconds),
        None => format!("> {:.0}", outcome.seconds),
    }
}
