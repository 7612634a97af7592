//! When an order is delivered.

use chrono::{DateTime, Timelike as _, Utc};

use crate::holidays::Calendar;
use crate::{JalaliDate, digits, tehran};

/// The most days that a rule may add.
const MAX_DAYS: u32 = 30;

/// A seller's rule for delivery dates.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Rule {
    /// All orders of a period are delivered together, after it has ended.
    Period {
        /// The first day of the order period.
        start: JalaliDate,
        /// The last day of the order period.
        end: JalaliDate,
        /// Days to prepare the goods, 1 to 30; none is the same as 0.
        preparation_days: Option<u32>,
    },
    /// An order is delivered a number of days after it was placed.
    CutOff {
        /// Days after the order, 1 to 30.
        days: u32,
        /// The hour and minute of Tehran after which an order counts as the next day's.
        cut_off: (u32, u32),
    },
}

/// What is wrong with a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RuleError {
    /// The order period begins after it ends.
    #[error("the order period begins after it ends")]
    PeriodReversed,
    /// The preparation days are not 1 to 30.
    #[error("preparation takes 1 to 30 days, or none is given")]
    PreparationDaysOutOfRange,
    /// The delivery days are not 1 to 30.
    #[error("delivery takes 1 to 30 days")]
    DeliveryDaysOutOfRange,
    /// The cut-off is no time of day.
    #[error("the cut-off is a time of day, hh:mm")]
    CutOffInvalid,
}

/// The delivery date that a rule gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Promise {
    /// The day; never a known holiday.
    pub date: JalaliDate,
    /// Whether the lunar holidays of that day's year are not published, so that the date may still move.
    pub approximate: bool,
}

impl Rule {
    /// Checks what the database and the forms promise of a rule.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub fn validate(&self) -> Result<(), RuleError> {
        match *self {
            Self::Period { start, end, preparation_days } => {
                if end < start {
                    return Err(RuleError::PeriodReversed);
                }
                match preparation_days {
                    None | Some(1..=MAX_DAYS) => Ok(()),
                    Some(_) => Err(RuleError::PreparationDaysOutOfRange),
                }
            }
            Self::CutOff { days, cut_off: (hour, minute) } => {
                if !(1..=MAX_DAYS).contains(&days) {
                    return Err(RuleError::DeliveryDaysOutOfRange);
                }
                if hour > 23 || minute > 59 {
                    return Err(RuleError::CutOffInvalid);
                }
                Ok(())
            }
        }
    }
}

/// Reads a cut-off, `HH:mm` in Latin, Persian or Arabic-Indic digits.
///
/// # Errors
/// [`RuleError::CutOffInvalid`] when it is no time of day.
pub fn parse_cut_off(text: &str) -> Result<(u32, u32), RuleError> {
    let characters: Vec<char> = text.trim().chars().take(6).collect();
    let &[h1, h2, ':', m1, m2] = characters.as_slice() else {
        return Err(RuleError::CutOffInvalid);
    };
    match (digits::number(&[h1, h2]), digits::number(&[m1, m2])) {
        (Some(hour @ 0..=23), Some(minute @ 0..=59)) => Ok((hour, minute)),
        _ => Err(RuleError::CutOffInvalid),
    }
}

/// When an order that is placed now is delivered.
///
/// - `Period`: the day after the period's end and the preparation days, whenever it is placed.
/// - `CutOff`: so many days after today, one more when it is later than the cut-off. Later is strict: an order placed
///   at 14:00:00 sharp makes a cut-off of 14:00, one placed a moment after does not.
///
/// Then forward, day by day, past holidays.
pub fn delivery_date(rule: &Rule, now: DateTime<Utc>, holidays: &Calendar) -> Promise {
    let earliest = match *rule {
        Rule::Period { start: _, end, preparation_days } => later(end, preparation_days.unwrap_or(0)).add_days(1),
        Rule::CutOff { days, cut_off } => {
            let wall_clock = tehran::wall_clock(now);
            let (hour, minute) = cut_off;
            let is_late = (wall_clock.hour(), wall_clock.minute(), wall_clock.second(), wall_clock.nanosecond())
                > (hour, minute, 0, 0);
            later(wall_clock.date().into(), days).add_days(i32::from(is_late))
        }
    };
    let date = holidays.working_day_from(earliest);
    // Days that were passed over are holidays for certain; only the day itself can still turn out one.
    Promise { date, approximate: holidays.is_approximate(date.year()) }
}

fn later(date: JalaliDate, days: u32) -> JalaliDate {
    date.add_days(i32::try_from(days).unwrap_or(i32::MAX))
}

#[cfg(test)]
mod tests {
    use chrono::TimeDelta;
    use proptest::prelude::*;

    use super::*;
    use crate::holidays::Table;
    use crate::{tehran_date, tehran_day};

