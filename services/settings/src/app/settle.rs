//! Settles payments: the gateway is asked what became of one, and what follows is done in one transaction, once.
//!
//! Whoever comes back from the gateway, presses the button again, or looks after payments that nobody came back from:
//! all of them ask the gateway itself. A process that dies after the answer has lost nothing, since the gateway answers
//! the same again.

use std::time::Duration;

use chrono::TimeDelta;
use pishkhan_chassis::access::Actor;
use serde_json::json;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::{
    App, SettingsError, invoices::invoice_paid, payments::record, stop::Stop, subscriptions::activate, write::Moment,
};
use crate::{
    SERVICE,
    domain::payment::{Payment, PaymentState, Purpose, Verdict},
    store::{payments, sellers},
};

/// How often the loops look.
pub(super) const PERIOD: Duration = Duration::from_secs(5);
const BATCH: i64 = 20;
/// A payment is left to the process that asks about it for so long.
const LEASE: TimeDelta = TimeDelta::minutes(1);
/// When nobody answers so often in a row, the gateway is away.
const AWAY: usize = 2;
/// A payer who came back is waiting.
const SOON: TimeDelta = TimeDelta::seconds(10);

impl<U> App<U> {
    /// Somebody was sent back by the gateway: asks it what became of the payment. While it does not answer, or has been
    /// asked too often, the payment is as it was, and asked about soon.
    pub async fn settle_payment(
        &self,
        authority: &str,
        gave_up: bool,
        actor: &Actor,
    ) -> Result<Payment, SettingsError> {
        let found = payments::by_authority(&mut *self.db.read().await?, self.gateway.kind(), authority).await?;
        let payment = found.ok_or(SettingsError::PaymentNotFound)?;
        match self.ask(&payment, gave_up, actor).await {
            Err(
                error @ (SettingsError::GatewayDown(_)
                | SettingsError::GatewayRefused(_)
                | SettingsError::TooManyTries { .. }),
            ) => {
                let cause = error.to_string();
                tracing::warn!(payment.id = %payment.payment_id, cause, "the gateway does not say what became of a payment");
                let soon = self.clock.now() + SOON;
                let mut conn = self.db.read().await?;
                payments::check_soon(&mut conn, payment.seller_id, payment.payment_id, soon).await?;
                Ok(payment)
            }
            settled => settled,
        }
    }

    /// Asks the gateway about a payment for somebody who waits, and does what follows; the payment as it stands then.
    pub(super) async fn ask(&self, payment: &Payment, gave_up: bool, actor: &Actor) -> Result<Payment, SettingsError> {
        if payment.state == PaymentState::Paid {
            return Ok(payment.clone());
        }
        let _turn = match payment.authority {
            Some(_) => Some(self.questions.turn(payment.seller_id, self.clock.now()).await?),
            None => None,
        };
        self.ask_in_turn(payment, gave_up, actor).await
    }

    async fn ask_in_turn(&self, payment: &Payment, gave_up: bool, actor: &Actor) -> Result<Payment, SettingsError> {
        let verdict = match &payment.authority {
            Some(authority) => self.gateway.verify(authority, payment.amount_toman).await?,
            // Nobody was ever sent to pay it.
            None => Verdict::NotPaid,
        };
        if let Verdict::Paid { .. } = verdict {
            self.stop.pass(Stop::AfterVerify)?;
        }
        self.settle_as(payment, &verdict, gave_up, actor).await
    }

    async fn settle_as(
        &self,
        payment: &Payment,
        verdict: &Verdict,
        gave_up: bool,
        actor: &Actor,
    ) -> Result<Payment, SettingsError> {
        let (clock, moment) = (&self.clock, Moment::of(&self.clock));
        let (seller_id, payment_id) = (payment.seller_id, payment.payment_id);
        self.db
            .transaction(async |conn| {
                let seller = sellers::lock(conn, seller_id).await?.ok_or(SettingsError::SellerNotFound)?;
                let before = payments::lock(conn, seller_id, payment_id).await?;
                let before = before.ok_or(SettingsError::PaymentNotFound)?;
                let after = before.clone().after(verdict, gave_up, moment.now);
                if after == before {
                    return Ok(after);
                }
                payments::update(conn, seller_id, &after).await?;
                if after.state == before.state {
                    return Ok(after);
                }
                let action = match after.state {
                    PaymentState::Paid => "payment.paid",
                    PaymentState::Failed => "payment.failed",
                    PaymentState::Expired => "payment.expired",
                    PaymentState::Pending => "payment.reopened",
                };
                let details = json!({
                    "state": { "from": before.state.name(), "to": after.state.name() },
                    "cancelled": after.cancelled,
                    "reference": after.reference,
                });
                record(conn, moment, actor, &after, action, details).await?;
                if after.state == PaymentState::Paid {
                    match after.purpose {
                        Purpose::Subscription => activate(conn, clock, actor, seller, &after, moment.now).await?,
                        Purpose::Invoice => invoice_paid(conn, clock, actor, &after).await?,
                    }
                }
                Ok(after)
            })
            .await
    }

