//! What is known of each order.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use diesel::{OptionalExtension as _, QueryDsl as _, Queryable, Selectable, SelectableHelper as _};
use diesel_async::RunQueryDsl;
use pishkhan_chassis_db::{Statement, statement};
use uuid::Uuid;

use super::schema::contribution;
use super::{Connection, StoreResult, corrupt};
use crate::domain::{Bucket, Contribution, Fact, Figures};

#[derive(Queryable, Selectable)]
#[diesel(table_name = contribution, check_for_backend(diesel::pg::Pg))]
struct Row {
    revision: i64,
    day_bucket: Option<i32>,
    customer_id: Option<Uuid>,
    activity_area: Option<String>,
    type_ids: Option<Vec<Uuid>>,
    units: Option<Vec<i64>>,
    amounts_toman: Option<Vec<i64>>,
    code: Option<String>,
}

/// The latest fact about an order. Hold the seller's lock ([`super::sales::lock`]) to change what follows from it.
#[tracing::instrument(name = "db.contribution.find", skip_all, fields(order.id = %order_id))]
pub async fn find(conn: &Connection, seller_id: Uuid, order_id: Uuid) -> StoreResult<Option<Fact>> {
    let mut conn = conn;
    let row: Option<Row> =
        contribution::table.find((seller_id, order_id)).select(Row::as_select()).first(&mut conn).await.optional()?;
    row.map(|row| fact(row).ok_or_else(|| corrupt("contribution", &order_id))).transpose()
}

/// Replaces what is known of an order.
pub fn put(seller_id: Uuid, order_id: Uuid, fact: &Fact, applied_at: DateTime<Utc>) -> Statement {
    let content = fact.contribution.as_ref();
    let lines = content.map(|content| Columns::of(&content.types));
    let (type_ids, units, amounts_toman) = match lines {
        Some(Columns { type_ids, units, amounts_toman }) => (Some(type_ids), Some(units), Some(amounts_toman)),
        None => (None, None, None),
    };
    statement(
        "INSERT INTO contribution (seller_id, order_id, revision, applied_at, day_bucket, customer_id, activity_area, \
           type_ids, units, amounts_toman, code) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) \
         ON CONFLICT (seller_id, order_id) DO UPDATE SET revision = excluded.revision, applied_at = excluded.applied_at, \
           day_bucket = excluded.day_bucket, customer_id = excluded.customer_id, \
           activity_area = excluded.activity_area, type_ids = excluded.type_ids, units = excluded.units, \
           amounts_toman = excluded.amounts_toman, code = excluded.code",
    )
    .bind(seller_id)
    .bind(order_id)
    .bind(fact.revision)
    .bind(applied_at)
    .bind(content.map(|content| content.day.code()))
    .bind(content.map(|content| content.customer_id))
    .bind(content.map(|content| content.activity_area.clone()))
    .bind(type_ids)
    .bind(units)
    .bind(amounts_toman)
    .bind(content.and_then(|content| content.code.clone()))
}

/// Lines of a contribution, a column each.
pub(super) struct Columns {
    pub type_ids: Vec<Uuid>,
    pub units: Vec<i64>,
    pub amounts_toman: Vec<i64>,
}

impl Columns {
    pub(super) fn of(types: &BTreeMap<Uuid, Figures>) -> Self {
        Self {
            type_ids: types.keys().copied().collect(),
            units: types.values().map(|figures| figures.units).collect(),
            amounts_toman: types.values().map(|figures| figures.amount_toman).collect(),
        }
    }
}

fn fact(row: Row) -> Option<Fact> {
    let Row { revision, day_bucket, customer_id, activity_area, type_ids, units, amounts_toman, code } = row;
    let Some(day) = day_bucket else { return Some(Fact { revision, contribution: None }) };
    let types = type_ids?
        .into_iter()
        .zip(units?.into_iter().zip(amounts_toman?))
        .map(|(type_id, (units, amount_toman))| (type_id, Figures { orders: 1, units, amount_toman }))
        .collect();
    let contribution = Contribution {
        day: Bucket::from_code(day)?,
        customer_id: customer_id?,
        activity_area: activity_area?,
        types,
        code,
    };
    Some(Fact { revision, contribution: Some(contribution) })
}
