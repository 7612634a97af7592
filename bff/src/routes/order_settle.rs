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
    session::{After, Seller, Staff},
    wire::{
        MessageReply,
        error::{BffError, ErrorReply},
        order::{StatusReply, VersionBody},
        refusals::{JsonBodies, SellerWrites, StaffWrites},
        text::{self, Lang},
    },
    worker::Worker,
};

/// Who changes a status, under which key, and of which version.
type Change<Who> = After<Who, After<RequestKey, OptionalBody<VersionBody>>>;

/// Registers the order: reserves all its goods or none.
#[utoipa::path(
    tag = "market",
    params(
        ("order_id" = String, Path, description = "Id of the order"),
        ("Idempotency-Key" = Option<String>, Header, description = "At most 64 visible ASCII characters"),
    ),
    request_body = Option<VersionBody>,
    responses(
        (status = 200, description = "Registered", body = StatusReply),
        (status = 400, description = "Malformed body or idempotency key", body = ErrorReply),
        (status = 404, description = "No such order", body = ErrorReply),
        (status = 409, description = "Cancelled, changed elsewhere, or one entry per short line", body = ErrorReply),
        (status = 422, description = "An empty order, or the key was used for another request", body = ErrorReply),
        SellerWrites,
        JsonBodies,
    )
)]
#[post("/market/order-save-app2/{order_id}")]
pub async fn save_order(
    worker: Data<Worker>,
    lang: Lang,
    order_id: Path<String>,
    After(seller, After(key, body)): Change<Seller>,
) -> Result<Reply<StatusReply>, BffError> {
    let request = pb::SaveOrderRequest {
        request_id: key.0,
        seller_id: seller.id(),
        order_id: order_id.into_inner(),
        version: body.0.version,
    };
    let reply = seller.ask("orders", worker.clients.orders().save_order(request)).await?;
    Ok(Reply(StatusReply::saved(reply, lang)))
}

/// As order-save-app2, on any seller's order for an operator.
#[utoipa::path(
    tag = "market",
    params(
        ("order_id" = String, Path, description = "Id of the order"),
        ("Idempotency-Key" = Option<String>, Header, description = "At most 64 visible ASCII characters"),
    ),
    request_body = Option<VersionBody>,
    responses(
        (status = 200, description = "Registered", body = StatusReply),
        (status = 400, description = "Malformed body or idempotency key", body = ErrorReply),
        (status = 404, description = "No such order", body = ErrorReply),
        (status = 409, description = "Cancelled, changed elsewhere, or one entry per short line", body = ErrorReply),
        (status = 422, description = "An empty order, or the key was used for another request", body = ErrorReply),
        StaffWrites,
        JsonBodies,
    )
)]
#[post("/market/order-save-cp/{order_id}")]
pub async fn save_order_cp(
    worker: Data<Worker>,
    lang: Lang,
    order_id: Path<String>,
    After(staff, After(key, body)): Change<Staff>,
) -> Result<Reply<StatusReply>, BffError> {
    let request = pb::SaveOrderRequest {
        request_id: key.0,
        seller_id: staff.seller_id(),
        order_id: order_id.into_inner(),
        version: body.0.version,
    };
    let reply = staff.ask("orders", worker.clients.orders().save_order(request)).await?;
    Ok(Reply(StatusReply::saved(reply, lang)))
}

/// Opens a registered order for editing; its saved revision and its goods stay. On an open order nothing happens.
#[utoipa::path(
    tag = "market",
    params(
        ("order_id" = String, Path, description = "Id of the order"),
        ("Idempotency-Key" = Option<String>, Header, description = "At most 64 visible ASCII characters"),
    ),
    request_body = Option<VersionBody>,
    responses(
        (status = 200, description = "Open for editing", body = StatusReply),
        (status = 400, description = "Malformed body or idempotency key", body = ErrorReply),
        (status = 404, description = "No such order", body = ErrorReply),
        (status = 409, description = "Cancelled, being registered at this moment, or changed elsewhere", body = ErrorReply),
        (status = 422, description = "The key was used for another request", body = ErrorReply),
        SellerWrites,
        JsonBodies,
    )
)]
#[post("/market/order-reopen-app2/{order_id}")]
pub async fn reopen_order(
    worker: Data<Worker>,
    lang: Lang,
    order_id: Path<String>,
    After(seller, After(key, body)): Change<Seller>,
) -> Result<Reply<StatusReply>, BffError> {
    let request = pb::ReopenOrderRequest {
        request_id: key.0,
        seller_id: seller.id(),
        order_id: order_id.into_inner(),
        version: body.0.version,
    };
    let reply = seller.ask("orders", worker.clients.orders().reopen_order(request)).await?;
    Ok(Reply(StatusReply::reopened(reply, lang)))
}

