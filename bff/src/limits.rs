//! What a request may bring: how it is read, and how much of it (rest.md, section 1).

use std::{
    future::{Future, Ready, ready},
    marker::PhantomData,
    pin::Pin,
};

use actix_web::{
    FromRequest, HttpRequest,
    dev::Payload,
    http::{
        StatusCode,
        header::{CONTENT_LENGTH, CONTENT_TYPE},
    },
};
use futures_util::StreamExt as _;
use serde::de::DeserializeOwned;

use crate::wire::{
    error::BffError,
    text::{self, Text},
};

/// Bytes of a body.
const MAX_BODY: usize = 256 * 1024;
/// Levels of arrays and objects within each other.
const MAX_DEPTH: usize = 32;

/// A JSON body, read with our limits and our errors.
#[derive(Debug)]
pub struct JsonBody<T>(pub T);

impl<T: DeserializeOwned + 'static> FromRequest for JsonBody<T> {
    type Error = BffError;
    type Future = Pin<Box<dyn Future<Output = Result<Self, BffError>>>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let (is_json, length) = told(request);
        let payload = payload.take();
        Box::pin(async move {
            if !is_json {
                return Err(not_json());
            }
            parse(&collect(payload, length, MAX_BODY, text::TOO_LARGE).await?).map(Self)
        })
    }
}

/// A JSON body that may be left out; what it would say is then `T`'s default.
#[derive(Debug)]
pub struct OptionalBody<T>(pub T);

impl<T: DeserializeOwned + Default + 'static> FromRequest for OptionalBody<T> {
    type Error = BffError;
    type Future = Pin<Box<dyn Future<Output = Result<Self, BffError>>>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let (is_json, length) = told(request);
        let payload = payload.take();
        Box::pin(async move {
            let bytes = collect(payload, length, MAX_BODY, text::TOO_LARGE).await?;
            // Clients name the content type even of a body that they leave out.
            match (bytes.is_empty(), is_json) {
                (true, _) => Ok(Self(T::default())),
                (false, true) => parse(&bytes).map(Self),
                (false, false) => Err(not_json()),
            }
        })
    }
}

/// What files of one kind may be.
pub trait FileKind: 'static {
    /// Bytes of a file.
    const MAX_BYTES: usize;
    /// Said of a larger one: 413.
    const TOO_LARGE: Text;
    /// Said of a file of another type: 415.
    const OTHER_TYPE: Text;

    /// Whether a file of this content type (lower case, without parameters) is taken.
    fn takes(content_type: &str) -> bool;
}

/// A file as the whole body, of a type and of a told length that are taken. Nothing of it is in memory before it is
/// gathered.
pub struct FileBody<K> {
    payload: Payload,
    length: Option<usize>,
    /// One that the kind takes, in lower case and without parameters.
    pub content_type: String,
    kind: PhantomData<K>,
}

impl<K: FileKind> FileBody<K> {
    /// The file.
    pub async fn gather(self) -> Result<Vec<u8>, BffError> {
        collect(self.payload, self.length, K::MAX_BYTES, K::TOO_LARGE).await
    }
}

impl<K: FileKind> FromRequest for FileBody<K> {
    type Error = BffError;
    type Future = Ready<Result<Self, BffError>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let (content_type, length) = (content_type(request), length(request));
        ready(if !K::takes(&content_type) {
            Err(BffError::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, K::OTHER_TYPE))
        } else if length.is_some_and(|length| length > K::MAX_BYTES) {
            Err(BffError::new(StatusCode::PAYLOAD_TOO_LARGE, K::TOO_LARGE))
        } else {
            Ok(Self { payload: payload.take(), length, content_type, kind: PhantomData })
        })
    }
}

/// Whether the body is JSON, and its length, as the headers tell.
fn told(request: &HttpRequest) -> (bool, Option<usize>) {
    (content_type(request) == "application/json", length(request))
}

/// The type of the body, in lower case and without parameters; empty when none is told.
fn content_type(request: &HttpRequest) -> String {
    let told = request.headers().get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    told.split(';').next().unwrap_or_default().trim().to_ascii_lowercase()
}

fn length(request: &HttpRequest) -> Option<usize> {
    request.headers().get(CONTENT_LENGTH).and_then(|value| value.to_str().ok()?.parse().ok())
}

async fn collect(
    mut payload: Payload,
    length: Option<usize>,
    most: usize,
    too_large: Text,
) -> Result<Vec<u8>, BffError> {
    let too_large = || BffError::new(StatusCode::PAYLOAD_TOO_LARGE, too_large);
    if length.is_some_and(|length| length > most) {
        return Err(too_large());
    }
    let mut bytes = Vec::with_capacity(length.unwrap_or(0));
    while let Some(chunk) = payload.next().await {
        let chunk = chunk.map_err(|_| BffError::bad_request(text::MALFORMED))?;
        if bytes.len() + chunk.len() > most {
            return Err(too_large());
        }
        bytes.extend_from_slice(&chunk);
    }
    Ok(bytes)
}

fn not_json() -> BffError {
    BffError::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, text::NOT_JSON)
}

fn parse<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, BffError> {
    if depth(bytes) > MAX_DEPTH {
        return Err(BffError::bad_request(text::MALFORMED));
    }
    // The parser would not look into the texts of fields that nobody reads.
    let source = std::str::from_utf8(bytes).map_err(|_| BffError::bad_request(text::MALFORMED))?;
    let mut json = serde_json::Deserializer::from_str(source);
    let value = serde_path_to_error::deserialize(&mut json).map_err(|error| {
        let path = error.path().to_string();
        // Broken JSON has no field to name.
        if error.inner().is_data() && path != "." {
            BffError::field(path, text::FIELD_INVALID)
        } else {
            BffError::bad_request(text::MALFORMED)
        }
    })?;
    json.end().map_err(|_| BffError::bad_request(text::MALFORMED))?;
    Ok(value)
}

