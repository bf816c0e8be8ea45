//! A fleet of real processes, killed at random: workers, and the server in which they meet.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use buttress_circuit::{Circuit, Property, Reset};
use buttress_prop::{Lit, Random};
use buttress_testkit::{RedisServer, aag_text};
use serde_json::Value;

/// Workers in each fleet.
const WORKERS: usize = 4;
/// Properties of the design.
const PROPERTIES: usize = 60;
/// Processes that are killed in all.
const KILLS: usize = 20;
/// How long a submitter may take.
const PATIENCE: Duration = Duration::from_secs(120);

/// A conjunction of exclusive or.
fn exclusive(circuit: &mut Circuit, left: Lit, right: Lit) -> Lit {
    let both = circuit.add_and(left, right).lit();
    let neither = circuit.add_and(!left, !right).lit();
    circuit.add_and(!both, !neither).lit()
}

/// The counter has this value.
fn equals(circuit: &mut Circuit, bits: &[Lit], value: usize) -> Lit {
    let mut all = Lit::TRUE;
    for (place, bit) in bits.iter().enumerate() {
        all = circuit.add_and(all, bit.negate_if(value >> place & 1 == 0)).lit();
    }
    all
}

/// Counters of their own, one for each property: some come to the bad value, some turn before it. The verdicts are known.
fn counters() -> (String, Vec<&'static str>) {
    let mut circuit = Circuit::new();
    let mut verdicts = Vec::new();
    let mut steps = Vec::new();
    for property in 0..PROPERTIES {
        let (width, turn) = (6 + property % 3, 20 + property % 13);
        let latches: Vec<_> = (0..width).map(|_| circuit.add_latch(Reset::Value(false))).collect();
        let bits: Vec<Lit> = latches.iter().map(|latch| latch.lit()).collect();
        steps.push((latches, bits, turn));
        verdicts.push(if property % 2 == 0 { "proved" } else { "false" });
    }
    let mut bads = Vec::new();
    for (property, (latches, bits, turn)) in steps.iter().enumerate() {
        let turns = equals(&mut circuit, bits, *turn);
        let mut carry = Lit::TRUE;
        for (latch, bit) in latches.iter().zip(bits) {
            let sum = exclusive(&mut circuit, *bit, carry);
            carry = circuit.add_and(*bit, carry).lit();
            let next = circuit.add_and(sum, !turns).lit();
            circuit.set_next(*latch, next);
        }
        let value = if property % 2 == 0 { turn + 5 } else { turn - 3 };
        bads.push(equals(&mut circuit, bits, value));
    }
    circuit.properties = bads.into_iter().map(|bad| Property { bad }).collect();
    (aag_text(&circuit.finish().expect("gates read earlier gates")), verdicts)
}

/// A folder of this test's own.
fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).expect("a folder can be made");
    path
}

fn worker(address: &str, name: &str) -> Child {
    Command::new(env!("CARGO_BIN_EXE_buttress"))
        .args(["worker", "--exchange", address, "--threads", "1", "--lease", "1", "--quiet"])
        .args(["--name", name])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts")
}

/// Submits, and the verdicts that come in: name, verdict, whether it was checked. A submitter that does not end in time is interrupted.
fn submitted(address: &str, file: &Path) -> Vec<(String, String, bool)> {
    let submitter = Command::new(env!("CARGO_BIN_EXE_buttress"))
        .args(["prove", "--json", "--exchange", address])
        .arg(file)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let (process, (end, ended)) = (submitter.id().to_string(), channel::<()>());
    let patience = std::thread::spawn(move || {
        let is_late = ended.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout);
        is_late.then(|| Command::new("kill").args(["-INT", &process]).status())
    });
    let output = submitter.wait_with_output().expect("it ends");
    drop(end);
    let is_late = patience.join().expect("patience ends").is_some();
    let text = String::from_utf8_lossy(&output.stdout);
    let said = String::from_utf8_lossy(&output.stderr);
    let report: Value =
        serde_json::from_str(&text).unwrap_or_else(|_| panic!("late: {is_late}\n{text}\n{said}"));
    let units = report["files"][0]["units"].as_array().unwrap_or_else(|| panic!("{text}")).clone();
    let word = |unit: &Value, field: &str| unit[field].as_str().unwrap_or_default().to_owned();
    let units = units.iter().map(|unit| {
        (word(unit, "name"), word(unit, "verdict"), unit["checked"] == Value::Bool(true))
    });
    units.collect()
}

/// Workers, who end with their fleet, however that ends.
struct Crew(Mutex<Vec<Child>>);

impl Drop for Crew {
    fn drop(&mut self) {
        for worker in self.0.get_mut().unwrap_or_else(PoisonError::into_inner) {
            let _ = worker.kill();
            let _ = worker.wait();
        }
    }
}

/// Says that it is over when it goes, be it by a panic.
struct Ending<'a>(&'a AtomicBool);

