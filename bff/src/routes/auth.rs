//! `/auth/…`: starting and ending a session.

use actix_web::{FromRequest as _, HttpRequest, HttpResponse, http::header::USER_AGENT, post, web::Data};
use pishkhan_proto::auth::v1 as pb;
use utoipa_actix_web::service_config::ServiceConfig;

use crate::{
    device,
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
        user::{
            Credentials, ForgetPasswordBody, ForgetPasswordReply, LogInBody, LogInReply, ResetPasswordBody,
            SetPasswordBody, SetPasswordReply,
        },
    },
    worker::Worker,
};

/// Adds the calls of this prefix.
pub fn configure(config: &mut ServiceConfig) {
    config.service(log_in).service(log_out).service(forget_password).service(reset_password);
    config.service(set_password);
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
    let user_agent = request.headers().get(USER_AGENT).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let log_in = pb::LogInRequest { cellphone, password, client_address, device: device::name(user_agent) };
    let pb::LogInResponse { session, secret, evicted } = worker.clients.auth().log_in(log_in).await?.into_inner();
    let session = session.unwrap_or_default();
    let mut response = HttpResponse::Ok();
    session::start(&session, &secret, &worker, &mut response);
    Ok(response.json(LogInReply::new(session.user.unwrap_or_default(), &evicted, lang)))
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

/// Sends a code that lets the user of a phone number set a new password. The answer is the same whether or not anybody
/// has the number.
#[utoipa::path(
    tag = "auth",
    request_body = ForgetPasswordBody,
    responses(
        (status = 200, description = "If the number is a user's, a code is on its way", body = ForgetPasswordReply),
        (status = 400, description = "Malformed phone number", body = ErrorReply),
        (status = 403, description = "Cross-site request", body = ErrorReply),
        (status = 429, description = "One code a minute and five a day for a phone, ten phones an hour for a network",
            body = ErrorReply),
        (status = 503, description = "A service behind is away", body = ErrorReply),
        JsonBodies,
    )
)]
#[post("/auth/forget-password-app2")]
pub async fn forget_password(
    request: HttpRequest,
    worker: Data<Worker>,
    lang: Lang,
    body: JsonBody<ForgetPasswordBody, STRANGERS_BODY>,
) -> Result<HttpResponse, BffError> {
    let cellphone = body.0.cellphone()?;
    let client_address = client_address(&request, &worker.web.trusted_proxies);
    let send = pb::SendResetCodeRequest { cellphone, client_address };
    let pb::SendResetCodeResponse { valid_seconds } = worker.clients.auth().send_reset_code(send).await?.into_inner();
    Ok(HttpResponse::Ok().json(ForgetPasswordReply::new(valid_seconds, lang)))
}

/// Sets a new password by a code. All sessions of the user end, and none begins.
#[utoipa::path(
    tag = "auth",
    request_body = ResetPasswordBody,
    responses(
        (status = 200, description = "The password is changed, all sessions have ended", body = MessageReply),
        (status = 400, description = "A code that is wrong, used or expired, or a password that may not be one",
            body = ErrorReply),
        (status = 403, description = "Cross-site request", body = ErrorReply),
        (status = 503, description = "A service behind is away", body = ErrorReply),
        JsonBodies,
    )
)]
#[post("/auth/reset-password-app2")]
pub async fn reset_password(
    request: HttpRequest,
    worker: Data<Worker>,
    lang: Lang,
    body: JsonBody<ResetPasswordBody, STRANGERS_BODY>,
) -> Result<HttpResponse, BffError> {
    let reset = body.0.request(client_address(&request, &worker.web.trusted_proxies))?;
    worker.clients.auth().reset_password(reset).await?;
    Ok(HttpResponse::Ok().json(MessageReply::new(text::PASSWORD_RESET, lang)))
}

/// Sets a password by a link that was made for somebody who has none. No session begins.
#[utoipa::path(
    tag = "auth",
    request_body = SetPasswordBody,
    responses(
        (status = 200, description = "The password is set", body = SetPasswordReply),
        (status = 400, description = "A link that is wrong, used or expired, or a password that may not be one",
            body = ErrorReply),
        (status = 403, description = "Cross-site request", body = ErrorReply),
        (status = 503, description = "A service behind is away", body = ErrorReply),
        JsonBodies,
    )
)]
#[post("/auth/set-password-app2")]
pub async fn set_password(
    request: HttpRequest,
    worker: Data<Worker>,
    lang: Lang,
    body: JsonBody<SetPasswordBody, STRANGERS_BODY>,
) -> Result<HttpResponse, BffError> {
    let set = body.0.request(client_address(&request, &worker.web.trusted_proxies))?;
    let pb::UsePasswordLinkResponse { cellphone } = worker.clients.auth().use_password_link(set).await?.into_inner();
    Ok(HttpResponse::Ok().json(SetPasswordReply::new(cellphone, lang)))
}
