//! Lines of orders.

use diesel::{
    ExpressionMethods as _, Insertable, QueryDsl as _, QueryResult, Queryable, Selectable, SelectableHelper as _,
    pg::Pg,
};
use diesel_async::RunQueryDsl;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::{Connection, corrupt, schema::order_line};
use crate::domain::OrderLine;

/// A line as it is stored: a row of an order, an element of what a revision keeps.
#[derive(Queryable, Selectable, Insertable, Serialize, Deserialize)]
#[diesel(table_name = order_line, check_for_backend(Pg))]
pub(super) struct StoredLine {
    type_id: Uuid,
    product_id: Uuid,
    product_title: String,
    type_name: String,
    unit_name: String,
    image_url: String,
    pieces_per_unit: i32,
    quantity: i64,
    unit_price_toman: i64,
    unit_sell_price_toman: i64,
}

/// The lines of an order, in their order.
#[tracing::instrument(name = "db.order_line.list", skip_all, fields(order.id = %order_id))]
pub async fn list(conn: &mut Connection, seller_id: Uuid, order_id: Uuid) -> QueryResult<Vec<OrderLine>> {
    let rows: Vec<StoredLine> = order_line::table
        .filter(order_line::seller_id.eq(seller_id))
        .filter(order_line::order_id.eq(order_id))
        .order(order_line::position)
        .select(StoredLine::as_select())
        .load(conn)
        .await?;
    Ok(rows.into_iter().map(Into::into).collect())
}

/// Makes these the lines of an order.
#[tracing::instrument(name = "db.order_line.replace", skip_all, fields(order.id = %order_id))]
pub async fn replace(conn: &mut Connection, seller_id: Uuid, order_id: Uuid, lines: &[OrderLine]) -> QueryResult<()> {
    diesel::delete(
        order_line::table.filter(order_line::seller_id.eq(seller_id)).filter(order_line::order_id.eq(order_id)),
    )
    .execute(conn)
    .await?;
    insert(conn, seller_id, order_id, lines).await
}

/// Adds the lines of a new order.
#[tracing::instrument(name = "db.order_line.insert", skip_all, fields(order.id = %order_id))]
pub async fn insert(conn: &mut Connection, seller_id: Uuid, order_id: Uuid, lines: &[OrderLine]) -> QueryResult<()> {
    if lines.is_empty() {
        return Ok(());
    }
    let rows: Vec<_> = lines
        .iter()
        .zip(1..)
        .map(|(line, position): (&OrderLine, i32)| {
            (
                order_line::seller_id.eq(seller_id),
                order_line::order_id.eq(order_id),
                order_line::position.eq(position),
                StoredLine::from(line),
            )
        })
        .collect();
    let added = diesel::insert_into(order_line::table).values(&rows).execute(conn).await?;
    if added == rows.len() { Ok(()) } else { Err(corrupt("order_line", &order_id)) }
}

impl From<StoredLine> for OrderLine {
    fn from(row: StoredLine) -> Self {
        let StoredLine {
            type_id,
            product_id,
            product_title,
            type_name,
            unit_name,
            image_url,
            pieces_per_unit,
            quantity,
            unit_price_toman,
            unit_sell_price_toman,
        } = row;
        Self {
            type_id,
            product_id,
            product_title,
            type_name,
            unit_name,
            image_url,
            pieces_per_unit,
            quantity,
            unit_price_toman,
            unit_sell_price_toman,
        }
    }
}

impl From<&OrderLine> for StoredLine {
    fn from(line: &OrderLine) -> Self {
        let OrderLine {
            type_id,
            product_id,
            product_title,
            type_name,
            unit_name,
            image_url,
            pieces_per_unit,
            quantity,
            unit_price_toman,
            unit_sell_price_toman,
        } = line.clone();
        Self {
            type_id,
            product_id,
            product_title,
            type_name,
            unit_name,
            image_url,
            pieces_per_unit,
            quantity,
            unit_price_toman,
            unit_sell_price_toman,
        }
    }
}
