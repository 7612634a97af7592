//! Writing the orders that are taken over.

use futures_util::future::join;
use pishkhan_chassis_db::Commit;

use super::{Batch, NewOrder, PastOrder, Step, Taken, problem};
use crate::{
    app::{App, Asker, Tx, place::Draft},
    domain::{FirstStep, LEASE, Order, OrderCode, OrderStatus, Settlement, SettlementKind},
    error::OrdersError,
    store,
};

impl App {
    /// Writes a new order, and with it the intent of one that was registered.
    pub(super) async fn write(&self, batch: &Batch, past: &PastOrder, step: Step) -> Result<Step, OrdersError> {
        let Step::Write(new) = step else { return Ok(step) };
        let mut added = self.write_new(batch, past, &new).await;
        if matches!(&added, Err(OrdersError::Database(error)) if store::codes::is_begun_meanwhile(error)) {
            added = self.write_new(batch, past, &new).await;
        }
        match added {
            Ok(Some(intent)) => Ok(Step::Settle { intent: Box::new(intent), result: Taken::Created }),
            Ok(None) => Ok(Step::Done(Taken::Created)),
            // It stands twice in this call, or came by another one at the same time.
            Err(OrdersError::Database(error)) if store::orders::is_known_by_client(&error) => {
                Ok(Step::Done(Taken::Unchanged))
            }
            Err(error) => Ok(Step::Done(problem(past, error)?)),
        }
    }

    async fn write_new(
        &self,
        batch: &Batch,
        past: &PastOrder,
        new: &NewOrder,
    ) -> Result<Option<Settlement>, OrdersError> {
        let Batch { seller_id, asker, now, customers: _, offers: _ } = batch;
        let NewOrder { order_id, customer_id, lines, terms, totals } = new;
        let draft = Draft {
            seller_id: *seller_id,
            client_order_id: Some(&past.client_order_id),
            created_at: past.created_at,
            terms,
            lines,
            customer_note: &past.customer_note,
            seller_note: &past.seller_note,
        };
        let month = draft.month()?;
        self.db
            .pipelined(async |tx| -> Tx<Commit<Option<Settlement>>> {
                let (last, customer) = tx
                    .begin(|conn| {
                        join(
                            store::codes::lock(conn, *seller_id, month),
                            store::customers::lock_connected(conn, *seller_id, *customer_id),
                        )
                    })
                    .await?;
                let code = OrderCode::following(month, last?);
                customer?.ok_or(OrdersError::CustomerNotFound)?;
                let mut order = draft.open(*order_id, *customer_id, code);
                let intent = intent(&mut order, past, asker)?;
                if past.status == OrderStatus::Cancelled {
                    order.cancel(None, past.settled_at.unwrap_or(*now));
                    // It comes as it is: nothing has changed here yet.
                    order.version = 1;
                }
                let mut writes = vec![store::codes::give_out(*seller_id, code)];
                writes.extend(store::orders::insert_all(&[(&order, totals.grand_toman)])?);
                writes.push(store::customers::orders_placed(&[&order]));
                writes.push(match &intent {
                    Some(intent) => store::settlements::insert(intent, LEASE),
                    None => self.audit_order(&asker.actor, "order.imported", None, &order, *now)?,
                });
                Ok(Commit { value: intent, writes })
            })
            .await
    }
}

/// The intent of an order that was registered: its goods have to be reserved before it counts as registered here.
fn intent(order: &mut Order, past: &PastOrder, asker: &Asker) -> Result<Option<Settlement>, OrdersError> {
    if past.status != OrderStatus::Registered {
        return Ok(None);
    }
    let FirstStep::AskStock(revision) = order.begin(SettlementKind::Takeover, None)? else { return Ok(None) };
    Ok(Some(Settlement {
        seller_id: order.seller_id,
        order_id: order.order_id,
        revision,
        kind: SettlementKind::Takeover,
        lines: order.goods(),
        effective_at: past.settled_at,
        actor_subject: asker.actor.subject.clone(),
        actor_role: asker.actor.role.clone(),
        actor_session: asker.actor.session.clone(),
        request_id: asker.request_id.clone(),
        fingerprint: asker.fingerprint,
    }))
}
