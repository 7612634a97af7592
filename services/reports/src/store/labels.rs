//! What things are called, and where customers are, by the latest fact that told it.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use diesel::sql_types::{Array, Bool, Nullable, Text, Timestamptz, Uuid as SqlUuid};
use diesel::{
    ExpressionMethods as _, OptionalExtension as _, QueryDsl as _, Queryable, Selectable, SelectableHelper as _,
    sql_query,
};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::schema::{customer_label, product_label};
use super::{Connection, StoreResult};
use crate::domain::{Names, ProductName, Told};

#[derive(Queryable, Selectable)]
#[diesel(table_name = product_label, check_for_backend(diesel::pg::Pg))]
struct ProductRow {
    type_id: Uuid,
    product_id: Uuid,
    product_title: String,
    type_name: String,
}

/// When names become known.
#[derive(Clone, Copy, Debug)]
pub struct Learning {
    /// Now.
    pub now: DateTime<Utc>,
    /// What an owner says replaces all that became known before this, whenever that was told: the owner was asked since.
    pub asked_since: Option<DateTime<Utc>>,
}

// The order of facts is that of [`Told`]: an owner's are later than all orders'.
macro_rules! unless_later_is_known {
    ($insert:literal) => {
        concat!(
            $insert,
            ", told_at = excluded.told_at, by_owner = excluded.by_owner, applied_at = excluded.applied_at
            WHERE (known.by_owner, known.told_at) <= (excluded.by_owner, excluded.told_at)
                OR (excluded.by_owner AND known.applied_at < $2)"
        )
    };
}

/// Keeps the names that are later than those known. Figures do not follow a customer's area by themselves: see
/// [`super::areas::follow`].
#[tracing::instrument(name = "db.label.learn", skip_all)]
pub async fn learn(conn: &mut Connection, seller_id: Uuid, names: &Names, learning: Learning) -> StoreResult<()> {
    let Learning { now, asked_since } = learning;
    if !names.products.is_empty() {
        let told = Columns::of(names.products.values().map(|(told, _)| *told));
        let of =
            |text: fn(&ProductName) -> &str| names.products.values().map(|(_, name)| text(name)).collect::<Vec<_>>();
        sql_query(unless_later_is_known!(
            "INSERT INTO product_label AS known
                (seller_id, type_id, product_id, product_title, type_name, told_at, by_owner, applied_at)
            SELECT $1, type_id, product_id, product_title, type_name, told_at, by_owner, $3
            FROM unnest($4, $5, $6, $7, $8, $9)
                AS name (told_at, by_owner, type_id, product_id, product_title, type_name)
            ON CONFLICT (seller_id, type_id) DO UPDATE SET product_id = excluded.product_id,
                product_title = excluded.product_title, type_name = excluded.type_name"
        ))
        .bind::<SqlUuid, _>(seller_id)
        .bind::<Nullable<Timestamptz>, _>(asked_since)
        .bind::<Timestamptz, _>(now)
        .bind::<Array<Timestamptz>, _>(told.at)
        .bind::<Array<Bool>, _>(told.by_owner)
        .bind::<Array<SqlUuid>, _>(names.products.keys().collect::<Vec<_>>())
        .bind::<Array<SqlUuid>, _>(names.products.values().map(|(_, name)| name.product_id).collect::<Vec<_>>())
        .bind::<Array<Text>, _>(of(|name| &name.product_title))
        .bind::<Array<Text>, _>(of(|name| &name.type_name))
        .execute(conn)
        .await?;
    }
    if !names.customers.is_empty() {
        let told = Columns::of(names.customers.values().map(|(told, _)| *told));
        let names_of = || names.customers.values().map(|(_, name)| name);
        sql_query(unless_later_is_known!(
            "INSERT INTO customer_label AS known
                (seller_id, customer_id, title, told_at, by_owner, applied_at, activity_area)
            SELECT $1, customer_id, title, told_at, by_owner, $3, activity_area
            FROM unnest($4, $5, $6, $7, $8) AS name (told_at, by_owner, customer_id, title, activity_area)
            ON CONFLICT (seller_id, customer_id) DO UPDATE SET title = excluded.title,
                activity_area = excluded.activity_area"
        ))
        .bind::<SqlUuid, _>(seller_id)
        .bind::<Nullable<Timestamptz>, _>(asked_since)
        .bind::<Timestamptz, _>(now)
        .bind::<Array<Timestamptz>, _>(told.at)
        .bind::<Array<Bool>, _>(told.by_owner)
        .bind::<Array<SqlUuid>, _>(names.customers.keys().collect::<Vec<_>>())
        .bind::<Array<Text>, _>(names_of().map(|name| name.title.as_str()).collect::<Vec<_>>())
        .bind::<Array<Nullable<Text>>, _>(names_of().map(|name| name.activity_area.as_deref()).collect::<Vec<_>>())
        .execute(conn)
        .await?;
    }
    Ok(())
}

/// Who told names and when, a column each.
#[derive(Default)]
struct Columns {
    at: Vec<DateTime<Utc>>,
    by_owner: Vec<bool>,
}

impl Columns {
    fn of(all: impl Iterator<Item = Told>) -> Self {
        let mut columns = Self::default();
        for Told { by_owner, at } in all {
            columns.at.push(at);
            columns.by_owner.push(by_owner);
        }
        columns
    }
}

/// Where a customer's figures belong; none while its owner has not told it. Hold the seller's lock
/// ([`super::sales::lock`]) to count there.
#[tracing::instrument(name = "db.customer_label.area", skip_all)]
pub async fn area(conn: &mut Connection, seller_id: Uuid, customer_id: Uuid) -> StoreResult<Option<String>> {
    let area: Option<Option<String>> = customer_label::table
        .find((seller_id, customer_id))
        .select(customer_label::activity_area)
        .first(conn)
        .await
        .optional()?;
    Ok(area.flatten())
}

/// Names of these product types.
#[tracing::instrument(name = "db.product_label.find", skip_all)]
pub async fn products(
    conn: &mut Connection,
    seller_id: Uuid,
    type_ids: &[Uuid],
) -> StoreResult<HashMap<Uuid, ProductName>> {
    let rows: Vec<ProductRow> = product_label::table
        .filter(product_label::seller_id.eq(seller_id))
        .filter(product_label::type_id.eq_any(type_ids))
        .select(ProductRow::as_select())
        .load(conn)
        .await?;
    Ok(rows
        .into_iter()
        .map(|ProductRow { type_id, product_id, product_title, type_name }| {
            (type_id, ProductName { product_id, product_title, type_name })
        })
        .collect())
}

/// Titles of these customers.
#[tracing::instrument(name = "db.customer_label.find", skip_all)]
pub async fn customers(
    conn: &mut Connection,
    seller_id: Uuid,
    customer_ids: &[Uuid],
) -> StoreResult<HashMap<Uuid, String>> {
    let rows: Vec<(Uuid, String)> = customer_label::table
        .filter(customer_label::seller_id.eq(seller_id))
        .filter(customer_label::customer_id.eq_any(customer_ids))
        .select((customer_label::customer_id, customer_label::title))
        .load(conn)
        .await?;
    Ok(rows.into_iter().collect())
}
