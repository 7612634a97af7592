//! Order codes.

use std::{fmt, str::FromStr};

use chrono::{DateTime, Utc};
use pishkhan_calendar::tehran_date;
use pishkhan_chassis::digits;

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

    /// The code behind the last number of a month; the month's first one when there is none.
    pub const fn following((year, month): (i16, i16), last: Option<i64>) -> Self {
        let number = match last {
            Some(last) => last + 1,
            None => 1,
        };
        Self { year, month, number }
    }
}

/// No order can have this code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("no order code")]
pub struct NotACode;

impl FromStr for OrderCode {
    type Err = NotACode;

    /// Reads a code in digits of any script. Numbers have at least six digits, and not more than they need beyond.
    fn from_str(text: &str) -> Result<Self, NotACode> {
        let text = digits::to_latin(text.trim());
        let mut parts = text.split('-');
        let (Some(year), Some(month), Some(number), None) = (parts.next(), parts.next(), parts.next(), parts.next())
        else {
            return Err(NotACode);
        };
        let code = Self {
            year: year.parse().map_err(|_| NotACode)?,
            month: month.parse().map_err(|_| NotACode)?,
            number: number.parse().map_err(|_| NotACode)?,
        };
        let possible = (1300..=1499).contains(&code.year) && (1..=12).contains(&code.month) && code.number >= 1;
        // What is read is written the same: no signs, no further zeros.
        if possible && code.to_string() == text { Ok(code) } else { Err(NotACode) }
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
    fn codes_are_read_in_any_digits_and_nothing_else_is() {
        let code = OrderCode { year: 1405, month: 8, number: 123 };
        for text in ["1405-08-000123", " ۱۴۰۵-۰۸-۰۰۰۱۲۳ ", "١٤٠٥-٠٨-٠٠٠١٢٣"] {
            assert_eq!(text.parse(), Ok(code), "{text}");
        }
        assert_eq!("1405-12-1234567".parse::<OrderCode>().map(|code| code.number), Ok(1_234_567));
        for text in [
            "",
            "1405",
            "1405-08-123",
            "1405-8-000123",
            "1405-13-000123",
            "1405-08-000000",
            "1405-08-0000123",
            "1405-08-000123-1",
            "+405-08-000123",
            "1405-08-+00123",
            "1205-08-000123",
            "1405/08/000123",
            "1405-08-99999999999999999999",
            "1405-08-00012a",
        ] {
            assert_eq!(text.parse::<OrderCode>(), Err(NotACode), "{text}");
        }
    }

    #[test]
    fn a_month_begins_at_midnight_in_tehran() {
        let azar = Utc.with_ymd_and_hms(2026, 11, 21, 20, 30, 0).unwrap();
        assert_eq!(OrderCode::month_of(azar), Some((1405, 9)));
        assert_eq!(OrderCode::month_of(azar - chrono::TimeDelta::seconds(1)), Some((1405, 8)));
        assert_eq!(OrderCode::month_of(Utc.with_ymd_and_hms(1900, 1, 1, 0, 0, 0).unwrap()), None);
    }
}
