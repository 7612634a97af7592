//! Changes the limits.

use pishkhan_chassis_db::{Commit, idempotency};
use serde_json::{Map, Value, json};

use super::{
    App, SettingsError,
    write::{Moment, Write},
};
use crate::{
    domain::{
        section::{Section, Versioned},
        seller::Limits,
    },
    store::limits,
};

impl<U> App<U> {
    /// Writes the limits; as they stand then. Only `may_change_tax` may bring another tax rate.
    pub async fn update_limits(
        &self,
        write: Write,
        limits: Limits,
        may_change_tax: bool,
    ) -> Result<Versioned<Limits>, SettingsError> {
        let problems = limits.problems();
        if !problems.is_empty() {
            return Err(SettingsError::InvalidFields(problems));
        }
        let (moment, key) = (Moment::of(&self.clock), write.key("UpdateLimits"));
        self.db
            .pipelined(async |tx| -> Result<Commit<Versioned<Limits>>, SettingsError> {
                let seller_id = write.seller_id;
                let standing = write.standing(tx, &key, Section::Limits, |conn| limits::find(conn, seller_id)).await?;
                let before = standing.value.ok_or(SettingsError::SellerNotFound)?;
                let mut version = standing.version;
                if standing.done {
                    return Ok(Commit::without_writes(Versioned { value: before, version }));
                }
                if limits.tax_basis_points != before.tax_basis_points && !may_change_tax {
                    return Err(SettingsError::ReadOnly("tax_basis_points"));
                }
                let changes = changes(before, limits);
                let mut writes = vec![idempotency::record(&key, Vec::new(), moment.now)];
                if !changes.is_empty() {
                    writes.push(limits::update(seller_id, limits));
                    let changes = Value::Object(changes);
                    let (next, counted) = moment.change(&standing, &write.actor, "limits.changed", changes);
                    version = next;
                    writes.extend(counted);
                }
                Ok(Commit { value: Versioned { value: limits, version }, writes })
            })
            .await
    }
}

fn changes(before: Limits, after: Limits) -> Map<String, Value> {
    let named = |limits: Limits| {
        let Limits { min_order_toman, min_packages, shipping_toman, tax_basis_points } = limits;
        [
            ("min_order_toman", min_order_toman),
            ("min_packages", min_packages),
            ("shipping_toman", shipping_toman),
            ("tax_basis_points", tax_basis_points.into()),
        ]
    };
    let pairs = named(before).into_iter().zip(named(after));
    let changed = pairs.filter(|((_, from), (_, to))| from != to);
    changed.map(|((name, from), (_, to))| (name.to_owned(), json!({ "from": from, "to": to }))).collect()
}
