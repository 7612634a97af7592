//! The profile, and with it the credentials.

use actix_web::{HttpRequest, HttpResponse, HttpResponseBuilder, http::StatusCode, post, web::Data};
use pishkhan_proto::{auth::v1 as auth, settings::v1 as pb};
use utoipa_actix_web::service_config::ServiceConfig;

use super::own;
use crate::{
    idempotency::RequestKey,
    limits::JsonBody,
    network::client_address,
    session::{self, After, Seller, Write, cookies::SessionCookies},
    wire::{
        MessageReply,
        billing::text::TERMS_PROPOSED,
        error::{BffError, ErrorReply},
        refusals::JsonBodies,
        settings::{profile::EditSellerBody, text::SAVED},
        text::Lang,
    },
    worker::Worker,
};

/// Adds the calls.
pub fn configure(config: &mut ServiceConfig) {
    config.service(edit_seller);
}

/// Gives the session of a request a new secret, for the cookies of `response`.
///
/// Without one the session ends within a minute: what was asked for has happened all the same.
async fn renew(worker: &Worker, request: &HttpRequest, response: &mut HttpResponseBuilder) {
    let secure = worker.web.secure;
    let Some(SessionCookies { secret, handle, .. }) = SessionCookies::read(request, secure) else { return };
    let renewed =
        worker.clients.auth().renew_session(auth::RenewSessionRequest { secret, handle: handle.clone() }).await;
    worker.sessions.revoke(&[handle]);
    match renewed {
        Ok(renewed) => {
            let auth::RenewSessionResponse { session, secret } = renewed.into_inner();
            session::start(&session.unwrap_or_default(), &secret, worker, response);
        }
        Err(status) => {
            tracing::warn!(rpc.code = ?status.code(), rpc.message = status.message(), "a session was not renewed");
        }
    }
}

/// Changes the profile, and phone number, user name and password with it.
#[utoipa::path(
    tag = "user",
    params(RequestKey),
    request_body = EditSellerBody,
    responses(
        (status = 200, description = "The profile stands; after a change of password both cookies are set anew", body = MessageReply),
        (status = 400, description = "Malformed body, or a message for each wrong field", body = ErrorReply),
        (status = 401, description = "No valid session", body = ErrorReply),
        (status = 403, description = "Not a seller, another type, or a cross-site request", body = ErrorReply),
        (status = 404, description = "Another seller's id", body = ErrorReply),
        (status = 409, description = "The version is stale; phone number, user name or code is taken; or a subscription is needed", body = ErrorReply),
        (status = 422, description = "The key was used for another request", body = ErrorReply),
        (status = 429, description = "Too many tries of the current password, or too many unknown sessions from this network", body = ErrorReply),
        (status = 503, description = "A service behind is away", body = ErrorReply),
        JsonBodies,
    )
)]
#[post("/user/edit-seller-app2")]
pub async fn edit_seller(
    http: HttpRequest,
    worker: Data<Worker>,
    lang: Lang,
    After(seller, After(key, body)): Write<Seller, JsonBody<EditSellerBody>>,
) -> Result<HttpResponse, BffError> {
    let mut body = body.0;
    let seller_id = own(&seller, body.seller_id.take());
    let request = body.into_request(key.0, seller_id, client_address(&http, &worker.web.trusted_proxies))?;
    let edited = seller.ask("settings", worker.clients.settings().edit_seller(request)).await;
    // Whatever was answered, it may have happened.
    worker.stores.edited(&seller.id());
    let pb::EditSellerResponse { seller: _, session_to_be_renewed, version: _, proposed } = edited?;
    let mut response = HttpResponseBuilder::new(StatusCode::OK);
    if session_to_be_renewed {
        renew(&worker, &http, &mut response).await;
    } else if let Some(SessionCookies { handle, .. }) = SessionCookies::read(&http, worker.web.secure) {
        // What is remembered of the person may be old.
        worker.sessions.revoke(&[handle]);
    }
    Ok(response.json(MessageReply::new(if proposed { TERMS_PROPOSED } else { SAVED }, lang)))
}
