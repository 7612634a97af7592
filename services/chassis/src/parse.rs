//! From messages to values: what the `rpc` layers of all services read alike.
//!
//! Every error is `INVALID_ARGUMENT`, reason `INVALID_FIELD`, and names the field.

use chrono::{DateTime, NaiveDate, Utc};
use prost_types::Timestamp;
use tonic::Status;
use uuid::Uuid;

use crate::{
    errors::{invalid_field, problem},
    text,
};

/// An id that must be there.
pub fn uuid(field: &'static str, value: &str) -> Result<Uuid, Status> {
    optional_uuid(field, value)?.ok_or_else(|| invalid_field(field, problem::REQUIRED))
}

/// An id that may be empty.
pub fn optional_uuid(field: &'static str, value: &str) -> Result<Option<Uuid>, Status> {
    if value.is_empty() {
        return Ok(None);
    }
    // Only the canonical form: the same id must not have several spellings.
    match Uuid::try_parse(value) {
        Ok(id) if value.len() == 36 => Ok(Some(id)),
        Ok(_) | Err(_) => Err(invalid_field(field, problem::INVALID)),
    }
}

/// A message field that must be there.
pub fn required<M>(field: &'static str, value: Option<M>) -> Result<M, Status> {
    value.ok_or_else(|| invalid_field(field, problem::REQUIRED))
}

/// A text that must not be empty, in its stored form ([`text::normalise`]), of at most `max` scalar values.
pub fn text(field: &'static str, value: &str, max: usize) -> Result<String, Status> {
    optional_text(field, value, max)?.ok_or_else(|| invalid_field(field, problem::REQUIRED))
}

/// A text that may be empty, in its stored form, of at most `max` scalar values.
pub fn optional_text(field: &'static str, value: &str, max: usize) -> Result<Option<String>, Status> {
    at_most(field, text::normalise(value), max)
}

/// A text of several lines that may be empty, in its stored form ([`text::normalise_lines`]), of at most `max` scalar
/// values.
pub fn optional_lines(field: &'static str, value: &str, max: usize) -> Result<Option<String>, Status> {
    at_most(field, text::normalise_lines(value), max)
}

fn at_most(field: &'static str, normal: String, max: usize) -> Result<Option<String>, Status> {
    if normal.chars().count() > max {
        return Err(invalid_field(field, problem::TOO_LONG));
    }
    Ok(Some(normal).filter(|normal| !normal.is_empty()))
}

/// An amount, count or other number within `range`.
pub fn in_range<T: PartialOrd>(field: &'static str, value: T, range: std::ops::RangeInclusive<T>) -> Result<T, Status> {
    if range.contains(&value) { Ok(value) } else { Err(invalid_field(field, problem::OUT_OF_RANGE)) }
}

/// A civil date as `yyyy-mm-dd`.
pub fn date(field: &'static str, value: &str) -> Result<NaiveDate, Status> {
    if value.is_empty() {
        return Err(invalid_field(field, problem::REQUIRED));
    }
    NaiveDate::parse_from_str(value, "%Y-%m-%d").map_err(|_| invalid_field(field, problem::INVALID))
}

/// An instant as a message.
pub fn timestamp(instant: DateTime<Utc>) -> Timestamp {
    // chrono counts leap seconds as nanoseconds beyond 10⁹, which a Timestamp may not hold.
    let nanos = instant.timestamp_subsec_nanos().min(999_999_999);
    Timestamp { seconds: instant.timestamp(), nanos: nanos.cast_signed() }
}

/// An instant that must be there.
pub fn instant(field: &'static str, value: Option<Timestamp>) -> Result<DateTime<Utc>, Status> {
    optional_instant(field, value)?.ok_or_else(|| invalid_field(field, problem::REQUIRED))
}

/// An instant that may be absent.
pub fn optional_instant(field: &'static str, value: Option<Timestamp>) -> Result<Option<DateTime<Utc>>, Status> {
    let Some(Timestamp { seconds, nanos }) = value else {
        return Ok(None);
    };
    let nanos = u32::try_from(nanos).ok().filter(|nanos| *nanos < 1_000_000_000);
    nanos
        .and_then(|nanos| DateTime::from_timestamp(seconds, nanos))
        .map(Some)
        .ok_or_else(|| invalid_field(field, problem::INVALID))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use tonic::Code;

    use super::*;
    use crate::errors::details;

    fn problem_of<T: std::fmt::Debug>(result: Result<T, Status>) -> String {
        let status = result.unwrap_err();
        assert_eq!(status.code(), Code::InvalidArgument);
        let details = details(&status);
        assert_eq!((details.reason.as_deref(), details.fields[0].field.as_str()), (Some("INVALID_FIELD"), "f"));
        details.fields[0].problem.clone()
    }

    #[test]
    fn ids_have_one_spelling() {
        let id = Uuid::from_u128(7);
        assert_eq!(uuid("f", &id.to_string()).unwrap(), id);
        assert_eq!(problem_of(uuid("f", "")), "REQUIRED");
        assert_eq!(problem_of(uuid("f", "12")), "INVALID");
        assert_eq!(problem_of(uuid("f", &id.simple().to_string())), "INVALID");
        assert_eq!(problem_of(uuid("f", &id.urn().to_string())), "INVALID");
        assert_eq!(optional_uuid("f", "").unwrap(), None);
    }

    #[test]
    fn texts_are_normalised_and_limited() {
        assert_eq!(text("f", "  سلام ", 4).unwrap(), "سلام");
        assert_eq!(problem_of(text("f", "سلام", 3)), "TOO_LONG");
        assert_eq!(problem_of(text("f", "  ", 3)), "REQUIRED");
        assert_eq!(text("f", "a\0\nb", 3).unwrap(), "a b");
        assert_eq!(optional_lines("f", "a\0\r\nb", 3).unwrap().as_deref(), Some("a\nb"));
        assert_eq!(problem_of(optional_lines("f", "a\nbc", 3).map(Option::unwrap_or_default)), "TOO_LONG");
        assert_eq!(optional_text("f", " ", 3).unwrap(), None);
    }

    #[test]
    fn numbers_messages_and_dates_are_checked() {
        assert_eq!(in_range("f", 5, 1..=5).unwrap(), 5);
        assert_eq!(problem_of(in_range("f", 6, 1..=5)), "OUT_OF_RANGE");
        assert_eq!(problem_of(required::<u8>("f", None)), "REQUIRED");
        assert_eq!(date("f", "2026-11-21").unwrap(), NaiveDate::from_ymd_opt(2026, 11, 21).unwrap());
        assert_eq!(problem_of(date("f", "2026-13-21")), "INVALID");
        assert_eq!(problem_of(date("f", "")), "REQUIRED");
    }

    #[test]
    fn broken_timestamps_are_refused() {
        for broken in [
            Timestamp { seconds: 0, nanos: -1 },
            Timestamp { seconds: 0, nanos: 1_000_000_000 },
            Timestamp { seconds: i64::MAX, nanos: 0 },
        ] {
            assert_eq!(problem_of(instant("f", Some(broken))), "INVALID");
        }
        assert_eq!(problem_of(instant("f", None)), "REQUIRED");
        assert_eq!(optional_instant("f", None).unwrap(), None);
    }

    proptest! {
        #[test]
        fn instants_come_back_as_they_were(seconds in -62_135_596_800_i64..253_402_300_800, nanos in 0_u32..1_000_000_000) {
            let at = DateTime::from_timestamp(seconds, nanos).unwrap();
            prop_assert_eq!(instant("f", Some(timestamp(at))).unwrap(), at);
        }
    }
}
