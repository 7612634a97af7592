//! Saving, cancelling and deleting: agreed with the stock, by an intent that survives a crash.
//!
//! The intent is committed first; then the stock is asked; then its answer is committed and the intent removed. Whoever
//! finds an intent may finish it: the stock answers the same revision always the same, and the answer is committed by
//! whoever still finds the intent.

use chrono::{DateTime, Utc};
use pishkhan_chassis::access::Actor;
use pishkhan_chassis_db::{idempotency::Key, outbox};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::{App, Asker, PeerError, StockAnswer, Stop, Tx, replied, reply};
use crate::{
    domain::{
        CancelStep, DeleteStep, LEASE, Order, OrderStatus, RegisteredOrder, SaveStep, Settlement, SettlementKind,
        Shortage,
    },
    error::OrdersError,
    publish, store,
};

/// Saves, cancels, deletes, reopens or restores an order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChangeStatus {
    /// Whose order.
    pub seller_id: Uuid,
    /// The order.
    pub order_id: Uuid,
    /// The version that the caller has read.
    pub version: Option<i64>,
    /// Who asks.
    pub asker: Asker,
}

/// The order afterwards.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct SettledOrder {
    /// Where it stands.
    pub status: OrderStatus,
    /// Its version.
    pub version: i64,
}

/// What a request is answered, and answered again when it is repeated.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Reply {
    Settled(SettledOrder),
    Short(Vec<Shortage>),
}

impl Reply {
    fn into_result(self) -> Result<SettledOrder, OrdersError> {
        match self {
            Self::Settled(order) => Ok(order),
            Self::Short(shortages) => Err(OrdersError::StockShort(shortages)),
        }
    }
}

/// How far the first transaction came.
enum Begun {
    /// There is nothing to ask the stock.
    Replied(Reply),
    /// The intent is written.
    Started(Settlement),
    /// Another intent stands; it may be a twin's of the same request.
    Waiting(Settlement),
}

const fn operation(kind: SettlementKind) -> Option<&'static str> {
    match kind {
        SettlementKind::Save => Some("SaveOrder"),
        SettlementKind::Cancel => Some("CancelOrder"),
        SettlementKind::Delete => Some("DeleteOrder"),
        SettlementKind::Takeover => None,
    }
}

impl App {
    /// Registers an order: reserves all its goods or none. Saving a registered order does nothing.
    pub async fn save(&self, command: ChangeStatus) -> Result<SettledOrder, OrdersError> {
        self.begin_and_settle(command, SettlementKind::Save).await
    }

    /// Cancels an order for good and gives its goods back. Cancelling a cancelled order does nothing.
    pub async fn cancel(&self, command: ChangeStatus) -> Result<SettledOrder, OrdersError> {
        self.begin_and_settle(command, SettlementKind::Cancel).await
    }

    /// Deletes an order that is open or cancelled, and gives its goods back. It is not found afterwards.
    pub async fn delete(&self, command: ChangeStatus) -> Result<SettledOrder, OrdersError> {
        self.begin_and_settle(command, SettlementKind::Delete).await
    }

    async fn begin_and_settle(&self, command: ChangeStatus, kind: SettlementKind) -> Result<SettledOrder, OrdersError> {
        for _ in 0..4 {
            match self.begin(&command, kind).await? {
                Begun::Replied(reply) => {
                    self.stop.pass(Stop::BeforeReply)?;
                    return reply.into_result();
                }
                Begun::Started(intent) => return self.settle(intent).await?.into_result(),
                Begun::Waiting(intent) => {
                    let Settlement { kind: theirs, request_id, fingerprint, .. } = &intent;
                    let Asker { request_id: own_id, fingerprint: own, .. } = &command.asker;
                    if *theirs == kind && request_id == own_id && fingerprint == own {
                        return self.settle(intent).await?.into_result();
                    }
                    self.settle_first(&intent).await?;
                }
            }
        }
        Err(OrdersError::Settling)
    }

