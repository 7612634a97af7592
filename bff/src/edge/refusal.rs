//! Answers to what can't be read as a request: the library would send a bare status line.

use std::time::SystemTime;

use actix_web::http::{
    StatusCode,
    header::{CACHE_CONTROL, CONTENT_TYPE, HeaderMap, HeaderValue, HttpDate},
};
use pishkhan_chassis::clock::SharedClock;

use crate::{
    headers::ProtectiveHeaders,
    wire::{
        error::BffError,
        text::{self, Lang, Text},
    },
};

/// Longest answer of the library's own, in bytes.
const LONGEST_BARE: usize = 200;

/// Writes refusals that close their connection.
pub struct Refusals {
    /// Header lines of every refusal.
    lines: Vec<u8>,
    clock: SharedClock,
}

impl Refusals {
    /// With the protective headers of every answer.
    pub fn new(headers: &ProtectiveHeaders, clock: SharedClock) -> Self {
        let mut map = HeaderMap::new();
        headers.apply(&mut map, "");
        map.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        map.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
        let mut lines = Vec::new();
        for (name, value) in &map {
            lines.extend([name.as_str().as_bytes(), b": ", value.as_bytes(), b"\r\n"].concat());
        }
        Self { lines, clock }
    }

    /// To whoever speaks in clear where TLS is spoken.
    pub fn write_in_clear(&self) -> Vec<u8> {
        self.write_text(StatusCode::BAD_REQUEST, text::NO_TLS)
    }

    /// The whole answer as bytes. Tells the log of it.
    pub fn write(&self, status: StatusCode) -> Vec<u8> {
        let text = match status {
            StatusCode::REQUEST_TIMEOUT => text::TOO_SLOW,
            StatusCode::LENGTH_REQUIRED => text::NO_LENGTH,
            StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE => text::HEAD_TOO_LARGE,
            status if status.is_client_error() => text::MALFORMED,
            _ => text::INTERNAL,
        };
        self.write_text(status, text)
    }

    fn write_text(&self, status: StatusCode, text: Text) -> Vec<u8> {
        let request_id = self.clock.new_id();
        tracing::info!(http.status = status.as_u16(), %request_id, "a request was refused before it could be read");
        metrics::counter!("http_unreadable_total", "status" => label(status)).increment(1);
        // Nothing of the request is known: not its language either.
        let body = BffError::new(status, text).body(Lang::Fa);
        let date = HttpDate::from(SystemTime::from(self.clock.now()));
        let mut answer = format!("HTTP/1.1 {status}\r\nx-request-id: {request_id}\r\ndate: {date}\r\n").into_bytes();
        answer.extend(&self.lines);
        answer.extend(format!("content-length: {}\r\nconnection: close\r\n\r\n", body.len()).as_bytes());
        answer.extend(&body);
        answer
    }
}

fn label(status: StatusCode) -> &'static str {
    match status.as_u16() {
        400 => "400",
        408 => "408",
        411 => "411",
        431 => "431",
        _ => "500",
    }
}

/// Where the library's own answer without a body begins in what is about to be sent, and its status.
///
/// Such an answer is the last of its connection. Every answer of ours has a body or another status, and no body of ours
/// ends like a head.
pub fn find_bare(sent: &[u8]) -> Option<(usize, StatusCode)> {
    if !sent.ends_with(b"\r\n\r\n") {
        return None;
    }
    let from = sent.len().saturating_sub(LONGEST_BARE);
    let tail = &sent[from..];
    let begins = tail.windows(7).rposition(|window| window == b"HTTP/1.")?;
    let head = std::str::from_utf8(&tail[begins..]).ok()?.strip_suffix("\r\n\r\n")?;
    let mut lines = head.split("\r\n");
    let code = lines.next()?.split(' ').nth(1)?;
    let status = StatusCode::from_bytes(code.as_bytes()).ok()?;
    let bare = matches!(status.as_u16(), 400 | 408 | 431 | 500);
    let known = |line: &str| ["content-length: 0", "connection: close"].contains(&line) || line.starts_with("date: ");
    let mut empty = false;
    let plain = lines.all(|line| {
        empty |= line == "content-length: 0";
        known(line)
    });
    (bare && plain && empty).then_some((from + begins, status))
}

#[cfg(test)]
mod tests {
    use pishkhan_chassis::clock::SystemClock;
    use serde_json::Value;

    use super::*;

    #[test]
    fn a_bare_answer_is_found_at_the_end_and_nowhere_else() {
        let bare = b"HTTP/1.1 431 Request Header Fields Too Large\r\ncontent-length: 0\r\nconnection: close\r\n\
            date: Sun, 22 Nov 2026 13:00:00 GMT\r\n\r\n";
        assert_eq!(find_bare(bare), Some((0, StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE)));
        let mut both = b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}".to_vec();
        let begins = both.len();
        both.extend(bare);
        assert_eq!(find_bare(&both), Some((begins, StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE)));
        for other in [
            &b"HTTP/1.1 304 Not Modified\r\ncontent-length: 0\r\ndate: x\r\n\r\n"[..],
            b"HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\nx-request-id: a\r\n\r\n",
            b"HTTP/1.1 400 Bad Request\r\ncontent-length: 3\r\n\r\n",
            b"HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\n\r\nx",
            b"HTTP/1.1 400 Bad Request\r\n\r\n",
            b"\r\n\r\n",
            b"",
        ] {
            assert_eq!(find_bare(other), None, "{other:?}");
        }
    }

    #[test]
    fn a_refusal_is_whole() {
        let refusals = Refusals::new(&ProtectiveHeaders::new(&[], true), SystemClock::shared());
        let answer = String::from_utf8(refusals.write(StatusCode::BAD_REQUEST)).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        assert!(head.starts_with("HTTP/1.1 400 Bad Request\r\nx-request-id: "), "{head}");
        let length = format!("content-length: {}", body.len());
        for line in [&length, "cache-control: no-store", "x-content-type-options: nosniff", "connection: close"] {
            assert!(head.contains(line), "{line}: {head}");
        }
        let body: Value = serde_json::from_str(body).unwrap();
        assert_eq!(body["message"], text::MALFORMED.fa);
    }
}
