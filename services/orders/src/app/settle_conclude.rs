//! Committing what follows from the stock's reply to an intent.

use futures_util::future::{OptionFuture, join3};
use pishkhan_chassis::access::Actor;
use pishkhan_chassis_db::{
    Commit,
    idempotency::{self, Key},
};

use super::{
    App, Tx, replied,
    settle::{CANCEL, DELETE, Reply, SAVE, SettledOrder},
};
use crate::{
    domain::{Conclusion, Order, Settlement, SettlementKind, StockReply, conclude},
    error::OrdersError,
    store::{self, orders::Stored},
};

/// What has become of an intent.
pub(super) enum Concluded {
    /// It is finished, by this call or by another one.
    Done(Reply),
    /// It stands, under this revision, which the stock has to be asked for.
    AskAgain(i64),
    /// It was taken back, since the stock will not have it; or nobody knows what has become of it.
    Undone,
}

impl App {
    /// Commits what follows from the stock's reply, as the domain has it ([`conclude`]).
    pub(super) async fn conclude(&self, intent: &Settlement, reply: &StockReply) -> Result<Concluded, OrdersError> {
        let now = self.clock.now();
        let actor = Actor {
            subject: intent.actor_subject.clone(),
            role: intent.actor_role.clone(),
            session: intent.actor_session.clone(),
            request_id: intent.request_id.clone(),
        };
        let Settlement { seller_id, order_id, revision, kind, .. } = *intent;
        let registers =
            matches!((kind, reply), (SettlementKind::Save | SettlementKind::Takeover, StockReply::Reserved));
        self.db
            .pipelined(async |tx| -> Tx<Commit<Concluded>> {
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
                    return Ok(Commit::without_writes(Concluded::Done(Reply::Short(Vec::new()))));
                };
                // Under the order's lock nobody else removes or raises it.
                let standing = standing?.map(|standing| standing.revision);
                let mut writes = vec![store::settlements::remove(seller_id, order_id, revision)];
                match conclude(kind, revision, standing, order.last_revision_sent, reply) {
                    Conclusion::AlreadyConcluded => {
                        let done = finished(tx.conn(), intent, &order).await?;
                        return Ok(Commit::without_writes(done.map_or(Concluded::Undone, Concluded::Done)));
                    }
                    // Happens when an older state of this database was restored.
                    Conclusion::AskAgain(next) => {
                        tracing::warn!(order.id = %order_id, order.revision = next, "the stock knows a later revision of order {order_id}");
                        let raised = store::settlements::raise(seller_id, order_id, revision, next);
                        let sent = store::orders::set_revision_sent(seller_id, order_id, next);
                        return Ok(Commit { value: Concluded::AskAgain(next), writes: vec![raised, sent] });
                    }
                    Conclusion::Register => {
                        let customer = customer.transpose()?.flatten().ok_or(OrdersError::CustomerNotFound)?;
                        writes.extend(self.save_writes(&mut order, intent, customer, &actor, now)?);
                    }
                    Conclusion::Cancel => {
                        writes.extend(self.cancel_writes(&mut order, Some(revision), &actor, now)?);
                    }
                    Conclusion::Delete => {
                        writes.extend(self.delete_writes(&mut order, Some(revision), &actor, now)?);
                    }
                    Conclusion::Keep => {}
                    Conclusion::Remove => {
                        writes.push(store::orders::remove(seller_id, order_id));
                        writes.extend(store::customers::order_gone(seller_id, order.customer_id, true));
                    }
                    Conclusion::Impossible => {
                        let cause = "giving everything back was short of stock".to_owned();
                        return Err(OrdersError::PeerRefused { service: "catalogue", cause });
                    }
                }
                let done = match reply {
                    StockReply::Reserved => settled(&order),
                    StockReply::Short(shortages) => Reply::Short(shortages.clone()),
                    StockReply::Stale { .. } | StockReply::Refused => {
                        tracing::error!(order.id = %order_id, order.revision = revision, "the intent of order {order_id} was undone");
                        return Ok(Commit { value: Concluded::Undone, writes });
                    }
                };
                if let Some(key) = key_of(intent) {
                    // When the id was used for two orders at the same time, what was decided is done nevertheless.
                    writes.push(idempotency::record_unless_taken(&key, serde_json::to_vec(&done)?, now).changing(1));
                }
                self.stop.pass(super::Stop::InCommit)?;
                Ok(Commit { value: Concluded::Done(done), writes })
            })
            .await
    }
}

pub(super) const fn settled(order: &Order) -> Reply {
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

/// What somebody else has made of an intent: the reply stored with it, else where the order stands now, if that is what
/// was wanted. Otherwise the intent was taken back, or stands under another revision: nothing of it may be called done.
async fn finished(conn: &store::Connection, intent: &Settlement, order: &Order) -> Result<Option<Reply>, OrdersError> {
    let stored = match key_of(intent) {
        Some(key) => match replied(conn, &key).await {
            Err(error) if super::is_mismatch(&error) => None,
            other => other?,
        },
        None => None,
    };
    Ok(stored.or_else(|| order.is_as_wanted(intent.kind).then(|| settled(order))))
}
