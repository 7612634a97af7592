//! How answers are written: JSON, compressed inline when that pays, or a file.

use std::io::{self, Write as _};

use actix_web::{
    HttpRequest, HttpResponse, Responder,
    body::BoxBody,
    http::{
        StatusCode,
        header::{ACCEPT_ENCODING, CONTENT_DISPOSITION, CONTENT_ENCODING, ContentType, HeaderMap, IF_NONE_MATCH, VARY},
    },
};
use flate2::{Compression, write::GzEncoder};
use serde::Serialize;

use crate::wire::{error::BffError, text};

/// How long a browser keeps what never changes.
pub const FOR_EVER: &str = "public, max-age=31536000, immutable";
/// Below this many bytes compressing costs more than it saves.
const COMPRESS_FROM: usize = 2 * 1024;

/// A JSON answer.
pub struct Reply<T>(pub T);

impl<T: Serialize> Responder for Reply<T> {
    type Body = BoxBody;

    fn respond_to(self, request: &HttpRequest) -> HttpResponse {
        write(&self.0, accepts(request.headers(), "gzip")).map_or_else(HttpResponse::from_error, Written::respond)
    }
}

/// A JSON answer as bytes.
pub struct Written {
    body: Vec<u8>,
    /// Whether it is long enough to be packed for whoever takes that.
    varies: bool,
    packed: bool,
}

fn write(value: &impl Serialize, takes_gzip: bool) -> Result<Written, BffError> {
    let body = serde_json::to_vec(value).map_err(unwritable)?;
    let varies = body.len() >= COMPRESS_FROM;
    Ok(match (varies && takes_gzip).then(|| gzip(&body)).flatten() {
        Some(body) => Written { body, varies, packed: true },
        None => Written { body, varies, packed: false },
    })
}

fn unwritable(error: impl std::error::Error + 'static) -> BffError {
    tracing::error!(error = &error as &dyn std::error::Error, "an answer could not be written");
    BffError::new(StatusCode::INTERNAL_SERVER_ERROR, text::INTERNAL)
}

/// A JSON answer of one list, `{"NAME":[…]}`, that is written row by row and packed at once for whoever takes that. What
/// is long is never in memory as a whole before it is packed.
pub struct ListWriter {
    bytes: Bytes,
    has_rows: bool,
}

enum Bytes {
    Plain(Vec<u8>),
    Packed(Box<GzEncoder<Vec<u8>>>),
}

impl ListWriter {
    /// The list `name` as the caller takes it, without rows.
    pub fn new(name: &'static str, request: &HttpRequest) -> Result<Self, BffError> {
        let bytes = if accepts(request.headers(), "gzip") {
            Bytes::Packed(Box::new(GzEncoder::new(Vec::new(), Compression::fast())))
        } else {
            Bytes::Plain(Vec::new())
        };
        let mut list = Self { bytes, has_rows: false };
        write!(list.out(), "{{\"{name}\":[").map_err(unwritable)?;
        Ok(list)
    }

    fn out(&mut self) -> &mut dyn io::Write {
        match &mut self.bytes {
            Bytes::Plain(bytes) => bytes,
            Bytes::Packed(encoder) => encoder,
        }
    }

    /// Adds a row.
    pub fn add(&mut self, row: &impl Serialize) -> Result<(), BffError> {
        // At once: each write goes through the encoder.
        let mut text = if self.has_rows { b",".to_vec() } else { Vec::new() };
        serde_json::to_writer(&mut text, row).map_err(unwritable)?;
        self.has_rows = true;
        self.out().write_all(&text).map_err(unwritable)
    }

    /// The whole answer.
    pub fn finish(mut self) -> Result<Written, BffError> {
        self.out().write_all(b"]}").map_err(unwritable)?;
        Ok(match self.bytes {
            Bytes::Plain(body) => Written { body, varies: true, packed: false },
            Bytes::Packed(encoder) => {
                Written { body: encoder.finish().map_err(unwritable)?, varies: true, packed: true }
            }
        })
    }
}