    /// First transaction: decides, and writes the intent.
    async fn begin(&self, command: &ChangeStatus, kind: SettlementKind) -> Result<Begun, OrdersError> {
        let ChangeStatus { seller_id, order_id, version, asker } = command;
        let now = self.clock.now();
        let key = operation(kind).map(|operation| asker.key(*seller_id, operation));
        self.db
            .transaction(async |conn| -> Tx<Begun> {
                let order = store::orders::lock(conn, *seller_id, *order_id).await?;
                // Before anything else: what was deleted by this same request is not found any more.
                if let Some(key) = &key
                    && let Some(done) = replied(conn, key).await?
                {
                    return Ok(Begun::Replied(done));
                }
                let mut order = order.ok_or(OrdersError::OrderNotFound)?;
                if let Some(intent) = store::settlements::find(conn, *seller_id, *order_id).await? {
                    return Ok(Begun::Waiting(intent));
                }
                let (revision, lines) = match kind {
                    SettlementKind::Save | SettlementKind::Takeover => match order.begin_save(*version)? {
                        SaveStep::Done => (None, Vec::new()),
                        SaveStep::Settle(revision) => (Some(revision), order.goods()),
                    },
                    SettlementKind::Cancel => match order.begin_cancel(*version)? {
                        CancelStep::Done => (None, Vec::new()),
                        CancelStep::AtOnce => {
                            self.commit_cancel(conn, &mut order, None, &asker.actor, now).await?;
                            (None, Vec::new())
                        }
                        CancelStep::Settle(revision) => (Some(revision), Vec::new()),
                    },
                    SettlementKind::Delete => match order.begin_delete(*version)? {
                        DeleteStep::AtOnce => {
                            self.commit_delete(conn, &mut order, None, &asker.actor, now).await?;
                            (None, Vec::new())
                        }
                        DeleteStep::Settle(revision) => (Some(revision), Vec::new()),
                    },
                };
                let Some(revision) = revision else {
                    let done = Reply::Settled(SettledOrder { status: order.status, version: order.version });
                    if let Some(key) = &key {
                        reply(conn, key, &done, now).await?;
                    }
                    self.stop.pass(Stop::InCommit)?;
                    return Ok(Begun::Replied(done));
                };
                let intent = Settlement {
                    seller_id: *seller_id,
                    order_id: *order_id,
                    revision,
                    kind,
                    lines,
                    effective_at: None,
                    actor_subject: asker.actor.subject.clone(),
                    actor_role: asker.actor.role.clone(),
                    request_id: asker.request_id.clone(),
                    fingerprint: asker.fingerprint,
                };
                store::orders::set_revision_sent(conn, *seller_id, *order_id, revision).await?;
                store::settlements::insert(conn, &intent, LEASE).await?;
                self.stop.pass(Stop::InIntent)?;
                Ok(Begun::Started(intent))
            })
            .await
    }

    /// Finishes what stands in the way of another change.
    pub(super) async fn settle_first(&self, intent: &Settlement) -> Result<(), OrdersError> {
        match self.settle(intent.clone()).await {
            Ok(_) | Err(OrdersError::PeerRefused { .. }) => Ok(()),
            Err(OrdersError::PeerDown { .. }) => Err(OrdersError::Settling),
            Err(error) => Err(error),
        }
    }

    /// Asks the stock and commits its answer.
    pub(super) async fn settle(&self, mut intent: Settlement) -> Result<Reply, OrdersError> {
        for _ in 0..4 {
            self.stop.pass(Stop::BeforeStock)?;
            let answer = self.catalogue.set_reservation(&intent.reservation()).await;
            self.stop.pass(Stop::AfterStock)?;
            match answer {
                Ok(answer) => {
                    let reply = self.commit(&intent, &answer).await?;
                    self.stop.pass(Stop::BeforeReply)?;
                    return Ok(reply);
                }
                Err(PeerError::Stale { last_revision }) => match self.raise(&intent, last_revision).await? {
                    Ok(revision) => intent.revision = revision,
                    Err(reply) => return Ok(reply),
                },
                // It will not be done however often it is asked, so the order stays as it was.
                Err(PeerError::Refused(cause)) => {
                    self.undo(&intent).await?;
                    return Err(OrdersError::PeerRefused { service: "catalogue", cause });
                }
                Err(PeerError::SellerNotFound) => {
                    self.undo(&intent).await?;
                    return Err(OrdersError::SellerNotFound);
                }
                Err(PeerError::Down(cause)) => return Err(OrdersError::PeerDown { service: "catalogue", cause }),
            }
        }
        Err(OrdersError::Settling)
    }

