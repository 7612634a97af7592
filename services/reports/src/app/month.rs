//! The orders that count for a month.

use chrono::{DateTime, Utc};
use futures_util::future::join3;
use pishkhan_chassis_db::in_order;
use uuid::Uuid;

use super::{FACTS, Reports};
use crate::domain::Bucket;
use crate::error::ReportsError;
use crate::store::{self, month::MonthOrder};

/// A page of a month's orders.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MonthOrders {
    /// In the order of their ids.
    pub orders: Vec<MonthOrder>,
    /// The order behind which the next page begins; none on the last page.
    pub next: Option<Uuid>,
    /// When the latest fact about this seller's orders was taken in.
    pub watermark: Option<DateTime<Utc>>,
    /// Until when everything is known here that happened to the seller's orders; none while something of it is set aside.
    pub complete_until: Option<DateTime<Utc>>,
}

impl Reports {
    /// The orders that count for a month, behind one of them.
    pub async fn month_orders(
        &self,
        seller_id: Uuid,
        month: Bucket,
        after: Option<Uuid>,
        size: u32,
    ) -> Result<MonthOrders, ReportsError> {
        let conn = self.db.read().await?;
        // Before the orders, though in one flight with them: what is taken in meanwhile lies behind it.
        let (complete_until, watermark, orders) = in_order(join3(
            store::told::of_seller(&conn, seller_id, FACTS),
            store::month::watermark(&conn, seller_id),
            store::month::orders(&conn, seller_id, month, after, i64::from(size) + 1),
        ))
        .await;
        let (complete_until, watermark, mut orders) = (complete_until?, watermark?, orders?);
        let size = usize::try_from(size).unwrap_or(usize::MAX);
        let more = orders.len() > size;
        orders.truncate(size);
        let next = orders.last().filter(|_| more).map(|order| order.order_id);
        Ok(MonthOrders { orders, next, watermark, complete_until })
    }
}
