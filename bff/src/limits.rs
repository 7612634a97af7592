//! What a request may bring: how it is read, and how much of it (rest.md, section 1).

use std::{
    future::{Future, Ready, ready},
    marker::PhantomData,
    pin::Pin,
    rc::Rc,
    time::Duration,
};

use actix_web::{
    FromRequest, HttpMessage as _, HttpRequest,
    dev::{Payload, ServiceRequest},
    http::{
        StatusCode,
        header::{CONTENT_LENGTH, CONTENT_TYPE},
    },
    web::Data,
};
use futures_util::{FutureExt as _, StreamExt as _};
use pishkhan_chassis::grpc::context;
use serde::de::DeserializeOwned;
use serde_json::Value;
use tokio::time::{Instant, timeout_at};

use crate::{
    edge::{
        bodies::Held,
        exchange::Exchange,
        gate::{Full, Turn},
        pace::{Pace, Watch},
    },
    session::counts_for,
    wire::{
        error::BffError,
        object::Object,
        text::{self, Text},
    },
    worker::Worker,
};

/// Bytes of all headers.
const MAX_HEAD: usize = 16 * 1024;
/// Bytes of a query, and of a path.
const MAX_QUERY: usize = 8 * 1024;

/// Bytes of a body.
const MAX_BODY: usize = 256 * 1024;
/// Bytes of a body that anybody may bring, without a session: however many come slowly, they take little.
pub const STRANGERS_BODY: usize = 16 * 1024;
/// Levels of arrays and objects within each other.
const MAX_DEPTH: usize = 32;

/// Refuses a request whose address or headers are too large.
pub fn check_head(request: &ServiceRequest) -> Result<(), BffError> {
    let uri = request.uri();
    let (path, query) = (uri.path().len(), uri.query().map_or(0, str::len));
    if path > MAX_QUERY || query > MAX_QUERY {
        return Err(BffError::new(StatusCode::URI_TOO_LONG, text::QUERY_TOO_LONG));
    }
    // A colon, a space and the end of the line come with each header.
    let headers: usize = request.headers().iter().map(|(name, value)| name.as_str().len() + value.len() + 4).sum();
    if headers > MAX_HEAD {
        return Err(BffError::new(StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE, text::HEAD_TOO_LARGE));
    }
    Ok(())
}

/// A JSON body of at most `MOST` bytes, read with our limits and our errors.
#[derive(Debug)]
pub struct JsonBody<T, const MOST: usize = MAX_BODY>(pub T);

