//! Pictures in a bucket of an S3-compatible server, over HTTP or HTTPS.
//!
//! `rusty-s3` signs the addresses; hyper's client sends. Each try has its time limit, and what may be passing (no
//! connection, too slow, 429, 5xx) is tried again: all three calls can be repeated at will.

use std::{fmt, time::Duration};

use bytes::Bytes;
use http::{Method, Request, StatusCode, header};
use http_body_util::{BodyExt as _, Full, Limited};
use hyper_util::{
    client::legacy::Client,
    rt::{TokioExecutor, TokioTimer},
};
use pishkhan_chassis::https::Connector;
use rusty_s3::{Bucket, Credentials, S3Action as _, UrlStyle};
use url::Url;

use super::{ImageStore, StorageError};
use crate::{config::S3Config, domain::picture::ImageFile};

/// How long a signed address is good for; clocks may differ a little.
const SIGNED_FOR: Duration = Duration::from_mins(1);
/// How long one try may take.
const TRY: Duration = Duration::from_secs(4);
/// How long a connection may take to be made.
const CONNECT: Duration = Duration::from_secs(2);
/// How long to wait before the second and the third try.
const PAUSES: [Duration; 2] = [Duration::from_millis(100), Duration::from_millis(400)];
/// How long an unused connection is kept: less than the other side keeps it.
const IDLE: Duration = Duration::from_secs(15);
/// Bytes of the largest picture that is read back; ours are far smaller.
const LARGEST: usize = 4 * 1024 * 1024;

/// Pictures in a bucket.
pub struct S3 {
    bucket: Bucket,
    credentials: Credentials,
    client: Client<Connector, Full<Bytes>>,
}

impl fmt::Debug for S3 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("S3").field("bucket", &self.bucket.base_url().as_str()).finish_non_exhaustive()
    }
}

/// Why a try came to nothing, and whether another one may do.
struct Failure {
    problem: String,
    passing: bool,
}

impl Failure {
    fn passing(problem: impl fmt::Display) -> Self {
        Self { problem: problem.to_string(), passing: true }
    }
}

impl S3 {
    /// Pictures in the bucket that is named. Connects with the first call.
    pub fn new(config: S3Config) -> Result<Self, StorageError> {
        let S3Config { endpoint, tls, bucket, region, key, secret } = config;
        // By path: such servers are reached in the cluster, where no name exists for each bucket.
        let found = Bucket::new(endpoint, UrlStyle::Path, bucket.clone(), region);
        let bucket = found.map_err(|error| StorageError::new("open", &bucket, error))?;
        let client = Client::builder(TokioExecutor::new())
            .pool_timer(TokioTimer::new())
            .pool_idle_timeout(IDLE)
            .build(Connector::new(tls, CONNECT));
        Ok(Self { bucket, credentials: Credentials::new(key, secret.expose()), client })
    }

    /// Sends until there is an answer that another try would not change.
    async fn send(
        &self,
        what: &'static str,
        key: &str,
        method: Method,
        url: &(dyn Fn() -> Url + Sync),
        content: Bytes,
    ) -> Result<Option<Bytes>, StorageError> {
        let mut pauses = PAUSES.into_iter();
        loop {
            // Signed anew each time: an old signature may have run out.
            let signed = url();
            let attempt = self.attempt(method.clone(), &signed, content.clone());
            let failure = match tokio::time::timeout(TRY, attempt).await {
                Ok(Ok(answer)) => return Ok(answer),
                Ok(Err(failure)) => failure,
                Err(elapsed) => Failure::passing(elapsed),
            };
            match pauses.next() {
                Some(pause) if failure.passing => {
                    tracing::debug!(what, problem = failure.problem, "the picture store is asked again");
                    tokio::time::sleep(pause).await;
                }
                Some(_) | None => return Err(StorageError::new(what, key, failure.problem)),
            }
        }
    }

    /// One request. None: there is no such file.
    async fn attempt(&self, method: Method, url: &Url, content: Bytes) -> Result<Option<Bytes>, Failure> {
        let request = Request::builder()
            .method(method)
            .uri(url.as_str())
            .header(header::CONTENT_TYPE, "image/jpeg")
            .body(Full::new(content))
            .map_err(|error| Failure { problem: error.to_string(), passing: false })?;
        let response = self.client.request(request).await.map_err(|error| Failure::passing(chain(&error)))?;
        let status = response.status();
        let body = Limited::new(response.into_body(), LARGEST).collect();
        // Read to its end in any case, so that the connection can be used again.
        let body = body.await.map_err(|error| Failure::passing(chain(&*error)))?.to_bytes();
        if status.is_success() {
            return Ok(Some(body));
        }
        let code = code_of(&body);
        match status {
            // A bucket that is not there is a mistake of the settings, not an absent file.
            StatusCode::NOT_FOUND if code != Some("NoSuchBucket") => Ok(None),
            _ => Err(Failure {
                problem: format!("the server answered {} {}", status.as_u16(), code.unwrap_or_default()),
                passing: status.is_server_error()
                    || status == StatusCode::TOO_MANY_REQUESTS
                    || status == StatusCode::REQUEST_TIMEOUT,
            }),
        }
    }
}

/// The code in an error document: `<Code>NoSuchKey</Code>`.
fn code_of(body: &[u8]) -> Option<&str> {
    let text = std::str::from_utf8(body).ok()?;
    let code = text.split_once("<Code>")?.1.split_once("</Code>")?.0;
    (code.len() <= 64 && code.bytes().all(|byte| byte.is_ascii_alphanumeric())).then_some(code)
}

/// An error with what caused it; hyper's own words alone tell little.
fn chain(error: &(dyn std::error::Error + 'static)) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        text = format!("{text}: {error}");
        cause = error.source();
    }
    text
}

impl ImageStore for S3 {
    async fn put(&self, file: &ImageFile, content: Bytes) -> Result<(), StorageError> {
        let key = file.key();
        let url = || self.bucket.put_object(Some(&self.credentials), &key).sign(SIGNED_FOR);
        match self.send("put", &key, Method::PUT, &url, content).await? {
            Some(_) => Ok(()),
            None => Err(StorageError::new("put", &key, "the server answered 404")),
        }
    }

    async fn get(&self, file: &ImageFile) -> Result<Option<Bytes>, StorageError> {
        let key = file.key();
        let url = || self.bucket.get_object(Some(&self.credentials), &key).sign(SIGNED_FOR);
        self.send("get", &key, Method::GET, &url, Bytes::new()).await
    }

    async fn delete(&self, file: &ImageFile) -> Result<(), StorageError> {
        let key = file.key();
        let url = || self.bucket.delete_object(Some(&self.credentials), &key).sign(SIGNED_FOR);
        self.send("delete", &key, Method::DELETE, &url, Bytes::new()).await.map(drop)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_code_of_an_error_is_found_and_nothing_else_is_taken_for_one() {
        assert_eq!(code_of(b"<?xml?><Error><Code>NoSuchKey</Code><Message>x</Message></Error>"), Some("NoSuchKey"));
        for other in [&b"<Code>a b</Code>"[..], b"<Code>", b"\xff", b""] {
            assert_eq!(code_of(other), None);
        }
    }
}
