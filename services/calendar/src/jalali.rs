//! Dates of the Jalali (Solar Hijri) calendar.

use std::fmt;
use std::str::FromStr;

use chrono::{Datelike as _, NaiveDate, TimeDelta, Weekday};
use icu_calendar::Date;
use icu_calendar::cal::Persian;
use icu_calendar::types::RataDie;
use serde::{Deserialize, Serialize};

use crate::digits;

/// A day of the Jalali calendar.
///
/// Written as `yyyy/mm/dd` with Latin digits; read from the same shape, or from eight bare digits, in Latin, Persian
/// or Arabic-Indic digits. Leap years are those of the astronomical calendar in force in Iran (1403 and 1408, not
/// 1404 or 1407), as `icu_calendar` has them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct JalaliDate {
    // The same day twice: arithmetic and conversion need the one, people the other. First, so that it orders.
    civil: NaiveDate,
    year: i32,
    month: u8,
    day: u8,
}

/// Why something is not a Jalali date.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum JalaliError {
    /// The text has not the shape `yyyy/mm/dd` or `yyyymmdd`.
    #[error("a jalali date is written as yyyy/mm/dd")]
    Malformed,
    /// The calendar has no such day, or the year is not between 1 and 9999.
    #[error("the jalali calendar has no such day")]
    NoSuchDay,
}

impl JalaliDate {
    /// Makes a date of its parts, the month and the day counted from 1.
    ///
    /// # Errors
    /// [`JalaliError::NoSuchDay`] for a day that the calendar does not have and for years outside 1 to 9999.
    pub fn new(year: i32, month: u8, day: u8) -> Result<Self, JalaliError> {
        if !(1..=9999).contains(&year) {
            return Err(JalaliError::NoSuchDay);
        }
        let persian = Date::try_new_persian(year, month, day).map_err(|_| JalaliError::NoSuchDay)?;
        let days = i32::try_from(persian.to_rata_die().to_i64_date()).map_err(|_| JalaliError::NoSuchDay)?;
        let civil = NaiveDate::from_num_days_from_ce_opt(days).ok_or(JalaliError::NoSuchDay)?;
        Ok(Self { civil, year, month, day })
    }

    /// The Jalali year.
    pub const fn year(self) -> i32 {
        self.year
    }

    /// The month, 1 (Farvardin) to 12 (Esfand).
    pub const fn month(self) -> u8 {
        self.month
    }

    /// The day of the month, 1 to 31.
    pub const fn day(self) -> u8 {
        self.day
    }

    /// The same day in the Gregorian calendar.
    pub const fn to_naive(self) -> NaiveDate {
        self.civil
    }

    /// The day of the week.
    pub fn weekday(self) -> Weekday {
        self.civil.weekday()
    }

    /// The day this many days later (earlier when negative); stops at the ends of `NaiveDate`, 262,000 years away.
    #[must_use]
    pub fn add_days(self, days: i32) -> Self {
        let end = if days < 0 { NaiveDate::MIN } else { NaiveDate::MAX };
        self.civil.checked_add_signed(TimeDelta::days(i64::from(days))).unwrap_or(end).into()
    }

    /// The first day of this date's month.
    #[must_use]
    pub fn first_day_of_month(self) -> Self {
        self.add_days(1 - i32::from(self.day))
    }

    /// The last day of this date's month.
    #[must_use]
    pub fn last_day_of_month(self) -> Self {
        // From the first day, 31 days lead into the next month and never past it.
        let in_next_month = self.first_day_of_month().add_days(31);
        in_next_month.add_days(-i32::from(in_next_month.day))
    }

    /// Whether this date's year has 366 days.
    pub fn is_in_leap_year(self) -> bool {
        persian(self.civil).is_in_leap_year()
    }
}

fn persian(civil: NaiveDate) -> Date<Persian> {
    Date::from_rata_die(RataDie::new(i64::from(civil.num_days_from_ce())), Persian)
}

impl From<NaiveDate> for JalaliDate {
    fn from(civil: NaiveDate) -> Self {
        let persian = persian(civil);
        Self {
            civil,
            year: persian.year().extended_year(),
            month: persian.month().number(),
            day: persian.day_of_month().0,
        }
    }
}

impl From<JalaliDate> for NaiveDate {
    fn from(date: JalaliDate) -> Self {
        date.civil
    }
}

