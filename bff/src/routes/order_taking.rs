//! Taking an order from a customer: what it usually buys, what the order would cost, and placing it.

use actix_web::{
    get, post,
    web::{Data, Path},
};
use pishkhan_proto::orders::v1 as pb;

use crate::{
    idempotency::RequiredKey,
    limits::JsonBody,
    reply::Reply,
    session::{After, Seller},
    wire::{
        error::{BffError, ErrorReply},
        order_taking::{GuideReply, PlaceOrderReply, QuoteReply, TakenOrderBody},
        refusals::{JsonBodies, SellerReads, SellerWrites},
        text::Lang,
    },
    worker::Worker,
};

/// What a customer bought in the last 90 days, most often first, at today's prices.
#[utoipa::path(
    tag = "market",
    params(("customer_id" = String, Path, description = "Id of the customer")),
    responses(
        (status = 200, description = "At most 100 types", body = GuideReply),
        (status = 404, description = "No such customer", body = ErrorReply),
        SellerReads,
    )
)]
#[get("/market/order-guide-app2/{customer_id}")]
pub async fn get_guide(
    worker: Data<Worker>,
    seller: Seller,
    customer_id: Path<String>,
) -> Result<Reply<GuideReply>, BffError> {
    let request = pb::GetOrderGuideRequest { seller_id: seller.id(), customer_id: customer_id.into_inner() };
    let reply = seller.ask("orders", worker.clients.orders().get_order_guide(request)).await?;
    Ok(Reply(GuideReply::new(reply)))
}

/// What an order would cost if it were placed now. Nothing is written, and there may be no product in it yet.
#[utoipa::path(
    tag = "market",
    request_body = TakenOrderBody,
    responses(
        (status = 200, description = "Its totals, what is short, what is missing to the minimums", body = QuoteReply),
        (status = 400, description = "Malformed body", body = ErrorReply),
        (status = 404, description = "A customer or type that this seller does not have", body = ErrorReply),
        (status = 409, description = "The store is off", body = ErrorReply),
        (status = 422, description = "Breaks a rule; one entry for a type that is not sold", body = ErrorReply),
        SellerWrites,
        JsonBodies,
    )
)]
#[post("/market/order-quote-app2")]
pub async fn quote_order(
    worker: Data<Worker>,
    lang: Lang,
    After(seller, body): After<Seller, JsonBody<TakenOrderBody>>,
) -> Result<Reply<QuoteReply>, BffError> {
    let request = body.0.into_quote(seller.id());
    let reply = seller.ask("orders", worker.clients.orders().quote_order(request)).await?;
    Ok(Reply(QuoteReply::new(reply, lang)))
}

/// Places an order for a customer. The same key is one order for ever.
#[utoipa::path(
    tag = "market",
    params(RequiredKey),
    request_body = TakenOrderBody,
    responses(
        (status = 200, description = "The order is open; `short` names what it could not have now", body = PlaceOrderReply),
        (status = 400, description = "Malformed body, or no key", body = ErrorReply),
        (status = 404, description = "A customer or type that this seller does not have", body = ErrorReply),
        (status = 409, description = "The store is off", body = ErrorReply),
        (status = 422, description = "Breaks a rule, is below a minimum, or the key was used for another order", body = ErrorReply),
        SellerWrites,
        JsonBodies,
    )
)]
#[post("/market/order-place-app2")]
pub async fn place_order(
    worker: Data<Worker>,
    lang: Lang,
    After(seller, After(key, body)): After<Seller, After<RequiredKey, JsonBody<TakenOrderBody>>>,
) -> Result<Reply<PlaceOrderReply>, BffError> {
    let request = body.0.into_order(key.0, seller.id());
    let reply = seller.ask("orders", worker.clients.orders().place_order(request)).await?;
    Ok(Reply(PlaceOrderReply::new(reply, lang)))
}
