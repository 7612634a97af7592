//! Reading orders.

use chrono::{DateTime, Utc};
use futures_util::future::join;
use uuid::Uuid;

use super::App;
use crate::{
    domain::{OrderSummary, RegisteredOrder, Span, Totals},
    error::OrdersError,
    store,
};

/// A page of a customer's orders.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListOrders {
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

/// What a page holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrderPage {
    /// The orders.
    pub orders: Vec<OrderSummary>,
    /// Where the next page begins, if there is one.
    pub next: Option<(DateTime<Utc>, Uuid)>,
    /// Of all that match.
    pub total: i64,
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
    /// One customer's orders, newest first.
    pub async fn list_orders(&self, query: ListOrders) -> Result<OrderPage, OrdersError> {
        let ListOrders { seller_id, customer_id, created, after, skip, limit } = query;
        let conn = self.read().await?;
        let wanted = i64::try_from(limit).unwrap_or(i64::MAX).saturating_add(1);
        let (total, orders) = join(
            store::orders::count_of_customer(&conn, seller_id, customer_id, created),
            store::orders::of_customer_id(&conn, seller_id, customer_id, created, after, skip, wanted),
        )
        .await;
        let total = total?.ok_or(OrdersError::CustomerNotFound)?;
        let mut orders = orders?;
        let more = orders.len() > limit;
        orders.truncate(limit);
        let next = orders.last().filter(|_| more).map(|last| (last.order.created_at, last.order.order_id));
        Ok(OrderPage { orders, next, total })
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
        let wanted = i64::try_from(limit).unwrap_or(i64::MAX).saturating_add(1);
        let mut orders = store::revisions::registered(&mut *self.read().await?, seller_id, after, wanted).await?;
        let more = orders.len() > limit;
        orders.truncate(limit);
        Ok((orders, more))
    }
}
