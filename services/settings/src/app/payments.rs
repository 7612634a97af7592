//! Begins payments, and reads them.
//!
//! A payment is written down before its gateway is asked: a process that dies in between leaves one that expires, or
//! that the next request for the same thing goes on with. [`super::settle`] does what follows.

use chrono::{DateTime, TimeDelta, Utc};
use pishkhan_chassis::access::Actor;
use pishkhan_chassis_db::{
    audit,
    idempotency::{self, Claim, Key},
};
use serde_json::{Value, json};
use uuid::Uuid;

use super::{
    App, SettingsError,
    gateway::Collection,
    invoices::price,
    stop::Stop,
    write::{Moment, Write},
};
use crate::{
    domain::{
        payment::{BEGUN_AN_HOUR, Bought, LIFETIME, Payment, PaymentState, Purpose, Wanted},
        seller::Seller,
        subscription::{Purchase, vat},
    },
    store::{Connection, StoreError, payments, plans, sellers, subscriptions},
};

/// A payment for the same thing that is open is asked about once; a second round finds it settled.
const ROUNDS: usize = 3;

/// What somebody wants to pay.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Subject {
    /// A plan, by its id.
    Plan(String),
    /// An invoice of the seller's, by its id.
    Invoice(Uuid),
}

impl Subject {
    const fn purpose(&self) -> Purpose {
        match self {
            Self::Plan(_) => Purpose::Subscription,
            Self::Invoice(_) => Purpose::Invoice,
        }
    }

    fn id(&self) -> String {
        match self {
            Self::Plan(plan_id) => plan_id.clone(),
            Self::Invoice(invoice_id) => invoice_id.to_string(),
        }
    }
}

/// What a thing costs now.
pub(super) struct Bill {
    /// Tomans, all of it.
    pub amount_toman: i64,
    /// Of a plan.
    pub bought: Option<Bought>,
}

enum Begun {
    Answer(Payment),
    /// There is one already: perhaps it is paid, and nobody came back to say so.
    Ask(Payment),
}

impl<U> App<U> {
    /// Begins a payment. While one for the same thing is open, that one is answered; one that turns out to be paid is
    /// answered as paid. The same request again answers the same payment. There is an end to how many a seller begins in
    /// an hour, and to how often it has the gateway asked.
    pub async fn pay(
        &self,
        write: &Write,
        operation: &'static str,
        subject: &Subject,
        return_seal: String,
    ) -> Result<Payment, SettingsError> {
        let mut asked = None;
        for _ in 0..ROUNDS {
            match self.begin_payment(write, operation, subject, asked).await? {
                Begun::Answer(payment) => return self.with_authority(payment, return_seal).await,
                Begun::Ask(open) => {
                    asked = Some(open.payment_id);
                    self.ask(&open, false, &write.actor).await?;
                }
            }
        }
        Err(SettingsError::GatewayDown("other payments for the same thing keep coming first".to_owned()))
    }

