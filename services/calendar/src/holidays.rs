//! Iran's public holidays: Fridays, the fixed solar days, and the lunar days of a table.
//!
//! Lunar days follow the sighting of the moon and are published year by year, so they are data: [`Table::shipped`]
//! is what is known here, and a service keeps its own, editable copy. For a year without published lunar days
//! everything else still holds, and the answer says that it is approximate.

use std::collections::{BTreeMap, BTreeSet};

use chrono::Weekday;

use crate::{JalaliDate, JalaliError};

mod occasion;
mod shipped;

pub use occasion::{Occasion, Title};
pub use shipped::{LUNAR_DAYS, LunarDay};

/// The days that are holidays in certain years only, and the years for which they have been published.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Table {
    published: BTreeSet<i32>,
    // By year, month and day.
    days: BTreeMap<(i32, u8, u8), Vec<Title>>,
}

impl Table {
    /// A table without days and without published years.
    pub fn new() -> Self {
        Self::default()
    }

    /// The lunar days of 1404 and 1405.
    pub fn shipped() -> Self {
        let mut table = Self::new();
        for &LunarDay { year, month, day, occasion, confirmed: _ } in LUNAR_DAYS {
            table.publish(year);
            table.insert((year, month, day), Title::Occasion(occasion));
        }
        table
    }

    /// Says that the lunar days of a year are all in the table.
    pub fn publish(&mut self, year: i32) {
        self.published.insert(year);
    }

    /// Adds a holiday. A day may have several titles; the same one twice is kept once.
    ///
    /// This does not publish the day's year: a single extra closing day says nothing of the lunar days.
    pub fn add(&mut self, date: JalaliDate, title: impl Into<Title>) {
        self.insert((date.year(), date.month(), date.day()), title.into());
    }

    /// Whether the lunar days of a year are known.
    pub fn is_published(&self, year: i32) -> bool {
        self.published.contains(&year)
    }

    /// The titles of a day; empty when the table does not have it.
    pub fn titles(&self, date: JalaliDate) -> &[Title] {
        self.days.get(&(date.year(), date.month(), date.day())).map_or(&[], Vec::as_slice)
    }

    fn insert(&mut self, day: (i32, u8, u8), title: Title) {
        let titles = self.days.entry(day).or_default();
        if !titles.contains(&title) {
            titles.push(title);
        }
    }
}

/// A holiday and why it is one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Holiday {
    /// The day.
    pub date: JalaliDate,
    /// The reasons, at least one: fixed days first, then the table's, `Friday` last.
    pub titles: Vec<Title>,
    /// The day of the week.
    pub weekday: Weekday,
}

/// The holidays of one Jalali year.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct YearListing {
    /// The Jalali year.
    pub year: i32,
    /// Whether the year's lunar days are not published yet, so that days may be missing.
    pub approximate: bool,
    /// All holidays in order, Fridays included.
    pub holidays: Vec<Holiday>,
}

/// Which days are holidays.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Calendar {
    table: Table,
}

impl Calendar {
    /// Fridays, the fixed solar days and the days of the table.
    pub fn new(table: Table) -> Self {
        Self { table }
    }

    /// Whether the day is a holiday, as far as is known.
    pub fn is_holiday(&self, date: JalaliDate) -> bool {
        date.weekday() == Weekday::Fri || Occasion::on_solar_day(date).is_some() || !self.table.titles(date).is_empty()
    }

    /// Whether the year's lunar days are not published, so that a working day of it may turn out a holiday.
    pub fn is_approximate(&self, year: i32) -> bool {
        !self.table.is_published(year)
    }

    /// Why a day is a holiday; empty when it is none.
    pub fn titles(&self, date: JalaliDate) -> Vec<Title> {
        let friday = (date.weekday() == Weekday::Fri).then_some(Occasion::Friday);
        Occasion::on_solar_day(date)
            .map(Title::Occasion)
            .into_iter()
            .chain(self.table.titles(date).iter().cloned())
            .chain(friday.map(Title::Occasion))
            .collect()
    }

    /// The day itself, or the first day after it that is no holiday.
    pub fn working_day_from(&self, date: JalaliDate) -> JalaliDate {
        let mut day = date;
        while self.is_holiday(day) {
            let next = day.add_days(1);
            if next == day {
                // The end of chrono's time.
                break;
            }
            day = next;
        }
        day
    }

