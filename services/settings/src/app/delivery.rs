//! A seller's delivery rule and the date that it gives now.

use chrono::{DateTime, Utc};
use futures_util::future::{join, join3};
use pishkhan_calendar::{
    delivery::{Promise, Rule, delivery_date},
    holidays::Calendar,
};
use pishkhan_chassis_db::{Commit, idempotency, in_order};
use serde_json::{Value, json};
use uuid::Uuid;

use super::{
    App, SettingsError,
    write::{Moment, Write, version_of},
};
use crate::{
    domain::{
        delivery::{Delivery, DeliveryForm},
        section::{Section, Versioned},
    },
    store::{delivery_rules, holidays},
};

/// A rule and what it gives for an order that is placed now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeliveryNow {
    /// The rule.
    pub rule: Rule,
    /// The date.
    pub delivery: Delivery,
}

impl<U> App<U> {
    /// The seller's rule; none when there is none yet.
    pub async fn delivery(&self, seller_id: Uuid) -> Result<Versioned<Option<DeliveryNow>>, SettingsError> {
        let conn = self.db.read().await?;
        let (version, rule, holidays) = in_order(join3(
            version_of(&conn, seller_id, Section::Delivery),
            delivery_rules::find(&conn, seller_id),
            holidays::load(&conn),
        ))
        .await;
        let (version, holidays) = (version?, Calendar::new(holidays?));
        let value = rule?.map(|rule| reckon(&holidays, rule, self.clock.now()));
        Ok(Versioned { value, version })
    }

    /// Sets the rule of the kind that the seller's type asks for (rules 18).
    pub async fn set_delivery(
        &self,
        write: Write,
        form: DeliveryForm,
    ) -> Result<Versioned<DeliveryNow>, SettingsError> {
        let (moment, key) = (Moment::of(&self.clock), write.key("SetDelivery"));
        self.db
            .pipelined(async |tx| -> Result<Commit<Versioned<DeliveryNow>>, SettingsError> {
                let seller_id = write.seller_id;
                let read = |conn| async move {
                    let (rule, holidays) = join(delivery_rules::find(conn, seller_id), holidays::load(conn)).await;
                    Ok((rule?, Calendar::new(holidays?)))
                };
                let standing = write.standing(tx, &key, Section::Delivery, read).await?;
                let ((before, holidays), mut version) = (&standing.value, standing.version);
                if let (true, Some(rule)) = (standing.done, before) {
                    let value = reckon(holidays, rule.clone(), moment.now);
                    return Ok(Commit::without_writes(Versioned { value, version }));
                }
                let rule = form.clone().rule(standing.seller.seller_type).map_err(SettingsError::Delivery)?;
                let mut writes = vec![idempotency::record(&key, Vec::new(), moment.now)];
                if before.as_ref() != Some(&rule) {
                    writes.push(delivery_rules::put(seller_id, &rule)?);
                    let changes = json!({ "delivery": { "from": before.as_ref().map(audited), "to": audited(&rule) } });
                    let (next, counted) = moment.change(&standing, &write.actor, "delivery.changed", changes);
                    version = next;
                    writes.extend(counted);
                }
                Ok(Commit { value: Versioned { value: reckon(holidays, rule, moment.now), version }, writes })
            })
            .await
    }
}

fn reckon(holidays: &Calendar, rule: Rule, now: DateTime<Utc>) -> DeliveryNow {
    let Promise { date, approximate } = delivery_date(&rule, now, holidays);
    DeliveryNow { rule, delivery: Delivery { date: date.to_naive(), approximate } }
}

fn audited(rule: &Rule) -> Value {
    match rule {
        Rule::Period { start, end, preparation_days } => {
            json!({ "start": start.to_naive(), "end": end.to_naive(), "preparation_days": preparation_days })
        }
        Rule::CutOff { days, cut_off: (hour, minute) } => {
            json!({ "days_after_order": days, "cut_off": format!("{hour:02}:{minute:02}") })
        }
    }
}
