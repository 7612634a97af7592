//! Lines of orders.

use diesel::{
    ExpressionMethods as _, Insertable, QueryDsl as _, QueryResult, Queryable, Selectable, SelectableHelper as _,
    pg::Pg,
};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::{Connection, corrupt, schema::order_line};
use crate::domain::OrderLine;

#[derive(Queryable, Selectable)]
#[diesel(table_name = order_line, check_for_backend(Pg))]
pub(super) struct LineRow {
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

#[derive(Insertable)]
#[diesel(table_name = order_line)]
struct NewRow<'a> {
    seller_id: Uuid,
    order_id: Uuid,
    position: i32,
    type_id: Uuid,
    product_id: Uuid,
    product_title: &'a str,
    type_name: &'a str,
    unit_name: &'a str,
    image_url: &'a str,
    pieces_per_unit: i32,
    quantity: i64,
    unit_price_toman: i64,
    unit_sell_price_toman: i64,
}

/// The lines of an order, in their order.
#[tracing::instrument(name = "db.order_line.list", skip_all, fields(order.id = %order_id))]
pub async fn list(conn: &mut Connection, seller_id: Uuid, order_id: Uuid) -> QueryResult<Vec<OrderLine>> {
    let rows: Vec<LineRow> = order_line::table
        .filter(order_line::seller_id.eq(seller_id))
        .filter(order_line::order_id.eq(order_id))
        .order(order_line::position)
        .select(LineRow::as_select())
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
    let rows = lines
        .iter()
        .zip(1..)
        .map(|(line, position)| {
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
            } = line;
            NewRow {
                seller_id,
                order_id,
                position,
                type_id: *type_id,
                product_id: *product_id,
                product_title,
                type_name,
                unit_name,
                image_url,
                pieces_per_unit: *pieces_per_unit,
                quantity: *quantity,
                unit_price_toman: *unit_price_toman,
                unit_sell_price_toman: *unit_sell_price_toman,
            }
        })
        .collect::<Vec<_>>();
    let added = diesel::insert_into(order_line::table).values(&rows).execute(conn).await?;
    if added == rows.len() { Ok(()) } else { Err(corrupt("order_line", &order_id)) }
}

impl From<LineRow> for OrderLine {
    fn from(row: LineRow) -> Self {
        let LineRow {
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
