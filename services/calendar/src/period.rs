//! Weeks, months and the periods that lists and reports are filtered by.

use chrono::{DateTime, Datelike as _, NaiveDate, Utc};

use crate::{JalaliDate, tehran_date, tehran_day};

/// The first and the last day of a date's week, Saturday and Friday.
pub fn week_of(date: JalaliDate) -> (JalaliDate, JalaliDate) {
    // 0 on Saturday to 6 on Friday.
    let passed = (NaiveDate::from(date).weekday().num_days_from_sunday() + 1) % 7;
    let saturday = date.add_days(-passed.cast_signed());
    (saturday, saturday.add_days(6))
}

/// The first and the last day of a date's Jalali month.
pub fn month_of(date: JalaliDate) -> (JalaliDate, JalaliDate) {
    (date.first_day_of_month(), date.last_day_of_month())
}

/// What part of time a list or a report is about, in days of Tehran.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Period {
    /// No limit.
    All,
    /// The day it is in Tehran.
    Today,
    /// Saturday to Friday around today.
    ThisWeek,
    /// The Jalali month that today is in.
    ThisMonth,
    /// Given days, both included. Empty when `to` comes before `from`; [`Period::range`] refuses that.
    Range {
        /// The first day.
        from: JalaliDate,
        /// The last day.
        to: JalaliDate,
    },
}

/// The last day of a range lies before its first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the range ends before it begins")]
pub struct ReversedRange;

impl Period {
    /// A range of days, both included.
    ///
    /// # Errors
    /// [`ReversedRange`] when `to` comes before `from`.
    pub fn range(from: JalaliDate, to: JalaliDate) -> Result<Self, ReversedRange> {
        if to < from { Err(ReversedRange) } else { Ok(Self::Range { from, to }) }
    }

    /// The first and the last day, both included; `None` means no limit.
    pub fn days(&self, now: DateTime<Utc>) -> Option<(NaiveDate, NaiveDate)> {
        self.jalali_days(now).map(|(first, last)| (first.into(), last.into()))
    }

    /// The instants between which the period lies, the first included, the second not; `None` means no limit.
    pub fn bounds(&self, now: DateTime<Utc>) -> Option<(DateTime<Utc>, DateTime<Utc>)> {
        self.jalali_days(now).map(|(first, last)| {
            let (start, _) = tehran_day(first);
            let (_, end) = tehran_day(last);
            (start, end.max(start))
        })
    }

    fn jalali_days(&self, now: DateTime<Utc>) -> Option<(JalaliDate, JalaliDate)> {
        let today = tehran_date(now);
        match *self {
            Self::All => None,
            Self::Today => Some((today, today)),
            Self::ThisWeek => Some(week_of(today)),
            Self::ThisMonth => Some(month_of(today)),
            Self::Range { from, to } => Some((from, to)),
        }
    }
}

#[cfg(test)]
mod tests {
    use chrono::Weekday;
    use proptest::prelude::*;

    use super::*;

    fn at(text: &str) -> DateTime<Utc> {
        text.parse().unwrap()
    }

    fn date(text: &str) -> JalaliDate {
        text.parse().unwrap()
    }

    #[test]
    fn a_week_runs_from_saturday_to_friday() {
        for (day, first, last) in [
            ("1405/08/30", "1405/08/30", "1405/09/06"),
            ("1405/08/29", "1405/08/23", "1405/08/29"),
            ("1405/09/03", "1405/08/30", "1405/09/06"),
            ("1404/01/01", "1403/12/25", "1404/01/01"),
            ("1404/12/28", "1404/12/23", "1404/12/29"),
            ("1406/01/01", "1405/12/29", "1406/01/06"),
        ] {
            assert_eq!(week_of(date(day)), (date(first), date(last)), "{day}");
        }
    }

