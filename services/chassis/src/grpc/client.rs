//! Calls to other services: one lazily connected channel that adds identity, trace and deadline to every call.

use std::{
    convert::Infallible,
    fmt,
    future::Future,
    pin::Pin,
    sync::{Arc, Mutex, PoisonError},
    task::{Context, Poll},
    time::Duration,
};

use bytes::Bytes;
use chrono::{DateTime, TimeDelta, Utc};
use http::{HeaderMap, HeaderValue, Request, Response, header::AUTHORIZATION};
use http_body_util::BodyExt as _;
use tokio::time::{Instant, timeout_at};
use tonic::{Code, Status, body::Body};
use tower::{Service, ServiceExt as _};
use uuid::Uuid;

use super::{
    REQUEST_ID_HEADER, Transport, UrlProblem,
    connection::{self, Channel},
    context, deadline,
    limit::TimeLimited,
    server,
};
pub use context::with_passport;

mod again;

use again::{Fate, Repeatable, Tape};

use crate::{
    clock::{SharedClock, SystemClock},
    errors,
    passport::{Claims, ISSUER_TOOL, Signer},
    telemetry::{self, TRACEPARENT_HEADER},
};

/// How long a call may take when neither the request nor the peer says otherwise.
pub const DEFAULT_TIMEOUT: Duration = Duration::from_secs(3);
/// What a nested call leaves of the caller's time for the caller itself.
pub const NESTING_RESERVE: Duration = Duration::from_millis(100);
/// A minted passport is used for this long, half of its life.
const REUSE: TimeDelta = TimeDelta::seconds(30);

/// The peer cannot be called.
#[derive(Debug, thiserror::Error)]
pub enum PeerError {
    /// The URL cannot be called.
    #[error("{url} {problem}")]
    Url {
        /// What was configured.
        url: String,
        /// Why not.
        problem: UrlProblem,
    },
    /// The certificate names another process than the one that has the key: no passport of ours would count.
    #[error("the passport key is that of {key}, but the certificate is that of {certificate}")]
    Identity {
        /// Who has the key.
        key: String,
        /// Whom the certificate names.
        certificate: String,
    },
    /// The contract is not a descriptor set.
    #[error("the contract of {audience} cannot be read")]
    Contract {
        /// Whose it is.
        audience: &'static str,
        /// Why.
        source: prost_reflect::DescriptorError,
    },
}

/// Another service, as this process calls it.
///
/// Cheap to clone; all clones share one connection. Must be made inside a running runtime, and lives there: a process
/// with several runtimes makes one peer in each.
#[derive(Clone)]
pub struct Peer {
    channel: Channel,
    audience: &'static str,
    identity: Arc<Identity>,
    repeatable: Arc<Repeatable>,
    timeout: Option<Duration>,
}

impl fmt::Debug for Peer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Peer").field("audience", &self.audience).field("timeout", &self.timeout).finish_non_exhaustive()
    }
}

impl Peer {
    /// A peer at `http://host:port`, or `https://host:port` where our processes speak TLS; then its certificate must name
    /// the `audience`. Not connected until the first call.
    ///
    /// A name other than `localhost` is resolved every five seconds, and calls are balanced over all its addresses.
    pub fn connect(
        url: &str,
        audience: &'static str,
        signer: Arc<Signer>,
        transport: &Transport,
    ) -> Result<Self, PeerError> {
        let unusable = |problem| PeerError::Url { url: url.to_owned(), problem };
        let target = transport.parse(url).map_err(unusable)?;
        if let Transport::Mutual(tls) = transport {
            let (key, certificate) = (signer.holder(), tls.process());
            if key != certificate {
                return Err(PeerError::Identity { key, certificate });
            }
        }
        let channel = connection::open(transport, audience, target);
        let identity = Identity { signer, clock: SystemClock::shared(), tool: None, minted: Mutex::default() };
        let repeatable = Arc::default();
        Ok(Self { channel, audience, identity: Arc::new(identity), repeatable, timeout: Some(DEFAULT_TIMEOUT) })
    }

