//! Instants on the wire.

use chrono::{DateTime, SecondsFormat, Utc};
use prost_types::Timestamp;

/// The instant of a contract's timestamp, whole seconds; none when there is no such time.
fn utc(timestamp: Timestamp) -> Option<DateTime<Utc>> {
    DateTime::from_timestamp(timestamp.seconds, 0)
}

/// RFC 3339 in UTC, whole seconds.
pub fn instant(timestamp: Timestamp) -> Option<String> {
    utc(timestamp).map(|time| time.to_rfc3339_opts(SecondsFormat::Secs, true))
}

/// As people read it: `1405/08/30 - 12:00`, Tehran's time, Latin digits.
pub fn jalali_text(timestamp: Timestamp) -> Option<String> {
    utc(timestamp).map(pishkhan_calendar::jalali_text)
}
