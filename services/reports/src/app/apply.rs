//! Facts about orders become figures, inside the transaction of the consumer.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use crate::domain::{Changes, Fact, Names, RegisteredOrder};
use crate::error::ReportsError;
use crate::store::{self, Connection};

/// What a fact did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Applied {
    /// It is the latest now.
    Changed,
    /// A later fact, or the same one, was known: nothing has changed.
    Known,
}

/// A revision of an order was registered: it replaces what the order added before.
///
/// `told_at` is when that happened, `now` when it becomes known here. The same fact again, or an older one, changes
/// nothing.
pub async fn registered(
    conn: &mut Connection,
    seller_id: Uuid,
    order: &RegisteredOrder,
    told_at: DateTime<Utc>,
    now: DateTime<Utc>,
) -> Result<Applied, ReportsError> {
    let fact = order.fact().map_err(|problem| ReportsError::Uncountable { order_id: order.order_id, problem })?;
    let applied = apply(conn, seller_id, order.order_id, &fact, now).await?;
    if applied == Applied::Changed {
        let mut names = Names::default();
        names.learn(order, told_at);
        store::labels::learn(conn, seller_id, &names).await?;
    }
    Ok(applied)
}

/// An order was cancelled or deleted: it adds nothing any more. Again, or after a later revision: nothing changes.
pub async fn cancelled(
    conn: &mut Connection,
    seller_id: Uuid,
    order_id: Uuid,
    revision: i64,
    now: DateTime<Utc>,
) -> Result<Applied, ReportsError> {
    apply(conn, seller_id, order_id, &Fact { revision, contribution: None }, now).await
}

async fn apply(
    conn: &mut Connection,
    seller_id: Uuid,
    order_id: Uuid,
    fact: &Fact,
    now: DateTime<Utc>,
) -> Result<Applied, ReportsError> {
    store::sales::lock(conn, seller_id).await?;
    let known = store::contribution::find(conn, seller_id, order_id).await?;
    if !fact.supersedes(known.as_ref()) {
        return Ok(Applied::Known);
    }
    let before = known.as_ref().and_then(|known| known.contribution.as_ref());
    let changes = Changes::between(before, fact.contribution.as_ref())?;
    store::contribution::put(conn, seller_id, order_id, fact, now).await?;
    store::sales::add(conn, seller_id, &changes).await?;
    Ok(Applied::Changed)
}
