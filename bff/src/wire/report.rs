//! Sales figures.

use chrono::NaiveDate;
use pishkhan_calendar::JalaliDate;
use pishkhan_proto::reports::v1 as pb;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{
    error::BffError,
    text::{self, Lang},
};

/// Baskets, units and tomans of registered orders, without tax and shipping.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Totals {
    /// Distinct registered orders.
    pub total_orders: i64,
    /// Selling units.
    pub total_quantity: i64,
    /// Tomans.
    pub total_amount: i64,
}

impl From<Option<pb::SalesFigures>> for Totals {
    fn from(figures: Option<pb::SalesFigures>) -> Self {
        let pb::SalesFigures { orders, units, amount_toman } = figures.unwrap_or_default();
        Self { total_orders: orders, total_quantity: units, total_amount: amount_toman }
    }
}

/// The dashboard's figures.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DashboardCounts {
    /// Title of the store.
    pub seller_title: String,
    /// Connected customers.
    pub total_customers: i64,
    /// Sales.
    #[serde(flatten)]
    pub totals: Totals,
}

/// How many products there are.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProductCounts {
    /// Products, not types.
    pub product_count: i64,
}

/// Answer of `GET /report/dashboard-nums-app2`.
#[derive(Debug, Serialize, ToSchema)]
pub struct DashboardReply {
    /// Store, customers and sales.
    pub counts: DashboardCounts,
    /// Products.
    #[serde(rename = "countsProducts")]
    pub counts_products: ProductCounts,
}

/// Rows of a report.
#[derive(Debug, Serialize, ToSchema)]
pub struct ReportReply<R> {
    /// Largest amount first.
    pub counts: Vec<R>,
}

impl<R> ReportReply<R> {
    /// The name of the list.
    pub const LIST: &'static str = "counts";
}

/// A row of the products report.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProductSalesRow {
    product_name: String,
    type_name: String,
    #[serde(flatten)]
    totals: Totals,
}

impl From<pb::ProductSales> for ProductSalesRow {
    fn from(row: pb::ProductSales) -> Self {
        let pb::ProductSales { type_id: _, product_id: _, product_title, type_name, figures } = row;
        Self { product_name: product_title, type_name, totals: figures.into() }
    }
}

/// A row of the regions report.
#[derive(Debug, Serialize, ToSchema)]
pub struct RegionSalesRow {
    #[serde(rename = "customerTeritory")]
    activity_area: String,
    #[serde(flatten)]
    totals: Totals,
}

impl From<pb::RegionSales> for RegionSalesRow {
    fn from(row: pb::RegionSales) -> Self {
        let pb::RegionSales { activity_area, figures } = row;
        Self { activity_area, totals: figures.into() }
    }
}

/// A row of the customers report.
#[derive(Debug, Serialize, ToSchema)]
pub struct CustomerSalesRow {
    #[serde(rename = "customerName")]
    customer_title: String,
    #[serde(flatten)]
    totals: Totals,
}

impl From<pb::CustomerSales> for CustomerSalesRow {
    fn from(row: pb::CustomerSales) -> Self {
        let pb::CustomerSales { customer_id: _, customer_title, figures } = row;
        Self { customer_title, totals: figures.into() }
    }
}

/// A day of the sales series.
#[derive(Debug, Serialize, ToSchema)]
pub struct SeriesPoint {
    /// Jalali yyyy/mm/dd.
    date: String,
    #[serde(flatten)]
    totals: Totals,
}

/// Answer of `GET /report/sales-series-app2/{n}`.
#[derive(Debug, Serialize, ToSchema)]
pub struct SeriesReply {
    points: Vec<SeriesPoint>,
}

impl From<pb::ListDailySalesResponse> for SeriesReply {
    fn from(reply: pb::ListDailySalesResponse) -> Self {
        let points = reply
            .rows
            .into_iter()
            .filter_map(|pb::DailySales { day, figures }| {
                // A day that is no date can't be drawn; the contract forbids it.
                let date = JalaliDate::from(day.parse::<NaiveDate>().ok()?).to_string();
                Some(SeriesPoint { date, totals: figures.into() })
            })
            .collect();
        Self { points }
    }
}

