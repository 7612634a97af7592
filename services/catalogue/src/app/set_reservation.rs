//! An order declares its whole reservation.

use pishkhan_chassis::access::Actor;
use pishkhan_chassis_db::{DbError, audit};
use serde_json::json;
use uuid::Uuid;

use super::{Catalogue, CatalogueError};
use crate::{
    domain::reservation::{self, Answer, Declaration, Plan, Quantities, Turn},
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
        let SetReservation { seller_id, declaration, caller, on_behalf_of, request_id } = command;
        let (seller_id, order_id, revision) = (*seller_id, declaration.order_id(), declaration.revision());
        let (now, audit_id) = (self.clock.now(), self.clock.new_id());
        self.db
            .transaction(async |conn| {
                let last = order_reservations::lock(conn, seller_id, order_id).await?;
                let held = order_reservations::held(conn, seller_id, order_id).await?;
                match reservation::turn(last, &held, declaration) {
                    Turn::Stale { last } => return Err(CatalogueError::RevisionStale { order_id, last }),
                    Turn::Repeated(answer) => return Ok(answer),
                    Turn::New => {}
                }
                let changing = changing(&held, declaration.lines());
                let shelves = match changing.as_slice() {
                    [] => Vec::new(),
                    types => stock::lock(conn, seller_id, types).await?,
                };
                let plan = reservation::plan(&held, declaration.lines(), &shelves);
                match &plan {
                    Plan::Refuse(shortages) => {
                        order_reservations::refuse(conn, seller_id, declaration, shortages).await?;
                    }
                    Plan::Apply(movements) => {
                        let origin = stock::Origin {
                            actor: on_behalf_of,
                            request_id,
                            order: Some((order_id, revision)),
                            occurred_at: now,
                        };
                        stock::apply(conn, seller_id, movements, origin).await?;
                        order_reservations::reserve(conn, seller_id, declaration, &held, now).await?;
                    }
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
                audit::append(conn, now, audit_id, entry).await.map_err(DbError::from)?;
                Ok(plan.answer())
            })
            .await
    }
}

/// The types of which the order wants more or less than it holds.
fn changing(held: &Quantities, wanted: &Quantities) -> Vec<Uuid> {
    let mut types: Vec<Uuid> = held
        .keys()
        .chain(wanted.keys())
        .filter(|type_id| held.get(*type_id) != wanted.get(*type_id))
        .copied()
        .collect();
    types.sort_unstable();
    types.dedup();
    types
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
