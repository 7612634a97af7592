//! The facts that leave this service, topics `orders` and `customers`.

use chrono::{DateTime, Utc};
use pishkhan_chassis::parse::timestamp;
use pishkhan_chassis_db::outbox::Event;
use pishkhan_proto::orders::v1 as pb;
use prost::Message as _;
use uuid::Uuid;

use crate::domain::{CustomerNames, Order, OrderLine, RegisteredOrder, net_amounts};

const TOPIC: &str = "orders";
/// Apart, so that no order waits behind thousands of customers of one file.
const CUSTOMERS: &str = "customers";

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

/// Everything that happened until then has been told.
pub fn told(id: Uuid, since: DateTime<Utc>, until: DateTime<Utc>, now: DateTime<Utc>) -> Event {
    let message = pb::OrdersTold { since: Some(timestamp(since)), until: Some(timestamp(until)) };
    Event {
        id,
        topic: TOPIC,
        kind: "orders.told",
        key: Uuid::nil(),
        payload: message.encode_to_vec(),
        occurred_at: now,
    }
}

/// A customer came, or has another title or region.
pub fn customer_changed(id: Uuid, names: CustomerNames, now: DateTime<Utc>) -> Event {
    let key = names.customer_id;
    let payload = pb::CustomerChanged::from(names).encode_to_vec();
    Event { id, topic: CUSTOMERS, kind: "customer.changed", key, payload, occurred_at: now }
}

/// What becomes of a customer's connection with its seller.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Connection {
    /// It came onto the seller's list, or came again.
    Begun,
    /// It was taken off the list.
    Ended,
}

/// A customer came onto its seller's list, or left it.
pub fn connection(id: Uuid, seller_id: Uuid, customer_id: Uuid, what: Connection, now: DateTime<Utc>) -> Event {
    let message = pb::CustomerConnection {
        customer_id: customer_id.to_string(),
        seller_id: seller_id.to_string(),
        change_time: Some(timestamp(now)),
    };
    let kind = match what {
        Connection::Begun => "customer.connected",
        Connection::Ended => "customer.disconnected",
    };
    Event { id, topic: CUSTOMERS, kind, key: customer_id, payload: message.encode_to_vec(), occurred_at: now }
}

impl From<CustomerNames> for pb::CustomerChanged {
    fn from(names: CustomerNames) -> Self {
        let CustomerNames { seller_id, customer_id, title, activity_area, changed_at } = names;
        Self {
            customer_id: customer_id.to_string(),
            seller_id: seller_id.to_string(),
            title,
            activity_area,
            change_time: Some(timestamp(changed_at)),
        }
    }
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
            discounts,
        } = fact;
        // Whoever adds up the lines comes to what the order comes to, so they bear the discount of the order, too.
        let amounts = net_amounts(&lines, &discounts);
        Self {
            order_id: order_id.to_string(),
            seller_id: seller_id.to_string(),
            revision,
            register_time: Some(timestamp(registered_at)),
            customer_id: customer_id.to_string(),
            customer_title,
            activity_area,
            lines: lines.into_iter().zip(amounts).map(registered_line).collect(),
            code,
        }
    }
}

fn registered_line((line, amount_toman): (OrderLine, i64)) -> pb::RegisteredLine {
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

#[cfg(test)]
mod tests {
    use super::*;

    /// What lies in outboxes and streams must stay readable: the bytes are part of the contract.
    #[test]
    fn a_changed_customer_is_told_as_it_was_agreed() {
        let now = "2026-11-21T08:30:00Z".parse().unwrap();
        let names = CustomerNames {
            seller_id: Uuid::from_u128(1),
            customer_id: Uuid::from_u128(2),
            title: "shop".to_owned(),
            activity_area: "north".to_owned(),
            changed_at: "2026-11-21T08:30:00.000001Z".parse().unwrap(),
        };
        let event = customer_changed(Uuid::from_u128(9), names, now);
        assert_eq!((event.topic, event.kind, event.key), ("customers", "customer.changed", Uuid::from_u128(2)));
        let id = |tag: u8, last: u8| [&[tag, 36], format!("00000000-0000-0000-0000-{last:012}").as_bytes()].concat();
        let bytes = [
            id(0x0a, 2),
            id(0x12, 1),
            b"\x1a\x04shop".to_vec(),
            b"\x22\x05north".to_vec(),
            b"\x2a\x09\x08\x88\xad\x85\xd8\x06\x10\xe8\x07".to_vec(),
        ];
        assert_eq!(event.payload, bytes.concat());
    }
}
