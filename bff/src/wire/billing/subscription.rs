//! Plans, a seller's subscription, and the switch of the store.

use chrono::{DateTime, SecondsFormat, Utc};
use pishkhan_proto::settings::v1 as pb;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{payment::Payment, text};
use crate::wire::{
    error::BffError,
    number::{Percent, grouped, persian, persian_digits},
    text::{FIELD_REQUIRED, Lang},
    time,
};

const MILLION: i64 = 1_000_000;
const MILLISECONDS_A_DAY: i64 = 86_400_000;
/// A month of a plan has so many days.
const MONTH_DAYS: i32 = 30;

/// A plan that can be bought.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Plan {
    id: String,
    title: String,
    subtitle: String,
    /// Tomans, without VAT.
    price: i64,
    /// A month is 30 days.
    duration_months: i32,
}

/// `اشتراک سه ماهه`
fn title(months: i32, lang: Lang) -> String {
    if lang == Lang::En {
        return if months == 1 { "One-month subscription".to_owned() } else { format!("{months}-month subscription") };
    }
    let count = match months {
        1 => "یک".to_owned(),
        2 => "دو".to_owned(),
        3 => "سه".to_owned(),
        6 => "شش".to_owned(),
        12 => "دوازده".to_owned(),
        other => persian(other.into()),
    };
    format!("اشتراک {count} ماهه")
}

/// `اشتراک ۱۴ روزه`, for days that were given.
fn granted_title(days: i32, lang: Lang) -> String {
    match lang {
        Lang::Fa => format!("اشتراک {} روزه", persian(days.into())),
        Lang::En => format!("{days}-day subscription"),
    }
}

/// `ماهانه ۱ میلیون تومان`
fn subtitle(price: i64, months: i32, lang: Lang) -> String {
    let monthly = price / i64::from(months.max(1));
    let millions = monthly > 0 && monthly % MILLION == 0;
    match (lang, millions) {
        (Lang::Fa, true) => format!("ماهانه {} میلیون تومان", persian(monthly / MILLION)),
        (Lang::Fa, false) => format!("ماهانه {} تومان", persian_digits(&grouped(monthly, lang))),
        (Lang::En, true) => format!("{} million tomans a month", monthly / MILLION),
        (Lang::En, false) => format!("{} tomans a month", grouped(monthly, lang)),
    }
}

impl Plan {
    fn new(plan: pb::Plan, lang: Lang) -> Self {
        let pb::Plan { plan_id, months, price_toman } = plan;
        let (title, subtitle) = (title(months, lang), subtitle(price_toman, months, lang));
        Self { id: plan_id, title, subtitle, price: price_toman, duration_months: months }
    }
}

/// What the seller has bought. Purchases that follow each other without a gap are one: the amounts are those of the
/// latest, and the title names all of it that is not over.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Subscription {
    plan_id: String,
    title: String,
    /// Tomans, without VAT.
    price: i64,
    /// Tomans.
    vat: i64,
    /// Tomans.
    total: i64,
    purchase_date: Option<String>,
    expiry_date: Option<String>,
    /// Milliseconds since 1970.
    start_timestamp: i64,
    duration_days: i64,
    /// By the server's clock.
    is_active: bool,
    /// 7, 3 or 1 when so few days are left; else 0.
    reminder_days: i32,
    payment_id: String,
    /// What is running and what follows it, in order; empty once all of it is over.
    periods: Vec<Period>,
}

/// A time that was bought or given.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Period {
    title: String,
    /// Tomans, with VAT; 0 when it was given.
    total: i64,
    /// Milliseconds since 1970.
    start_timestamp: i64,
    /// Milliseconds since 1970.
    end_timestamp: i64,
    /// Empty when it was given.
    payment_id: String,
    /// Whether it was bought before it begins, where the one before it ends.
    is_extension: bool,
}

fn milliseconds(time: Option<prost_types::Timestamp>) -> i64 {
    time.unwrap_or_default().seconds.saturating_mul(1_000)
}

impl Period {
    /// The time in `lang`.
    pub fn new(period: pb::SubscriptionPeriod, lang: Lang) -> Self {
        Self {
            title: title_of(std::slice::from_ref(&period), lang),
            total: period.total_toman,
            start_timestamp: milliseconds(period.start_time),
            end_timestamp: milliseconds(period.end_time),
            payment_id: period.payment_id,
            is_extension: period.extension,
        }
    }
}

