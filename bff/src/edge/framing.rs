//! Where a request ends on a connection and the next begins.
//!
//! The HTTP library reads the requests; this only finds their ends, so that it is given one at a time. What is read
//! differently here and there ends in a connection that waits and is closed, never in a request of another shape.

use actix_web::http::StatusCode;

/// Bytes of a head: more than the address and the headers may have together, so that most of those that have too many
/// are told which of them.
const MAX_HEAD: usize = 40 * 1024;

/// What has come of the next request.
#[derive(Debug, PartialEq, Eq)]
pub enum Next {
    /// Not its whole head yet.
    Partial,
    /// The first `head` bytes are its head; `body` bytes follow.
    Request {
        /// Bytes of the head, with the empty line at its end.
        head: usize,
        /// What the head says of the body's length.
        body: u64,
    },
    /// It is not read at all.
    Refused(StatusCode),
}

/// Looks for the end of a head.
#[derive(Debug, Default)]
pub struct Framing {
    /// Bytes of a partial head that were looked at.
    seen: usize,
}

impl Framing {
    /// Looks at what has come, from the beginning of a request.
    pub fn next(&mut self, bytes: &[u8]) -> Next {
        // What is no text at all is often TLS: it would wait for an answer.
        if bytes.first().is_some_and(|first| !first.is_ascii_graphic()) {
            return Next::Refused(StatusCode::BAD_REQUEST);
        }
        let from = self.seen.saturating_sub(2);
        let Some(head) = find_end(&bytes[from..]).map(|end| from + end) else {
            self.seen = bytes.len();
            return if bytes.len() > MAX_HEAD {
                Next::Refused(StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE)
            } else {
                Next::Partial
            };
        };
        self.seen = 0;
        if head > MAX_HEAD {
            return Next::Refused(StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE);
        }
        match body_length(&bytes[..head]) {
            Some(body) => Next::Request { head, body },
            None => Next::Refused(StatusCode::LENGTH_REQUIRED),
        }
    }
}

/// Behind the first empty line.
fn find_end(bytes: &[u8]) -> Option<usize> {
    let mut from = 0;
    while let Some(line) = bytes[from..].iter().position(|byte| *byte == b'\n') {
        from += line + 1;
        match &bytes[from..] {
            [b'\n', ..] => return Some(from + 1),
            [b'\r', b'\n', ..] => return Some(from + 2),
            _ => {}
        }
    }
    None
}

/// The length of the body that follows a head; none when it does not say one. A length that is no number is not for us
/// to refuse: whoever reads the head does.
fn body_length(head: &[u8]) -> Option<u64> {
    let mut length = 0;
    for line in head.split(|byte| *byte == b'\n').skip(1) {
        let Some(colon) = line.iter().position(|byte| *byte == b':') else { continue };
        let (name, value) = (&line[..colon], line[colon + 1..].trim_ascii());
        if name.eq_ignore_ascii_case(b"transfer-encoding") {
            return None;
        }
        if name.eq_ignore_ascii_case(b"content-length") {
            length = str::from_utf8(value).ok().and_then(|value| value.parse().ok()).unwrap_or(0);
        }
    }
    Some(length)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn next(bytes: &[u8]) -> Next {
        Framing::default().next(bytes)
    }

    #[test]
    fn a_request_ends_behind_its_empty_line() {
        for (head, rest, body) in [
            ("GET /a HTTP/1.1\r\nhost: a\r\n\r\n", "GET /b", 0),
            ("GET /a HTTP/1.1\nhost: a\n\n", "GET /b\n\n", 0),
            ("POST /a HTTP/1.1\r\nContent-Length:  12 \r\n\r\n", "{}", 12),
            ("POST /a HTTP/1.1\r\ncontent-length: x\r\n\r\n", "", 0),
            ("POST /content-length:9 HTTP/1.1\r\n\r\n", "", 0),
        ] {
            let expected = Next::Request { head: head.len(), body };
            assert_eq!(next((head.to_owned() + rest).as_bytes()), expected, "{head}");
        }
        for bytes in ["", "G", "GET /a HTTP/1.1\r\n", "GET /a HTTP/1.1\r\nhost: a\r\n\r"] {
            assert_eq!(next(bytes.as_bytes()), Next::Partial, "{bytes}");
        }
    }

    #[test]
    fn what_is_not_read() {
        let chunked = b"POST /a HTTP/1.1\r\nTransfer-Encoding: chunked\r\ncontent-length: 3\r\n\r\n";
        assert_eq!(next(chunked), Next::Refused(StatusCode::LENGTH_REQUIRED));
        assert_eq!(next(b"\x16\x03\x01\x02"), Next::Refused(StatusCode::BAD_REQUEST));
        let large = "GET /a HTTP/1.1\r\nx: ".to_owned() + &"a".repeat(MAX_HEAD);
        for bytes in [large.clone(), large + "\r\n\r\n"] {
            assert_eq!(next(bytes.as_bytes()), Next::Refused(StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE));
        }
    }

    proptest! {
        #[test]
        fn in_whatever_parts_it_comes(cuts in prop::collection::vec(1_usize..12, 1..40), crlf: bool) {
            let end = if crlf { "\r\n" } else { "\n" };
            let request = format!("POST /a HTTP/1.1{end}host: a{end}content-length: 7{end}{end}");
            let mut framing = Framing::default();
            let mut come = 0;
            for cut in cuts.into_iter().chain([request.len()]) {
                come = request.len().min(come + cut);
                let expected = if come < request.len() {
                    Next::Partial
                } else {
                    Next::Request { head: request.len(), body: 7 }
                };
                prop_assert_eq!(framing.next(&request.as_bytes()[..come]), expected);
                if come == request.len() {
                    break;
                }
            }
        }
    }
}
