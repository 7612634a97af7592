//! Subscriptions: what begins one, what ends one, and the switch of the store that hangs on it.

use chrono::{DateTime, Utc};
use pishkhan_chassis::{access::Actor, clock::SharedClock};
use pishkhan_chassis_db::{
    audit,
    idempotency::{self, Claim},
};
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::{
    App, SettingsError,
    settle::PERIOD,
    write::{Moment, Write},
};
use crate::{
    SERVICE,
    domain::{
        payment::{Bought, Payment, Purpose},
        section::Section,
        seller::Seller,
        subscription::{Clearing, Origin, Purchase, Subscription, clearing, is_live, period, purchase_time, unseen},
    },
    store::{Connection, StoreError, payments, sellers, subscriptions},
};

const BATCH: usize = 100;

impl<U> App<U> {
    /// What a seller has, none when it never bought anything and was granted nothing; and its payment of a plan of which
    /// the gateway has not said what became.
    pub async fn subscription(
        &self,
        seller_id: Uuid,
    ) -> Result<(Option<Subscription>, Option<Payment>), SettingsError> {
        let (gateway, purpose) = (self.gateway.kind(), Purpose::Subscription);
        let mut conn = self.db.read().await?;
        sellers::find(&mut conn, seller_id).await?.ok_or(SettingsError::SellerNotFound)?;
        let bought = subscriptions::bought(&mut conn, seller_id).await?;
        let awaited = payments::awaited(&mut conn, seller_id, gateway, purpose, None).await?;
        Ok((Subscription::of(&bought, self.clock.now()), awaited))
    }

    /// Switches the store to what is wanted, or to the opposite of what it is; what it is then.
    pub async fn toggle_store(&self, write: &Write, wanted: Option<bool>) -> Result<bool, SettingsError> {
        let (clock, moment, key) = (&self.clock, Moment::of(&self.clock), write.key("ToggleStore"));
        self.db
            .transaction(async |conn| {
                let seller = sellers::lock(conn, write.seller_id).await?.ok_or(SettingsError::SellerNotFound)?;
                if let Claim::Replay(reply) = idempotency::claim(conn, &key, moment.now).await? {
                    return Ok(reply == [1]);
                }
                let seller = end_what_is_over(conn, clock, seller, moment.now).await?;
                let active = wanted.unwrap_or(!seller.active);
                if active && !seller.active && seller.seller_type.needs_subscription() {
                    let bought = subscriptions::bought(conn, seller.seller_id).await?;
                    if !is_live(&bought, moment.now) {
                        return Err(SettingsError::SubscriptionRequired);
                    }
                }
                switch(conn, clock, &write.actor, seller, active, moment.now).await?;
                idempotency::store(conn, &key, &[u8::from(active)]).await?;
                Ok(active)
            })
            .await
    }

    /// Gives a seller days without a payment; what it has then. The same request again gives nothing more.
    pub async fn grant_subscription(
        &self,
        write: &Write,
        days: i32,
        reason: &str,
    ) -> Result<Option<Subscription>, SettingsError> {
        let (clock, moment, key) = (&self.clock, Moment::of(&self.clock), write.key("GrantSubscription"));
        let grant_id = clock.new_id();
        self.db
            .transaction(async |conn| {
                let seller = sellers::lock(conn, write.seller_id).await?.ok_or(SettingsError::SellerNotFound)?;
                if let Claim::New = idempotency::claim(conn, &key, moment.now).await? {
                    if !seller.seller_type.needs_subscription() {
                        return Err(SettingsError::NotForType);
                    }
                    let origin = Origin::Grant { days, reason: reason.to_owned() };
                    give(conn, clock, &write.actor, seller, grant_id, origin, moment.now).await?;
                    idempotency::store(conn, &key, &[]).await?;
                }
                Ok(Subscription::of(&subscriptions::bought(conn, write.seller_id).await?, moment.now))
            })
            .await
    }

    /// Ends what the seller has bought or was granted, and with it the store that needs it: all of it now, or what was
    /// bought `until` then, as of then. What was bought later begins when it was bought.
    pub async fn clear_subscription(&self, write: &Write, until: Option<DateTime<Utc>>) -> Result<(), SettingsError> {
        let (clock, moment, key) = (&self.clock, Moment::of(&self.clock), write.key("ClearSubscription"));
        self.db
            .transaction(async |conn| {
                let seller = sellers::lock(conn, write.seller_id).await?.ok_or(SettingsError::SellerNotFound)?;
                if let Claim::Replay(_) = idempotency::claim(conn, &key, moment.now).await? {
                    return Ok(());
                }
                let seller = end_what_is_over(conn, clock, seller, moment.now).await?;
                let Clearing { given_up, left, at } =
                    clearing(subscriptions::bought(conn, seller.seller_id).await?, until, moment.now);
                if let Some(latest) = given_up.first() {
                    subscriptions::clear(conn, seller.seller_id, &given_up, at).await?;
                    for purchase in &left {
                        subscriptions::set_period(conn, seller.seller_id, purchase).await?;
                    }
                    let details = json!({ "ends_at": { "from": latest.ends_at, "to": at } });
                    record(conn, clock, &write.actor, latest, "subscription.cleared", details, moment.now).await?;
                    if seller.seller_type.needs_subscription() && !is_live(&left, moment.now) {
                        switch(conn, clock, &write.actor, seller, false, moment.now).await?;
                    }
                }
                idempotency::store(conn, &key, &[]).await?;
                Ok(())
            })
            .await
    }

