//! Opening a registered order for editing, and going back to what was saved. The stock is not asked: it holds the saved
//! revision's goods all the while.

use super::{App, ChangeStatus, SettledOrder, Stop, Tx, replied, reply};
use crate::{
    domain::{DiscardStep, Order, SavedRevision, Settlement},
    error::OrdersError,
    store,
};

#[derive(Clone, Copy)]
enum Turn {
    Reopen,
    Discard,
}

impl Turn {
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
        self.turn(command, Turn::Reopen).await
    }

    /// Takes a reopened order back to its saved revision. With a registered order this does nothing.
    pub async fn discard(&self, command: ChangeStatus) -> Result<SettledOrder, OrdersError> {
        self.turn(command, Turn::Discard).await
    }

    async fn turn(&self, command: ChangeStatus, turn: Turn) -> Result<SettledOrder, OrdersError> {
        for _ in 0..4 {
            match self.try_turn(&command, turn).await? {
                Progress::Done(done) => {
                    self.stop.pass(Stop::BeforeReply)?;
                    return Ok(done);
                }
                Progress::Settle(intent) => self.settle_first(&intent).await?,
            }
        }
        Err(OrdersError::Settling)
    }

    async fn try_turn(&self, command: &ChangeStatus, turn: Turn) -> Result<Progress, OrdersError> {
        let ChangeStatus { seller_id, order_id, version, asker } = command;
        let now = self.clock.now();
        let key = asker.key(*seller_id, turn.operation());
        self.db
            .transaction(async |conn| -> Tx<Progress> {
                let order = store::orders::lock(conn, *seller_id, *order_id).await?;
                if let Some(done) = replied(conn, &key).await? {
                    return Ok(Progress::Done(done));
                }
                let mut order = order.ok_or(OrdersError::OrderNotFound)?;
                if let Some(intent) = store::settlements::find(conn, *seller_id, *order_id).await? {
                    return Ok(Progress::Settle(intent));
                }
                let before = order.clone();
                let (action, opened) = match turn {
                    Turn::Reopen => {
                        order.reopen(*version)?;
                        ("order.reopened", 1)
                    }
                    Turn::Discard => {
                        if order.begin_discard(*version)? == DiscardStep::Restore {
                            restore(conn, &mut order).await?;
                        }
                        ("order.discarded", -1)
                    }
                };
                if order != before {
                    store::orders::update(conn, &order, order.totals()?.grand_toman).await?;
                    if order.lines != before.lines {
                        store::lines::replace(conn, *seller_id, *order_id, &order.lines).await?;
                    }
                    store::customers::open_orders_changed(conn, *seller_id, order.customer_id, opened).await?;
                    self.audit_order(conn, &asker.actor, action, Some(&before), &order, now).await?;
                }
                let done = SettledOrder { status: order.status, version: order.version };
                reply(conn, &key, &done, now).await?;
                self.stop.pass(Stop::InCommit)?;
                Ok(Progress::Done(done))
            })
            .await
    }
}

/// Makes the order what its revision saved.
async fn restore(conn: &mut store::Connection, order: &mut Order) -> Result<(), OrdersError> {
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
