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
const MAX_FOUND: i64 = 20;

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

impl App {
    /// Whose order this is, deleted or not.
    pub async fn seller_of(&self, order_id: Uuid) -> Result<Uuid, OrdersError> {
        let seller_id = store::orders::seller_of(&mut *self.read().await?, order_id).await?;
        seller_id.ok_or(OrdersError::OrderNotFound)
    }

    /// Orders with this code, newest first: a seller's, or any seller's.
    pub async fn find_by_code(
        &self,
        seller_id: Option<Uuid>,
        code: OrderCode,
    ) -> Result<Vec<OrderSummary>, OrdersError> {
        let mut conn = self.read().await?;
        Ok(store::orders::by_code(&mut conn, seller_id, &code.to_string(), MAX_FOUND).await?)
    }

    /// What anybody may know of an order.
    pub async fn public_order(&self, order_id: Uuid) -> Result<PublicOrder, OrdersError> {
        let mut conn = self.read().await?;
        let seller_id = store::orders::seller_of(&mut conn, order_id).await?.ok_or(OrdersError::OrderNotFound)?;
        let found = store::orders::find(&mut conn, seller_id, order_id).await?.ok_or(OrdersError::OrderNotFound)?;
        let OrderSummary { order, grand_toman, customer: _, settling: _ } = found;
        let saved = if order.reopened {
            store::revisions::find(&mut conn, seller_id, order_id, order.revision).await?
        } else {
            None
        };
        Ok(PublicOrder {
            code: order.code,
            revision: order.revision,
            status: order.status,
            grand_toman: saved.map_or(grand_toman, |saved| saved.grand_toman),
            created_at: order.created_at,
        })
    }
}
