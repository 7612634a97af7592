//! The lunar holidays that are known.

use diesel::{
    CombineDsl as _, ExpressionMethods as _, IntoSql as _, NullableExpressionMethods as _, OptionalExtension as _,
    QueryDsl as _, QueryResult,
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
pub async fn load(conn: &AsyncPgConnection) -> QueryResult<Table> {
    let mut conn = conn;
    let nothing = None::<i16>.into_sql::<Nullable<SmallInt>>();
    let no_title = None::<&str>.into_sql::<Nullable<Text>>();
    let days = (holiday::year, holiday::month.nullable(), holiday::day.nullable(), holiday::title.nullable());
    let entries: Vec<Entry> = holiday_year::table
        .select((holiday_year::year, nothing, nothing, no_title))
        .union_all(holiday::table.select(days))
        .load(&mut conn)
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

type Key = (i16, i16, i16);

fn key(date: JalaliDate) -> QueryResult<Key> {
    let year = i16::try_from(date.year())
        .map_err(|_| diesel::result::Error::SerializationError(format!("holiday {date}: year").into()))?;
    Ok((year, date.month().into(), date.day().into()))
}

/// The days of a year that have an entry which has still to be confirmed.
#[tracing::instrument(name = "db.holiday.unconfirmed", skip_all)]
pub async fn unconfirmed(conn: &mut AsyncPgConnection, year: i32) -> QueryResult<Vec<(u8, u8)>> {
    let Ok(year) = i16::try_from(year) else { return Ok(Vec::new()) };
    let days: Vec<(i16, i16)> = holiday::table
        .filter(holiday::year.eq(year))
        .filter(holiday::confirmed.eq(false))
        .select((holiday::month, holiday::day))
        .load(conn)
        .await?;
    Ok(days.into_iter().filter_map(|(month, day)| Some((month.try_into().ok()?, day.try_into().ok()?))).collect())
}

/// Adds an entry, or says of the one that is there whether it is confirmed; what it was before.
#[tracing::instrument(name = "db.holiday.put", skip_all)]
pub async fn put(
    conn: &mut AsyncPgConnection,
    date: JalaliDate,
    title: &str,
    confirmed: bool,
) -> QueryResult<Option<bool>> {
    let (year, month, day) = key(date)?;
    let before = holiday::table
        .find((year, month, day, title))
        .select(holiday::confirmed)
        .for_update()
        .first::<bool>(conn)
        .await
        .optional()?;
    diesel::insert_into(holiday::table)
        .values((
            holiday::year.eq(year),
            holiday::month.eq(month),
            holiday::day.eq(day),
            holiday::title.eq(title),
            holiday::confirmed.eq(confirmed),
        ))
        .on_conflict((holiday::year, holiday::month, holiday::day, holiday::title))
        .do_update()
        .set(holiday::confirmed.eq(confirmed))
        .execute(conn)
        .await?;
    Ok(before)
}

/// Takes a day's entries out, all of them or the one of this title; the titles that are gone.
#[tracing::instrument(name = "db.holiday.delete", skip_all)]
pub async fn delete(conn: &mut AsyncPgConnection, date: JalaliDate, title: Option<&str>) -> QueryResult<Vec<String>> {
    let (year, month, day) = key(date)?;
    let of_day = diesel::delete(holiday::table)
        .filter(holiday::year.eq(year))
        .filter(holiday::month.eq(month))
        .filter(holiday::day.eq(day));
    match title {
        Some(title) => of_day.filter(holiday::title.eq(title)).returning(holiday::title).get_results(conn).await,
        None => of_day.returning(holiday::title).get_results(conn).await,
    }
}

/// Says whether a year is published; whether that is new.
#[tracing::instrument(name = "db.holiday_year.set", skip_all)]
pub async fn set_published(conn: &mut AsyncPgConnection, year: i32, published: bool) -> QueryResult<bool> {
    let year = i16::try_from(year)
        .map_err(|_| diesel::result::Error::SerializationError(format!("holiday_year {year}").into()))?;
    let changed = if published {
        diesel::insert_into(holiday_year::table)
            .values(holiday_year::year.eq(year))
            .on_conflict_do_nothing()
            .execute(conn)
            .await?
    } else {
        diesel::delete(holiday_year::table.find(year)).execute(conn).await?
    };
    Ok(changed == 1)
}
