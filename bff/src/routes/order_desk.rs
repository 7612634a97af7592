//! The order dialog, for the order's seller and for operators: the whole order, its change in one step, its history; and
//! orders by their code, for operators.

use actix_web::{
    HttpRequest, get, post,
    web::{Data, Path, Query},
};
use pishkhan_proto::orders::v1 as pb;

use super::order_page;
use crate::{
    idempotency::RequestKey,
    limits::JsonBody,
    reply::Reply,
    session::{After, Operator, Staff, Write},
    wire::{
        error::{BffError, ErrorReply},
        order_find::{FindQuery, FindReply},
        order_history::HistoryReply,
        order_sheet::{ReviseOrderBody, ReviseOrderReply, SheetReply},
        refusals::{JsonBodies, StaffWrites},
        text::Lang,
    },
    worker::Worker,
};

/// An order as it is printed, with the QR code of its public page.
#[utoipa::path(
    tag = "market",
    params(("order_id" = String, Path, description = "Id of the order")),
    responses(
        (status = 200, description = "The order", body = SheetReply),
        (status = 400, description = "A request without a usable host", body = ErrorReply),
        (status = 401, description = "No valid session", body = ErrorReply),
        (status = 403, description = "Neither a seller nor an operator", body = ErrorReply),
        (status = 404, description = "No such order", body = ErrorReply),
        (status = 429, description = "Too many unknown sessions from this network", body = ErrorReply),
        (status = 503, description = "A service behind is away", body = ErrorReply),
    )
)]
#[get("/market/fetch-order-joz-faktor-app2/{order_id}")]
pub async fn get_sheet(
    request: HttpRequest,
    worker: Data<Worker>,
    lang: Lang,
    staff: Staff,
    order_id: Path<String>,
) -> Result<Reply<SheetReply>, BffError> {
    let order_id = order_id.into_inner();
    let asked = pb::GetOrderRequest { seller_id: staff.seller_id(), order_id: order_id.clone() };
    let reply = staff.ask("orders", worker.clients.orders().get_order(asked)).await?;
    let order = reply.order.ok_or_else(BffError::not_found)?;
    let code = order_page::code(&request, &worker, &order_id)?;
    Ok(Reply(SheetReply::new(order, code, lang)))
}

/// Replaces the order's lines with their prices, and changes shipping, paper total and note where they are given. A
/// registered order is reopened by lines, prices and shipping.
#[utoipa::path(
    tag = "market",
    params(
        ("order_id" = String, Path, description = "Id of the order"),
        RequestKey,
    ),
    request_body = ReviseOrderBody,
    responses(
        (status = 200, description = "The order stands as it was sent", body = ReviseOrderReply),
        (status = 400, description = "Malformed body", body = ErrorReply),
        (status = 404, description = "No such order", body = ErrorReply),
        (status = 409, description = "Cancelled, out of stock, or changed elsewhere", body = ErrorReply),
        (status = 422, description = "Breaks a rule", body = ErrorReply),
        StaffWrites,
        JsonBodies,
    )
)]
#[post("/market/order-update-cp/{order_id}")]
pub async fn revise_order(
    worker: Data<Worker>,
    lang: Lang,
    order_id: Path<String>,
    After(staff, After(key, body)): Write<Staff, JsonBody<ReviseOrderBody>>,
) -> Result<Reply<ReviseOrderReply>, BffError> {
    let request = body.0.into_request(key.0, staff.seller_id(), order_id.into_inner());
    let reply = staff.ask("orders", worker.clients.orders().revise_order(request)).await?;
    Ok(Reply(ReviseOrderReply::new(reply, lang)))
}

/// What was saved of an order, and who did what to it; newest first.
#[utoipa::path(
    tag = "market",
    params(("order_id" = String, Path, description = "Id of the order")),
    responses(
        (status = 200, description = "The history", body = HistoryReply),
        (status = 401, description = "No valid session", body = ErrorReply),
        (status = 403, description = "Neither a seller nor an operator", body = ErrorReply),
        (status = 404, description = "No such order", body = ErrorReply),
        (status = 429, description = "Too many unknown sessions from this network", body = ErrorReply),
        (status = 503, description = "A service behind is away", body = ErrorReply),
    )
)]
#[get("/market/order-history-app2/{order_id}")]
pub async fn get_history(
    worker: Data<Worker>,
    lang: Lang,
    staff: Staff,
    order_id: Path<String>,
) -> Result<Reply<HistoryReply>, BffError> {
    let request = pb::GetOrderHistoryRequest { seller_id: staff.seller_id(), order_id: order_id.into_inner() };
    let reply = staff.ask("orders", worker.clients.orders().get_order_history(request)).await?;
    Ok(Reply(HistoryReply::new(reply, staff.user(), lang)))
}

/// Orders of all sellers with a code.
#[utoipa::path(
    tag = "market",
    params(FindQuery),
    responses(
        (status = 200, description = "The orders", body = FindReply),
        (status = 400, description = "Malformed code", body = ErrorReply),
        (status = 401, description = "No valid session", body = ErrorReply),
        (status = 403, description = "Not an operator", body = ErrorReply),
        (status = 429, description = "Too many unknown sessions from this network", body = ErrorReply),
        (status = 503, description = "A service behind is away", body = ErrorReply),
    )
)]
#[get("/market/order-find-cp")]
pub async fn find_orders(
    worker: Data<Worker>,
    lang: Lang,
    operator: Operator,
    query: Query<FindQuery>,
) -> Result<Reply<FindReply>, BffError> {
    let request = query.into_inner().into_request()?;
    let reply = operator.ask("orders", worker.clients.orders().find_orders_by_code(request)).await;
    Ok(Reply(FindReply::new(reply.map_err(FindQuery::explain)?, lang)))
}
