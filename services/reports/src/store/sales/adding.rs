//! Every fact is added to the figures of its day, its month and all of time.
//!
//! A row is updated where it is and inserted where it is not; under the seller's lock nobody else inserts it meanwhile.
//! One upsert would not do: PostgreSQL checks `orders >= 0` on the row it would insert, and a change may be negative.

use pishkhan_chassis_db::{Statement, statement};
use uuid::Uuid;

use crate::domain::{Bucket, Changes, Figures};
use crate::store::{Connection, StoreResult};

/// Makes the rest of the transaction the only one that changes this seller's figures.
#[tracing::instrument(name = "db.seller_sales.lock", skip_all)]
pub async fn lock(conn: &Connection, seller_id: Uuid) -> StoreResult<()> {
    // The update changes nothing; it locks the row.
    statement(
        "INSERT INTO seller_sales AS sales (seller_id, bucket, orders, units, amount_toman) VALUES ($1, $2, 0, 0, 0) \
         ON CONFLICT (seller_id, bucket) DO UPDATE SET orders = sales.orders",
    )
    .bind(seller_id)
    .bind(Bucket::ALL.code())
    .run(conn)
    .await?;
    Ok(())
}

/// Adds changes to the figures. The caller holds the seller's [`lock`].
pub fn add(seller_id: Uuid, changes: &Changes) -> Vec<Statement> {
    let Changes { seller, products, regions, customers } = changes;
    let mut writes = Vec::new();
    if !seller.is_empty() {
        let sql = "WITH change AS ( \
               SELECT * FROM unnest($2::integer[], $3::bigint[], $4::bigint[], $5::bigint[]) \
                 AS change (bucket, orders, units, amount_toman) \
             ), known AS ( \
               UPDATE seller_sales AS sales SET orders = sales.orders + change.orders, \
                 units = sales.units + change.units, amount_toman = sales.amount_toman + change.amount_toman \
               FROM change WHERE sales.seller_id = $1 AND sales.bucket = change.bucket \
               RETURNING change.bucket \
             ) \
             INSERT INTO seller_sales (seller_id, bucket, orders, units, amount_toman) \
             SELECT $1, change.bucket, change.orders, change.units, change.amount_toman FROM change \
             WHERE NOT EXISTS (SELECT FROM known WHERE known.bucket = change.bucket)";
        let figures = Columns::of(seller.iter().map(|(&bucket, figures)| (bucket, figures)));
        writes.push(figures.added(seller_id, sql));
    }
    if !products.is_empty() {
        let sql = "WITH change AS ( \
               SELECT * FROM unnest($2::integer[], $6::uuid[], $3::bigint[], $4::bigint[], $5::bigint[]) \
                 AS change (bucket, type_id, orders, units, amount_toman) \
             ), known AS ( \
               UPDATE product_sales AS sales SET orders = sales.orders + change.orders, \
                 units = sales.units + change.units, amount_toman = sales.amount_toman + change.amount_toman \
               FROM change \
               WHERE sales.seller_id = $1 AND sales.bucket = change.bucket AND sales.type_id = change.type_id \
               RETURNING change.bucket, change.type_id \
             ) \
             INSERT INTO product_sales (seller_id, bucket, type_id, orders, units, amount_toman) \
             SELECT $1, change.bucket, change.type_id, change.orders, change.units, change.amount_toman FROM change \
             WHERE NOT EXISTS (SELECT FROM known \
               WHERE known.bucket = change.bucket AND known.type_id = change.type_id)";
        let figures = Columns::of(products.iter().map(|(&(bucket, _), figures)| (bucket, figures)));
        let type_ids: Vec<Uuid> = products.keys().map(|&(_, type_id)| type_id).collect();
        writes.push(figures.added(seller_id, sql).bind(type_ids));
    }
    if !customers.is_empty() {
        let sql = "WITH change AS ( \
               SELECT * FROM unnest($2::integer[], $6::uuid[], $3::bigint[], $4::bigint[], $5::bigint[]) \
                 AS change (bucket, customer_id, orders, units, amount_toman) \
             ), known AS ( \
               UPDATE customer_sales AS sales SET orders = sales.orders + change.orders, \
                 units = sales.units + change.units, amount_toman = sales.amount_toman + change.amount_toman \
               FROM change \
               WHERE sales.seller_id = $1 AND sales.bucket = change.bucket AND sales.customer_id = change.customer_id \
               RETURNING change.bucket, change.customer_id \
             ) \
             INSERT INTO customer_sales (seller_id, bucket, customer_id, orders, units, amount_toman) \
             SELECT $1, change.bucket, change.customer_id, change.orders, change.units, change.amount_toman \
             FROM change \
             WHERE NOT EXISTS (SELECT FROM known \
               WHERE known.bucket = change.bucket AND known.customer_id = change.customer_id)";
        let figures = Columns::of(customers.iter().map(|(&(bucket, _), figures)| (bucket, figures)));
        let customer_ids: Vec<Uuid> = customers.keys().map(|&(_, customer_id)| customer_id).collect();
        writes.push(figures.added(seller_id, sql).bind(customer_ids));
    }
    if !regions.is_empty() {
        let sql = "WITH change AS ( \
               SELECT * FROM unnest($2::integer[], $6::text[], $3::bigint[], $4::bigint[], $5::bigint[]) \
                 AS change (bucket, activity_area, orders, units, amount_toman) \
             ), known AS ( \
               UPDATE region_sales AS sales SET orders = sales.orders + change.orders, \
                 units = sales.units + change.units, amount_toman = sales.amount_toman + change.amount_toman \
               FROM change \
               WHERE sales.seller_id = $1 AND sales.bucket = change.bucket \
                 AND sales.activity_area = change.activity_area \
               RETURNING change.bucket, change.activity_area \
             ) \
             INSERT INTO region_sales (seller_id, bucket, activity_area, orders, units, amount_toman) \
             SELECT $1, change.bucket, change.activity_area, change.orders, change.units, change.amount_toman \
             FROM change \
             WHERE NOT EXISTS (SELECT FROM known \
               WHERE known.bucket = change.bucket AND known.activity_area = change.activity_area)";
        let figures = Columns::of(regions.iter().map(|(&(bucket, _), figures)| (bucket, figures)));
        let areas: Vec<String> = regions.keys().map(|(_, area)| area.clone()).collect();
        writes.push(figures.added(seller_id, sql).bind(areas));
    }
    writes
}

/// Figures, a column each.
#[derive(Default)]
struct Columns {
    buckets: Vec<i32>,
    orders: Vec<i64>,
    units: Vec<i64>,
    amounts_toman: Vec<i64>,
}

impl Columns {
    fn of<'a>(changes: impl Iterator<Item = (Bucket, &'a Figures)>) -> Self {
        let mut columns = Self::default();
        for (bucket, &Figures { orders, units, amount_toman }) in changes {
            columns.buckets.push(bucket.code());
            columns.orders.push(orders);
            columns.units.push(units);
            columns.amounts_toman.push(amount_toman);
        }
        columns
    }

    /// The statement with the seller and the figures as its first values.
    fn added(self, seller_id: Uuid, sql: &'static str) -> Statement {
        let Self { buckets, orders, units, amounts_toman } = self;
        statement(sql).bind(seller_id).bind(buckets).bind(orders).bind(units).bind(amounts_toman)
    }
}
