//! The calendar against an implementation that shares nothing with it.

mod oracle;

use chrono::{Datelike as _, NaiveDate};
use pishkhan_calendar::JalaliDate;

/// Every day from the first of one year to the last of another, by the oracle's own count.
fn days(years: std::ops::RangeInclusive<i32>) -> impl Iterator<Item = (i32, u8, u8)> {
    years.flat_map(|year| {
        (1..=12).flat_map(move |month| (1..=oracle::month_length(year, month)).map(move |day| (year, month, day)))
    })
}

fn check(years: std::ops::RangeInclusive<i32>) -> usize {
    let mut count = 0;
    let mut previous: Option<NaiveDate> = None;
    for (year, month, day) in days(years) {
        let (gregorian_year, gregorian_month, gregorian_day) = oracle::to_gregorian(year, month, day);
        let date = JalaliDate::new(year, month, day).expect("the oracle has this day");
        let civil = NaiveDate::from(date);
        assert_eq!(
            (civil.year(), civil.month(), civil.day()),
            (gregorian_year, gregorian_month, gregorian_day),
            "{date}"
        );
        let back = JalaliDate::from(civil);
        assert_eq!((back.year(), back.month(), back.day()), (year, month, day), "{civil}");
        // No day is left out and none comes twice.
        assert!(previous.is_none_or(|previous| previous.succ_opt() == Some(civil)), "a gap before {date}");
        previous = Some(civil);
        count += 1;
    }
    count
}

#[test]
fn every_day_of_1390_to_1420_agrees_with_the_break_points() {
    // 31 years, eight of them leap: 1391 1395 1399 1403 1408 1412 1416 1420.
    assert_eq!(check(1390..=1420), 31 * 365 + 8);
}

/// The client's date module is held against the same table, which ICU made: so both agree with each other.
#[test]
fn every_month_is_the_clients_too() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../frontend/src/shared/lib/fixtures/jalaliMonths.json");
    let table = std::fs::read_to_string(path).expect("the client's table");
    let months: Vec<serde_json::Value> = serde_json::from_str(&table).expect("a list of months");
    let ours: Vec<serde_json::Value> = (1390..=1420)
        .flat_map(|year| (1..=12).map(move |month| (year, month)))
        .map(|(year, month)| {
            let first = JalaliDate::new(year, month, 1).expect("a first day");
            let length = (29..=31).rev().find(|&day| JalaliDate::new(year, month, day).is_ok());
            serde_json::json!({ "year": year, "month": month, "days": length, "from": NaiveDate::from(first).to_string() })
        })
        .collect();
    assert_eq!(months, ours);
}

#[test]
fn three_centuries_agree_with_the_break_points() {
    assert!(check(1200..=1500) > 301 * 365);
}

#[test]
fn days_that_the_oracle_lacks_are_refused() {
    for year in 1200..=1500 {
        for month in 1..=12 {
            assert!(JalaliDate::new(year, month, oracle::month_length(year, month) + 1).is_err(), "{year}/{month}");
        }
    }
}

#[test]
fn the_oracle_itself_knows_the_known_days() {
    assert_eq!(oracle::to_gregorian(1405, 8, 30), (2026, 11, 21));
    assert_eq!(oracle::to_gregorian(1403, 12, 30), (2025, 3, 20));
    assert_eq!(oracle::to_gregorian(1404, 1, 1), (2025, 3, 21));
    assert_eq!(oracle::month_length(1404, 12), 29);
    let leap: Vec<i32> = (1390..=1420).filter(|&year| oracle::month_length(year, 12) == 30).collect();
    assert_eq!(leap, [1391, 1395, 1399, 1403, 1408, 1412, 1416, 1420]);
}