    /// The same peer with its contract, an encoded `FileDescriptorSet`: methods with an `idempotency_level` are called
    /// once again when the connection closed before the answer began.
    pub fn with_contract(mut self, descriptor: &[u8]) -> Result<Self, PeerError> {
        let audience = self.audience;
        let repeatable =
            Repeatable::from_descriptor(descriptor).map_err(|source| PeerError::Contract { audience, source })?;
        self.repeatable = Arc::new(repeatable);
        Ok(self)
    }

    /// The same peer with another default timeout. The remaining time of the request still wins when it is shorter.
    #[must_use]
    pub const fn with_timeout(mut self, timeout: Duration) -> Self {
        self.timeout = Some(timeout);
        self
    }

    /// The same peer without a default timeout, for replies that stream for as long as the process lives.
    #[must_use]
    pub const fn without_timeout(mut self) -> Self {
        self.timeout = None;
        self
    }

    /// The same peer with passports minted by another clock (tests).
    #[must_use]
    pub fn with_clock(mut self, clock: SharedClock) -> Self {
        self.identity = Arc::new(Identity { clock, minted: Mutex::default(), ..self.identity.fresh() });
        self
    }

    /// The same peer called as the tool `name` with the given scopes, for all sellers or for one.
    #[must_use]
    pub fn as_tool(mut self, name: &str, scopes: Vec<String>, seller_id: Option<Uuid>) -> Self {
        let tool = Some(Tool { name: name.to_owned(), scopes, seller_id });
        self.identity = Arc::new(Identity { tool, ..self.identity.fresh() });
        self
    }

    /// The channel to make a generated client with.
    pub fn channel(&self) -> PeerChannel {
        PeerChannel { peer: self.clone() }
    }

    /// The service at the other end.
    pub const fn audience(&self) -> &'static str {
        self.audience
    }

    /// Asks the peer's health service whether it is ready. `UNAVAILABLE` when it is not or cannot be reached.
    pub async fn check_health(&self) -> Result<(), Status> {
        use tonic_health::pb::{HealthCheckRequest, health_check_response::ServingStatus, health_client::HealthClient};

        let request = HealthCheckRequest { service: String::new() };
        let reply = HealthClient::new(self.channel()).check(request).await?.into_inner();
        if reply.status() == ServingStatus::Serving {
            return Ok(());
        }
        Err(errors::status(
            Code::Unavailable,
            errors::reasons::DEPENDENCY_DOWN,
            format!("{} is not ready", self.audience),
        )
        .build())
    }
}

/// Who this process is towards a peer, and the passport it has minted last.
struct Identity {
    signer: Arc<Signer>,
    clock: SharedClock,
    tool: Option<Tool>,
    minted: Mutex<Option<Minted>>,
}

#[derive(Clone)]
struct Tool {
    name: String,
    scopes: Vec<String>,
    seller_id: Option<Uuid>,
}

struct Minted {
    header: HeaderValue,
    at: DateTime<Utc>,
}

impl Identity {
    /// The same identity without a minted passport.
    fn fresh(&self) -> Self {
        let Self { signer, clock, tool, minted: _ } = self;
        Self { signer: Arc::clone(signer), clock: Arc::clone(clock), tool: tool.clone(), minted: Mutex::default() }
    }

    fn passport(&self, audience: &str) -> Result<HeaderValue, Status> {
        let now = self.clock.now();
        let mut minted = self.minted.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(minted) = minted.as_ref().filter(|minted| (minted.at..minted.at + REUSE).contains(&now)) {
            return Ok(minted.header.clone());
        }
        let header = bearer(&self.signer.sign(&self.claims(audience, now)))?;
        *minted = Some(Minted { header: header.clone(), at: now });
        Ok(header)
    }

    fn claims(&self, audience: &str, now: DateTime<Utc>) -> Claims {
        let jti = self.clock.new_id();
        match &self.tool {
            Some(Tool { name, scopes, seller_id }) => {
                Claims::tool(name, scopes.clone(), *seller_id, audience, now, jti)
            }
            None if self.signer.issuer() == ISSUER_TOOL => {
                Claims::tool("unnamed", Vec::new(), None, audience, now, jti)
            }
            None => Claims::service(self.signer.issuer(), audience, now, jti),
        }
    }
}

fn bearer(token: &str) -> Result<HeaderValue, Status> {
    let mut value = HeaderValue::from_str(&format!("Bearer {token}")).map_err(|_| crate::access::unauthenticated())?;
    value.set_sensitive(true);
    Ok(value)
}

