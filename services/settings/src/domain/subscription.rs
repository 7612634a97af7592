//! Plans, and what a seller has bought of them or was granted.

use chrono::{DateTime, TimeDelta, Utc};
use pishkhan_chassis::errors::problem;
use uuid::Uuid;

use super::seller::{FieldProblem, LIMIT_MAX};

/// A month of a plan has so many days.
pub const MONTH_DAYS: i64 = 30;
/// Months of the longest plan.
const MONTHS_MAX: i32 = 60;
const PLAN_ID_MAX: usize = 16;
const BASIS_POINTS: i64 = 10_000;
/// Days before the end at which a seller is reminded, the last one first.
const REMINDERS: [i32; 3] = [1, 3, 7];

/// A subscription that can be bought.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// Such as m1.
    pub plan_id: String,
    /// Of 30 days.
    pub months: i32,
    /// Tomans, without VAT.
    pub price_toman: i64,
}

impl Plan {
    /// Every field that breaks its rule.
    pub fn problems(&self) -> Vec<FieldProblem> {
        let id = self.plan_id.as_str();
        let mut problems = Vec::new();
        if id.is_empty() {
            problems.push(("plan.plan_id", problem::REQUIRED));
        } else if !is_plan_id(id) {
            problems.push(("plan.plan_id", problem::INVALID));
        }
        if !(1..=MONTHS_MAX).contains(&self.months) {
            problems.push(("plan.months", problem::OUT_OF_RANGE));
        }
        if !(1..=LIMIT_MAX).contains(&self.price_toman) {
            problems.push(("plan.price_toman", problem::OUT_OF_RANGE));
        }
        problems
    }
}

/// Whether a plan can be called so: at most 16 of a-z and 0-9.
pub fn is_plan_id(id: &str) -> bool {
    let fits = (1..=PLAN_ID_MAX).contains(&id.len());
    fits && id.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
}

/// VAT of a price in tomans, rounded half up. `basis_points` of 1000 are 10 percent.
pub fn vat(price_toman: i64, basis_points: i32) -> i64 {
    (price_toman * i64::from(basis_points) + BASIS_POINTS / 2).div_euclid(BASIS_POINTS)
}

/// Where a seller's time comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// A plan that was paid for.
    Plan {
        /// Such as m1.
        plan_id: String,
        /// Of 30 days.
        months: i32,
        /// Tomans, without VAT.
        price_toman: i64,
        /// Tomans.
        vat_toman: i64,
    },
    /// The platform, which gave it without a payment.
    Grant {
        /// How many.
        days: i32,
        /// Why.
        reason: String,
    },
}

impl Origin {
    /// How long it lasts.
    pub fn length(&self) -> TimeDelta {
        match self {
            Self::Plan { months, .. } => TimeDelta::days(MONTH_DAYS * i64::from(*months)),
            Self::Grant { days, .. } => TimeDelta::days((*days).into()),
        }
    }
}

/// A time that a seller bought or was granted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Purchase {
    /// Whose it is.
    pub seller_id: Uuid,
    /// The payment's id; of a grant its own.
    pub purchase_id: Uuid,
    /// What it was paid with, if with anything.
    pub origin: Origin,
    /// When it was paid or granted.
    pub purchased_at: DateTime<Utc>,
    /// When its time begins.
    pub starts_at: DateTime<Utc>,
    /// When its time is over.
    pub ends_at: DateTime<Utc>,
    /// When it was given up.
    pub cleared_at: Option<DateTime<Utc>>,
    /// When it was seen that its time was over.
    pub ended_at: Option<DateTime<Utc>>,
}

impl Purchase {
    /// Whether it keeps a store open. One whose end was recorded never does again, whatever an older clock says.
    pub fn is_live(&self, now: DateTime<Utc>) -> bool {
        self.cleared_at.is_none() && self.ended_at.is_none() && self.starts_at <= now && now < self.ends_at
    }

    /// Whether it was bought while another one was running, where that ends.
    pub fn is_extension(&self) -> bool {
        self.starts_at > self.purchased_at
    }

    fn is_over(&self, now: DateTime<Utc>) -> bool {
        self.cleared_at.is_none() && self.ends_at <= now
    }

    fn is_held(&self, now: DateTime<Utc>) -> bool {
        self.cleared_at.is_none() && self.ended_at.is_none() && now < self.ends_at
    }
}

