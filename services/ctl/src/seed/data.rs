//! The demo's data as its files have it.

use std::{fs, path::Path};

use anyhow::Context as _;
use chrono::NaiveDate;
use pishkhan_proto::settings::v1::{self as pb, create_seller_request::Delivery};
use serde::{Deserialize, de::DeserializeOwned};
use uuid::Uuid;

/// An order period that is long over, so that every order is promised the next working day.
const PERIOD: (&str, &str) = ("2024-03-20", "2024-04-19");
/// First day of the cooperation.
const WORK_START: &str = "2025-03-21";

/// Everything but the products and customers.
pub struct Data {
    /// The stores.
    pub sellers: Vec<DemoSeller>,
    /// Platform staff.
    pub operator: Operator,
    /// Pools to grow customers and notes from.
    pub names: Names,
}

#[derive(Deserialize)]
struct Sellers {
    sellers: Vec<DemoSeller>,
    operator: Operator,
}

/// A store, as `sellers.json` has it.
#[derive(Deserialize)]
pub struct DemoSeller {
    /// Fixed, so that a repeated seeding knows it.
    pub seller_id: Uuid,
    #[serde(default)]
    parent_seller_id: Option<Uuid>,
    /// 1, 2 or 3.
    #[serde(rename = "type")]
    pub seller_type: i32,
    title: String,
    representative: String,
    first_name: String,
    last_name: String,
    code: String,
    national_code: String,
    address: String,
    /// Of the log-in.
    pub cellphone: String,
    username: String,
    password: String,
    story_url: String,
    background_url: String,
    /// What its orders have to reach, and what is added to them.
    pub limits: Limits,
    delivery: DeliveryKind,
    /// File of its products.
    pub products: Option<String>,
    /// File of its customers.
    pub customers: Option<String>,
    /// How many customers it has in the end.
    pub grow_customers_to: Option<usize>,
    /// How many orders it has in the end.
    #[serde(default)]
    pub orders: usize,
    /// The subscription that it has bought.
    pub plan: Option<String>,
    /// Days that the platform gives it whenever it has no subscription.
    pub granted_days: Option<i32>,
    /// What its settings page shows.
    pub store: Option<Store>,
}

/// What a seller has set up.
#[derive(Deserialize)]
pub struct Store {
    /// Discounts.
    pub tiers: Tiers,
    /// Cards of text.
    pub texts: Texts,
    /// Left out for an exclusive seller.
    pub cooperation: Option<Cooperation>,
}

/// From, to, and the discount in basis points.
pub type TierRow = (i64, i64, i32);

/// The three lists of discounts.
#[derive(Deserialize)]
pub struct Tiers {
    /// By packages.
    pub volume: Vec<TierRow>,
    /// By tomans.
    pub amount: Vec<TierRow>,
    /// By packages of one kind.
    pub unit: Vec<TierRow>,
}

/// The two lists of text cards.
#[derive(Deserialize)]
pub struct Texts {
    /// Discounts in words.
    pub other_discounts: Vec<String>,
    /// What customers should know of the store.
    pub descriptions: Vec<String>,
}

/// The terms with the platform.
#[derive(Deserialize)]
pub struct Cooperation {
    /// How long a price may be edited.
    pub price_edit_range: String,
    /// Commission.
    pub percent_basis_points: i64,
    /// 16 digits.
    pub card_number: String,
    /// 24 digits.
    pub sheba_number: String,
}