/// A channel that adds to every call: `traceparent`, `x-request-id`, `grpc-timeout` and `authorization`.
///
/// The deadline is the least of the peer's timeout, the call's own (`Request::set_timeout`) and what is left of the
/// request, less [`NESTING_RESERVE`]. Whatever breaks on the way is `UNAVAILABLE`; only time makes `DEADLINE_EXCEEDED`.
#[derive(Debug, Clone)]
pub struct PeerChannel {
    peer: Peer,
}

impl Service<Request<Body>> for PeerChannel {
    type Response = Response<Body>;
    type Error = Infallible;
    type Future = Pin<Box<dyn Future<Output = Result<Response<Body>, Infallible>> + Send>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        // The channel is waited for within the call, where its errors can be told apart and time is counted.
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<Body>) -> Self::Future {
        let peer = self.peer.clone();
        // Read now: the future may be polled elsewhere.
        let ambient = Ambient::now();
        Box::pin(async move {
            let (audience, started) = (peer.audience, Instant::now());
            let answer = call(peer, ambient, request).await;
            let code = answer.as_ref().map_or_else(Status::code, |response| {
                Status::from_header_map(response.headers()).map_or(Code::Ok, |status| status.code())
            });
            metrics::histogram!(CLIENT_DURATION, "peer" => audience, "code" => server::code_name(code))
                .record(started.elapsed());
            Ok(answer.unwrap_or_else(Status::into_http))
        })
    }
}

/// Seconds until the head of the reply, by `peer` and `code`.
pub const CLIENT_DURATION: &str = "rpc_client_duration_seconds";

/// What a call takes over from the request it is made for.
struct Ambient {
    request_id: Option<String>,
    deadline: Option<Instant>,
    traceparent: Option<String>,
    passport: Option<String>,
}

impl Ambient {
    fn now() -> Self {
        Self {
            request_id: context::request_id(),
            deadline: context::deadline(),
            traceparent: telemetry::current_traceparent(),
            passport: context::passport(),
        }
    }

    /// When the call must be answered; none: there is no limit.
    fn deadline_of(&self, headers: &HeaderMap, default: Option<Duration>) -> Option<Instant> {
        let now = Instant::now();
        let own = deadline::read(headers).into_iter().chain(default).min().map(|timeout| now + timeout);
        let left = self.deadline.map(|deadline| deadline.checked_sub(NESTING_RESERVE).unwrap_or(now));
        own.into_iter().chain(left).min()
    }
}

async fn call(peer: Peer, ambient: Ambient, mut request: Request<Body>) -> Result<Response<Body>, Status> {
    let deadline = ambient.deadline_of(request.headers(), peer.timeout);
    let headers = request.headers_mut();
    if let Some(value) = ambient.traceparent.and_then(|text| HeaderValue::from_str(&text).ok()) {
        headers.insert(TRACEPARENT_HEADER, value);
    }
    if let Some(value) = ambient.request_id.and_then(|id| HeaderValue::from_str(&id).ok()) {
        headers.insert(REQUEST_ID_HEADER, value);
    }
    if !headers.contains_key(AUTHORIZATION) {
        let value = match ambient.passport {
            Some(token) => bearer(&token)?,
            None => peer.identity.passport(peer.audience)?,
        };
        headers.insert(AUTHORIZATION, value);
    }
    let (mut parts, body) = request.into_parts();
    let changes_nothing = peer.repeatable.contains(parts.uri.path());
    let tape = Tape::new(body);
    let (mut channel, mut unknown) = (peer.channel, 0);
    for sendings in 1.. {
        if let Some(deadline) = deadline {
            let left = deadline.saturating_duration_since(Instant::now());
            if left < deadline::WORTHWHILE {
                return Err(deadline::exceeded("before the call was sent"));
            }
            parts.headers.insert(deadline::HEADER, deadline::write(left));
        }
        let broken = match send(&mut channel, Request::from_parts(parts.clone(), tape.play()), deadline).await {
            Ok(response) => return Ok(response),
            Err(broken) => broken,
        };
        unknown += u32::from(broken.fate == Fate::Unknown);
        if !(broken.fate.allows_another(sendings, unknown, changes_nothing) && tape.is_whole()) {
            return Err(broken.status);
        }
        metrics::counter!(CLIENT_REPEATS, "peer" => peer.audience, "cause" => broken.fate.name()).increment(1);
        tokio::time::sleep(again::pause(sendings)).await;
    }
    // `allows_another` ends the loop.
    Err(unavailable("too many connections were closed"))
}

