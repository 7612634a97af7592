//! What a seller's index of customers is made of, and what changes in it.

use chrono::{DateTime, Utc};
use diesel::{
    QueryResult, QueryableByName,
    sql_types::{Bool, Nullable, Text, Timestamptz, Uuid as SqlUuid},
};
use pishkhan_chassis_db::statement;
use uuid::Uuid;

use super::CustomerRow;
use crate::{
    domain::{Customer, CustomerIndex, IndexedCustomer},
    store::Connection,
};

/// Changes that are put into an index; behind more of them it is read anew, which costs less.
const CHANGES: i64 = 500;

#[derive(QueryableByName)]
struct IndexedRow {
    #[diesel(sql_type = SqlUuid)]
    customer_id: Uuid,
    #[diesel(sql_type = Text)]
    title_folded: String,
    #[diesel(sql_type = Nullable<Timestamptz>)]
    last_order_at: Option<DateTime<Utc>>,
    #[diesel(sql_type = Bool)]
    has_open_order: bool,
    #[diesel(sql_type = Bool)]
    connected: bool,
}

/// Beside each customer, or beside none, the snapshot's.
#[derive(QueryableByName)]
struct SnapshotRow {
    #[diesel(embed)]
    customer: Option<IndexedRow>,
    #[diesel(sql_type = Text)]
    seen: String,
}

impl IndexedRow {
    fn indexed(self) -> IndexedCustomer {
        let Self { customer_id, title_folded, last_order_at, has_open_order, connected: _ } = self;
        IndexedCustomer { customer_id, title_folded, last_order_at, has_open_order }
    }
}

/// The index, and the transactions that its snapshot sees.
#[tracing::instrument(name = "db.customer_index.read", skip_all)]
pub async fn read_index(conn: &Connection, seller_id: Uuid) -> QueryResult<(CustomerIndex, String)> {
    let rows: Vec<SnapshotRow> = statement(
        "SELECT k.seen, c.customer_id, c.title_folded, c.last_order_at, c.open_orders > 0 AS has_open_order, c.connected \
         FROM (SELECT pg_current_snapshot()::text AS seen OFFSET 0) k \
         LEFT JOIN customer c ON c.seller_id = $1 AND c.connected",
    )
    .bind(seller_id)
    .rows(conn)
    .await?;
    let seen = rows.first().map(|row| row.seen.clone()).unwrap_or_default();
    let customers = rows.into_iter().filter_map(|row| row.customer).map(IndexedRow::indexed).collect();
    Ok((CustomerIndex::new(customers), seen))
}

/// A customer as it is listed now; none if the seller has it no more.
pub type Change = (Uuid, Option<IndexedCustomer>);

/// Customers that are listed otherwise since the snapshot that saw these transactions, and those that this one sees;
/// none where there are too many.
#[tracing::instrument(name = "db.customer_index.changes", skip_all)]
pub async fn index_changes(
    conn: &Connection,
    seller_id: Uuid,
    seen: &str,
) -> QueryResult<Option<(Vec<Change>, String)>> {
    let rows: Vec<SnapshotRow> = statement(
        "SELECT k.seen, c.customer_id, c.title_folded, c.last_order_at, c.open_orders > 0 AS has_open_order, c.connected \
         FROM (SELECT pg_current_snapshot()::text AS seen OFFSET 0) k \
         LEFT JOIN customer c ON c.seller_id = $1 AND c.changed_xid >= pg_snapshot_xmin($2::text::pg_snapshot) \
             AND NOT pg_visible_in_snapshot(c.changed_xid, $2::text::pg_snapshot) \
           AND c.changed_xid < pg_snapshot_xmax(pg_current_snapshot()) LIMIT $3",
    )
    .bind(seller_id)
    .bind(seen.to_owned())
    .bind(CHANGES + 1)
    .rows(conn)
    .await?;
    if rows.len() > usize::try_from(CHANGES).unwrap_or(usize::MAX) {
        return Ok(None);
    }
    let now = rows.first().map(|row| row.seen.clone()).unwrap_or_default();
    let change = |row: IndexedRow| (row.customer_id, row.connected.then(|| row.indexed()));
    Ok(Some((rows.into_iter().filter_map(|row| row.customer).map(change).collect(), now)))
}

#[derive(QueryableByName)]
struct FoundRow {
    #[diesel(embed)]
    customer: Option<CustomerRow>,
    #[diesel(sql_type = Bool)]
    changed: bool,
}

/// Customers in this order, and whether any of the seller's is listed otherwise since the snapshot that saw these transactions.
#[tracing::instrument(name = "db.customer.of_index", skip_all)]
pub async fn of_index(
    conn: &Connection,
    seller_id: Uuid,
    customer_ids: Vec<Uuid>,
    seen: &str,
) -> QueryResult<(Vec<Customer>, bool)> {
    let rows: Vec<FoundRow> = statement(
        "SELECT k.changed, c.seller_id, c.customer_id, c.code, c.title, c.mobile, c.landline, c.trade_type, c.shop_name, \
           c.activity_area, c.address, c.last_order_at, c.open_orders \
         FROM (SELECT EXISTS (SELECT FROM customer o WHERE o.seller_id = $1 AND o.changed_xid >= pg_snapshot_xmin($3::text::pg_snapshot) \
             AND NOT pg_visible_in_snapshot(o.changed_xid, $3::text::pg_snapshot) \
             AND o.changed_xid < pg_snapshot_xmax(pg_current_snapshot())) AS changed) k \
         LEFT JOIN (unnest($2::uuid[]) WITH ORDINALITY AS found (customer_id, place) \
             JOIN customer c ON c.seller_id = $1 AND c.customer_id = found.customer_id) ON true \
         ORDER BY found.place",
    )
    .bind(seller_id)
    .bind(customer_ids)
    .bind(seen.to_owned())
    .rows(conn)
    .await?;
    let changed = rows.iter().any(|row| row.changed);
    Ok((rows.into_iter().filter_map(|row| row.customer).map(Customer::from).collect(), changed))
}
