//! Page tokens. A token belongs to the span of days that it was given out for.

use chrono::NaiveDate;
use pishkhan_chassis::paging::{self, InvalidToken};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::app::PageStart;
use crate::domain::{Bucket, DaySpan};

#[derive(Serialize, Deserialize)]
struct Token<K> {
    amount_toman: i64,
    key: K,
    days: Option<(NaiveDate, NaiveDate)>,
}

fn days(span: Option<DaySpan>) -> Option<(NaiveDate, NaiveDate)> {
    span.map(|span| (span.first(), span.last()))
}

/// Where the page begins; none for the first one.
pub(super) fn read<K: DeserializeOwned>(
    text: &str,
    span: Option<DaySpan>,
) -> Result<Option<PageStart<K>>, InvalidToken> {
    if text.is_empty() {
        return Ok(None);
    }
    let Token { amount_toman, key, days: of } = paging::decode_token(text)?;
    if of == days(span) { Ok(Some(PageStart { amount_toman, key })) } else { Err(InvalidToken) }
}

/// The token of the next page; empty on the last one.
pub(super) fn write<K: Serialize>(next: Option<PageStart<K>>, span: Option<DaySpan>) -> String {
    next.map_or_else(String::new, |PageStart { amount_toman, key }| {
        paging::encode_token(&Token { amount_toman, key, days: days(span) })
    })
}

/// Where a page of a month's orders begins: the month as yyyymm, and the order that came last.
#[derive(Serialize, Deserialize)]
struct MonthToken {
    month: i32,
    after: Uuid,
}

/// The order behind which the page begins; none for the first one.
pub(super) fn read_month(text: &str, month: Bucket) -> Result<Option<Uuid>, InvalidToken> {
    if text.is_empty() {
        return Ok(None);
    }
    let MonthToken { month: of, after } = paging::decode_token(text)?;
    if of == month.code() { Ok(Some(after)) } else { Err(InvalidToken) }
}

/// The token of the next page; empty on the last one.
pub(super) fn write_month(next: Option<Uuid>, month: Bucket) -> String {
    next.map_or_else(String::new, |after| paging::encode_token(&MonthToken { month: month.code(), after }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_good_for_its_own_days_only() {
        let day = |day| NaiveDate::from_ymd_opt(2026, 11, day).unwrap();
        let span = DaySpan::new(day(1), day(21)).unwrap();
        let after = PageStart { amount_toman: 5, key: Uuid::from_u128(7) };
        let token = write(Some(after.clone()), Some(span));
        assert_eq!(read(&token, Some(span)), Ok(Some(after)));
        assert_eq!(read::<Uuid>(&token, None), Err(InvalidToken));
        assert_eq!(read::<Uuid>(&token, DaySpan::new(day(1), day(20)).ok()), Err(InvalidToken));
        assert_eq!(read::<Uuid>("", Some(span)), Ok(None));
        assert_eq!(read::<Uuid>("AAAA", None), Err(InvalidToken));
        assert_eq!(write::<Uuid>(None, Some(span)), "");
    }
}
