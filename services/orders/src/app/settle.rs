//! Saving, cancelling and deleting: agreed with the stock, by an intent that survives a crash.
//!
//! The intent is committed first; then the stock is asked; then its answer is committed and the intent removed. Whoever
//! finds an intent may finish it: the stock answers the same revision always the same, and the answer is committed by
//! whoever still finds the intent.

use futures_util::future::join3;
use pishkhan_chassis_db::Commit;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::{
    App, Asker, PeerError, StockAnswer, Stop, Tx, replied, reply,
    settle_conclude::{Concluded, settled},
};
use crate::{
    domain::{FirstStep, LEASE, Order, OrderStatus, Settlement, SettlementKind, Shortage, StockReply},
    error::OrdersError,
    store,
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

pub(super) const SAVE: &str = "SaveOrder";
pub(super) const CANCEL: &str = "CancelOrder";
pub(super) const DELETE: &str = "DeleteOrder";

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
                let mut writes = match order.begin(kind, *version)? {
                    FirstStep::AskStock(revision) => {
                        let intent = intent(&order, kind, revision, asker);
                        let writes = vec![
                            store::orders::set_revision_sent(*seller_id, *order_id, revision),
                            store::settlements::insert(&intent, LEASE),
                        ];
                        self.stop.pass(Stop::InIntent)?;
                        return Ok(Commit { value: Begun::Started(intent), writes });
                    }
                    FirstStep::Nothing => Vec::new(),
                    FirstStep::CancelAtOnce => self.cancel_writes(&mut order, None, &asker.actor, now)?,
                    FirstStep::DeleteAtOnce => self.delete_writes(&mut order, None, &asker.actor, now)?,
                };
                let done = settled(&order);
                writes.push(reply(&key, &done, now)?);
                self.stop.pass(Stop::InCommit)?;
                Ok(Commit { value: Begun::Replied(done), writes })
            })
            .await;
        self.decided(&key, begun).await
    }

    /// Finishes what stands in the way of another change.
    pub(super) async fn settle_first(&self, intent: &Settlement) -> Result<(), OrdersError> {
        match self.settle(intent.clone()).await {
            // Whoever asks looks again.
            Ok(_) | Err(OrdersError::PeerRefused { .. } | OrdersError::Settling) => Ok(()),
            Err(OrdersError::PeerDown { .. }) => Err(OrdersError::Settling),
            Err(error) => Err(error),
        }
    }

    /// Asks the stock and commits what follows from its reply.
    pub(super) async fn settle(&self, mut intent: Settlement) -> Result<Reply, OrdersError> {
        for _ in 0..4 {
            self.stop.pass(Stop::BeforeStock)?;
            let answer = self.catalogue.set_reservation(&intent.reservation()).await;
            self.stop.pass(Stop::AfterStock)?;
            let (reply, refusal) = match answer {
                Ok(StockAnswer::Reserved) => (StockReply::Reserved, None),
                Ok(StockAnswer::Short(shortages)) => (StockReply::Short(shortages), None),
                Err(PeerError::Stale { last_revision }) => (StockReply::Stale { last_revision }, None),
                Err(PeerError::Refused(cause)) => {
                    (StockReply::Refused, Some(OrdersError::PeerRefused { service: "catalogue", cause }))
                }
                Err(PeerError::SellerNotFound) => (StockReply::Refused, Some(OrdersError::SellerNotFound)),
                Err(PeerError::Down(cause)) => return Err(OrdersError::PeerDown { service: "catalogue", cause }),
            };
            let concluded = self.conclude(&intent, &reply).await?;
            if let Some(refusal) = refusal {
                return Err(refusal);
            }
            match concluded {
                Concluded::Done(reply) => {
                    self.stop.pass(Stop::BeforeReply)?;
                    return Ok(reply);
                }
                Concluded::AskAgain(revision) => intent.revision = revision,
                Concluded::Undone => break,
            }
        }
        Err(OrdersError::Settling)
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

/// What is written before the stock is asked for a revision of an order.
fn intent(order: &Order, kind: SettlementKind, revision: i64, asker: &Asker) -> Settlement {
    Settlement {
        seller_id: order.seller_id,
        order_id: order.order_id,
        revision,
        kind,
        lines: match kind {
            SettlementKind::Save | SettlementKind::Takeover => order.goods(),
            SettlementKind::Cancel | SettlementKind::Delete => Vec::new(),
        },
        effective_at: None,
        actor_subject: asker.actor.subject.clone(),
        actor_role: asker.actor.role.clone(),
        actor_session: asker.actor.session.clone(),
        request_id: asker.request_id.clone(),
        fingerprint: asker.fingerprint,
    }
}
