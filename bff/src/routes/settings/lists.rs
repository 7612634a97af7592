//! `/seller/…`: limits, discount tiers, text cards.

use actix_web::{get, post, web::Data};
use pishkhan_proto::settings::v1 as pb;
use utoipa_actix_web::service_config::ServiceConfig;

use super::{own, saved};
use crate::{
    idempotency::RequestKey,
    limits::JsonBody,
    reply::Reply,
    session::{After, Seller, Write},
    wire::{
        MessageReply,
        error::{BffError, ErrorReply},
        refusals::{JsonBodies, SellerReads, SellerWrites, SettingsChanges},
        settings::{
            limits::LimitsBody,
            lists::{TextCardsBody, TextCardsReply, TiersBody, TiersReply},
        },
        text::Lang,
    },
    worker::Worker,
};

/// Adds the calls.
pub fn configure(config: &mut ServiceConfig) {
    config
        .service(edit_limits)
        .service(list_volume_tiers)
        .service(list_amount_tiers)
        .service(list_unit_tiers)
        .service(edit_volume_tiers)
        .service(edit_amount_tiers)
        .service(edit_unit_tiers)
        .service(list_other_discounts)
        .service(list_descriptions)
        .service(edit_other_discounts)
        .service(edit_descriptions);
}

async fn tiers(worker: &Worker, seller: &Seller, kind: pb::TierKind) -> Result<Reply<TiersReply>, BffError> {
    let request = pb::ListTiersRequest { seller_id: seller.id(), kind: kind.into() };
    Ok(Reply(seller.ask("settings", worker.clients.settings().list_tiers(request)).await?.into()))
}

async fn edit_tiers(
    worker: &Worker,
    seller: &Seller,
    key: RequestKey,
    mut body: TiersBody,
    kind: pb::TierKind,
) -> Result<(), BffError> {
    let seller_id = own(seller, body.seller_id.take());
    let request = body.into_request(key.0, seller_id, kind)?;
    seller.ask("settings", worker.clients.settings().replace_tiers(request)).await.map(drop)
}

async fn cards(worker: &Worker, seller: &Seller, kind: pb::TextCardKind) -> Result<Reply<TextCardsReply>, BffError> {
    let request = pb::ListTextCardsRequest { seller_id: seller.id(), kind: kind.into() };
    Ok(Reply(seller.ask("settings", worker.clients.settings().list_text_cards(request)).await?.into()))
}

async fn edit_cards(
    worker: &Worker,
    seller: &Seller,
    key: RequestKey,
    mut body: TextCardsBody,
    kind: pb::TextCardKind,
) -> Result<(), BffError> {
    let seller_id = own(seller, body.seller_id.take());
    let request = body.into_request(key.0, seller_id, kind)?;
    seller.ask("settings", worker.clients.settings().replace_text_cards(request)).await.map(drop)
}

/// Changes the limits. The tax comes as it is.
#[utoipa::path(
    tag = "seller",
    params(RequestKey),
    request_body = LimitsBody,
    responses(
        (status = 200, description = "The limits stand", body = MessageReply),
        (status = 400, description = "Malformed body, or a message for each wrong field", body = ErrorReply),
        (status = 401, description = "No valid session", body = ErrorReply),
        (status = 403, description = "Not a seller, another tax rate, or a cross-site request", body = ErrorReply),
        (status = 404, description = "Another seller's id", body = ErrorReply),
        (status = 409, description = "The version is stale: it was changed elsewhere", body = ErrorReply),
        (status = 422, description = "The key was used for another request", body = ErrorReply),
        (status = 429, description = "Too many unknown sessions from this network", body = ErrorReply),
        (status = 503, description = "A service behind is away", body = ErrorReply),
        JsonBodies,
    )
)]
#[post("/seller/edit-HaddagalKharidErsalSefaresh-app2")]
pub async fn edit_limits(
    worker: Data<Worker>,
    lang: Lang,
    After(seller, After(key, body)): Write<Seller, JsonBody<LimitsBody>>,
) -> Result<Reply<MessageReply>, BffError> {
    let request = body.0.into_request(key.0, seller.id())?;
    seller.ask("settings", worker.clients.settings().update_limits(request)).await?;
    Ok(saved(lang))
}

/// The discount tiers by volume.
#[utoipa::path(
    tag = "seller",
    responses(
        (status = 200, description = "The tiers", body = TiersReply),
        SellerReads,
    )
)]
#[get("/seller/KaridHajmiSettings-list-app2")]
pub async fn list_volume_tiers(worker: Data<Worker>, seller: Seller) -> Result<Reply<TiersReply>, BffError> {
    tiers(&worker, &seller, pb::TierKind::Volume).await
}

/// The discount tiers by amount.
#[utoipa::path(
    tag = "seller",
    responses(
        (status = 200, description = "The tiers", body = TiersReply),
        SellerReads,
    )
)]
#[get("/seller/TakhfifatAzTaMablaghSettings-list-app2")]
pub async fn list_amount_tiers(worker: Data<Worker>, seller: Seller) -> Result<Reply<TiersReply>, BffError> {
    tiers(&worker, &seller, pb::TierKind::Amount).await
}

