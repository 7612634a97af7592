//! Payments through a gateway, and when the gateway is asked about them.

use chrono::{DateTime, TimeDelta, Utc};
use uuid::Uuid;

/// How long somebody may take to pay.
pub const LIFETIME: TimeDelta = TimeDelta::minutes(15);
/// A payment whose payer does not come back is asked about for so long after its time: what the bank has is ours.
pub const ASKED_AFTERWARDS: TimeDelta = TimeDelta::hours(24);
/// One that the gateway was away for is given up so long after its time: by then it has sent the money back.
pub const AWAITED_AFTERWARDS: TimeDelta = TimeDelta::days(7);
/// Payments that a seller may begin in an hour.
pub const BEGUN_AN_HOUR: i64 = 30;
const FIRST_CHECK: TimeDelta = TimeDelta::seconds(30);
const LONGEST_PAUSE: TimeDelta = TimeDelta::hours(1);

/// What is paid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// A plan.
    Subscription,
    /// An invoice.
    Invoice,
}

/// Through whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GatewayKind {
    /// The built-in one, which plays the bank.
    Sandbox,
    /// Zarinpal.
    Zarinpal,
}

/// How far it has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PaymentState {
    /// The payer has time.
    Pending,
    /// The gateway has said so itself.
    Paid,
    /// Cancelled by the payer, or refused by the gateway.
    Failed,
    /// Not paid in its time.
    Expired,
}

impl PaymentState {
    /// As the audit names it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Paid => "paid",
            Self::Failed => "failed",
            Self::Expired => "expired",
        }
    }
}

/// What a payment for a plan pays, as it was when the payment began.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bought {
    /// Of 30 days.
    pub months: i32,
    /// Tomans, without VAT.
    pub price_toman: i64,
    /// Tomans.
    pub vat_toman: i64,
}

/// What is to be paid, or was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Payment {
    /// Who pays.
    pub seller_id: Uuid,
    /// Of the payment.
    pub payment_id: Uuid,
    /// What is paid.
    pub purpose: Purpose,
    /// The plan's or the invoice's id.
    pub subject_id: String,
    /// Of a plan.
    pub bought: Option<Bought>,
    /// Tomans.
    pub amount_toman: i64,
    /// Through whom.
    pub gateway: GatewayKind,
    /// What the gateway calls it; none until it has been asked.
    pub authority: Option<String>,
    /// As it was recorded last; see [`Payment::state_at`].
    pub state: PaymentState,
    /// Whether the payer gave it up.
    pub cancelled: bool,
    /// When it began.
    pub created_at: DateTime<Utc>,
    /// How long the payer has.
    pub expires_at: DateTime<Utc>,
    /// When it was seen to be paid.
    pub paid_at: Option<DateTime<Utc>>,
    /// The gateway's number of the transaction; empty unless it is paid.
    pub reference: String,
    /// When the gateway is asked again; none: never.
    pub check_at: Option<DateTime<Utc>>,
}

/// What a gateway says of a payment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It has the money, all of it.
    Paid {
        /// Its number of the transaction.
        reference: String,
    },
    /// It has no money yet.
    NotPaid,
    /// It has none and will have none.
    Refused {
        /// Whether the payer gave it up.
        cancelled: bool,
    },
}

/// What somebody has done on the page of the built-in gateway.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// Nothing yet.
    None,
    /// Paid.
    Paid,
    /// Gave it up.
    Cancelled,
}

/// Which payments a tool asks for.
#[derive(Clone, Copy, Debug)]
pub struct Wanted {
    /// All sellers' when there is none.
    pub seller_id: Option<Uuid>,
    /// Any when there is none, by the clock.
    pub state: Option<PaymentState>,
    /// Those before the one that began then and is called so.
    pub before: Option<(DateTime<Utc>, Uuid)>,
}

