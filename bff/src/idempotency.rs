//! The `Idempotency-Key` header: the client's name for one write, so that a repeated request has one effect.

use std::future::{Ready, ready};

use actix_web::{FromRequest, HttpRequest, dev::Payload, http::header::HeaderName, web::Data};
use utoipa::{
    IntoParams,
    openapi::{
        ObjectBuilder, Required,
        path::{Parameter, ParameterBuilder, ParameterIn},
        schema::{SchemaType, Type},
    },
};

use crate::{
    wire::{error::BffError, text},
    worker::Worker,
};

const IDEMPOTENCY_KEY: HeaderName = HeaderName::from_static("idempotency-key");
const MAX_LENGTH: usize = 64;

/// What a write is called: the client's key, or a new name when it sent none.
#[derive(Debug)]
pub struct RequestKey(pub String);

impl FromRequest for RequestKey {
    type Error = BffError;
    type Future = Ready<Result<Self, BffError>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(key(request).map(Self))
    }
}

impl IntoParams for RequestKey {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        let text_or_none: SchemaType = [Type::String, Type::Null].into_iter().collect();
        let schema = ObjectBuilder::new().schema_type(text_or_none);
        vec![header().required(Required::False).schema(Some(schema)).build()]
    }
}

/// The client's key of a write that would be made twice without one.
#[derive(Debug)]
pub struct RequiredKey(pub String);

impl FromRequest for RequiredKey {
    type Error = BffError;
    type Future = Ready<Result<Self, BffError>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let key =
            sent_key(request).and_then(|key| key.ok_or_else(|| BffError::bad_request(text::IDEMPOTENCY_KEY_INVALID)));
        ready(key.map(Self))
    }
}

impl IntoParams for RequiredKey {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        let text = ObjectBuilder::new().schema_type(SchemaType::Type(Type::String));
        vec![header().required(Required::True).schema(Some(text)).build()]
    }
}

fn header() -> ParameterBuilder {
    ParameterBuilder::new()
        .name("Idempotency-Key")
        .parameter_in(ParameterIn::Header)
        .description(Some("At most 64 visible ASCII characters"))
}

fn key(request: &HttpRequest) -> Result<String, BffError> {
    if let Some(key) = sent_key(request)? {
        return Ok(key);
    }
    let worker = request.app_data::<Data<Worker>>().ok_or_else(BffError::unavailable)?;
    Ok(worker.clock.new_id().to_string())
}

fn sent_key(request: &HttpRequest) -> Result<Option<String>, BffError> {
    let mut keys = request.headers().get_all(IDEMPOTENCY_KEY);
    let Some(key) = keys.next() else { return Ok(None) };
    let bytes = key.as_bytes();
    let sane = (1..=MAX_LENGTH).contains(&bytes.len()) && bytes.iter().all(u8::is_ascii_graphic);
    match key.to_str() {
        Ok(key) if sane && keys.next().is_none() => Ok(Some(key.to_owned())),
        _ => Err(BffError::bad_request(text::IDEMPOTENCY_KEY_INVALID)),
    }
}

#[cfg(test)]
mod tests {
    use actix_web::{ResponseError as _, test::TestRequest};

    use super::*;

    #[test]
    fn a_key_is_visible_ascii_of_at_most_64_characters() {
        let read =
            |value: String| sent_key(&TestRequest::post().insert_header((IDEMPOTENCY_KEY, value)).to_http_request());
        assert_eq!(read("a".repeat(64)).unwrap().map(|key| key.len()), Some(64));
        assert_eq!(sent_key(&TestRequest::post().to_http_request()).unwrap(), None);
        for bad in [String::new(), "a".repeat(65), "a b".to_owned(), "کلید".to_owned()] {
            assert_eq!(read(bad.clone()).unwrap_err().status_code(), 400, "{bad}");
        }
    }
}
