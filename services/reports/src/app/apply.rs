//! Facts about orders become figures, and facts about names become labels, inside the transaction of the consumer.

use chrono::{DateTime, Utc};
use futures_util::future::{OptionFuture, join3};
use pishkhan_chassis_db::{DbError, in_order, run_all};
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
    let mut names = Names::default();
    names.learn(order, told_at);
    apply(conn, seller_id, order.order_id, fact, &names, now).await
}

/// An order was cancelled or deleted: it adds nothing any more. Again, or after a later revision: nothing changes.
pub async fn cancelled(
    conn: &mut Connection,
    seller_id: Uuid,
    order_id: Uuid,
    revision: i64,
    now: DateTime<Utc>,
) -> Result<Applied, ReportsError> {
    apply(conn, seller_id, order_id, Fact { revision, contribution: None }, &Names::default(), now).await
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
    let learn = store::labels::learn(seller_id, &names, Learning { now, asked_since: None });
    Ok(run_all(conn, learn).await.map_err(DbError::from)?)
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
    let mut writes = store::labels::learn(seller_id, &names, Learning { now, asked_since: None });
    writes.push(store::areas::follow(seller_id, vec![customer_id]));
    Ok(run_all(conn, writes).await.map_err(DbError::from)?)
}

/// The names are learnt with a fact that changes something.
async fn apply(
    conn: &mut Connection,
    seller_id: Uuid,
    order_id: Uuid,
    mut fact: Fact,
    names: &Names,
    now: DateTime<Utc>,
) -> Result<Applied, ReportsError> {
    let conn: &Connection = conn;
    let customer_id = fact.contribution.as_ref().map(|contribution| contribution.customer_id);
    // In one flight: what follows the lock sees what it protects.
    let (locked, known, area) = in_order(join3(
        store::sales::lock(conn, seller_id),
        store::contribution::find(conn, seller_id, order_id),
        OptionFuture::from(customer_id.map(|customer_id| store::labels::area(conn, seller_id, customer_id))),
    ))
    .await;
    locked?;
    let known = known?;
    let area = area.transpose()?.flatten();
    if !fact.supersedes(known.as_ref()) {
        return Ok(Applied::Known);
    }
    if let (Some(contribution), Some(area)) = (&mut fact.contribution, area) {
        contribution.activity_area = area;
    }
    let before = known.as_ref().and_then(|known| known.contribution.as_ref());
    let changes = Changes::between(before, fact.contribution.as_ref())?;
    let mut writes = vec![store::contribution::put(seller_id, order_id, &fact, now)];
    writes.extend(store::sales::add(seller_id, &changes));
    writes.extend(store::labels::learn(seller_id, names, Learning { now, asked_since: None }));
    run_all(conn, writes).await.map_err(DbError::from)?;
    Ok(Applied::Changed)
}
