//! Delivery and holidays.

use actix_web::{
    get, post,
    web::{Data, Path},
};
use pishkhan_proto::settings::v1 as pb;
use utoipa_actix_web::service_config::ServiceConfig;

use super::own;
use crate::{
    idempotency::RequestKey,
    limits::JsonBody,
    reply::Reply,
    session::{After, Seller, Write},
    wire::{
        error::{BffError, ErrorReply},
        period::whole_number,
        refusals::{JsonBodies, SellerReads, SellerWrites},
        settings::{
            delivery::{DeliveryBody, DeliveryReply, EditDeliveryReply},
            holidays::HolidaysReply,
            text::YEAR_OUT_OF_RANGE,
        },
        text::Lang,
    },
    worker::Worker,
};

/// Adds the calls.
pub fn configure(config: &mut ServiceConfig) {
    config.service(get_delivery).service(edit_delivery).service(list_holidays);
}

/// The delivery rule of one kind, with the date that it gives now.
#[utoipa::path(
    tag = "seller",
    params(("kind" = String, Path, description = "1 by periods, 2 by a cut-off")),
    responses(
        (status = 200, description = "One rule or none", body = DeliveryReply),
        (status = 404, description = "No such kind", body = ErrorReply),
        SellerReads,
    )
)]
#[get("/seller/masir-list-app2/{kind}")]
pub async fn get_delivery(
    worker: Data<Worker>,
    seller: Seller,
    kind: Path<String>,
) -> Result<Reply<DeliveryReply>, BffError> {
    let kind = whole_number("kind", &kind).ok().filter(|kind| [1, 2].contains(kind)).ok_or_else(BffError::not_found)?;
    let request = pb::GetDeliveryRequest { seller_id: seller.id() };
    let reply = seller.ask("settings", worker.clients.settings().get_delivery(request)).await?;
    Ok(Reply(DeliveryReply::new(kind, seller.id(), reply)))
}

/// Sets the delivery rule; the server reckons the date.
#[utoipa::path(
    tag = "seller",
    params(RequestKey),
    request_body = DeliveryBody,
    responses(
        (status = 200, description = "The rule stands", body = EditDeliveryReply),
        (status = 400, description = "Malformed body, or a message for each wrong field", body = ErrorReply),
        (status = 404, description = "Another seller's id", body = ErrorReply),
        (status = 409, description = "The version is stale: it was changed elsewhere", body = ErrorReply),
        (status = 422, description = "The period begins after it ends", body = ErrorReply),
        SellerWrites,
        JsonBodies,
    )
)]
#[post("/seller/edit-masir-app2")]
pub async fn edit_delivery(
    worker: Data<Worker>,
    lang: Lang,
    After(seller, After(key, body)): Write<Seller, JsonBody<DeliveryBody>>,
) -> Result<Reply<EditDeliveryReply>, BffError> {
    let mut body = body.0;
    let seller_id = own(&seller, body.seller_id.take());
    let request = body.into_request(key.0, seller_id)?;
    let reply = seller.ask("settings", worker.clients.settings().set_delivery(request)).await?;
    Ok(Reply(EditDeliveryReply::new(seller.id(), reply, lang)))
}

/// The holidays of a Jalali year, Fridays included.
#[utoipa::path(
    tag = "market",
    params(("year" = String, Path, description = "Jalali, 1400 to 1420")),
    responses(
        (status = 200, description = "The holidays", body = HolidaysReply),
        (status = 400, description = "No such year", body = ErrorReply),
        SellerReads,
    )
)]
#[get("/market/holidays-app2/{year}")]
pub async fn list_holidays(
    worker: Data<Worker>,
    seller: Seller,
    lang: Lang,
    year: Path<String>,
) -> Result<Reply<HolidaysReply>, BffError> {
    let year = whole_number("year", &year)?;
    let known = i32::try_from(year).ok().filter(|year| (1400..=1420).contains(year));
    let request = pb::ListHolidaysRequest { year: known.ok_or_else(|| BffError::field("year", YEAR_OUT_OF_RANGE))? };
    let reply = seller.ask("settings", worker.clients.settings().list_holidays(request)).await?;
    Ok(Reply(HolidaysReply::new(year, reply, lang)))
}