impl Drop for Ending<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Kills something at random again and again until told to stop; how often.
fn havoc(
    crew: &Crew,
    address: &str,
    server: Option<&Mutex<RedisServer>>,
    is_over: &AtomicBool,
    random: &mut Random,
) -> usize {
    let mut kills = 0;
    while !is_over.load(Ordering::Relaxed) {
        std::thread::sleep(Duration::from_millis(50 + random.below(200) as u64));
        if is_over.load(Ordering::Relaxed) {
            break;
        }
        match server {
            Some(server) if random.below(3) == 0 => {
                let mut server = server.lock().unwrap();
                server.kill();
                std::thread::sleep(Duration::from_millis(random.below(300) as u64));
                server.restart();
            }
            _ => {
                let mut crew = crew.0.lock().unwrap();
                let victim = random.below(crew.len());
                let _ = crew[victim].kill();
                let _ = crew[victim].wait();
                crew[victim] =
                    worker(address, &format!("worker-{kills}-{}", random.below(1 << 20)));
            }
        }
        kills += 1;
    }
    kills
}

/// Fleets in havoc until enough was killed: all verdicts are as they are without.
fn survives(name: &str, mut meet: impl FnMut(usize) -> (String, Option<Mutex<RedisServer>>)) {
    let (text, verdicts) = counters();
    let place = folder(name);
    let file = place.join("counters.aag");
    std::fs::write(&file, text).expect("the file can be written");
    let (mut kills, mut rounds) = (0, 0);
    let start = Instant::now();
    while kills < KILLS {
        let (address, server) = meet(rounds);
        rounds += 1;
        let crew: Vec<Child> =
            (0..WORKERS).map(|number| worker(&address, &format!("first-{number}"))).collect();
        let crew = Crew(Mutex::new(crew));
        let is_over = AtomicBool::new(false);
        let mut random = Random::new(rounds as u64);
        let found = std::thread::scope(|scope| {
            let (crew, is_over, address) = (&crew, &is_over, &address);
            let enemy =
                scope.spawn(move || havoc(crew, address, server.as_ref(), is_over, &mut random));
            let ending = Ending(is_over);
            let found = submitted(address, &file);
            drop(ending);
            kills += enemy.join().expect("havoc ends");
            found
        });
        drop(crew);
        assert_eq!(found.len(), PROPERTIES, "each property once: {found:?}");
        for (property, (name, verdict, is_checked)) in found.iter().enumerate() {
            assert_eq!(name, &format!("bad{property}"));
            assert_eq!((verdict.as_str(), *is_checked), (verdicts[property], true), "{name}");
        }
        assert!(start.elapsed() < Duration::from_secs(240), "{kills} kills in {rounds} rounds");
    }
}

#[test]
fn a_fleet_in_a_folder_survives_the_death_of_its_workers() {
    let place = folder("fleet_folder");
    survives("fleet_folder_design", |round| {
        let exchange = place.join(round.to_string());
        std::fs::create_dir_all(&exchange).expect("a folder can be made");
        (format!("dir:{}", exchange.display()), None)
    });
}

#[test]
fn a_fleet_at_a_server_survives_the_death_of_its_workers_and_of_the_server() {
    if RedisServer::start().is_none() {
        use std::io::Write;
        let words = "SKIPPED: redis-server is not installed: no fleet at a server was tried\n";
        let _ = std::io::stderr().write_all(words.as_bytes());
        return;
    }
    survives("fleet_server_design", |_| {
        let server = RedisServer::start().expect("it started before");
        (server.address(), Some(Mutex::new(server)))
    });
}

#[test]
fn a_password_is_in_no_output_and_not_on_the_command_line() {
    let address = "redis://ann:s3cret@127.0.0.1:1";
    for arguments in [
        &["worker", "--exchange", address][..],
        &["fleet", "status", "--exchange", address],
        &["prove", "x.aag", "--exchange", address],
    ] {
        let output = Command::new(env!("CARGO_BIN_EXE_buttress")).args(arguments).output();
        let output = output.expect("the program starts");
        let said = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(!said.contains("s3cret") && said.contains("BUTTRESS_EXCHANGE"), "{said}");
    }
    let output = Command::new(env!("CARGO_BIN_EXE_buttress"))
        .args(["fleet", "status", "--json"])
        .env("BUTTRESS_EXCHANGE", address)
        .output()
        .expect("the program starts");
    let said = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(!said.contains("s3cret") && said.contains("cannot be reached"), "{said}");
}

#[test]
fn who_goes_is_told_how_to_come_back() {
    let place = folder("fleet_leaving");
    let file = place.join("counters.aag");
    std::fs::write(&file, counters().0).expect("the file can be written");
    let exchange = place.join("exchange");
    std::fs::create_dir_all(&exchange).expect("a folder can be made");
    let address = format!("dir:{}", exchange.display());
    // Nobody works: the submitter says so, and waits.
    let submitter = Command::new(env!("CARGO_BIN_EXE_buttress"))
        .args(["prove", "--exchange", &address])
        .arg(&file)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    std::thread::sleep(Duration::from_millis(3500));
    let interrupted = Command::new("kill").args(["-INT", &submitter.id().to_string()]).status();
    assert!(interrupted.is_ok_and(|status| status.success()));
    let output = submitter.wait_with_output().expect("it ends");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(130), "{said}");
    for words in ["no worker is there yet", "the fleet goes on", "come back:", "fleet cancel"] {
        assert!(said.contains(words), "{words}: {said}");
    }
    // The jobs are still there, and whoever comes back gets the verdicts.
    let crew = Crew(Mutex::new(vec![worker(&address, "late-1"), worker(&address, "late-2")]));
    let found = submitted(&address, &file);
    drop(crew);
    assert_eq!(found.len(), PROPERTIES);
    assert!(found.iter().all(|(_, _, is_checked)| *is_checked), "{found:?}");
}
