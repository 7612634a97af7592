//! The facts that leave this service, topic `orders`.

use chrono::{DateTime, Utc};
use pishkhan_chassis::parse::timestamp;
use pishkhan_chassis_db::outbox::Event;
use pishkhan_proto::orders::v1 as pb;
use prost::Message as _;
use uuid::Uuid;

use crate::domain::{Order, OrderLine, RegisteredOrder};

const TOPIC: &str = "orders";

/// A revision of an order was saved.
pub fn registered(id: Uuid, fact: RegisteredOrder, now: DateTime<Utc>) -> Event {
    let key = fact.order_id;
    let payload = pb::OrderRegistered::from(fact).encode_to_vec();
    Event { id, topic: TOPIC, kind: "order.registered", key, payload, occurred_at: now }
}

/// A registered order counts no more.
pub fn cancelled(id: Uuid, order: &Order, now: DateTime<Utc>) -> Event {
    let message = pb::OrderCancelled {
        order_id: order.order_id.to_string(),
        seller_id: order.seller_id.to_string(),
        revision: order.revision,
        cancel_time: order.cancelled_at.map(timestamp),
    };
    let payload = message.encode_to_vec();
    Event { id, topic: TOPIC, kind: "order.cancelled", key: order.order_id, payload, occurred_at: now }
}

/// An order that others have been told of is deleted.
pub fn deleted(id: Uuid, order: &Order, now: DateTime<Utc>) -> Event {
    let message = pb::OrderDeleted {
        order_id: order.order_id.to_string(),
        seller_id: order.seller_id.to_string(),
        revision: order.revision,
        delete_time: order.deleted_at.map(timestamp),
    };
    let payload = message.encode_to_vec();
    Event { id, topic: TOPIC, kind: "order.deleted", key: order.order_id, payload, occurred_at: now }
}

impl From<RegisteredOrder> for pb::OrderRegistered {
    fn from(fact: RegisteredOrder) -> Self {
        let RegisteredOrder {
            seller_id,
            order_id,
            code,
            revision,
            registered_at,
            customer_id,
            customer_title,
            activity_area,
            lines,
        } = fact;
        Self {
            order_id: order_id.to_string(),
            seller_id: seller_id.to_string(),
            revision,
            register_time: Some(timestamp(registered_at)),
            customer_id: customer_id.to_string(),
            customer_title,
            activity_area,
            lines: lines.into_iter().map(registered_line).collect(),
            code,
        }
    }
}

fn registered_line(line: OrderLine) -> pb::RegisteredLine {
    let amount_toman = line.amount_toman();
    let OrderLine {
        type_id,
        product_id,
        product_title,
        type_name,
        unit_name: _,
        image_url: _,
        pieces_per_unit: _,
        quantity,
        unit_price_toman: _,
        unit_sell_price_toman: _,
    } = line;
    pb::RegisteredLine {
        product_id: product_id.to_string(),
        type_id: type_id.to_string(),
        product_title,
        type_name,
        quantity,
        amount_toman,
    }
}
