//! Orders, as lists: one customer's, and those of all customers.

use pishkhan_proto::{catalogue::v1 as catalogue, orders::v1 as pb};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{
    customer::{PageNumber, jalali, status_code, status_text},
    error::BffError,
    period::whole_number,
    text::{self, Lang},
    time::instant,
};

/// Rows that a page of all customers' orders has when the client names no limit.
const DEFAULT_LIMIT: &str = "15";
/// Of an area's name, in Unicode scalar values.
const MAX_AREA: usize = 100;

/// Query of `GET /market/fetch-order-list-app2/{customerId}`, beside the period.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct OrderListQuery {
    /// From 1; the whole list when absent.
    pub page: Option<String>,
    /// 1 to 100.
    pub limit: Option<String>,
}

/// Query of `GET /market/orders-app2`, beside the period.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct AllOrdersQuery {
    /// From 1.
    pub page: Option<String>,
    /// 1 to 100; 15 when absent.
    pub limit: Option<String>,
    /// 0 open, 1 registered, 2 cancelled; all when absent.
    pub status: Option<String>,
    /// Id of a product: orders with one of its types.
    pub product_id: Option<String>,
    /// Id of a type: orders with a line of it.
    pub type_id: Option<String>,
    /// Area in which the customer is today.
    pub region: Option<String>,
    /// Id of a customer.
    pub customer_id: Option<String>,
}

/// What was given and is not empty.
fn given(value: Option<&String>) -> Option<&str> {
    value.map(|value| value.trim()).filter(|value| !value.is_empty())
}

impl AllOrdersQuery {
    /// Which page.
    pub fn page(&self) -> Result<PageNumber, BffError> {
        PageNumber::parse(self.page.as_deref(), Some(self.limit.as_deref().unwrap_or(DEFAULT_LIMIT)))
    }

    /// Of which status.
    pub fn status(&self) -> Result<pb::OrderStatus, BffError> {
        match given(self.status.as_ref()).map(|status| whole_number("status", status)).transpose()? {
            None => Ok(pb::OrderStatus::Unspecified),
            Some(0) => Ok(pb::OrderStatus::Open),
            Some(1) => Ok(pb::OrderStatus::Registered),
            Some(2) => Ok(pb::OrderStatus::Cancelled),
            Some(_) => Err(BffError::field("status", text::FIELD_INVALID)),
        }
    }

    /// The product asked for.
    pub fn product(&self) -> Option<&str> {
        given(self.product_id.as_ref())
    }

    /// The type asked for.
    pub fn product_type(&self) -> Option<&str> {
        given(self.type_id.as_ref())
    }

    /// The area asked for; no customer's has a longer name.
    pub fn area(&self) -> Result<Option<&str>, BffError> {
        let area = given(self.region.as_ref());
        if area.is_some_and(|area| area.chars().count() > MAX_AREA) {
            return Err(BffError::field("region", text::FIELD_INVALID));
        }
        Ok(area)
    }

    /// The customer asked for.
    pub fn customer(&self) -> Option<&str> {
        given(self.customer_id.as_ref())
    }
}

/// An order in a list.
#[derive(Debug, Serialize, ToSchema)]
pub struct OrderRow {
    id: String,
    #[serde(rename = "customerId")]
    customer_id: String,
    #[serde(rename = "Code")]
    code: String,
    #[serde(rename = "customerName")]
    customer_title: String,
    #[serde(rename = "customerCellPhone")]
    customer_mobile: String,
    #[serde(rename = "sellerTitle")]
    seller_title: String,
    /// RFC 3339 in UTC.
    #[serde(rename = "createdAt")]
    create_time: Option<String>,
    /// Jalali yyyy/mm/dd; empty when none was promised.
    #[serde(rename = "orderDateTimeServe")]
    delivery_date: String,
    /// 0 open, 1 registered, 2 cancelled.
    status: u8,
    #[serde(rename = "statusText")]
    status_text: &'static str,
    #[serde(rename = "customerOnvanFrooshgah")]
    shop_name: String,
    #[serde(rename = "customerTelephone")]
    customer_landline: String,
    /// Tomans, with tax and shipping.
    #[serde(rename = "mablagheKol")]
    grand_toman: i64,
    #[serde(rename = "customerOnvanSenf")]
    trade_type: String,
    #[serde(rename = "customerTeritory")]
    activity_area: String,
    #[serde(rename = "customerAddress")]
    customer_address: String,
}