/// The discount tiers by unit.
#[utoipa::path(
    tag = "seller",
    responses(
        (status = 200, description = "The tiers", body = TiersReply),
        SellerReads,
    )
)]
#[get("/seller/TakhfifatAzTaVahediSettings-list-app2")]
pub async fn list_unit_tiers(worker: Data<Worker>, seller: Seller) -> Result<Reply<TiersReply>, BffError> {
    tiers(&worker, &seller, pb::TierKind::Unit).await
}

/// Replaces the discount tiers by volume.
#[utoipa::path(
    tag = "seller",
    params(RequestKey),
    request_body = TiersBody,
    responses(
        (status = 200, description = "The tiers stand", body = MessageReply),
        SettingsChanges,
        SellerWrites,
        JsonBodies,
    )
)]
#[post("/seller/edit-TakhfifatAzTaHajmiSettings-app2")]
pub async fn edit_volume_tiers(
    worker: Data<Worker>,
    lang: Lang,
    After(seller, After(key, body)): Write<Seller, JsonBody<TiersBody>>,
) -> Result<Reply<MessageReply>, BffError> {
    edit_tiers(&worker, &seller, key, body.0, pb::TierKind::Volume).await?;
    Ok(saved(lang))
}

/// Replaces the discount tiers by amount.
#[utoipa::path(
    tag = "seller",
    params(RequestKey),
    request_body = TiersBody,
    responses(
        (status = 200, description = "The tiers stand", body = MessageReply),
        SettingsChanges,
        SellerWrites,
        JsonBodies,
    )
)]
#[post("/seller/edit-TakhfifatAzTaMablaghSettings-app2")]
pub async fn edit_amount_tiers(
    worker: Data<Worker>,
    lang: Lang,
    After(seller, After(key, body)): Write<Seller, JsonBody<TiersBody>>,
) -> Result<Reply<MessageReply>, BffError> {
    edit_tiers(&worker, &seller, key, body.0, pb::TierKind::Amount).await?;
    Ok(saved(lang))
}

/// Replaces the discount tiers by unit.
#[utoipa::path(
    tag = "seller",
    params(RequestKey),
    request_body = TiersBody,
    responses(
        (status = 200, description = "The tiers stand", body = MessageReply),
        SettingsChanges,
        SellerWrites,
        JsonBodies,
    )
)]
#[post("/seller/edit-TakhfifatAzTaVahediSettings-app2")]
pub async fn edit_unit_tiers(
    worker: Data<Worker>,
    lang: Lang,
    After(seller, After(key, body)): Write<Seller, JsonBody<TiersBody>>,
) -> Result<Reply<MessageReply>, BffError> {
    edit_tiers(&worker, &seller, key, body.0, pb::TierKind::Unit).await?;
    Ok(saved(lang))
}

/// The cards of the other discounts.
#[utoipa::path(
    tag = "seller",
    responses(
        (status = 200, description = "The cards", body = TextCardsReply),
        SellerReads,
    )
)]
#[get("/seller/KaridTanavoeMahsoolAsliSettings-list-app2")]
pub async fn list_other_discounts(worker: Data<Worker>, seller: Seller) -> Result<Reply<TextCardsReply>, BffError> {
    cards(&worker, &seller, pb::TextCardKind::OtherDiscount).await
}

/// The cards of the store's descriptions.
#[utoipa::path(
    tag = "seller",
    responses(
        (status = 200, description = "The cards", body = TextCardsReply),
        SellerReads,
    )
)]
#[get("/seller/TozihatSettingsSettings-list-app2")]
pub async fn list_descriptions(worker: Data<Worker>, seller: Seller) -> Result<Reply<TextCardsReply>, BffError> {
    cards(&worker, &seller, pb::TextCardKind::StoreDescription).await
}

/// Replaces the cards of the other discounts.
#[utoipa::path(
    tag = "seller",
    params(RequestKey),
    request_body = TextCardsBody,
    responses(
        (status = 200, description = "The cards stand", body = MessageReply),
        SettingsChanges,
        SellerWrites,
        JsonBodies,
    )
)]
#[post("/seller/edit-TakhfifatSayerSettings-app2")]
pub async fn edit_other_discounts(
    worker: Data<Worker>,
    lang: Lang,
    After(seller, After(key, body)): Write<Seller, JsonBody<TextCardsBody>>,
) -> Result<Reply<MessageReply>, BffError> {
    edit_cards(&worker, &seller, key, body.0, pb::TextCardKind::OtherDiscount).await?;
    Ok(saved(lang))
}

/// Replaces the cards of the store's descriptions.
#[utoipa::path(
    tag = "seller",
    params(RequestKey),
    request_body = TextCardsBody,
    responses(
        (status = 200, description = "The cards stand", body = MessageReply),
        SettingsChanges,
        SellerWrites,
        JsonBodies,
    )
)]
#[post("/seller/edit-TozeyhatSettings-app2")]
pub async fn edit_descriptions(
    worker: Data<Worker>,
    lang: Lang,
    After(seller, After(key, body)): Write<Seller, JsonBody<TextCardsBody>>,
) -> Result<Reply<MessageReply>, BffError> {
    edit_cards(&worker, &seller, key, body.0, pb::TextCardKind::StoreDescription).await?;
    Ok(saved(lang))
}
