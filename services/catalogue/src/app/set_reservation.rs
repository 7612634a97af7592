//! An order declares its whole reservation.

use futures_util::future::join3;
use pishkhan_chassis::access::Actor;
use pishkhan_chassis_db::{Commit, audit};
use serde_json::json;
use uuid::Uuid;

use super::{Catalogue, CatalogueError};
use crate::{
    domain::reservation::{self, Answer, Declaration, LastAnswer, Plan, Quantities, Turn},
    store::{order_reservations, stock},
};

/// What is asked for.
#[derive(Debug, Clone)]
pub struct SetReservation {
    /// Whose stock.
    pub seller_id: Uuid,
    /// The order, the revision, and what it wants to hold.
    pub declaration: Declaration,
    /// Who calls.
    pub caller: Actor,
    /// In whose name the order changes.
    pub on_behalf_of: String,
    /// The request, for the ledger.
    pub request_id: String,
}

impl Catalogue {
    /// Makes an order hold what it declares: all of it, or nothing changes.
    ///
    /// A revision that has been answered gets the same answer and changes nothing, also if it was a refusal and the stock
    /// would do by now. An older revision is refused as stale, and so is the same one with other lines.
    pub async fn set_reservation(&self, command: &SetReservation) -> Result<Answer, CatalogueError> {
        match self.answer(command).await {
            // Two came for the first time at once: now there is the other one's row to lock.
            Err(CatalogueError::Database(error)) if order_reservations::is_answered_meanwhile(&error) => {
                self.answer(command).await
            }
            answered => answered,
        }
    }

    async fn answer(&self, command: &SetReservation) -> Result<Answer, CatalogueError> {
        let SetReservation { seller_id, declaration, caller, on_behalf_of, request_id } = command;
        let (seller_id, order_id, revision) = (*seller_id, declaration.order_id(), declaration.revision());
        let (now, audit_id) = (self.clock.now(), self.clock.new_id());
        self.db
            .pipelined(async |tx| -> Result<Commit<Answer>, CatalogueError> {
                // The order first, then the types in the order of their ids: all orders lock so.
                let (last, held, shelves) = tx
                    .begin(|conn| {
                        join3(
                            order_reservations::lock(conn, seller_id, order_id),
                            order_reservations::held(conn, seller_id, order_id),
                            stock::lock_differing(conn, seller_id, order_id, declaration.lines()),
                        )
                    })
                    .await?;
                let (last, held, shelves) = (last?, held?, shelves?);
                let last_revision = last.as_ref().map(|LastAnswer { revision, .. }| *revision);
                match reservation::turn(last, &held, declaration) {
                    Turn::Stale { last } => return Err(CatalogueError::RevisionStale { order_id, last }),
                    Turn::Repeated(answer) => return Ok(Commit::without_writes(answer)),
                    Turn::New => {}
                }
                let plan = reservation::plan(&held, declaration.lines(), &shelves);
                let mut writes = order_reservations::answer(seller_id, declaration, last_revision, &held, &plan, now)?;
                if let Plan::Apply(movements) = &plan {
                    let order = Some((order_id, revision));
                    let origin = stock::Origin { actor: on_behalf_of, request_id, order, occurred_at: now };
                    writes.extend(stock::movement(seller_id, movements, origin));
                }
                let entry = audit::Entry {
                    actor: caller,
                    seller_id: Some(seller_id),
                    action: match &plan {
                        Plan::Refuse(_) => "reservation.refused",
                        Plan::Apply(_) => "reservation.set",
                    },
                    entity: "order_reservation",
                    entity_id: order_id,
                    version: revision,
                    changes: changes(on_behalf_of, &held, &plan),
                };
                writes.push(audit::record(now, audit_id, entry));
                Ok(Commit { value: plan.answer(), writes })
            })
            .await
    }
}

/// What the audit row tells: the differences that were applied, or the lines that were short.
fn changes(on_behalf_of: &str, held: &Quantities, plan: &Plan) -> serde_json::Value {
    match plan {
        Plan::Apply(movements) => {
            let lines: Vec<_> = movements
                .iter()
                .map(|movement| {
                    let before = held.get(&movement.type_id).copied().unwrap_or_default();
                    json!({ "type_id": movement.type_id, "before": before, "after": before + movement.delta_reserved() })
                })
                .collect();
            json!({ "on_behalf_of": on_behalf_of, "lines": lines })
        }
        Plan::Refuse(shortages) => {
            let lines: Vec<_> = shortages
                .iter()
                .map(|short| json!({ "type_id": short.type_id, "available": short.available, "requested": short.requested }))
                .collect();
            json!({ "on_behalf_of": on_behalf_of, "short": lines })
        }
    }
}
