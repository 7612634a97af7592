//! Opening a registered order for editing, and going back to what was saved. The stock is not asked: it holds the saved
//! revision's goods all the while.

use futures_util::future::join3;
use pishkhan_chassis_db::Commit;

use super::{App, ChangeStatus, SettledOrder, Stop, Tx, replied, reply};
use crate::{
    domain::{DiscardStep, Order, SavedRevision, Settlement},
    error::OrdersError,
    store::{self, orders::Stored},
};

#[derive(Clone, Copy)]
enum Transition {
    Reopen,
    Discard,
}

impl Transition {
    const fn operation(self) -> &'static str {
        match self {
            Self::Reopen => "ReopenOrder",
            Self::Discard => "DiscardOrderChanges",
        }
    }
}

/// How far a try came.
enum Progress {
    Done(SettledOrder),
    /// Saving, cancelling or deleting has to be finished first.
    Settle(Settlement),
}

impl App {
    /// Opens a registered order for editing. Opening an open order does nothing.
    pub async fn reopen(&self, command: ChangeStatus) -> Result<SettledOrder, OrdersError> {
        self.transition(command, Transition::Reopen).await
    }

    /// Takes a reopened order back to its saved revision. With a registered order this does nothing.
    pub async fn discard(&self, command: ChangeStatus) -> Result<SettledOrder, OrdersError> {
        self.transition(command, Transition::Discard).await
    }

    async fn transition(&self, command: ChangeStatus, transition: Transition) -> Result<SettledOrder, OrdersError> {
        for _ in 0..4 {
            match self.try_transition(&command, transition).await? {
                Progress::Done(done) => {
                    self.stop.pass(Stop::BeforeReply)?;
                    return Ok(done);
                }
                Progress::Settle(intent) => self.settle_first(&intent).await?,
            }
        }
        Err(OrdersError::Settling)
    }

    async fn try_transition(&self, command: &ChangeStatus, transition: Transition) -> Result<Progress, OrdersError> {
        let ChangeStatus { seller_id, order_id, version, asker } = command;
        let now = self.clock.now();
        let key = asker.key(*seller_id, transition.operation());
        let tried = self
            .db
            .pipelined(async |tx| -> Tx<Commit<Progress>> {
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
                if let Some(done) = done? {
                    return Ok(Commit::without_writes(Progress::Done(done)));
                }
                let Stored { mut order, lines } = order.ok_or(OrdersError::OrderNotFound)?;
                if let Some(intent) = settling? {
                    return Ok(Commit::without_writes(Progress::Settle(intent)));
                }
                let before = order.clone();
                let (action, opened) = match transition {
                    Transition::Reopen => {
                        order.reopen(*version)?;
                        ("order.reopened", 1)
                    }
                    Transition::Discard => {
                        if order.begin_discard(*version)? == DiscardStep::Restore {
                            restore(tx.conn(), &mut order).await?;
                        }
                        ("order.discarded", -1)
                    }
                };
                let mut writes = Vec::new();
                if order != before {
                    writes.push(store::orders::update(&order, order.totals()?.grand_toman)?);
                    writes.extend(store::lines::change(*seller_id, *order_id, &lines, &order.lines));
                    writes.push(store::customers::open_orders_changed(*seller_id, order.customer_id, opened));
                    writes.push(self.audit_order(&asker.actor, action, Some(&before), &order, now)?);
                }
                let done = SettledOrder { status: order.status, version: order.version };
                writes.push(reply(&key, &done, now)?);
                self.stop.pass(Stop::InCommit)?;
                Ok(Commit { value: Progress::Done(done), writes })
            })
            .await;
        self.decided(&key, tried).await
    }
}

/// Makes the order what its revision saved.
async fn restore(conn: &store::Connection, order: &mut Order) -> Result<(), OrdersError> {
    let saved = store::revisions::find(conn, order.seller_id, order.order_id, order.revision).await?;
    let saved = saved.ok_or_else(|| store::corrupt("order_revision", &order.order_id))?;
    let shipping_toman = shipping(&saved, order)?;
    order.restore(saved.lines, saved.tiers, shipping_toman);
    Ok(())
}

/// What shipping cost in a revision. Where it was not kept, what the amount has beyond goods and tax.
fn shipping(saved: &SavedRevision, order: &Order) -> Result<i64, OrdersError> {
    if let Some(shipping_toman) = saved.shipping_toman {
        return Ok(shipping_toman);
    }
    let goods = crate::domain::Totals::of(&saved.lines, &saved.tiers, order.tax_basis_points, 0)?;
    Ok((saved.grand_toman - goods.grand_toman).max(0))
}
