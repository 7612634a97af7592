//! Sellers' delivery rules.

use chrono::NaiveDate;
use diesel::{
    OptionalExtension as _, QueryDsl as _, QueryResult, Queryable, Selectable, SelectableHelper as _, result::Error,
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use pishkhan_calendar::{JalaliDate, delivery::Rule};
use pishkhan_chassis_db::{Statement, statement};
use uuid::Uuid;

use super::{bad, schema::delivery_rule};

#[derive(Queryable, Selectable)]
#[diesel(table_name = delivery_rule, check_for_backend(diesel::pg::Pg))]
pub(super) struct DeliveryRow {
    seller_id: Uuid,
    period_start: Option<NaiveDate>,
    period_end: Option<NaiveDate>,
    preparation_days: Option<i16>,
    days_after_order: Option<i16>,
    cut_off_minute: Option<i16>,
}

impl TryFrom<DeliveryRow> for Rule {
    type Error = Error;

    fn try_from(row: DeliveryRow) -> QueryResult<Self> {
        let DeliveryRow { seller_id, period_start, period_end, preparation_days, days_after_order, cut_off_minute } =
            row;
        let number = |value: i16| u32::try_from(value).map_err(|_| bad("delivery_rule", seller_id, value));
        match (period_start, period_end, days_after_order, cut_off_minute) {
            (Some(start), Some(end), None, None) => Ok(Self::Period {
                start: JalaliDate::from(start),
                end: JalaliDate::from(end),
                preparation_days: preparation_days.map(number).transpose()?,
            }),
            (None, None, Some(days), Some(minute)) => {
                let minute = number(minute)?;
                Ok(Self::CutOff { days: number(days)?, cut_off: (minute / 60, minute % 60) })
            }
            _ => Err(bad("delivery_rule", seller_id, "neither a period nor a cut-off")),
        }
    }
}

fn delivery_row(seller_id: Uuid, rule: &Rule) -> QueryResult<DeliveryRow> {
    let small = |value: u32| i16::try_from(value).map_err(|_| bad("delivery_rule", seller_id, value));
    Ok(match *rule {
        Rule::Period { start, end, preparation_days } => DeliveryRow {
            seller_id,
            period_start: Some(start.to_naive()),
            period_end: Some(end.to_naive()),
            preparation_days: preparation_days.map(small).transpose()?,
            days_after_order: None,
            cut_off_minute: None,
        },
        Rule::CutOff { days, cut_off: (hour, minute) } => DeliveryRow {
            seller_id,
            period_start: None,
            period_end: None,
            preparation_days: None,
            days_after_order: Some(small(days)?),
            cut_off_minute: Some(small(hour * 60 + minute)?),
        },
    })
}

/// A seller's delivery rule.
#[tracing::instrument(name = "db.delivery_rule.find", skip_all, fields(seller.id = %seller_id))]
pub async fn find(conn: &AsyncPgConnection, seller_id: Uuid) -> QueryResult<Option<Rule>> {
    let mut conn = conn;
    let row: Option<DeliveryRow> =
        delivery_rule::table.find(seller_id).select(DeliveryRow::as_select()).first(&mut conn).await.optional()?;
    row.map(TryInto::try_into).transpose()
}

/// Writes a seller's delivery rule.
pub fn put(seller_id: Uuid, rule: &Rule) -> QueryResult<Statement> {
    let DeliveryRow { seller_id, period_start, period_end, preparation_days, days_after_order, cut_off_minute } =
        delivery_row(seller_id, rule)?;
    let put = statement(
        "INSERT INTO delivery_rule (seller_id, period_start, period_end, preparation_days, days_after_order, \
           cut_off_minute) \
         VALUES ($1, $2, $3, $4, $5, $6) \
         ON CONFLICT (seller_id) DO UPDATE SET period_start = excluded.period_start, \
           period_end = excluded.period_end, preparation_days = excluded.preparation_days, \
           days_after_order = excluded.days_after_order, cut_off_minute = excluded.cut_off_minute",
    )
    .bind(seller_id)
    .bind(period_start)
    .bind(period_end)
    .bind(preparation_days)
    .bind(days_after_order)
    .bind(cut_off_minute)
    .changing(1);
    Ok(put)
}