impl OrderRow {
    fn new(order: pb::OrderSummary, lang: Lang) -> Self {
        let status = order.status();
        let pb::OrderSummary {
            order_id,
            seller_id: _,
            customer_id,
            code,
            status: _,
            reopened: _,
            create_time,
            register_time: _,
            delivery_date,
            grand_toman,
            seller_title,
            customer,
            version: _,
            revision: _,
        } = order;
        let customer = customer.unwrap_or_default();
        Self {
            id: order_id,
            customer_id,
            code,
            customer_title: customer.title,
            customer_mobile: customer.mobile,
            seller_title,
            create_time: create_time.and_then(instant),
            delivery_date: jalali(&delivery_date),
            status: status_code(status),
            status_text: status_text(status, lang),
            shop_name: customer.shop_name,
            customer_landline: customer.landline,
            grand_toman,
            trade_type: customer.trade_type,
            activity_area: customer.activity_area,
            customer_address: customer.address,
        }
    }
}

/// Answer of `GET /market/fetch-order-list-app2/{customerId}`.
#[derive(Debug, Serialize, ToSchema)]
pub struct OrderListReply {
    #[serde(rename = "OrdersList")]
    orders: Vec<OrderRow>,
    /// Only when a page was asked for.
    #[serde(rename = "totalPages", skip_serializing_if = "Option::is_none")]
    total_pages: Option<i64>,
    /// Only when the whole list was asked for and is too long for one answer: the rest comes by page.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    truncated: bool,
}

impl OrderListReply {
    /// A customer's orders, as a page or whole.
    pub fn new(reply: pb::ListCustomerOrdersResponse, page: Option<PageNumber>, lang: Lang) -> Self {
        let pb::ListCustomerOrdersResponse { orders, next_page_token, total_size } = reply;
        Self {
            truncated: page.is_none() && !next_page_token.is_empty(),
            orders: orders.into_iter().map(|order| OrderRow::new(order, lang)).collect(),
            total_pages: page.map(|page| page.total_pages(total_size)),
        }
    }
}

/// How many orders there are of each status, null when there are more than 1,000 of one; `all` is null then, too.
#[derive(Debug, Serialize, ToSchema)]
pub struct OrderCounts {
    all: Option<i64>,
    open: Option<i64>,
    registered: Option<i64>,
    cancelled: Option<i64>,
}

impl OrderCounts {
    /// Of one status, or all.
    const fn of(&self, status: pb::OrderStatus) -> Option<i64> {
        match status {
            pb::OrderStatus::Unspecified => self.all,
            pb::OrderStatus::Open => self.open,
            pb::OrderStatus::Registered => self.registered,
            pb::OrderStatus::Cancelled => self.cancelled,
        }
    }
}

impl From<pb::OrderCounts> for OrderCounts {
    fn from(counts: pb::OrderCounts) -> Self {
        let pb::OrderCounts { all, open, registered, cancelled } = counts;
        Self { all, open, registered, cancelled }
    }
}

/// The product that orders were asked for.
#[derive(Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct OrderedProduct {
    #[serde(rename = "_id")]
    product_id: String,
    title: String,
    /// The type's name, when one type was asked for.
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    type_name: Option<String>,
}

/// What is asked for of a product: the types whose orders are wanted, and how it is called.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct WantedTypes {
    /// Ids of types.
    pub ids: Vec<String>,
    product: Option<OrderedProduct>,
}

impl WantedTypes {
    /// Whether orders are asked for that there cannot be: those of a product without types.
    pub fn are_of_none(&self) -> bool {
        self.product.is_some() && self.ids.is_empty()
    }

    /// All types of a product, or that one of them. The types of a product do not say whose they are.
    pub fn of_product(product: catalogue::Product, wanted: Option<&str>) -> Result<Self, BffError> {
        let catalogue::Product { product_id, title, types, .. } = product;
        let Some(wanted) = wanted else {
            let ids = types.into_iter().map(|one| one.type_id).collect();
            return Ok(Self { ids, product: Some(OrderedProduct { product_id, title, type_name: None }) });
        };
        let found = types.into_iter().find(|one| one.type_id.eq_ignore_ascii_case(wanted));
        let found = found.ok_or_else(BffError::not_found)?;
        Ok(Self::of_type(catalogue::ProductType { product_id, product_title: title, ..found }))
    }

    /// One type.
    pub fn of_type(found: catalogue::ProductType) -> Self {
        let catalogue::ProductType { type_id, product_id, product_title: title, name, .. } = found;
        Self { ids: vec![type_id], product: Some(OrderedProduct { product_id, title, type_name: Some(name) }) }
    }
}

/// Answer of `GET /market/orders-app2`.
#[derive(Debug, Serialize, ToSchema)]
pub struct AllOrdersReply {
    #[serde(rename = "OrdersList")]
    orders: Vec<OrderRow>,
    /// Exact up to 1,000 orders of a period and a status; else one more than the page as long as there are more orders.
    #[serde(rename = "totalPages")]
    total_pages: i64,
    /// By status, in the period; absent where a product, an area or a customer is asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    totals: Option<OrderCounts>,
    /// Absent when none was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    product: Option<OrderedProduct>,
}

