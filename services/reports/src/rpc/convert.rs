//! Messages and domain values.

use chrono::NaiveDate;
use pishkhan_chassis::errors::{invalid_field, problem};
use pishkhan_chassis::parse;
use pishkhan_chassis_db::set_aside::SetAside;
use pishkhan_proto::reports::v1 as pb;
use tonic::Status;

use crate::app::{CustomerSales, Difference, MonthOrder, MonthOrders, ProductSales, RegionSales, Row};
use crate::domain::{Bucket, CustomerNames, DaySpan, Figures, Line, Names, ProductName, ProductNames, RegisteredOrder};

/// The longest code of an order.
const MAX_CODE: usize = 32;

// === proto -> domain ===

/// The days asked for; none for all.
pub(super) fn span(days: Option<pb::DaySpan>) -> Result<Option<DaySpan>, Status> {
    let Some(pb::DaySpan { first_day, last_day }) = days else { return Ok(None) };
    let first = parse::date("days.first_day", &first_day)?;
    let last = parse::date("days.last_day", &last_day)?;
    DaySpan::new(first, last).map(Some).map_err(|_| invalid_field("days.last_day", problem::OUT_OF_RANGE))
}

/// A registered order of a rebuild.
pub(super) fn order(order: pb::RebuildOrder) -> Result<RegisteredOrder, Status> {
    let pb::RebuildOrder { order_id, revision, register_time, customer_id, customer_title, activity_area, lines, code } =
        order;
    Ok(RegisteredOrder {
        order_id: parse::uuid("orders.order_id", &order_id)?,
        revision,
        registered_at: parse::instant("orders.register_time", register_time)?,
        customer_id: parse::uuid("orders.customer_id", &customer_id)?,
        customer_title,
        activity_area,
        lines: lines.into_iter().map(line).collect::<Result<_, _>>()?,
        code: parse::optional_text("orders.code", &code, MAX_CODE)?,
    })
}

fn line(line: pb::RebuildLine) -> Result<Line, Status> {
    let pb::RebuildLine { product_id, type_id, product_title, type_name, quantity, amount_toman } = line;
    Ok(Line {
        product_id: parse::uuid("orders.lines.product_id", &product_id)?,
        type_id: parse::uuid("orders.lines.type_id", &type_id)?,
        product_title,
        type_name,
        units: quantity,
        amount_toman,
    })
}

/// What a rebuild is told that products and customers are called.
pub(super) fn names(products: Vec<pb::RebuildProduct>, customers: Vec<pb::RebuildCustomer>) -> Result<Names, Status> {
    let mut names = Names::default();
    for pb::RebuildProduct { product_id, title, types, change_time } in products {
        let types = types
            .into_iter()
            .map(|pb::RebuildType { type_id, name }| Ok((parse::uuid("products.types.type_id", &type_id)?, name)));
        names.learn_product(ProductNames {
            product_id: parse::uuid("products.product_id", &product_id)?,
            title,
            types: types.collect::<Result<_, Status>>()?,
            changed_at: parse::instant("products.change_time", change_time)?,
        });
    }
    for pb::RebuildCustomer { customer_id, title, activity_area, change_time } in customers {
        names.learn_customer(CustomerNames {
            customer_id: parse::uuid("customers.customer_id", &customer_id)?,
            title,
            activity_area,
            changed_at: parse::instant("customers.change_time", change_time)?,
        });
    }
    Ok(names)
}

// === domain -> proto ===

impl From<Figures> for pb::SalesFigures {
    fn from(figures: Figures) -> Self {
        let Figures { orders, units, amount_toman } = figures;
        Self { orders, units, amount_toman }
    }
}

impl From<ProductSales> for pb::ProductSales {
    fn from(sales: ProductSales) -> Self {
        let ProductSales { type_id, name, figures } = sales;
        let (product_id, product_title, type_name) = match name {
            Some(ProductName { product_id, product_title, type_name }) => {
                (product_id.to_string(), product_title, type_name)
            }
            None => Default::default(),
        };
        Self { type_id: type_id.to_string(), product_id, product_title, type_name, figures: Some(figures.into()) }
    }
}

impl From<CustomerSales> for pb::CustomerSales {
    fn from(sales: CustomerSales) -> Self {
        let CustomerSales { customer_id, title, figures } = sales;
        Self {
            customer_id: customer_id.to_string(),
            customer_title: title.unwrap_or_default(),
            figures: Some(figures.into()),
        }
    }
}

impl From<RegionSales> for pb::RegionSales {
    fn from(sales: RegionSales) -> Self {
        let RegionSales { activity_area, figures } = sales;
        Self { activity_area, figures: Some(figures.into()) }
    }
}

/// A day of the series. Every day's bucket has a day, so nothing is left out.
pub(super) fn day((bucket, figures): Row<Bucket>) -> Option<pb::DailySales> {
    let day = NaiveDate::from(bucket.first_day()?);
    Some(pb::DailySales { day: day.format("%Y-%m-%d").to_string(), figures: Some(figures.into()) })
}

/// A month that has figures, as yyyymm.
pub(super) fn month(month: i32) -> Result<Bucket, Status> {
    Bucket::of_month(month).ok_or_else(|| invalid_field("month", problem::OUT_OF_RANGE))
}

/// A page of a month's orders, with the token of the next one.
pub(super) fn month_orders(page: MonthOrders, next_page_token: String) -> pb::ListMonthOrdersResponse {
    let MonthOrders { orders, next: _, watermark, complete_until } = page;
    pb::ListMonthOrdersResponse {
        orders: orders.into_iter().filter_map(month_order).collect(),
        next_page_token,
        watermark: watermark.map(parse::timestamp),
        complete_until: complete_until.map(parse::timestamp),
    }
}

/// Every day's bucket has a day, so nothing is left out.
fn month_order(order: MonthOrder) -> Option<pb::MonthOrder> {
    let MonthOrder { order_id, code, day, amount_toman, customer_name } = order;
    let day = NaiveDate::from(day.first_day()?).format("%Y-%m-%d").to_string();
    Some(pb::MonthOrder {
        order_id: order_id.to_string(),
        code: code.unwrap_or_default(),
        day,
        amount_toman,
        customer_name: customer_name.unwrap_or_default(),
    })
}

impl From<Difference> for pb::SalesDifference {
    fn from(difference: Difference) -> Self {
        let Difference { dimension, key, bucket, maintained, rebuilt } = difference;
        let subject =
            if key.is_empty() { format!("{dimension} {bucket}") } else { format!("{dimension} {key} {bucket}") };
        Self { subject, maintained: Some(maintained.into()), rebuilt: Some(rebuilt.into()) }
    }
}

pub fn set_aside(event: SetAside) -> pb::SetAsideEvent {
    let SetAside { consumer: _, lane: _, event_id, topic: _, kind, key, reason, set_aside_at } = event;
    pb::SetAsideEvent {
        event_id: event_id.to_string(),
        kind,
        key: key.to_string(),
        reason,
        set_aside_time: Some(parse::timestamp(set_aside_at)),
    }
}
