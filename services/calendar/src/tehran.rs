//! Civil time of Asia/Tehran.
//!
//! +03:30 all year since autumn 2022; before that summers were at +04:30, and the clocks changed at midnight, so that
//! one day a year had no 00:00 and began at 01:00.

use chrono::{DateTime, NaiveDate, NaiveDateTime, NaiveTime, TimeDelta, Timelike as _, Utc};
use jiff::Timestamp;
use jiff::tz::{Offset, TimeZone};

use crate::JalaliDate;

static TEHRAN: TimeZone = jiff::tz::get!("Asia/Tehran");

/// +03:30, for instants outside the years -9999 to 9999 that jiff knows.
const STANDARD_OFFSET_SECONDS: i32 = 12_600;

/// The wall clock of Tehran at an instant.
pub(crate) fn wall_clock(instant: DateTime<Utc>) -> NaiveDateTime {
    let offset = Timestamp::from_second(instant.timestamp())
        .map_or(STANDARD_OFFSET_SECONDS, |instant| TEHRAN.to_offset(instant).seconds());
    let utc = instant.naive_utc();
    utc.checked_add_signed(TimeDelta::seconds(i64::from(offset))).unwrap_or(utc)
}

/// The instant at which a civil day begins in Tehran.
fn start_of_day(day: NaiveDate) -> DateTime<Utc> {
    let midnight = day.and_time(NaiveTime::MIN).and_utc();
    // Where midnight was skipped, "compatible" takes the offset before the change: the very instant of the change.
    let offset = Timestamp::from_second(midnight.timestamp())
        .and_then(|as_if_utc| TEHRAN.to_ambiguous_timestamp(Offset::UTC.to_datetime(as_if_utc)).compatible())
        .map_or(i64::from(STANDARD_OFFSET_SECONDS), |start| midnight.timestamp() - start.as_second());
    midnight.checked_sub_signed(TimeDelta::seconds(offset)).unwrap_or(midnight)
}

/// The day it is in Tehran at an instant.
pub fn tehran_date(instant: DateTime<Utc>) -> JalaliDate {
    wall_clock(instant).date().into()
}

/// The instants between which a day of Tehran lies: the first is part of it, the second is not.
pub fn tehran_day(date: JalaliDate) -> (DateTime<Utc>, DateTime<Utc>) {
    (start_of_day(date.into()), start_of_day(date.add_days(1).into()))
}

/// The hour, minute and second that Tehran's clocks show at an instant.
pub fn tehran_time(instant: DateTime<Utc>) -> (u32, u32, u32) {
    let time = wall_clock(instant).time();
    (time.hour(), time.minute(), time.second())
}

/// An instant as people read it: `1405/08/30 - 12:00`, Tehran's time, Latin digits.
pub fn jalali_text(instant: DateTime<Utc>) -> String {
    let (hour, minute, _) = tehran_time(instant);
    format!("{} - {hour:02}:{minute:02}", tehran_date(instant))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn at(text: &str) -> DateTime<Utc> {
        text.parse().unwrap()
    }

    fn date(text: &str) -> JalaliDate {
        text.parse().unwrap()
    }

    #[test]
    fn the_day_changes_at_midnight_of_tehran() {
        for (instant, expected) in [
            ("2026-11-20T20:29:59Z", "1405/08/29"),
            ("2026-11-20T20:30:00Z", "1405/08/30"),
            ("2026-11-21T20:29:59.999999Z", "1405/08/30"),
            ("2026-11-21T20:30:00Z", "1405/09/01"),
            // Summer time, +04:30, was last kept in 2022.
            ("2021-07-22T19:29:59Z", "1400/04/31"),
            ("2021-07-22T19:30:00Z", "1400/05/01"),
            ("2023-07-22T19:30:00Z", "1402/04/31"),
            ("2023-07-22T20:30:00Z", "1402/05/01"),
            // The year ends in Tehran, not in Greenwich.
            ("2026-03-20T20:29:59Z", "1404/12/29"),
            ("2026-03-20T20:30:00Z", "1405/01/01"),
        ] {
            assert_eq!(tehran_date(at(instant)), date(expected), "{instant}");
        }
    }

    #[test]
    fn a_day_begins_at_its_midnight() {
        for (day, start, end) in [
            ("1405/08/30", "2026-11-20T20:30:00Z", "2026-11-21T20:30:00Z"),
            ("1400/05/01", "2021-07-22T19:30:00Z", "2021-07-23T19:30:00Z"),
            // 23 hours: the clocks jumped from 00:00 to 01:00.
            ("1400/01/02", "2021-03-21T20:30:00Z", "2021-03-22T19:30:00Z"),
            // 25 hours: at midnight they went back to 23:00.
            ("1400/06/30", "2021-09-20T19:30:00Z", "2021-09-21T20:30:00Z"),
        ] {
            assert_eq!(tehran_day(date(day)), (at(start), at(end)), "{day}");
        }
    }

    #[test]
    fn texts_show_the_clock_of_tehran() {
        for (instant, text, time) in [
            ("2026-11-21T08:30:00Z", "1405/08/30 - 12:00", (12, 0, 0)),
            ("2026-11-20T20:30:59Z", "1405/08/30 - 00:00", (0, 0, 59)),
            ("2026-11-21T20:29:59Z", "1405/08/30 - 23:59", (23, 59, 59)),
            ("2021-07-23T04:35:07Z", "1400/05/01 - 09:05", (9, 5, 7)),
        ] {
            assert_eq!(jalali_text(at(instant)), text);
            assert_eq!(tehran_time(at(instant)), time);
        }
    }

    #[test]
    fn the_ends_of_time_do_not_panic() {
        for instant in [DateTime::<Utc>::MIN_UTC, DateTime::<Utc>::MAX_UTC] {
            let (start, end) = tehran_day(tehran_date(instant));
            assert!(start <= end);
        }
    }

    proptest! {
        #[test]
        fn days_tile_time(days in 0_i32..60_000) {
            let day = date("1300/01/01").add_days(days);
            let (start, end) = tehran_day(day);
            prop_assert!(start < end);
            prop_assert_eq!(tehran_date(start), day);
            prop_assert_eq!(tehran_date(end - TimeDelta::nanoseconds(1)), day);
            prop_assert_eq!(tehran_day(day.add_days(1)).0, end);
        }

        #[test]
        fn an_instant_lies_in_its_day(second in -2_000_000_000_i64..4_000_000_000) {
            let instant = DateTime::from_timestamp(second, 0).unwrap();
            let (start, end) = tehran_day(tehran_date(instant));
            prop_assert!(start <= instant && instant < end);
        }
    }
}