impl fmt::Display for JalaliDate {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{:04}/{:02}/{:02}", self.year, self.month, self.day)
    }
}

impl fmt::Debug for JalaliDate {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, formatter)
    }
}

impl FromStr for JalaliDate {
    type Err = JalaliError;

    fn from_str(text: &str) -> Result<Self, JalaliError> {
        // Eleven characters are already too many; a long text is not copied.
        let characters: Vec<char> = text.trim().chars().take(11).collect();
        let &([y1, y2, y3, y4, '/', m1, m2, '/', d1, d2] | [y1, y2, y3, y4, m1, m2, d1, d2]) = characters.as_slice()
        else {
            return Err(JalaliError::Malformed);
        };
        let year = digits::number(&[y1, y2, y3, y4]).and_then(|year| i32::try_from(year).ok());
        let month = digits::number(&[m1, m2]).and_then(|month| u8::try_from(month).ok());
        let day = digits::number(&[d1, d2]).and_then(|day| u8::try_from(day).ok());
        let (Some(year), Some(month), Some(day)) = (year, month, day) else {
            return Err(JalaliError::Malformed);
        };
        Self::new(year, month, day)
    }
}

impl From<JalaliDate> for String {
    fn from(date: JalaliDate) -> Self {
        date.to_string()
    }
}

impl TryFrom<String> for JalaliDate {
    type Error = JalaliError;

