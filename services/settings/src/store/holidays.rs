//! The lunar holidays that are known.

use diesel::{QueryDsl as _, QueryResult};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use pishkhan_calendar::{
    JalaliDate,
    holidays::{Occasion, Table, Title},
};

use super::schema::{holiday, holiday_year};

/// The whole table: a few dozen rows a year.
#[tracing::instrument(name = "db.holiday.load", skip_all)]
pub async fn load(conn: &mut AsyncPgConnection) -> QueryResult<Table> {
    let years: Vec<i16> = holiday_year::table.select(holiday_year::year).load(conn).await?;
    let days: Vec<(i16, i16, i16, String)> =
        holiday::table.select((holiday::year, holiday::month, holiday::day, holiday::title)).load(conn).await?;
    let mut table = Table::new();
    for year in years {
        table.publish(year.into());
    }
    for (year, month, day, title) in days {
        let bad = || diesel::result::Error::DeserializationError(format!("holiday {year}/{month}/{day}").into());
        let part = |number: i16| u8::try_from(number).map_err(|_| bad());
        let date = JalaliDate::new(year.into(), part(month)?, part(day)?).map_err(|_| bad())?;
        let known = Occasion::ALL.iter().find(|occasion| occasion.code() == title);
        table.add(date, known.map_or_else(|| Title::Text(title.clone()), |occasion| Title::Occasion(*occasion)));
    }
    Ok(table)
}
