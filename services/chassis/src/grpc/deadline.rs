//! The `grpc-timeout` header and the status of a call whose time is over.

use std::time::Duration;

use http::{HeaderMap, HeaderName, HeaderValue};
use tonic::{Code, Status};

use crate::errors;

pub(super) const HEADER: HeaderName = HeaderName::from_static("grpc-timeout");

/// Below this a call is not worth starting.
pub(super) const WORTHWHILE: Duration = Duration::from_millis(50);

/// The timeout of a request; none when it is absent or not well-formed.
pub(super) fn read(headers: &HeaderMap) -> Option<Duration> {
    let text = headers.get(HEADER)?.to_str().ok()?;
    let (digits, unit) = text.split_at_checked(text.len().checked_sub(1)?)?;
    if digits.is_empty() || digits.len() > 8 || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let value: u64 = digits.parse().ok()?;
    match unit {
        "H" => Some(Duration::from_secs(value * 3_600)),
        "M" => Some(Duration::from_secs(value * 60)),
        "S" => Some(Duration::from_secs(value)),
        "m" => Some(Duration::from_millis(value)),
        "u" => Some(Duration::from_micros(value)),
        "n" => Some(Duration::from_nanos(value)),
        _ => None,
    }
}

/// The header's value, rounded up to what eight digits can say.
pub(super) fn write(timeout: Duration) -> HeaderValue {
    const LARGEST: u128 = 99_999_999;
    let nanos = timeout.as_nanos();
    let units = [(1_000, 'u'), (1_000_000, 'm'), (1_000_000_000, 'S')].map(|(unit, name)| (nanos.div_ceil(unit), name));
    let (value, unit) = units.into_iter().find(|(value, _)| *value <= LARGEST).unwrap_or((LARGEST, 'S'));
    // Digits and a letter are always a header value.
    HeaderValue::from_str(&format!("{value}{unit}")).unwrap_or_else(|_| HeaderValue::from_static("0u"))
}

/// `DEADLINE_EXCEEDED`, reason `DEADLINE_EXCEEDED`.
pub(super) fn exceeded(what: &str) -> Status {
    errors::status(Code::DeadlineExceeded, errors::reasons::DEADLINE_EXCEEDED, format!("the deadline passed {what}"))
        .build()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn parsed(text: &str) -> Option<Duration> {
        read(&HeaderMap::from_iter([(HEADER, HeaderValue::from_str(text).unwrap())]))
    }

    #[test]
    fn all_units_are_read_and_nonsense_is_not() {
        assert_eq!(parsed("2H"), Some(Duration::from_hours(2)));
        assert_eq!(parsed("3M"), Some(Duration::from_mins(3)));
        assert_eq!(parsed("0S"), Some(Duration::ZERO));
        assert_eq!(parsed("1500m"), Some(Duration::from_millis(1_500)));
        assert_eq!(parsed("7u"), Some(Duration::from_micros(7)));
        assert_eq!(parsed("99999999n"), Some(Duration::from_nanos(99_999_999)));
        for nonsense in ["", "S", "5", "-5S", "+5S", "1.5S", "5s", "123456789S", " 5S", "5 S"] {
            assert_eq!(parsed(nonsense), None, "{nonsense}");
        }
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_and_never_shorter(nanos in 0_u64..1_000_000_000_000_000) {
            let timeout = Duration::from_nanos(nanos);
            let read = read(&HeaderMap::from_iter([(HEADER, write(timeout))])).unwrap();
            prop_assert!(read >= timeout);
            prop_assert!(read <= timeout + timeout / 1_000 + Duration::from_micros(1));
        }

        #[test]
        fn any_header_is_read_without_a_panic(bytes in proptest::collection::vec(32_u8..127, 0..12)) {
            let _: Option<Duration> = read(&HeaderMap::from_iter([(HEADER, HeaderValue::from_bytes(&bytes).unwrap())]));
        }
    }
}
