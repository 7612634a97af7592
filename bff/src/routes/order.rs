//! `/market/…order…`: one order with its changes. What becomes of it as a whole is in
//! [`super::order_settle`].

use actix_web::{
    ResponseError as _, get, post,
    web::{Data, Path},
};
use pishkhan_proto::{catalogue::v1 as catalogue, orders::v1 as pb};

use crate::{
    idempotency::RequestKey,
    limits::JsonBody,
    reply::Reply,
    session::{After, Seller, Write},
    wire::{
        error::{BffError, ErrorReply},
        order::{NoteBody, NoteReply, OrderReply, UpdateOrderBody, UpdateOrderReply},
        refusals::{JsonBodies, SellerReads, SellerWrites},
        text::Lang,
    },
    worker::Worker,
};

/// An order with its lines, notes and status.
#[utoipa::path(
    tag = "market",
    params(("order_id" = String, Path, description = "Id of the order")),
    responses(
        (status = 200, description = "The order", body = OrderReply),
        (status = 404, description = "No such order", body = ErrorReply),
        SellerReads,
    )
)]
#[get("/market/fetch-order-joz-app2/{order_id}")]
pub async fn get_order(
    worker: Data<Worker>,
    seller: Seller,
    lang: Lang,
    order_id: Path<String>,
) -> Result<Reply<OrderReply>, BffError> {
    let request = pb::GetOrderRequest { seller_id: seller.id(), order_id: order_id.into_inner() };
    let reply = seller.ask("orders", worker.clients.orders().get_order(request)).await?;
    let order = reply.order.ok_or_else(BffError::not_found)?;
    let stocks = stocks_of(&worker, &seller, &order).await;
    Ok(Reply(OrderReply::new(order, stocks, lang)))
}

/// What the order could have of its types. A cancelled one is final; without the catalogue an order is read all the same.
async fn stocks_of(worker: &Worker, seller: &Seller, order: &pb::Order) -> Vec<catalogue::TypeStock> {
    let Some(summary) = &order.summary else { return Vec::new() };
    if order.lines.is_empty() || summary.status() == pb::OrderStatus::Cancelled {
        return Vec::new();
    }
    let request = catalogue::BatchGetStockRequest {
        seller_id: seller.id(),
        type_ids: order.lines.iter().map(|line| line.type_id.clone()).collect(),
        order_id: summary.order_id.clone(),
    };
    match seller.ask("catalogue", worker.clients.catalogue_for_additions().batch_get_stock(request)).await {
        Ok(reply) => reply.stocks,
        Err(error) => {
            let status = error.status_code().as_u16();
            tracing::warn!(order.id = %summary.order_id, http.status = status, "an order is read without its stock");
            Vec::new()
        }
    }
}

/// Replaces the order's lines. A registered order is reopened by it.
#[utoipa::path(
    tag = "market",
    params(
        ("order_id" = String, Path, description = "Id of the order"),
        RequestKey,
    ),
    request_body = UpdateOrderBody,
    responses(
        (status = 200, description = "The lines stand", body = UpdateOrderReply),
        (status = 400, description = "Malformed body", body = ErrorReply),
        (status = 404, description = "No such order", body = ErrorReply),
        (status = 409, description = "Cancelled, out of stock, or changed elsewhere", body = ErrorReply),
        (status = 422, description = "Breaks a rule", body = ErrorReply),
        SellerWrites,
        JsonBodies,
    )
)]
#[post("/market/order-update-app2/{order_id}")]
pub async fn update_order(
    worker: Data<Worker>,
    lang: Lang,
    order_id: Path<String>,
    After(seller, After(key, body)): Write<Seller, JsonBody<UpdateOrderBody>>,
) -> Result<Reply<UpdateOrderReply>, BffError> {
    let request = body.0.into_request(key.0, seller.id(), order_id.into_inner());
    let reply = seller.ask("orders", worker.clients.orders().update_order_lines(request)).await?;
    Ok(Reply(UpdateOrderReply::new(reply, lang)))
}

/// Changes the seller's note.
#[utoipa::path(
    tag = "market",
    params(
        ("order_id" = String, Path, description = "Id of the order"),
        RequestKey,
    ),
    request_body = NoteBody,
    responses(
        (status = 200, description = "The note stands", body = NoteReply),
        (status = 400, description = "Malformed body", body = ErrorReply),
        (status = 401, description = "No valid session", body = ErrorReply),
        (status = 403, description = "Not a seller, the customer's note, or a cross-site request", body = ErrorReply),
        (status = 404, description = "No such order", body = ErrorReply),
        (status = 409, description = "Cancelled, or changed elsewhere", body = ErrorReply),
        (status = 422, description = "Breaks a rule", body = ErrorReply),
        (status = 429, description = "Too many unknown sessions from this network", body = ErrorReply),
        (status = 503, description = "A service behind is away", body = ErrorReply),
        JsonBodies,
    )
)]
#[post("/market/order-update-app2-toz/{order_id}")]
pub async fn update_note(
    worker: Data<Worker>,
    lang: Lang,
    order_id: Path<String>,
    After(seller, After(key, body)): Write<Seller, JsonBody<NoteBody>>,
) -> Result<Reply<NoteReply>, BffError> {
    let request = body.0.into_request(key.0, seller.id(), order_id.into_inner())?;
    let reply = seller.ask("orders", worker.clients.orders().update_order_note(request)).await?;
    Ok(Reply(NoteReply::new(reply, lang)))
}