    /// Second transaction: commits what the stock has agreed to, or that it has not.
    async fn commit(&self, intent: &Settlement, answer: &StockAnswer) -> Result<Reply, OrdersError> {
        let now = self.clock.now();
        let actor = Actor {
            subject: intent.actor_subject.clone(),
            role: intent.actor_role.clone(),
            request_id: intent.request_id.clone(),
        };
        self.db
            .transaction(async |conn| -> Tx<Reply> {
                let order = store::orders::lock_any(conn, intent.seller_id, intent.order_id).await?;
                let ours = store::settlements::remove(conn, intent.seller_id, intent.order_id, intent.revision).await?;
                // Only a takeover that was short removes an order's row, so somebody else has finished it that way.
                let Some(mut order) = order else { return Ok(Reply::Short(Vec::new())) };
                if !ours {
                    return finished(conn, intent, &order).await;
                }
                let done = match (intent.kind, answer) {
                    (SettlementKind::Save | SettlementKind::Takeover, StockAnswer::Reserved) => {
                        self.commit_save(conn, &mut order, intent, &actor, now).await?;
                        settled(&order)
                    }
                    (SettlementKind::Cancel, StockAnswer::Reserved) => {
                        self.commit_cancel(conn, &mut order, Some(intent.revision), &actor, now).await?;
                        settled(&order)
                    }
                    (SettlementKind::Delete, StockAnswer::Reserved) => {
                        self.commit_delete(conn, &mut order, Some(intent.revision), &actor, now).await?;
                        settled(&order)
                    }
                    (SettlementKind::Save, StockAnswer::Short(shortages)) => Reply::Short(shortages.clone()),
                    (SettlementKind::Takeover, StockAnswer::Short(shortages)) => {
                        store::orders::remove(conn, order.seller_id, order.order_id).await?;
                        store::customers::order_gone(conn, order.seller_id, order.customer_id, true).await?;
                        Reply::Short(shortages.clone())
                    }
                    (SettlementKind::Cancel | SettlementKind::Delete, StockAnswer::Short(_)) => {
                        let cause = "giving everything back was short of stock".to_owned();
                        return Err(OrdersError::PeerRefused { service: "catalogue", cause });
                    }
                };
                if let Some(key) = key_of(intent)
                    && !store::replies::insert(conn, &key, &serde_json::to_vec(&done)?, now).await?
                {
                    // The id was used for two orders at the same time. What was decided is done nevertheless.
                    tracing::warn!(order.id = %order.order_id, "a request id was used for several orders");
                }
                self.stop.pass(Stop::InCommit)?;
                Ok(done)
            })
            .await
    }

    async fn commit_save(
        &self,
        conn: &mut store::Connection,
        order: &mut Order,
        intent: &Settlement,
        actor: &Actor,
        now: DateTime<Utc>,
    ) -> Result<(), OrdersError> {
        let before = order.clone();
        order.register(intent.revision, intent.effective_at.unwrap_or(now));
        let totals = order.totals()?;
        store::orders::update(conn, order, totals.grand_toman).await?;
        let by = (actor.subject.as_str(), actor.role.as_str());
        let saved_at = intent.effective_at.unwrap_or(now);
        store::revisions::insert(conn, order, &totals, saved_at, by).await?;
        let (seller_id, customer_id) = (order.seller_id, order.customer_id);
        let customer = store::customers::open_orders_changed(conn, seller_id, customer_id, -1).await?;
        let (action, before) = match intent.kind {
            SettlementKind::Takeover => ("order.imported", None),
            SettlementKind::Save | SettlementKind::Cancel | SettlementKind::Delete => ("order.saved", Some(&before)),
        };
        self.audit_order(conn, actor, action, before, order, now).await?;
        let fact = RegisteredOrder {
            seller_id: order.seller_id,
            order_id: order.order_id,
            code: order.code.clone(),
            revision: order.revision,
            registered_at: order.registered_at.unwrap_or(now),
            customer_id: order.customer_id,
            customer_title: customer.draft.title,
            activity_area: customer.draft.activity_area,
            lines: order.lines.clone(),
            discounts: totals.discounts,
        };
        Ok(outbox::append(conn, publish::registered(self.clock.new_id(), fact, now)).await?)
    }

    /// Commits a cancellation. An order that never counted is nobody else's business, so no event tells of it.
    async fn commit_cancel(
        &self,
        conn: &mut store::Connection,
        order: &mut Order,
        revision: Option<i64>,
        actor: &Actor,
        now: DateTime<Utc>,
    ) -> Result<(), OrdersError> {
        let (was_open, before) = (order.is_open(), order.clone());
        let counted = order.cancel(revision, now);
        store::orders::update(conn, order, order.totals()?.grand_toman).await?;
        if was_open {
            store::customers::open_orders_changed(conn, order.seller_id, order.customer_id, -1).await?;
        }
        self.audit_order(conn, actor, "order.cancelled", Some(&before), order, now).await?;
        if counted {
            outbox::append(conn, publish::cancelled(self.clock.new_id(), order, now)).await?;
        }
        Ok(())
    }

