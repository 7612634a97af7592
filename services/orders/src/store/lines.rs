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
use crate::domain::{MAX_LINES, Order, OrderLine};

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
    match Changes::between(before, after) {
        Some(changes) => change_all(&[(OrderPlace { place: 0, seller_id, order_id }, &changes)]),
        None => replace(seller_id, order_id, after),
    }
}

/// Whose lines they are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OrderPlace {
    /// The order's place behind a [guard](Statement::guard).
    pub place: i32,
    /// The seller.
    pub seller_id: Uuid,
    /// The order.
    pub order_id: Uuid,
}

/// Changes the lines of several orders. No two of the statements touch the same line.
pub fn change_all(orders: &[(OrderPlace, &Changes)]) -> Vec<Statement> {
    let mut writes = Vec::new();
    let gone: Vec<_> = orders.iter().flat_map(|(of, changes)| changes.gone.iter().map(|id| (*of, *id))).collect();
    if !gone.is_empty() {
        let sql = "DELETE FROM order_line AS o \
             USING unnest($1::integer[], $2::uuid[], $3::uuid[], $4::uuid[]) AS each (place, seller_id, order_id, type_id) \
             WHERE o.seller_id = each.seller_id AND o.order_id = each.order_id AND o.type_id = each.type_id";
        let ids = gone.iter().map(|(_, type_id)| *type_id).collect::<Vec<_>>();
        writes.push(of_orders(sql, &gone).bind(ids).changing(gone.len()));
    }
    let changed: Vec<_> = orders.iter().flat_map(|(of, changes)| changes.changed.iter().map(|to| (*of, *to))).collect();
    if !changed.is_empty() {
        let column = |value: fn(&Amount) -> i64| changed.iter().map(|(_, to)| value(to)).collect::<Vec<i64>>();
        let sql = "UPDATE order_line AS o SET quantity = each.quantity, unit_price_toman = each.unit_price_toman \
             FROM unnest($1::integer[], $2::uuid[], $3::uuid[], $4::uuid[], $5::bigint[], $6::bigint[]) \
               AS each (place, seller_id, order_id, type_id, quantity, unit_price_toman) \
             WHERE o.seller_id = each.seller_id AND o.order_id = each.order_id AND o.type_id = each.type_id";
        let update = of_orders(sql, &changed)
            .bind(changed.iter().map(|(_, to)| to.type_id).collect::<Vec<_>>())
            .bind(column(|to| to.quantity))
            .bind(column(|to| to.unit_price_toman));
        writes.push(update.changing(changed.len()));
    }
    let added: Vec<_> = orders
        .iter()
        .flat_map(|(of, changes)| changes.added.iter().map(|(place, line)| (*of, (*place, line))))
        .collect();
    if !added.is_empty() {
        writes.push(insert(&added));
    }
    writes
}

/// Makes these the lines of an order, whatever they were.
pub fn replace(seller_id: Uuid, order_id: Uuid, lines: &[OrderLine]) -> Vec<Statement> {
    let sql = "DELETE FROM order_line WHERE seller_id = $1 AND order_id = $2";
    let mut writes = vec![statement(sql).bind(seller_id).bind(order_id)];
    if !lines.is_empty() {
        let of = OrderPlace { place: 0, seller_id, order_id };
        writes.push(insert(&(1..).zip(lines).map(|placed| (of, placed)).collect::<Vec<_>>()));
    }
    writes
}

/// Adds the lines of new orders, if they have any.
pub fn of_new_orders<'o>(orders: impl IntoIterator<Item = &'o Order>) -> Option<Statement> {
    let lines = orders.into_iter().flat_map(|order| {
        let of = OrderPlace { place: 0, seller_id: order.seller_id, order_id: order.order_id };
        (1..).zip(&order.lines).map(move |placed| (of, placed))
    });
    let lines: Vec<_> = lines.collect();
    (!lines.is_empty()).then(|| insert(&lines))
}

