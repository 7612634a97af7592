//! Plans and the rate of VAT: read, and set by the platform.

use pishkhan_chassis::errors::problem;
use pishkhan_chassis_db::idempotency::{self, Claim};
use serde_json::json;

use super::{
    App, SettingsError,
    write::{Moment, Write},
};
use crate::{domain::subscription::Plan, store::plans};

impl<U> App<U> {
    /// The plans that are on offer, shortest first, and the rate of VAT in basis points.
    pub async fn plans(&self) -> Result<(Vec<Plan>, i32), SettingsError> {
        let now = self.clock.now();
        let mut conn = self.db.read().await?;
        Ok((plans::list(&mut conn, now).await?, plans::vat(&mut conn, now).await?))
    }

    /// Offers a plan at a price from now on, or no longer. What was bought keeps its price.
    pub async fn set_plan(&self, write: &Write, plan: &Plan, withdrawn: bool) -> Result<(), SettingsError> {
        let problems = plan.problems();
        if !problems.is_empty() {
            return Err(SettingsError::InvalidFields(problems));
        }
        let (moment, key) = (Moment::of(&self.clock), write.key("SetPlan"));
        self.db
            .transaction(async |conn| {
                if let Claim::Replay(_) = idempotency::claim(conn, &key, moment.now).await? {
                    return Ok(());
                }
                let offered = plans::list(conn, moment.now).await?;
                let before = offered.iter().find(|other| other.plan_id == plan.plan_id);
                if withdrawn && before.is_none() {
                    return Err(SettingsError::PlanNotFound);
                }
                if withdrawn || before != Some(plan) {
                    plans::insert(conn, plan, withdrawn, moment.now).await?;
                    let details = |plan: &Plan| json!({ "months": plan.months, "price_toman": plan.price_toman });
                    let to = (!withdrawn).then(|| details(plan));
                    let changes = json!({ (plan.plan_id.as_str()): { "from": before.map(details), "to": to } });
                    moment.record_shared(conn, &write.actor, "plan.set", "plan", changes).await?;
                }
                idempotency::store(conn, &key, &[]).await?;
                Ok(())
            })
            .await
    }

    /// Sets the rate of VAT of what is bought from now on, in basis points.
    pub async fn set_vat(&self, write: &Write, basis_points: i32) -> Result<(), SettingsError> {
        if !(0..=10_000).contains(&basis_points) {
            return Err(SettingsError::InvalidFields(vec![("vat_basis_points", problem::OUT_OF_RANGE)]));
        }
        let (moment, key) = (Moment::of(&self.clock), write.key("SetVat"));
        self.db
            .transaction(async |conn| {
                if let Claim::Replay(_) = idempotency::claim(conn, &key, moment.now).await? {
                    return Ok(());
                }
                let before = plans::vat(conn, moment.now).await?;
                if before != basis_points {
                    plans::insert_vat(conn, basis_points, moment.now).await?;
                    let changes = json!({ "vat_basis_points": { "from": before, "to": basis_points } });
                    moment.record_shared(conn, &write.actor, "vat.set", "vat", changes).await?;
                }
                idempotency::store(conn, &key, &[]).await?;
                Ok(())
            })
            .await
    }
}
