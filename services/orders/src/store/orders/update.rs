//! What changes of orders that are there.

use diesel::QueryResult;
use pishkhan_chassis_db::{Statement, idempotency::Key, statement};

use super::status_to_store;
use crate::{domain::Order, store::discounts};

/// Stores what can change of an order, except its lines. The caller holds its lock.
pub fn update(order: &Order, grand_toman: i64) -> QueryResult<Statement> {
    update_all(&[(0, order, grand_toman)])
}

/// As [`update`] for several orders, each with its place behind a [guard](Statement::guard).
pub fn update_all(orders: &[(i32, &Order, i64)]) -> QueryResult<Statement> {
    fn column<T>(orders: &[(i32, &Order, i64)], value: impl Fn(&Order) -> T) -> Vec<T> {
        orders.iter().map(|(_, order, _)| value(order)).collect()
    }
    let tiers = orders.iter().map(|(_, order, _)| discounts::tiers_to_store(&order.tiers));
    let update = statement(
        "UPDATE sales_order AS o SET status = each.status, reopened = each.reopened, version = each.version, \
           revision = each.revision, last_revision_sent = each.last_revision_sent, registered_at = each.registered_at, \
           cancelled_at = each.cancelled_at, deleted_at = each.deleted_at, shipping_toman = each.shipping_toman, \
           grand_toman = each.grand_toman, seller_note = each.seller_note, paper_bill_toman = each.paper_bill_toman, \
           tiers = each.tiers \
         FROM unnest($1::integer[], $2::uuid[], $3::uuid[], $4::smallint[], $5::boolean[], $6::bigint[], $7::bigint[], \
           $8::bigint[], $9::timestamptz[], $10::timestamptz[], $11::timestamptz[], $12::bigint[], $13::bigint[], \
           $14::text[], $15::bigint[], $16::jsonb[]) \
           AS each (place, seller_id, order_id, status, reopened, version, revision, last_revision_sent, registered_at, \
           cancelled_at, deleted_at, shipping_toman, grand_toman, seller_note, paper_bill_toman, tiers) \
         WHERE o.seller_id = each.seller_id AND o.order_id = each.order_id",
    )
    .bind(orders.iter().map(|(place, ..)| *place).collect::<Vec<_>>())
    .bind(column(orders, |order| order.seller_id))
    .bind(column(orders, |order| order.order_id))
    .bind(column(orders, |order| status_to_store(order.status)))
    .bind(column(orders, |order| order.reopened))
    .bind(column(orders, |order| order.version))
    .bind(column(orders, |order| order.revision))
    .bind(column(orders, |order| order.last_revision_sent))
    .bind(column(orders, |order| order.registered_at))
    .bind(column(orders, |order| order.cancelled_at))
    .bind(column(orders, |order| order.deleted_at))
    .bind(column(orders, |order| order.shipping_toman))
    .bind(orders.iter().map(|(.., grand_toman)| *grand_toman).collect::<Vec<_>>())
    .bind(column(orders, |order| order.seller_note.clone()))
    .bind(column(orders, |order| order.paper_bill_toman))
    .bind(tiers.collect::<QueryResult<Vec<_>>>()?);
    Ok(update.changing(orders.len()))
}

/// Locks those orders, and finds their places, that nobody has changed, or begun to settle, since they were as seen, and
/// whose request has no reply yet. It does not wait for those that somebody else has locked, so no order holds up others.
///
/// The same order may stand among them only once.
pub fn still_seen(seen: &[(i32, &Order, Key<'_>)]) -> Statement {
    let orders = || seen.iter().map(|(_, order, _)| order);
    let keys = || seen.iter().map(|(.., key)| key);
    statement(
        "SELECT each.place \
         FROM unnest($1::integer[], $2::uuid[], $3::uuid[], $4::bigint[], $5::bigint[], $6::text[], $7::text[]) \
           AS each (place, seller_id, order_id, version, last_revision_sent, operation, request_id) \
         JOIN sales_order AS o ON o.seller_id = each.seller_id AND o.order_id = each.order_id \
         WHERE o.version = each.version AND o.last_revision_sent = each.last_revision_sent AND NOT EXISTS (\
           SELECT FROM idempotent_reply AS r \
           WHERE r.seller_id = each.seller_id AND r.operation = each.operation AND r.request_id = each.request_id) \
         FOR NO KEY UPDATE OF o SKIP LOCKED",
    )
    .bind(seen.iter().map(|(place, ..)| *place).collect::<Vec<_>>())
    .bind(orders().map(|order| order.seller_id).collect::<Vec<_>>())
    .bind(orders().map(|order| order.order_id).collect::<Vec<_>>())
    .bind(orders().map(|order| order.version).collect::<Vec<_>>())
    .bind(orders().map(|order| order.last_revision_sent).collect::<Vec<_>>())
    .bind(keys().map(|key| key.operation).collect::<Vec<_>>())
    .bind(keys().map(|key| key.request_id.to_owned()).collect::<Vec<_>>())
}