impl<T: DeserializeOwned + 'static, const MOST: usize> FromRequest for JsonBody<T, MOST> {
    type Error = BffError;
    type Future = Pin<Box<dyn Future<Output = Result<Self, BffError>>>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let (is_json, incoming) = (is_json(request), Incoming::of(request, payload));
        Box::pin(async move {
            if !is_json {
                return Err(not_json());
            }
            let (bytes, _held) = incoming.collect_json(MOST).await?;
            parse(&bytes).map(Self)
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
        let (is_json, incoming) = (is_json(request), Incoming::of(request, payload));
        Box::pin(async move {
            let (bytes, _held) = incoming.collect_json(MAX_BODY).await?;
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
    incoming: Incoming,
    /// One that the kind takes, in lower case and without parameters.
    pub content_type: String,
    kind: PhantomData<K>,
}

impl<K: FileKind> FileBody<K> {
    /// The file.
    pub async fn gather(self) -> Result<Vec<u8>, BffError> {
        self.incoming.collect(K::MAX_BYTES, K::TOO_LARGE).await
    }
}

impl<K: FileKind> FromRequest for FileBody<K> {
    type Error = BffError;
    type Future = Ready<Result<Self, BffError>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let (content_type, incoming) = (content_type(request), Incoming::of(request, payload));
        ready(if !K::takes(&content_type) {
            Err(BffError::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, K::OTHER_TYPE))
        } else if incoming.length > K::MAX_BYTES {
            Err(BffError::new(StatusCode::PAYLOAD_TOO_LARGE, K::TOO_LARGE))
        } else {
            Ok(Self { incoming, content_type, kind: PhantomData })
        })
    }
}

/// Whether the headers say that the body is JSON.
fn is_json(request: &HttpRequest) -> bool {
    content_type(request) == "application/json"
}

/// The type of the body, in lower case and without parameters; empty when none is told.
fn content_type(request: &HttpRequest) -> String {
    let told = request.headers().get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    told.split(';').next().unwrap_or_default().trim().to_ascii_lowercase()
}

/// A body that comes.
struct Incoming {
    payload: Payload,
    /// What the headers say.
    length: usize,
    request: HttpRequest,
    pace: Pace,
    turn: Option<Turn>,
    exchange: Option<Rc<Exchange>>,
}

impl Incoming {
    fn of(request: &HttpRequest, payload: &mut Payload) -> Self {
        // None is said only where there is none: the connection refuses others.
        let told = request.headers().get(CONTENT_LENGTH).and_then(|value| value.to_str().ok()?.parse().ok());
        let length = told.unwrap_or(0);
        let pace = request.app_data::<Data<Worker>>().map_or_else(Pace::default, |worker| worker.edge.pace);
        let turn = request.extensions().get::<Turn>().cloned();
        let exchange = request.conn_data().cloned();
        Self { payload: payload.take(), length, request: request.clone(), pace, turn, exchange }
    }

    /// All of a JSON body, at most so many bytes, and the room for it, which was made before the first byte was read.
    async fn collect_json(self, most: usize) -> Result<(Vec<u8>, Option<Held>), BffError> {
        let worker = self.request.app_data::<Data<Worker>>().filter(|_| self.length <= most);
        let held = worker.map(|worker| {
            let (caller, is_seller) = counts_for(&self.request, worker);
            worker.edge.bodies.hold(caller, is_seller, self.length).map_err(|Full| {
                metrics::counter!("http_bodies_refused_total").increment(1);
                BffError::overloaded()
            })
        });
        let held = held.transpose()?;
        Ok((self.collect(most, text::TOO_LARGE).await?, held))
    }

    /// All of it, at most so many bytes. However long it takes, it has to keep the pace: 408 otherwise.
    async fn collect(mut self, most: usize, too_large: Text) -> Result<Vec<u8>, BffError> {
        let too_large = || BffError::new(StatusCode::PAYLOAD_TOO_LARGE, too_large);
        if self.length > most {
            return Err(too_large());
        }
        if let Some(exchange) = &self.exchange {
            exchange.read_body();
        }
        let mut bytes = Vec::with_capacity(self.length);
        let mut watch = Watch::new(self.pace, Instant::now());
        let mut waits = None;
        loop {
            let next = if let Some(next) = self.payload.next().now_or_never() {
                next
            } else {
                let wait = waits.get_or_insert_with(|| Wait::begin(self.turn.clone()));
                wait.until(watch.until());
                match timeout_at(watch.until(), self.payload.next()).await {
                    Ok(next) => next,
                    Err(_) if watch.keeps_up(Instant::now()) => continue,
                    Err(_) => return Err(BffError::too_slow()),
                }
            };
            let Some(chunk) = next else { break };
            let chunk = chunk.map_err(|_| BffError::bad_request(text::MALFORMED))?;
            if bytes.len() + chunk.len() > most {
                return Err(too_large());
            }
            bytes.extend_from_slice(&chunk);
            watch.add(chunk.len());
            if !watch.keeps_up(Instant::now()) {
                return Err(BffError::too_slow());
            }
        }
        if let Some(wait) = waits {
            wait.end().await?;
        }
        Ok(bytes)
    }
}

/// While a body comes slowly, neither a place among the running calls nor the call's own time is used up.
struct Wait {
    turn: Option<Turn>,
    /// What the call had left when it began to wait.
    left: Option<Duration>,
}

impl Wait {
    fn begin(turn: Option<Turn>) -> Self {
        if let Some(turn) = &turn {
            turn.leave();
        }
        Self { turn, left: context::remaining() }
    }

    fn until(&self, end: Instant) {
        if let Some(left) = self.left {
            context::set_deadline(end + left);
        }
    }

    async fn end(self) -> Result<(), BffError> {
        self.until(Instant::now());
        match self.turn {
            Some(turn) => turn.come_back().await.map_err(|_full| BffError::overloaded()),
            None => Ok(()),
        }
    }
}

fn not_json() -> BffError {
    BffError::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, text::NOT_JSON)
}