/// Months when all of it was bought, else days.
fn title_of(periods: &[pb::SubscriptionPeriod], lang: Lang) -> String {
    let (months, days) =
        periods.iter().fold((0, 0), |(months, days), period| (months + period.months, days + period.granted_days));
    if days > 0 { granted_title(days + months * MONTH_DAYS, lang) } else { title(months, lang) }
}

impl Subscription {
    fn new(subscription: pb::Subscription, lang: Lang) -> Self {
        let pb::Subscription {
            plan_id,
            months,
            price_toman,
            vat_toman,
            total_toman,
            purchase_time,
            start_time,
            end_time,
            live,
            payment_id,
            reminder_days,
            granted_days,
            periods,
        } = subscription;
        let (start, end) = (milliseconds(start_time), milliseconds(end_time));
        let latest = pb::SubscriptionPeriod { months, granted_days, ..Default::default() };
        Self {
            plan_id,
            title: title_of(if periods.is_empty() { std::slice::from_ref(&latest) } else { &periods }, lang),
            price: price_toman,
            vat: vat_toman,
            total: total_toman,
            purchase_date: purchase_time.and_then(time::instant),
            expiry_date: end_time.and_then(time::instant),
            start_timestamp: start,
            duration_days: end.saturating_sub(start) / MILLISECONDS_A_DAY,
            is_active: live,
            reminder_days,
            payment_id,
            periods: periods.into_iter().map(|period| Period::new(period, lang)).collect(),
        }
    }
}

/// Answer of `GET /market/subscription-app2`.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SubscriptionReply {
    plans: Vec<Plan>,
    vat_percent: Percent,
    /// The server's clock: what is left is reckoned by it.
    server_time: String,
    subscription: Option<Subscription>,
    /// The latest payment of a plan of which the gateway has not said yet what became.
    awaited_payment: Option<Payment>,
}

impl SubscriptionReply {
    /// Plans and subscription at `now`.
    pub fn new(
        plans: pb::ListPlansResponse,
        subscription: pb::GetSubscriptionResponse,
        now: DateTime<Utc>,
        lang: Lang,
    ) -> Self {
        let pb::ListPlansResponse { plans, vat_basis_points } = plans;
        let pb::GetSubscriptionResponse { subscription, awaited } = subscription;
        Self {
            plans: plans.into_iter().map(|plan| Plan::new(plan, lang)).collect(),
            vat_percent: Percent::from_basis_points(vat_basis_points),
            server_time: now.to_rfc3339_opts(SecondsFormat::Millis, true),
            subscription: subscription.map(|subscription| Subscription::new(subscription, lang)),
            awaited_payment: awaited.map(|payment| Payment::new(payment, lang)),
        }
    }
}

/// `POST /market/subscription-purchase-app2`
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PurchaseBody {
    plan_id: Option<String>,
}

impl PurchaseBody {
    /// The request for the settings service.
    pub fn into_request(
        self,
        request_id: String,
        seller_id: String,
        return_seal: String,
    ) -> Result<pb::PurchaseSubscriptionRequest, BffError> {
        let plan_id = self.plan_id.filter(|id| !id.trim().is_empty());
        let plan_id = plan_id.ok_or_else(|| BffError::field("planId", FIELD_REQUIRED))?;
        Ok(pb::PurchaseSubscriptionRequest { request_id, seller_id, plan_id, return_seal })
    }
}

/// `POST /user/activationToggle`
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ToggleBody {
    /// What the store is to be; the opposite of what it is when absent.
    #[serde(default)]
    pub is_active: Option<bool>,
}

/// Answer of `POST /user/activationToggle`.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ToggleReply {
    is_active: bool,
    message: &'static str,
}

impl ToggleReply {
    /// Says what the store is now.
    pub fn new(active: bool, lang: Lang) -> Self {
        Self { is_active: active, message: text::STORE_TOGGLED.in_lang(lang) }
    }
}

/// Answer of `GET /user/checkAddedSellers`.
#[derive(Debug, Serialize, ToSchema)]
pub struct ConnectedReply {
    /// Whether at least one customer is connected to the seller.
    pub result: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHIPPED: [(i32, &str); 5] = [
        (1, "اشتراک یک ماهه"),
        (2, "اشتراک دو ماهه"),
        (3, "اشتراک سه ماهه"),
        (6, "اشتراک شش ماهه"),
        (12, "اشتراک دوازده ماهه"),
    ];

