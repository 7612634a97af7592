//! Rebuilding a seller's figures from its registered orders.

use std::collections::BTreeMap;

use chrono::{DateTime, TimeDelta, Utc};
use pishkhan_chassis::access::Actor;
use pishkhan_chassis_db::idempotency::{self, Claim};
use pishkhan_chassis_db::set_aside::{self, SetAside};
use pishkhan_chassis_db::{DbError, audit, run_all};
use uuid::Uuid;

use super::{Comparison, FACTS, Reports};
use crate::domain::{Names, RegisteredOrder};
use crate::error::ReportsError;
use crate::store;
use crate::store::labels::Learning;
use crate::store::rebuild::Staged;

/// The differences that are told at most; all of them are counted.
const DIFFERENCES_TOLD: usize = 1_000;

/// The list of orders is made before the rebuild hears of it. An order that became known here this shortly before, and
/// is not in the list, was registered behind the reader's back rather than lost.
const LISTING_TAKES: TimeDelta = TimeDelta::minutes(1);

/// Orders staged by rebuilds that never ended are forgotten after this.
const STALE_AFTER: TimeDelta = TimeDelta::hours(24);

/// A rebuild that is gathering its orders.
#[derive(Clone, Copy, Debug)]
pub struct Rebuild {
    seller_id: Uuid,
    id: Uuid,
    started_at: DateTime<Utc>,
}

/// What a rebuild found and did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rebuilt {
    /// Orders that were sent.
    pub orders: i64,
    /// What was found to differ, and has been put right.
    pub comparison: Comparison,
}

/// Under what the answer is kept, in case the request comes again.
#[derive(Clone, Debug)]
pub struct RequestKey<'a> {
    /// The caller's id of the request.
    pub request_id: &'a str,
    /// The whole request's fingerprint.
    pub fingerprint: [u8; 32],
}

impl Reports {
    /// Begins a rebuild of one seller's figures.
    pub async fn begin_rebuild(&self, seller_id: Uuid) -> Result<Rebuild, ReportsError> {
        let rebuild = Rebuild { seller_id, id: self.clock.new_id(), started_at: self.clock.now() };
        let mut conn = self.db.read().await?;
        store::rebuild::discard_stale(&mut conn, seller_id, rebuild.started_at - STALE_AFTER).await?;
        Ok(rebuild)
    }

    /// Takes in some of the seller's registered orders.
    ///
    /// # Errors
    /// Also when one of them cannot be counted; then none of them is taken in.
    pub async fn stage(&self, rebuild: &Rebuild, orders: &[RegisteredOrder]) -> Result<(), ReportsError> {
        let Rebuild { seller_id, id, started_at } = *rebuild;
        let mut names = Names::default();
        let mut staged: BTreeMap<Uuid, Staged> = BTreeMap::new();
        for order in orders {
            let uncountable = |problem| ReportsError::Uncountable { order_id: order.order_id, problem };
            let fact = order.fact().map_err(uncountable)?;
            let later = staged.get(&order.order_id).is_none_or(|known| known.revision < fact.revision);
            if let (Some(contribution), true) = (fact.contribution, later) {
                let order_id = order.order_id;
                staged.insert(order_id, Staged { order_id, revision: fact.revision, contribution });
            }
            // The stream does not say when its names were given. At the registration they were not younger, so a name
            // that came with a later fact stays.
            names.learn(order, order.registered_at);
        }
        if staged.is_empty() {
            return Ok(());
        }
        let staged: Vec<Staged> = staged.into_values().collect();
        self.db
            .transaction(async |conn| {
                store::rebuild::stage(conn, seller_id, id, started_at, &staged).await?;
                let learning = Learning { now: self.clock.now(), asked_since: None };
                run_all(conn, store::labels::learn(seller_id, &names, learning)).await.map_err(DbError::from)?;
                Ok(())
            })
            .await
    }

