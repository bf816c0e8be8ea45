//! Servers that crash, are cut off, are full, refuse, or hold what others wrote.

use std::io::Write;
use std::net::{Ipv4Addr, TcpListener};
use std::thread;
use std::time::{Duration, Instant};

use buttress_exchange::{Address, Cursor, Digest, ExchangeError, JobId, Key, Password};

use crate::broker::{open, redis_server};
use crate::proxy::Proxy;

const LONG: Duration = Duration::from_secs(60);
/// A little more than the longest time that a question may take: to connect, and to wait for the answer.
const PATIENCE: Duration = Duration::from_secs(10);

fn key(word: &str) -> Key {
    Key::new(&["{m}", "p0", word])
}

fn id(word: &str) -> JobId {
    JobId(word.to_owned())
}

fn is_away<T>(result: buttress_exchange::Result<T>) -> bool {
    matches!(result, Err(ExchangeError::Away(_)))
}

fn refusal<T: std::fmt::Debug>(result: buttress_exchange::Result<T>) -> String {
    match result {
        Err(ExchangeError::Refused(why)) => why,
        other => panic!("{other:?} is no refusal"),
    }
}

/// What somebody else does to the server.
fn other_client(address: &str) -> redis::Connection {
    redis::Client::open(address).unwrap().get_connection().unwrap()
}

#[test]
fn what_was_acknowledged_survives_a_crash() {
    let Some(mut server) = redis_server(&[]) else { return };
    let exchange = open(&server.address());
    let blob = exchange.put(b"model").unwrap();
    let records: Vec<Vec<u8>> = (0..500).map(|n: i32| n.to_string().into_bytes()).collect();
    exchange.publish(&key("lemma"), &records, 10_000).unwrap();
    exchange.enqueue(&id("held"), b"job").unwrap();
    exchange.enqueue(&id("waiting"), b"job").unwrap();
    let held = exchange.take("w", LONG).unwrap().unwrap();
    exchange.settle(&key("verdict"), b"safe").unwrap();
    exchange.note(&key("workers"), "w", b"alive").unwrap();
    let mut cursor = Cursor::default();
    assert_eq!(exchange.read(&key("lemma"), &mut cursor, 100).unwrap().len(), 100);

    server.kill();
    assert!(is_away(exchange.settled(&key("verdict"))));
    assert!(is_away(exchange.take("w", LONG)));
    server.restart();

    assert_eq!(exchange.get(blob, 100).unwrap().unwrap(), b"model");
    assert_eq!(exchange.read(&key("lemma"), &mut cursor, 1000).unwrap(), records[100..]);
    assert!(exchange.renew(&held).unwrap());
    assert!(!exchange.enqueue(&id("held"), b"again").unwrap());
    assert_eq!(exchange.take("w", LONG).unwrap().unwrap().id, id("waiting"));
    assert!(exchange.finish(&held).unwrap());
    assert_eq!(exchange.settle(&key("verdict"), b"unsafe").unwrap(), b"safe");
    assert_eq!(exchange.notes(&key("workers")).unwrap(), [("w".to_owned(), b"alive".to_vec())]);
}

#[test]
fn a_waiting_connection_that_was_cut_is_replaced_at_once() {
    let Some(mut server) = redis_server(&[]) else { return };
    let exchange = open(&server.address());
    exchange.settle(&key("verdict"), b"safe").unwrap();
    server.kill();
    server.restart();
    assert_eq!(exchange.settled(&key("verdict")).unwrap().unwrap(), b"safe");
}

#[test]
fn a_server_that_comes_back_empty() {
    let Some(mut server) = redis_server(&[]) else { return };
    let exchange = open(&server.address());
    exchange.enqueue(&id("a"), b"job").unwrap();
    let held = exchange.take("w", LONG).unwrap().unwrap();
    exchange.publish(&key("lemma"), &[b"old".to_vec()], 100).unwrap();
    let mut cursor = Cursor::default();
    exchange.read(&key("lemma"), &mut cursor, 100).unwrap();
    server.kill();
    server.forget();
    server.restart();
    assert!(!exchange.renew(&held).unwrap() && !exchange.finish(&held).unwrap());
    exchange.withdraw(&[id("a")]).unwrap();
    assert_eq!(exchange.queue().unwrap().waiting, []);
    assert_eq!(exchange.take("w", LONG).unwrap(), None);
    assert!(exchange.enqueue(&id("a"), b"job").unwrap());
    assert!(exchange.finish(&exchange.take("w", LONG).unwrap().unwrap()).unwrap());
    exchange.publish(&key("lemma"), &[b"new".to_vec()], 100).unwrap();
    assert_eq!(exchange.read(&key("lemma"), &mut cursor, 100).unwrap(), [b"new".to_vec()]);
}