    /// All holidays of a year.
    ///
    /// # Errors
    /// [`JalaliError::NoSuchDay`] for years outside 1 to 9999.
    pub fn year(&self, year: i32) -> Result<YearListing, JalaliError> {
        let first = JalaliDate::new(year, 1, 1)?;
        let holidays = (0..366)
            .map(|day| first.add_days(day))
            .take_while(|date| date.year() == year)
            .filter(|&date| self.is_holiday(date))
            .map(|date| Holiday { date, titles: self.titles(date), weekday: date.weekday() })
            .collect();
        Ok(YearListing { year, approximate: self.is_approximate(year), holidays })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn date(text: &str) -> JalaliDate {
        text.parse().unwrap()
    }

    fn shipped() -> Calendar {
        Calendar::new(Table::shipped())
    }

    /// The lunar days of a year as the rules list them: month, days.
    fn lunar(year: i32) -> &'static [(u8, &'static [u8])] {
        match year {
            1404 => &[
                (1, &[11, 12]),
                (2, &[4]),
                (3, &[16, 24]),
                (4, &[14, 15]),
                (5, &[23, 31]),
                (6, &[2, 10, 19]),
                (9, &[3]),
                (10, &[13, 27]),
                (11, &[15]),
                (12, &[20]),
            ],
            1405 => &[
                (3, &[6, 14]),
                (4, &[3, 4]),
                (5, &[13, 21, 22, 30]),
                (6, &[8]),
                (8, &[22]),
                (10, &[2, 16]),
                (11, &[4]),
                (12, &[9, 19, 20]),
            ],
            _ => &[],
        }
    }

    const FIXED: [(u8, &[u8]); 4] = [(1, &[1, 2, 3, 4, 12, 13]), (3, &[14, 15]), (11, &[22]), (12, &[29])];

    #[test]
    fn exactly_the_listed_days_are_holidays() {
        let calendar = shipped();
        for year in 1400..=1420 {
            let mut day = JalaliDate::new(year, 1, 1).unwrap();
            while day.year() == year {
                let listed = |days: &[(u8, &[u8])]| {
                    days.iter().any(|&(month, days)| month == day.month() && days.contains(&day.day()))
                };
                let expected = day.weekday() == Weekday::Fri || listed(&FIXED) || listed(lunar(year));
                assert_eq!(calendar.is_holiday(day), expected, "{day}");
                assert_eq!(!calendar.titles(day).is_empty(), expected, "{day}");
                day = day.add_days(1);
            }
        }
    }

    #[test]
    fn every_shipped_day_exists_once() {
        let mut seen = BTreeSet::new();
        for day in LUNAR_DAYS {
            assert!(JalaliDate::new(day.year, day.month, day.day).is_ok(), "{day:?}");
            assert!(seen.insert((day.year, day.month, day.day)), "{day:?} twice");
            // From Mordad 1405 on the days are derived, not published.
            assert_eq!(day.confirmed, (day.year, day.month) < (1405, 5), "{day:?}");
        }
    }

    #[test]
    fn a_year_lists_its_holidays_in_order_with_titles() {
        let listing = shipped().year(1405).unwrap();
        assert_eq!((listing.year, listing.approximate), (1405, false));
        assert_eq!(
            listing.holidays[0],
            Holiday { date: date("1405/01/01"), titles: vec![Occasion::Nowruz.into()], weekday: Weekday::Sat }
        );
        assert!(listing.holidays.is_sorted_by(|a, b| a.date < b.date));
        assert!(listing.holidays.iter().all(|holiday| !holiday.titles.is_empty()));
        let fridays = listing.holidays.iter().filter(|holiday| holiday.weekday == Weekday::Fri).count();
        assert_eq!(fridays, 52);

        // Eid al-Fitr of 1446 went on through Islamic Republic day.
        let calendar = shipped();
        assert_eq!(
            calendar.titles(date("1404/01/12")),
            [Title::Occasion(Occasion::IslamicRepublicDay), Title::Occasion(Occasion::EidAlFitr)]
        );
        assert_eq!(
            calendar.titles(date("1404/12/29")),
            [Title::Occasion(Occasion::OilNationalisation), Title::Occasion(Occasion::Friday)]
        );
        assert_eq!(calendar.titles(date("1405/08/30")), []);
    }

    #[test]
    fn years_without_published_days_are_approximate() {
        let mut table = Table::shipped();
        table.add(date("1406/02/01"), "closed for the election");
        let calendar = Calendar::new(table.clone());
        for (year, approximate) in [(1403, true), (1404, false), (1405, false), (1406, true)] {
            assert_eq!(calendar.is_approximate(year), approximate, "{year}");
            assert_eq!(calendar.year(year).unwrap().approximate, approximate, "{year}");
        }
        assert!(calendar.is_holiday(date("1406/02/01")));
        assert!(calendar.is_holiday(date("1406/01/01")));

        table.publish(1406);
        assert!(!Calendar::new(table).is_approximate(1406));
        assert!(Calendar::default().is_approximate(1405));
        assert_eq!(calendar.year(0), Err(JalaliError::NoSuchDay));
        assert_eq!(calendar.year(10_000), Err(JalaliError::NoSuchDay));
    }

    #[test]
    fn a_title_is_kept_once() {
        let mut table = Table::new();
        table.add(date("1406/02/01"), "ASHURA");
        table.add(date("1406/02/01"), Occasion::Ashura);
        table.add(date("1406/02/01"), "another reason");
        assert_eq!(
            table.titles(date("1406/02/01")),
            [Title::Occasion(Occasion::Ashura), Title::Text("another reason".to_owned())]
        );
    }

    #[test]
    fn the_end_of_time_does_not_hang() {
        let last = JalaliDate::from(chrono::NaiveDate::MAX);
        let mut table = Table::new();
        table.add(last, "the last day");
        assert_eq!(Calendar::new(table).working_day_from(last), last);
    }

    proptest! {
        #[test]
        fn a_working_day_is_the_first_that_is_no_holiday(days in 0_i32..8_000) {
            let calendar = shipped();
            let start = date("1400/01/01").add_days(days);
            let working = calendar.working_day_from(start);
            prop_assert!(!calendar.is_holiday(working));
            let mut day = start;
            while day < working {
                prop_assert!(calendar.is_holiday(day));
                day = day.add_days(1);
            }
            prop_assert_eq!(day, working);
        }
    }
}
