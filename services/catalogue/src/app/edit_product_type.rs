//! A seller changes one type by hand: prices, stock, description, whether it is sold.

use pishkhan_chassis::access::Actor;
use pishkhan_chassis_db::{
    DbError, audit,
    idempotency::{self, Claim},
};
use serde_json::{Map, Value, json};
use uuid::Uuid;

use super::{Catalogue, CatalogueError};
use crate::{
    domain::{
        editing::{self, Current, Edit, Revision},
        product::ProductType,
        stock::{Movement, MovementKind},
    },
    store::{editing as store, product_types, stock},
};

/// What is asked for.
#[derive(Debug, Clone)]
pub struct EditProductType {
    /// Whose type.
    pub seller_id: Uuid,
    /// Which.
    pub type_id: Uuid,
    /// The product it must belong to.
    pub product_id: Uuid,
    /// What it is to become.
    pub edit: Edit,
    /// Who edits.
    pub caller: Actor,
    /// Key of the request.
    pub request_id: String,
    /// SHA-256 of the request.
    pub fingerprint: [u8; 32],
}

impl Catalogue {
    /// Changes a type, and answers it as it is then.
    ///
    /// Stock becomes what can still be sold, beside what orders hold, under the lock that orders reserve under: neither is
    /// ever lost, and stock that the seller did not touch is not set back. What is as it was writes nothing. The same request id changes nothing again.
    pub async fn edit_product_type(&self, command: &EditProductType) -> Result<ProductType, CatalogueError> {
        let EditProductType { seller_id, type_id, product_id, edit, caller, request_id, fingerprint } = command;
        let (seller_id, type_id) = (*seller_id, *type_id);
        let key = idempotency::Key { seller_id, operation: "EditProductType", request_id, fingerprint: *fingerprint };
        let (now, audit_id) = (self.clock.now(), self.clock.new_id());
        self.db
            .transaction(async |conn| {
                if let Claim::New = idempotency::claim(conn, &key, now).await? {
                    // The type first, as imports lock: one that is under way is waited for here, where no order waits too.
                    let stored = store::lock(conn, seller_id, type_id).await?;
                    let stored = stored.filter(|stored| stored.product_id == *product_id);
                    let stored = stored.ok_or(CatalogueError::TypeNotFound(type_id))?;
                    let mut locked = stock::lock(conn, seller_id, &[type_id]).await?;
                    let on_shelf = locked.pop().ok_or(CatalogueError::TypeNotFound(type_id))?;
                    let current = Current { terms: stored.terms, version: stored.version, level: on_shelf.level };
                    let revision = editing::revise(&current, edit)?;
                    if let Some(terms) = &revision.terms {
                        store::update(seller_id, type_id, terms).run(conn).await.map_err(DbError::from)?;
                        if terms.low_stock != current.terms.low_stock {
                            let write = store::update_low_stock(seller_id, type_id, terms.low_stock);
                            write.run(conn).await.map_err(DbError::from)?;
                        }
                    }
                    if let Some(after) = revision.level {
                        let (version_before, before) = (on_shelf.version, on_shelf.level);
                        let movement = Movement { type_id, version_before, kind: MovementKind::Adjust, before, after };
                        let origin =
                            stock::Origin { actor: &caller.subject, request_id, order: None, occurred_at: now };
                        stock::apply(conn, seller_id, &[movement], origin).await?;
                    }
                    if revision.changes_something() {
                        let entry = audit::Entry {
                            actor: caller,
                            seller_id: Some(seller_id),
                            action: "product_type.edited",
                            entity: "product_type",
                            entity_id: type_id,
                            version: current.version + i64::from(revision.terms.is_some()),
                            changes: changes(&current, &revision),
                        };
                        audit::append(conn, now, audit_id, entry).await.map_err(DbError::from)?;
                    }
                    // A repetition is told the type as it is then, so there is nothing to keep.
                    idempotency::store(conn, &key, &[]).await.map_err(DbError::from)?;
                }
                let found = product_types::by_ids(conn, seller_id, &[type_id]).await?;
                found.into_iter().next().ok_or(CatalogueError::TypeNotFound(type_id))
            })
            .await
    }
}

/// Each field that differs, before and after.
fn changes(current: &Current, revision: &Revision) -> Value {
    let old = &current.terms;
    let new = revision.terms.as_ref().unwrap_or(old);
    let mut changes = Map::new();
    let mut note = |field: &str, before: Value, after: Value| {
        if before != after {
            changes.insert(field.to_owned(), json!({ "before": before, "after": after }));
        }
    };
    note("buy_price_toman", json!(old.buy_price_toman), json!(new.buy_price_toman));
    note("sell_price_toman", json!(old.sell_price_toman), json!(new.sell_price_toman));
    note("description", json!(old.description), json!(new.description));
    note("active", json!(old.active), json!(new.active));
    note("pieces_per_unit", json!(old.pieces_per_unit), json!(new.pieces_per_unit));
    note("low_stock", json!(old.low_stock), json!(new.low_stock));
    if let Some(after) = revision.level {
        note("available", json!(current.level.available()), json!(after.available()));
        note("on_hand", json!(current.level.on_hand()), json!(after.on_hand()));
    }
    Value::Object(changes)
}
