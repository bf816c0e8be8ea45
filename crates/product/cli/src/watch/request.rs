//! What somebody asks of the page's server, and whether they may.
//!
//! A page of somebody else can make a browser ask us, too, under any name that leads to this machine: so the name must be
//! ours, and the secret must be in the address.

use super::token::is_same;

/// What is served.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wanted {
    /// The page.
    Page,
    /// How the proof goes on, from this version of the page.
    Events(u64),
}

/// What a request asks for; the error is the status line of the answer.
pub fn wanted(head: &str, port: u16, token: &str) -> Result<Wanted, &'static str> {
    let mut lines = head.split("\r\n");
    let mut words = lines.next().unwrap_or_default().split(' ');
    let (method, target, version) = (words.next(), words.next(), words.next());
    if !version.is_some_and(|version| version.starts_with("HTTP/1.")) || words.next().is_some() {
        return Err("400 Bad Request");
    }
    let hosts: Vec<&str> = lines
        .filter_map(|line| line.split_once(':'))
        .filter(|(name, _)| name.eq_ignore_ascii_case("host"))
        .map(|(_, value)| value.trim())
        .collect();
    let ours = [format!("127.0.0.1:{port}"), format!("localhost:{port}")];
    match hosts[..] {
        [host] if ours.iter().any(|our| our.eq_ignore_ascii_case(host)) => {}
        _ => return Err("421 Misdirected Request"),
    }
    if method != Some("GET") {
        return Err("405 Method Not Allowed");
    }
    let (path, query) = target.unwrap_or_default().split_once('?').unwrap_or_default();
    let field = |wanted: &str| {
        let mut fields = query.split('&').filter_map(|field| field.split_once('='));
        fields.find(|(name, _)| *name == wanted).map(|(_, value)| value)
    };
    if !field("token").is_some_and(|given| is_same(given, token)) {
        return Err("403 Forbidden");
    }
    match path {
        "/" => Ok(Wanted::Page),
        "/events" => {
            let version = field("version").and_then(|version| version.parse().ok());
            Ok(Wanted::Events(version.unwrap_or(0)))
        }
        _ => Err("404 Not Found"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(line: &str, host: &str) -> Result<Wanted, &'static str> {
        wanted(&format!("{line}\r\nHost: {host}\r\nAccept: */*"), 4711, "secret")
    }

    #[test]
    fn only_those_who_know_the_secret_are_answered() {
        let host = "127.0.0.1:4711";
        assert_eq!(asked("GET /?token=secret HTTP/1.1", host), Ok(Wanted::Page));
        assert_eq!(asked("GET /?token=secret HTTP/1.1", "localhost:4711"), Ok(Wanted::Page));
        let events = asked("GET /events?token=secret&version=3 HTTP/1.1", host);
        assert_eq!(events, Ok(Wanted::Events(3)));
        for line in ["GET / HTTP/1.1", "GET /?token= HTTP/1.1", "GET /?token=secreT HTTP/1.1"] {
            assert_eq!(asked(line, host), Err("403 Forbidden"), "{line}");
        }
        assert_eq!(asked("GET /etc?token=secret HTTP/1.1", host), Err("404 Not Found"));
    }

    #[test]
    fn other_names_and_methods_are_refused() {
        for host in
            ["evil.example:4711", "127.0.0.1", "127.0.0.1:80", "localhost:4711.evil.example", ""]
        {
            let refused = asked("GET /?token=secret HTTP/1.1", host);
            assert_eq!(refused, Err("421 Misdirected Request"), "{host}");
        }
        let two = "GET /?token=secret HTTP/1.1\r\nHost: 127.0.0.1:4711";
        assert_eq!(asked(two, "evil.example"), Err("421 Misdirected Request"));
        let post = asked("POST /?token=secret HTTP/1.1", "127.0.0.1:4711");
        assert_eq!(post, Err("405 Method Not Allowed"));
        assert_eq!(asked("GET", "127.0.0.1:4711"), Err("400 Bad Request"));
    }
}
