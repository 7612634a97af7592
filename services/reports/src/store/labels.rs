//! What things are called, and where customers are, by the latest fact that told it.

use chrono::{DateTime, Utc};
use diesel::{OptionalExtension as _, QueryDsl as _};
use diesel_async::RunQueryDsl;
use pishkhan_chassis_db::{Statement, statement};
use uuid::Uuid;

use super::schema::customer_label;
use super::{Connection, StoreResult};
use crate::domain::{Names, ProductName, Source};

/// When names become known.
#[derive(Clone, Copy, Debug)]
pub struct Learning {
    /// Now.
    pub now: DateTime<Utc>,
    /// What an owner says replaces all that became known before this, whenever that was told: the owner was asked since.
    pub asked_since: Option<DateTime<Utc>>,
}

/// Keeps the names that are later than those known, in the order of [`Source`]: an owner's are later than all orders'.
/// Figures do not follow a customer's area by themselves: see [`super::areas::follow`].
pub fn learn(seller_id: Uuid, names: &Names, learning: Learning) -> Vec<Statement> {
    let Learning { now, asked_since } = learning;
    let mut writes = Vec::new();
    if !names.products.is_empty() {
        let sources = Columns::of(names.products.values().map(|(source, _)| *source));
        let names_of = || names.products.values().map(|(_, name)| name);
        let of = |text: fn(&ProductName) -> &String| names_of().map(|name| text(name).clone()).collect::<Vec<_>>();
        let learn = statement(
            "INSERT INTO product_label AS known \
               (seller_id, type_id, product_id, product_title, type_name, told_at, by_owner, applied_at) \
             SELECT $1, type_id, product_id, product_title, type_name, told_at, by_owner, $3 \
             FROM unnest($4::timestamptz[], $5::boolean[], $6::uuid[], $7::uuid[], $8::text[], $9::text[]) \
               AS name (told_at, by_owner, type_id, product_id, product_title, type_name) \
             ON CONFLICT (seller_id, type_id) DO UPDATE SET product_id = excluded.product_id, \
               product_title = excluded.product_title, type_name = excluded.type_name, told_at = excluded.told_at, \
               by_owner = excluded.by_owner, applied_at = excluded.applied_at \
             WHERE (known.by_owner, known.told_at) <= (excluded.by_owner, excluded.told_at) \
               OR (excluded.by_owner AND known.applied_at < $2)",
        )
        .bind(seller_id)
        .bind(asked_since)
        .bind(now)
        .bind(sources.at)
        .bind(sources.by_owner)
        .bind(names.products.keys().copied().collect::<Vec<_>>())
        .bind(names_of().map(|name| name.product_id).collect::<Vec<_>>())
        .bind(of(|name| &name.product_title))
        .bind(of(|name| &name.type_name));
        writes.push(learn);
    }
    if !names.customers.is_empty() {
        let sources = Columns::of(names.customers.values().map(|(source, _)| *source));
        let names_of = || names.customers.values().map(|(_, name)| name);
        let learn = statement(
            "INSERT INTO customer_label AS known \
               (seller_id, customer_id, title, told_at, by_owner, applied_at, activity_area) \
             SELECT $1, customer_id, title, told_at, by_owner, $3, activity_area \
             FROM unnest($4::timestamptz[], $5::boolean[], $6::uuid[], $7::text[], $8::text[]) \
               AS name (told_at, by_owner, customer_id, title, activity_area) \
             ON CONFLICT (seller_id, customer_id) DO UPDATE SET title = excluded.title, \
               activity_area = excluded.activity_area, told_at = excluded.told_at, by_owner = excluded.by_owner, \
               applied_at = excluded.applied_at \
             WHERE (known.by_owner, known.told_at) <= (excluded.by_owner, excluded.told_at) \
               OR (excluded.by_owner AND known.applied_at < $2)",
        )
        .bind(seller_id)
        .bind(asked_since)
        .bind(now)
        .bind(sources.at)
        .bind(sources.by_owner)
        .bind(names.customers.keys().copied().collect::<Vec<_>>())
        .bind(names_of().map(|name| name.title.clone()).collect::<Vec<_>>())
        .bind(names_of().map(|name| name.activity_area.clone()).collect::<Vec<_>>());
        writes.push(learn);
    }
    writes
}

/// Who told names and when, a column each.
#[derive(Default)]
struct Columns {
    at: Vec<DateTime<Utc>>,
    by_owner: Vec<bool>,
}

impl Columns {
    fn of(all: impl Iterator<Item = Source>) -> Self {
        let mut columns = Self::default();
        for Source { by_owner, at } in all {
            columns.at.push(at);
            columns.by_owner.push(by_owner);
        }
        columns
    }
}

/// Where a customer's figures belong; none while its owner has not told it. Hold the seller's lock
/// ([`super::sales::lock`]) to count there.
#[tracing::instrument(name = "db.customer_label.area", skip_all)]
pub async fn area(conn: &Connection, seller_id: Uuid, customer_id: Uuid) -> StoreResult<Option<String>> {
    let mut conn = conn;
    let area: Option<Option<String>> = customer_label::table
        .find((seller_id, customer_id))
        .select(customer_label::activity_area)
        .first(&mut conn)
        .await
        .optional()?;
    Ok(area.flatten())
}
