//! Query streams: recorded from IC3, replayed in each solver.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use buttress_budget::{Budget, Limits};
use buttress_clausal::TransitionRelation;
use buttress_formats::aiger;
use buttress_ic3::Ic3;
use buttress_hardware_reduce::Reduced;
use buttress_sat::{Operation, Recording, Replayed};
use buttress_circuit::Circuit;
use buttress_testkit::Corpus;

use crate::clock::within;
use crate::options::Options;
use crate::peer::{self, Setup};
use crate::report::{Table, geometric_mean};

/// The circuits when none are named: small and large, easy and hard for IC3.
const CHOICE: [&str; 17] = [
    "picojava/pj2007.aig",
    "picojava/pj2017.aig",
    "hwmcc08/139462p1.aig",
    "hwmcc08/cmugigamax.aig",
    "hwmcc08/eijkS386.aig",
    "hwmcc08/nusmvbrp.aig",
    "hwmcc08/pdtvisns3p06.aig",
    "hwmcc08/pdtvisvsar12.aig",
    "hwmcc11_single/6s7.aig",
    "hwmcc11_single/6s51.aig",
    "hwmcc11_single/boblivear.aig",
    "hwmcc11_single/bobsmhdlc3.aig",
    "hwmcc13_17_single/beemhanoi4b1.aig",
    "hwmcc13_17_single/oc8051gm0caddr.aig",
    "hwmcc19_20_aig19/cal9.aig",
    "hwmcc19_20_aig19/vgasim_imgfifo-p107.aig",
    "hwmcc19_20_aig19/zipcpu-busdelay-p24.aig",
];

/// Streams of fewer queries measure how clauses are loaded.
const LEAST_QUERIES: usize = 100;
/// Replays in a row count as one measurement from this many CPU seconds on.
const LEAST_SECONDS: f64 = 0.2;

/// Compares the solvers on the streams of all circuits.
pub fn compare(options: &Options) -> Result<Table, String> {
    let mut table = Table {
        title: "Recorded query streams: our solver beside CaDiCaL".to_owned(),
        columns: vec![
            "stream",
            "queries",
            "sat",
            "ours q/s",
            "ours whole q/s",
            "CaDiCaL q/s",
            "CaDiCaL plain q/s",
            "ours / better CaDiCaL",
        ],
        rows: Vec::new(),
        summary: String::new(),
        all_agree: true,
    };
    let mut ratios = Vec::new();
    for path in files(options)? {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let recording = recording(&path, options)?;
        if let Some(folder) = &options.save {
            write(&folder.join(format!("{name}.stream")), recording.to_string())?;
        }
        if recording.queries() < LEAST_QUERIES {
            println!("{name}: only {} queries, left out", recording.queries());
            continue;
        }
        let row = Row::measure(name, &recording, options)?;
        table.all_agree &= row.agrees;
        ratios.extend(row.ratio());
        let cells = row.cells();
        println!("{}", cells.join("  "));
        table.rows.push(cells);
    }
    let mean = geometric_mean(&ratios).map_or("-".to_owned(), |mean| format!("{mean:.2}"));
    let agreement = if table.all_agree { "All answers agree." } else { "ANSWERS DISAGREE." };
    table.summary = format!(
        "{agreement} Queries per CPU second, ours over the better CaDiCaL, geometric mean over \
         {} streams: {mean}. \"Ours whole\" searches the whole formula instead of the cone; \
         < means that {} CPU seconds were not enough.",
        ratios.len(),
        options.timeout
    );
    Ok(table)
}

/// How a replay went; nothing when it was stopped.
type Run = Result<Option<Replayed>, String>;

/// Queries per CPU second.
#[derive(Clone, Copy)]
struct Rate {
    per_second: f64,
    /// Was the replay stopped, so that the true rate is below this?
    is_stopped: bool,
}

impl std::fmt::Display for Rate {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}{:.0}", if self.is_stopped { "< " } else { "" }, self.per_second)
    }
}

struct Row {
    name: String,
    queries: usize,
    sat: usize,
    ours: Rate,
    whole: Rate,
    peer: Rate,
    plain: Rate,
    agrees: bool,
}