/// How deep arrays and objects are nested. Counts brackets outside of strings; broken JSON is for the parser.
fn depth(bytes: &[u8]) -> usize {
    let (mut depth, mut deepest, mut in_string, mut escaped) = (0_usize, 0, false, false);
    for byte in bytes {
        match (in_string, *byte) {
            (true, _) if escaped => escaped = false,
            (true, b'\\') => escaped = true,
            (_, b'"') => in_string = !in_string,
            (false, b'[' | b'{') => {
                depth += 1;
                deepest = deepest.max(depth);
            }
            (false, b']' | b'}') => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    deepest
}

#[cfg(test)]
mod tests {
    use actix_web::{ResponseError as _, test::TestRequest};
    use serde::Deserialize;

    use super::*;

    #[derive(Debug, Default, Deserialize)]
    struct Sample {
        count: i64,
    }

    async fn read(content_type: &str, body: Vec<u8>) -> Result<Sample, StatusCode> {
        let request = TestRequest::post().insert_header((CONTENT_TYPE, content_type)).set_payload(body);
        let (request, mut payload) = request.to_http_parts();
        JsonBody::from_request(&request, &mut payload).await.map(|body| body.0).map_err(|error| error.status_code())
    }

    #[actix_web::test]
    async fn reads_json_and_nothing_else() {
        assert_eq!(read("application/json; charset=utf-8", br#"{"count":1}"#.to_vec()).await.unwrap().count, 1);
        assert_eq!(read("text/plain", br#"{"count":1}"#.to_vec()).await.unwrap_err(), 415);
        assert_eq!(read("application/jsonp", br#"{"count":1}"#.to_vec()).await.unwrap_err(), 415);
        for broken in [
            &b"{"[..],
            b"",
            b"null",
            br#"{"count":"1"}"#,
            br#"{"count":1}x"#,
            br#"{"count":1.5}"#,
            &[0xff],
            b"{\"count\":1,\"a\":\"\xff\"}",
        ] {
            assert_eq!(read("application/json", broken.to_vec()).await.unwrap_err(), 400, "{broken:?}");
        }
    }

    #[derive(Debug)]
    struct Note;

    impl FileKind for Note {
        const MAX_BYTES: usize = 8;
        const TOO_LARGE: Text = text::TOO_LARGE;
        const OTHER_TYPE: Text = text::MALFORMED;

        fn takes(content_type: &str) -> bool {
            content_type == "text/plain"
        }
    }

    #[actix_web::test]
    async fn a_file_has_a_type_and_a_limit_of_its_own() {
        let read = async |content_type: &'static str, body: &'static [u8]| {
            let request = TestRequest::post().insert_header((CONTENT_TYPE, content_type)).set_payload(body);
            let (request, mut payload) = request.to_http_parts();
            let read = async {
                let file = FileBody::<Note>::from_request(&request, &mut payload).await?;
                Ok((file.content_type.clone(), file.gather().await?))
            };
            read.await.map_err(|error: BffError| error.status_code().as_u16())
        };
        assert_eq!(
            read("Text/Plain; charset=utf-8", b"12345678").await,
            Ok(("text/plain".to_owned(), b"12345678".to_vec()))
        );
        assert_eq!(read("text/plain", b"123456789").await, Err(413));
        assert_eq!(read("text/plainer", b"1").await, Err(415));
        assert_eq!(read("", b"1").await, Err(415));
    }

    #[actix_web::test]
    async fn a_body_may_be_left_out_where_it_is_optional() {
        let read = async |content_type: Option<&str>, body: &'static [u8]| {
            let mut request = TestRequest::post().set_payload(body);
            if let Some(content_type) = content_type {
                request = request.insert_header((CONTENT_TYPE, content_type));
            }
            let (request, mut payload) = request.to_http_parts();
            let body = OptionalBody::<Sample>::from_request(&request, &mut payload).await;
            body.map(|body| body.0.count).map_err(|error| error.status_code().as_u16())
        };
        let json = Some("application/json");
        assert_eq!(read(None, b"").await, Ok(0));
        assert_eq!(read(json, b"").await, Ok(0));
        assert_eq!(read(json, br#"{"count":7}"#).await, Ok(7));
        assert_eq!(read(json, b"{").await, Err(400));
        assert_eq!(read(json, br#"{"count":"7"}"#).await, Err(400));
        assert_eq!(read(None, br#"{"count":7}"#).await, Err(415));
        assert_eq!(read(Some("text/plain"), br#"{"count":7}"#).await, Err(415));
    }

    #[actix_web::test]
    async fn the_limits_hold_to_the_byte() {
        let body = |length: usize| {
            let mut body = br#"{"count":1}"#.to_vec();
            body.resize(length, b' ');
            body
        };
        assert!(read("application/json", body(MAX_BODY)).await.is_ok());
        assert_eq!(read("application/json", body(MAX_BODY + 1)).await.unwrap_err(), 413);
    }

    #[test]
    fn depth_is_counted_outside_of_strings() {
        assert_eq!(depth(br#"{"a":[{"b":"[[[["}]}"#), 3);
        assert_eq!(depth(br#"{"a":"\"[["}"#), 1);
        let nested = |levels: usize| "[".repeat(levels) + &"]".repeat(levels);
        assert!(parse::<serde_json::Value>(nested(MAX_DEPTH).as_bytes()).is_ok());
        assert!(parse::<serde_json::Value>(nested(MAX_DEPTH + 1).as_bytes()).is_err());
    }
}