fn parse<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, BffError> {
    let Shape { depth, has_nul } = Shape::of(bytes);
    if depth > MAX_DEPTH {
        return Err(BffError::bad_request(text::MALFORMED));
    }
    if has_nul {
        // No database and no header takes one.
        let field = serde_json::from_slice(bytes).ok().and_then(|value| nul_in(&value));
        let malformed = || BffError::bad_request(text::MALFORMED);
        return Err(field.map_or_else(malformed, |field| BffError::field(field, text::FIELD_INVALID)));
    }
    // The parser would not look into the texts of fields that nobody reads.
    let source = std::str::from_utf8(bytes).map_err(|_| BffError::bad_request(text::MALFORMED))?;
    let mut json = serde_json::Deserializer::from_str(source);
    let Object(value) = serde_path_to_error::deserialize(&mut json).map_err(|error| {
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

/// What is asked of a body before it is parsed. Broken JSON is for the parser.
struct Shape {
    /// How deep arrays and objects are nested: brackets outside of strings.
    depth: usize,
    /// Whether a string has an escaped NUL; a bare one is broken JSON.
    has_nul: bool,
}

impl Shape {
    fn of(bytes: &[u8]) -> Self {
        let (mut depth, mut in_string, mut escaped) = (0_usize, false, false);
        let mut shape = Self { depth: 0, has_nul: false };
        for (place, byte) in bytes.iter().enumerate() {
            match (in_string, *byte) {
                (true, letter) if escaped => {
                    escaped = false;
                    shape.has_nul |= letter == b'u' && bytes[place + 1..].starts_with(b"0000");
                }
                (true, b'\\') => escaped = true,
                (_, b'"') => in_string = !in_string,
                (false, b'[' | b'{') => {
                    depth += 1;
                    shape.depth = shape.depth.max(depth);
                }
                (false, b']' | b'}') => depth = depth.saturating_sub(1),
                _ => {}
            }
        }
        shape
    }
}

/// The path of the first text with a NUL, as the parser names fields; none if that is the name of a field.
fn nul_in(value: &Value) -> Option<String> {
    let below = |place: String, value: &Value| {
        let rest = nul_in(value)?;
        Some(if rest.is_empty() || rest.starts_with('[') { place + &rest } else { format!("{place}.{rest}") })
    };
    match value {
        Value::String(text) => text.contains('\0').then(String::new),
        Value::Array(items) => items.iter().zip(0..).find_map(|(item, place)| below(format!("[{place}]"), item)),
        Value::Object(fields) => fields.iter().find_map(|(name, field)| below(name.clone(), field)),
        Value::Null | Value::Bool(_) | Value::Number(_) => None,
    }
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
        let body = JsonBody::<Sample>::from_request(&request, &mut payload).await;
        body.map(|body| body.0).map_err(|error| error.status_code())
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
        let depth = |text: &str| Shape::of(text.as_bytes()).depth;
        assert_eq!(depth(r#"{"a":[{"b":"[[[["}]}"#), 3);
        assert_eq!(depth(r#"{"a":"\"[["}"#), 1);
        let nested = |levels: usize| "[".repeat(levels) + &"]".repeat(levels);
        let read = |levels| parse::<serde_json::Value>(format!(r#"{{"a":{}}}"#, nested(levels - 1)).as_bytes());
        assert!(read(MAX_DEPTH).is_ok() && read(MAX_DEPTH + 1).is_err());
    }

    #[test]
    fn a_text_with_a_nul_is_refused_by_its_name_whoever_reads_it() {
        let field = |text: &str| parse::<serde_json::Value>(text.as_bytes()).unwrap_err().to_string();
        for (text, name) in [
            (r#"{"a":"\u0000"}"#, " a: "),
            (r#"{"b":{"c":[1,{"d":"x\\\u0000y"}]}}"#, " b.c[1].d: "),
            (r#"{"a":"\u0000"#, text::MALFORMED.en),
            (r#"{"\u0000":1}"#, text::MALFORMED.en),
        ] {
            assert!(field(text).contains(name), "{text}: {}", field(text));
        }
        assert!(parse::<serde_json::Value>(br#"{"a":"\\u0000 \u0001","b":"\\\\u0000"}"#).is_ok());
    }

    #[test]
    fn an_array_is_no_object() {
        assert!(parse::<Sample>(br#" {"count":1}"#).is_ok());
        for array in ["[]", "[1]", "[[1]]", "null", "1", "\"count\""] {
            assert!(parse::<Sample>(array.as_bytes()).is_err(), "{array}");
        }
    }
}
