//! Orders by what people know who do not know whose they are: an id or a code. The directory tells the seller, and below
//! that seller the order is looked up.

use diesel::{
    BoolExpressionMethods as _, ExpressionMethods as _, JoinOnDsl as _, NullableExpressionMethods as _,
    OptionalExtension as _, QueryDsl as _, QueryResult, SelectableHelper as _,
};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::{
    Connection,
    orders::{Found, OrderRow, as_found, of_customer, of_its_day, of_settlement, order, summary},
    schema::{customer, customer_past_names, order_directory, order_revision, sales_order, settlement},
};
use crate::domain::{Order, OrderSummary};

/// Whose order this is, deleted or not. For callers who may see those of any seller.
#[tracing::instrument(name = "db.order_directory.seller_of", skip_all, fields(order.id = %order_id))]
pub async fn seller_of(conn: &mut Connection, order_id: Uuid) -> QueryResult<Option<Uuid>> {
    order_directory::table.find(order_id).select(order_directory::seller_id).first(conn).await.optional()
}

/// Orders with this code of any seller, newest first. For callers who may see those of any seller.
#[tracing::instrument(name = "db.order_directory.by_code", skip_all)]
pub async fn by_code(conn: &mut Connection, code: &str, limit: i64) -> QueryResult<Vec<OrderSummary>> {
    let rows: Vec<Found> = order_directory::table
        .inner_join(sales_order::table.on(listed()))
        .inner_join(customer::table.on(of_customer()))
        .left_join(customer_past_names::table.on(of_its_day()))
        .left_join(settlement::table.on(of_settlement()))
        .filter(order_directory::code.eq(code))
        .filter(sales_order::deleted_at.is_null())
        .select(as_found())
        .order((order_directory::created_at.desc(), order_directory::order_id.desc()))
        .limit(limit)
        .load(conn)
        .await?;
    rows.into_iter().map(summary).collect()
}

/// What the paper of an order may tell, of one version: the order without its lines, what it comes to, and what its saved
/// revision came to.
#[tracing::instrument(name = "db.order_directory.find_saved", skip_all, fields(order.id = %order_id))]
pub async fn find_saved(conn: &mut Connection, order_id: Uuid) -> QueryResult<Option<(Order, i64, Option<i64>)>> {
    let found: Option<(OrderRow, Option<i64>)> = order_directory::table
        .inner_join(sales_order::table.on(listed()))
        .left_join(
            order_revision::table.on(order_revision::seller_id
                .eq(sales_order::seller_id)
                .and(order_revision::order_id.eq(sales_order::order_id))
                .and(order_revision::revision.eq(sales_order::revision))),
        )
        .filter(order_directory::order_id.eq(order_id))
        .filter(sales_order::deleted_at.is_null())
        .select((OrderRow::as_select(), order_revision::grand_toman.nullable()))
        .first(conn)
        .await
        .optional()?;
    let Some((row, saved)) = found else { return Ok(None) };
    let (order, grand_toman) = order(row)?;
    Ok(Some((order, grand_toman, saved)))
}

#[diesel::dsl::auto_type(no_type_alias)]
fn listed() -> _ {
    sales_order::seller_id.eq(order_directory::seller_id).and(sales_order::order_id.eq(order_directory::order_id))
}