    fn try_from(text: String) -> Result<Self, JalaliError> {
        text.parse()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn gregorian(year: i32, month: u32, day: u32) -> NaiveDate {
        NaiveDate::from_ymd_opt(year, month, day).unwrap()
    }

    #[test]
    fn known_days_translate_both_ways() {
        for (jalali, civil, weekday) in [
            ((1405, 8, 30), gregorian(2026, 11, 21), Weekday::Sat),
            ((1405, 1, 1), gregorian(2026, 3, 21), Weekday::Sat),
            ((1404, 1, 1), gregorian(2025, 3, 21), Weekday::Fri),
            ((1403, 12, 30), gregorian(2025, 3, 20), Weekday::Thu),
            ((1404, 12, 29), gregorian(2026, 3, 20), Weekday::Fri),
            ((1357, 11, 22), gregorian(1979, 2, 11), Weekday::Sun),
            ((1375, 12, 30), gregorian(1997, 3, 20), Weekday::Thu),
            ((1348, 10, 11), gregorian(1970, 1, 1), Weekday::Thu),
            ((1408, 12, 30), gregorian(2030, 3, 20), Weekday::Wed),
        ] {
            let (year, month, day) = jalali;
            let date = JalaliDate::new(year, month, day).unwrap();
            assert_eq!(NaiveDate::from(date), civil);
            assert_eq!(date, JalaliDate::from(civil));
            assert_eq!(date.weekday(), weekday, "{date}");
        }
    }

    #[test]
    fn leap_years_are_those_in_force() {
        let leap: Vec<i32> =
            (1390..=1436).filter(|&year| JalaliDate::new(year, 1, 1).unwrap().is_in_leap_year()).collect();
        assert_eq!(leap, [1391, 1395, 1399, 1403, 1408, 1412, 1416, 1420, 1424, 1428, 1432, 1436]);
        for year in 1390..=1436 {
            assert_eq!(JalaliDate::new(year, 12, 30).is_ok(), leap.contains(&year), "{year}/12/30");
        }
    }

    #[test]
    fn days_that_do_not_exist_are_refused() {
        for (year, month, day) in [
            (1404, 12, 30),
            (1405, 12, 30),
            (1403, 12, 31),
            (1405, 7, 31),
            (1405, 6, 32),
            (1405, 1, 0),
            (1405, 0, 1),
            (1405, 13, 1),
            (0, 1, 1),
            (-1, 1, 1),
            (10_000, 1, 1),
            (i32::MAX, 1, 1),
        ] {
            assert_eq!(JalaliDate::new(year, month, day), Err(JalaliError::NoSuchDay), "{year}/{month}/{day}");
        }
    }

    #[test]
    fn texts_in_all_digits_are_read() {
        let expected = JalaliDate::new(1405, 8, 30).unwrap();
        for text in [
            "1405/08/30",
            "14050830",
            "  1405/08/30 ",
            "\u{06F1}\u{06F4}\u{06F0}\u{06F5}/\u{06F0}\u{06F8}/\u{06F3}\u{06F0}",
            "\u{06F1}\u{06F4}\u{06F0}\u{06F5}\u{06F0}\u{06F8}\u{06F3}\u{06F0}",
            "\u{0661}\u{0664}\u{0660}\u{0665}/\u{0660}\u{0668}/\u{0663}\u{0660}",
            "1\u{06F4}\u{0660}5/08/\u{06F3}0",
        ] {
            assert_eq!(text.parse(), Ok(expected), "{text:?}");
        }
        for text in [
            "",
            " ",
            "1405",
            "1405-08-30",
            "1405/8/30",
            "1405/08/3",
            "05/08/30",
            "1405/08/300",
            "1405/08/30/",
            "1405/0830",
            "140508300",
            "1405/+8/30",
            "-405/08/30",
            "yyyy/mm/dd",
            "1405 08 30",
        ] {
            assert_eq!(text.parse::<JalaliDate>(), Err(JalaliError::Malformed), "{text:?}");
        }
        for text in ["0000/00/00", "1404/12/30", "1405/13/01", "1405/00/10", "99999999"] {
            assert_eq!(text.parse::<JalaliDate>(), Err(JalaliError::NoSuchDay), "{text:?}");
        }
    }

    #[test]
    fn serialises_as_its_text() {
        let date = JalaliDate::new(1405, 1, 9).unwrap();
        assert_eq!(serde_json::to_string(&date).unwrap(), r#""1405/01/09""#);
        assert_eq!(serde_json::from_str::<JalaliDate>(r#""1405/01/09""#).unwrap(), date);
        assert!(serde_json::from_str::<JalaliDate>(r#""1404/12/30""#).is_err());
        assert_eq!(format!("{date:?}"), "1405/01/09");
    }

    #[test]
    fn months_have_their_lengths() {
        for (year, month, last) in
            [(1405, 1, 31), (1405, 6, 31), (1405, 7, 30), (1405, 11, 30), (1405, 12, 29), (1403, 12, 30)]
        {
            let middle = JalaliDate::new(year, month, 15).unwrap();
            assert_eq!(middle.first_day_of_month(), JalaliDate::new(year, month, 1).unwrap());
            assert_eq!(middle.last_day_of_month(), JalaliDate::new(year, month, last).unwrap());
        }
    }

    #[test]
    fn arithmetic_stops_at_the_ends() {
        let date = JalaliDate::new(1405, 1, 1).unwrap();
        assert_eq!(NaiveDate::from(date.add_days(i32::MAX)), NaiveDate::MAX);
        assert_eq!(NaiveDate::from(date.add_days(i32::MIN)), NaiveDate::MIN);
    }

    proptest! {
        #[test]
        fn every_day_round_trips(days in -400_000_i32..1_000_000) {
            let civil = NaiveDate::from_num_days_from_ce_opt(days + 700_000).unwrap();
            let date = JalaliDate::from(civil);
            prop_assert_eq!(JalaliDate::new(date.year(), date.month(), date.day()), Ok(date));
            prop_assert_eq!(date.to_string().parse(), Ok(date));
            prop_assert_eq!(NaiveDate::from(date), civil);
        }

        #[test]
        fn order_is_that_of_the_parts(a in 0_i32..80_000, b in 0_i32..80_000) {
            let (a, b) = (JalaliDate::from(gregorian(1900, 1, 1)).add_days(a), JalaliDate::from(gregorian(1900, 1, 1)).add_days(b));
            prop_assert_eq!(a.cmp(&b), (a.year(), a.month(), a.day()).cmp(&(b.year(), b.month(), b.day())));
            prop_assert_eq!(a.cmp(&b), a.to_string().cmp(&b.to_string()));
        }

        #[test]
        fn adding_and_taking_away_days_meet(start in 0_i32..80_000, days in -40_000_i32..40_000) {
            let date = JalaliDate::from(gregorian(1900, 1, 1)).add_days(start);
            prop_assert_eq!(date.add_days(days).add_days(-days), date);
        }

        #[test]
        fn any_text_is_read_or_refused(text in ".{0,14}") {
            if let Ok(date) = text.parse::<JalaliDate>() {
                prop_assert_eq!(date.to_string().parse(), Ok(date));
            }
        }
    }
}
