//! What customers are called, and where they are.

use chrono::{DateTime, Utc};
use diesel::{
    ExpressionMethods as _, QueryDsl as _, QueryResult, sql_query,
    sql_types::{Array, Nullable, Timestamptz, Uuid as SqlUuid},
};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::{Connection, schema::customer};
use crate::domain::CustomerNames;

diesel::define_sql_function! {
    /// The first of both that is there.
    fn coalesce(first: Nullable<Timestamptz>, second: Timestamptz) -> Timestamptz;
}

type Row = (Uuid, String, String, DateTime<Utc>);

/// These customers have another title or region since `now`, or since just after the last time that they got one. The
/// caller has locked them, so that of two changes the later one has the later time.
#[tracing::instrument(name = "db.customer.renamed", skip_all)]
pub async fn renamed(
    conn: &mut Connection,
    seller_id: Uuid,
    customer_ids: &[Uuid],
    now: DateTime<Utc>,
) -> QueryResult<()> {
    sql_query(
        "UPDATE customer SET named_at = greatest($3, coalesce(named_at, created_at) + interval '1 microsecond') \
         WHERE seller_id = $1 AND customer_id = ANY($2)",
    )
    .bind::<SqlUuid, _>(seller_id)
    .bind::<Array<SqlUuid>, _>(customer_ids)
    .bind::<Timestamptz, _>(now)
    .execute(conn)
    .await?;
    Ok(())
}

/// What these customers are called, in the order of their ids.
#[tracing::instrument(name = "db.customer.names", skip_all)]
pub async fn of_customers(
    conn: &mut Connection,
    seller_id: Uuid,
    customer_ids: &[Uuid],
) -> QueryResult<Vec<CustomerNames>> {
    let rows = names(seller_id).filter(customer::customer_id.eq_any(customer_ids)).load(conn).await?;
    Ok(read(seller_id, rows))
}

/// What the customers behind one are called, in the order of their ids: at most `limit`.
#[tracing::instrument(name = "db.customer.names_page", skip_all)]
pub async fn page(
    conn: &mut Connection,
    seller_id: Uuid,
    after: Option<Uuid>,
    limit: i64,
) -> QueryResult<Vec<CustomerNames>> {
    let after = after.unwrap_or_default();
    let rows = names(seller_id).filter(customer::customer_id.gt(after)).limit(limit).load(conn).await?;
    Ok(read(seller_id, rows))
}

#[diesel::dsl::auto_type(no_type_alias)]
fn names(seller_id: Uuid) -> _ {
    let since = coalesce(customer::named_at, customer::created_at);
    customer::table.filter(customer::seller_id.eq(seller_id)).order(customer::customer_id).select((
        customer::customer_id,
        customer::title,
        customer::activity_area,
        since,
    ))
}

fn read(seller_id: Uuid, rows: Vec<Row>) -> Vec<CustomerNames> {
    let names = |(customer_id, title, activity_area, changed_at): Row| CustomerNames {
        seller_id,
        customer_id,
        title,
        activity_area,
        changed_at,
    };
    rows.into_iter().map(names).collect()
}
