//! A person's own sessions and password: for every live session, a seller's or an operator's.

use actix_web::{HttpRequest, HttpResponse, get, post, web::Data};
use pishkhan_proto::auth::v1 as pb;
use utoipa_actix_web::service_config::ServiceConfig;

use crate::{
    limits::JsonBody,
    network::client_address,
    reply::Reply,
    session::{self, After, Person, cookies::SessionCookies},
    wire::{
        MessageReply,
        error::{BffError, ErrorReply},
        refusals::{JsonBodies, PersonReads, PersonWrites},
        sessions::{EndSessionBody, PasswordBody, SessionsReply},
        settings::text::SAVED,
        text::{self, Lang},
    },
    worker::Worker,
};

/// Adds the calls.
pub fn configure(config: &mut ServiceConfig) {
    config.service(list_sessions).service(end_session).service(end_other_sessions).service(change_password);
}

/// The cookies of a request whose session is live.
fn cookies(request: &HttpRequest, worker: &Worker) -> Result<SessionCookies, BffError> {
    SessionCookies::read(request, worker.web.secure).ok_or_else(BffError::session_invalid)
}

/// The live sessions of whoever asks, the one used last first.
#[utoipa::path(
    tag = "user",
    responses(
        (status = 200, description = "The sessions", body = SessionsReply),
        PersonReads,
    )
)]
#[get("/user/sessions-app2")]
pub async fn list_sessions(
    request: HttpRequest,
    worker: Data<Worker>,
    _person: Person,
) -> Result<Reply<SessionsReply>, BffError> {
    let SessionCookies { secret, handle, .. } = cookies(&request, &worker)?;
    let listed = worker.clients.auth().list_sessions(pb::ListSessionsRequest { secret, handle }).await?;
    Ok(Reply(listed.into_inner().into()))
}

/// Ends one of the person's own sessions at once. One that is over already is fine.
#[utoipa::path(
    tag = "user",
    request_body = EndSessionBody,
    responses(
        (status = 200, description = "It is over", body = MessageReply),
        (status = 400, description = "Malformed body", body = ErrorReply),
        (status = 404, description = "The person never had such a session", body = ErrorReply),
        PersonWrites,
        JsonBodies,
    )
)]
#[post("/user/session-end-app2")]
pub async fn end_session(
    request: HttpRequest,
    worker: Data<Worker>,
    lang: Lang,
    After(_person, body): After<Person, JsonBody<EndSessionBody>>,
) -> Result<Reply<MessageReply>, BffError> {
    let SessionCookies { secret, handle, .. } = cookies(&request, &worker)?;
    let end = pb::EndSessionRequest { secret, handle, session_id: body.0.id };
    worker.clients.auth().end_session(end).await?;
    Ok(Reply(MessageReply::new(text::SESSION_ENDED, lang)))
}

/// Ends all sessions of the person at once, but for the one that asks.
#[utoipa::path(
    tag = "user",
    responses(
        (status = 200, description = "They are over", body = MessageReply),
        PersonWrites,
    )
)]
#[post("/user/sessions-end-others-app2")]
pub async fn end_other_sessions(
    request: HttpRequest,
    worker: Data<Worker>,
    lang: Lang,
    _person: Person,
) -> Result<Reply<MessageReply>, BffError> {
    let SessionCookies { secret, handle, .. } = cookies(&request, &worker)?;
    worker.clients.auth().end_other_sessions(pb::EndOtherSessionsRequest { secret, handle }).await?;
    Ok(Reply(MessageReply::new(text::OTHER_SESSIONS_ENDED, lang)))
}

/// Sets another password. All other sessions of the person end, and this one gets new cookies.
#[utoipa::path(
    tag = "user",
    request_body = PasswordBody,
    responses(
        (status = 200, description = "The password stands; both cookies are set anew", body = MessageReply),
        (status = 400, description = "A wrong current password, or one that may not be one", body = ErrorReply),
        (status = 401, description = "No valid session", body = ErrorReply),
        (status = 403, description = "Cross-site request", body = ErrorReply),
        (status = 429, description = "Too many tries of the current password, or too many unknown sessions from this network", body = ErrorReply),
        (status = 503, description = "A service behind is away", body = ErrorReply),
        JsonBodies,
    )
)]
#[post("/user/password-app2")]
pub async fn change_password(
    request: HttpRequest,
    worker: Data<Worker>,
    lang: Lang,
    After(_person, body): After<Person, JsonBody<PasswordBody>>,
) -> Result<HttpResponse, BffError> {
    let (current_password, password) = body.0.checked()?;
    let SessionCookies { secret, handle, .. } = cookies(&request, &worker)?;
    let client_address = client_address(&request, &worker.web.trusted_proxies);
    let change =
        pb::ChangePasswordRequest { secret, handle: handle.clone(), current_password, password, client_address };
    let changed = worker.clients.auth().change_password(change).await?.into_inner();
    worker.sessions.revoke(&[handle]);
    let mut response = HttpResponse::Ok();
    session::start(&changed.session.unwrap_or_default(), &changed.secret, &worker, &mut response);
    Ok(response.json(MessageReply::new(SAVED, lang)))
}