fn insert(lines: &[(OrderPlace, (i32, &OrderLine))]) -> Statement {
    let ids = |value: fn(&OrderLine) -> Uuid| lines.iter().map(|(_, (_, line))| value(line)).collect::<Vec<Uuid>>();
    let texts = |value: fn(&OrderLine) -> &String| {
        lines.iter().map(|(_, (_, line))| value(line).clone()).collect::<Vec<String>>()
    };
    let numbers = |value: fn(&OrderLine) -> i64| lines.iter().map(|(_, (_, line))| value(line)).collect::<Vec<i64>>();
    let sql = "INSERT INTO order_line (seller_id, order_id, position, type_id, product_id, product_title, type_name, \
           unit_name, image_url, pieces_per_unit, quantity, unit_price_toman, unit_sell_price_toman) \
         SELECT each.seller_id, each.order_id, each.position, each.type_id, each.product_id, each.product_title, \
           each.type_name, each.unit_name, each.image_url, each.pieces_per_unit, each.quantity, each.unit_price_toman, \
           each.unit_sell_price_toman \
         FROM unnest($1::integer[], $2::uuid[], $3::uuid[], $4::integer[], $5::uuid[], $6::uuid[], $7::text[], $8::text[], \
           $9::text[], $10::text[], $11::integer[], $12::bigint[], $13::bigint[], $14::bigint[]) \
           AS each (place, seller_id, order_id, position, type_id, product_id, product_title, type_name, unit_name, \
           image_url, pieces_per_unit, quantity, unit_price_toman, unit_sell_price_toman)";
    of_orders(sql, lines)
        .bind(lines.iter().map(|(_, (place, _))| *place).collect::<Vec<i32>>())
        .bind(ids(|line| line.type_id))
        .bind(ids(|line| line.product_id))
        .bind(texts(|line| &line.product_title))
        .bind(texts(|line| &line.type_name))
        .bind(texts(|line| &line.unit_name))
        .bind(texts(|line| &line.image_url))
        .bind(lines.iter().map(|(_, (_, line))| line.pieces_per_unit).collect::<Vec<i32>>())
        .bind(numbers(|line| line.quantity))
        .bind(numbers(|line| line.unit_price_toman))
        .bind(numbers(|line| line.unit_sell_price_toman))
        .changing(lines.len())
}

/// A statement about rows of orders, whose first three values say of which.
fn of_orders<T>(sql: &'static str, rows: &[(OrderPlace, T)]) -> Statement {
    statement(sql)
        .bind(rows.iter().map(|(of, _)| of.place).collect::<Vec<i32>>())
        .bind(rows.iter().map(|(of, _)| of.seller_id).collect::<Vec<Uuid>>())
        .bind(rows.iter().map(|(of, _)| of.order_id).collect::<Vec<Uuid>>())
}

/// What differs between the lines of an order and those that it shall have.
#[derive(Debug, PartialEq, Eq)]
pub struct Changes {
    changed: Vec<Amount>,
    gone: Vec<Uuid>,
    /// With the places that they take.
    added: Vec<(i32, OrderLine)>,
}

/// What can change of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Amount {
    type_id: Uuid,
    quantity: i64,
    unit_price_toman: i64,
}

impl Changes {
    /// `None`: they differ by more than can be written line by line.
    pub fn between(before: &[(i32, OrderLine)], after: &[OrderLine]) -> Option<Self> {
        let mut left: BTreeMap<Uuid, &(i32, OrderLine)> =
            before.iter().map(|stored| (stored.1.type_id, stored)).collect();
        let (mut changed, mut added) = (Vec::new(), Vec::new());
        let mut last = 0;
        let mut next = before.last().map_or(0, |(place, _)| *place);
        for line in after {
            let OrderLine { type_id, quantity, unit_price_toman, .. } = *line;
            if let Some((place, stored)) = left.remove(&type_id) {
                let written = OrderLine { quantity, unit_price_toman, ..stored.clone() };
                // Another order of the lines, or another text, is no change of a quantity.
                if *place <= last || !added.is_empty() || written != *line {
                    return None;
                }
                last = *place;
                if stored != line {
                    changed.push(Amount { type_id, quantity, unit_price_toman });
                }
            } else {
                next += 1;
                added.push((next, line.clone()));
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
        assert_eq!(changes.changed, [Amount { type_id: after[1].type_id, quantity: 6, unit_price_toman: 1_000 }]);
        assert_eq!(changes.gone, [Uuid::from_u128(2)]);
        assert_eq!(changes.added, [(5, after[2].clone()), (6, after[3].clone())], "behind all that were there");
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
