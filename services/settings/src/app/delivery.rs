//! A seller's delivery rule and the date that it gives now.

use chrono::{DateTime, Utc};
use futures_util::future::join3;
use pishkhan_calendar::{
    delivery::{Promise, Rule, delivery_date},
    holidays::Calendar,
};
use pishkhan_chassis_db::{
    idempotency::{self, Claim},
    in_order,
};
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
    store::{delivery_rules, holidays, sellers},
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
            .transaction(async |conn| {
                let seller_id = write.seller_id;
                let seller = sellers::lock(conn, seller_id).await?.ok_or(SettingsError::SellerNotFound)?;
                let before = delivery_rules::find(conn, seller_id).await?;
                if let (Claim::Replay(_), Some(rule)) =
                    (idempotency::claim(conn, &key, moment.now).await?, before.clone())
                {
                    let version = version_of(conn, seller_id, Section::Delivery).await?;
                    let holidays = Calendar::new(holidays::load(conn).await?);
                    return Ok(Versioned { value: reckon(&holidays, rule, moment.now), version });
                }
                let mut version = write.current(conn, Section::Delivery).await?;
                let rule = form.clone().rule(seller.seller_type).map_err(SettingsError::Delivery)?;
                if before.as_ref() != Some(&rule) {
                    delivery_rules::put(conn, seller_id, &rule).await?;
                    let changes = json!({ "delivery": { "from": before.as_ref().map(audited), "to": audited(&rule) } });
                    let (section, actor) = (Section::Delivery, &write.actor);
                    version = moment.record(conn, seller_id, section, actor, "delivery.changed", changes).await?;
                }
                idempotency::store(conn, &key, &[]).await?;
                let holidays = Calendar::new(holidays::load(conn).await?);
                Ok(Versioned { value: reckon(&holidays, rule, moment.now), version })
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
