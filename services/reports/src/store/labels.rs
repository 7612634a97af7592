//! What things are called, by the latest fact that named them.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use diesel::upsert::excluded;
use diesel::{ExpressionMethods as _, Insertable, QueryDsl as _, Queryable, Selectable, SelectableHelper as _};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::schema::{customer_label, product_label};
use super::{Connection, StoreResult};
use crate::domain::{Names, ProductName};

#[derive(Insertable)]
#[diesel(table_name = product_label)]
struct NewProduct<'a> {
    seller_id: Uuid,
    type_id: Uuid,
    product_id: Uuid,
    product_title: &'a str,
    type_name: &'a str,
    told_at: DateTime<Utc>,
}

#[derive(Insertable)]
#[diesel(table_name = customer_label)]
struct NewCustomer<'a> {
    seller_id: Uuid,
    customer_id: Uuid,
    title: &'a str,
    told_at: DateTime<Utc>,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = product_label, check_for_backend(diesel::pg::Pg))]
struct ProductRow {
    type_id: Uuid,
    product_id: Uuid,
    product_title: String,
    type_name: String,
}

/// Keeps the names that are later than those known.
#[tracing::instrument(name = "db.label.learn", skip_all)]
pub async fn learn(conn: &mut Connection, seller_id: Uuid, names: &Names) -> StoreResult<()> {
    // Of the insert; on tables it would clash with the query dsl.
    use diesel::query_dsl::methods::FilterDsl as _;

    let products: Vec<NewProduct<'_>> = names
        .products
        .iter()
        .map(|(&type_id, (told_at, ProductName { product_id, product_title, type_name }))| NewProduct {
            seller_id,
            type_id,
            product_id: *product_id,
            product_title,
            type_name,
            told_at: *told_at,
        })
        .collect();
    if !products.is_empty() {
        diesel::insert_into(product_label::table)
            .values(&products)
            .on_conflict((product_label::seller_id, product_label::type_id))
            .do_update()
            .set((
                product_label::product_id.eq(excluded(product_label::product_id)),
                product_label::product_title.eq(excluded(product_label::product_title)),
                product_label::type_name.eq(excluded(product_label::type_name)),
                product_label::told_at.eq(excluded(product_label::told_at)),
            ))
            .filter(product_label::told_at.le(excluded(product_label::told_at)))
            .execute(conn)
            .await?;
    }
    let customers: Vec<NewCustomer<'_>> = names
        .customers
        .iter()
        .map(|(&customer_id, (told_at, title))| NewCustomer { seller_id, customer_id, title, told_at: *told_at })
        .collect();
    if !customers.is_empty() {
        diesel::insert_into(customer_label::table)
            .values(&customers)
            .on_conflict((customer_label::seller_id, customer_label::customer_id))
            .do_update()
            .set((
                customer_label::title.eq(excluded(customer_label::title)),
                customer_label::told_at.eq(excluded(customer_label::told_at)),
            ))
            .filter(customer_label::told_at.le(excluded(customer_label::told_at)))
            .execute(conn)
            .await?;
    }
    Ok(())
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
