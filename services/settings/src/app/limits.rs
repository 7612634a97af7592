//! Changes the limits.

use pishkhan_chassis_db::idempotency::{self, Claim};
use serde_json::{Map, Value, json};

use super::{
    App, SettingsError,
    write::{Moment, Write, version_of},
};
use crate::{
    domain::{
        section::{Section, Versioned},
        seller::Limits,
    },
    store::{limits, sellers},
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
            .transaction(async |conn| {
                let seller_id = write.seller_id;
                sellers::lock(conn, seller_id).await?.ok_or(SettingsError::SellerNotFound)?;
                let before = limits::find(conn, seller_id).await?.ok_or(SettingsError::SellerNotFound)?;
                if let Claim::Replay(_) = idempotency::claim(conn, &key, moment.now).await? {
                    let version = version_of(conn, seller_id, Section::Limits).await?;
                    return Ok(Versioned { value: before, version });
                }
                let mut version = write.current(conn, Section::Limits).await?;
                if limits.tax_basis_points != before.tax_basis_points && !may_change_tax {
                    return Err(SettingsError::ReadOnly("tax_basis_points"));
                }
                let changes = changes(before, limits);
                if !changes.is_empty() {
                    limits::update(conn, seller_id, limits).await?;
                    let (actor, changes) = (&write.actor, Value::Object(changes));
                    version = moment.record(conn, seller_id, Section::Limits, actor, "limits.changed", changes).await?;
                }
                idempotency::store(conn, &key, &[]).await?;
                Ok(Versioned { value: limits, version })
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
