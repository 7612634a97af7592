//! What becomes of an order as a whole: registered, reopened, its changes discarded, cancelled, deleted.
//!
//! The calls that end in `-cp`, and the deletion, are open to operators too.

use actix_web::{
    delete, post,
    web::{Data, Path},
};
use pishkhan_proto::orders::v1 as pb;

use crate::{
    idempotency::RequestKey,
    limits::OptionalBody,
    reply::Reply,
    session::{After, Caller, Seller, Staff, Write},
    wire::{
        MessageReply,
        error::BffError,
        order::{StatusReply, VersionBody},
        refusals::{JsonBodies, OrderChanges, SellerWrites, StaffWrites},
        text::{self, Lang},
    },
    worker::Worker,
};

/// Who changes an order, under which key, and of which version.
type Change<Who> = Write<Who, OptionalBody<VersionBody>>;
type Answer = Result<Reply<StatusReply>, BffError>;

async fn save<A>(
    worker: &Worker,
    lang: Lang,
    order_id: Path<String>,
    After(caller, After(key, body)): Change<Caller<A>>,
) -> Answer {
    let (seller_id, order_id) = (caller.seller_id(), order_id.into_inner());
    let request = pb::SaveOrderRequest { request_id: key.0, seller_id, order_id, version: body.0.version };
    let reply = caller.ask("orders", worker.clients.orders().save_order(request)).await?;
    Ok(Reply(StatusReply::saved(reply, lang)))
}

/// Registers the order: reserves all its goods or none.
#[utoipa::path(
    tag = "market",
    params(("order_id" = String, Path, description = "Id of the order"), RequestKey),
    request_body = Option<VersionBody>,
    responses((status = 200, description = "Registered", body = StatusReply), OrderChanges, SellerWrites, JsonBodies)
)]
#[post("/market/order-save-app2/{order_id}")]
pub async fn save_order(worker: Data<Worker>, lang: Lang, order_id: Path<String>, change: Change<Seller>) -> Answer {
    save(&worker, lang, order_id, change).await
}

/// As order-save-app2, on any seller's order for an operator.
#[utoipa::path(
    tag = "market",
    params(("order_id" = String, Path, description = "Id of the order"), RequestKey),
    request_body = Option<VersionBody>,
    responses((status = 200, description = "Registered", body = StatusReply), OrderChanges, StaffWrites, JsonBodies)
)]
#[post("/market/order-save-cp/{order_id}")]
pub async fn save_order_cp(worker: Data<Worker>, lang: Lang, order_id: Path<String>, change: Change<Staff>) -> Answer {
    save(&worker, lang, order_id, change).await
}

async fn cancel<A>(
    worker: &Worker,
    lang: Lang,
    order_id: Path<String>,
    After(caller, After(key, body)): Change<Caller<A>>,
) -> Answer {
    let (seller_id, order_id) = (caller.seller_id(), order_id.into_inner());
    let request = pb::CancelOrderRequest { request_id: key.0, seller_id, order_id, version: body.0.version };
    let reply = caller.ask("orders", worker.clients.orders().cancel_order(request)).await?;
    Ok(Reply(StatusReply::cancelled(reply, lang)))
}

/// Cancels the order and gives its goods back.
#[utoipa::path(
    tag = "market",
    params(("order_id" = String, Path, description = "Id of the order"), RequestKey),
    request_body = Option<VersionBody>,
    responses((status = 200, description = "Cancelled", body = StatusReply), OrderChanges, SellerWrites, JsonBodies)
)]
#[post("/market/order-cancel-app2/{order_id}")]
pub async fn cancel_order(worker: Data<Worker>, lang: Lang, order_id: Path<String>, change: Change<Seller>) -> Answer {
    cancel(&worker, lang, order_id, change).await
}

/// As order-cancel-app2, on any seller's order for an operator.
#[utoipa::path(
    tag = "market",
    params(("order_id" = String, Path, description = "Id of the order"), RequestKey),
    request_body = Option<VersionBody>,
    responses((status = 200, description = "Cancelled", body = StatusReply), OrderChanges, StaffWrites, JsonBodies)
)]
#[post("/market/order-cancel-cp/{order_id}")]
pub async fn cancel_order_cp(
    worker: Data<Worker>,
    lang: Lang,
    order_id: Path<String>,
    change: Change<Staff>,
) -> Answer {
    cancel(&worker, lang, order_id, change).await
}

/// Opens a registered order for editing; its saved revision and its goods stay. On an open order nothing happens.
#[utoipa::path(
    tag = "market",
    params(("order_id" = String, Path, description = "Id of the order"), RequestKey),
    request_body = Option<VersionBody>,
    responses((status = 200, description = "Open for editing", body = StatusReply), OrderChanges, SellerWrites, JsonBodies)
)]
#[post("/market/order-reopen-app2/{order_id}")]
pub async fn reopen_order(
    worker: Data<Worker>,
    lang: Lang,
    order_id: Path<String>,
    After(seller, After(key, body)): Change<Seller>,
) -> Answer {
    let (seller_id, order_id) = (seller.id(), order_id.into_inner());
    let request = pb::ReopenOrderRequest { request_id: key.0, seller_id, order_id, version: body.0.version };
    let reply = seller.ask("orders", worker.clients.orders().reopen_order(request)).await?;
    Ok(Reply(StatusReply::reopened(reply, lang)))
}

/// Takes a reopened order back to its saved revision. On a registered order nothing happens.
#[utoipa::path(
    tag = "market",
    params(("order_id" = String, Path, description = "Id of the order"), RequestKey),
    request_body = Option<VersionBody>,
    responses((status = 200, description = "As it was saved", body = StatusReply), OrderChanges, SellerWrites, JsonBodies)
)]
#[post("/market/order-discard-app2/{order_id}")]
pub async fn discard_order_changes(
    worker: Data<Worker>,
    lang: Lang,
    order_id: Path<String>,
    After(seller, After(key, body)): Change<Seller>,
) -> Answer {
    let (seller_id, order_id) = (seller.id(), order_id.into_inner());
    let request = pb::DiscardOrderChangesRequest { request_id: key.0, seller_id, order_id, version: body.0.version };
    let reply = seller.ask("orders", worker.clients.orders().discard_order_changes(request)).await?;
    Ok(Reply(StatusReply::discarded(reply, lang)))
}

/// Deletes an open or cancelled order; a reopened one gives its goods back.
#[utoipa::path(
    tag = "market",
    params(("order_id" = String, Path, description = "Id of the order"), RequestKey),
    responses((status = 200, description = "Deleted", body = MessageReply), OrderChanges, StaffWrites)
)]
#[delete("/market/order-delete/{order_id}")]
pub async fn delete_order(
    worker: Data<Worker>,
    lang: Lang,
    order_id: Path<String>,
    After(staff, key): After<Staff, RequestKey>,
) -> Result<Reply<MessageReply>, BffError> {
    let (seller_id, order_id) = (staff.seller_id(), order_id.into_inner());
    let request = pb::DeleteOrderRequest { request_id: key.0, seller_id, order_id, version: None };
    staff.ask("orders", worker.clients.orders().delete_order(request)).await?;
    Ok(Reply(MessageReply::new(text::ORDER_DELETED, lang)))
}
