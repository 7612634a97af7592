//! The facts that leave this service, topic `catalogue`.

use chrono::{DateTime, Utc};
use pishkhan_chassis::parse::timestamp;
use pishkhan_chassis_db::outbox::Event;
use pishkhan_proto::catalogue::v1 as pb;
use prost::Message as _;
use uuid::Uuid;

use crate::domain::naming::ProductNames;

const TOPIC: &str = "catalogue";

/// Types that one event names: with the longest names some 850 KiB.
const TYPES: usize = 1_000;

/// A product came, or it or its types are called otherwise. One event, or several of a product of very many types.
pub fn product_changed(names: ProductNames, now: DateTime<Utc>, new_id: impl Fn() -> Uuid) -> Vec<Event> {
    let key = names.product_id;
    let pb::ProductChanged { product_id, seller_id, title, types, change_time } = names.into();
    let event = |types: &[pb::NamedType]| {
        let message = pb::ProductChanged {
            product_id: product_id.clone(),
            seller_id: seller_id.clone(),
            title: title.clone(),
            types: types.to_vec(),
            change_time,
        };
        let payload = message.encode_to_vec();
        Event { id: new_id(), topic: TOPIC, kind: "product.changed", key, payload, occurred_at: now }
    };
    types.chunks(TYPES).map(event).collect()
}

impl From<ProductNames> for pb::ProductChanged {
    fn from(names: ProductNames) -> Self {
        let ProductNames { seller_id, product_id, title, types, changed_at } = names;
        let of_type = |(type_id, name): (Uuid, String)| pb::NamedType { type_id: type_id.to_string(), name };
        Self {
            product_id: product_id.to_string(),
            seller_id: seller_id.to_string(),
            title,
            types: types.into_iter().map(of_type).collect(),
            change_time: Some(timestamp(changed_at)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(types: u128) -> ProductNames {
        ProductNames {
            seller_id: Uuid::from_u128(1),
            product_id: Uuid::from_u128(2),
            title: "tea".to_owned(),
            types: (0..types).map(|number| (Uuid::from_u128(10 + number), format!("type {number}"))).collect(),
            changed_at: "2026-11-21T08:30:00.000001Z".parse().unwrap(),
        }
    }

    fn told(types: u128) -> Vec<pb::ProductChanged> {
        let now = "2026-11-21T08:30:00Z".parse().unwrap();
        let events = product_changed(names(types), now, || Uuid::from_u128(9));
        let read = |event: Event| {
            assert_eq!((event.topic, event.kind, event.key), ("catalogue", "product.changed", Uuid::from_u128(2)));
            pb::ProductChanged::decode(event.payload.as_slice()).unwrap()
        };
        events.into_iter().map(read).collect()
    }

    /// What lies in outboxes and streams must stay readable: the bytes are part of the contract.
    #[test]
    fn the_message_is_as_it_was_agreed() {
        let [message] = told(1).try_into().unwrap();
        let expected = pb::ProductChanged {
            product_id: "00000000-0000-0000-0000-000000000002".to_owned(),
            seller_id: "00000000-0000-0000-0000-000000000001".to_owned(),
            title: "tea".to_owned(),
            types: vec![pb::NamedType {
                type_id: "00000000-0000-0000-0000-00000000000a".to_owned(),
                name: "type 0".to_owned(),
            }],
            change_time: message.change_time,
        };
        assert_eq!(message, expected);
        let id =
            |tag: u8, last: &str| [&[tag, 36], format!("00000000-0000-0000-0000-0000000000{last}").as_bytes()].concat();
        let bytes = [
            id(0x0a, "02"),
            id(0x12, "01"),
            b"\x1a\x03tea".to_vec(),
            b"\x22\x2e".to_vec(),
            id(0x0a, "0a"),
            b"\x12\x06type 0".to_vec(),
            b"\x2a\x09\x08\x88\xad\x85\xd8\x06\x10\xe8\x07".to_vec(),
        ];
        assert_eq!(message.encode_to_vec(), bytes.concat());
    }

    #[test]
    fn a_product_of_very_many_types_is_told_in_parts() {
        let parts = told(2_001);
        assert_eq!(parts.iter().map(|part| part.types.len()).collect::<Vec<_>>(), [1_000, 1_000, 1]);
        assert!(parts.iter().all(|part| part.title == "tea" && part.change_time == parts[0].change_time));
        assert_eq!(parts[2].types[0].name, "type 2000");
    }
}