    #[test]
    fn a_month_has_its_first_and_last_day() {
        for (day, first, last) in [
            ("1405/08/30", "1405/08/01", "1405/08/30"),
            ("1405/09/01", "1405/09/01", "1405/09/30"),
            ("1405/01/31", "1405/01/01", "1405/01/31"),
            ("1403/12/02", "1403/12/01", "1403/12/30"),
            ("1404/12/29", "1404/12/01", "1404/12/29"),
        ] {
            assert_eq!(month_of(date(day)), (date(first), date(last)), "{day}");
        }
    }

    #[test]
    fn periods_are_bounded_by_midnights_of_tehran() {
        let noon = at("2026-11-21T08:30:00Z");
        let range = Period::range(date("1405/08/01"), date("1405/08/02")).unwrap();
        for (period, start, end) in [
            (Period::Today, "2026-11-20T20:30:00Z", "2026-11-21T20:30:00Z"),
            (Period::ThisWeek, "2026-11-20T20:30:00Z", "2026-11-27T20:30:00Z"),
            (Period::ThisMonth, "2026-10-22T20:30:00Z", "2026-11-21T20:30:00Z"),
            (range, "2026-10-22T20:30:00Z", "2026-10-24T20:30:00Z"),
        ] {
            assert_eq!(period.bounds(noon), Some((at(start), at(end))), "{period:?}");
        }
        assert_eq!(Period::All.bounds(noon), None);
        assert_eq!(Period::All.days(noon), None);
    }

    #[test]
    fn periods_know_the_summer_time_of_2021() {
        let summer = at("2021-07-22T19:30:00Z");
        assert_eq!(Period::Today.bounds(summer), Some((summer, at("2021-07-23T19:30:00Z"))));
        // Mordad 1400 began and ended in summer time; Shahrivar 1400 ended one hour later by the sun.
        assert_eq!(Period::ThisMonth.bounds(summer), Some((summer, at("2021-08-22T19:30:00Z"))));
        let shahrivar = at("2021-08-22T19:30:00Z");
        assert_eq!(Period::ThisMonth.bounds(shahrivar), Some((shahrivar, at("2021-09-22T20:30:00Z"))));
    }

    #[test]
    fn today_is_tehrans_even_when_greenwich_is_a_day_behind() {
        let late = at("2026-11-20T21:00:00Z");
        let saturday = NaiveDate::from_ymd_opt(2026, 11, 21).unwrap();
        assert_eq!(Period::Today.days(late), Some((saturday, saturday)));
        assert_eq!(Period::ThisWeek.days(late), Some((saturday, NaiveDate::from_ymd_opt(2026, 11, 27).unwrap())));
    }

    #[test]
    fn a_reversed_range_is_refused_and_otherwise_empty() {
        let (from, to) = (date("1405/08/02"), date("1405/08/01"));
        assert_eq!(Period::range(from, to), Err(ReversedRange));
        let (start, end) = Period::Range { from, to: from.add_days(-5) }.bounds(at("2026-11-21T08:30:00Z")).unwrap();
        assert_eq!(start, end);
    }

    proptest! {
        #[test]
        fn a_week_holds_its_day_and_seven_days(days in 0_i32..60_000) {
            let day = date("1300/01/01").add_days(days);
            let (first, last) = week_of(day);
            prop_assert!(first <= day && day <= last);
            prop_assert_eq!(first.add_days(6), last);
            prop_assert_eq!((first.weekday(), last.weekday()), (Weekday::Sat, Weekday::Fri));
        }

        #[test]
        fn a_month_holds_its_day_and_borders_on_the_next(days in 0_i32..60_000) {
            let day = date("1300/01/01").add_days(days);
            let (first, last) = month_of(day);
            prop_assert!(first <= day && day <= last);
            prop_assert_eq!((first.day(), first.month(), last.month()), (1, day.month(), day.month()));
            prop_assert_eq!(last.add_days(1).day(), 1);
        }

        #[test]
        fn every_period_around_now_holds_now(second in 0_i64..4_000_000_000) {
            let now = DateTime::from_timestamp(second, 0).unwrap();
            for period in [Period::Today, Period::ThisWeek, Period::ThisMonth] {
                let (start, end) = period.bounds(now).unwrap();
                prop_assert!(start <= now && now < end);
            }
        }
    }
}
