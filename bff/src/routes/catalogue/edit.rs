//! Who may change the catalogue, and changes of one type.

use actix_web::{get, post, web::Data};
use utoipa_actix_web::service_config::ServiceConfig;

use crate::{
    idempotency::RequestKey,
    limits::JsonBody,
    reply::Reply,
    session::{After, CatalogueEditor, Seller, Write},
    wire::{
        catalogue::{
            edit::{EditTypeBody, EditTypeReply},
            products::ChildnessReply,
        },
        error::{BffError, ErrorReply},
        refusals::{EditorWrites, JsonBodies, SellerReads},
        text::Lang,
    },
    worker::Worker,
};

/// Adds the calls.
pub fn configure(config: &mut ServiceConfig) {
    config.service(check_childness).service(edit_product_type);
}

/// Whether the seller is a child of another one and may change nothing in the catalogue.
#[utoipa::path(
    tag = "user",
    responses(
        (status = 200, description = "The flag", body = ChildnessReply),
        SellerReads,
    )
)]
#[get("/user/seller/checkChildness-app2")]
pub async fn check_childness(seller: Seller) -> Reply<ChildnessReply> {
    Reply(ChildnessReply { flag: seller.is_child() })
}

/// Changes prices, stock, description and whether a type is sold.
#[utoipa::path(
    tag = "market",
    params(RequestKey),
    request_body = EditTypeBody,
    responses(
        (status = 200, description = "The type as it stands", body = EditTypeReply),
        (status = 400, description = "Malformed body, or a message for each wrong field", body = ErrorReply),
        (status = 404, description = "No such type of that product, or another seller's id", body = ErrorReply),
        (status = 409, description = "The type has changed since it was read", body = ErrorReply),
        (status = 422, description = "The sell price is below the buy price, or the key was used for another request", body = ErrorReply),
        EditorWrites,
        JsonBodies,
    )
)]
#[post("/market/edit-productType-app2")]
pub async fn edit_product_type(
    worker: Data<Worker>,
    lang: Lang,
    After(editor, After(key, body)): Write<CatalogueEditor, JsonBody<EditTypeBody>>,
) -> Result<Reply<EditTypeReply>, BffError> {
    let request = body.0.into_request(key.0, editor.id())?;
    let reply = editor.ask("catalogue", worker.clients.catalogue().edit_product_type(request)).await?;
    Ok(Reply(EditTypeReply::new(reply.r#type.ok_or_else(BffError::not_found)?, lang)))
}
