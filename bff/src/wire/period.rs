//! Periods: the client's filter codes and Jalali dates to spans of time and of days.

use std::str::FromStr;

use chrono::{DateTime, Utc};
use pishkhan_calendar::{JalaliDate, Period};
use pishkhan_proto::{orders::v1 as orders, reports::v1 as reports};
use serde::Deserialize;
use utoipa::IntoParams;

use super::{error::BffError, number, text};

/// Filter of the customer and order lists: 0 all, 1 today, 2 this week, 3 this month, 5 range (4 is unused).
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct PeriodQuery {
    /// 0 all, 1 today, 2 this week, 3 this month, 5 range.
    pub filter_date: Option<String>,
    /// First day, Jalali yyyy/mm/dd; with filterDate 5.
    pub from_date: Option<String>,
    /// Last day, Jalali yyyy/mm/dd; with filterDate 5.
    pub to_date: Option<String>,
}

impl PeriodQuery {
    /// The period that the list asks for.
    pub fn period(&self) -> Result<Period, BffError> {
        match whole_number("filterDate", self.filter_date.as_deref().unwrap_or("0"))? {
            0 => Ok(Period::All),
            1 => Ok(Period::Today),
            2 => Ok(Period::ThisWeek),
            3 => Ok(Period::ThisMonth),
            5 => range(self.from_date.as_deref(), self.to_date.as_deref()),
            _ => Err(BffError::field("filterDate", text::FIELD_INVALID)),
        }
    }
}

/// The days of a report's range.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct RangeQuery {
    /// First day, Jalali yyyy/mm/dd; with code 5.
    pub from_date: Option<String>,
    /// Last day, Jalali yyyy/mm/dd; with code 5.
    pub to_date: Option<String>,
}

impl RangeQuery {
    /// The period of a report's code: 1 all, 2 today, 3 this week, 4 this month, 5 range.
    pub fn period(&self, code: &str) -> Result<Period, BffError> {
        match whole_number("n", code).map_err(|_| BffError::not_found())? {
            1 => Ok(Period::All),
            2 => Ok(Period::Today),
            3 => Ok(Period::ThisWeek),
            4 => Ok(Period::ThisMonth),
            5 => range(self.from_date.as_deref(), self.to_date.as_deref()),
            _ => Err(BffError::not_found()),
        }
    }
}

/// Reads a whole number in Latin, Persian or Arabic-Indic digits.
pub fn whole_number(field: &'static str, text: &str) -> Result<i64, BffError> {
    number::bare(text).parse().map_err(|_| BffError::field(field, text::FIELD_INVALID))
}

fn range(from: Option<&str>, to: Option<&str>) -> Result<Period, BffError> {
    let given = |date: Option<&str>| date.map(str::trim).filter(|date| !date.is_empty()).map(str::to_owned);
    let (Some(from), Some(to)) = (given(from), given(to)) else {
        return Err(BffError::bad_request(text::RANGE_REQUIRED));
    };
    let date = |field, text: &str| JalaliDate::from_str(text).map_err(|_| BffError::field(field, text::DATE_INVALID));
    let (from, to) = (date("fromDate", &from)?, date("toDate", &to)?);
    if to < from {
        return Err(BffError::field("toDate", text::RANGE_REVERSED));
    }
    Ok(Period::Range { from, to })
}

/// The period as a half-open span of instants.
pub fn time_span(period: &Period, now: DateTime<Utc>) -> Option<orders::TimeSpan> {
    let (start, end) = period.bounds(now)?;
    Some(orders::TimeSpan { start_time: Some(timestamp(start)), end_time: Some(timestamp(end)) })
}

/// The period as Tehran's civil days, both ends included.
pub fn day_span(period: &Period, now: DateTime<Utc>) -> Option<reports::DaySpan> {
    let (first, last) = period.days(now)?;
    Some(reports::DaySpan { first_day: first.to_string(), last_day: last.to_string() })
}

fn timestamp(instant: DateTime<Utc>) -> prost_types::Timestamp {
    pishkhan_chassis::parse::timestamp(instant)
}

#[cfg(test)]
mod tests {
    use actix_web::ResponseError as _;

    use super::*;

    fn query(code: &str, from: Option<&str>, to: Option<&str>) -> Result<Period, BffError> {
        PeriodQuery {
            filter_date: Some(code.to_owned()),
            from_date: from.map(str::to_owned),
            to_date: to.map(str::to_owned),
        }
        .period()
    }

    #[test]
    fn codes_mean_what_the_client_means() {
        assert!(matches!(query("0", None, None), Ok(Period::All)));
        assert!(matches!(query("۱", None, None), Ok(Period::Today)));
        assert!(matches!(query("٣", None, None), Ok(Period::ThisMonth)));
        assert!(query("4", None, None).is_err());
        assert!(query("-1", None, None).is_err());
        assert!(matches!(RangeQuery::default().period("2"), Ok(Period::Today)));
        assert_eq!(RangeQuery::default().period("9").unwrap_err().status_code(), 404);
    }

    #[test]
    fn a_range_needs_both_dates_in_order() {
        assert!(matches!(query("5", Some("1405/08/01"), Some("۱۴۰۵/۰۸/۳۰")), Ok(Period::Range { .. })));
        assert_eq!(query("5", Some("1405/08/01"), None).unwrap_err().status_code(), 400);
        assert_eq!(query("5", Some(" "), Some("1405/08/01")).unwrap_err().status_code(), 400);
        assert!(query("5", Some("1405/08/30"), Some("1405/08/01")).is_err());
        assert!(query("5", Some("1404/12/30"), Some("1405/08/01")).is_err(), "1404 was no leap year");
    }
}
