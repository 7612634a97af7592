//! How answers are written: JSON, compressed inline when that pays, or a file.

use std::io::Write as _;

use actix_web::{
    HttpRequest, HttpResponse, Responder,
    body::BoxBody,
    http::header::{
        ACCEPT_ENCODING, CONTENT_DISPOSITION, CONTENT_ENCODING, ContentType, HeaderMap, IF_NONE_MATCH, VARY,
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
        match serde_json::to_vec(&self.0) {
            Ok(body) => respond(request.headers(), body),
            Err(error) => {
                tracing::error!(%error, "an answer could not be written");
                HttpResponse::from_error(BffError::new(
                    actix_web::http::StatusCode::INTERNAL_SERVER_ERROR,
                    text::INTERNAL,
                ))
            }
        }
    }
}

fn respond(asked: &HeaderMap, body: Vec<u8>) -> HttpResponse {
    let mut response = HttpResponse::Ok();
    response.insert_header(ContentType::json());
    if body.len() < COMPRESS_FROM {
        return response.body(body);
    }
    response.insert_header((VARY, "Accept-Encoding"));
    if accepts(asked, "gzip")
        && let Some(packed) = gzip(&body)
    {
        return response.insert_header((CONTENT_ENCODING, "gzip")).body(packed);
    }
    response.body(body)
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
    async fn large_answers_are_packed_for_whoever_takes_it() {
        let body = "سلام ".repeat(1_000);
        let ask = |encoding: &'static str| {
            TestRequest::default().insert_header((ACCEPT_ENCODING, encoding)).to_http_request()
        };
        let packed = Reply(&body).respond_to(&ask("br, gzip;q=0.8"));
        assert_eq!(packed.headers().get(CONTENT_ENCODING).unwrap(), "gzip");
        let mut text = String::new();
        GzDecoder::new(to_bytes(packed.into_body()).await.unwrap().as_ref()).read_to_string(&mut text).unwrap();
        assert_eq!(serde_json::from_str::<String>(&text).unwrap(), body);
        for plain in ["", "br", "gzip;q=0"] {
            assert!(Reply(&body).respond_to(&ask(plain)).headers().get(CONTENT_ENCODING).is_none(), "{plain}");
        }
        assert!(Reply("short").respond_to(&ask("gzip")).headers().get(CONTENT_ENCODING).is_none());
    }
}
