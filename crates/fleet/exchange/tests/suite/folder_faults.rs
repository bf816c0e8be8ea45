//! Folders with half-written, damaged or left-over files, and folders that go away.

use std::fs;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use buttress_exchange::{Cursor, Digest, Exchange, ExchangeError, Folder, JobId, Key};

use crate::temp_folder::TempFolder;

const LONG: Duration = Duration::from_secs(60);

fn key(word: &str) -> Key {
    Key::new(&["{m}", "p0", word])
}

fn id(word: &str) -> JobId {
    JobId(word.to_owned())
}

fn open(folder: &TempFolder) -> Folder {
    Folder::open(&folder.path).unwrap()
}

/// The files somewhere in a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() { files.extend(self::files(&path)) } else { files.push(path) }
    }
    files.sort();
    files
}

#[test]
fn a_half_written_record_is_waited_for() {
    let folder = TempFolder::new();
    let (writer, reader) = (open(&folder), open(&folder));
    let records = [b"first".to_vec(), b"second".to_vec()];
    writer.publish(&key("lemma"), &records, 100).unwrap();
    let file = files(&folder.path.join("streams")).remove(0);
    let whole = fs::read(&file).unwrap();
    let first = whole.len() - 12 - records[1].len();
    for end in 0..whole.len() {
        fs::write(&file, &whole[..end]).unwrap();
        let mut cursor = Cursor::default();
        let early = reader.read(&key("lemma"), &mut cursor, 10).unwrap();
        assert_eq!(early.len(), usize::from(end >= first), "{end} bytes");
        fs::write(&file, &whole).unwrap();
        let late = reader.read(&key("lemma"), &mut cursor, 10).unwrap();
        assert_eq!([early, late].concat(), records, "{end} bytes");
    }
}

#[test]
fn a_writer_that_died_while_writing_hides_nobody() {
    let folder = TempFolder::new();
    let (dead, alive) = (open(&folder), open(&folder));
    dead.publish(&key("lemma"), &[b"whole".to_vec(), b"cut off".to_vec()], 100).unwrap();
    let file = files(&folder.path.join("streams")).remove(0);
    let whole = fs::read(&file).unwrap();
    fs::write(&file, &whole[..whole.len() - 3]).unwrap();
    alive.publish(&key("lemma"), &[b"other".to_vec()], 100).unwrap();
    let mut read = alive.read(&key("lemma"), &mut Cursor::default(), 10).unwrap();
    read.sort();
    assert_eq!(read, [b"other".to_vec(), b"whole".to_vec()]);
}

#[test]
fn a_frame_that_is_too_long_is_passed_over() {
    let folder = TempFolder::new();
    let exchange = open(&folder);
    exchange.publish(&key("lemma"), &[b"a".to_vec(), b"b".to_vec()], 100).unwrap();
    let file = files(&folder.path.join("streams")).remove(0);
    let frames = fs::read(&file).unwrap();
    let mut long = 300_000_u32.to_be_bytes().to_vec();
    long.resize(12 + 300_000, 7);
    fs::write(&file, [&frames[..13], &long, &frames[13..]].concat()).unwrap();
    let read = exchange.read(&key("lemma"), &mut Cursor::default(), 10).unwrap();
    assert_eq!(read, [b"a".to_vec(), b"b".to_vec()]);
}

#[test]
fn a_value_that_no_worker_wrote_gives_way() {
    let folder = TempFolder::new();
    let exchange = open(&folder);
    assert_eq!(exchange.settle(&key("verdict"), b"false").unwrap(), b"false");
    let is_verdict = |file: &PathBuf| fs::read(file).unwrap() == b"false";
    let file = files(&folder.path).into_iter().find(is_verdict).unwrap();
    fs::write(&file, vec![b'x'; (1 << 20) + 1]).unwrap();
    assert_eq!(exchange.settled(&key("verdict")).unwrap(), None);
    exchange.retract(&key("verdict"), b"other").unwrap();
    assert_eq!(exchange.settle(&key("verdict"), b"safe").unwrap(), b"safe");
    assert_eq!(exchange.settle(&key("verdict"), b"unsafe").unwrap(), b"safe");
}

#[test]
fn dead_writers_leave_no_heap() {
    let folder = TempFolder::new();
    let keep = 100;
    for number in 0..60_u8 {
        open(&folder).publish(&key("lemma"), &vec![vec![number]; 20], keep).unwrap();
    }
    let exchange = open(&folder);
    let kept = exchange.read(&key("lemma"), &mut Cursor::default(), 10_000).unwrap();
    assert!(kept.len() >= keep && kept.len() <= 2 * keep, "{}", kept.len());
    assert!(kept.iter().any(|record| record == &[59]));
    assert!(files(&folder.path.join("temp")).is_empty());
}

#[test]
fn a_writer_whose_file_was_removed_goes_on() {
    let folder = TempFolder::new();
    let exchange = open(&folder);
    let mut cursor = Cursor::default();
    exchange.publish(&key("lemma"), &[b"a".to_vec()], 100).unwrap();
    exchange.read(&key("lemma"), &mut cursor, 10).unwrap();
    fs::remove_file(files(&folder.path.join("streams")).remove(0)).unwrap();
    exchange.publish(&key("lemma"), &[b"b".to_vec()], 100).unwrap();
    assert_eq!(exchange.read(&key("lemma"), &mut cursor, 10).unwrap(), [b"b".to_vec()]);
}