/// Takes a reopened order back to its saved revision. On a registered order nothing happens.
#[utoipa::path(
    tag = "market",
    params(
        ("order_id" = String, Path, description = "Id of the order"),
        ("Idempotency-Key" = Option<String>, Header, description = "At most 64 visible ASCII characters"),
    ),
    request_body = Option<VersionBody>,
    responses(
        (status = 200, description = "As it was saved", body = StatusReply),
        (status = 400, description = "Malformed body or idempotency key", body = ErrorReply),
        (status = 404, description = "No such order", body = ErrorReply),
        (status = 409, description = "Never registered, cancelled, being registered at this moment, or changed elsewhere", body = ErrorReply),
        (status = 422, description = "The key was used for another request", body = ErrorReply),
        SellerWrites,
        JsonBodies,
    )
)]
#[post("/market/order-discard-app2/{order_id}")]
pub async fn discard_order_changes(
    worker: Data<Worker>,
    lang: Lang,
    order_id: Path<String>,
    After(seller, After(key, body)): Change<Seller>,
) -> Result<Reply<StatusReply>, BffError> {
    let request = pb::DiscardOrderChangesRequest {
        request_id: key.0,
        seller_id: seller.id(),
        order_id: order_id.into_inner(),
        version: body.0.version,
    };
    let reply = seller.ask("orders", worker.clients.orders().discard_order_changes(request)).await?;
    Ok(Reply(StatusReply::discarded(reply, lang)))
}

/// Cancels the order and gives its goods back.
#[utoipa::path(
    tag = "market",
    params(
        ("order_id" = String, Path, description = "Id of the order"),
        ("Idempotency-Key" = Option<String>, Header, description = "At most 64 visible ASCII characters"),
    ),
    request_body = Option<VersionBody>,
    responses(
        (status = 200, description = "Cancelled", body = StatusReply),
        (status = 400, description = "Malformed body or idempotency key", body = ErrorReply),
        (status = 404, description = "No such order", body = ErrorReply),
        (status = 409, description = "Being registered at this moment, or changed elsewhere", body = ErrorReply),
        (status = 422, description = "The key was used for another request", body = ErrorReply),
        SellerWrites,
        JsonBodies,
    )
)]
#[post("/market/order-cancel-app2/{order_id}")]
pub async fn cancel_order(
    worker: Data<Worker>,
    lang: Lang,
    order_id: Path<String>,
    After(seller, After(key, body)): Change<Seller>,
) -> Result<Reply<StatusReply>, BffError> {
    let request = pb::CancelOrderRequest {
        request_id: key.0,
        seller_id: seller.id(),
        order_id: order_id.into_inner(),
        version: body.0.version,
    };
    let reply = seller.ask("orders", worker.clients.orders().cancel_order(request)).await?;
    Ok(Reply(StatusReply::cancelled(reply, lang)))
}

/// As order-cancel-app2, on any seller's order for an operator.
#[utoipa::path(
    tag = "market",
    params(
        ("order_id" = String, Path, description = "Id of the order"),
        ("Idempotency-Key" = Option<String>, Header, description = "At most 64 visible ASCII characters"),
    ),
    request_body = Option<VersionBody>,
    responses(
        (status = 200, description = "Cancelled", body = StatusReply),
        (status = 400, description = "Malformed body or idempotency key", body = ErrorReply),
        (status = 404, description = "No such order", body = ErrorReply),
        (status = 409, description = "Being registered at this moment, or changed elsewhere", body = ErrorReply),
        (status = 422, description = "The key was used for another request", body = ErrorReply),
        StaffWrites,
        JsonBodies,
    )
)]
#[post("/market/order-cancel-cp/{order_id}")]
pub async fn cancel_order_cp(
    worker: Data<Worker>,
    lang: Lang,
    order_id: Path<String>,
    After(staff, After(key, body)): Change<Staff>,
) -> Result<Reply<StatusReply>, BffError> {
    let request = pb::CancelOrderRequest {
        request_id: key.0,
        seller_id: staff.seller_id(),
        order_id: order_id.into_inner(),
        version: body.0.version,
    };
    let reply = staff.ask("orders", worker.clients.orders().cancel_order(request)).await?;
    Ok(Reply(StatusReply::cancelled(reply, lang)))
}

/// Deletes an open or cancelled order; a reopened one gives its goods back.
#[utoipa::path(
    tag = "market",
    params(
        ("order_id" = String, Path, description = "Id of the order"),
        ("Idempotency-Key" = Option<String>, Header, description = "At most 64 visible ASCII characters"),
    ),
    responses(
        (status = 200, description = "Deleted", body = MessageReply),
        (status = 400, description = "Malformed idempotency key", body = ErrorReply),
        (status = 404, description = "No such order, or it is deleted already", body = ErrorReply),
        (status = 409, description = "Registered, or being registered at this moment", body = ErrorReply),
        (status = 422, description = "The key was used for another request", body = ErrorReply),
        StaffWrites,
    )
)]
#[delete("/market/order-delete/{order_id}")]
pub async fn delete_order(
    worker: Data<Worker>,
    lang: Lang,
    order_id: Path<String>,
    After(staff, key): After<Staff, RequestKey>,
) -> Result<Reply<MessageReply>, BffError> {
    let request = pb::DeleteOrderRequest {
        request_id: key.0,
        seller_id: staff.seller_id(),
        order_id: order_id.into_inner(),
        version: None,
    };
    staff.ask("orders", worker.clients.orders().delete_order(request)).await?;
    Ok(Reply(MessageReply::new(text::ORDER_DELETED, lang)))
}
