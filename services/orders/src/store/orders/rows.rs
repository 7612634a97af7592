//! Rows of orders, and what is read beside them.

use chrono::{DateTime, NaiveDate, Utc};
use diesel::{
    BoolExpressionMethods as _, ExpressionMethods as _, NullableExpressionMethods as _, QueryResult, Queryable,
    Selectable, SelectableHelper as _, dsl::AsSelect, pg::Pg,
};
use uuid::Uuid;

use crate::{
    domain::{Order, OrderStatus, OrderSummary},
    store::{
        corrupt,
        customers::{CustomerRow, PastNames},
        discounts,
        schema::{customer, customer_past_names, sales_order, settlement},
    },
};

#[derive(Queryable, Selectable)]
#[diesel(table_name = sales_order, check_for_backend(Pg))]
pub(in crate::store) struct OrderRow {
    seller_id: Uuid,
    order_id: Uuid,
    customer_id: Uuid,
    code: String,
    client_order_id: Option<String>,
    status: i16,
    reopened: bool,
    version: i64,
    revision: i64,
    last_revision_sent: i64,
    created_at: DateTime<Utc>,
    registered_at: Option<DateTime<Utc>>,
    cancelled_at: Option<DateTime<Utc>>,
    delivery_date: Option<NaiveDate>,
    delivery_approximate: bool,
    tax_basis_points: i32,
    shipping_toman: i64,
    seller_title: String,
    grand_toman: i64,
    customer_note: String,
    seller_note: String,
    deleted_at: Option<DateTime<Utc>>,
    paper_bill_toman: Option<i64>,
    tiers: Option<serde_json::Value>,
}

/// An order, its customer as it is now and as it was called when the order was placed, and the revision being settled.
pub(in crate::store) type Found = (OrderRow, CustomerRow, Option<PastNames>, Option<i64>);

#[diesel::dsl::auto_type(no_type_alias)]
pub(in crate::store) fn of_customer() -> _ {
    customer::seller_id.eq(sales_order::seller_id).and(customer::customer_id.eq(sales_order::customer_id))
}

/// What the customer was called on the order's day, unless it is called so still.
#[diesel::dsl::auto_type(no_type_alias)]
pub(in crate::store) fn of_its_day() -> _ {
    customer_past_names::seller_id
        .eq(sales_order::seller_id)
        .and(customer_past_names::customer_id.eq(sales_order::customer_id))
        .and(customer_past_names::names_version.eq(sales_order::customer_names_version))
}

#[diesel::dsl::auto_type(no_type_alias)]
pub(in crate::store) fn as_found() -> _ {
    let order: AsSelect<OrderRow, Pg> = OrderRow::as_select();
    let customer: AsSelect<CustomerRow, Pg> = CustomerRow::as_select();
    let past: AsSelect<Option<PastNames>, Pg> = Option::<PastNames>::as_select();
    (order, customer, past, settlement::revision.nullable())
}

#[diesel::dsl::auto_type(no_type_alias)]
pub(in crate::store) fn of_settlement() -> _ {
    settlement::seller_id.eq(sales_order::seller_id).and(settlement::order_id.eq(sales_order::order_id))
}

pub(in crate::store) fn summary((row, customer, past, settling): Found) -> QueryResult<OrderSummary> {
    let (order, grand_toman) = order(row)?;
    Ok(OrderSummary { order, grand_toman, customer: customer.called(past).into(), settling: settling.is_some() })
}

pub(super) const fn status_to_store(status: OrderStatus) -> i16 {
    match status {
        OrderStatus::Open => 0,
        OrderStatus::Registered => 1,
        OrderStatus::Cancelled => 2,
    }
}

pub(in crate::store) fn order(row: OrderRow) -> QueryResult<(Order, i64)> {
    let OrderRow {
        seller_id,
        order_id,
        customer_id,
        code,
        client_order_id,
        status,
        reopened,
        version,
        revision,
        last_revision_sent,
        created_at,
        registered_at,
        cancelled_at,
        delivery_date,
        delivery_approximate,
        tax_basis_points,
        shipping_toman,
        seller_title,
        grand_toman,
        customer_note,
        seller_note,
        deleted_at,
        paper_bill_toman,
        tiers,
    } = row;
    let tiers = discounts::tiers(tiers, "sales_order", order_id)?;
    let status = match status {
        0 => OrderStatus::Open,
        1 => OrderStatus::Registered,
        2 => OrderStatus::Cancelled,
        _ => return Err(corrupt("sales_order", &order_id)),
    };
    let order = Order {
        seller_id,
        order_id,
        customer_id,
        code,
        client_order_id,
        status,
        reopened,
        version,
        revision,
        last_revision_sent,
        created_at,
        registered_at,
        cancelled_at,
        delivery_date,
        delivery_approximate,
        tax_basis_points,
        shipping_toman,
        seller_title,
        customer_note,
        seller_note,
        deleted_at,
        paper_bill_toman,
        tiers,
        lines: Vec::new(),
    };
    Ok((order, grand_toman))
}
