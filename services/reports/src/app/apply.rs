//! Facts about orders become figures, and facts about names become labels, inside the transaction of the consumer.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use crate::domain::{Changes, CustomerNames, Fact, Names, ProductNames, RegisteredOrder};
use crate::error::ReportsError;
use crate::store::labels::Learning;
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
/// nothing. It counts where its customer is today, if that is known, whatever area the order says.
pub async fn registered(
    conn: &mut Connection,
    seller_id: Uuid,
    order: &RegisteredOrder,
    told_at: DateTime<Utc>,
    now: DateTime<Utc>,
) -> Result<Applied, ReportsError> {
    let fact = order.fact().map_err(|problem| ReportsError::Uncountable { order_id: order.order_id, problem })?;
    let applied = apply(conn, seller_id, order.order_id, fact, now).await?;
    if applied == Applied::Changed {
        let mut names = Names::default();
        names.learn(order, told_at);
        store::labels::learn(conn, seller_id, &names, Learning { now, asked_since: None }).await?;
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
    apply(conn, seller_id, order_id, Fact { revision, contribution: None }, now).await
}

/// A product came, or it or its types are called otherwise. What is known to be later stays.
pub async fn product_changed(
    conn: &mut Connection,
    seller_id: Uuid,
    product: ProductNames,
    now: DateTime<Utc>,
) -> Result<(), ReportsError> {
    let mut names = Names::default();
    names.learn_product(product);
    Ok(store::labels::learn(conn, seller_id, &names, Learning { now, asked_since: None }).await?)
}

/// A customer came, or has another title or activity area, where its figures go with it. What is known to be later stays.
pub async fn customer_changed(
    conn: &mut Connection,
    seller_id: Uuid,
    customer: CustomerNames,
    now: DateTime<Utc>,
) -> Result<(), ReportsError> {
    let customer_id = customer.customer_id;
    let mut names = Names::default();
    names.learn_customer(customer);
    // Before the label: whoever counts an order under this lock finds it where the figures are.
    store::sales::lock(conn, seller_id).await?;
    store::labels::learn(conn, seller_id, &names, Learning { now, asked_since: None }).await?;
    Ok(store::areas::follow(conn, seller_id, &[customer_id]).await?)
}

async fn apply(
    conn: &mut Connection,
    seller_id: Uuid,
    order_id: Uuid,
    mut fact: Fact,
    now: DateTime<Utc>,
) -> Result<Applied, ReportsError> {
    store::sales::lock(conn, seller_id).await?;
    let known = store::contribution::find(conn, seller_id, order_id).await?;
    if !fact.supersedes(known.as_ref()) {
        return Ok(Applied::Known);
    }
    if let Some(contribution) = &mut fact.contribution
        && let Some(area) = store::labels::area(conn, seller_id, contribution.customer_id).await?
    {
        contribution.activity_area = area;
    }
    let before = known.as_ref().and_then(|known| known.contribution.as_ref());
    let changes = Changes::between(before, fact.contribution.as_ref())?;
    store::contribution::put(conn, seller_id, order_id, &fact, now).await?;
    store::sales::add(conn, seller_id, &changes).await?;
    Ok(Applied::Changed)
}
