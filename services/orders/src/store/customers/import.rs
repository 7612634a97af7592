//! What imports read under their locks, and what they write.

use chrono::{DateTime, Utc};
use diesel::{
    ExpressionMethods as _, Insertable, QueryDsl as _, QueryResult, SelectableHelper as _, sql_query, sql_types::Text,
};
use diesel_async::RunQueryDsl;
use pishkhan_chassis::text;
use pishkhan_chassis_db::statement;
use uuid::Uuid;

use super::CustomerRow;
use crate::{
    domain::{Customer, CustomerDraft},
    store::{
        Connection, corrupt,
        schema::{customer, customer_counter},
    },
};

#[derive(Insertable)]
#[diesel(table_name = customer)]
struct NewRow<'a> {
    seller_id: Uuid,
    customer_id: Uuid,
    code: &'a str,
    title: &'a str,
    title_folded: String,
    mobile: &'a str,
    landline: &'a str,
    trade_type: &'a str,
    shop_name: &'a str,
    activity_area: &'a str,
    address: &'a str,
    connected: bool,
    open_orders: i32,
    created_at: DateTime<Utc>,
}

/// Makes imports of one seller's customers wait for each other, until the transaction ends.
#[tracing::instrument(name = "db.customer.lock_import", skip_all)]
pub async fn lock_import(conn: &mut Connection, seller_id: Uuid) -> QueryResult<()> {
    sql_query("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))")
        .bind::<Text, _>(format!("customer import {seller_id}"))
        .execute(conn)
        .await?;
    Ok(())
}

/// Customers with these codes and whether they are connected, locked in the order of their ids.
#[tracing::instrument(name = "db.customer.lock_by_codes", skip_all)]
pub async fn lock_by_codes(
    conn: &mut Connection,
    seller_id: Uuid,
    codes: &[String],
) -> QueryResult<Vec<(Customer, bool)>> {
    let rows: Vec<(CustomerRow, bool)> = customer::table
        .filter(customer::seller_id.eq(seller_id))
        .filter(customer::code.eq_any(codes))
        .order(customer::customer_id)
        .select((CustomerRow::as_select(), customer::connected))
        // Orders may refer to them meanwhile.
        .for_no_key_update()
        .load(conn)
        .await?;
    Ok(rows.into_iter().map(|(row, connected)| (row.into(), connected)).collect())
}

/// Adds connected customers without orders.
#[tracing::instrument(name = "db.customer.insert", skip_all)]
pub async fn insert(
    conn: &mut Connection,
    seller_id: Uuid,
    drafts: &[(Uuid, CustomerDraft)],
    created_at: DateTime<Utc>,
) -> QueryResult<()> {
    let rows: Vec<NewRow<'_>> = drafts
        .iter()
        .map(|(customer_id, draft)| {
            let CustomerDraft { code, title, mobile, landline, trade_type, shop_name, activity_area, address } = draft;
            NewRow {
                seller_id,
                customer_id: *customer_id,
                code,
                title,
                title_folded: text::fold(title),
                mobile,
                landline,
                trade_type,
                shop_name,
                activity_area,
                address,
                connected: true,
                open_orders: 0,
                created_at,
            }
        })
        .collect();
    diesel::insert_into(customer::table).values(&rows).execute(conn).await?;
    Ok(())
}

/// Changes what is said of a customer, and connects it.
#[tracing::instrument(name = "db.customer.update", skip_all, fields(customer.id = %customer_id))]
pub async fn update(
    conn: &mut Connection,
    seller_id: Uuid,
    customer_id: Uuid,
    draft: &CustomerDraft,
) -> QueryResult<()> {
    let CustomerDraft { code: _, title, mobile, landline, trade_type, shop_name, activity_area, address } = draft;
    diesel::update(customer::table.find((seller_id, customer_id)))
        .set((
            customer::title.eq(title),
            customer::title_folded.eq(text::fold(title)),
            customer::mobile.eq(mobile),
            customer::landline.eq(landline),
            customer::trade_type.eq(trade_type),
            customer::shop_name.eq(shop_name),
            customer::activity_area.eq(activity_area),
            customer::address.eq(address),
            customer::connected.eq(true),
        ))
        .execute(conn)
        .await?;
    Ok(())
}

/// The seller has this many more customers, and this many more with an open order.
#[tracing::instrument(name = "db.customer_counter.change", skip_all)]
pub async fn count_changed(conn: &mut Connection, seller_id: Uuid, all: i64, with_open: i64) -> QueryResult<()> {
    let changed = statement(
        "UPDATE customer_counter SET all_count = all_count + $2, with_open_count = with_open_count + $3 \
         WHERE seller_id = $1",
    )
    .bind(seller_id)
    .bind(all)
    .bind(with_open)
    .run(conn)
    .await?;
    // The import of a seller's first customer has made it.
    if changed == 1 { Ok(()) } else { Err(corrupt("customer_counter", &seller_id)) }
}

/// Makes the seller's counter, if it has none.
#[tracing::instrument(name = "db.customer_counter.ensure", skip_all)]
pub async fn ensure_counter(conn: &mut Connection, seller_id: Uuid) -> QueryResult<()> {
    diesel::insert_into(customer_counter::table)
        .values((
            customer_counter::seller_id.eq(seller_id),
            customer_counter::all_count.eq(0),
            customer_counter::with_open_count.eq(0),
        ))
        .on_conflict_do_nothing()
        .execute(conn)
        .await?;
    Ok(())
}
