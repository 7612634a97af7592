//! What was registered, each time.

use chrono::{DateTime, Utc};
use diesel::{
    BoolExpressionMethods as _, ExpressionMethods as _, JoinOnDsl as _, OptionalExtension as _, QueryDsl as _,
    QueryResult, Queryable, Selectable, SelectableHelper as _, pg::Pg,
};
use diesel_async::RunQueryDsl;
use pishkhan_chassis_db::{Statement, statement};
use uuid::Uuid;

use super::{
    Connection, corrupt, discounts,
    lines::StoredLine,
    schema::{customer, order_revision, sales_order},
};
use crate::domain::{Order, OrderLine, RegisteredOrder, SavedRevision, Totals};

/// Keeps the present lines of an order, its tiers and what they take off under its revision.
pub fn insert(
    order: &Order,
    totals: &Totals,
    saved_at: DateTime<Utc>,
    (actor_subject, actor_role): (&str, &str),
) -> QueryResult<Statement> {
    let lines: Vec<StoredLine> = order.lines.iter().map(StoredLine::from).collect();
    let lines = serde_json::to_value(lines).map_err(|error| diesel::result::Error::SerializationError(error.into()))?;
    let insert = statement(
        "INSERT INTO order_revision (seller_id, order_id, revision, saved_at, actor_subject, actor_role, grand_toman, lines, \
           shipping_toman, tiers, discounts) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)",
    )
    .bind(order.seller_id)
    .bind(order.order_id)
    .bind(order.revision)
    .bind(saved_at)
    .bind(actor_subject.to_owned())
    .bind(actor_role.to_owned())
    .bind(totals.grand_toman)
    .bind(lines)
    .bind(order.shipping_toman)
    .bind(discounts::tiers_to_store(&order.tiers)?)
    .bind(discounts::discounts_to_store(&totals.discounts)?);
    Ok(insert)
}

/// What an order's last saved revision holds, if the order is reopened: types and quantities.
#[tracing::instrument(name = "db.order_revision.held", skip_all, fields(order.id = %order_id))]
pub async fn held(conn: &Connection, seller_id: Uuid, order_id: Uuid) -> QueryResult<Vec<(Uuid, i64)>> {
    let mut conn = conn;
    let lines: Option<serde_json::Value> = sales_order::table
        .inner_join(
            order_revision::table.on(order_revision::seller_id
                .eq(sales_order::seller_id)
                .and(order_revision::order_id.eq(sales_order::order_id))
                .and(order_revision::revision.eq(sales_order::revision))),
        )
        .filter(sales_order::seller_id.eq(seller_id))
        .filter(sales_order::order_id.eq(order_id))
        .filter(sales_order::reopened)
        .select(order_revision::lines)
        .first(&mut conn)
        .await
        .optional()?;
    lines.map_or_else(|| Ok(Vec::new()), |lines| goods(lines, order_id))
}

/// Types and quantities of what a revision holds.
pub(super) fn goods(lines: serde_json::Value, order_id: Uuid) -> QueryResult<Vec<(Uuid, i64)>> {
    Ok(read(lines, order_id)?.into_iter().map(|line| (line.type_id, line.quantity)).collect())
}

/// What a revision saved.
#[tracing::instrument(name = "db.order_revision.find", skip_all, fields(order.id = %order_id))]
pub async fn find(
    conn: &Connection,
    seller_id: Uuid,
    order_id: Uuid,
    revision: i64,
) -> QueryResult<Option<SavedRevision>> {
    let mut conn = conn;
    let row: Option<RevisionRow> = order_revision::table
        .find((seller_id, order_id, revision))
        .select(RevisionRow::as_select())
        .first(&mut conn)
        .await
        .optional()?;
    row.map(saved_revision).transpose()
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = order_revision, check_for_backend(Pg))]
pub(super) struct RevisionRow {
    pub order_id: Uuid,
    pub revision: i64,
    pub saved_at: DateTime<Utc>,
    pub actor_subject: String,
    pub actor_role: String,
    pub grand_toman: i64,
    pub lines: serde_json::Value,
    pub shipping_toman: Option<i64>,
    pub tiers: Option<serde_json::Value>,
    pub discounts: Option<serde_json::Value>,
}

