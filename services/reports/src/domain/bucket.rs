//! Spans of time that figures are kept for.

use std::fmt;

use chrono::NaiveDate;
use pishkhan_calendar::{JalaliDate, month_of};

/// A span of time that figures are kept for: all of it, a Jalali month, or a day of Tehran.
///
/// The code is what the database holds: 0, `yyyymm` or `yyyymmdd`; codes of days order like the days.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bucket(i32);

impl Bucket {
    /// All of time.
    pub const ALL: Self = Self(0);
    /// The first year that has buckets; nothing was sold through the platform before.
    pub const FIRST_YEAR: i32 = 1300;
    /// The last year that has buckets.
    pub const LAST_YEAR: i32 = 1499;
    /// Below every day's code and above every month's.
    const BELOW_DAYS: i32 = 1_000_000;

    /// The bucket of a day; none outside the years that have buckets.
    pub fn day(date: JalaliDate) -> Option<Self> {
        let month = Self::month(date)?;
        Some(Self(month.0 * 100 + i32::from(date.day())))
    }

    /// The bucket of the month that a date is in; none outside the years that have buckets.
    pub fn month(date: JalaliDate) -> Option<Self> {
        (Self::FIRST_YEAR..=Self::LAST_YEAR)
            .contains(&date.year())
            .then(|| Self(date.year() * 100 + i32::from(date.month())))
    }

    /// The bucket of a month that is given as yyyymm; none when there is no such month.
    pub fn of_month(code: i32) -> Option<Self> {
        let bucket = Self(code);
        (code < Self::BELOW_DAYS && bucket.first_day().is_some()).then_some(bucket)
    }

    /// The month that a day's bucket lies in; any other bucket is its own.
    #[must_use]
    pub const fn month_of_day(self) -> Self {
        if self.0 > Self::BELOW_DAYS { Self(self.0 / 100) } else { self }
    }

    /// The code in the database.
    pub const fn code(self) -> i32 {
        self.0
    }

    /// Reads a code from the database.
    pub fn from_code(code: i32) -> Option<Self> {
        let bucket = Self(code);
        (bucket == Self::ALL || bucket.first_day().is_some()).then_some(bucket)
    }

    /// The day of a day's bucket, the first day of a month's.
    pub fn first_day(self) -> Option<JalaliDate> {
        let (month, day) = if self.0 > Self::BELOW_DAYS { (self.0 / 100, self.0 % 100) } else { (self.0, 1) };
        let date = JalaliDate::new(month / 100, u8::try_from(month % 100).ok()?, u8::try_from(day).ok()?).ok()?;
        (Self::FIRST_YEAR..=Self::LAST_YEAR).contains(&date.year()).then_some(date)
    }
}

impl fmt::Display for Bucket {
    /// `all`, `1405/08` or `1405/08/30`.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            0 => formatter.write_str("all"),
            day if day > Self::BELOW_DAYS => {
                write!(formatter, "{:04}/{:02}/{:02}", day / 10_000, day / 100 % 100, day % 100)
            }
            month => write!(formatter, "{:04}/{:02}", month / 100, month % 100),
        }
    }
}

/// Civil days of Tehran, both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DaySpan {
    first: NaiveDate,
    last: NaiveDate,
}

/// The span ends before it begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the span ends before it begins")]
pub struct ReversedSpan;

impl DaySpan {
    /// All days there are.
    pub const ALL: Self = Self { first: NaiveDate::MIN, last: NaiveDate::MAX };

    /// A span of days.
    ///
    /// # Errors
    /// [`ReversedSpan`] when the last day comes before the first.
    pub fn new(first: NaiveDate, last: NaiveDate) -> Result<Self, ReversedSpan> {
        if last < first { Err(ReversedSpan) } else { Ok(Self { first, last }) }
    }

    /// The first day.
    pub const fn first(self) -> NaiveDate {
        self.first
    }

    /// The last day.
    pub const fn last(self) -> NaiveDate {
        self.last
    }

    /// The fewest buckets that together are these days: whole months where they fit, days at the edges.
    pub fn buckets(self) -> Vec<Bucket> {
        let Some((mut day, last)) = self.clipped() else { return Vec::new() };
        let mut buckets = Vec::new();
        while day <= last {
            let (month_first, month_last) = month_of(day);
            if day == month_first && month_last <= last {
                buckets.extend(Bucket::month(day));
                day = month_last.add_days(1);
            } else {
                buckets.extend(Bucket::day(day));
                day = day.add_days(1);
            }
        }
        buckets
    }

