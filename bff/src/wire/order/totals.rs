//! What an order comes to.

use pishkhan_proto::orders::v1 as pb;
use serde::Serialize;
use utoipa::ToSchema;

use super::super::{
    number::{self, Percent},
    text::{self, Lang},
};

/// What a discount is taken off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum DiscountScope {
    /// A line's total.
    Line,
    /// The sum of all lines after their discounts.
    Order,
}

/// A tier of the seller's that was applied (rules 30).
#[derive(Debug, Serialize, ToSchema)]
pub struct Discount {
    scope: DiscountScope,
    /// Of the line; absent for a discount of the order.
    #[serde(rename = "typeId", skip_serializing_if = "Option::is_none")]
    type_id: Option<String>,
    title: String,
    percent: Percent,
    /// Tomans.
    #[serde(rename = "amount")]
    amount_toman: i64,
}

impl Discount {
    /// The applied tiers in `lang`, those of lines first.
    pub(in crate::wire) fn all(discounts: Vec<pb::Discount>, lang: Lang) -> Vec<Self> {
        discounts.into_iter().map(|discount| Self::new(discount, lang)).collect()
    }

    fn new(discount: pb::Discount, lang: Lang) -> Self {
        let kind = discount.kind();
        let pb::Discount { kind: _, type_id, from, to, basis_points, amount_toman } = discount;
        let (scope, words) = match kind {
            pb::DiscountKind::Amount => (DiscountScope::Order, text::DISCOUNT_AMOUNT),
            pb::DiscountKind::Unit => (DiscountScope::Line, text::DISCOUNT_UNIT),
            pb::DiscountKind::Unspecified | pb::DiscountKind::Volume => (DiscountScope::Line, text::DISCOUNT_VOLUME),
        };
        let span = [from, to].map(|bound| number::shown(bound, lang));
        let title = words.in_lang(lang).replace("{from}", &span[0]).replace("{to}", &span[1]);
        Self {
            scope,
            type_id: Some(type_id).filter(|_| scope == DiscountScope::Line),
            title,
            percent: Percent::from_basis_points(basis_points),
            amount_toman,
        }
    }
}

/// The server's own totals of an order.
#[derive(Debug, Serialize, ToSchema)]
pub struct OrderTotals {
    /// What the applied tiers take off, tomans; totalPurchase is what is left.
    #[serde(rename = "discount")]
    discount_toman: i64,
    discounts: Vec<Discount>,
    #[serde(rename = "totalPurchase")]
    purchase_toman: i64,
    #[serde(rename = "totalPurchase2")]
    sales_toman: i64,
    #[serde(rename = "tax")]
    tax_toman: i64,
    #[serde(rename = "shippingCost")]
    shipping_toman: i64,
    #[serde(rename = "totalOrder")]
    grand_toman: i64,
    #[serde(rename = "countKol")]
    units: i64,
    #[serde(rename = "profit")]
    profit_toman: i64,
    /// Four decimals.
    percent: Percent,
}

impl OrderTotals {
    /// The totals, with the applied tiers named in `lang`.
    pub(in crate::wire) fn new(totals: pb::OrderTotals, lang: Lang) -> Self {
        let pb::OrderTotals {
            purchase_toman,
            sales_toman,
            tax_toman,
            shipping_toman,
            grand_toman,
            profit_toman,
            profit_percent_e4,
            units,
            discount_toman,
            discounts,
        } = totals;
        Self {
            discount_toman,
            discounts: Discount::all(discounts, lang),
            purchase_toman,
            sales_toman,
            tax_toman,
            shipping_toman,
            grand_toman,
            units,
            profit_toman,
            percent: Percent::from_e4(profit_percent_e4),
        }
    }
}
