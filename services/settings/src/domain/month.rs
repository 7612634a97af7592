//! Jalali months, as they are billed.

use std::fmt;

use chrono::{DateTime, Utc};
use pishkhan_calendar::{JalaliDate, tehran_date, tehran_day};

/// A Jalali month. The code is `yyyymm`; codes order like the months.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Month(i32);

impl Month {
    /// The years that can be billed.
    const YEARS: std::ops::RangeInclusive<i32> = 1400..=1499;

    /// The month of a code; none when there is no such month, or none that can be billed.
    pub fn from_code(code: i32) -> Option<Self> {
        (Self::YEARS.contains(&(code / 100)) && (1..=12).contains(&(code % 100))).then_some(Self(code))
    }

    /// The month that it is in Tehran.
    pub fn at(instant: DateTime<Utc>) -> Self {
        Self::of(tehran_date(instant))
    }

    /// The month that a day lies in.
    pub fn of(day: JalaliDate) -> Self {
        Self(day.year() * 100 + i32::from(day.month()))
    }

    /// `yyyymm`.
    pub const fn code(self) -> i32 {
        self.0
    }

    /// The month before.
    #[must_use]
    pub const fn previous(self) -> Self {
        if self.0 % 100 == 1 { Self(self.0 - 89) } else { Self(self.0 - 1) }
    }

    /// The month after.
    #[must_use]
    pub const fn next(self) -> Self {
        if self.0 % 100 == 12 { Self(self.0 + 89) } else { Self(self.0 + 1) }
    }

    /// The month a year before.
    #[must_use]
    pub const fn year_before(self) -> Self {
        Self(self.0 - 100)
    }

    /// The instant at which it is over in Tehran; none for years that the calendar does not have.
    pub fn end(self) -> Option<DateTime<Utc>> {
        self.next().day(1).map(|day| tehran_day(day).0)
    }

    /// The day of this number, or the month's last one when it is shorter; none for years that the calendar does not have.
    pub fn day(self, day: u8) -> Option<JalaliDate> {
        let month = u8::try_from(self.0 % 100).ok()?;
        let last = JalaliDate::new(self.0 / 100, month, 1).ok()?.last_day_of_month();
        JalaliDate::new(self.0 / 100, month, day.min(last.day())).ok()
    }
}

impl fmt::Display for Month {
    /// `1405-07`.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{:04}-{:02}", self.0 / 100, self.0 % 100)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_month_ends_at_midnight_in_tehran() {
        let end = |code| Month::from_code(code).unwrap().end().unwrap().to_rfc3339();
        assert_eq!(end(140_507), "2026-10-22T20:30:00+00:00");
        assert_eq!(end(140_512), "2027-03-20T20:30:00+00:00");
    }

    #[test]
    fn months_follow_each_other() {
        let month = |code| Month::from_code(code).unwrap();
        for (before, after) in [(140_507, 140_508), (140_412, 140_501), (140_501, 140_502)] {
            assert_eq!((month(before).next(), month(after).previous()), (month(after), month(before)));
        }
        assert_eq!(month(140_507).to_string(), "1405-07");
        for code in [0, 1405, 140_500, 140_513, 139_912, 150_001, 14_050_801, -140_508] {
            assert_eq!(Month::from_code(code), None, "{code}");
        }
    }

    #[test]
    fn it_is_the_month_of_tehran() {
        // Midnight there is half past eight of the evening before in universal time.
        assert_eq!(Month::at("2026-11-21T20:29:59Z".parse().unwrap()).code(), 140_508);
        assert_eq!(Month::at("2026-11-21T20:30:00Z".parse().unwrap()).code(), 140_509);
    }

    #[test]
    fn a_short_month_ends_earlier() {
        let day = |code, day| Month::from_code(code).unwrap().day(day).unwrap().to_string();
        assert_eq!(day(140_508, 31), "1405/08/30");
        assert_eq!(day(140_512, 31), "1405/12/29");
        assert_eq!(day(140_508, 5), "1405/08/05");
    }
}
