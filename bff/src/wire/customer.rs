//! Customers and their orders, as lists.

use chrono::NaiveDate;
use pishkhan_calendar::JalaliDate;
use pishkhan_proto::orders::v1 as pb;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{
    error::BffError,
    period::{PeriodQuery, whole_number},
    text::{self, Lang},
    time::instant,
};

/// Rows a page has when the client names no limit.
const DEFAULT_LIMIT: &str = "10";

/// A page by number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PageNumber {
    /// From 1.
    pub page: i32,
    /// 1 to 100.
    pub limit: i32,
}

impl PageNumber {
    /// Reads `page` (from 1) and `limit` (1 to 100).
    pub fn parse(page: Option<&str>, limit: Option<&str>) -> Result<Self, BffError> {
        let invalid = |field| BffError::field(field, text::FIELD_INVALID);
        let page = whole_number("page", page.unwrap_or("1"))?;
        let limit = whole_number("limit", limit.unwrap_or(DEFAULT_LIMIT))?;
        // What is skipped has to fit the contract's 32 bits.
        let page =
            i32::try_from(page).ok().filter(|page| (1..=10_000_000).contains(page)).ok_or_else(|| invalid("page"))?;
        let limit =
            i32::try_from(limit).ok().filter(|limit| (1..=100).contains(limit)).ok_or_else(|| invalid("limit"))?;
        Ok(Self { page, limit })
    }

    /// How many rows come before the page.
    pub fn skip(self) -> i32 {
        (self.page - 1) * self.limit
    }

    /// How many pages `rows` make.
    pub fn total_pages(self, rows: i64) -> i64 {
        (rows.max(0) + i64::from(self.limit) - 1) / i64::from(self.limit)
    }
}

/// Query of `GET /user/customer-list-app2`, beside the period.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct CustomerListQuery {
    /// From 1.
    pub page: Option<String>,
    /// 1 to 100; 10 when absent.
    pub limit: Option<String>,
    /// Part of the title.
    pub search: Option<String>,
    /// 0 with an open order, 1 without.
    pub status: Option<String>,
    /// `silent`: longest without an order first; newest activity first when absent.
    pub sort: Option<String>,
}

impl CustomerListQuery {
    /// `Some(true)` when only customers with an open order are asked for.
    pub fn has_open_order(&self) -> Result<Option<bool>, BffError> {
        match self.status.as_deref().map(str::trim).filter(|status| !status.is_empty()) {
            None => Ok(None),
            Some(status) => match whole_number("status", status)? {
                0 => Ok(Some(true)),
                1 => Ok(Some(false)),
                _ => Err(BffError::field("status", text::FIELD_INVALID)),
            },
        }
    }

    /// In which order.
    pub fn sort(&self) -> Result<pb::CustomerSort, BffError> {
        match self.sort.as_deref().unwrap_or_default().trim() {
            "" => Ok(pb::CustomerSort::Unspecified),
            "silent" => Ok(pb::CustomerSort::Silent),
            _ => Err(BffError::field("sort", text::FIELD_INVALID)),
        }
    }
}

/// Both parts of the customer list's query.
pub type CustomerListQueries = (CustomerListQuery, PeriodQuery);

/// A thing that only has a name.
#[derive(Debug, Serialize, ToSchema)]
pub struct Named {
    pub(super) name: String,
}

/// A customer in the list.
#[derive(Debug, Serialize, ToSchema)]
pub struct CustomerRow {
    #[serde(rename = "_id")]
    customer_id: String,
    #[serde(rename = "f2")]
    title: String,
    #[serde(rename = "f3")]
    mobile: String,
    #[serde(rename = "f4")]
    trade_type: Named,
    /// RFC 3339 in UTC, or null when there is no order yet.
    #[serde(rename = "f7")]
    last_order_time: Option<String>,
    #[serde(rename = "f8")]
    shop_name: String,
    #[serde(rename = "f11")]
    activity_area: Named,
    #[serde(rename = "f12")]
    address: String,
    /// 0 when the customer has an open order, else 1.
    #[serde(rename = "f16")]
    order_status: u8,
}

impl From<pb::Customer> for CustomerRow {
    fn from(customer: pb::Customer) -> Self {
        let pb::Customer {
            customer_id,
            seller_id: _,
            title,
            mobile,
            landline: _,
            trade_type,
            shop_name,
            activity_area,
            address,
            last_order_time,
            open_orders,
            code: _,
        } = customer;
        Self {
            customer_id,
            title,
            mobile,
            trade_type: Named { name: trade_type },
            last_order_time: last_order_time.and_then(instant),
            shop_name,
            activity_area: Named { name: activity_area },
            address,
            order_status: u8::from(open_orders == 0),
        }
    }
}

