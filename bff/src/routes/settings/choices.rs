//! Brands and regions: what there is, and what the seller has chosen.

use actix_web::{get, post, web::Data};
use pishkhan_proto::settings::v1 as pb;
use utoipa_actix_web::service_config::ServiceConfig;

use crate::{
    idempotency::RequestKey,
    limits::JsonBody,
    reply::Reply,
    session::{After, Seller, Write},
    wire::{
        MessageReply,
        error::BffError,
        refusals::{JsonBodies, SellerReads, SellerWrites, SettingsChanges},
        settings::{
            choices::{BrandsReply, DeselectBody, RegionsReply, SelectBody, SellerBrandsReply, SellerRegionsReply},
            text,
        },
        text::Lang,
    },
    worker::Worker,
};

/// Adds the calls.
pub fn configure(config: &mut ServiceConfig) {
    config
        .service(list_brands)
        .service(list_regions)
        .service(list_seller_brands)
        .service(list_seller_regions)
        .service(add_brand)
        .service(delete_brand)
        .service(add_region)
        .service(delete_region);
}

async fn choices(worker: &Worker, seller: &Seller, kind: pb::ChoiceKind) -> Result<pb::ListChoicesResponse, BffError> {
    let request = pb::ListChoicesRequest { kind: kind.into() };
    seller.ask("settings", worker.clients.settings().list_choices(request)).await
}

async fn chosen(
    worker: &Worker,
    seller: &Seller,
    kind: pb::ChoiceKind,
) -> Result<pb::ListSellerChoicesResponse, BffError> {
    let request = pb::ListSellerChoicesRequest { seller_id: seller.id(), kind: kind.into() };
    seller.ask("settings", worker.clients.settings().list_seller_choices(request)).await
}

async fn select(
    worker: &Worker,
    seller: &Seller,
    key: RequestKey,
    body: SelectBody,
    kind: pb::ChoiceKind,
) -> Result<(), BffError> {
    let request = body.into_request(key.0, seller.id(), kind)?;
    seller.ask("settings", worker.clients.settings().select_choice(request)).await.map(drop)
}

async fn deselect(
    worker: &Worker,
    seller: &Seller,
    key: RequestKey,
    body: DeselectBody,
    kind: pb::ChoiceKind,
) -> Result<(), BffError> {
    let request = body.into_request(key.0, seller.id(), kind)?;
    seller.ask("settings", worker.clients.settings().deselect_choice(request)).await.map(drop)
}

/// The brands that there are, by name.
#[utoipa::path(
    tag = "market",
    responses(
        (status = 200, description = "The brands", body = BrandsReply),
        SellerReads,
    )
)]
#[get("/market/list-brand-app2")]
pub async fn list_brands(worker: Data<Worker>, seller: Seller) -> Result<Reply<BrandsReply>, BffError> {
    Ok(Reply(choices(&worker, &seller, pb::ChoiceKind::Brand).await?.into()))
}

/// The regions that there are, by name.
#[utoipa::path(
    tag = "market",
    responses(
        (status = 200, description = "The regions", body = RegionsReply),
        SellerReads,
    )
)]
#[get("/market/list-regionFaalyat-app2")]
pub async fn list_regions(worker: Data<Worker>, seller: Seller) -> Result<Reply<RegionsReply>, BffError> {
    Ok(Reply(choices(&worker, &seller, pb::ChoiceKind::Region).await?.into()))
}

/// The seller's brands, by name.
#[utoipa::path(
    tag = "user",
    responses(
        (status = 200, description = "The seller's brands", body = SellerBrandsReply),
        SellerReads,
    )
)]
#[get("/user/seller/brands-app2")]
pub async fn list_seller_brands(worker: Data<Worker>, seller: Seller) -> Result<Reply<SellerBrandsReply>, BffError> {
    Ok(Reply(chosen(&worker, &seller, pb::ChoiceKind::Brand).await?.into()))
}

/// The seller's regions, by name.
#[utoipa::path(
    tag = "user",
    responses(
        (status = 200, description = "The seller's regions", body = SellerRegionsReply),
        SellerReads,
    )
)]
#[get("/user/seller/regions-app2")]
pub async fn list_seller_regions(worker: Data<Worker>, seller: Seller) -> Result<Reply<SellerRegionsReply>, BffError> {
    Ok(Reply(chosen(&worker, &seller, pb::ChoiceKind::Region).await?.into()))
}

/// Chooses a brand. Twice is once.
#[utoipa::path(
    tag = "user",
    params(RequestKey),
    request_body = SelectBody,
    responses(
        (status = 200, description = "Chosen", body = MessageReply),
        SettingsChanges,
        SellerWrites,
        JsonBodies,
    )
)]
#[post("/user/seller/brand/add-app2")]
pub async fn add_brand(
    worker: Data<Worker>,
    lang: Lang,
    After(seller, After(key, body)): Write<Seller, JsonBody<SelectBody>>,
) -> Result<Reply<MessageReply>, BffError> {
    select(&worker, &seller, key, body.0, pb::ChoiceKind::Brand).await?;
    Ok(Reply(MessageReply::new(text::ADDED, lang)))
}

/// Gives a brand up. Twice is once.
#[utoipa::path(
    tag = "user",
    params(RequestKey),
    request_body = DeselectBody,
    responses(
        (status = 200, description = "Given up", body = MessageReply),
        SettingsChanges,
        SellerWrites,
        JsonBodies,
    )
)]
#[post("/user/seller/brand/delete-app2")]
pub async fn delete_brand(
    worker: Data<Worker>,
    lang: Lang,
    After(seller, After(key, body)): Write<Seller, JsonBody<DeselectBody>>,
) -> Result<Reply<MessageReply>, BffError> {
    deselect(&worker, &seller, key, body.0, pb::ChoiceKind::Brand).await?;
    Ok(Reply(MessageReply::new(text::REMOVED, lang)))
}

/// Chooses a region. Twice is once.
#[utoipa::path(
    tag = "user",
    params(RequestKey),
    request_body = SelectBody,
    responses(
        (status = 200, description = "Chosen", body = MessageReply),
        SettingsChanges,
        SellerWrites,
        JsonBodies,
    )
)]
#[post("/user/seller/region/add-app2")]
pub async fn add_region(
    worker: Data<Worker>,
    lang: Lang,
    After(seller, After(key, body)): Write<Seller, JsonBody<SelectBody>>,
) -> Result<Reply<MessageReply>, BffError> {
    select(&worker, &seller, key, body.0, pb::ChoiceKind::Region).await?;
    Ok(Reply(MessageReply::new(text::ADDED, lang)))
}

/// Gives a region up. Twice is once.
#[utoipa::path(
    tag = "user",
    params(RequestKey),
    request_body = DeselectBody,
    responses(
        (status = 200, description = "Given up", body = MessageReply),
        SettingsChanges,
        SellerWrites,
        JsonBodies,
    )
)]
#[post("/user/seller/region/delete-app2")]
pub async fn delete_region(
    worker: Data<Worker>,
    lang: Lang,
    After(seller, After(key, body)): Write<Seller, JsonBody<DeselectBody>>,
) -> Result<Reply<MessageReply>, BffError> {
    deselect(&worker, &seller, key, body.0, pb::ChoiceKind::Region).await?;
    Ok(Reply(MessageReply::new(text::REMOVED, lang)))
}