/// What orders have to reach, and what is added to them.
#[derive(Deserialize)]
pub struct Limits {
    /// Least amount, tomans.
    pub min_order_toman: i64,
    /// Least selling units.
    pub min_packages: i64,
    shipping_toman: i64,
    tax_basis_points: i32,
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum DeliveryKind {
    Period { preparation_days: i32 },
    CutOff { days_after_order: i32, cut_off: String },
}

/// The operator's log-in.
#[derive(Deserialize)]
pub struct Operator {
    /// Given name.
    pub first_name: String,
    /// Family name.
    pub last_name: String,
    /// Of the log-in.
    pub cellphone: String,
    /// Of the log-in.
    pub username: String,
    /// Of the log-in.
    pub password: String,
}

/// Pools with weights, as `names.json` has them.
#[expect(clippy::struct_field_names, reason = "the fields are those of the file")]
#[derive(Deserialize)]
pub struct Names {
    /// How mobile numbers are made.
    pub mobile: Numbering,
    /// How landlines are made.
    pub landline: Numbering,
    /// How house numbers are made.
    pub plate: Plate,
    /// How many of the people are women.
    pub first_names_female_percent: u32,
    /// Given names.
    pub first_names_male: Vec<String>,
    /// Given names.
    pub first_names_female: Vec<String>,
    /// Family names.
    pub last_names: Vec<String>,
    /// What shops are called, after their kind.
    pub shop_names: Vec<String>,
    /// Kinds of shops.
    pub trade_types: Vec<TradeType>,
    /// Where shops are.
    pub activity_areas: Vec<Area>,
    /// What buyers write on an order.
    pub buyer_notes: Vec<String>,
    /// What sellers write on an order.
    pub seller_notes: Vec<String>,
}

/// A prefix and a counter.
#[derive(Deserialize)]
pub struct Numbering {
    /// What every number begins with.
    pub prefix: String,
    /// Digits after the prefix.
    pub digits: usize,
    /// The first number that is free.
    pub first: usize,
    /// How many have one at all.
    #[serde(default)]
    pub share_percent: u32,
}

/// House numbers.
#[derive(Deserialize)]
pub struct Plate {
    /// Before the number.
    pub word: String,
    /// Lowest number.
    pub lowest: u32,
    /// Highest number.
    pub highest: u32,
}

/// A kind of shop.
#[derive(Deserialize)]
pub struct TradeType {
    /// Of the kind.
    pub name: String,
    /// How frequent it is.
    pub weight: u32,
    /// What names of such shops begin with.
    pub shop_prefixes: Vec<String>,
    /// How much such a shop buys, 1 being usual.
    pub order_size: f64,
}

/// A part of the country.
#[derive(Deserialize)]
pub struct Area {
    /// Of the area.
    pub name: String,
    /// How many of the shops are there.
    pub weight: u32,
    /// Streets.
    pub places: Vec<String>,
}

impl Data {
    /// Reads `sellers.json` and `names.json`.
    pub fn read(dir: &Path) -> anyhow::Result<Self> {
        let Sellers { sellers, operator } = json(&dir.join("sellers.json"))?;
        Ok(Self { sellers, operator, names: json(&dir.join("names.json"))? })
    }
}

fn json<T: DeserializeOwned>(file: &Path) -> anyhow::Result<T> {
    let text = fs::read_to_string(file).with_context(|| format!("{} can't be read", file.display()))?;
    serde_json::from_str(&text).with_context(|| format!("{} is not as expected", file.display()))
}

impl DemoSeller {
    /// The request that completes its profile. Commissions are paid from the `paid_from` day on.
    pub fn edit_request(&self, request_id: String, paid_from: NaiveDate) -> pb::EditSellerRequest {
        let terms = self.store.as_ref().and_then(|store| store.cooperation.as_ref());
        pb::EditSellerRequest {
            request_id,
            seller_id: self.seller_id.to_string(),
            r#type: self.seller_type,
            active: true,
            title: self.title.clone(),
            representative: self.representative.clone(),
            cellphone: self.cellphone.clone(),
            code: self.code.clone(),
            national_code: self.national_code.clone(),
            work_start_date: WORK_START.to_owned(),
            username: self.username.clone(),
            password: None,
            address: self.address.clone(),
            price_edit_range: terms.map(|terms| terms.price_edit_range.clone()).unwrap_or_default(),
            national_card_received: terms.map(|_| true),
            cooperation: terms.map_or(pb::Cooperation::Unspecified, |_| pb::Cooperation::Percentage).into(),
            agreed_commission: terms.map(|terms| terms.percent_basis_points),
            commission_payment_date: terms.map(|_| paid_from.to_string()).unwrap_or_default(),
            card_number: terms.map(|terms| terms.card_number.clone()).unwrap_or_default(),
            sheba_number: terms.map(|terms| terms.sheba_number.clone()).unwrap_or_default(),
            version: None,
            current_password: String::new(),
            client_address: String::new(),
        }
    }

    /// How many days its deliveries take.
    pub const fn delivery_days(&self) -> i32 {
        match self.delivery {
            DeliveryKind::Period { preparation_days } => preparation_days,
            DeliveryKind::CutOff { days_after_order, .. } => days_after_order,
        }
    }

    /// The request that creates it, the same every day so that a repeated one is recognised.
    pub fn create_request(&self) -> pb::CreateSellerRequest {
        let delivery = match &self.delivery {
            DeliveryKind::Period { preparation_days } => Delivery::PeriodDelivery(pb::PeriodDelivery {
                start_date: PERIOD.0.to_owned(),
                end_date: PERIOD.1.to_owned(),
                preparation_days: *preparation_days,
            }),
            DeliveryKind::CutOff { days_after_order, cut_off } => Delivery::CutOffDelivery(pb::CutOffDelivery {
                days_after_order: *days_after_order,
                cut_off: cut_off.clone(),
            }),
        };
        let Limits { min_order_toman, min_packages, shipping_toman, tax_basis_points } = self.limits;
        pb::CreateSellerRequest {
            request_id: format!("demo-{}", self.seller_id),
            seller_id: self.seller_id.to_string(),
            r#type: self.seller_type,
            title: self.title.clone(),
            representative: self.representative.clone(),
            code: self.code.clone(),
            national_code: self.national_code.clone(),
            address: self.address.clone(),
            cellphone: self.cellphone.clone(),
            username: self.username.clone(),
            password: self.password.clone(),
            first_name: self.first_name.clone(),
            last_name: self.last_name.clone(),
            parent_seller_id: self.parent_seller_id.map(|id| id.to_string()).unwrap_or_default(),
            story_url: self.story_url.clone(),
            background_url: self.background_url.clone(),
            limits: Some(pb::Limits { min_order_toman, min_packages, shipping_toman, tax_basis_points }),
            delivery: Some(delivery),
            work_start_date: WORK_START.to_owned(),
        }
    }
}