impl Written {
    /// The answer.
    pub fn respond(self) -> HttpResponse {
        let mut response = HttpResponse::Ok();
        response.insert_header(ContentType::json());
        if self.varies {
            response.insert_header((VARY, "Accept-Encoding"));
        }
        if self.packed {
            response.insert_header((CONTENT_ENCODING, "gzip"));
        }
        response.body(self.body)
    }
}

/// Whether the caller has what is tagged `etag`.
pub fn is_known(request: &HttpRequest, etag: &str) -> bool {
    let tags = request.headers().get_all(IF_NONE_MATCH).filter_map(|value| value.to_str().ok());
    tags.flat_map(|tags| tags.split(',')).any(|tag| tag.trim().trim_start_matches("W/") == etag || tag.trim() == "*")
}

/// Whether the caller takes `encoding`.
pub fn accepts(headers: &HeaderMap, encoding: &str) -> bool {
    headers.get_all(ACCEPT_ENCODING).filter_map(|value| value.to_str().ok()).flat_map(|value| value.split(',')).any(
        |item| {
            let mut parts = item.split(';').map(str::trim);
            let refused = |quality: &str| quality.strip_prefix("q=").and_then(|q| q.parse::<f32>().ok()) == Some(0.0);
            parts.next().is_some_and(|name| name.eq_ignore_ascii_case(encoding)) && !parts.any(refused)
        },
    )
}

fn gzip(body: &[u8]) -> Option<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::with_capacity(body.len() / 3), Compression::fast());
    encoder.write_all(body).ok()?;
    encoder.finish().ok()
}

/// A file to be kept under `name`.
pub fn file(name: &str, content_type: &'static str, bytes: Vec<u8>) -> HttpResponse {
    HttpResponse::Ok()
        .content_type(content_type)
        .insert_header((CONTENT_DISPOSITION, format!("attachment; filename=\"{name}\"")))
        .body(bytes)
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;

    use actix_web::{body::to_bytes, test::TestRequest};
    use flate2::read::GzDecoder;

    use super::*;

    #[actix_web::test]
    async fn a_list_that_is_written_row_by_row_reads_as_one_that_is_written_at_once() {
        for rows in [vec![], vec!["یک"], vec!["یک", "دو \"و\" سه", "چهار"]] {
            let expected = serde_json::json!({ "counts": rows });
            for (encoding, packed) in [("gzip", true), ("br", false)] {
                let asked = TestRequest::default().insert_header((ACCEPT_ENCODING, encoding)).to_http_request();
                let mut list = ListWriter::new("counts", &asked).unwrap();
                rows.iter().try_for_each(|row| list.add(row)).unwrap();
                let answer = list.finish().unwrap().respond();
                assert_eq!(answer.headers().contains_key(CONTENT_ENCODING), packed);
                assert!(answer.headers().contains_key(VARY));
                let body = to_bytes(answer.into_body()).await.unwrap();
                let text = if packed { unpacked(&body) } else { String::from_utf8(body.to_vec()).unwrap() };
                assert_eq!(serde_json::from_str::<serde_json::Value>(&text).unwrap(), expected);
            }
        }
    }

    fn unpacked(bytes: &[u8]) -> String {
        let mut text = String::new();
        GzDecoder::new(bytes).read_to_string(&mut text).unwrap();
        text
    }

    #[actix_web::test]
    async fn large_answers_are_packed_for_whoever_takes_it() {
        let body = "سلام ".repeat(1_000);
        let ask = |encoding: &'static str| {
            TestRequest::default().insert_header((ACCEPT_ENCODING, encoding)).to_http_request()
        };
        let packed = Reply(&body).respond_to(&ask("br, gzip;q=0.8"));
        assert_eq!(packed.headers().get(CONTENT_ENCODING).unwrap(), "gzip");
        let text = unpacked(&to_bytes(packed.into_body()).await.unwrap());
        assert_eq!(serde_json::from_str::<String>(&text).unwrap(), body);
        for plain in ["", "br", "gzip;q=0"] {
            assert!(Reply(&body).respond_to(&ask(plain)).headers().get(CONTENT_ENCODING).is_none(), "{plain}");
        }
        assert!(Reply("short").respond_to(&ask("gzip")).headers().get(CONTENT_ENCODING).is_none());
    }
}