    /// Ends subscriptions by the clock, until `stop`.
    pub async fn end_subscriptions(&self, stop: CancellationToken) {
        while !stop.is_cancelled() {
            match self.end_subscriptions_once().await {
                // There are more of them than are looked at in one go.
                Ok(ended) if ended >= BATCH => continue,
                Ok(_) => {}
                Err(error) => {
                    tracing::warn!(error = &error as &dyn std::error::Error, "subscriptions could not be ended");
                }
            }
            stop.run_until_cancelled(tokio::time::sleep(PERIOD)).await;
        }
    }

    /// Ends what is over, each once over all processes, and closes stores that need a subscription and have none; how many
    /// sellers were looked at.
    pub async fn end_subscriptions_once(&self) -> Result<usize, SettingsError> {
        let (clock, now) = (&self.clock, self.clock.now());
        let mut conn = self.db.read().await?;
        let mut overdue = subscriptions::overdue(&mut conn, now, BATCH).await?;
        overdue.extend(subscriptions::open_without(&mut conn, BATCH).await?);
        drop(conn);
        let mut ended = 0;
        for seller_id in overdue {
            let done = self
                .db
                .transaction(async |conn| {
                    let seller = sellers::lock(conn, seller_id).await?.ok_or(SettingsError::SellerNotFound)?;
                    end_what_is_over(conn, clock, seller, now).await.map(drop)
                })
                .await;
            match done {
                Ok(()) => ended += 1,
                Err(error) => tracing::error!(
                    seller.id = %seller_id,
                    error = &error as &dyn std::error::Error,
                    "the subscription of seller {seller_id} is not ended yet"
                ),
            }
        }
        Ok(ended)
    }
}

/// Gives a seller, who is locked, what a payment has paid.
pub(super) async fn activate(
    conn: &mut Connection,
    clock: &SharedClock,
    actor: &Actor,
    seller: Seller,
    payment: &Payment,
    now: DateTime<Utc>,
) -> Result<(), SettingsError> {
    let Bought { months, price_toman, vat_toman } = payment.bought.ok_or(SettingsError::PaymentNotFound)?;
    let origin = Origin::Plan { plan_id: payment.subject_id.clone(), months, price_toman, vat_toman };
    give(conn, clock, actor, seller, payment.payment_id, origin, now).await
}

/// Gives a seller, who is locked, a time: from now on, or from where it has something already.
async fn give(
    conn: &mut Connection,
    clock: &SharedClock,
    actor: &Actor,
    seller: Seller,
    purchase_id: Uuid,
    origin: Origin,
    now: DateTime<Utc>,
) -> Result<(), SettingsError> {
    let seller_id = seller.seller_id;
    // An end that comes before the renewal has closed the store, even if nobody has looked in between.
    end_what_is_over(conn, clock, seller, now).await?;
    let before = subscriptions::bought(conn, seller_id).await?;
    let purchased_at = purchase_time(&before, now);
    let (starts_at, ends_at) = period(&before, origin.length(), purchased_at);
    let details = match &origin {
        Origin::Plan { plan_id, .. } => json!({ "plan": plan_id, "starts_at": starts_at, "ends_at": ends_at }),
        Origin::Grant { days, reason } => {
            json!({ "granted_days": days, "reason": reason, "starts_at": starts_at, "ends_at": ends_at })
        }
    };
    let purchase =
        Purchase { seller_id, purchase_id, origin, purchased_at, starts_at, ends_at, cleared_at: None, ended_at: None };
    subscriptions::insert(conn, seller_id, purchase.clone()).await?;
    let action = if starts_at > now { "subscription.extended" } else { "subscription.started" };
    Ok(record(conn, clock, actor, &purchase, action, details, now).await?)
}

/// Records, once, that a seller's subscription has ended, and closes a store that has none and needs one; the seller, who
/// is locked, afterwards.
pub(super) async fn end_what_is_over(
    conn: &mut Connection,
    clock: &SharedClock,
    seller: Seller,
    now: DateTime<Utc>,
) -> Result<Seller, SettingsError> {
    let bought = subscriptions::bought(conn, seller.seller_id).await?;
    let last = unseen(&bought, now).into_iter().max_by_key(|purchase| purchase.ends_at);
    if last.is_some() {
        subscriptions::end(conn, seller.seller_id, now).await?;
    }
    if is_live(&bought, now) {
        // It was renewed in time.
        return Ok(seller);
    }
    let actor = Actor::system(SERVICE, last.map_or(seller.seller_id, |last| last.purchase_id).to_string());
    if let Some(last) = last {
        record(conn, clock, &actor, last, "subscription.ended", json!({ "ends_at": last.ends_at }), now).await?;
    }
    if seller.seller_type.needs_subscription() {
        return switch(conn, clock, &actor, seller, false, now).await;
    }
    Ok(seller)
}

/// Switches the store of a seller, who is locked, unless it is so already.
async fn switch(
    conn: &mut Connection,
    clock: &SharedClock,
    actor: &Actor,
    seller: Seller,
    active: bool,
    now: DateTime<Utc>,
) -> Result<Seller, SettingsError> {
    if seller.active != active {
        let seller_id = seller.seller_id;
        sellers::set_active(conn, seller_id, active).await?;
        let action = if active { "store.activated" } else { "store.deactivated" };
        let details = json!({ "active": { "from": seller.active, "to": active } });
        let moment = Moment { now, audit_id: clock.new_id() };
        moment.record(conn, seller_id, Section::Profile, actor, action, details).await?;
    }
    Ok(Seller { active, ..seller })
}

async fn record(
    conn: &mut Connection,
    clock: &SharedClock,
    actor: &Actor,
    purchase: &Purchase,
    action: &'static str,
    changes: Value,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let entry = audit::Entry {
        actor,
        seller_id: Some(purchase.seller_id),
        action,
        entity: "subscription",
        entity_id: purchase.purchase_id,
        version: 1,
        changes,
    };
    audit::append(conn, now, clock.new_id(), entry).await
}
