//! Answers to messages. Everything is taken apart by name, so that a new field is a decision made here.

use pishkhan_chassis::parse::timestamp;
use pishkhan_proto::orders::v1 as pb;

use crate::{
    app::{
        GuideType, ImportedCustomers, ImportedOrders, OrderGuide, OrderProblem, OrderView, PlacedOrder, PublicOrder,
        Quote, SettledOrder, UpdatedLines,
    },
    domain::{
        Customer, CustomerCounts, CustomerDraft, Discount, DiscountKind, Habit, Missing, Offer, Order, OrderCounts,
        OrderLine, OrderStatus, OrderSummary, RowProblem, Shortage, Tier, Totals,
    },
};

impl From<OrderStatus> for pb::OrderStatus {
    fn from(status: OrderStatus) -> Self {
        match status {
            OrderStatus::Open => Self::Open,
            OrderStatus::Registered => Self::Registered,
            OrderStatus::Cancelled => Self::Cancelled,
        }
    }
}

impl From<Customer> for pb::Customer {
    fn from(customer: Customer) -> Self {
        let Customer { customer_id, seller_id, draft, last_order_at, open_orders } = customer;
        let CustomerDraft { code, title, mobile, landline, trade_type, shop_name, activity_area, address } = draft;
        Self {
            customer_id: customer_id.to_string(),
            seller_id: seller_id.to_string(),
            title,
            mobile,
            landline,
            trade_type,
            shop_name,
            activity_area,
            address,
            last_order_time: last_order_at.map(timestamp),
            open_orders,
            code,
        }
    }
}

impl From<CustomerCounts> for pb::CustomerTotals {
    fn from(counts: CustomerCounts) -> Self {
        let CustomerCounts { all, with_open_order } = counts;
        Self { all, with_open_order, without_open_order: all - with_open_order }
    }
}

impl From<OrderCounts> for pb::OrderCounts {
    fn from(counts: OrderCounts) -> Self {
        let OrderCounts { open, registered, cancelled } = counts;
        Self { all: counts.all(), open, registered, cancelled }
    }
}

impl From<ImportedCustomers> for pb::ImportCustomersResponse {
    fn from(imported: ImportedCustomers) -> Self {
        let ImportedCustomers { created, updated, unchanged, problems } = imported;
        let problems = problems
            .into_iter()
            .map(|RowProblem { row, column, value, problem }| pb::RowProblem { row, column, value, problem })
            .collect();
        Self { created, updated, unchanged, problems }
    }
}

impl From<ImportedOrders> for pb::ImportOrdersResponse {
    fn from(imported: ImportedOrders) -> Self {
        let ImportedOrders { created, unchanged, problems } = imported;
        let problems = problems
            .into_iter()
            .map(|OrderProblem { client_order_id, problem }| pb::OrderProblem { client_order_id, problem })
            .collect();
        Self { created, unchanged, problems }
    }
}

impl From<Shortage> for pb::ShortLine {
    fn from(shortage: Shortage) -> Self {
        let Shortage { type_id, product_title, type_name, available } = shortage;
        Self { type_id: type_id.to_string(), product_title, type_name, available }
    }
}

impl From<PlacedOrder> for pb::PlaceOrderResponse {
    fn from(placed: PlacedOrder) -> Self {
        let PlacedOrder { order, totals, short } = placed;
        let short_lines = short.into_iter().map(Into::into).collect();
        Self { order: Some(order.into()), totals: Some(totals.into()), short_lines }
    }
}

impl From<Quote> for pb::QuoteOrderResponse {
    fn from(quote: Quote) -> Self {
        let Quote { totals, short, missing: Missing { toman, packages } } = quote;
        let short_lines = short.into_iter().map(Into::into).collect();
        Self { totals: Some(totals.into()), short_lines, missing_toman: toman, missing_packages: packages }
    }
}

impl From<OrderGuide> for pb::GetOrderGuideResponse {
    fn from(guide: OrderGuide) -> Self {
        let OrderGuide { customer, types } = guide;
        Self { customer: Some(customer.into()), types: types.into_iter().map(Into::into).collect() }
    }
}

impl From<GuideType> for pb::GuideType {
    fn from(guide: GuideType) -> Self {
        let GuideType { habit, offer, unit_prices: (unit_price_toman, unit_sell_price_toman) } = guide;
        let Habit { type_id, last_quantity, last_ordered_at, times } = habit;
        let Offer {
            type_id: _,
            code: _,
            product_id,
            product_title,
            type_name,
            unit_name,
            image_url,
            pieces_per_unit: _,
            piece_price_toman: _,
            piece_sell_price_toman: _,
            available,
            active: _,
        } = offer;
        Self {
            type_id: type_id.to_string(),
            product_id: product_id.to_string(),
            product_title,
            type_name,
            image_url,
            unit_name,
            unit_price_toman,
            unit_sell_price_toman,
            available,
            last_quantity,
            last_order_time: Some(timestamp(last_ordered_at)),
            times,
        }
    }
}

impl From<Totals> for pb::OrderTotals {
    fn from(totals: Totals) -> Self {
        let Totals {
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
            purchase_toman,
            sales_toman,
            tax_toman,
            shipping_toman,
            grand_toman,
            profit_toman,
            profit_percent_e4,
            units,
            discount_toman,
            discounts: discounts.into_iter().map(Into::into).collect(),
        }
    }
}

