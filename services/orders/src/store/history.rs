//! An order's past, as of one instant.

use chrono::{DateTime, Utc};
use diesel::{QueryResult, QueryableByName, sql_types as sql};
use diesel_async::RunQueryDsl;
use pishkhan_chassis_db::{audit, statement};
use uuid::Uuid;

use super::{Connection, corrupt, revisions};
use crate::domain::SavedRevision;

/// What was saved of an order and what was done to it, each newest first.
#[derive(Debug)]
pub struct Past {
    /// What was saved.
    pub revisions: Vec<SavedRevision>,
    /// What was done.
    pub records: Vec<audit::Record>,
}

/// The order itself, one of its revisions, or one of its audit rows.
#[derive(QueryableByName)]
struct Row {
    #[diesel(sql_type = sql::Text)]
    part: String,
    #[diesel(sql_type = sql::Uuid)]
    id: Uuid,
    #[diesel(sql_type = sql::BigInt)]
    number: i64,
    #[diesel(sql_type = sql::Timestamptz)]
    at: DateTime<Utc>,
    #[diesel(sql_type = sql::Text)]
    actor_subject: String,
    #[diesel(sql_type = sql::Text)]
    actor_role: String,
    #[diesel(sql_type = sql::Text)]
    request_id: String,
    #[diesel(sql_type = sql::Text)]
    action: String,
    #[diesel(sql_type = sql::Jsonb)]
    content: serde_json::Value,
    #[diesel(sql_type = sql::BigInt)]
    grand_toman: i64,
    #[diesel(sql_type = sql::Nullable<sql::BigInt>)]
    shipping_toman: Option<i64>,
    #[diesel(sql_type = sql::Nullable<sql::Jsonb>)]
    tiers: Option<serde_json::Value>,
    #[diesel(sql_type = sql::Nullable<sql::Jsonb>)]
    discounts: Option<serde_json::Value>,
}

/// The past of an order that is not deleted: its latest revisions and audit rows, so many of each. One statement reads
/// both, so that a revision stands beside the row that tells of it.
#[tracing::instrument(name = "db.order_revision.past", skip_all, fields(order.id = %order_id))]
pub async fn find(
    conn: &mut Connection,
    seller_id: Uuid,
    order_id: Uuid,
    revisions: i64,
    records: i64,
) -> QueryResult<Option<Past>> {
    let rows: Vec<Row> = statement(
        "(SELECT 'order' AS part, order_id AS id, version AS number, created_at AS at, '' AS actor_subject, \
            '' AS actor_role, '' AS request_id, '' AS action, '{}'::jsonb AS content, grand_toman, \
            NULL::bigint AS shipping_toman, NULL::jsonb AS tiers, NULL::jsonb AS discounts \
          FROM sales_order WHERE seller_id = $1 AND order_id = $2 AND deleted_at IS NULL) \
         UNION ALL \
         (SELECT 'revision', order_id, revision, saved_at, actor_subject, actor_role, '', '', lines, grand_toman, \
            shipping_toman, tiers, discounts \
          FROM order_revision WHERE seller_id = $1 AND order_id = $2 ORDER BY revision DESC LIMIT $3) \
         UNION ALL \
         (SELECT 'record', id, version, occurred_at, actor_subject, actor_role, request_id, action, changes, 0, NULL, \
            NULL, NULL \
          FROM audit_event WHERE seller_id = $1 AND entity = 'order' AND entity_id = $2 \
          ORDER BY occurred_at DESC, id DESC LIMIT $4)",
    )
    .bind(seller_id)
    .bind(order_id)
    .bind(revisions)
    .bind(records)
    .load(conn)
    .await?;
    let mut there = false;
    let mut past = Past { revisions: Vec::new(), records: Vec::new() };
    for row in rows {
        match row.part.as_str() {
            "order" => there = true,
            "revision" => past.revisions.push(revision(row)?),
            "record" => past.records.push(record(row)),
            _ => return Err(corrupt("order_revision", &order_id)),
        }
    }
    past.revisions.sort_by_key(|saved| std::cmp::Reverse(saved.revision));
    past.records.sort_by_key(|record| std::cmp::Reverse((record.occurred_at, record.id)));
    Ok(there.then_some(past))
}

fn revision(row: Row) -> QueryResult<SavedRevision> {
    let Row {
        id, number, at, actor_subject, actor_role, content, grand_toman, shipping_toman, tiers, discounts, ..
    } = row;
    revisions::saved_revision(revisions::RevisionRow {
        order_id: id,
        revision: number,
        saved_at: at,
        actor_subject,
        actor_role,
        grand_toman,
        lines: content,
        shipping_toman,
        tiers,
        discounts,
    })
}

fn record(row: Row) -> audit::Record {
    let Row { id, number, at, actor_subject, actor_role, request_id, action, content, .. } = row;
    audit::Record {
        id,
        occurred_at: at,
        actor_subject,
        actor_role,
        request_id,
        action,
        version: number,
        changes: content,
    }
}
