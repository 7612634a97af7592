//! Lines of orders.

use std::collections::BTreeMap;

use diesel::{
    ExpressionMethods as _, QueryDsl as _, QueryResult, Queryable, Selectable, SelectableHelper as _, pg::Pg,
};
use diesel_async::RunQueryDsl;
use pishkhan_chassis_db::{Memoize as _, Statement, statement};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::{Connection, schema::order_line};
use crate::domain::{MAX_LINES, OrderLine};

/// A line as it is stored: a row of an order, an element of what a revision keeps.
#[derive(Queryable, Selectable, Serialize, Deserialize)]
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

/// The lines of an order, in their order, each with its place.
#[tracing::instrument(name = "db.order_line.list", skip_all, fields(order.id = %order_id))]
pub async fn list(conn: &Connection, seller_id: Uuid, order_id: Uuid) -> QueryResult<Vec<(i32, OrderLine)>> {
    let mut conn = conn;
    let rows: Vec<(i32, StoredLine)> = order_line::table
        .filter(order_line::seller_id.eq(seller_id))
        .filter(order_line::order_id.eq(order_id))
        .order(order_line::position)
        .select((order_line::position, StoredLine::as_select()))
        .memoized()
        .load(&mut conn)
        .await?;
    Ok(rows.into_iter().map(|(place, line)| (place, line.into())).collect())
}

/// Makes `after` the lines of an order whose lines are `before`, by writing what differs: quantities and prices change where
/// they stand, what is gone leaves a gap, and what is new stands behind all others.
pub fn change(seller_id: Uuid, order_id: Uuid, before: &[(i32, OrderLine)], after: &[OrderLine]) -> Vec<Statement> {
    let Some(Changes { changed, gone, added }) = Changes::between(before, after) else {
        return replace(seller_id, order_id, after);
    };
    let mut writes = Vec::new();
    if !gone.is_empty() {
        let rows = gone.len();
        let sql = "DELETE FROM order_line WHERE seller_id = $1 AND order_id = $2 AND type_id = ANY($3::uuid[])";
        writes.push(statement(sql).bind(seller_id).bind(order_id).bind(gone).changing(rows));
    }
    if !changed.is_empty() {
        let column = |value: fn(&OrderLine) -> i64| changed.iter().map(|line| value(line)).collect::<Vec<i64>>();
        let update = statement(
            "UPDATE order_line AS o SET quantity = l.quantity, unit_price_toman = l.unit_price_toman \
             FROM unnest($3::uuid[], $4::bigint[], $5::bigint[]) AS l (type_id, quantity, unit_price_toman) \
             WHERE o.seller_id = $1 AND o.order_id = $2 AND o.type_id = l.type_id",
        )
        .bind(seller_id)
        .bind(order_id)
        .bind(changed.iter().map(|line| line.type_id).collect::<Vec<_>>())
        .bind(column(|line| line.quantity))
        .bind(column(|line| line.unit_price_toman));
        writes.push(update.changing(changed.len()));
    }
    if !added.is_empty() {
        writes.push(insert(seller_id, order_id, &added));
    }
    writes
}

/// Whether no two statements of [`change`] touch the same line.
pub fn change_in_place(before: &[(i32, OrderLine)], after: &[OrderLine]) -> bool {
    Changes::between(before, after).is_some()
}

/// Makes these the lines of an order, whatever they were.
pub fn replace(seller_id: Uuid, order_id: Uuid, lines: &[OrderLine]) -> Vec<Statement> {
    let sql = "DELETE FROM order_line WHERE seller_id = $1 AND order_id = $2";
    let mut writes = vec![statement(sql).bind(seller_id).bind(order_id)];
    if !lines.is_empty() {
        writes.push(insert_all(seller_id, order_id, lines));
    }
    writes
}

/// Adds the lines of a new order.
pub fn insert_all(seller_id: Uuid, order_id: Uuid, lines: &[OrderLine]) -> Statement {
    insert(seller_id, order_id, &(1..).zip(lines).collect::<Vec<_>>())
}