/// When a time that is paid or granted `now` begins and ends: at once, or where what the seller has already ends.
pub fn period(bought: &[Purchase], length: TimeDelta, now: DateTime<Utc>) -> (DateTime<Utc>, DateTime<Utc>) {
    let ends = bought.iter().filter(|purchase| purchase.cleared_at.is_none()).map(|purchase| purchase.ends_at);
    let starts_at = ends.max().map_or(now, |end| end.max(now));
    (starts_at, starts_at + length)
}

/// When what is bought `now` counts as bought: after all that was bought before, the latest of which comes first, whatever
/// the clocks of two processes say.
pub fn purchase_time(bought: &[Purchase], now: DateTime<Utc>) -> DateTime<Utc> {
    bought.first().map_or(now, |latest| now.max(latest.purchased_at + TimeDelta::microseconds(1)))
}

/// What giving up a subscription comes to.
#[derive(Debug, PartialEq, Eq)]
pub struct Clearing {
    /// What is given up, the latest first.
    pub given_up: Vec<Purchase>,
    /// What was bought later, the earliest first, in the times that it has now.
    pub left: Vec<Purchase>,
    /// When it is given up.
    pub at: DateTime<Utc>,
}

/// Gives up what is not over and was bought `until` then, as of then; all, and now, without it. What was bought later
/// began where the end was, and begins when it was bought.
pub fn clearing(bought: Vec<Purchase>, until: Option<DateTime<Utc>>, now: DateTime<Utc>) -> Clearing {
    let at = until.map_or(now, |until| until.min(now));
    let held = bought.into_iter().filter(|purchase| purchase.cleared_at.is_none() && purchase.ended_at.is_none());
    let (given_up, later): (Vec<_>, Vec<_>) = held
        .filter(|purchase| purchase.ends_at > at)
        .partition(|purchase| until.is_none_or(|until| purchase.purchased_at <= until));
    let mut left: Vec<Purchase> = Vec::with_capacity(later.len());
    for mut purchase in later.into_iter().rev() {
        if !given_up.is_empty() {
            let length = purchase.ends_at - purchase.starts_at;
            let before = left.last().map_or(purchase.purchased_at, |before| before.ends_at.max(purchase.purchased_at));
            purchase.starts_at = before.min(purchase.starts_at);
            purchase.ends_at = purchase.starts_at + length;
        }
        left.push(purchase);
    }
    Clearing { given_up, left, at }
}

/// Whether a store that needs a subscription may be open.
pub fn is_live(bought: &[Purchase], now: DateTime<Utc>) -> bool {
    bought.iter().any(|purchase| purchase.is_live(now))
}

/// What is over and was not seen to be so.
pub fn unseen(bought: &[Purchase], now: DateTime<Utc>) -> Vec<&Purchase> {
    bought.iter().filter(|purchase| purchase.ended_at.is_none() && purchase.is_over(now)).collect()
}

/// What a seller has: its purchases that follow each other without a gap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subscription {
    /// The latest of them.
    pub latest: Purchase,
    /// When the first of them began.
    pub starts_at: DateTime<Utc>,
    /// When the latest ends, or was given up.
    pub ends_at: DateTime<Utc>,
    /// Whether it is running.
    pub live: bool,
    /// Days before the end at which a reminder is due now; 0 when none is.
    pub reminder_days: i32,
    /// What is running and what follows it, the earliest first; none once all of it is over.
    pub periods: Vec<Purchase>,
}

impl Subscription {
    /// Of what a seller has bought, the latest purchase first; none when that is nothing.
    pub fn of(bought: &[Purchase], now: DateTime<Utc>) -> Option<Self> {
        let (latest, earlier) = bought.split_first()?;
        let mut starts_at = latest.starts_at;
        for before in earlier {
            // What was given up together with the latest belongs to it.
            if before.ends_at != starts_at || before.cleared_at != latest.cleared_at && before.cleared_at.is_some() {
                break;
            }
            starts_at = before.starts_at;
        }
        let ends_at = latest.cleared_at.unwrap_or(latest.ends_at);
        let live = is_live(bought, now);
        let reminder_days = if live { reminder_days(ends_at - now) } else { 0 };
        let mut periods: Vec<_> = bought.iter().filter(|purchase| purchase.is_held(now)).cloned().collect();
        periods.sort_unstable_by_key(|purchase| purchase.starts_at);
        Some(Self { latest: latest.clone(), starts_at, ends_at, live, reminder_days, periods })
    }
}

/// Which reminder is due when so much is left.
fn reminder_days(left: TimeDelta) -> i32 {
    REMINDERS.into_iter().find(|days| left <= TimeDelta::days((*days).into())).unwrap_or(0)
}

#[cfg(test)]
mod tests;