#[test]
fn a_stream_that_begins_anew_with_lower_numbers() {
    let Some(server) = redis_server(&[]) else { return };
    let (exchange, mut other) = (open(&server.address()), other_client(&server.address()));
    let lemmas = key("lemma");
    let mut add = redis::cmd("XADD");
    add.arg(lemmas.as_str()).arg("99999999999999-1").arg("r").arg("old").exec(&mut other).unwrap();
    let mut cursor = Cursor::default();
    assert_eq!(exchange.read(&lemmas, &mut cursor, 10).unwrap(), [b"old".to_vec()]);
    redis::cmd("DEL").arg(lemmas.as_str()).exec(&mut other).unwrap();
    exchange.publish(&lemmas, &[b"new".to_vec()], 10).unwrap();
    assert_eq!(exchange.read(&lemmas, &mut cursor, 10).unwrap(), [b"new".to_vec()]);
    assert_eq!(exchange.read(&lemmas, &mut cursor, 10).unwrap().len(), 0);
}

#[test]
fn scripts_that_the_server_forgot_are_sent_again() {
    let Some(server) = redis_server(&[]) else { return };
    let (exchange, mut other) = (open(&server.address()), other_client(&server.address()));
    exchange.settle(&key("verdict"), b"safe").unwrap();
    redis::cmd("SCRIPT").arg("FLUSH").exec(&mut other).unwrap();
    assert_eq!(exchange.settle(&key("verdict"), b"late").unwrap(), b"safe");
}

#[test]
fn nobody_listens() {
    let port = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap().local_addr().unwrap().port();
    let exchange = open(&format!("redis://127.0.0.1:{port}"));
    let begin = Instant::now();
    assert!(is_away(exchange.describe()));
    assert!(is_away(exchange.publish(&key("lemma"), &[b"a".to_vec()], 10)));
    assert!(begin.elapsed() < Duration::from_secs(2), "{:?}", begin.elapsed());
}

#[test]
fn a_cut_network_is_noticed_in_time() {
    let Some(server) = redis_server(&[]) else { return };
    let proxy = Proxy::start(server.port);
    let exchange = open(&format!("redis://127.0.0.1:{}", proxy.port));
    exchange.settle(&key("verdict"), b"safe").unwrap();
    proxy.swallow(true);
    // With an open connection, and with a new one.
    for _ in 0..2 {
        let begin = Instant::now();
        assert!(is_away(exchange.settled(&key("verdict"))));
        assert!(begin.elapsed() < PATIENCE, "{:?}", begin.elapsed());
    }
    proxy.swallow(false);
    assert_eq!(exchange.settled(&key("verdict")).unwrap().unwrap(), b"safe");
    proxy.cut();
    assert_eq!(exchange.settled(&key("verdict")).unwrap().unwrap(), b"safe");
}

#[test]
fn a_full_server_refuses_and_still_answers() {
    let Some(server) = redis_server(&["--maxmemory-policy", "noeviction"]) else { return };
    let (exchange, mut other) = (open(&server.address()), other_client(&server.address()));
    exchange.settle(&key("verdict"), b"safe").unwrap();
    exchange.enqueue(&id("a"), b"job").unwrap();
    redis::cmd("CONFIG").arg("SET").arg("maxmemory").arg("100kb").exec(&mut other).unwrap();
    assert!(refusal(exchange.put(b"model")).contains("raise its maxmemory"));
    let records = [b"a".to_vec(), b"b".to_vec()];
    assert!(refusal(exchange.publish(&key("lemma"), &records, 10)).contains("maxmemory"));
    assert!(refusal(exchange.enqueue(&id("b"), b"job")).contains("maxmemory"));
    assert!(refusal(exchange.note(&key("workers"), "w", b"alive")).contains("maxmemory"));
    assert!(refusal(exchange.settle(&key("other"), b"safe")).contains("maxmemory"));
    assert_eq!(exchange.settle(&key("verdict"), b"unsafe").unwrap(), b"safe");
    assert_eq!(exchange.queue().unwrap().waiting.len(), 1, "b was not added in part");
}

#[test]
fn passwords_are_needed_and_not_shown() {
    let Some(server) = redis_server(&["--requirepass", "s3cret-word"]) else { return };
    let address = Address::from_argument(&server.address()).unwrap();
    let with = |password: Option<&str>| address.open(password.map(Password::new)).unwrap();
    let why = refusal(with(None).settled(&key("v")));
    assert!(why.contains("BUTTRESS_EXCHANGE_PASSWORD"), "{why}");
    let why = refusal(with(Some("wr0ng-word")).settled(&key("v")));
    assert!(why.contains("password") && !why.contains("wr0ng-word"), "{why}");
    assert_eq!(with(Some("s3cret-word\n")).settled(&key("v")).unwrap(), None);
    let text = format!("redis://default:s3cret-word@127.0.0.1:{}", server.port);
    let exchange = Address::from_environment_text(&text).unwrap().open(None).unwrap();
    assert!(!exchange.describe().unwrap().contains("s3cret"));
}

