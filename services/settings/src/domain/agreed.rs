//! What sellers and platform have agreed on, and what it comes to.

use chrono::{DateTime, NaiveDate, Utc};
use pishkhan_calendar::JalaliDate;
use uuid::Uuid;

use super::{
    month::Month,
    seller::{Cooperation, Seller},
};

/// Basis points of the whole.
const WHOLE: i128 = 10_000;

/// How a seller pays the platform.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Agreed {
    /// How the shares are reckoned.
    pub cooperation: Cooperation,
    /// Basis points for a percentage, tomans otherwise; at least 0.
    pub commission: i64,
    /// When it is paid.
    pub payment_date: Option<NaiveDate>,
}

/// Terms that hold from a month on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AgreedFrom {
    /// The terms.
    pub agreed: Agreed,
    /// The first month.
    pub from: Month,
}

impl Agreed {
    /// What a seller's profile says; none when nothing was ever agreed.
    pub fn of(seller: &Seller) -> Option<Self> {
        let &Seller { cooperation, agreed_commission: commission, commission_payment_date: payment_date, .. } = seller;
        cooperation.map(|cooperation| Self { cooperation, commission, payment_date })
    }

    /// Tomans for so many orders of so many tomans (without tax and shipping), rounded half up; none when it does not fit.
    pub fn commission(&self, orders: i64, sales_toman: i64) -> Option<i64> {
        match self.cooperation {
            Cooperation::Percentage => {
                let share = i128::from(sales_toman) * i128::from(self.commission);
                i64::try_from((share + WHOLE / 2).div_euclid(WHOLE)).ok()
            }
            Cooperation::Basket => self.commission.checked_mul(orders),
            Cooperation::Amount => Some(self.commission),
        }
    }

    /// Until when a month's commission is to be paid: the agreed date, and once that has passed its day in the month after
    /// the billed one.
    pub fn due_date(&self, billed: Month) -> Option<NaiveDate> {
        let agreed = self.payment_date?;
        let day = JalaliDate::from(agreed).day();
        let monthly = billed.next().day(day)?;
        Some(agreed.max(monthly.to_naive()))
    }
}

/// What became of a proposal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProposalState {
    /// It awaits its decision.
    Awaiting,
    /// It holds from a month on.
    Confirmed,
    /// It does not hold.
    Refused,
    /// A later one has replaced it before it was decided.
    Superseded,
}

/// Terms as somebody wants them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proposal {
    /// Its id; ids follow time.
    pub proposal_id: Uuid,
    /// Whose terms.
    pub seller_id: Uuid,
    /// What is wanted.
    pub agreed: Agreed,
    /// What became of it.
    pub state: ProposalState,
    /// When it was typed.
    pub created_at: DateTime<Utc>,
    /// When it was decided, or superseded.
    pub decided_at: Option<DateTime<Utc>>,
    /// From when on it holds, once it is confirmed.
    pub from: Option<Month>,
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn agreed(cooperation: Cooperation, commission: i64) -> Agreed {
        Agreed { cooperation, commission, payment_date: None }
    }

    #[test]
    fn each_kind_comes_to_its_tomans() {
        let percent = |basis_points| agreed(Cooperation::Percentage, basis_points);
        for (terms, orders, sales, amount) in [
            (percent(250), 1, 9_996_000, 249_900),
            // Half a toman counts as one, less does not.
            (percent(250), 1, 20, 1),
            (percent(250), 1, 19, 0),
            (percent(1), 1, 5_000, 1),
            (percent(1), 1, 4_999, 0),
            (percent(0), 5, 1_000_000, 0),
            (percent(10_000), 5, 1_000_001, 1_000_001),
            (agreed(Cooperation::Basket, 15_000), 7, 1_000_000, 105_000),
            (agreed(Cooperation::Basket, 15_000), 0, 0, 0),
            (agreed(Cooperation::Amount, 2_000_000), 0, 0, 2_000_000),
            (agreed(Cooperation::Amount, 2_000_000), 9, 9_000_000, 2_000_000),
        ] {
            assert_eq!(terms.commission(orders, sales), Some(amount), "{terms:?} {orders} {sales}");
        }
        assert_eq!(percent(10_000).commission(1, i64::MAX), Some(i64::MAX));
        assert_eq!(agreed(Cooperation::Basket, i64::MAX).commission(2, 0), None);
    }

    #[test]
    fn it_is_due_on_the_agreed_day_of_the_month_after() {
        let on = |text: &str| Agreed {
            payment_date: Some(text.parse::<JalaliDate>().unwrap().to_naive()),
            ..agreed(Cooperation::Amount, 1)
        };
        let due = |terms: Agreed, month| {
            JalaliDate::from(terms.due_date(Month::from_code(month).unwrap()).unwrap()).to_string()
        };
        assert_eq!(due(on("1405/08/05"), 140_507), "1405/08/05");
        assert_eq!(due(on("1405/08/05"), 140_512), "1406/01/05");
        assert_eq!(due(on("1405/09/10"), 140_507), "1405/09/10");
        assert_eq!(due(on("1405/06/31"), 140_507), "1405/08/30");
        assert_eq!(agreed(Cooperation::Amount, 1).due_date(Month::from_code(140_507).unwrap()), None);
    }

    proptest! {
        #[test]
        fn what_was_billed_and_its_corrections_are_the_commission_of_the_end(
            rate in 0_i64..10_001,
            kind in 0_u8..3,
            bases in prop::collection::vec((0_i64..2_000, 0_i64..1_000_000_000_000), 1..12),
        ) {
            let cooperation = [Cooperation::Percentage, Cooperation::Basket, Cooperation::Amount][usize::from(kind)];
            let terms = agreed(cooperation, rate);
            let mut billed = 0;
            for &(orders, sales) in &bases {
                billed += terms.commission(orders, sales).unwrap() - billed;
            }
            let &(orders, sales) = bases.last().unwrap();
            prop_assert_eq!(Some(billed), terms.commission(orders, sales));
            if cooperation == Cooperation::Percentage {
                let exact = i128::from(sales) * i128::from(rate);
                let off = i128::from(billed) * WHOLE - exact;
                prop_assert!((-WHOLE / 2 < off) && (off <= WHOLE / 2), "half up, once");
            }
        }
    }
}