/// How many customers match, by their open orders.
#[derive(Debug, Serialize, ToSchema)]
pub struct CustomerTotals {
    all: i64,
    unprocessed: i64,
    processed: i64,
}

impl From<pb::CustomerTotals> for CustomerTotals {
    fn from(totals: pb::CustomerTotals) -> Self {
        let pb::CustomerTotals { all, with_open_order, without_open_order } = totals;
        Self { all, unprocessed: with_open_order, processed: without_open_order }
    }
}

/// Answer of `GET /user/customer-list-app2`.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CustomerListReply {
    users: Vec<CustomerRow>,
    total_pages: i64,
    totals: CustomerTotals,
}

impl CustomerListReply {
    /// One page of customers.
    pub fn new(reply: pb::ListCustomersResponse, page: PageNumber) -> Self {
        let pb::ListCustomersResponse { customers, next_page_token: _, totals, total_size } = reply;
        Self {
            users: customers.into_iter().map(Into::into).collect(),
            total_pages: page.total_pages(total_size),
            totals: totals.unwrap_or_default().into(),
        }
    }
}

/// The client's code of a status: 0 open, 1 registered, 2 cancelled.
pub(super) fn status_code(status: pb::OrderStatus) -> u8 {
    match status {
        // An unknown status is shown as open: nothing final is claimed of it.
        pb::OrderStatus::Unspecified | pb::OrderStatus::Open => 0,
        pb::OrderStatus::Registered => 1,
        pb::OrderStatus::Cancelled => 2,
    }
}

/// The client's code of a status by its name in the contract.
pub(super) fn code_of_status(name: &str) -> Option<u8> {
    let status = pb::OrderStatus::from_str_name(&format!("ORDER_STATUS_{}", name.to_ascii_uppercase()))?;
    (status != pb::OrderStatus::Unspecified).then(|| status_code(status))
}

/// A status in words.
pub(super) fn status_text(status: pb::OrderStatus, lang: Lang) -> &'static str {
    match status {
        pb::OrderStatus::Unspecified | pb::OrderStatus::Open => text::STATUS_OPEN,
        pb::OrderStatus::Registered => text::STATUS_REGISTERED,
        pb::OrderStatus::Cancelled => text::STATUS_CANCELLED,
    }
    .in_lang(lang)
}

/// A civil date of the contract (yyyy-mm-dd) as a Jalali text (yyyy/mm/dd); empty stays empty.
pub(super) fn jalali(date: &str) -> String {
    date.parse::<NaiveDate>().map(|date| JalaliDate::from(date).to_string()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_count_from_one_and_take_any_digits() {
        let page = PageNumber::parse(Some("۲"), Some("١٥")).unwrap();
        assert_eq!(page, PageNumber { page: 2, limit: 15 });
        assert_eq!(page.skip(), 15);
        assert_eq!((page.total_pages(0), page.total_pages(15), page.total_pages(16)), (0, 1, 2));
        for (page, limit) in
            [("0", "10"), ("1", "0"), ("1", "101"), ("x", "10"), ("99999999999999999999", "10"), ("20000000", "10")]
        {
            assert!(PageNumber::parse(Some(page), Some(limit)).is_err(), "{page} {limit}");
        }
    }

    #[test]
    fn a_customer_row_keeps_the_clients_names() {
        let row = CustomerRow::from(pb::Customer {
            customer_id: "c".to_owned(),
            seller_id: "s".to_owned(),
            title: "حسن رضایی".to_owned(),
            mobile: "09000000001".to_owned(),
            landline: "02133000001".to_owned(),
            trade_type: "سوپرمارکت".to_owned(),
            shop_name: "برادران".to_owned(),
            activity_area: "تهران منطقه ۸".to_owned(),
            address: "نارمک".to_owned(),
            last_order_time: Some(prost_types::Timestamp { seconds: 1_795_250_400, nanos: 5 }),
            open_orders: 2,
            code: "C001".to_owned(),
        });
        insta::assert_json_snapshot!(row, @r#"
        {
          "_id": "c",
          "f2": "حسن رضایی",
          "f3": "09000000001",
          "f4": {
            "name": "سوپرمارکت"
          },
          "f7": "2026-11-21T08:40:00Z",
          "f8": "برادران",
          "f11": {
            "name": "تهران منطقه ۸"
          },
          "f12": "نارمک",
          "f16": 0
        }
        "#);
    }
}