    async fn begin_payment(
        &self,
        write: &Write,
        operation: &'static str,
        subject: &Subject,
        asked: Option<Uuid>,
    ) -> Result<Begun, SettingsError> {
        let (moment, new_id, key) = (Moment::of(&self.clock), self.clock.new_id(), write.key(operation));
        let gateway = self.gateway.kind();
        self.db
            .transaction(async |conn| {
                let (seller_id, now) = (write.seller_id, moment.now);
                let seller = sellers::lock(conn, seller_id).await?.ok_or(SettingsError::SellerNotFound)?;
                if let Some(reply) = idempotency::find(conn, &key).await? {
                    return Ok(Begun::Answer(replied(conn, seller_id, &reply).await?));
                }
                if let Some(asked) = asked
                    && let Some(paid) = payments::find(conn, seller_id, asked).await?
                    && paid.state == PaymentState::Paid
                {
                    remember(conn, &key, now, paid.payment_id).await?;
                    return Ok(Begun::Answer(paid));
                }
                let (purpose, subject_id) = (subject.purpose(), subject.id());
                if let Some(open) = payments::open(conn, seller_id, gateway, purpose, &subject_id, now).await? {
                    if open.authority.is_some() && asked != Some(open.payment_id) {
                        return Ok(Begun::Ask(open));
                    }
                    remember(conn, &key, now, open.payment_id).await?;
                    return Ok(Begun::Answer(open));
                }
                may_begin(conn, seller_id, now).await?;
                let Bill { amount_toman, bought } = bill(conn, &seller, subject, now).await?;
                let payment = Payment {
                    seller_id,
                    payment_id: new_id,
                    purpose,
                    subject_id,
                    bought,
                    amount_toman,
                    gateway,
                    authority: None,
                    state: PaymentState::Pending,
                    cancelled: false,
                    created_at: now,
                    expires_at: now + LIFETIME,
                    paid_at: None,
                    reference: String::new(),
                    check_at: Some(Payment::first_check(now)),
                };
                payments::insert(conn, seller_id, &payment).await?;
                let details = json!({ "subject": payment.subject_id, "amount_toman": amount_toman });
                record(conn, moment, &write.actor, &payment, "payment.begun", details).await?;
                remember(conn, &key, now, payment.payment_id).await?;
                Ok(Begun::Answer(payment))
            })
            .await
    }

    /// The payment with what its gateway calls it, which is asked for that if it is not known.
    async fn with_authority(&self, payment: Payment, return_seal: String) -> Result<Payment, SettingsError> {
        if payment.authority.is_some() || !payment.is_open(self.clock.now()) {
            return Ok(payment);
        }
        if payment.gateway != self.gateway.kind() {
            return Err(SettingsError::GatewayDown("the payment belongs to another gateway".to_owned()));
        }
        let Payment { seller_id, payment_id, amount_toman, expires_at, .. } = payment;
        let collection = Collection { payment_id, amount_toman, expires_at, return_seal };
        let turn = self.questions.turn(seller_id, self.clock.now()).await?;
        let authority = self.gateway.request(&collection).await?;
        drop(turn);
        self.stop.pass(Stop::AfterRequest)?;
        self.db
            .transaction(async |conn| {
                // Of two that ask at the same time the first is kept: nobody ever sees the other's page.
                payments::set_authority(conn, seller_id, payment_id, &authority).await.map_err(authority_taken)?;
                payments::find(conn, seller_id, payment_id).await?.ok_or(SettingsError::PaymentNotFound)
            })
            .await
    }

    /// A seller's payment.
    pub async fn payment(&self, seller_id: Uuid, payment_id: Uuid) -> Result<Payment, SettingsError> {
        let mut conn = self.db.read().await?;
        payments::find(&mut conn, seller_id, payment_id).await?.ok_or(SettingsError::PaymentNotFound)
    }

    /// A seller's payment, and the time that it has paid if it is one of a plan.
    pub async fn payment_with_bought(
        &self,
        seller_id: Uuid,
        payment_id: Uuid,
    ) -> Result<(Payment, Option<Purchase>), SettingsError> {
        let mut conn = self.db.read().await?;
        let found = payments::find(&mut conn, seller_id, payment_id).await?.ok_or(SettingsError::PaymentNotFound)?;
        let bought = match (found.purpose, found.state) {
            (Purpose::Subscription, PaymentState::Paid) => {
                subscriptions::find(&mut conn, seller_id, payment_id).await?
            }
            _ => None,
        };
        Ok((found, bought))
    }

    /// The seller of the payment that the gateway calls so.
    pub async fn payer_of(&self, authority: &str) -> Result<Uuid, SettingsError> {
        let found = payments::by_authority(&mut *self.db.read().await?, self.gateway.kind(), authority).await?;
        found.map(|payment| payment.seller_id).ok_or(SettingsError::PaymentNotFound)
    }

