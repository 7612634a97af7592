//! `/seller/tiers-applied-app2`: whether orders use the seller's discount tiers.

use actix_web::{get, post, web::Data};
use pishkhan_proto::settings::v1 as pb;
use utoipa_actix_web::service_config::ServiceConfig;

use crate::{
    idempotency::RequestKey,
    limits::JsonBody,
    reply::Reply,
    session::{After, Seller, Write},
    wire::{
        error::{BffError, ErrorReply},
        refusals::{JsonBodies, SellerReads, SellerWrites},
        settings::tiers_applied::{TiersAppliedBody, TiersAppliedReply},
    },
    worker::Worker,
};

/// Adds the calls.
pub fn configure(config: &mut ServiceConfig) {
    config.service(get_tiers_applied).service(set_tiers_applied);
}

/// Whether orders use the seller's three lists of tiers.
#[utoipa::path(
    tag = "seller",
    responses(
        (status = 200, description = "On or off", body = TiersAppliedReply),
        SellerReads,
    )
)]
#[get("/seller/tiers-applied-app2")]
pub async fn get_tiers_applied(worker: Data<Worker>, seller: Seller) -> Result<Reply<TiersAppliedReply>, BffError> {
    let request = pb::GetTiersAppliedRequest { seller_id: seller.id() };
    Ok(Reply(seller.ask("settings", worker.clients.settings().get_tiers_applied(request)).await?.into()))
}

/// Turns the use of the tiers on or off.
#[utoipa::path(
    tag = "seller",
    params(RequestKey),
    request_body = TiersAppliedBody,
    responses(
        (status = 200, description = "It stands", body = TiersAppliedReply),
        (status = 400, description = "Malformed body, or a message for each wrong field", body = ErrorReply),
        (status = 409, description = "The version is stale: it was changed elsewhere", body = ErrorReply),
        (status = 422, description = "The key was used for another request", body = ErrorReply),
        SellerWrites,
        JsonBodies,
    )
)]
#[post("/seller/tiers-applied-app2")]
pub async fn set_tiers_applied(
    worker: Data<Worker>,
    After(seller, After(key, body)): Write<Seller, JsonBody<TiersAppliedBody>>,
) -> Result<Reply<TiersAppliedReply>, BffError> {
    let request = body.0.into_request(key.0, seller.id())?;
    Ok(Reply(seller.ask("settings", worker.clients.settings().set_tiers_applied(request)).await?.into()))
}