    /// Asks about payments that nobody came back from, until `stop`.
    pub async fn reconcile(&self, stop: CancellationToken) {
        while !stop.is_cancelled() {
            if let Err(error) = self.reconcile_once().await {
                tracing::warn!(error = &error as &dyn std::error::Error, "payments could not be asked about");
            }
            stop.run_until_cancelled(tokio::time::sleep(PERIOD)).await;
        }
    }

    /// Asks about the payments whose turn it is, each once over all processes; how many were answered.
    pub async fn reconcile_once(&self) -> Result<usize, SettingsError> {
        let (gateway, now) = (self.gateway.kind(), self.clock.now());
        let due = self
            .db
            .transaction(async |conn| {
                Ok::<_, SettingsError>(payments::take_due(conn, gateway, now, LEASE, BATCH).await?)
            })
            .await?;
        let (mut answered, mut away) = (0, 0);
        for payment in due {
            let payment_id = payment.payment_id;
            let actor = Actor::system(SERVICE, payment_id.to_string());
            let (cause, refused) = match self.ask_in_turn(&payment, false, &actor).await {
                Ok(settled) => {
                    (answered, away) = (answered + 1, 0);
                    if settled.state == PaymentState::Paid {
                        tracing::info!(payment.id = %payment_id, "payment {payment_id} was settled late");
                    }
                    continue;
                }
                Err(SettingsError::GatewayRefused(cause)) => (cause, true),
                Err(SettingsError::GatewayDown(cause)) => (cause, false),
                Err(error) => {
                    tracing::error!(
                        payment.id = %payment_id,
                        error = &error as &dyn std::error::Error,
                        "payment {payment_id} is not settled yet"
                    );
                    continue;
                }
            };
            self.untold(&payment, &cause, refused, &actor).await?;
            away = if refused { 0 } else { away + 1 };
            if away == AWAY {
                // The others have a lease, and their turn after it.
                break;
            }
        }
        Ok(answered)
    }

    /// The gateway has not told what became of a payment: it is asked about later, or given up.
    async fn untold(&self, asked: &Payment, cause: &str, refused: bool, actor: &Actor) -> Result<(), SettingsError> {
        let moment = Moment::of(&self.clock);
        let (seller_id, payment_id) = (asked.seller_id, asked.payment_id);
        let given_up = self
            .db
            .transaction(async |conn| {
                let before = payments::lock(conn, seller_id, payment_id).await?;
                let before = before.ok_or(SettingsError::PaymentNotFound)?;
                let after = before.clone().untold(refused, moment.now);
                payments::update(conn, seller_id, &after).await?;
                let given_up = before.check_at.is_some() && after.check_at.is_none();
                if given_up {
                    let details = json!({
                        "state": { "from": before.state.name(), "to": after.state.name() },
                        "cause": cause,
                    });
                    record(conn, moment, actor, &after, "payment.given_up", details).await?;
                }
                Ok::<_, SettingsError>(given_up)
            })
            .await?;
        if given_up {
            metrics::counter!("payments_given_up_total").increment(1);
            tracing::error!(
                payment.id = %payment_id,
                seller.id = %seller_id,
                cause,
                "the gateway has not said what became of payment {payment_id}, and is not asked any more: \
                 see pishkhanctl payments settle"
            );
        } else {
            tracing::warn!(payment.id = %payment_id, cause, "the gateway does not say what became of a payment");
        }
        Ok(())
    }

    /// Asks the gateway about a payment once more, also about one that was given up.
    pub async fn check_payment(
        &self,
        seller_id: Uuid,
        payment_id: Uuid,
        actor: &Actor,
    ) -> Result<Payment, SettingsError> {
        let payment = self.payment(seller_id, payment_id).await?;
        if payment.gateway != self.gateway.kind() {
            return Err(SettingsError::GatewayDown("the payment belongs to another gateway".to_owned()));
        }
        self.ask(&payment, false, actor).await
    }
}
