//! From two cookies to a person: `token` (public handle) and the session's secret.
//!
//! A handler that takes [`Seller`], [`Operator`], [`Staff`], [`Person`] or [`CatalogueEditor`] is a protected one; there is
//! no other way to a passport.

pub mod cache;
mod caller;
pub mod cookies;
pub mod cors;
pub mod csrf;
pub mod lookups;
pub mod revocations;

use std::{future::Future, pin::Pin, sync::Arc};

use actix_web::{FromRequest, HttpRequest, HttpResponseBuilder, dev::Payload, web::Data};
use pishkhan_chassis::grpc::context::with_passport;
use pishkhan_proto::auth::v1 as pb;
use tonic::{Response, Status};

pub use self::caller::{Caller, CatalogueEditor, Operator, Person, Seller, Staff};
use self::{cache::Key, cookies::SessionCookies, lookups::Refused};
use crate::{
    edge::gate, idempotency::RequestKey, network::client_address, throttle, wire::error::BffError, worker::Worker,
};

/// A validated session: the person and a passport for each service.
#[derive(Debug)]
pub struct Session {
    /// Who it is.
    pub user: pb::User,
    /// When it ends whatever happens, in seconds since 1970.
    ends_at: i64,
    passports: Vec<pb::Passport>,
}

impl Session {
    fn passport(&self, audience: &str) -> Option<&str> {
        self.passports.iter().find(|passport| passport.audience == audience).map(|passport| passport.token.as_str())
    }

    fn has_store(&self) -> bool {
        self.user.roles().any(|role| role == pb::Role::Seller) && !self.user.seller_id.is_empty()
    }

    fn is_operator(&self) -> bool {
        self.user.roles().any(|role| role == pb::Role::Operator)
    }

    /// Makes `call` in this person's name at the service `audience`.
    async fn ask<T>(
        &self,
        audience: &'static str,
        call: impl Future<Output = Result<Response<T>, Status>>,
    ) -> Result<T, BffError> {
        // A session without a passport for a service we know is a fault of the house.
        let Some(passport) = self.passport(audience) else { return Err(BffError::unavailable()) };
        let reply = with_passport(passport.to_owned(), call).await?;
        Ok(reply.into_inner())
    }

    /// When the first of the passports runs out, in seconds since 1970.
    fn passports_expire_at(&self) -> i64 {
        self.passports
            .iter()
            .filter_map(|passport| passport.expire_time.as_ref())
            .map(|time| time.seconds)
            .min()
            .unwrap_or(0)
    }
}

/// Whom a request counts for, as far as that is known without asking anybody, and whether that is somebody with a
/// session: the seller (or who it is otherwise) whose cookies were validated just now, else the network. Cookies with our
/// seal, which need not be a session any more, count for those of the network that have one, apart from its strangers.
pub fn counts_for(request: &HttpRequest, worker: &Worker) -> (gate::Caller, bool) {
    let cookies = SessionCookies::read(request, worker.web.secure);
    let now = worker.clock.now().timestamp();
    if let Some(session) = cookies.as_ref().and_then(|cookies| worker.sessions.get(&cookies.key(), now)) {
        let user = &session.user;
        let id = if user.seller_id.is_empty() { &user.user_id } else { &user.seller_id };
        return (id.as_str().into(), true);
    }
    let address = client_address(request, &worker.web.trusted_proxies);
    let network = throttle::network_of(&address).map(|network| network.to_string()).unwrap_or_default();
    let sealed = cookies.is_some_and(|cookies| cookies.are_ours(&worker.seal));
    (if sealed { format!("{network} with a seal").into() } else { network.into() }, false)
}

/// Gives an answer the cookies of a session that has just begun.
pub fn start(session: &pb::Session, secret: &str, worker: &Worker, response: &mut HttpResponseBuilder) {
    let lives_for_s = session.expire_time.map_or(0, |end| end.seconds - worker.clock.now().timestamp());
    for cookie in cookies::start(secret, session.handle.clone(), lives_for_s, &worker.seal, &worker.web) {
        response.cookie(cookie);
    }
}

/// Finds the live session of a request's cookies.
async fn validate(request: &HttpRequest) -> Result<Arc<Session>, BffError> {
    let Some(worker) = request.app_data::<Data<Worker>>() else { return Err(BffError::unavailable()) };
    let Some(cookies) = SessionCookies::read(request, worker.web.secure) else {
        return Err(BffError::session_invalid());
    };
    let now = worker.clock.now().timestamp();
    let key = cookies.key();
    if let Some(session) = worker.sessions.get(&key, now) {
        return Ok(session);
    }
    let (lookups, sealed) = (worker.sessions.lookups(), cookies.are_ours(&worker.seal));
    let address = client_address(request, &worker.web.trusted_proxies);
    lookups.enter(&key, sealed, &address, now).map_err(|refused| match refused {
        Refused::Invalid => BffError::session_invalid(),
        Refused::Wait(wait) => {
            metrics::counter!("session_lookups_refused_total").increment(1);
            BffError::too_many_tries(wait)
        }
    })?;
    let found = look_up(worker, key, cookies, now).await;
    if found.as_ref().is_err_and(BffError::ends_session) {
        lookups.waste(key, now);
    } else {
        lookups.give_back(sealed, &address, now);
    }
    found
}

/// Asks auth for the session of these cookies.
async fn look_up(worker: &Worker, key: Key, cookies: SessionCookies, now: i64) -> Result<Arc<Session>, BffError> {
    let asked = worker.sessions.epoch();
    let SessionCookies { secret, handle, .. } = cookies;
    let reply = worker
        .clients
        .auth()
        .validate_session(pb::ValidateSessionRequest { secret, handle: handle.clone() })
        .await?
        .into_inner();
    let pb::ValidateSessionResponse { session, passports } = reply;
    let pb::Session { handle: _, user, expire_time } = session.ok_or_else(BffError::session_invalid)?;
    let user = user.ok_or_else(BffError::session_invalid)?;
    let ends_at = expire_time.map_or(0, |end| end.seconds);
    let session = Arc::new(Session { user, ends_at, passports });
    worker.sessions.put(key, handle, Arc::clone(&session), now, asked);
    Ok(session)
}

/// Who writes, under which key, and what: in this order.
pub type Write<Who, Body> = After<Who, After<RequestKey, Body>>;

/// `B` once `A` is there: what a request brings is not looked at before it is known who brings it.
#[derive(Debug)]
pub struct After<A, B>(pub A, pub B);

impl<A, B> FromRequest for After<A, B>
where
    A: FromRequest<Error = BffError> + 'static,
    B: FromRequest<Error = BffError> + 'static,
{
    type Error = BffError;
    type Future = Pin<Box<dyn Future<Output = Result<Self, BffError>>>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let (request, mut payload) = (request.clone(), payload.take());
        Box::pin(async move {
            let first = A::from_request(&request, &mut Payload::None).await?;
            let second = B::from_request(&request, &mut payload).await?;
            Ok(Self(first, second))
        })
    }
}