const TABLE: &str = "order_revision";

pub(super) fn saved_revision(row: RevisionRow) -> QueryResult<SavedRevision> {
    let RevisionRow {
        order_id,
        revision,
        saved_at,
        actor_subject,
        actor_role,
        grand_toman,
        lines,
        shipping_toman,
        tiers,
        discounts,
    } = row;
    Ok(SavedRevision {
        revision,
        saved_at,
        actor_subject,
        actor_role,
        grand_toman,
        shipping_toman,
        tiers: discounts::tiers(tiers, TABLE, order_id)?,
        discounts: discounts::discounts(discounts, TABLE, order_id)?,
        lines: read(lines, order_id)?,
    })
}

/// Title and area of a customer.
type Called = (String, String);
/// Lines, and what was taken off them.
type Saved = (serde_json::Value, Option<serde_json::Value>);
type Found = (Uuid, Uuid, String, i64, Option<DateTime<Utc>>, Uuid, Called, Saved);

/// Orders that count as registered, reopened ones included, in the order of seller and id; of all sellers when none
/// is given.
#[tracing::instrument(name = "db.order_revision.registered", skip_all)]
pub async fn registered(
    conn: &mut Connection,
    seller_id: Option<Uuid>,
    after: Option<(Uuid, Uuid)>,
    limit: i64,
) -> QueryResult<Vec<RegisteredOrder>> {
    let mut query =
        sales_order::table
            .inner_join(
                order_revision::table.on(order_revision::seller_id
                    .eq(sales_order::seller_id)
                    .and(order_revision::order_id.eq(sales_order::order_id))
                    .and(order_revision::revision.eq(sales_order::revision))),
            )
            .inner_join(customer::table.on(
                customer::seller_id.eq(sales_order::seller_id).and(customer::customer_id.eq(sales_order::customer_id)),
            ))
            .filter(sales_order::status.eq(1).or(sales_order::reopened))
            .order((sales_order::seller_id, sales_order::order_id))
            .limit(limit)
            .select((
                sales_order::seller_id,
                sales_order::order_id,
                sales_order::code,
                sales_order::revision,
                sales_order::registered_at,
                sales_order::customer_id,
                (customer::title, customer::activity_area),
                (order_revision::lines, order_revision::discounts),
            ))
            .into_boxed();
    if let Some(seller_id) = seller_id {
        query = query.filter(sales_order::seller_id.eq(seller_id));
    }
    query = match (seller_id, after) {
        // Within one seller the index leads straight to the place. So it does among the revisions, which would be read from
        // the seller's first one on if they were merged without being told.
        (Some(seller_id), Some((seller, order))) if seller == seller_id => {
            query.filter(sales_order::order_id.gt(order)).filter(order_revision::order_id.gt(order))
        }
        (_, Some((seller, order))) => query
            .filter(
                sales_order::seller_id
                    .ge(seller)
                    .and(sales_order::seller_id.gt(seller).or(sales_order::order_id.gt(order))),
            )
            .filter(order_revision::seller_id.ge(seller)),
        (_, None) => query,
    };
    let rows: Vec<Found> = query.load(conn).await?;
    rows.into_iter()
        .map(|(seller_id, order_id, code, revision, registered_at, customer_id, (title, area), (lines, off))| {
            Ok(RegisteredOrder {
                seller_id,
                order_id,
                code,
                revision,
                registered_at: registered_at.ok_or_else(|| corrupt("sales_order", &order_id))?,
                customer_id,
                customer_title: title,
                activity_area: area,
                lines: read(lines, order_id)?,
                discounts: discounts::discounts(off, TABLE, order_id)?,
            })
        })
        .collect()
}

fn read(stored: serde_json::Value, order_id: Uuid) -> QueryResult<Vec<OrderLine>> {
    let lines: Vec<StoredLine> =
        serde_json::from_value(stored).map_err(|error| corrupt("order_revision", &format!("{order_id}: {error}")))?;
    Ok(lines.into_iter().map(OrderLine::from).collect())
}
