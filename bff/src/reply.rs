//! How answers are written: JSON, compressed inline when that pays, or a file.

use std::io::Write as _;

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

use crate::{
    wire::{error::BffError, text},
    work::SharedTurn,
};

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

impl<T: Serialize + Send + 'static> Reply<T> {
    /// The answer, written and packed beside the HTTP workers under `turn`: one of megabytes would hold up all other calls
    /// of its worker.
    pub async fn respond_under(self, turn: &SharedTurn, request: &HttpRequest) -> Result<HttpResponse, BffError> {
        let takes_gzip = accepts(request.headers(), "gzip");
        Ok(turn.run(move || write(&self.0, takes_gzip)).await?.respond())
    }
}

/// A JSON answer as bytes.
struct Written {
    body: Vec<u8>,
    /// Whether it is long enough to be packed for whoever takes that.
    varies: bool,
    packed: bool,
}

fn write(value: &impl Serialize, takes_gzip: bool) -> Result<Written, BffError> {
    let body = serde_json::to_vec(value).map_err(|error| {
        tracing::error!(%error, "an answer could not be written");
        BffError::new(StatusCode::INTERNAL_SERVER_ERROR, text::INTERNAL)
    })?;
    let varies = body.len() >= COMPRESS_FROM;
    Ok(match (varies && takes_gzip).then(|| gzip(&body)).flatten() {
        Some(body) => Written { body, varies, packed: true },
        None => Written { body, varies, packed: false },
    })
}

impl Written {
    fn respond(self) -> HttpResponse {
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
    use std::{
        io::Read as _,
        sync::{Mutex, mpsc},
        time::Duration,
    };

    use actix_web::{body::to_bytes, test::TestRequest};
    use flate2::read::GzDecoder;
    use serde::{Serializer, ser::Error as _};

    use super::*;
    use crate::work::Work;

    /// Is written once somebody else has got something done.
    struct AfterAnother(Mutex<mpsc::Receiver<()>>);

    impl Serialize for AfterAnother {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            // On the thread of the others this would wait in vain.
            let told = self.0.lock().unwrap().recv_timeout(Duration::from_secs(20));
            told.map_err(S::Error::custom)?;
            serializer.serialize_str(&"x".repeat(COMPRESS_FROM))
        }
    }

    #[actix_web::test]
    async fn a_large_answer_is_written_while_its_worker_answers_others() {
        let work = Work::default();
        let turn = work.file("a").await.unwrap();
        let (done, told) = mpsc::channel();
        let asked = TestRequest::default().insert_header((ACCEPT_ENCODING, "gzip")).to_http_request();
        let other = async {
            let answer = Reply("short").respond_to(&asked);
            done.send(()).unwrap();
            answer
        };
        let large = Reply(AfterAnother(Mutex::new(told)));
        let (large, other) = tokio::join!(large.respond_under(&turn, &asked), other);
        assert_eq!(other.status(), 200);
        let large = large.unwrap();
        assert_eq!(large.headers().get(CONTENT_ENCODING).unwrap(), "gzip");
        assert!(large.headers().contains_key(VARY));
    }

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
