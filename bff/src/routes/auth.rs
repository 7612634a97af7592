//! `/auth/…`: starting and ending a session.

use actix_web::{FromRequest as _, HttpRequest, HttpResponse, post, web::Data};
use pishkhan_proto::auth::v1 as pb;
use utoipa_actix_web::service_config::ServiceConfig;

use crate::{
    limits::{JsonBody, STRANGERS_BODY},
    network::client_address,
    session::{
        self, Person,
        cookies::{self, SessionCookies},
    },
    wire::{
        MessageReply,
        error::{BffError, ErrorReply},
        refusals::JsonBodies,
        text::{self, Lang},
        user::{Credentials, LogInBody, LogInReply},
    },
    worker::Worker,
};

/// Adds the calls of this prefix.
pub fn configure(config: &mut ServiceConfig) {
    config.service(log_in).service(log_out);
}

/// Starts a session.
#[utoipa::path(
    tag = "auth",
    request_body = LogInBody,
    responses(
        (status = 200, description = "Logged in; both cookies are set", body = LogInReply),
        (status = 400, description = "Malformed phone number or password", body = ErrorReply),
        (status = 401, description = "Wrong phone number or password", body = ErrorReply),
        (status = 403, description = "Cross-site request", body = ErrorReply),
        (status = 429, description = "Too many tries", body = ErrorReply),
        (status = 503, description = "A service behind is away", body = ErrorReply),
        JsonBodies,
    )
)]
#[post("/auth/login-app2")]
pub async fn log_in(
    request: HttpRequest,
    worker: Data<Worker>,
    lang: Lang,
    body: JsonBody<LogInBody, STRANGERS_BODY>,
) -> Result<HttpResponse, BffError> {
    let Credentials { cellphone, password } = body.0.try_into()?;
    let client_address = client_address(&request, &worker.web.trusted_proxies);
    let log_in = pb::LogInRequest { cellphone, password, client_address };
    let pb::LogInResponse { session, secret } = worker.clients.auth().log_in(log_in).await?.into_inner();
    let session = session.unwrap_or_default();
    let mut response = HttpResponse::Ok();
    session::start(&session, &secret, &worker, &mut response);
    Ok(response.json(LogInReply::new(session.user.unwrap_or_default(), lang)))
}

/// Ends the session; without one the answer is the same.
#[utoipa::path(
    tag = "auth",
    responses(
        (status = 200, description = "Logged out; both cookies are cleared", body = MessageReply),
        (status = 403, description = "Cross-site request", body = ErrorReply),
        (status = 429, description = "Too many unknown sessions from this network", body = ErrorReply),
        (status = 503, description = "A service behind is away", body = ErrorReply),
    )
)]
#[post("/auth/logout-app2")]
pub async fn log_out(request: HttpRequest, worker: Data<Worker>, lang: Lang) -> Result<HttpResponse, BffError> {
    // Auth writes to find out whether there is a session to end: cookies that are none are kept from it.
    let found = Person::extract(&request).await;
    match (found, SessionCookies::read(&request, worker.web.secure)) {
        (Ok(_), Some(SessionCookies { secret, handle, .. })) => {
            worker.clients.auth().log_out(pb::LogOutRequest { secret, handle: handle.clone() }).await?;
            worker.sessions.revoke(&[handle]);
        }
        (Err(error), _) if !error.ends_session() => return Err(error),
        _ => {}
    }
    let mut response = HttpResponse::Ok();
    for cookie in cookies::clear(&worker.web) {
        response.cookie(cookie);
    }
    Ok(response.json(MessageReply::new(text::LOGGED_OUT, lang)))
}