impl Row {
    fn measure(name: String, recording: &Recording, options: &Options) -> Result<Row, String> {
        let mut whole = recording.clone();
        for operation in &mut whole.operations {
            if let Operation::Query { cone, .. } = operation {
                *cone = false;
            }
        }
        let ask_us = |recording: &Recording, stop: &Arc<AtomicBool>| {
            let budget = Budget::new(Limits::none().with_interrupt(stop.clone()));
            Ok(recording.replay(options.seed, &budget).ok())
        };
        let ask_peer = |setup: Setup, stop: &Arc<AtomicBool>| peer::replay(recording, setup, stop);
        let mut agrees = true;
        let mut sat = 0;
        let mut rate = |run: &dyn Fn(&Arc<AtomicBool>) -> Run| {
            let (mut seconds, mut queries) = (0.0, 0);
            while seconds < LEAST_SECONDS {
                let (replayed, taken) = within(options.timeout, run);
                let Some(replayed) = replayed? else {
                    let per_second = recording.queries() as f64 / taken;
                    return Ok::<Rate, String>(Rate { per_second, is_stopped: true });
                };
                agrees &= replayed.disagreement.is_none();
                sat = replayed.sat;
                seconds += taken;
                queries += replayed.queries;
            }
            Ok(Rate { per_second: queries as f64 / seconds, is_stopped: false })
        };
        let ours = rate(&|stop| ask_us(recording, stop))?;
        let in_whole = rate(&|stop| ask_us(&whole, stop))?;
        let by_peer = rate(&|stop| ask_peer(Setup::Default, stop))?;
        let plain = rate(&|stop| ask_peer(Setup::Plain, stop))?;
        let queries = recording.queries();
        Ok(Row { name, queries, sat, ours, whole: in_whole, peer: by_peer, plain, agrees })
    }

    /// Ours over the better of CaDiCaL's two; none when both were stopped.
    fn ratio(&self) -> Option<f64> {
        let better = self.better();
        (!self.ours.is_stopped || !better.is_stopped)
            .then(|| self.ours.per_second / better.per_second)
    }

    fn better(&self) -> Rate {
        if self.plain.per_second > self.peer.per_second { self.plain } else { self.peer }
    }

    fn cells(&self) -> Vec<String> {
        let ratio = match (self.agrees, self.ratio()) {
            (false, _) => "DISAGREE".to_owned(),
            (true, None) => "-".to_owned(),
            (true, Some(ratio)) if self.better().is_stopped => format!("> {ratio:.2}"),
            (true, Some(ratio)) if self.ours.is_stopped => format!("< {ratio:.2}"),
            (true, Some(ratio)) => format!("{ratio:.2}"),
        };
        vec![
            self.name.clone(),
            self.queries.to_string(),
            self.sat.to_string(),
            self.ours.to_string(),
            self.whole.to_string(),
            self.peer.to_string(),
            self.plain.to_string(),
            ratio,
        ]
    }
}

/// The circuits named, else the fixed choice.
pub fn files(options: &Options) -> Result<Vec<PathBuf>, String> {
    let corpus = Corpus::find();
    let found = |path: &Path| {
        let there = corpus.as_ref().map(|corpus| corpus.root().join(path));
        there.filter(|there| there.is_file()).unwrap_or(path.to_path_buf())
    };
    if !options.circuits.is_empty() {
        return Ok(options.circuits.iter().map(|path| found(path)).collect());
    }
    if corpus.is_none() {
        return Err("no benchmark folder; set BUTTRESS_BENCH or name files".to_owned());
    }
    Ok(CHOICE.iter().map(|name| found(Path::new(name))).collect())
}

/// What IC3 asks about the first property of a circuit, or what the file records.
fn recording(path: &Path, options: &Options) -> Result<Recording, String> {
    if path.extension().is_some_and(|extension| extension == "stream") {
        let text = fs::read_to_string(path)
            .map_err(|error| format!("cannot read {}: {error}", path.display()))?;
        return text.parse().map_err(|error| format!("{}: {error}", path.display()));
    }
    let circuit = circuit(path)?;
    let Some(property) = circuit.properties.first().copied() else {
        return Ok(Recording::default());
    };
    let mut ic3 = Ic3::new(Arc::new(TransitionRelation::new(circuit)), property.bad, Default::default());
    ic3.start_recording();
    let budget = Budget::with_effort(Limits::none(), options.effort);
    // However the run ends, what it asked is what we want.
    let _ = ic3.run(&budget);
    Ok(ic3.take_recording().unwrap_or_default())
}

/// The reduced circuit of a file, for its first property.
pub fn circuit(path: &Path) -> Result<Circuit, String> {
    let bytes =
        fs::read(path).map_err(|error| format!("cannot read {}: {error}", path.display()))?;
    let model = aiger::read(&bytes).map_err(|problems| {
        let first = problems.first().map(|problem| problem.message.clone());
        format!("{}: {}", path.display(), first.unwrap_or_default())
    })?;
    if model.circuit.properties.is_empty() {
        return Err(format!("{}: no safety property", path.display()));
    }
    let reduced =
        Reduced::new(&model.circuit, &[0], &buttress_hardware_reduce::Settings::CHEAP, &Budget::unlimited());
    Ok(reduced.circuit)
}

/// Writes a file into a folder that may not exist yet.
pub fn write(path: &Path, text: String) -> Result<(), String> {
    let cannot = |error| format!("cannot write {}: {error}", path.display());
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(cannot)?;
    }
    fs::write(path, text).map_err(cannot)
}