impl Payment {
    /// Where it stands by the clock: one that nobody was sent to pay expires with its time. Of the others the gateway has
    /// to say so: the money may be there.
    pub fn state_at(&self, now: DateTime<Utc>) -> PaymentState {
        let unsent = self.state == PaymentState::Pending && self.authority.is_none();
        if unsent && self.expires_at <= now { PaymentState::Expired } else { self.state }
    }

    /// Whether the payer can still pay.
    pub fn is_open(&self, now: DateTime<Utc>) -> bool {
        self.state == PaymentState::Pending && now < self.expires_at
    }

    /// When to ask about it after having asked `now`: half its age later, and as its time ends; at last a day after it.
    pub fn next_check(&self, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        if now < self.expires_at {
            let next = self.authority.as_ref().map_or(self.expires_at, |_| now + pause(now - self.created_at));
            return Some(next.min(self.expires_at));
        }
        let last = self.expires_at + ASKED_AFTERWARDS;
        (self.authority.is_some() && now < last).then(|| (now + pause(now - self.created_at)).min(last))
    }

    /// When to ask for the first time about a payment that began `now`.
    pub fn first_check(now: DateTime<Utc>) -> DateTime<Utc> {
        now + FIRST_CHECK
    }

    /// As it stands after a question that has told nothing. It is asked again, and given up in the end: a day after its
    /// time if the gateway answers and refuses to tell, a week after it if nobody answers.
    #[must_use]
    pub fn untold(mut self, refused: bool, now: DateTime<Utc>) -> Self {
        let last = self.expires_at + if refused { ASKED_AFTERWARDS } else { AWAITED_AFTERWARDS };
        if self.check_at.is_none() {
            // Somebody has settled it meanwhile, or given it up.
        } else if now < last {
            self.check_at = Some((now + pause(now - self.created_at)).min(last));
        } else {
            self.state = PaymentState::Failed;
            self.check_at = None;
        }
        self
    }

    /// As it stands after the gateway has spoken. Money counts whenever it comes, nothing undoes it, and what the payer's
    /// browser says decides only how a payment is called that the gateway has no money for.
    #[must_use]
    pub fn after(mut self, verdict: &Verdict, gave_up: bool, now: DateTime<Utc>) -> Self {
        if self.state == PaymentState::Paid {
            return self;
        }
        let pending = self.state == PaymentState::Pending;
        self.check_at = self.next_check(now);
        match verdict {
            Verdict::Paid { reference } => {
                self.state = PaymentState::Paid;
                self.cancelled = false;
                self.paid_at = Some(now);
                self.reference.clone_from(reference);
                self.check_at = None;
            }
            Verdict::Refused { cancelled } => {
                if pending {
                    self.state = PaymentState::Failed;
                    self.cancelled = *cancelled;
                }
                self.check_at = None;
            }
            Verdict::NotPaid if pending && gave_up => {
                self.state = PaymentState::Failed;
                self.cancelled = true;
            }
            Verdict::NotPaid if pending && self.expires_at <= now => self.state = PaymentState::Expired,
            Verdict::NotPaid => {}
        }
        self
    }
}

