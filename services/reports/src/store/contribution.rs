//! What is known of each order.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use diesel::{Insertable, OptionalExtension as _, QueryDsl as _, Queryable, Selectable, SelectableHelper as _};
use diesel_async::RunQueryDsl;
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

#[derive(Insertable, diesel::AsChangeset)]
#[diesel(table_name = contribution, primary_key(seller_id, order_id), treat_none_as_null = true)]
struct NewRow {
    seller_id: Uuid,
    order_id: Uuid,
    revision: i64,
    applied_at: DateTime<Utc>,
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
pub async fn find(conn: &mut Connection, seller_id: Uuid, order_id: Uuid) -> StoreResult<Option<Fact>> {
    let row: Option<Row> =
        contribution::table.find((seller_id, order_id)).select(Row::as_select()).first(conn).await.optional()?;
    row.map(|row| fact(row).ok_or_else(|| corrupt("contribution", &order_id))).transpose()
}

/// Replaces what is known of an order.
#[tracing::instrument(name = "db.contribution.put", skip_all, fields(order.id = %order_id))]
pub async fn put(
    conn: &mut Connection,
    seller_id: Uuid,
    order_id: Uuid,
    fact: &Fact,
    applied_at: DateTime<Utc>,
) -> StoreResult<()> {
    let content = fact.contribution.as_ref();
    let lines = content.map(|content| Columns::of(&content.types));
    let (type_ids, units, amounts_toman) = match lines {
        Some(Columns { type_ids, units, amounts_toman }) => (Some(type_ids), Some(units), Some(amounts_toman)),
        None => (None, None, None),
    };
    let row = NewRow {
        seller_id,
        order_id,
        revision: fact.revision,
        applied_at,
        day_bucket: content.map(|content| content.day.code()),
        customer_id: content.map(|content| content.customer_id),
        activity_area: content.map(|content| content.activity_area.clone()),
        type_ids,
        units,
        amounts_toman,
        code: content.and_then(|content| content.code.clone()),
    };
    diesel::insert_into(contribution::table)
        .values(&row)
        .on_conflict((contribution::seller_id, contribution::order_id))
        .do_update()
        .set(&row)
        .execute(conn)
        .await?;
    Ok(())
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