impl AllOrdersReply {
    /// A page of orders.
    pub fn new(
        reply: pb::ListOrdersResponse,
        wanted: WantedTypes,
        status: pb::OrderStatus,
        page: PageNumber,
        lang: Lang,
    ) -> Self {
        let pb::ListOrdersResponse { orders, next_page_token, counts } = reply;
        let totals = counts.map(OrderCounts::from);
        let so_far = if orders.is_empty() { page.page - 1 } else { page.page };
        let total_pages = totals.as_ref().and_then(|totals| totals.of(status)).map_or_else(
            || i64::from(so_far) + i64::from(!next_page_token.is_empty()),
            |count| page.total_pages(count),
        );
        Self {
            orders: orders.into_iter().map(|order| OrderRow::new(order, lang)).collect(),
            total_pages,
            totals,
            product: wanted.product,
        }
    }
}

/// Answer of `GET /user/customer-areas-app2`.
#[derive(Debug, Serialize, ToSchema)]
pub struct CustomerAreasReply {
    /// The areas in which the seller's customers are.
    regions: Vec<String>,
}

impl From<pb::ListActivityAreasResponse> for CustomerAreasReply {
    fn from(reply: pb::ListActivityAreasResponse) -> Self {
        Self { regions: reply.activity_areas }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_order_row_keeps_the_clients_names() {
        let order = pb::OrderSummary {
            order_id: "o".to_owned(),
            customer_id: "c".to_owned(),
            code: "1405-08-000123".to_owned(),
            status: pb::OrderStatus::Registered.into(),
            create_time: Some(prost_types::Timestamp { seconds: 1_795_250_400, nanos: 0 }),
            delivery_date: "2026-11-23".to_owned(),
            grand_toman: 11_245_640,
            seller_title: "پخش".to_owned(),
            customer: Some(pb::Customer { title: "حسن".to_owned(), ..pb::Customer::default() }),
            ..pb::OrderSummary::default()
        };
        insta::assert_json_snapshot!(OrderRow::new(order, Lang::Fa), @r#"
        {
          "id": "o",
          "customerId": "c",
          "Code": "1405-08-000123",
          "customerName": "حسن",
          "customerCellPhone": "",
          "sellerTitle": "پخش",
          "createdAt": "2026-11-21T08:40:00Z",
          "orderDateTimeServe": "1405/09/02",
          "status": 1,
          "statusText": "ثبت شده",
          "customerOnvanFrooshgah": "",
          "customerTelephone": "",
          "mablagheKol": 11245640,
          "customerOnvanSenf": "",
          "customerTeritory": "",
          "customerAddress": ""
        }
        "#);
    }
    #[test]
    fn pages_are_counted_as_far_as_orders_are() {
        let page = PageNumber { page: 3, limit: 15 };
        let pages = |counts: Option<pb::OrderCounts>, orders: usize, next: &str, status| {
            let orders = vec![pb::OrderSummary::default(); orders];
            let reply = pb::ListOrdersResponse { orders, next_page_token: next.to_owned(), counts };
            AllOrdersReply::new(reply, WantedTypes::default(), status, page, Lang::Fa).total_pages
        };
        let counts = pb::OrderCounts { all: None, open: Some(61), registered: None, cancelled: Some(0) };
        assert_eq!(pages(Some(counts), 15, "more", pb::OrderStatus::Open), 5);
        assert_eq!(pages(Some(counts), 15, "more", pb::OrderStatus::Unspecified), 4);
        assert_eq!(pages(Some(counts), 0, "", pb::OrderStatus::Cancelled), 0);
        assert_eq!(pages(None, 15, "more", pb::OrderStatus::Open), 4);
        assert_eq!(pages(None, 2, "", pb::OrderStatus::Open), 3);
        assert_eq!(pages(None, 0, "", pb::OrderStatus::Open), 2);
    }

    #[test]
    fn a_type_is_asked_for_by_itself_or_as_one_of_its_product() {
        let of_tea = |type_id: &str| catalogue::ProductType {
            type_id: type_id.to_owned(),
            name: format!("نوع {type_id}"),
            ..Default::default()
        };
        let tea = catalogue::Product {
            product_id: "p".to_owned(),
            title: "چای".to_owned(),
            types: vec![of_tea("a"), of_tea("b")],
            ..Default::default()
        };
        let all = WantedTypes::of_product(tea.clone(), None).unwrap();
        assert_eq!(all.ids, ["a", "b"]);
        assert_eq!(serde_json::to_value(all.product).unwrap(), serde_json::json!({ "_id": "p", "title": "چای" }));
        let one = WantedTypes::of_product(tea.clone(), Some("B")).unwrap();
        let alone =
            catalogue::ProductType { product_id: "p".to_owned(), product_title: "چای".to_owned(), ..of_tea("b") };
        assert_eq!(one, WantedTypes::of_type(alone));
        assert_eq!(one.ids, ["b"]);
        assert!(WantedTypes::of_product(tea, Some("c")).unwrap_err().is_not_found());
    }
}
