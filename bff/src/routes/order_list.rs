//! `/market/…orders…`: a customer's orders, and those of all customers.

use actix_web::{
    get,
    web::{Data, Path, Query},
};
use pishkhan_proto::{catalogue::v1 as catalogue, orders::v1 as pb};

use crate::{
    reply::Reply,
    session::Seller,
    wire::{
        customer::PageNumber,
        error::{BffError, ErrorReply},
        order_list::{AllOrdersQuery, AllOrdersReply, CustomerAreasReply, OrderListQuery, OrderListReply, WantedTypes},
        period::{PeriodQuery, time_span},
        refusals::SellerReads,
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

/// Orders of all customers, newest first.
#[utoipa::path(
    tag = "market",
    params(AllOrdersQuery, PeriodQuery),
    responses(
        (status = 200, description = "A page of orders", body = AllOrdersReply),
        (status = 400, description = "Malformed query", body = ErrorReply),
        (status = 404, description = "No such product or type", body = ErrorReply),
        SellerReads,
    )
)]
#[get("/market/orders-app2")]
pub async fn list_all_orders(
    worker: Data<Worker>,
    seller: Seller,
    lang: Lang,
    query: Query<AllOrdersQuery>,
    period: Query<PeriodQuery>,
) -> Result<Reply<AllOrdersReply>, BffError> {
    let (page, status, area) = (query.page()?, query.status()?, query.area()?);
    let created = time_span(&period.period()?, worker.clock.now());
    let wanted = wanted_types(&worker, &seller, &query).await?;
    if wanted.are_of_none() {
        return Ok(Reply(AllOrdersReply::new(pb::ListOrdersResponse::default(), wanted, status, page, lang)));
    }
    let request = pb::ListOrdersRequest {
        seller_id: seller.id(),
        page_size: page.limit,
        page_token: String::new(),
        skip: page.skip(),
        created,
        status: status.into(),
        type_ids: wanted.ids.clone(),
        activity_area: area.unwrap_or_default().to_owned(),
        customer_id: query.customer().unwrap_or_default().to_owned(),
    };
    let reply = seller.ask("orders", worker.clients.orders().list_orders(request)).await?;
    Ok(Reply(AllOrdersReply::new(reply, wanted, status, page, lang)))
}

/// The catalogue knows a product's types, and how they are called.
async fn wanted_types(worker: &Worker, seller: &Seller, query: &AllOrdersQuery) -> Result<WantedTypes, BffError> {
    let mut products = worker.clients.catalogue();
    match (query.product(), query.product_type()) {
        (None, None) => Ok(WantedTypes::default()),
        (Some(product_id), wanted) => {
            let request = catalogue::GetProductRequest { seller_id: seller.id(), product_id: product_id.to_owned() };
            let reply = seller.ask("catalogue", products.get_product(request)).await?;
            WantedTypes::of_product(reply.product.ok_or_else(BffError::not_found)?, wanted)
        }
        (None, Some(type_id)) => {
            let request = catalogue::GetProductTypeRequest { seller_id: seller.id(), type_id: type_id.to_owned() };
            let reply = seller.ask("catalogue", products.get_product_type(request)).await?;
            reply.r#type.map(WantedTypes::of_type).ok_or_else(BffError::not_found)
        }
    }
}

/// The areas in which the seller's customers are.
#[utoipa::path(
    tag = "user",
    responses(
        (status = 200, description = "The areas", body = CustomerAreasReply),
        SellerReads,
    )
)]
#[get("/user/customer-areas-app2")]
pub async fn list_customer_areas(worker: Data<Worker>, seller: Seller) -> Result<Reply<CustomerAreasReply>, BffError> {
    let request = pb::ListActivityAreasRequest { seller_id: seller.id() };
    let reply = seller.ask("orders", worker.clients.orders().list_activity_areas(request)).await?;
    Ok(Reply(reply.into()))
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