#[test]
fn an_account_without_rights() {
    let Some(server) = redis_server(&[]) else { return };
    let mut other = other_client(&server.address());
    let mut user = redis::cmd("ACL");
    user.arg("SETUSER").arg("guest").arg("on").arg(">word").arg("~*").arg("+@read").arg("+info");
    user.exec(&mut other).unwrap();
    let text = format!("redis://guest@127.0.0.1:{}", server.port);
    let exchange =
        Address::from_argument(&text).unwrap().open(Some(Password::new("word"))).unwrap();
    assert!(refusal(exchange.put(b"model")).contains("allow it the keys"));
    assert!(refusal(exchange.describe()).contains("allow it the keys"));
}

#[test]
fn a_server_without_a_disk_is_described_with_a_warning() {
    let Some(server) = redis_server(&["--appendonly", "no"]) else { return };
    let words = open(&server.address()).describe().unwrap();
    assert!(words.contains("warning: it does not keep what it is told"), "{words}");
}

#[test]
fn what_others_wrote_is_bounded() {
    let Some(server) = redis_server(&[]) else { return };
    let (exchange, mut other) = (open(&server.address()), other_client(&server.address()));
    let mut command = |words: &[&str], last: &[u8]| {
        let mut command = redis::cmd(words[0]);
        command.arg(&words[1..]).arg(last).exec(&mut other).unwrap();
    };
    let (record, value) = (vec![b'x'; (1 << 17) + 1], vec![b'x'; (1 << 20) + 1]);
    let lemmas = key("lemma");
    for _ in 0..5 {
        command(&["XADD", lemmas.as_str(), "*", "r"], &record);
    }
    exchange.publish(&lemmas, &[b"short".to_vec()], 100).unwrap();
    let mut cursor = Cursor::default();
    assert_eq!(exchange.read(&lemmas, &mut cursor, 2).unwrap(), [b"short".to_vec()]);
    assert_eq!(exchange.read(&lemmas, &mut cursor, 2).unwrap().len(), 0);

    // More than is taken in one answer.
    let flood = key("flood");
    for _ in 0..3 {
        command(&["XADD", flood.as_str(), "*", "r"], &vec![b'x'; 8 << 20]);
    }
    exchange.publish(&flood, &[b"short".to_vec()], 100).unwrap();
    let mut cursor = Cursor::default();
    assert_eq!(exchange.read(&flood, &mut cursor, 2).unwrap(), [b"short".to_vec()]);
    assert_eq!(exchange.read(&flood, &mut cursor, 2).unwrap().len(), 0);

    command(&["SET", key("verdict").as_str()], &value);
    assert_eq!(exchange.settled(&key("verdict")).unwrap(), None);
    exchange.retract(&key("verdict"), b"other").unwrap();
    assert_eq!(exchange.settle(&key("verdict"), b"safe").unwrap(), b"safe");
    assert_eq!(exchange.settle(&key("verdict"), b"unsafe").unwrap(), b"safe");

    command(&["HSET", key("workers").as_str(), "loud"], &value);
    exchange.note(&key("workers"), "w", b"alive").unwrap();
    assert_eq!(exchange.notes(&key("workers")).unwrap().len(), 1);

    command(&["XADD", "buttress:1:jobs", "*", "id", "large", "job"], &value);
    command(&["XADD", "buttress:1:jobs", "*", "nothing"], b"known");
    exchange.enqueue(&id("a"), b"job").unwrap();
    assert_eq!(exchange.queue().unwrap().waiting.len(), 1);
    assert_eq!(exchange.take("w", LONG).unwrap().unwrap().id, id("a"));

    let digest = Digest::of(b"model");
    command(&["SET", &format!("buttress:1:blob:{digest}")], b"other");
    assert_eq!(exchange.get(digest, 100), Err(ExchangeError::Corrupt(digest)));
    exchange.put(b"model").unwrap();
    assert_eq!(exchange.get(digest, 100).unwrap().unwrap(), b"model");

    command(&["LPUSH", key("list").as_str()], b"x");
    let why = refusal(exchange.settled(&key("list")));
    assert!(why.contains("use a database of its own"), "{why}");
    assert!(refusal(exchange.read(&key("list"), &mut Cursor::default(), 1)).contains("database"));
}

#[test]
fn a_server_of_another_kind() {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let port = listener.local_addr().unwrap().port();
    thread::spawn(move || {
        for stream in listener.incoming() {
            let _ =
                stream.and_then(|mut stream| stream.write_all(b"HTTP/1.1 400 Bad Request\r\n\r\n"));
        }
    });
    let why = refusal(open(&format!("redis://127.0.0.1:{port}")).settled(&key("v")));
    assert!(why.contains("not that of a Redis server"), "{why}");
}

#[cfg(not(feature = "tls"))]
#[test]
fn without_the_feature_encrypted_servers_are_refused() {
    let address = Address::from_argument("rediss://broker").unwrap();
    let error = address.open(None).err().unwrap();
    assert!(error.to_string().contains("built without encryption"), "{error}");
}
