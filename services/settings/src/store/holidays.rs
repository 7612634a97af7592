//! The lunar holidays that are known.

use diesel::{
    CombineDsl as _, IntoSql as _, NullableExpressionMethods as _, QueryDsl as _, QueryResult,
    sql_types::{Nullable, SmallInt, Text},
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use pishkhan_calendar::{
    JalaliDate,
    holidays::{Occasion, Table, Title},
};

use super::schema::{holiday, holiday_year};

/// A published year, and with the rest a day of a year, published or not.
type Entry = (i16, Option<i16>, Option<i16>, Option<String>);

/// The whole table, in one query: a few dozen rows a year.
#[tracing::instrument(name = "db.holiday.load", skip_all)]
pub async fn load(conn: &mut AsyncPgConnection) -> QueryResult<Table> {
    let nothing = None::<i16>.into_sql::<Nullable<SmallInt>>();
    let no_title = None::<&str>.into_sql::<Nullable<Text>>();
    let days = (holiday::year, holiday::month.nullable(), holiday::day.nullable(), holiday::title.nullable());
    let entries: Vec<Entry> = holiday_year::table
        .select((holiday_year::year, nothing, nothing, no_title))
        .union_all(holiday::table.select(days))
        .load(conn)
        .await?;
    let mut table = Table::new();
    for (year, month, day, title) in entries {
        let (Some(month), Some(day), Some(title)) = (month, day, title) else {
            table.publish(year.into());
            continue;
        };
        let bad = || diesel::result::Error::DeserializationError(format!("holiday {year}/{month}/{day}").into());
        let part = |number: i16| u8::try_from(number).map_err(|_| bad());
        let date = JalaliDate::new(year.into(), part(month)?, part(day)?).map_err(|_| bad())?;
        let known = Occasion::ALL.iter().find(|occasion| occasion.code() == title);
        table.add(date, known.map_or_else(|| Title::Text(title.clone()), |occasion| Title::Occasion(*occasion)));
    }
    Ok(table)
}