/// How a report is answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// As rows.
    Json,
    /// As a comma-separated file with a byte order mark.
    Csv,
    /// As a right-to-left workbook.
    Xlsx,
}

/// Query of the reports, beside the range.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct FormatQuery {
    /// csv or xlsx for a file; rows when absent.
    pub format: Option<String>,
}

impl FormatQuery {
    /// The format that is asked for.
    pub fn format(&self) -> Result<Format, BffError> {
        match self.format.as_deref() {
            None | Some("" | "json") => Ok(Format::Json),
            Some("csv") => Ok(Format::Csv),
            Some("xlsx") => Ok(Format::Xlsx),
            Some(_) => Err(BffError::field("format", text::FIELD_INVALID)),
        }
    }
}

/// A row that can stand in a file.
pub trait FileRow {
    /// Name of the file, without its ending.
    const FILE: &'static str;
    /// Headings of the labels.
    fn headings(lang: Lang) -> Vec<&'static str>;
    /// Labels of the row.
    fn labels(&self) -> Vec<&str>;
    /// Figures of the row.
    fn totals(&self) -> Totals;
}

impl FileRow for ProductSalesRow {
    const FILE: &'static str = "report-products";

    fn headings(lang: Lang) -> Vec<&'static str> {
        vec![text::COLUMN_PRODUCT.in_lang(lang), text::COLUMN_TYPE.in_lang(lang)]
    }

    fn labels(&self) -> Vec<&str> {
        vec![&self.product_name, &self.type_name]
    }

    fn totals(&self) -> Totals {
        self.totals
    }
}

impl FileRow for RegionSalesRow {
    const FILE: &'static str = "report-regions";

    fn headings(lang: Lang) -> Vec<&'static str> {
        vec![text::COLUMN_REGION.in_lang(lang)]
    }

    fn labels(&self) -> Vec<&str> {
        vec![&self.activity_area]
    }

    fn totals(&self) -> Totals {
        self.totals
    }
}

impl FileRow for CustomerSalesRow {
    const FILE: &'static str = "report-customers";

    fn headings(lang: Lang) -> Vec<&'static str> {
        vec![text::COLUMN_CUSTOMER.in_lang(lang)]
    }

    fn labels(&self) -> Vec<&str> {
        vec![&self.customer_title]
    }

    fn totals(&self) -> Totals {
        self.totals
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIGURES: Option<pb::SalesFigures> = Some(pb::SalesFigures { orders: 2, units: 15, amount_toman: 9_996_000 });

    #[test]
    fn rows_keep_the_clients_names() {
        let product = ProductSalesRow::from(pb::ProductSales {
            product_title: "اسپاگتی".to_owned(),
            type_name: "۷۰۰ گرم".to_owned(),
            figures: FIGURES,
            ..pb::ProductSales::default()
        });
        insta::assert_json_snapshot!(product, @r#"
        {
          "productName": "اسپاگتی",
          "typeName": "۷۰۰ گرم",
          "totalOrders": 2,
          "totalQuantity": 15,
          "totalAmount": 9996000
        }
        "#);
        let region = RegionSalesRow::from(pb::RegionSales { activity_area: "قم".to_owned(), figures: None });
        assert_eq!(
            serde_json::to_string(&region).unwrap(),
            r#"{"customerTeritory":"قم","totalOrders":0,"totalQuantity":0,"totalAmount":0}"#
        );
        let series = SeriesReply::from(pb::ListDailySalesResponse {
            rows: vec![pb::DailySales { day: "2026-11-21".to_owned(), figures: FIGURES }],
        });
        assert_eq!(serde_json::to_value(series).unwrap()["points"][0]["date"], "1405/08/30");
    }

    #[test]
    fn the_dashboard_keeps_the_clients_names() {
        let reply = DashboardReply {
            counts: DashboardCounts { seller_title: "پخش".to_owned(), total_customers: 120, totals: FIGURES.into() },
            counts_products: ProductCounts { product_count: 40 },
        };
        assert_eq!(
            serde_json::to_string(&reply).unwrap(),
            r#"{"counts":{"sellerTitle":"پخش","totalCustomers":120,"totalOrders":2,"totalQuantity":15,"totalAmount":9996000},"countsProducts":{"productCount":40}}"#
        );
    }
}