impl From<Discount> for pb::Discount {
    fn from(discount: Discount) -> Self {
        let Discount { kind, type_id, tier, amount_toman } = discount;
        let Tier { from, to, basis_points } = tier;
        let kind = match kind {
            DiscountKind::Volume => pb::DiscountKind::Volume,
            DiscountKind::Unit => pb::DiscountKind::Unit,
            DiscountKind::Amount => pb::DiscountKind::Amount,
        };
        let type_id = type_id.map(|id| id.to_string()).unwrap_or_default();
        Self { kind: kind.into(), type_id, from, to, basis_points, amount_toman }
    }
}

impl From<OrderLine> for pb::OrderLine {
    fn from(line: OrderLine) -> Self {
        let total_toman = line.amount_toman();
        let OrderLine {
            type_id,
            product_id,
            product_title,
            type_name,
            unit_name,
            image_url,
            pieces_per_unit,
            quantity,
            unit_price_toman,
            unit_sell_price_toman,
        } = line;
        Self {
            type_id: type_id.to_string(),
            product_id: product_id.to_string(),
            product_title,
            type_name,
            unit_name,
            image_url,
            pieces_per_unit,
            quantity,
            unit_price_toman,
            unit_sell_price_toman,
            total_toman,
        }
    }
}

impl From<OrderSummary> for pb::OrderSummary {
    fn from(summary: OrderSummary) -> Self {
        let OrderSummary { order, grand_toman, customer, settling: _ } = summary;
        let Order {
            seller_id,
            order_id,
            customer_id,
            code,
            client_order_id: _,
            status,
            reopened,
            version,
            revision,
            last_revision_sent: _,
            created_at,
            registered_at,
            cancelled_at: _,
            deleted_at: _,
            delivery_date,
            delivery_approximate: _,
            tax_basis_points: _,
            shipping_toman: _,
            seller_title,
            customer_note: _,
            seller_note: _,
            paper_bill_toman: _,
            tiers: _,
            lines: _,
        } = order;
        Self {
            order_id: order_id.to_string(),
            seller_id: seller_id.to_string(),
            customer_id: customer_id.to_string(),
            code,
            status: pb::OrderStatus::from(status).into(),
            reopened,
            create_time: Some(timestamp(created_at)),
            register_time: registered_at.map(timestamp),
            delivery_date: delivery_date.map(|date| date.to_string()).unwrap_or_default(),
            grand_toman,
            seller_title,
            customer: Some(customer.into()),
            version,
            revision,
        }
    }
}

impl From<OrderView> for pb::Order {
    fn from(view: OrderView) -> Self {
        let OrderView { mut summary, totals } = view;
        let lines = std::mem::take(&mut summary.order.lines);
        Self {
            lines: lines.into_iter().map(Into::into).collect(),
            totals: Some(totals.into()),
            tax_basis_points: summary.order.tax_basis_points,
            customer_note: summary.order.customer_note.clone(),
            seller_note: summary.order.seller_note.clone(),
            settling: summary.settling,
            paper_bill_toman: summary.order.paper_bill_toman,
            summary: Some(summary.into()),
        }
    }
}

impl From<UpdatedLines> for pb::UpdateOrderLinesResponse {
    fn from(updated: UpdatedLines) -> Self {
        let UpdatedLines { version, status, totals } = updated;
        Self { version, status: pb::OrderStatus::from(status).into(), totals: Some(totals.into()) }
    }
}

impl From<UpdatedLines> for pb::ReviseOrderResponse {
    fn from(updated: UpdatedLines) -> Self {
        let UpdatedLines { version, status, totals } = updated;
        Self { version, status: pb::OrderStatus::from(status).into(), totals: Some(totals.into()) }
    }
}

impl From<SettledOrder> for pb::ReopenOrderResponse {
    fn from(SettledOrder { status, version }: SettledOrder) -> Self {
        Self { status: pb::OrderStatus::from(status).into(), version }
    }
}

impl From<SettledOrder> for pb::DiscardOrderChangesResponse {
    fn from(SettledOrder { status, version }: SettledOrder) -> Self {
        Self { status: pb::OrderStatus::from(status).into(), version }
    }
}

impl From<SettledOrder> for pb::DeleteOrderResponse {
    fn from(SettledOrder { status: _, version }: SettledOrder) -> Self {
        Self { version }
    }
}

impl From<PublicOrder> for pb::GetPublicOrderResponse {
    fn from(order: PublicOrder) -> Self {
        let PublicOrder { code, revision, status, grand_toman, created_at } = order;
        Self {
            code,
            revision,
            status: pb::OrderStatus::from(status).into(),
            grand_toman,
            create_time: Some(timestamp(created_at)),
        }
    }
}

impl From<SettledOrder> for pb::SaveOrderResponse {
    fn from(SettledOrder { status, version }: SettledOrder) -> Self {
        Self { status: pb::OrderStatus::from(status).into(), version }
    }
}

impl From<SettledOrder> for pb::CancelOrderResponse {
    fn from(SettledOrder { status, version }: SettledOrder) -> Self {
        Self { status: pb::OrderStatus::from(status).into(), version }
    }
}
