//! `/market/…order…`: a customer's orders, and one order with its changes. What becomes of it as a whole is in
//! [`super::order_settle`].

use actix_web::{
    ResponseError as _, get, post,
    web::{Data, Path, Query},
};
use pishkhan_proto::{catalogue::v1 as catalogue, orders::v1 as pb};

use crate::{
    idempotency::RequestKey,
    limits::JsonBody,
    reply::Reply,
    session::{After, Seller, Write},
    wire::{
        customer::{OrderListQuery, OrderListReply, PageNumber},
        error::{BffError, ErrorReply},
        order::{NoteBody, NoteReply, OrderReply, UpdateOrderBody, UpdateOrderReply},
        period::{PeriodQuery, time_span},
        refusals::{JsonBodies, SellerReads, SellerWrites},
        text::Lang,
    },
    worker::Worker,
};

/// The service gives a list without pages in parts of a thousand. This many are put together; who has more is told so and
/// asks by page.
const PARTS: usize = 10;

/// A list that comes in parts, each asked for by the token of the one before it.
async fn put_together<F>(mut ask: impl FnMut(String) -> F) -> Result<pb::ListCustomerOrdersResponse, BffError>
where
    F: Future<Output = Result<pb::ListCustomerOrdersResponse, BffError>>,
{
    let mut whole = ask(String::new()).await?;
    for _ in 1..PARTS {
        if whole.next_page_token.is_empty() {
            break;
        }
        let next = ask(std::mem::take(&mut whole.next_page_token)).await?;
        whole.orders.extend(next.orders);
        whole.next_page_token = next.next_page_token;
    }
    Ok(whole)
}

/// A customer's orders, newest first.
#[utoipa::path(
    tag = "market",
    params(("customer_id" = String, Path, description = "Id of the customer"), OrderListQuery, PeriodQuery),
    responses(
        (status = 200, description = "The orders", body = OrderListReply),
        (status = 400, description = "Malformed query", body = ErrorReply),
        (status = 404, description = "No such customer", body = ErrorReply),
        SellerReads,
    )
)]
#[get("/market/fetch-order-list-app2/{customer_id}")]
pub async fn list_orders(
    worker: Data<Worker>,
    seller: Seller,
    lang: Lang,
    customer_id: Path<String>,
    query: Query<OrderListQuery>,
    period: Query<PeriodQuery>,
) -> Result<Reply<OrderListReply>, BffError> {
    let OrderListQuery { page, limit } = query.into_inner();
    let page = match (page, limit) {
        (None, None) => None,
        (page, limit) => Some(PageNumber::parse(page.as_deref(), limit.as_deref())?),
    };
    let request = pb::ListCustomerOrdersRequest {
        seller_id: seller.id(),
        customer_id: customer_id.into_inner(),
        page_size: page.map_or(0, |page| page.limit),
        page_token: String::new(),
        skip: page.map_or(0, PageNumber::skip),
        created: time_span(&period.period()?, worker.clock.now()),
    };
    let (worker, seller) = (&worker, &seller);
    let part = |page_token| {
        let request = pb::ListCustomerOrdersRequest { page_token, ..request.clone() };
        async move { seller.ask("orders", worker.clients.orders().list_customer_orders(request)).await }
    };
    let reply = if page.is_some() { part(String::new()).await? } else { put_together(part).await? };
    Ok(Reply(OrderListReply::new(reply, page, lang)))
}

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

#[cfg(test)]
mod tests {
    use super::*;

    /// So many parts of two orders, numbered through; and whether the answer says that there are more.
    async fn together(parts: usize) -> (Vec<String>, bool) {
        let mut asked = 0;
        let whole = put_together(|token| {
            assert_eq!(token, if asked == 0 { String::new() } else { format!("after {asked}") });
            asked += 1;
            let ids = [2 * asked - 1, 2 * asked].map(|number| number.to_string());
            let orders = ids.map(|order_id| pb::OrderSummary { order_id, ..Default::default() });
            let next_page_token = if asked < parts { format!("after {asked}") } else { String::new() };
            let total_size = 2 * i64::try_from(parts).unwrap();
            let part = pb::ListCustomerOrdersResponse { orders: orders.to_vec(), next_page_token, total_size };
            async { Ok(part) }
        });
        let whole = whole.await.unwrap();
        let ids = whole.orders.iter().map(|order| order.order_id.clone()).collect();
        let reply = serde_json::to_value(OrderListReply::new(whole, None, Lang::Fa)).unwrap();
        (ids, reply.get("truncated").is_some())
    }

    #[actix_web::test]
    async fn a_list_in_parts_is_whole_again_or_says_that_it_is_not() {
        assert_eq!(together(1).await, (vec!["1".to_owned(), "2".to_owned()], false));
        assert_eq!(together(3).await.0, ["1", "2", "3", "4", "5", "6"]);
        let (ids, truncated) = together(PARTS).await;
        assert_eq!((ids.len(), truncated), (2 * PARTS, false));
        let (ids, truncated) = together(PARTS + 1).await;
        assert_eq!((ids.len(), truncated), (2 * PARTS, true));
    }
}