    /// Payments, latest first, and whether there are more than so many.
    pub async fn payments(&self, wanted: Wanted, limit: usize) -> Result<(Vec<Payment>, bool), SettingsError> {
        let mut found = payments::list(&mut *self.db.read().await?, wanted, self.clock.now(), limit + 1).await?;
        let more = found.len() > limit;
        found.truncate(limit);
        Ok((found, more))
    }

    /// Where the payer of a payment goes; none when it can no longer be paid.
    pub fn redirect_url(&self, payment: &Payment) -> Option<String> {
        let reachable = payment.gateway == self.gateway.kind() && payment.is_open(self.clock.now());
        payment.authority.as_deref().filter(|_| reachable).map(|authority| self.gateway.redirect(authority))
    }
}

/// Refuses one more payment to a seller, who is locked, while the last hour has had enough of them.
async fn may_begin(conn: &mut Connection, seller_id: Uuid, now: DateTime<Utc>) -> Result<(), SettingsError> {
    let first = payments::latest(conn, seller_id, BEGUN_AN_HOUR).await?;
    let wait = first.and_then(|begun_at| (begun_at + TimeDelta::hours(1) - now).to_std().ok());
    match wait.filter(|wait| !wait.is_zero()) {
        Some(wait) => Err(SettingsError::TooManyTries { wait }),
        None => Ok(()),
    }
}

/// What a thing costs a seller, who is locked.
async fn bill(
    conn: &mut Connection,
    seller: &Seller,
    subject: &Subject,
    now: DateTime<Utc>,
) -> Result<Bill, SettingsError> {
    match subject {
        Subject::Plan(plan_id) => {
            if !seller.seller_type.needs_subscription() {
                return Err(SettingsError::NotForType);
            }
            let plan = plans::list(conn, now).await?.into_iter().find(|plan| plan.plan_id == *plan_id);
            let plan = plan.ok_or(SettingsError::PlanNotFound)?;
            let vat_toman = vat(plan.price_toman, plans::vat(conn, now).await?);
            let bought = Bought { months: plan.months, price_toman: plan.price_toman, vat_toman };
            Ok(Bill { amount_toman: plan.price_toman + vat_toman, bought: Some(bought) })
        }
        Subject::Invoice(invoice_id) => {
            Ok(Bill { amount_toman: price(conn, seller, *invoice_id).await?, bought: None })
        }
    }
}

/// The payment that a request was answered with.
async fn replied(conn: &mut Connection, seller_id: Uuid, reply: &[u8]) -> Result<Payment, SettingsError> {
    let payment_id = Uuid::from_slice(reply).map_err(|_| SettingsError::PaymentNotFound)?;
    payments::find(conn, seller_id, payment_id).await?.ok_or(SettingsError::PaymentNotFound)
}

async fn remember(
    conn: &mut Connection,
    key: &Key<'_>,
    now: DateTime<Utc>,
    payment_id: Uuid,
) -> Result<(), SettingsError> {
    // The seller is locked, and nothing was answered before.
    if let Claim::New = idempotency::claim(conn, key, now).await? {
        idempotency::store(conn, key, payment_id.as_bytes()).await?;
    }
    Ok(())
}

/// Records what happened to a payment.
pub(super) async fn record(
    conn: &mut Connection,
    moment: Moment,
    actor: &Actor,
    payment: &Payment,
    action: &'static str,
    changes: Value,
) -> Result<(), StoreError> {
    let entry = audit::Entry {
        actor,
        seller_id: Some(payment.seller_id),
        action,
        entity: "payment",
        entity_id: payment.payment_id,
        version: 1,
        changes,
    };
    audit::append(conn, moment.now, moment.audit_id, entry).await
}

/// A gateway that uses one name twice is not to be relied on.
fn authority_taken(error: StoreError) -> SettingsError {
    if pishkhan_chassis_db::is_unique_violation(&error, "payment_authority_key") {
        SettingsError::GatewayDown("the gateway named two payments alike".to_owned())
    } else {
        error.into()
    }
}
