//! What products and their types are called.

use chrono::{DateTime, Utc};
use diesel::{QueryableByName, sql_types as sql};
use diesel_async::AsyncPgConnection;
use pishkhan_chassis_db::statement;
use uuid::Uuid;

use super::StoreResult;
use crate::domain::naming::{NamePosition, ProductNames};

#[derive(QueryableByName)]
struct NameRow {
    #[diesel(sql_type = sql::Uuid)]
    product_id: Uuid,
    #[diesel(sql_type = sql::Text)]
    title: String,
    #[diesel(sql_type = sql::Timestamptz)]
    changed_at: DateTime<Utc>,
    #[diesel(sql_type = sql::Integer)]
    row_order: i32,
    #[diesel(sql_type = sql::Uuid)]
    type_id: Uuid,
    #[diesel(sql_type = sql::Text)]
    name: String,
}

/// These products are called otherwise since `now`, or since just after the last time that they were. The caller holds
/// the lock of the seller's imports, so that of two changes the later one has the later time.
#[tracing::instrument(name = "db.product.renamed", skip_all)]
pub async fn renamed(
    conn: &AsyncPgConnection,
    seller_id: Uuid,
    product_ids: &[Uuid],
    now: DateTime<Utc>,
) -> StoreResult<()> {
    statement(
        "UPDATE product SET named_at = greatest($3, coalesce(named_at, created_at) + interval '1 microsecond') \
         WHERE seller_id = $1 AND product_id = ANY($2)",
    )
    .bind(seller_id)
    .bind(product_ids.to_vec())
    .bind(now)
    .run(conn)
    .await?;
    Ok(())
}

/// The names of these products, in the order of their ids.
#[tracing::instrument(name = "db.product.names", skip_all)]
pub async fn of_products(
    conn: &AsyncPgConnection,
    seller_id: Uuid,
    product_ids: &[Uuid],
) -> StoreResult<Vec<ProductNames>> {
    let rows = statement(
        "SELECT t.product_id, p.title, coalesce(p.named_at, p.created_at) AS changed_at, t.row_order, t.type_id, \
           t.name \
         FROM unnest($2::uuid[]) AS n (product_id) \
         JOIN product p ON p.seller_id = $1 AND p.product_id = n.product_id \
         JOIN product_type t ON t.seller_id = $1 AND t.product_id = p.product_id \
         ORDER BY t.product_id, t.row_order",
    )
    .bind(seller_id)
    .bind(product_ids.to_vec())
    .rows(conn)
    .await?;
    Ok(gathered(seller_id, rows))
}

/// The names of so many types behind a position, by product, and where to go on if there are more.
#[tracing::instrument(name = "db.product.names_page", skip_all)]
pub async fn page(
    conn: &AsyncPgConnection,
    seller_id: Uuid,
    after: Option<NamePosition>,
    size: u32,
) -> StoreResult<(Vec<ProductNames>, Option<NamePosition>)> {
    let NamePosition { product_id, row_order } =
        after.unwrap_or(NamePosition { product_id: Uuid::nil(), row_order: 0 });
    let mut rows: Vec<NameRow> = statement(
        "SELECT t.product_id, p.title, coalesce(p.named_at, p.created_at) AS changed_at, t.row_order, t.type_id, \
           t.name \
         FROM product_type t JOIN product p ON p.seller_id = t.seller_id AND p.product_id = t.product_id \
         WHERE t.seller_id = $1 AND (t.product_id, t.row_order) > ($2, $3) \
         ORDER BY t.product_id, t.row_order LIMIT $4",
    )
    .bind(seller_id)
    .bind(product_id)
    .bind(row_order)
    .bind(i64::from(size) + 1)
    .rows(conn)
    .await?;
    let size = usize::try_from(size).unwrap_or(usize::MAX);
    let more = rows.len() > size;
    rows.truncate(size);
    let last = rows.last().map(|row| NamePosition { product_id: row.product_id, row_order: row.row_order });
    Ok((gathered(seller_id, rows), last.filter(|_| more)))
}

/// Types that follow each other and are of one product, as one.
fn gathered(seller_id: Uuid, rows: Vec<NameRow>) -> Vec<ProductNames> {
    let mut products: Vec<ProductNames> = Vec::new();
    for NameRow { product_id, title, changed_at, row_order: _, type_id, name } in rows {
        match products.last_mut() {
            Some(last) if last.product_id == product_id => last.types.push((type_id, name)),
            _ => {
                products.push(ProductNames { seller_id, product_id, title, types: vec![(type_id, name)], changed_at });
            }
        }
    }
    products
}
