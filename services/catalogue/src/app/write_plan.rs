//! What an import has worked out, written down: by rows that come at once, and by a file that was looked at before.
//!
//! Orders of the seller go on meanwhile. They need the stock rows and nothing else, so those are locked last of all, for
//! as long as it takes to write them.

use std::collections::HashSet;

use chrono::{DateTime, Utc};
use pishkhan_chassis::access::Actor;
use pishkhan_chassis_db::{DbError, audit};
use serde_json::json;
use uuid::Uuid;

use super::CatalogueError;
use crate::{
    domain::{import::Plan, product::Counts, stock::Movement},
    store::{Connection, import as store, product_types, stock},
};

/// Rows in one statement: a large file must not run into the limit of a single one.
const BATCH: usize = 5_000;

/// How often an import is worked out beside orders, before they have to wait for it.
pub(super) const TRIES_BESIDE_ORDERS: usize = 2;

/// Who writes, and when.
#[derive(Debug, Clone, Copy)]
pub(super) struct Writing<'a> {
    /// Whose catalogue.
    pub seller_id: Uuid,
    /// Who imports.
    pub caller: &'a Actor,
    /// The request, for the ledger.
    pub request_id: &'a str,
    /// When.
    pub now: DateTime<Utc>,
}

impl Writing<'_> {
    fn origin(&self) -> stock::Origin<'_> {
        stock::Origin { actor: &self.caller.subject, request_id: self.request_id, order: None, occurred_at: self.now }
    }
}

/// Writes brands, products, types, the stock of new types with its ledger, counters and the audit row, in the running
/// transaction. What remains is to [`restock`] the types that were there before, by the movements that it returns.
pub(super) async fn write_plan(
    conn: &mut Connection,
    plan: &Plan,
    writing: Writing<'_>,
    audit_id: Uuid,
) -> Result<Vec<Movement>, CatalogueError> {
    let Writing { seller_id, caller, request_id: _, now } = writing;
    for brands in plan.brands.chunks(BATCH) {
        store::insert_brands(conn, seller_id, brands, now).await?;
    }
    for products in plan.products.chunks(BATCH) {
        store::upsert_products(conn, seller_id, products, now).await?;
    }
    for types in plan.types.chunks(BATCH) {
        store::upsert_types(conn, seller_id, types, now).await?;
    }
    for type_ids in plan.new_stock.chunks(BATCH) {
        store::insert_stock(conn, seller_id, type_ids).await?;
    }
    // Nobody else sees these yet.
    let (new, known) = movements(plan);
    for movements in new.chunks(BATCH) {
        stock::apply(conn, seller_id, movements, writing.origin()).await?;
    }
    if plan.created > 0 {
        let more = Counts { products: plan.new_products, types: i64::from(plan.created) };
        product_types::add_counts(conn, seller_id, more).await?;
    }
    if plan.changes_something() {
        audit::append(conn, now, audit_id, entry(caller, seller_id, plan)).await.map_err(DbError::from)?;
    }
    Ok(known)
}

/// Moves the stock of the types that were there before, in the order of their ids. From here on orders wait for the
/// transaction's end: nothing but the commit comes after this.
pub(super) async fn restock(
    conn: &mut Connection,
    mut movements: Vec<Movement>,
    writing: Writing<'_>,
) -> Result<(), CatalogueError> {
    movements.sort_by_key(|movement| movement.type_id);
    for movements in movements.chunks(BATCH) {
        if !stock::restock(conn, writing.seller_id, movements, writing.origin()).await? {
            return Err(CatalogueError::Overtaken);
        }
    }
    Ok(())
}

/// The movements of new types, and those of types that were there before.
fn movements(plan: &Plan) -> (Vec<Movement>, Vec<Movement>) {
    let new: HashSet<Uuid> = plan.new_stock.iter().copied().collect();
    plan.movements.iter().cloned().partition(|movement| new.contains(&movement.type_id))
}

fn entry<'a>(caller: &'a Actor, seller_id: Uuid, plan: &Plan) -> audit::Entry<'a> {
    let products: Vec<&str> = plan.products.iter().map(|product| product.code.as_str()).collect();
    let types: Vec<&str> = plan.types.iter().map(|record| record.code.as_str()).collect();
    let stock: Vec<_> = plan
        .movements
        .iter()
        .map(|movement| {
            json!({ "type_id": movement.type_id, "before": movement.before.on_hand(), "after": movement.after.on_hand() })
        })
        .collect();
    audit::Entry {
        actor: caller,
        seller_id: Some(seller_id),
        action: "catalogue.imported",
        entity: "catalogue",
        entity_id: seller_id,
        // One for each batch of a file, all of the same request. A catalogue as a whole has no versions.
        version: 0,
        changes: json!({ "products": products, "types": types, "stock": stock }),
    }
}
