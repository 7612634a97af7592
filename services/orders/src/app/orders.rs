//! Reading orders.

use chrono::{DateTime, Utc};
use futures_util::future::join;
use uuid::Uuid;

use super::App;
use crate::{
    domain::{OrderCounts, OrderFilter, OrderSummary, RegisteredOrder, Span, Totals},
    error::OrdersError,
    store::{
        self,
        orders::{Among, Page},
    },
};

/// A page of a customer's orders.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListCustomerOrders {
    /// Whose orders.
    pub seller_id: Uuid,
    /// Which customer's.
    pub customer_id: Uuid,
    /// Placed when.
    pub created: Span,
    /// Behind the order placed then, with this id.
    pub after: Option<(DateTime<Utc>, Uuid)>,
    /// How many to pass over.
    pub skip: i64,
    /// How many to give.
    pub limit: usize,
}

/// A page of the orders of all customers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListOrders {
    /// Whose orders.
    pub seller_id: Uuid,
    /// Which of them.
    pub filter: OrderFilter,
    /// Behind the order placed then, with this id.
    pub after: Option<(DateTime<Utc>, Uuid)>,
    /// How many to pass over.
    pub skip: i64,
    /// How many to give.
    pub limit: usize,
}

/// What a page holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrderPage {
    /// The orders.
    pub orders: Vec<OrderSummary>,
    /// Where the next page begins, if there is one.
    pub next: Option<(DateTime<Utc>, Uuid)>,
}

/// An order with its lines and sums.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrderView {
    /// The order, lines included.
    pub summary: OrderSummary,
    /// Its sums.
    pub totals: Totals,
}

impl App {
    /// One customer's orders, newest first; and how many match in all.
    pub async fn list_customer_orders(&self, query: ListCustomerOrders) -> Result<(OrderPage, i64), OrdersError> {
        let ListCustomerOrders { seller_id, customer_id, created, after, skip, limit } = query;
        let conn = self.read().await?;
        let wanted = one_more(limit);
        let (total, orders) = join(
            store::orders::count_of_customer(&conn, seller_id, customer_id, created),
            store::orders::of_customer_id(&conn, seller_id, customer_id, created, after, skip, wanted),
        )
        .await;
        let total = total?.ok_or(OrdersError::CustomerNotFound)?;
        let mut orders = orders?;
        let more = orders.len() > limit;
        orders.truncate(limit);
        let next = orders.last().filter(|_| more).map(place);
        Ok((OrderPage { orders, next }, total))
    }

    /// Orders of all customers, newest first; and how many there are, unless it would have to be counted for this list.
    pub async fn list_orders(&self, query: ListOrders) -> Result<(OrderPage, Option<OrderCounts>), OrdersError> {
        let ListOrders { seller_id, filter, after, skip, limit } = query;
        let mut conn = self.read().await?;
        let page = Page { after, skip, limit: one_more(limit) };
        let (mut ids, counts) = if filter.is_narrow() {
            (Self::narrow_page(&conn, seller_id, &filter, page).await?, None)
        } else {
            let (ids, counts) = join(
                store::orders::page_of_all(&conn, seller_id, &filter, page),
                store::orders::counts(&conn, seller_id, filter.created),
            )
            .await;
            (ids?, Some(counts?))
        };
        let more = ids.len() > limit;
        ids.truncate(limit);
        let orders = store::orders::of_ids(&mut conn, seller_id, &ids).await?;
        let next = orders.last().filter(|_| more).map(place);
        Ok((OrderPage { orders, next }, counts))
    }

    /// What many orders have is soon met in the list itself; what few have is looked up.
    async fn narrow_page(
        conn: &store::Connection,
        seller_id: Uuid,
        filter: &OrderFilter,
        page: Page,
    ) -> Result<Vec<Uuid>, OrdersError> {
        if page.may_be_of_newest() {
            let found = store::orders::page_of_narrow(conn, seller_id, filter, Among::Newest, page).await?;
            if one_more(found.len()) > page.limit {
                return Ok(found);
            }
        }
        let few = store::orders::few_of(conn, seller_id, filter).await?;
        Ok(store::orders::page_of_narrow(conn, seller_id, filter, few.map_or(Among::All, Among::Few), page).await?)
    }

    /// The areas in which a seller's connected customers are.
    pub async fn activity_areas(&self, seller_id: Uuid) -> Result<Vec<String>, OrdersError> {
        Ok(store::customers::areas(&*self.read().await?, seller_id).await?)
    }

    /// An order with its lines and sums.
    pub async fn get_order(&self, seller_id: Uuid, order_id: Uuid) -> Result<OrderView, OrdersError> {
        let summary = store::orders::find_whole(&mut *self.read().await?, seller_id, order_id).await?;
        let summary = summary.ok_or(OrdersError::OrderNotFound)?;
        let totals = summary.order.totals()?;
        Ok(OrderView { summary, totals })
    }

    /// Orders that count as registered, by seller and id: those behind `after`, at most `limit`.
    pub async fn registered_orders(
        &self,
        seller_id: Option<Uuid>,
        after: Option<(Uuid, Uuid)>,
        limit: usize,
    ) -> Result<(Vec<RegisteredOrder>, bool), OrdersError> {
        let wanted = one_more(limit);
        let mut orders = store::revisions::registered(&mut *self.read().await?, seller_id, after, wanted).await?;
        let more = orders.len() > limit;
        orders.truncate(limit);
        Ok((orders, more))
    }
}

/// One more than is given tells whether there is more.
fn one_more(limit: usize) -> i64 {
    i64::try_from(limit).unwrap_or(i64::MAX).saturating_add(1)
}

/// Where an order stands in a list.
fn place(found: &OrderSummary) -> (DateTime<Utc>, Uuid) {
    (found.order.created_at, found.order.order_id)
}