/// Calls sent again because their connection was closed, by `peer` and `cause` (`unsent`: for certain no handler had
/// seen the call; `unknown`).
pub const CLIENT_REPEATS: &str = "rpc_client_repeats_total";

/// A call that was not answered.
struct Broken {
    fate: Fate,
    status: Status,
}

/// Sends a call once.
async fn send(
    channel: &mut Channel,
    request: Request<Body>,
    deadline: Option<Instant>,
) -> Result<Response<Body>, Broken> {
    let Some(deadline) = deadline else {
        let channel = channel.ready().await.map_err(|error| Broken::by(&*error))?;
        let response = channel.call(request).await.map_err(|error| Broken::by(&*error))?;
        return Ok(response.map(|body| Body::new(unbroken(body))));
    };
    let channel = match timeout_at(deadline, channel.ready()).await {
        Ok(ready) => ready.map_err(|error| Broken::by(&*error))?,
        // Nothing was sent: it is the way that is missing, not the time.
        Err(_elapsed) => return Err(Broken { fate: Fate::Late, status: unavailable("no connection in time") }),
    };
    match timeout_at(deadline, channel.call(request)).await {
        Ok(Ok(response)) => {
            let left = deadline.saturating_duration_since(Instant::now());
            Ok(response.map(|body| Body::new(TimeLimited::new(unbroken(body), left))))
        }
        Ok(Err(error)) => Err(Broken::by(&*error)),
        Err(_elapsed) => Err(Broken { fate: Fate::Late, status: deadline::exceeded("before the call was answered") }),
    }
}

/// A reply whose connection goes away while it is read says so as a call does that was not answered.
fn unbroken(reply: Body) -> impl http_body::Body<Data = Bytes, Error = Status> {
    reply.map_err(|error| Broken::by(&error).status)
}

impl Broken {
    /// By what the transport says: of the whole call, or of the reply while it is read. What a handler says of its own
    /// failure is no error of the transport.
    fn by(error: &(dyn std::error::Error + 'static)) -> Self {
        let (fate, deepest) = Fate::of(error);
        Self { fate, status: unavailable(&deepest) }
    }
}

fn unavailable(why: &str) -> Status {
    errors::status(Code::Unavailable, errors::reasons::DEPENDENCY_DOWN, format!("the peer cannot be reached: {why}"))
        .build()
}

/// Retries an idempotent call that was `UNAVAILABLE`: at most twice, after a jittered pause, within the request's time.
///
/// ```no_run
/// use pishkhan_chassis::grpc::client::{Peer, retry_unavailable};
/// use tonic_health::pb::{HealthCheckRequest, health_client::HealthClient};
///
/// # async fn example(peer: Peer) -> Result<(), tonic::Status> {
/// let client = HealthClient::new(peer.channel());
/// let reply = retry_unavailable(|| {
///     let mut client = client.clone();
///     async move { client.check(HealthCheckRequest::default()).await }
/// })
/// .await?;
/// # Ok(()) }
/// ```
pub async fn retry_unavailable<T, F, Fut>(mut call: F) -> Result<T, Status>
where
    F: FnMut() -> Fut,
    Fut: Future<Output = Result<T, Status>>,
{
    let mut pause = Duration::from_millis(20);
    for _ in 0..2 {
        match call().await {
            Err(status) if status.code() == Code::Unavailable => {
                let share = getrandom::u32().map_or(0.5, |random| f64::from(random) / f64::from(u32::MAX));
                let delay = pause.mul_f64(0.5 + share);
                let worth =
                    context::remaining().is_none_or(|left| left > delay + NESTING_RESERVE + deadline::WORTHWHILE);
                if !worth {
                    return Err(status);
                }
                tokio::time::sleep(delay).await;
                pause *= 4;
            }
            answer => return answer,
        }
    }
    call().await
}

#[cfg(test)]
mod tests;
