//! `/seller/…`: what the seller has set up.

use actix_web::{get, web::Data};
use pishkhan_proto::settings::v1 as pb;
use utoipa_actix_web::service_config::ServiceConfig;

use super::settings;
use crate::{
    reply::Reply,
    session::Seller,
    wire::{error::BffError, refusals::SellerReads, seller::LimitsReply},
    worker::Worker,
};

/// Adds the calls of this prefix.
pub fn configure(config: &mut ServiceConfig) {
    config.service(get_limits);
    settings::configure(config);
}

/// Minimums, shipping cost and tax, always in this order.
#[utoipa::path(
    tag = "seller",
    responses(
        (status = 200, description = "The four limits", body = LimitsReply),
        SellerReads,
    )
)]
#[get("/seller/HaddagalKharidErsalSefaresh-list-app2")]
pub async fn get_limits(worker: Data<Worker>, seller: Seller) -> Result<Reply<LimitsReply>, BffError> {
    let request = pb::GetLimitsRequest { seller_id: seller.id() };
    let reply = seller.ask("settings", worker.clients.settings().get_limits(request)).await?;
    Ok(Reply(reply.into()))
}