#[test]
fn damaged_blobs_are_noticed_and_healed() {
    let folder = TempFolder::new();
    let exchange = open(&folder);
    let digest = exchange.put(b"model").unwrap();
    fs::write(files(&folder.path.join("blobs")).remove(0), b"modem").unwrap();
    assert_eq!(exchange.get(digest, 100), Err(ExchangeError::Corrupt(digest)));
    assert_eq!(exchange.put(b"model").unwrap(), Digest::of(b"model"));
    assert_eq!(exchange.get(digest, 100).unwrap().unwrap(), b"model");
}

#[test]
fn a_share_that_is_not_mounted_is_away() {
    let folder = TempFolder::new();
    let missing = Folder::open(&folder.path.join("not/there")).err().unwrap();
    assert!(missing.may_pass() && missing.to_string().contains("mounted"), "{missing}");

    let exchange = open(&folder);
    exchange.settle(&key("verdict"), b"safe").unwrap();
    let elsewhere = folder.path.with_extension("elsewhere");
    fs::rename(&folder.path, &elsewhere).unwrap();
    // The mount point is there, and empty: that is not an exchange without a verdict.
    fs::create_dir(&folder.path).unwrap();
    let away = |error: ExchangeError| error.may_pass();
    assert!(away(exchange.settled(&key("verdict")).unwrap_err()));
    assert!(away(exchange.settle(&key("verdict"), b"unsafe").unwrap_err()));
    assert!(away(exchange.put(b"model").unwrap_err()));
    assert!(away(exchange.get(Digest::of(b"model"), 10).unwrap_err()));
    assert!(away(exchange.publish(&key("lemma"), &[b"a".to_vec()], 10).unwrap_err()));
    assert!(away(exchange.read(&key("lemma"), &mut Cursor::default(), 10).unwrap_err()));
    assert!(away(exchange.enqueue(&id("a"), b"job").unwrap_err()));
    assert!(away(exchange.take("w", LONG).unwrap_err()));
    assert!(away(exchange.queue().unwrap_err()));
    assert!(away(exchange.notes(&key("workers")).unwrap_err()));
    assert!(away(exchange.describe().unwrap_err()));
    fs::remove_dir(&folder.path).unwrap();
    fs::rename(&elsewhere, &folder.path).unwrap();
    assert_eq!(exchange.settled(&key("verdict")).unwrap().unwrap(), b"safe");
    exchange.describe().unwrap();
}

#[test]
fn another_version_is_refused() {
    let folder = TempFolder::new();
    drop(open(&folder));
    fs::write(folder.path.join("buttress-exchange"), b"2\n").unwrap();
    let error = Folder::open(&folder.path).err().unwrap();
    assert!(!error.may_pass() && error.to_string().contains("another version"), "{error}");
}

#[cfg(unix)]
#[test]
fn without_permission_it_refuses() {
    use std::os::unix::fs::PermissionsExt;
    let folder = TempFolder::new();
    let exchange = open(&folder);
    let temp = folder.path.join("temp");
    fs::set_permissions(&temp, fs::Permissions::from_mode(0o555)).unwrap();
    // For the superuser nothing is forbidden.
    if fs::write(temp.join("probe"), b"").is_err() {
        let error = exchange.put(b"model").unwrap_err();
        assert!(!error.may_pass() && error.to_string().contains("no permission"), "{error}");
    }
    fs::set_permissions(&temp, fs::Permissions::from_mode(0o755)).unwrap();
}

#[test]
fn a_file_in_the_place_of_a_folder_refuses() {
    let folder = TempFolder::new();
    let path = folder.path.join("file");
    fs::write(&path, b"").unwrap();
    let error = Folder::open(&path).err().unwrap();
    assert!(!error.may_pass() && error.to_string().contains("a file where a folder"), "{error}");
}

#[test]
fn a_job_that_was_added_by_halves_can_be_added_again() {
    let folder = TempFolder::new();
    let exchange = open(&folder);
    exchange.enqueue(&id("a"), b"job").unwrap();
    fs::remove_file(files(&folder.path.join("jobs/waiting")).remove(0)).unwrap();
    assert_eq!(exchange.take("w", LONG).unwrap(), None);
    assert!(exchange.enqueue(&id("a"), b"job").unwrap());
    assert_eq!(exchange.take("w", LONG).unwrap().unwrap().id, id("a"));
}

#[test]
fn damaged_jobs_are_passed_over() {
    let folder = TempFolder::new();
    let exchange = open(&folder);
    exchange.enqueue(&id("a"), b"job").unwrap();
    exchange.enqueue(&id("b"), b"job").unwrap();
    fs::write(files(&folder.path.join("jobs/waiting")).remove(0), b"???").unwrap();
    fs::write(folder.path.join("jobs/running/.nfs000123"), b"").unwrap();
    assert_eq!(exchange.take("w", LONG).unwrap().unwrap().id, id("b"));
    assert!(exchange.enqueue(&id("a"), b"job").unwrap());
}

#[test]
fn clocks_of_other_machines_do_not_matter() {
    let folder = TempFolder::new();
    let (holder, other) = (open(&folder), open(&folder));
    let lease = Duration::from_millis(1500);
    holder.enqueue(&id("a"), b"job").unwrap();
    let held = holder.take("holder", lease).unwrap().unwrap();
    let begin = Instant::now();
    let mut day: u64 = 0;
    while begin.elapsed() < lease * 2 {
        assert!(holder.renew(&held).unwrap());
        // The holder's clock goes wild, into the past and the future.
        day += 1;
        let time = SystemTime::UNIX_EPOCH + Duration::from_secs(86_400 * (day * 7919 % 40_000));
        let file = files(&folder.path.join("jobs/running")).remove(0);
        fs::File::options().append(true).open(file).unwrap().set_modified(time).unwrap();
        assert_eq!(other.take("other", lease).unwrap(), None);
        thread::sleep(lease / 15);
    }
    assert!(holder.finish(&held).unwrap());
}
