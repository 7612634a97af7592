//! What orders add to the figures.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use pishkhan_calendar::tehran_date;
use uuid::Uuid;

use super::{Bucket, Figures};

/// A line of a registered order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The product.
    pub product_id: Uuid,
    /// The product type.
    pub type_id: Uuid,
    /// What the product was called.
    pub product_title: String,
    /// What the type was called.
    pub type_name: String,
    /// Selling units.
    pub units: i64,
    /// Tomans.
    pub amount_toman: i64,
}

/// A revision of an order, as it was registered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RegisteredOrder {
    /// The order.
    pub order_id: Uuid,
    /// The saved revision.
    pub revision: i64,
    /// When the order was first registered.
    pub registered_at: DateTime<Utc>,
    /// Who bought.
    pub customer_id: Uuid,
    /// What the customer was called.
    pub customer_title: String,
    /// Where the customer is.
    pub activity_area: String,
    /// What was bought.
    pub lines: Vec<Line>,
    /// Such as 1405-08-000123; none when it was not told.
    pub code: Option<String>,
}

/// Why a registered order cannot be counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ContributionError {
    /// Revisions are counted from 1.
    #[error("the revision is not positive")]
    RevisionInvalid,
    /// The order was registered in a year that has no buckets.
    #[error("the registration lies outside of the years that are reported")]
    TimeOutOfRange,
    /// A line has no units, or a negative amount.
    #[error("a line has no units or a negative amount")]
    LineInvalid,
    /// The order's sums do not fit.
    #[error("the order is too large to be counted")]
    TooLarge,
}

/// What an order adds to the figures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contribution {
    /// The day of its first registration.
    pub day: Bucket,
    /// Who bought.
    pub customer_id: Uuid,
    /// Where the customer is, as far as is known; otherwise where the order says.
    pub activity_area: String,
    /// Units and tomans of each type, each with 1 as its orders.
    pub types: BTreeMap<Uuid, Figures>,
    /// The order's code, if it is known.
    pub code: Option<String>,
}

/// The latest that is known of an order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    /// The order's revision.
    pub revision: i64,
    /// What it adds; none when it counts no more.
    pub contribution: Option<Contribution>,
}

impl Fact {
    /// Whether this replaces what is known of the order.
    ///
    /// Facts come at least once and in any order; the higher revision is the later one, and the same revision is the
    /// same fact again.
    pub fn supersedes(&self, known: Option<&Self>) -> bool {
        known.is_none_or(|known| self.revision > known.revision)
    }
}

impl Contribution {
    /// Orders, units and tomans of the whole order.
    ///
    /// # Errors
    /// [`ContributionError::TooLarge`] when they do not fit.
    pub fn whole(&self) -> Result<Figures, ContributionError> {
        let lines = self.types.values().try_fold(Figures::ZERO, |sum, &line| sum.checked_add(line));
        lines.map(|lines| Figures { orders: 1, ..lines }).ok_or(ContributionError::TooLarge)
    }
}

impl RegisteredOrder {
    /// The fact of this revision.
    ///
    /// # Errors
    /// Why it cannot be counted.
    pub fn fact(&self) -> Result<Fact, ContributionError> {
        if self.revision < 1 {
            return Err(ContributionError::RevisionInvalid);
        }
        let day = Bucket::day(tehran_date(self.registered_at)).ok_or(ContributionError::TimeOutOfRange)?;
        let mut types = BTreeMap::new();
        for line in &self.lines {
            if line.units < 1 || line.amount_toman < 0 {
                return Err(ContributionError::LineInvalid);
            }
            let of_type = types.entry(line.type_id).or_insert(Figures { orders: 1, ..Figures::ZERO });
            let of_line = Figures { orders: 0, units: line.units, amount_toman: line.amount_toman };
            *of_type = of_type.checked_add(of_line).ok_or(ContributionError::TooLarge)?;
        }
        let contribution = Contribution {
            day,
            customer_id: self.customer_id,
            activity_area: self.activity_area.clone(),
            types,
            code: self.code.clone(),
        };
        contribution.whole()?;
        Ok(Fact { revision: self.revision, contribution: Some(contribution) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order() -> RegisteredOrder {
        RegisteredOrder {
            order_id: Uuid::from_u128(1),
            revision: 1,
            registered_at: "2026-11-20T20:30:00Z".parse().unwrap(),
            customer_id: Uuid::from_u128(2),
            customer_title: "shop".to_owned(),
            activity_area: "north".to_owned(),
            lines: vec![line(7, 3, 3_780_000), line(8, 2, 2_736_000), line(9, 10, 3_480_000)],
            code: Some("1405-08-000001".to_owned()),
        }
    }

    fn line(type_id: u128, units: i64, amount_toman: i64) -> Line {
        Line {
            product_id: Uuid::from_u128(type_id + 100),
            type_id: Uuid::from_u128(type_id),
            product_title: format!("product {type_id}"),
            type_name: format!("type {type_id}"),
            units,
            amount_toman,
        }
    }

    #[test]
    fn an_order_counts_once_on_the_day_of_tehran() {
        let Fact { revision, contribution } = order().fact().unwrap();
        let contribution = contribution.unwrap();
        assert_eq!((revision, contribution.day.to_string().as_str()), (1, "1405/08/30"));
        let whole = Figures { orders: 1, units: 15, amount_toman: 9_996_000 };
        assert_eq!(contribution.whole(), Ok(whole));
    }

    #[test]
    fn lines_of_one_type_are_one() {
        let mut order = order();
        order.lines = vec![line(7, 1, 10), line(7, 2, 20)];
        let contribution = order.fact().unwrap().contribution.unwrap();
        assert_eq!(
            contribution.types,
            BTreeMap::from([(Uuid::from_u128(7), Figures { orders: 1, units: 3, amount_toman: 30 })])
        );
    }

    #[test]
    fn what_cannot_be_counted_is_refused() {
        let broken = |change: fn(&mut RegisteredOrder)| {
            let mut order = order();
            change(&mut order);
            order.fact().unwrap_err()
        };
        assert_eq!(broken(|order| order.revision = 0), ContributionError::RevisionInvalid);
        assert_eq!(broken(|order| order.registered_at = DateTime::<Utc>::MIN_UTC), ContributionError::TimeOutOfRange);
        assert_eq!(broken(|order| order.registered_at = DateTime::<Utc>::MAX_UTC), ContributionError::TimeOutOfRange);
        assert_eq!(broken(|order| order.lines[0].units = 0), ContributionError::LineInvalid);
        assert_eq!(broken(|order| order.lines[0].amount_toman = -1), ContributionError::LineInvalid);
        assert_eq!(broken(|order| order.lines[0].amount_toman = i64::MAX), ContributionError::TooLarge);
        assert_eq!(
            broken(|order| order.lines = vec![line(7, i64::MAX, 1), line(7, 1, 1)]),
            ContributionError::TooLarge
        );
    }
}