    /// Takes in what the seller's products and customers are called now, as their owners say. It stays also when the
    /// rebuild is given up. What customers bought before follows them to their areas when the rebuild is put in place:
    /// figures that are wrong now could not be moved.
    pub async fn learn(&self, rebuild: &Rebuild, names: &Names) -> Result<(), ReportsError> {
        let Rebuild { seller_id, id: _, started_at } = *rebuild;
        if names.products.is_empty() && names.customers.is_empty() {
            return Ok(());
        }
        let learning = Learning { now: self.clock.now(), asked_since: Some(started_at - LISTING_TAKES) };
        self.db
            .transaction(async |conn| {
                Ok(run_all(conn, store::labels::learn(seller_id, names, learning)).await.map_err(DbError::from)?)
            })
            .await
    }

    /// Some of the events about the seller that were given up and not made good for since, and whether there are more.
    pub async fn set_aside_events(&self, seller_id: Uuid) -> Result<(Vec<SetAside>, bool), ReportsError> {
        let mut conn = self.db.read().await?;
        Ok(set_aside::list(&mut conn, FACTS, seller_id).await.map_err(DbError::from)?)
    }

    /// Gives a rebuild up.
    pub async fn abandon(&self, rebuild: &Rebuild) -> Result<(), ReportsError> {
        let mut conn = self.db.read().await?;
        Ok(store::rebuild::discard(&mut conn, rebuild.seller_id, rebuild.id).await?)
    }

    /// Compares the figures with what the orders say and puts those in their place, all in one transaction.
    ///
    /// Orders of which a later fact is known than the stream told win over the stream. `encode` makes the answer that
    /// is kept under the request's key; a request that comes again gets the kept one and changes nothing.
    pub async fn finish_rebuild(
        &self,
        rebuild: &Rebuild,
        key: Option<RequestKey<'_>>,
        actor: &Actor,
        encode: impl Fn(Rebuilt) -> Vec<u8> + Send + Sync,
    ) -> Result<Vec<u8>, ReportsError> {
        let Rebuild { seller_id, id, started_at } = *rebuild;
        let key = key.map(|RequestKey { request_id, fingerprint }| idempotency::Key {
            seller_id,
            operation: "RebuildReports",
            request_id,
            fingerprint,
        });
        let (now, audit_id) = (self.clock.now(), self.clock.new_id());
        let (reply, corrected) = self
            .db
            .transaction(async |conn| {
                store::rebuild::allow_time(conn).await?;
                if let Some(key) = &key
                    && let Claim::Replay(reply) = idempotency::claim(conn, key, now).await?
                {
                    store::rebuild::discard(conn, seller_id, id).await?;
                    return Ok((reply, 0));
                }
                store::sales::lock(conn, seller_id).await?;
                let orders = store::rebuild::merge(conn, seller_id, id, started_at - LISTING_TAKES, now).await?;
                let comparison = store::rebuild::compare(conn, seller_id, DIFFERENCES_TOLD).await?;
                if comparison.differing > 0 {
                    store::rebuild::replace(conn, seller_id).await?;
                }
                store::rebuild::discard(conn, seller_id, id).await?;
                // The list was made after they were given up, and holds what they told of.
                set_aside::settle(conn, FACTS, seller_id, started_at).await.map_err(DbError::from)?;
                let entry = audit::Entry {
                    actor,
                    seller_id: Some(seller_id),
                    action: "reports.rebuilt",
                    entity: "reports",
                    entity_id: seller_id,
                    version: 0,
                    changes: serde_json::json!({
                        "orders": orders,
                        "figures_compared": comparison.compared,
                        "figures_corrected": comparison.differing,
                    }),
                };
                audit::append(conn, now, audit_id, entry).await.map_err(DbError::from)?;
                let corrected = comparison.differing;
                let reply = encode(Rebuilt { orders, comparison });
                if let Some(key) = &key {
                    idempotency::store(conn, key, &reply).await.map_err(DbError::from)?;
                }
                Ok::<_, ReportsError>((reply, corrected))
            })
            .await?;
        metrics::counter!("figures_corrected_total").increment(corrected.unsigned_abs());
        Ok(reply)
    }
}