fn insert(seller_id: Uuid, order_id: Uuid, lines: &[(i32, &OrderLine)]) -> Statement {
    let ids = |value: fn(&OrderLine) -> Uuid| lines.iter().map(|(_, line)| value(line)).collect::<Vec<Uuid>>();
    let texts =
        |value: fn(&OrderLine) -> &String| lines.iter().map(|(_, line)| value(line).clone()).collect::<Vec<String>>();
    let numbers = |value: fn(&OrderLine) -> i64| lines.iter().map(|(_, line)| value(line)).collect::<Vec<i64>>();
    statement(
        "INSERT INTO order_line (seller_id, order_id, position, type_id, product_id, product_title, type_name, unit_name, \
           image_url, pieces_per_unit, quantity, unit_price_toman, unit_sell_price_toman) \
         SELECT $1, $2, l.* \
         FROM unnest($3::integer[], $4::uuid[], $5::uuid[], $6::text[], $7::text[], $8::text[], $9::text[], $10::integer[], \
           $11::bigint[], $12::bigint[], $13::bigint[]) AS l (position, type_id, product_id, product_title, type_name, \
           unit_name, image_url, pieces_per_unit, quantity, unit_price_toman, unit_sell_price_toman)",
    )
    .bind(seller_id)
    .bind(order_id)
    .bind(lines.iter().map(|(place, _)| *place).collect::<Vec<i32>>())
    .bind(ids(|line| line.type_id))
    .bind(ids(|line| line.product_id))
    .bind(texts(|line| &line.product_title))
    .bind(texts(|line| &line.type_name))
    .bind(texts(|line| &line.unit_name))
    .bind(texts(|line| &line.image_url))
    .bind(lines.iter().map(|(_, line)| line.pieces_per_unit).collect::<Vec<i32>>())
    .bind(numbers(|line| line.quantity))
    .bind(numbers(|line| line.unit_price_toman))
    .bind(numbers(|line| line.unit_sell_price_toman))
    .changing(lines.len())
}

/// What differs between the lines of an order and those that it shall have.
#[derive(Debug, PartialEq, Eq)]
struct Changes<'a> {
    /// Their quantity or price is another.
    changed: Vec<&'a OrderLine>,
    gone: Vec<Uuid>,
    /// With the places that they take.
    added: Vec<(i32, &'a OrderLine)>,
}

impl<'a> Changes<'a> {
    /// `None`: they differ by more than can be written line by line.
    fn between(before: &[(i32, OrderLine)], after: &'a [OrderLine]) -> Option<Self> {
        let mut left: BTreeMap<Uuid, &(i32, OrderLine)> =
            before.iter().map(|stored| (stored.1.type_id, stored)).collect();
        let (mut changed, mut added) = (Vec::new(), Vec::new());
        let mut last = 0;
        let mut next = before.last().map_or(0, |(place, _)| *place);
        for line in after {
            if let Some((place, stored)) = left.remove(&line.type_id) {
                let written =
                    OrderLine { quantity: line.quantity, unit_price_toman: line.unit_price_toman, ..stored.clone() };
                // Another order of the lines, or another text, is no change of a quantity.
                if *place <= last || !added.is_empty() || written != *line {
                    return None;
                }
                last = *place;
                if stored != line {
                    changed.push(line);
                }
            } else {
                next += 1;
                added.push((next, line));
            }
        }
        // Gaps have used up the places.
        if usize::try_from(next).is_ok_and(|next| next > MAX_LINES) && !added.is_empty() {
            return None;
        }
        Some(Self { changed, gone: left.into_keys().collect(), added })
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    fn line(type_id: u128, quantity: i64) -> OrderLine {
        OrderLine {
            type_id: Uuid::from_u128(type_id),
            product_id: Uuid::nil(),
            product_title: "a product".to_owned(),
            type_name: "a type".to_owned(),
            unit_name: "a unit".to_owned(),
            image_url: String::new(),
            pieces_per_unit: 12,
            quantity,
            unit_price_toman: 1_000,
            unit_sell_price_toman: 1_200,
        }
    }

    fn stored(places: &[i32]) -> Vec<(i32, OrderLine)> {
        (1..).zip(places).map(|(type_id, place)| (*place, line(type_id, 5))).collect()
    }

    #[test]
    fn only_what_differs_is_written() {
        let before = stored(&[1, 2, 4]);
        let after = [line(1, 5), line(3, 6), line(9, 1), line(8, 2)];
        let changes = Changes::between(&before, &after).unwrap();
        assert_eq!(changes.changed, [&after[1]]);
        assert_eq!(changes.gone, [Uuid::from_u128(2)]);
        assert_eq!(changes.added, [(5, &after[2]), (6, &after[3])], "behind all that were there");
        let same: Vec<OrderLine> = before.iter().map(|(_, line)| line.clone()).collect();
        assert_eq!(Changes::between(&before, &same), Some(Changes { changed: vec![], gone: vec![], added: vec![] }));
    }

    #[test]
    fn what_cannot_be_written_line_by_line_is_written_anew() {
        let before = stored(&[1, 2]);
        let renamed = OrderLine { type_name: "another".to_owned(), ..line(1, 5) };
        assert_eq!(Changes::between(&before, &[renamed, line(2, 5)]), None);
        assert_eq!(Changes::between(&before, &[line(2, 5), line(1, 5)]), None, "another order");
        assert_eq!(Changes::between(&before, &[line(1, 5), line(9, 5), line(2, 5)]), None, "a new one between");
        let full = stored(&[1, 500]);
        assert!(Changes::between(&full, &[line(1, 4)]).is_some(), "nothing is added");
        assert_eq!(Changes::between(&full, &[line(1, 5), line(2, 5), line(9, 1)]), None, "no place is left");
    }
}
