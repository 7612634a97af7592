//! What an import has worked out, written down: by rows that come at once, and by a file that was looked at before.

use chrono::{DateTime, Utc};
use pishkhan_chassis::access::Actor;
use pishkhan_chassis_db::{DbError, audit};
use serde_json::json;
use uuid::Uuid;

use super::CatalogueError;
use crate::{
    domain::{import::Plan, product::Counts},
    store::{Connection, import as store, product_types, stock},
};

/// Rows in one statement: a large file must not run into the limit of a single one.
const BATCH: usize = 5_000;

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
    /// Id of the audit row.
    pub audit_id: Uuid,
}

/// Writes brands, products, types, stock with its ledger, counters and the audit row, in the running transaction.
pub(super) async fn write_plan(conn: &mut Connection, plan: &Plan, writing: Writing<'_>) -> Result<(), CatalogueError> {
    let Writing { seller_id, caller, request_id, now, audit_id } = writing;
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
    let origin = stock::Origin { actor: &caller.subject, request_id, order: None, occurred_at: now };
    for movements in plan.movements.chunks(BATCH) {
        stock::apply(conn, seller_id, movements, origin).await?;
    }
    if plan.created > 0 {
        let more = Counts { products: plan.new_products, types: i64::from(plan.created) };
        product_types::add_counts(conn, seller_id, more).await?;
    }
    if plan.changes_something() {
        audit::append(conn, now, audit_id, entry(caller, seller_id, plan)).await.map_err(DbError::from)?;
    }
    Ok(())
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
        // A catalogue as a whole has no versions.
        version: 0,
        changes: json!({ "products": products, "types": types, "on_hand": stock }),
    }
}
