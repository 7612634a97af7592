//! A stream entry as an event.

use chrono::{DateTime, Utc};
use redis::{Value, streams::StreamId};
use uuid::Uuid;

use super::Received;

/// Reads an entry written by a relay. The error says which field is missing or broken.
pub fn parse(topic: &str, entry: &StreamId) -> Result<Received, &'static str> {
    let micros: i64 = entry.get("occurred_at").ok_or("occurred_at")?;
    Ok(Received {
        id: uuid(entry, "event_id")?,
        topic: topic.to_owned(),
        kind: entry.get("kind").ok_or("kind")?,
        key: uuid(entry, "key")?,
        seq: entry.get("seq").ok_or("seq")?,
        payload: entry.get("payload").ok_or("payload")?,
        traceparent: entry.get("traceparent"),
        occurred_at: DateTime::<Utc>::from_timestamp_micros(micros).ok_or("occurred_at")?,
    })
}

/// The event's own id, if it can be read.
pub fn event_id(entry: &StreamId) -> Option<Uuid> {
    uuid(entry, "event_id").ok()
}

fn uuid(entry: &StreamId, field: &'static str) -> Result<Uuid, &'static str> {
    let text: String = entry.get(field).ok_or(field)?;
    text.parse().map_err(|_malformed| field)
}

/// The fields of an entry in a fixed order, as they are.
pub fn fields(entry: &StreamId) -> Vec<(&str, &[u8])> {
    let mut fields: Vec<(&str, &[u8])> = entry
        .map
        .iter()
        .filter_map(|(field, value)| {
            let Value::BulkString(bytes) = value else { return None };
            Some((field.as_str(), bytes.as_slice()))
        })
        .collect();
    fields.sort_unstable();
    fields
}

#[cfg(test)]
mod tests {
    use super::*;

    const EVENT: &str = "01938b6e-5c00-7000-8000-000000000001";

    fn entry(fields: &[(&str, &str)]) -> StreamId {
        let map = fields
            .iter()
            .map(|(name, value)| ((*name).to_owned(), Value::BulkString(value.as_bytes().to_vec())))
            .collect();
        StreamId { id: "1-0".to_owned(), map, ..StreamId::default() }
    }

    fn whole() -> Vec<(&'static str, &'static str)> {
        vec![
            ("event_id", EVENT),
            ("kind", "order.registered"),
            ("key", EVENT),
            ("seq", "7"),
            ("payload", "\u{1}x"),
            ("occurred_at", "1764000000000001"),
        ]
    }

    #[test]
    fn a_whole_entry_is_an_event() {
        let event = parse("orders", &entry(&whole())).unwrap();
        assert_eq!((event.id.to_string().as_str(), event.kind.as_str(), event.seq), (EVENT, "order.registered", 7));
        assert_eq!(event.payload.as_slice(), &b"\x01x"[..]);
        assert_eq!(event.occurred_at.timestamp_micros(), 1_764_000_000_000_001);
        assert_eq!(event.traceparent, None);
    }

    #[test]
    fn a_missing_or_broken_field_is_named() {
        for index in 0..whole().len() {
            let mut fields = whole();
            let (name, _) = fields.remove(index);
            assert_eq!(parse("orders", &entry(&fields)).unwrap_err(), name);
        }
        for (index, name) in [(0, "event_id"), (2, "key"), (3, "seq"), (5, "occurred_at")] {
            let mut fields = whole();
            fields[index].1 = "?";
            assert_eq!(parse("orders", &entry(&fields)).unwrap_err(), name);
        }
    }

    #[test]
    fn fields_are_kept_as_they_are() {
        let entry = entry(&[("b", "2"), ("a", "1")]);
        assert_eq!(fields(&entry), [("a", &b"1"[..]), ("b", &b"2"[..])]);
    }
}
