//! When an order is delivered (rules 18, 19).

use chrono::{DateTime, NaiveDate, Utc};
use pishkhan_calendar::{
    JalaliDate,
    delivery::{Promise, Rule, RuleError, delivery_date, parse_cut_off},
    holidays::Calendar,
    tehran_date,
};
use pishkhan_chassis::errors::problem;

use super::seller::{FieldProblem, SellerType};

/// A rule as it was typed: the fields of both kinds, of which the seller's type picks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DeliveryForm {
    /// The first day of the order period.
    pub start_date: Option<NaiveDate>,
    /// The last day of the order period.
    pub end_date: Option<NaiveDate>,
    /// 1 to 30; none and -1 mean none.
    pub preparation_days: Option<i32>,
    /// 1 to 30.
    pub days_after_order: Option<i32>,
    /// `HH:mm`, in any digits.
    pub cut_off: String,
}

/// What is wrong with a form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DeliveryProblem {
    /// Fields break their rules.
    Fields(Vec<FieldProblem>),
    /// The period begins after it ends.
    PeriodReversed,
}

impl DeliveryForm {
    /// The rule for a seller of this type (rules 18). The other kind's fields are not looked at.
    pub fn rule(self, seller_type: SellerType) -> Result<Rule, DeliveryProblem> {
        let Self { start_date, end_date, preparation_days, days_after_order, cut_off } = self;
        let mut wrong = Vec::new();
        let rule = match seller_type {
            SellerType::Normal => {
                for (field, date) in [("delivery.start_date", start_date), ("delivery.end_date", end_date)] {
                    if date.is_none() {
                        wrong.push((field, problem::REQUIRED));
                    }
                }
                let preparation_days = preparation_days.filter(|days| *days != -1);
                // What is no number of days at all is as far out of range as 0.
                let preparation_days = preparation_days.map(|days| u32::try_from(days).unwrap_or(0));
                let (start, end) = (start_date.unwrap_or_default(), end_date.unwrap_or_default());
                Rule::Period { start: start.into(), end: end.into(), preparation_days }
            }
            SellerType::Special | SellerType::Exclusive => {
                if days_after_order.is_none() {
                    wrong.push(("delivery.days_after_order", problem::REQUIRED));
                }
                let cut_off = match (cut_off.trim(), parse_cut_off(&cut_off)) {
                    ("", _) => {
                        wrong.push(("delivery.cut_off", problem::REQUIRED));
                        (0, 0)
                    }
                    (_, Err(_)) => {
                        wrong.push(("delivery.cut_off", problem::INVALID));
                        (0, 0)
                    }
                    (_, Ok(cut_off)) => cut_off,
                };
                Rule::CutOff { days: u32::try_from(days_after_order.unwrap_or(1)).unwrap_or(0), cut_off }
            }
        };
        match rule.validate() {
            Err(RuleError::PeriodReversed) if wrong.is_empty() => return Err(DeliveryProblem::PeriodReversed),
            // A date that is missing says nothing about the order of the two.
            Ok(()) | Err(RuleError::PeriodReversed) => {}
            Err(RuleError::PreparationDaysOutOfRange) => {
                wrong.push(("delivery.preparation_days", problem::OUT_OF_RANGE));
            }
            Err(RuleError::DeliveryDaysOutOfRange) => wrong.push(("delivery.days_after_order", problem::OUT_OF_RANGE)),
            Err(RuleError::CutOffInvalid) => wrong.push(("delivery.cut_off", problem::INVALID)),
        }
        if wrong.is_empty() { Ok(rule) } else { Err(DeliveryProblem::Fields(wrong)) }
    }
}

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

    fn day(text: &str) -> NaiveDate {
        date(text).to_naive()
    }

    #[test]
    fn the_type_picks_its_fields_and_each_has_its_rule() {
        let both = DeliveryForm {
            start_date: Some(day("1405/08/01")),
            end_date: Some(day("1405/08/30")),
            preparation_days: Some(-1),
            days_after_order: Some(2),
            cut_off: " ۱۴:۳۰ ".to_owned(),
        };
        let period = Rule::Period { start: date("1405/08/01"), end: date("1405/08/30"), preparation_days: None };
        assert_eq!(both.clone().rule(SellerType::Normal), Ok(period));
        let cut_off = Rule::CutOff { days: 2, cut_off: (14, 30) };
        assert_eq!(both.clone().rule(SellerType::Special), Ok(cut_off.clone()));
        assert_eq!(both.clone().rule(SellerType::Exclusive), Ok(cut_off));
        let reversed = DeliveryForm { end_date: Some(day("1405/07/30")), ..both.clone() };
        assert_eq!(reversed.rule(SellerType::Normal), Err(DeliveryProblem::PeriodReversed));

        let wrong = |form: DeliveryForm, seller_type| match form.rule(seller_type) {
            Err(DeliveryProblem::Fields(fields)) => fields,
            other => panic!("{other:?}"),
        };
        let (required, range) = ("REQUIRED", "OUT_OF_RANGE");
        assert_eq!(
            wrong(DeliveryForm::default(), SellerType::Normal),
            [("delivery.start_date", required), ("delivery.end_date", required)]
        );
        assert_eq!(
            wrong(DeliveryForm::default(), SellerType::Special),
            [("delivery.days_after_order", required), ("delivery.cut_off", required)]
        );
        for days in [-2, 0, 31] {
            let form = DeliveryForm { preparation_days: Some(days), days_after_order: Some(days), ..both.clone() };
            assert_eq!(wrong(form.clone(), SellerType::Normal), [("delivery.preparation_days", range)]);
            assert_eq!(wrong(form, SellerType::Special), [("delivery.days_after_order", range)]);
        }
        let late = DeliveryForm { cut_off: "24:00".to_owned(), ..both };
        assert_eq!(wrong(late, SellerType::Special), [("delivery.cut_off", "INVALID")]);
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
