//! Order codes.

use std::fmt;

use chrono::{DateTime, Utc};
use pishkhan_calendar::tehran_date;

/// What people call an order: the Jalali year and month of its placing in Tehran, and a number within that month.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OrderCode {
    /// Jalali year.
    pub year: i16,
    /// Jalali month, from 1.
    pub month: i16,
    /// From 1, without end.
    pub number: i64,
}

impl OrderCode {
    /// The year and month whose counter numbers an order placed at this instant. None beyond what Jalali years hold.
    pub fn month_of(placed_at: DateTime<Utc>) -> Option<(i16, i16)> {
        let date = tehran_date(placed_at);
        let year = i16::try_from(date.year()).ok().filter(|year| (1300..=1499).contains(year))?;
        Some((year, i16::from(date.month())))
    }
}

impl fmt::Display for OrderCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:06}", self.year, self.month, self.number)
    }
}

#[cfg(test)]
mod tests {
    use chrono::TimeZone as _;

    use super::*;

    #[test]
    fn codes_read_as_in_the_rules() {
        assert_eq!(OrderCode { year: 1405, month: 8, number: 123 }.to_string(), "1405-08-000123");
        assert_eq!(OrderCode { year: 1405, month: 12, number: 1_234_567 }.to_string(), "1405-12-1234567");
    }

    #[test]
    fn a_month_begins_at_midnight_in_tehran() {
        let azar = Utc.with_ymd_and_hms(2026, 11, 21, 20, 30, 0).unwrap();
        assert_eq!(OrderCode::month_of(azar), Some((1405, 9)));
        assert_eq!(OrderCode::month_of(azar - chrono::TimeDelta::seconds(1)), Some((1405, 8)));
        assert_eq!(OrderCode::month_of(Utc.with_ymd_and_hms(1900, 1, 1, 0, 0, 0).unwrap()), None);
    }
}
