//! The account: whether customers are connected, taking all of them off the list, the store's switch.

use actix_web::{delete, get, post, web::Data};
use pishkhan_proto::{orders::v1 as orders, settings::v1 as pb};
use utoipa_actix_web::service_config::ServiceConfig;

use crate::{
    idempotency::RequestKey,
    limits::OptionalBody,
    reply::Reply,
    session::{After, Seller, Write},
    wire::{
        MessageReply,
        billing::{
            subscription::{ConnectedReply, ToggleBody, ToggleReply},
            text,
        },
        error::{BffError, ErrorReply},
        refusals::{JsonBodies, SellerReads, SellerWrites},
        text::Lang,
    },
    worker::Worker,
};

/// Adds the calls.
pub fn configure(config: &mut ServiceConfig) {
    config.service(check_connected).service(reset_customers).service(toggle_store);
}

/// Whether at least one customer is connected to the seller.
#[utoipa::path(
    tag = "user",
    responses(
        (status = 200, description = "Whether there are any", body = ConnectedReply),
        SellerReads,
    )
)]
#[get("/user/checkAddedSellers")]
pub async fn check_connected(worker: Data<Worker>, seller: Seller) -> Result<Reply<ConnectedReply>, BffError> {
    let request = orders::GetCustomerCountsRequest { seller_id: seller.id() };
    let reply = seller.ask("orders", worker.clients.orders().get_customer_counts(request)).await?;
    Ok(Reply(ConnectedReply { result: reply.totals.is_some_and(|totals| totals.all > 0) }))
}

/// Takes all customers off the seller's list and ends its subscription; orders, invoices and reports stay.
///
/// When only the first is done, the answer is 503, and the second follows by itself; the same call asks for it at once.
#[utoipa::path(
    tag = "user",
    params(RequestKey),
    responses(
        (status = 200, description = "No customer is connected any more", body = MessageReply),
        (status = 400, description = "Malformed idempotency key", body = ErrorReply),
        (status = 409, description = "An order is open or reopened", body = ErrorReply),
        (status = 422, description = "The key was used for another request", body = ErrorReply),
        SellerWrites,
    )
)]
#[delete("/user/remove-seller-from-all")]
pub async fn reset_customers(
    worker: Data<Worker>,
    lang: Lang,
    After(seller, key): After<Seller, RequestKey>,
) -> Result<Reply<MessageReply>, BffError> {
    let request = orders::ResetAccountRequest { request_id: key.0, seller_id: seller.id() };
    seller.ask("orders", worker.clients.orders().reset_account(request)).await?;
    Ok(Reply(MessageReply::new(text::CUSTOMERS_RESET, lang)))
}

/// Switches the store on or off.
#[utoipa::path(
    tag = "user",
    params(RequestKey),
    request_body = Option<ToggleBody>,
    responses(
        (status = 200, description = "What the store is now", body = ToggleReply),
        (status = 400, description = "Malformed body or idempotency key", body = ErrorReply),
        (status = 409, description = "The store needs a live subscription", body = ErrorReply),
        (status = 422, description = "The key was used for another request", body = ErrorReply),
        SellerWrites,
        JsonBodies,
    )
)]
#[post("/user/activationToggle")]
pub async fn toggle_store(
    worker: Data<Worker>,
    lang: Lang,
    After(seller, After(key, body)): Write<Seller, OptionalBody<ToggleBody>>,
) -> Result<Reply<ToggleReply>, BffError> {
    let request = pb::ToggleStoreRequest { request_id: key.0, seller_id: seller.id(), active: body.0.is_active };
    let reply = seller.ask("settings", worker.clients.subscriptions().toggle_store(request)).await?;
    Ok(Reply(ToggleReply::new(reply.active, lang)))
}
