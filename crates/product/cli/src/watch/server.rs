//! The server behind a page: this machine alone, a thread per connection, nothing but two addresses to read from.

use std::io::{self, Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::request::{Wanted, wanted};
use super::shared::{News, Shared};
use super::token::token;
use crate::limits::{WATCH_CONNECTIONS, WATCH_HEAD, WATCH_PATIENCE};

/// Serves until the program ends; answers with the address of the page.
pub fn serve(shared: &Shared) -> io::Result<String> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
    let port = listener.local_addr()?.port();
    let token = token();
    let address = format!("http://127.0.0.1:{port}/?token={token}");
    let served = Served { shared: shared.clone(), port, token };
    std::thread::Builder::new().spawn(move || accept(&listener, &Arc::new(served)))?;
    Ok(address)
}

struct Served {
    shared: Shared,
    port: u16,
    token: String,
}

fn accept(listener: &TcpListener, served: &Arc<Served>) {
    let open = Arc::new(AtomicUsize::new(0));
    for stream in listener.incoming().flatten() {
        if open.fetch_add(1, Ordering::SeqCst) >= WATCH_CONNECTIONS {
            open.fetch_sub(1, Ordering::SeqCst);
            continue;
        }
        let (served, counted) = (Arc::clone(served), Arc::clone(&open));
        let thread = std::thread::Builder::new().spawn(move || {
            // Somebody who goes away in the middle is no concern of ours.
            let _ = served.answer(stream);
            counted.fetch_sub(1, Ordering::SeqCst);
        });
        if thread.is_err() {
            open.fetch_sub(1, Ordering::SeqCst);
        }
    }
}

impl Served {
    fn answer(&self, mut stream: TcpStream) -> io::Result<()> {
        stream.set_read_timeout(Some(WATCH_PATIENCE))?;
        stream.set_write_timeout(Some(WATCH_PATIENCE))?;
        let Some(head) = head(&mut stream)? else {
            return refuse(&mut stream, "431 Request Header Fields Too Large");
        };
        match wanted(&head, self.port, &self.token) {
            Err(status) => refuse(&mut stream, status),
            Ok(Wanted::Page) => {
                let page = self.shared.page();
                respond(&mut stream, "200 OK", "text/html; charset=utf-8", Some(page.len()))?;
                stream.write_all(page.as_bytes())
            }
            Ok(Wanted::Events(version)) => self.events(&mut stream, version),
        }
    }

    /// Tells a page of this version how it goes on, until there is a new report or nobody listens.
    fn events(&self, stream: &mut TcpStream, version: u64) -> io::Result<()> {
        respond(stream, "200 OK", "text/event-stream", None)?;
        let mut seen = 0;
        loop {
            let event = match self.shared.news(version, seen) {
                News::Report => return stream.write_all(b"event: report\ndata: new\n\n"),
                News::Nothing => ": still here\n\n".to_owned(),
                News::Line(line, is_running, news) => {
                    seen = news;
                    let kind = if is_running { "progress" } else { "idle" };
                    let line: String =
                        line.chars().map(|it| if it.is_control() { ' ' } else { it }).collect();
                    format!("event: {kind}\ndata: {line}\n\n")
                }
            };
            stream.write_all(event.as_bytes())?;
        }
    }
}

/// The head of a request; none if it is longer than any that a browser sends.
fn head(stream: &mut TcpStream) -> io::Result<Option<String>> {
    let (mut bytes, mut part) = (Vec::new(), [0; 1024]);
    while bytes.len() < WATCH_HEAD {
        let count = stream.read(&mut part)?;
        if count == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        bytes.extend(&part[..count]);
        if let Some(end) = bytes.windows(4).position(|window| window == b"\r\n\r\n") {
            return Ok(Some(String::from_utf8_lossy(&bytes[..end]).into_owned()));
        }
    }
    Ok(None)
}

fn refuse(stream: &mut TcpStream, status: &str) -> io::Result<()> {
    respond(stream, status, "text/plain; charset=utf-8", Some(0))
}

fn respond(
    stream: &mut TcpStream,
    status: &str,
    kind: &str,
    length: Option<usize>,
) -> io::Result<()> {
    let length = length.map(|length| format!("Content-Length: {length}\r\n")).unwrap_or_default();
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\n{length}Cache-Control: no-store\r\n\
         X-Content-Type-Options: nosniff\r\nX-Frame-Options: DENY\r\nReferrer-Policy: no-referrer\r\n\
         Cross-Origin-Resource-Policy: same-origin\r\nConnection: close\r\n\r\n"
    );
    stream.write_all(head.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(address: &str, host: &str) -> String {
        let rest = address.strip_prefix("http://").unwrap();
        let (place, target) = rest.split_once('/').unwrap();
        let mut stream = TcpStream::connect(place).unwrap();
        let host = if host.is_empty() { place } else { host };
        write!(stream, "GET /{target} HTTP/1.1\r\nHost: {host}\r\n\r\n").unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }

    #[test]
    fn the_page_is_there_for_those_who_know_its_address() {
        let shared = Shared::new("<b>.pi".to_owned());
        let address = serve(&shared).unwrap();
        let page = ask(&address, "");
        assert!(page.starts_with("HTTP/1.1 200 OK\r\n") && page.contains("&lt;b&gt;.pi"), "{page}");
        assert!(page.contains("connect-src &#39;self&#39;") && !page.contains("<b>.pi"), "{page}");
        assert!(ask(&address, "evil.example").starts_with("HTTP/1.1 421 "));
        assert!(ask(&address[..address.len() - 1], "").starts_with("HTTP/1.1 403 "));
    }

    #[test]
    fn a_page_hears_of_a_new_report() {
        let shared = Shared::new("a.pi".to_owned());
        let address = serve(&shared).unwrap().replace("/?", "/events?");
        shared.set_progress("half\nway", true);
        let publisher = shared.clone();
        let teller = std::thread::spawn(move || {
            std::thread::sleep(std::time::Duration::from_millis(100));
            publisher.publish(serde_json::json!({"document": "report", "files": []}));
        });
        let events = ask(&address, "");
        teller.join().unwrap();
        assert!(events.contains("event: progress\ndata: half way\n\n"), "{events}");
        assert!(events.ends_with("event: report\ndata: new\n\n"), "{events}");
    }
}