    fn date(text: &str) -> JalaliDate {
        text.parse().unwrap()
    }

    fn shipped() -> Calendar {
        Calendar::new(Table::shipped())
    }

    /// An instant by Tehran's clock, in years without summer time.
    fn tehran_at(day: &str, hour: i64, minute: i64, second: i64) -> DateTime<Utc> {
        tehran_day(date(day)).0 + TimeDelta::seconds(hour * 3600 + minute * 60 + second)
    }

    fn period(start: &str, end: &str, preparation_days: Option<u32>) -> Rule {
        Rule::Period { start: date(start), end: date(end), preparation_days }
    }

    #[test]
    fn the_cut_off_is_strict() {
        let rule = Rule::CutOff { days: 1, cut_off: (14, 0) };
        let holidays = shipped();
        // Sunday to Tuesday.
        for (now, expected) in [
            (tehran_at("1405/09/01", 0, 0, 0), "1405/09/02"),
            (tehran_at("1405/09/01", 13, 59, 59), "1405/09/02"),
            (tehran_at("1405/09/01", 14, 0, 0), "1405/09/02"),
            (tehran_at("1405/09/01", 14, 0, 0) + TimeDelta::nanoseconds(1), "1405/09/03"),
            (tehran_at("1405/09/01", 14, 0, 1), "1405/09/03"),
            (tehran_at("1405/09/01", 14, 1, 0), "1405/09/03"),
            (tehran_at("1405/09/01", 23, 59, 59), "1405/09/03"),
            // Midnight of Tehran begins a new day, in time again.
            (tehran_at("1405/09/02", 0, 0, 0), "1405/09/03"),
        ] {
            assert_eq!(delivery_date(&rule, now, &holidays), Promise { date: date(expected), approximate: false });
        }
    }

    #[test]
    fn midnight_as_cut_off_makes_nearly_every_order_late() {
        let rule = Rule::CutOff { days: 1, cut_off: (0, 0) };
        assert_eq!(delivery_date(&rule, tehran_at("1405/09/01", 0, 0, 0), &shipped()).date, date("1405/09/02"));
        assert_eq!(delivery_date(&rule, tehran_at("1405/09/01", 0, 0, 1), &shipped()).date, date("1405/09/03"));
    }

    #[test]
    fn the_day_and_the_clock_are_tehrans_in_summer_time_too() {
        // 2021-07-24 09:29 UTC is 13:59 at +04:30, Saturday 1400/05/02.
        let rule = Rule::CutOff { days: 1, cut_off: (14, 0) };
        let before = "2021-07-24T09:29:00Z".parse().unwrap();
        let after = "2021-07-24T09:31:00Z".parse().unwrap();
        assert_eq!(delivery_date(&rule, before, &shipped()), Promise { date: date("1400/05/03"), approximate: true });
        assert_eq!(delivery_date(&rule, after, &shipped()), Promise { date: date("1400/05/04"), approximate: true });
    }

    #[test]
    fn delivery_is_pushed_past_holidays() {
        for (placed, days, expected, approximate) in [
            // A Friday.
            ("1405/08/28", 1, "1405/08/30", false),
            ("1405/08/28", 2, "1405/08/30", false),
            // Friday, Tasua and Ashura in a row.
            ("1404/04/12", 1, "1404/04/16", false),
            // Nowruz: oil day on a Friday, then four days, over the year's end.
            ("1404/12/27", 2, "1405/01/05", false),
            // 12 and 13 Farvardin, then a Friday.
            ("1405/01/11", 1, "1405/01/15", false),
            // Eid al-Fitr, derived.
            ("1405/12/18", 1, "1405/12/22", false),
            // Into a year without published lunar days.
            ("1405/12/26", 2, "1406/01/05", true),
            ("1406/03/13", 1, "1406/03/16", true),
            // No push from a holiday that lies before the day.
            ("1405/01/02", 3, "1405/01/05", false),
        ] {
            let rule = Rule::CutOff { days, cut_off: (23, 59) };
            let promise = delivery_date(&rule, tehran_at(placed, 10, 0, 0), &shipped());
            assert_eq!(promise, Promise { date: date(expected), approximate }, "{placed} + {days}");
        }
    }

