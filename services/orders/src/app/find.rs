//! Finding orders without knowing whose they are.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::App;
use crate::{
    domain::{OrderCode, OrderStatus, OrderSummary},
    error::OrdersError,
    store,
};

/// Orders of different sellers may have the same code; this many are told.
const MAX_FOUND: usize = 20;

/// What anybody may know who holds an order's paper.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublicOrder {
    /// `1405-08-000123`.
    pub code: String,
    /// The last saved one; 0 before the first.
    pub revision: i64,
    /// Where it stands.
    pub status: OrderStatus,
    /// Purchase, tax and shipping; of a reopened order as it was saved.
    pub grand_toman: i64,
    /// When it was placed.
    pub created_at: DateTime<Utc>,
}

/// Orders with a code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundOrders {
    /// Newest first.
    pub orders: Vec<OrderSummary>,
    /// There are more than are told.
    pub truncated: bool,
}

impl App {
    /// Whose order this is, deleted or not.
    pub async fn seller_of(&self, order_id: Uuid) -> Result<Uuid, OrdersError> {
        let seller_id = store::directory::seller_of(&mut *self.read().await?, order_id).await?;
        seller_id.ok_or(OrdersError::OrderNotFound)
    }

    /// Orders with this code, newest first: a seller's, or any seller's.
    pub async fn find_by_code(&self, seller_id: Option<Uuid>, code: OrderCode) -> Result<FoundOrders, OrdersError> {
        let (mut conn, code) = (self.read().await?, code.to_string());
        let mut orders = if let Some(seller_id) = seller_id {
            store::orders::by_code(&mut conn, seller_id, &code).await?
        } else {
            let one_more = i64::try_from(MAX_FOUND).unwrap_or(i64::MAX).saturating_add(1);
            store::directory::by_code(&mut conn, &code, one_more).await?
        };
        let truncated = orders.len() > MAX_FOUND;
        orders.truncate(MAX_FOUND);
        Ok(FoundOrders { orders, truncated })
    }

    /// What anybody may know of an order.
    pub async fn public_order(&self, order_id: Uuid) -> Result<PublicOrder, OrdersError> {
        let found = store::directory::find_saved(&mut *self.read().await?, order_id).await?;
        let (order, grand_toman, saved_toman) = found.ok_or(OrdersError::OrderNotFound)?;
        Ok(PublicOrder {
            code: order.code,
            revision: order.revision,
            status: order.status,
            grand_toman: saved_toman.filter(|_| order.reopened).unwrap_or(grand_toman),
            created_at: order.created_at,
        })
    }
}