    /// Commits a deletion. The row stays; the customer's lists and counts, and the reports, lose the order.
    async fn commit_delete(
        &self,
        conn: &mut store::Connection,
        order: &mut Order,
        revision: Option<i64>,
        actor: &Actor,
        now: DateTime<Utc>,
    ) -> Result<(), OrdersError> {
        let before = order.clone();
        let known = order.delete(revision, now);
        store::orders::update(conn, order, order.totals()?.grand_toman).await?;
        store::customers::order_gone(conn, order.seller_id, order.customer_id, before.is_open()).await?;
        self.audit_order(conn, actor, "order.deleted", Some(&before), order, now).await?;
        if known {
            outbox::append(conn, publish::deleted(self.clock.new_id(), order, now)).await?;
        }
        Ok(())
    }

    /// The stock knows a later revision than the one it was asked for, or this one with other lines: asks for one that
    /// is later still, unless the intent has been finished meanwhile. Happens when an older state of this database was
    /// restored.
    async fn raise(&self, intent: &Settlement, last_revision: Option<i64>) -> Result<Result<i64, Reply>, OrdersError> {
        let (seller_id, order_id) = (intent.seller_id, intent.order_id);
        self.db
            .transaction(async |conn| -> Tx<Result<i64, Reply>> {
                let order = store::orders::lock_any(conn, seller_id, order_id).await?;
                let order = order.ok_or(OrdersError::OrderNotFound)?;
                let known = last_revision.unwrap_or_default().max(order.last_revision_sent);
                let next = known.saturating_add(1);
                if !store::settlements::raise(conn, seller_id, order_id, intent.revision, next).await? {
                    return finished(conn, intent, &order).await.map(Err);
                }
                store::orders::set_revision_sent(conn, seller_id, order_id, next).await?;
                tracing::warn!(order.id = %order_id, order.revision = next, "the stock knows a later revision of order {order_id}");
                Ok(Ok(next))
            })
            .await
    }

    /// Takes an intent back. The order stays as it was; one that was only being taken over goes.
    async fn undo(&self, intent: &Settlement) -> Result<(), OrdersError> {
        let (seller_id, order_id) = (intent.seller_id, intent.order_id);
        self.db
            .transaction(async |conn| -> Tx<()> {
                let Some(order) = store::orders::lock_any(conn, seller_id, order_id).await? else { return Ok(()) };
                let ours = store::settlements::remove(conn, seller_id, order_id, intent.revision).await?;
                if ours && intent.kind == SettlementKind::Takeover {
                    store::orders::remove(conn, seller_id, order_id).await?;
                    store::customers::order_gone(conn, seller_id, order.customer_id, true).await?;
                }
                tracing::error!(order.id = %order_id, order.revision = intent.revision, "the intent of order {order_id} was undone");
                Ok(())
            })
            .await
    }

    /// Settles an order that is being taken over. `None`: the stock is short, and nothing of the order is left.
    pub(super) async fn settle_takeover(&self, intent: Settlement) -> Result<Option<Vec<Shortage>>, OrdersError> {
        match self.settle(intent).await {
            Ok(Reply::Settled(_)) => Ok(None),
            Ok(Reply::Short(shortages)) => Ok(Some(shortages)),
            Err(error) => Err(error),
        }
    }
}

const fn settled(order: &Order) -> Reply {
    Reply::Settled(SettledOrder { status: order.status, version: order.version })
}

fn key_of(intent: &Settlement) -> Option<Key<'_>> {
    Some(Key {
        seller_id: intent.seller_id,
        operation: operation(intent.kind)?,
        request_id: &intent.request_id,
        fingerprint: intent.fingerprint,
    })
}

/// What somebody else has made of an intent: the reply stored with it, else where the order stands now.
async fn finished(conn: &mut store::Connection, intent: &Settlement, order: &Order) -> Result<Reply, OrdersError> {
    let stored = match key_of(intent) {
        Some(key) => match replied(conn, &key).await {
            Err(error) if super::is_mismatch(&error) => None,
            other => other?,
        },
        None => None,
    };
    Ok(stored.unwrap_or_else(|| settled(order)))
}