    #[test]
    fn plans_are_named_as_the_part_names_them() {
        for (months, name) in SHIPPED {
            assert_eq!(title(months, Lang::Fa), name);
            assert_eq!(subtitle(MILLION * i64::from(months), months, Lang::Fa), "ماهانه ۱ میلیون تومان");
        }
        assert_eq!(title(4, Lang::Fa), "اشتراک ۴ ماهه");
        assert_eq!(subtitle(1_500_000, 1, Lang::Fa), "ماهانه ۱٬۵۰۰٬۰۰۰ تومان");
        assert_eq!(title(3, Lang::En), "3-month subscription");
        assert_eq!(subtitle(2_000_000, 1, Lang::En), "2 million tomans a month");
    }

    #[test]
    fn days_that_were_given_are_named_as_days_and_cost_nothing() {
        let granted = pb::Subscription { granted_days: 14, live: true, ..Default::default() };
        for (lang, name) in [(Lang::Fa, "اشتراک ۱۴ روزه"), (Lang::En, "14-day subscription")] {
            let shown = serde_json::to_value(Subscription::new(granted.clone(), lang)).unwrap();
            assert_eq!(shown["title"], name);
            assert_eq!((&shown["total"], &shown["paymentId"]), (&0.into(), &"".into()));
        }
    }

    #[test]
    fn what_is_not_over_has_one_name() {
        let bought = |months| pb::SubscriptionPeriod { months, ..Default::default() };
        let given = |granted_days| pb::SubscriptionPeriod { granted_days, ..Default::default() };
        for (periods, name) in [
            (vec![bought(3)], "اشتراک سه ماهه"),
            (vec![bought(3), bought(3)], "اشتراک شش ماهه"),
            (vec![bought(3), bought(1)], "اشتراک ۴ ماهه"),
            (vec![bought(1), given(14)], "اشتراک ۴۴ روزه"),
            (vec![given(14)], "اشتراک ۱۴ روزه"),
        ] {
            let subscription = pb::Subscription { months: 1, live: true, periods, ..Default::default() };
            assert_eq!(Subscription::new(subscription, Lang::Fa).title, name);
        }
    }

    #[test]
    fn a_subscription_counts_whole_days_from_its_first_start() {
        let at = |seconds| Some(prost_types::Timestamp { seconds, nanos: 0 });
        let subscription = pb::Subscription {
            plan_id: "m1".to_owned(),
            months: 1,
            price_toman: MILLION,
            vat_toman: 100_000,
            total_toman: 1_100_000,
            purchase_time: at(1_795_250_400),
            start_time: at(1_795_250_400),
            end_time: at(1_795_250_400 + 60 * 86_400),
            live: true,
            payment_id: "p".to_owned(),
            reminder_days: 7,
            granted_days: 0,
            periods: vec![pb::SubscriptionPeriod {
                months: 1,
                total_toman: 1_100_000,
                start_time: at(1_795_250_400 + 30 * 86_400),
                end_time: at(1_795_250_400 + 60 * 86_400),
                payment_id: "p".to_owned(),
                extension: true,
                ..Default::default()
            }],
        };
        let plans = pb::ListPlansResponse { plans: Vec::new(), vat_basis_points: 1000 };
        let reply = pb::GetSubscriptionResponse { subscription: Some(subscription), awaited: None };
        let now = DateTime::from_timestamp(1_795_250_401, 5_000_000).unwrap();
        insta::assert_json_snapshot!(SubscriptionReply::new(plans, reply, now, Lang::Fa), @r#"
        {
          "plans": [],
          "vatPercent": 10,
          "serverTime": "2026-11-21T08:40:01.005Z",
          "subscription": {
            "planId": "m1",
            "title": "اشتراک یک ماهه",
            "price": 1000000,
            "vat": 100000,
            "total": 1100000,
            "purchaseDate": "2026-11-21T08:40:00Z",
            "expiryDate": "2027-01-20T08:40:00Z",
            "startTimestamp": 1795250400000,
            "durationDays": 60,
            "isActive": true,
            "reminderDays": 7,
            "paymentId": "p",
            "periods": [
              {
                "title": "اشتراک یک ماهه",
                "total": 1100000,
                "startTimestamp": 1797842400000,
                "endTimestamp": 1800434400000,
                "paymentId": "p",
                "isExtension": true
              }
            ]
          },
          "awaitedPayment": null
        }
        "#);
    }
}
