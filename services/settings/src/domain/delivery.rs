//! When an order is delivered (rules 18, 19).

use chrono::{DateTime, NaiveDate, Utc};
use pishkhan_calendar::{
    JalaliDate,
    delivery::{Promise, Rule, delivery_date},
    holidays::Calendar,
    tehran_date,
};

/// A seller's delivery date and how sure it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Delivery {
    /// Gregorian civil date.
    pub date: NaiveDate,
    /// Whether it rests on holidays that are not published yet.
    pub approximate: bool,
}

/// What an order placed at `placed_at` is promised.
///
/// A period that has ended already can't deliver in the past: then the next working day is promised.
pub fn promise(rule: &Rule, placed_at: DateTime<Utc>, holidays: &Calendar) -> Delivery {
    let Promise { date, approximate } = delivery_date(rule, placed_at, holidays);
    let tomorrow = tehran_date(placed_at).add_days(1);
    if date >= tomorrow {
        return delivery(date, approximate);
    }
    let date = holidays.working_day_from(tomorrow);
    delivery(date, holidays.is_approximate(date.year()))
}

fn delivery(date: JalaliDate, approximate: bool) -> Delivery {
    Delivery { date: date.to_naive(), approximate }
}

#[cfg(test)]
mod tests {
    use pishkhan_calendar::{holidays::Table, tehran_day};

    use super::*;

    fn date(text: &str) -> JalaliDate {
        text.parse().unwrap()
    }

    fn promised(rule: &Rule, placed_on: &str) -> JalaliDate {
        let (midnight, _) = tehran_day(date(placed_on));
        promise(rule, midnight + chrono::TimeDelta::hours(10), &Calendar::new(Table::shipped())).date.into()
    }

    #[test]
    fn a_running_period_delivers_after_its_end() {
        let rule = Rule::Period { start: date("1405/08/01"), end: date("1405/08/30"), preparation_days: Some(2) };
        assert_eq!(promised(&rule, "1405/08/10"), date("1405/09/03"));
    }

    #[test]
    fn a_period_that_is_over_delivers_on_the_next_working_day() {
        let rule = Rule::Period { start: date("1405/07/01"), end: date("1405/07/30"), preparation_days: None };
        // 1405/08/22 is a lunar holiday (a Friday at that).
        assert_eq!(promised(&rule, "1405/08/21"), date("1405/08/23"));
    }
}
