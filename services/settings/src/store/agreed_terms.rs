//! What was agreed, by the month from which on it holds.

use chrono::{DateTime, NaiveDate, Utc};
use diesel::{
    ExpressionMethods as _, Insertable, OptionalExtension as _, QueryDsl as _, QueryResult, Queryable, QueryableByName,
    Selectable, SelectableHelper as _, sql_types::Uuid as SqlUuid,
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use pishkhan_chassis_db::statement;
use uuid::Uuid;

use super::{cooperation, cooperation_code, month, schema::agreed_terms};
use crate::domain::{
    agreed::{Agreed, AgreedFrom},
    month::Month,
};

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = agreed_terms, check_for_backend(diesel::pg::Pg))]
struct Row {
    seller_id: Uuid,
    from_month: i32,
    cooperation: i16,
    commission: i64,
    payment_date: Option<NaiveDate>,
    confirmed_at: DateTime<Utc>,
    confirmed_by: String,
}

/// The terms that hold for a month; none when nothing was agreed by then.
#[tracing::instrument(name = "db.agreed_terms.of_month", skip_all, fields(seller.id = %seller_id))]
pub async fn of_month(conn: &mut AsyncPgConnection, seller_id: Uuid, of: Month) -> QueryResult<Option<AgreedFrom>> {
    let row: Option<Row> = agreed_terms::table
        .filter(agreed_terms::seller_id.eq(seller_id))
        .filter(agreed_terms::from_month.le(of.code()))
        .order(agreed_terms::from_month.desc())
        .select(Row::as_select())
        .first(conn)
        .await
        .optional()?;
    row.map(|row| {
        let Row { cooperation: code, commission, payment_date, from_month, .. } = row;
        let agreed = Agreed { cooperation: cooperation("agreed_terms", seller_id, code)?, commission, payment_date };
        Ok(AgreedFrom { agreed, from: month("agreed_terms", seller_id, from_month)? })
    })
    .transpose()
}

/// The first month behind another one from which on other terms hold.
#[tracing::instrument(name = "db.agreed_terms.next_after", skip_all, fields(seller.id = %seller_id))]
pub async fn next_after(conn: &mut AsyncPgConnection, seller_id: Uuid, after: Month) -> QueryResult<Option<Month>> {
    let next: Option<i32> = agreed_terms::table
        .filter(agreed_terms::seller_id.eq(seller_id))
        .filter(agreed_terms::from_month.gt(after.code()))
        .order(agreed_terms::from_month)
        .select(agreed_terms::from_month)
        .first(conn)
        .await
        .optional()?;
    next.map(|code| month("agreed_terms", seller_id, code)).transpose()
}

/// Lets terms hold from a month on, in the place of what was agreed for that month.
#[tracing::instrument(name = "db.agreed_terms.put", skip_all, fields(seller.id = %seller_id))]
pub async fn put(
    conn: &mut AsyncPgConnection,
    seller_id: Uuid,
    terms: AgreedFrom,
    confirmed_at: DateTime<Utc>,
    confirmed_by: &str,
) -> QueryResult<()> {
    let AgreedFrom { agreed: Agreed { cooperation, commission, payment_date }, from } = terms;
    let row = Row {
        seller_id,
        from_month: from.code(),
        cooperation: cooperation_code(cooperation),
        commission,
        payment_date,
        confirmed_at,
        confirmed_by: confirmed_by.to_owned(),
    };
    diesel::delete(agreed_terms::table.find((seller_id, from.code()))).execute(conn).await?;
    diesel::insert_into(agreed_terms::table).values(row).execute(conn).await.map(drop)
}

#[derive(QueryableByName)]
struct SellerRow {
    #[diesel(sql_type = SqlUuid)]
    seller_id: Uuid,
}

/// Sellers behind one id whose profile does not say what holds in a month; at most `limit`, in the order of their ids.
#[tracing::instrument(name = "db.agreed_terms.not_begun", skip_all)]
pub async fn not_begun(
    conn: &mut AsyncPgConnection,
    present: Month,
    after: Uuid,
    limit: i64,
) -> QueryResult<Vec<Uuid>> {
    // Only those whose terms begin with this very month: what is older was taken over when its month began.
    let rows: Vec<SellerRow> = statement(
        "SELECT seller_id FROM agreed_terms JOIN seller USING (seller_id)
        WHERE from_month = $1 AND ready AND seller_id > $3
            AND (agreed_terms.cooperation, agreed_terms.commission, agreed_terms.payment_date)
                IS DISTINCT FROM (seller.cooperation, seller.agreed_commission, seller.commission_payment_date)
        ORDER BY seller_id LIMIT $2",
    )
    .bind(present.code())
    .bind(limit)
    .bind(after)
    .load(conn)
    .await?;
    Ok(rows.into_iter().map(|row| row.seller_id).collect())
}
