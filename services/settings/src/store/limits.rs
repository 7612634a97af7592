//! Sellers' limits.

use diesel::{
    Insertable, OptionalExtension as _, QueryDsl as _, QueryResult, Queryable, Selectable, SelectableHelper as _,
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use pishkhan_chassis_db::{Statement, statement};
use uuid::Uuid;

use super::schema::{seller, seller_limits};
use crate::domain::seller::Limits;

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = seller_limits, check_for_backend(diesel::pg::Pg))]
pub(super) struct LimitsRow {
    seller_id: Uuid,
    min_order_toman: i64,
    min_packages: i64,
    shipping_toman: i64,
    tax_basis_points: i32,
}

impl From<LimitsRow> for Limits {
    fn from(row: LimitsRow) -> Self {
        let LimitsRow { seller_id: _, min_order_toman, min_packages, shipping_toman, tax_basis_points } = row;
        Self { min_order_toman, min_packages, shipping_toman, tax_basis_points }
    }
}

impl LimitsRow {
    fn new(seller_id: Uuid, limits: Limits) -> Self {
        let Limits { min_order_toman, min_packages, shipping_toman, tax_basis_points } = limits;
        Self { seller_id, min_order_toman, min_packages, shipping_toman, tax_basis_points }
    }
}

/// The limits of a seller that is ready.
#[tracing::instrument(name = "db.seller_limits.find", skip_all, fields(seller.id = %seller_id))]
pub async fn find(conn: &AsyncPgConnection, seller_id: Uuid) -> QueryResult<Option<Limits>> {
    let mut conn = conn;
    let row: Option<LimitsRow> = seller::table
        .find(seller_id)
        .filter(seller::ready)
        .inner_join(seller_limits::table)
        .select(LimitsRow::as_select())
        .first(&mut conn)
        .await
        .optional()?;
    Ok(row.map(Into::into))
}

/// Inserts a new seller's limits.
#[tracing::instrument(name = "db.seller_limits.insert", skip_all, fields(seller.id = %seller_id))]
pub async fn insert(conn: &mut AsyncPgConnection, seller_id: Uuid, limits: Limits) -> QueryResult<()> {
    diesel::insert_into(seller_limits::table).values(LimitsRow::new(seller_id, limits)).execute(conn).await.map(drop)
}

/// Writes a seller's limits.
pub fn update(seller_id: Uuid, limits: Limits) -> Statement {
    let Limits { min_order_toman, min_packages, shipping_toman, tax_basis_points } = limits;
    statement(
        "UPDATE seller_limits SET min_order_toman = $2, min_packages = $3, shipping_toman = $4, tax_basis_points = $5 \
         WHERE seller_id = $1",
    )
    .bind(seller_id)
    .bind(min_order_toman)
    .bind(min_packages)
    .bind(shipping_toman)
    .bind(tax_basis_points)
    .changing(1)
}
