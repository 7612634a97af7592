//! Codes that let somebody without a password in again (rest.md, section 2).

use chrono::{DateTime, TimeDelta, Utc};
use sha2::{Digest as _, Sha256};
use subtle::ConstantTimeEq as _;

/// How long a code is good.
pub const VALID_FOR: TimeDelta = TimeDelta::minutes(2);
/// Tries of one code from the network that asked for it, and as many from all others together.
pub const TRIES: i32 = 5;
/// One code for a phone in this time.
pub const PAUSE: TimeDelta = TimeDelta::minutes(1);
/// Codes for a phone in a day: from each network that it has logged in from lately, and from all others together.
pub const PER_DAY: i64 = 5;
/// Phones that a network asks for in an hour, apart from those that have logged in from there.
pub const PHONES_PER_HOUR: i64 = 10;
/// A day, as the limits count it.
pub const DAY: TimeDelta = TimeDelta::hours(24);
/// An hour, as the limits count it.
pub const HOUR: TimeDelta = TimeDelta::hours(1);

const DIGITS: usize = 6;

/// What has been asked before, as far as it counts against one more code.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Asked {
    /// Whether the phone has logged in from the asking network lately.
    pub known: bool,
    /// The last code for the phone: from this network if it is known there, from any where it is not, otherwise.
    pub last_at: Option<DateTime<Utc>>,
    /// The one before which there have been [`PER_DAY`] of them.
    pub day_full_at: Option<DateTime<Utc>>,
    /// When this network asked for the last but [`PHONES_PER_HOUR`] of the other phones.
    pub network_full_at: Option<DateTime<Utc>>,
    /// When the message was written that filled this house's share of a day.
    pub house_full_at: Option<DateTime<Utc>>,
}

/// A limit that stands in the way of one more code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// One code a minute.
    Pause,
    /// Codes of a day.
    Day,
    /// Phones of a network in an hour.
    Network,
    /// Messages of this house in a day.
    House,
}

impl Limit {
    /// Its name in metrics.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pause => "pause",
            Self::Day => "day",
            Self::Network => "network",
            Self::House => "house",
        }
    }
}

impl Asked {
    /// Whether one more code may be asked for: if not, what stands in the way longest, and until when.
    pub fn limit(&self, now: DateTime<Utc>) -> Option<(Limit, DateTime<Utc>)> {
        let Self { known, last_at, day_full_at, network_full_at, house_full_at } = *self;
        [
            (Limit::Pause, last_at.map(|at| at + PAUSE)),
            (Limit::Day, day_full_at.map(|at| at + DAY)),
            (Limit::Network, network_full_at.filter(|_| !known).map(|at| at + HOUR)),
            (Limit::House, house_full_at.map(|at| at + DAY)),
        ]
        .into_iter()
        .filter_map(|(limit, until)| Some((limit, until.filter(|until| *until > now)?)))
        .max_by_key(|(_, until)| *until)
    }
}

/// Messages of a day that networks may bring about from which nobody has logged in: the rest is for those who have.
pub const fn strangers_share(daily_cap: i64) -> i64 {
    let share = daily_cap / 5 * 4;
    if share < 1 { 1 } else { share }
}

/// When a message that the gateway has not taken is tried again; not after the code has expired.
pub fn next_attempt(attempts: u32, expires_at: DateTime<Utc>, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
    let pause = TimeDelta::seconds(1 << attempts.saturating_sub(1).min(5));
    Some(now + pause).filter(|next| *next < expires_at)
}

/// A code.
#[derive(Clone, PartialEq, Eq)]
pub struct Code([u8; DIGITS]);

impl Code {
    /// The code that follows from a mark that only this service makes.
    pub fn of(mark: &[u8]) -> Self {
        let digest = Sha256::digest(mark);
        let number = digest.iter().take(8).fold(0_u64, |number, byte| number << 8 | u64::from(*byte));
        let (mut digits, mut rest) = ([b'0'; DIGITS], number % 1_000_000);
        for digit in digits.iter_mut().rev() {
            *digit = b'0' + u8::try_from(rest % 10).unwrap_or(0);
            rest /= 10;
        }
        Self(digits)
    }

    /// Whether this is what somebody has typed, in the time that any comparison takes.
    pub fn is(&self, typed: &str) -> bool {
        self.0.ct_eq(typed.as_bytes()).into()
    }
}

impl std::fmt::Display for Code {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.iter().try_for_each(|digit| write!(f, "{}", char::from(*digit)))
    }
}

/// Nothing that is logged says it.
impl std::fmt::Debug for Code {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Code(…)")
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn at(seconds: i64) -> DateTime<Utc> {
        DateTime::UNIX_EPOCH + TimeDelta::seconds(seconds)
    }

    #[test]
    fn what_stands_in_the_way_longest_is_told() {
        let free = Asked::default();
        assert_eq!(free.limit(at(0)), None);
        let minute = Asked { last_at: Some(at(0)), ..free };
        assert_eq!(minute.limit(at(59)), Some((Limit::Pause, at(60))));
        assert_eq!(minute.limit(at(60)), None);
        let day = Asked { day_full_at: Some(at(-100)), ..minute };
        assert_eq!(day.limit(at(1)), Some((Limit::Day, at(-100) + DAY)));
        let network = Asked { network_full_at: Some(at(0)), ..free };
        assert_eq!(network.limit(at(1)), Some((Limit::Network, at(3_600))));
        assert_eq!(Asked { known: true, ..network }.limit(at(1)), None, "its own phones are not counted");
        let house = Asked { house_full_at: Some(at(0)), known: true, ..network };
        assert_eq!(house.limit(at(1)), Some((Limit::House, at(0) + DAY)));
    }

    #[test]
    fn some_messages_are_kept_for_networks_that_are_known() {
        assert_eq!([1, 5, 1_000].map(strangers_share), [1, 4, 800]);
    }

    #[test]
    fn a_message_is_tried_ever_less_often_and_not_after_its_code() {
        let (mut now, mut attempts, mut pauses) = (at(0), 1, Vec::new());
        while let Some(next) = next_attempt(attempts, at(120), now) {
            pauses.push((next - now).num_seconds());
            (now, attempts) = (next, attempts + 1);
        }
        assert_eq!(pauses, [1, 2, 4, 8, 16, 32, 32]);
    }

    proptest! {
        #[test]
        fn a_code_is_six_digits_and_follows_from_its_mark(mark: [u8; 64], other: [u8; 64]) {
            let code = Code::of(&mark);
            let text = code.to_string();
            prop_assert!(text.len() == 6 && text.bytes().all(|byte| byte.is_ascii_digit()));
            prop_assert!(code.is(&text) && code == Code::of(&mark));
            prop_assert_eq!(code.is(&Code::of(&other).to_string()), code == Code::of(&other));
            let longer = format!("{text}0");
            prop_assert!(!code.is("") && !code.is(&text[1..]) && !code.is(&longer));
        }
    }
}