    /// The first and the last day's bucket; none when no day of the span can have figures.
    pub fn day_buckets(self) -> Option<(Bucket, Bucket)> {
        let (first, last) = self.clipped()?;
        Bucket::day(first).zip(Bucket::day(last))
    }

    /// The part of the span that lies in the years that have buckets.
    fn clipped(self) -> Option<(JalaliDate, JalaliDate)> {
        let earliest = JalaliDate::new(Bucket::FIRST_YEAR, 1, 1).ok()?;
        let latest = JalaliDate::new(Bucket::LAST_YEAR, 12, 1).ok()?.last_day_of_month();
        let first = JalaliDate::from(self.first).max(earliest);
        let last = JalaliDate::from(self.last).min(latest);
        (first <= last).then_some((first, last))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn jalali(text: &str) -> JalaliDate {
        text.parse().expect("a date")
    }

    fn span(first: &str, last: &str) -> DaySpan {
        DaySpan::new(jalali(first).into(), jalali(last).into()).expect("in order")
    }

    fn codes(span: DaySpan) -> Vec<i32> {
        span.buckets().into_iter().map(Bucket::code).collect()
    }

    #[test]
    fn a_span_is_whole_months_and_days_at_the_edges() {
        assert_eq!(codes(span("1405/08/30", "1405/08/30")), [14_050_830]);
        assert_eq!(codes(span("1405/08/01", "1405/08/30")), [140_508]);
        assert_eq!(codes(span("1403/12/01", "1403/12/30")), [140_312]);
        assert_eq!(codes(span("1403/12/01", "1403/12/29")).len(), 29);
        assert_eq!(
            codes(span("1405/06/30", "1405/09/02")),
            [14_050_630, 14_050_631, 140_507, 140_508, 14_050_901, 14_050_902]
        );
        assert_eq!(codes(span("1404/01/01", "1405/12/29")).len(), 24);
    }

    #[test]
    fn spans_are_clipped_to_the_years_that_have_buckets() {
        let always = DaySpan::new(NaiveDate::MIN, NaiveDate::MAX).unwrap();
        assert_eq!(always.buckets().len(), 200 * 12);
        let (first, last) = always.day_buckets().unwrap();
        assert_eq!((first.code(), last.to_string().as_str()), (13_000_101, "1499/12/29"));
        let ancient = DaySpan::new(NaiveDate::MIN, NaiveDate::from_ymd_opt(1900, 1, 1).unwrap()).unwrap();
        assert_eq!((ancient.buckets(), ancient.day_buckets()), (vec![], None));
        assert_eq!(DaySpan::new(NaiveDate::MAX, NaiveDate::MIN), Err(ReversedSpan));
    }

    #[test]
    fn codes_are_read_back_and_shown() {
        for (code, shown) in [(0, "all"), (140_508, "1405/08"), (14_050_830, "1405/08/30")] {
            assert_eq!(Bucket::from_code(code).unwrap().to_string(), shown);
        }
        for code in [-1, 1, 1405, 140_500, 140_513, 129_912, 150_001, 14_041_230, 14_050_800, i32::MAX] {
            assert_eq!(Bucket::from_code(code), None, "{code}");
        }
        assert_eq!(Bucket::day(jalali("1299/12/29")), None);
        assert_eq!(Bucket::month(jalali("1500/01/01")), None);
    }

    proptest! {
        #[test]
        fn buckets_of_a_span_are_exactly_its_days(start in 0_i32..60_000, length in 0_i32..1_200) {
            let (first, last) = (jalali("1300/01/01").add_days(start), jalali("1300/01/01").add_days(start + length));
            let span = DaySpan::new(first.into(), last.into()).unwrap();
            let mut next = first;
            for bucket in span.buckets() {
                let begin = bucket.first_day().unwrap();
                // Each begins where the one before ended, so no day is missing or counted twice.
                prop_assert_eq!(begin, next);
                next = if bucket.month_of_day() == bucket { month_of(begin).1.add_days(1) } else { begin.add_days(1) };
            }
            prop_assert_eq!(next, last.add_days(1));
            // Never more than two broken months of days.
            prop_assert!(span.buckets().len() <= 60 + 40);
        }

        #[test]
        fn day_codes_order_like_days(a in 0_i32..73_000, b in 0_i32..73_000) {
            let (a, b) = (jalali("1300/01/01").add_days(a), jalali("1300/01/01").add_days(b));
            prop_assert_eq!(Bucket::day(a).cmp(&Bucket::day(b)), a.cmp(&b));
            prop_assert_eq!(Bucket::day(a).map(Bucket::month_of_day), Bucket::month(a));
        }
    }
}