    #[test]
    fn a_period_is_delivered_the_day_after_its_end_and_preparation() {
        let now = tehran_at("1405/08/20", 10, 0, 0);
        for (rule, expected, approximate) in [
            (period("1405/08/16", "1405/08/24", None), "1405/08/25", false),
            (period("1405/08/16", "1405/08/24", Some(2)), "1405/08/27", false),
            // End + 4 + 1 is a Friday.
            (period("1405/08/16", "1405/08/24", Some(4)), "1405/08/30", false),
            // 22 Aban is a lunar holiday and a Friday.
            (period("1405/08/16", "1405/08/21", None), "1405/08/23", false),
            // A period that is over gives the same day, whenever it is asked for.
            (period("1405/01/01", "1405/01/04", None), "1405/01/05", false),
            // Over Nowruz.
            (period("1404/12/01", "1404/12/25", Some(3)), "1405/01/05", false),
            (period("1405/12/01", "1405/12/27", None), "1406/01/05", true),
            // 30 Esfand of a leap year is no holiday of its own; its year is not published.
            (period("1403/12/01", "1403/12/28", None), "1403/12/30", true),
            // Out of an unpublished year into a published one: what was passed over is certain.
            (period("1403/12/01", "1403/12/30", None), "1404/01/05", false),
        ] {
            assert_eq!(
                delivery_date(&rule, now, &shipped()),
                Promise { date: date(expected), approximate },
                "{rule:?}"
            );
        }
    }

    #[test]
    fn rules_are_checked() {
        for (rule, expected) in [
            (period("1405/08/16", "1405/08/16", None), Ok(())),
            (period("1405/08/16", "1405/08/24", Some(30)), Ok(())),
            (period("1405/08/17", "1405/08/16", None), Err(RuleError::PeriodReversed)),
            (period("1405/08/16", "1405/08/24", Some(0)), Err(RuleError::PreparationDaysOutOfRange)),
            (period("1405/08/16", "1405/08/24", Some(31)), Err(RuleError::PreparationDaysOutOfRange)),
            (Rule::CutOff { days: 1, cut_off: (0, 0) }, Ok(())),
            (Rule::CutOff { days: 30, cut_off: (23, 59) }, Ok(())),
            (Rule::CutOff { days: 0, cut_off: (12, 0) }, Err(RuleError::DeliveryDaysOutOfRange)),
            (Rule::CutOff { days: 31, cut_off: (12, 0) }, Err(RuleError::DeliveryDaysOutOfRange)),
            (Rule::CutOff { days: 1, cut_off: (24, 0) }, Err(RuleError::CutOffInvalid)),
            (Rule::CutOff { days: 1, cut_off: (12, 60) }, Err(RuleError::CutOffInvalid)),
        ] {
            assert_eq!(rule.validate(), expected, "{rule:?}");
        }
    }

    #[test]
    fn cut_offs_are_read() {
        for (text, expected) in [
            ("14:00", Ok((14, 0))),
            (" 00:05 ", Ok((0, 5))),
            ("23:59", Ok((23, 59))),
            ("\u{06F1}\u{06F4}:\u{06F3}\u{06F0}", Ok((14, 30))),
            ("24:00", Err(RuleError::CutOffInvalid)),
            ("12:60", Err(RuleError::CutOffInvalid)),
            ("9:00", Err(RuleError::CutOffInvalid)),
            ("12:00:00", Err(RuleError::CutOffInvalid)),
            ("1200", Err(RuleError::CutOffInvalid)),
            ("", Err(RuleError::CutOffInvalid)),
        ] {
            assert_eq!(parse_cut_off(text), expected, "{text:?}");
        }
    }

    #[test]
    fn absurd_days_end_at_the_end_of_time() {
        let rule = Rule::CutOff { days: u32::MAX, cut_off: (12, 0) };
        let promise = delivery_date(&rule, tehran_at("1405/09/01", 10, 0, 0), &shipped());
        assert_eq!(promise.date.to_naive(), chrono::NaiveDate::MAX);
    }

    proptest! {
        #[test]
        fn a_promise_is_the_first_working_day_at_or_after_the_rules_day(
            second in 1_600_000_000_i64..1_900_000_000, days in 1_u32..=30, hour in 0_u32..24, minute in 0_u32..60,
        ) {
            let holidays = shipped();
            let now = DateTime::from_timestamp(second, 0).unwrap();
            let promise = delivery_date(&Rule::CutOff { days, cut_off: (hour, minute) }, now, &holidays);
            prop_assert!(!holidays.is_holiday(promise.date));
            prop_assert!(promise.date >= tehran_date(now).add_days(days.cast_signed()));
            // Never later than the rule's day, the late day and the longest row of holidays.
            prop_assert!(promise.date <= tehran_date(now).add_days(days.cast_signed() + 1 + 8));
            prop_assert_eq!(promise.approximate, !matches!(promise.date.year(), 1404 | 1405));
        }

        #[test]
        fn an_earlier_order_is_never_delivered_later(
            second in 1_700_000_000_i64..1_800_000_000, delay in 0_i64..400_000, days in 1_u32..=30,
        ) {
            let holidays = shipped();
            let rule = Rule::CutOff { days, cut_off: (14, 0) };
            let now = DateTime::from_timestamp(second, 0).unwrap();
            let first = delivery_date(&rule, now, &holidays);
            let second = delivery_date(&rule, now + TimeDelta::seconds(delay), &holidays);
            prop_assert!(first.date <= second.date);
        }
    }
}
