//! Saving, cancelling and deleting: agreed with the stock, by an intent that survives a crash.
//!
//! The intent is committed first; then the stock is asked; then its answer is committed and the intent removed. Whoever
//! finds an intent may finish it: the stock answers the same revision always the same, and the answer is committed by
//! whoever still finds the intent.

use futures_util::future::{OptionFuture, join3};
use pishkhan_chassis::access::Actor;
use pishkhan_chassis_db::{
    Commit,
    idempotency::{self, Key},
};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::{
    App, Asker, PeerError, StockAnswer, Stop, Tx, replied, reply, settle_refused::Raised, settle_writes::begin_settling,
};
use crate::{
    domain::{LEASE, Order, OrderStatus, Settlement, SettlementKind, Shortage},
    error::OrdersError,
    store::{self, orders::Stored},
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

const SAVE: &str = "SaveOrder";
const CANCEL: &str = "CancelOrder";
const DELETE: &str = "DeleteOrder";

impl App {
    /// Registers an order: reserves all its goods or none. Saving a registered order does nothing.
    pub async fn save(&self, command: ChangeStatus) -> Result<SettledOrder, OrdersError> {
        self.begin_and_settle(command, SettlementKind::Save, SAVE).await
    }

    /// Cancels an order for good and gives its goods back. Cancelling a cancelled order does nothing.
    pub async fn cancel(&self, command: ChangeStatus) -> Result<SettledOrder, OrdersError> {
        self.begin_and_settle(command, SettlementKind::Cancel, CANCEL).await
    }

    /// Deletes an order that is open or cancelled, and gives its goods back. It is not found afterwards.
    pub async fn delete(&self, command: ChangeStatus) -> Result<SettledOrder, OrdersError> {
        self.begin_and_settle(command, SettlementKind::Delete, DELETE).await
    }

    async fn begin_and_settle(
        &self,
        command: ChangeStatus,
        kind: SettlementKind,
        operation: &'static str,
    ) -> Result<SettledOrder, OrdersError> {
        for _ in 0..4 {
            match self.begin(&command, kind, operation).await? {
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
    async fn begin(
        &self,
        command: &ChangeStatus,
        kind: SettlementKind,
        operation: &'static str,
    ) -> Result<Begun, OrdersError> {
        let ChangeStatus { seller_id, order_id, version, asker } = command;
        let now = self.clock.now();
        let key = asker.key(*seller_id, operation);
        let begun = self
            .db
            .pipelined(async |tx| -> Tx<Commit<Begun>> {
                let (order, done, settling) = tx
                    .begin(|conn| {
                        join3(
                            store::orders::lock(conn, *seller_id, *order_id),
                            replied(conn, &key),
                            store::settlements::find(conn, *seller_id, *order_id),
                        )
                    })
                    .await?;
                let order = order?;
                // Before anything else: what was deleted by this same request is not found any more.
                if let Some(done) = done? {
                    return Ok(Commit::without_writes(Begun::Replied(done)));
                }
                let mut order = order.ok_or(OrdersError::OrderNotFound)?.order;
                if let Some(intent) = settling? {
                    return Ok(Commit::without_writes(Begun::Waiting(intent)));
                }
                let Some((revision, lines)) = begin_settling(&mut order, kind, *version)? else {
                    let mut writes = self.writes_at_once(&mut order, kind, &asker.actor, now)?;
                    let done = settled(&order);
                    writes.push(reply(&key, &done, now)?);
                    self.stop.pass(Stop::InCommit)?;
                    return Ok(Commit { value: Begun::Replied(done), writes });
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
                let writes = vec![
                    store::orders::set_revision_sent(*seller_id, *order_id, revision),
                    store::settlements::insert(&intent, LEASE),
                ];
                self.stop.pass(Stop::InIntent)?;
                Ok(Commit { value: Begun::Started(intent), writes })
            })
            .await;
        self.decided(&key, begun).await
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
                    Raised::To(revision) => intent.revision = revision,
                    Raised::Finished(reply) => return Ok(reply),
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
        let (seller_id, order_id) = (intent.seller_id, intent.order_id);
        let registers = matches!(intent.kind, SettlementKind::Save | SettlementKind::Takeover)
            && matches!(answer, StockAnswer::Reserved);
        self.db
            .pipelined(async |tx| -> Tx<Commit<Reply>> {
                let (order, standing, customer) = tx
                    .begin(|conn| {
                        join3(
                            store::orders::lock_any(conn, seller_id, order_id),
                            store::settlements::find(conn, seller_id, order_id),
                            // Others are told by what name it goes just now.
                            OptionFuture::from(
                                registers.then(|| store::customers::lock_of_order(conn, seller_id, order_id)),
                            ),
                        )
                    })
                    .await?;
                // Only a takeover that was short removes an order's row, so somebody else has finished it that way.
                let Some(Stored { mut order, .. }) = order? else {
                    return Ok(Commit::without_writes(Reply::Short(Vec::new())));
                };
                // Under the order's lock nobody else removes or raises it.
                if standing?.is_none_or(|standing| standing.revision != intent.revision) {
                    return Ok(Commit::without_writes(finished(tx.conn(), intent, &order).await?));
                }
                let mut writes = vec![store::settlements::remove(seller_id, order_id, intent.revision)];
                let revision = Some(intent.revision);
                match (intent.kind, answer) {
                    (SettlementKind::Save | SettlementKind::Takeover, StockAnswer::Reserved) => {
                        let customer = customer.transpose()?.flatten().ok_or(OrdersError::CustomerNotFound)?;
                        writes.extend(self.save_writes(&mut order, intent, customer, &actor, now)?);
                    }
                    (SettlementKind::Cancel, StockAnswer::Reserved) => {
                        writes.extend(self.cancel_writes(&mut order, revision, &actor, now)?);
                    }
                    (SettlementKind::Delete, StockAnswer::Reserved) => {
                        writes.extend(self.delete_writes(&mut order, revision, &actor, now)?);
                    }
                    (SettlementKind::Save, StockAnswer::Short(_)) => {}
                    (SettlementKind::Takeover, StockAnswer::Short(_)) => {
                        writes.push(store::orders::remove(seller_id, order_id));
                        writes.extend(store::customers::order_gone(seller_id, order.customer_id, true));
                    }
                    (SettlementKind::Cancel | SettlementKind::Delete, StockAnswer::Short(_)) => {
                        let cause = "giving everything back was short of stock".to_owned();
                        return Err(OrdersError::PeerRefused { service: "catalogue", cause });
                    }
                }
                let done = match answer {
                    StockAnswer::Reserved => settled(&order),
                    StockAnswer::Short(shortages) => Reply::Short(shortages.clone()),
                };
                if let Some(key) = key_of(intent) {
                    // When the id was used for two orders at the same time, what was decided is done nevertheless.
                    writes.push(idempotency::record_unless_taken(&key, serde_json::to_vec(&done)?, now).changing(1));
                }
                self.stop.pass(Stop::InCommit)?;
                Ok(Commit { value: done, writes })
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

/// A takeover is answered by the request that it is a part of.
fn key_of(intent: &Settlement) -> Option<Key<'_>> {
    let operation = match intent.kind {
        SettlementKind::Save => SAVE,
        SettlementKind::Cancel => CANCEL,
        SettlementKind::Delete => DELETE,
        SettlementKind::Takeover => return None,
    };
    let Settlement { seller_id, request_id, fingerprint, .. } = intent;
    Some(Key { seller_id: *seller_id, operation, request_id, fingerprint: *fingerprint })
}

/// What somebody else has made of an intent: the reply stored with it, else where the order stands now.
pub(super) async fn finished(
    conn: &store::Connection,
    intent: &Settlement,
    order: &Order,
) -> Result<Reply, OrdersError> {
    let stored = match key_of(intent) {
        Some(key) => match replied(conn, &key).await {
            Err(error) if super::is_mismatch(&error) => None,
            other => other?,
        },
        None => None,
    };
    Ok(stored.unwrap_or_else(|| settled(order)))
}