/// Half of an age, within reason.
fn pause(age: TimeDelta) -> TimeDelta {
    (age / 2).clamp(FIRST_CHECK, LONGEST_PAUSE)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(seconds: i64) -> DateTime<Utc> {
        DateTime::UNIX_EPOCH + TimeDelta::seconds(seconds)
    }

    fn payment() -> Payment {
        Payment {
            seller_id: Uuid::from_u128(1),
            payment_id: Uuid::from_u128(2),
            purpose: Purpose::Subscription,
            subject_id: "m1".to_owned(),
            bought: Some(Bought { months: 1, price_toman: 10, vat_toman: 1 }),
            amount_toman: 11,
            gateway: GatewayKind::Sandbox,
            authority: Some("a".to_owned()),
            state: PaymentState::Pending,
            cancelled: false,
            created_at: at(0),
            expires_at: at(900),
            paid_at: None,
            reference: String::new(),
            check_at: None,
        }
    }

    const PAID: fn() -> Verdict = || Verdict::Paid { reference: "7".to_owned() };

    #[test]
    fn it_is_asked_about_at_growing_intervals_until_a_day_after_its_time() {
        let payment = payment();
        let (mut now, mut asked, mut last_pause) = (at(30), 0, TimeDelta::zero());
        while let Some(next) = payment.next_check(now) {
            let at_an_end = [at(900), at(900 + 86_400)].contains(&next);
            assert!(next > now && (next - now >= last_pause || at_an_end), "{now}");
            assert!(now >= at(900) || next <= at(900), "{now}");
            (last_pause, now, asked) = (next - now, next, asked + 1);
        }
        assert_eq!(now, at(900 + 86_400));
        assert!((20..60).contains(&asked), "{asked}");
        let unasked = Payment { authority: None, ..payment };
        assert_eq!((unasked.next_check(at(30)), unasked.next_check(at(900))), (Some(at(900)), None));
    }

    #[test]
    fn what_is_not_told_is_given_up_in_the_end() {
        for (refused, days) in [(true, 1), (false, 7)] {
            let last = at(900) + TimeDelta::days(days);
            let (mut payment, mut asked) = (Payment { check_at: Some(at(30)), ..payment() }, 0);
            while let Some(now) = payment.check_at {
                assert!(payment.state == PaymentState::Pending && now <= last, "{now}");
                (payment, asked) = (payment.untold(refused, now), asked + 1);
            }
            assert_eq!(payment.state, PaymentState::Failed);
            assert!(asked < 30 + 24 * days, "{asked}");
            // Money counts all the same, when somebody asks once more.
            assert_eq!(payment.clone().after(&PAID(), false, last).state, PaymentState::Paid);
            assert_eq!(payment.clone().untold(refused, last), payment);
        }
        // One that a replica has settled meanwhile stays so.
        let paid = payment().after(&PAID(), false, at(10));
        assert_eq!(paid.clone().untold(true, at(900) + TimeDelta::days(9)), paid);
    }

    #[test]
    fn money_counts_whenever_it_comes_and_nothing_undoes_it() {
        let expired = payment().after(&Verdict::NotPaid, false, at(900));
        assert_eq!(expired.state, PaymentState::Expired);
        let given_up = payment().after(&Verdict::NotPaid, true, at(10));
        assert_eq!((given_up.state, given_up.cancelled), (PaymentState::Failed, true));
        for before in [payment(), expired, given_up] {
            let paid = before.after(&PAID(), true, at(2000));
            assert_eq!((paid.state, paid.cancelled, paid.paid_at), (PaymentState::Paid, false, Some(at(2000))));
            assert_eq!((paid.reference.as_str(), paid.check_at), ("7", None));
            for verdict in [Verdict::NotPaid, Verdict::Refused { cancelled: true }, PAID()] {
                assert_eq!(paid.clone().after(&verdict, true, at(3000)), paid);
            }
        }
    }

    #[test]
    fn what_is_refused_is_not_asked_about_any_more() {
        let refused = payment().after(&Verdict::Refused { cancelled: true }, false, at(10));
        assert_eq!((refused.state, refused.cancelled, refused.check_at), (PaymentState::Failed, true, None));
        let pending = payment().after(&Verdict::NotPaid, false, at(10));
        assert_eq!((pending.state, pending.check_at), (PaymentState::Pending, Some(at(40))));
    }

    #[test]
    fn only_the_gateway_says_that_a_payment_has_expired_to_which_somebody_was_sent() {
        let sent = payment();
        assert_eq!((sent.is_open(at(899)), sent.is_open(at(900))), (true, false));
        assert_eq!(sent.state_at(at(90_000)), PaymentState::Pending);
        let unsent = Payment { authority: None, ..sent };
        assert_eq!(
            (unsent.state_at(at(899)), unsent.state_at(at(900))),
            (PaymentState::Pending, PaymentState::Expired)
        );
    }
}
