//! Numbers on the wire: whole numbers in whatever digits, percents, Persian digits.

use std::fmt;

use pishkhan_chassis::digits;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use utoipa::{PartialSchema, ToSchema, openapi};

use super::text::Lang;

/// A percent that is whole on the wire whenever it is whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Percent {
    /// In ten-thousandths of a percent.
    e4: i64,
}

impl Percent {
    /// From basis points: 900 is 9.
    pub fn from_basis_points(basis_points: i32) -> Self {
        Self { e4: i64::from(basis_points) * 100 }
    }

    /// From ten-thousandths of a percent: 135892 is 13.5892.
    pub fn from_e4(e4: i64) -> Self {
        Self { e4 }
    }
}

impl Serialize for Percent {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.e4 % 10_000 == 0 {
            serializer.serialize_i64(self.e4 / 10_000)
        } else {
            #[expect(clippy::cast_precision_loss, reason = "percents are far below 2^52 ten-thousandths")]
            serializer.serialize_f64(self.e4 as f64 / 10_000.0)
        }
    }
}

impl PartialSchema for Percent {
    fn schema() -> openapi::RefOr<openapi::schema::Schema> {
        openapi::ObjectBuilder::new().schema_type(openapi::schema::Type::Number).into()
    }
}

impl ToSchema for Percent {}

/// A whole number, or a text that writes one in Latin, Persian or Arabic-Indic digits, with or without marks between
/// thousands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Whole(i64);

impl<'de> Deserialize<'de> for Whole {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(WholeVisitor).map(Self)
    }
}

impl PartialSchema for Whole {
    fn schema() -> openapi::RefOr<openapi::schema::Schema> {
        use openapi::schema::{SchemaType, Type};
        openapi::ObjectBuilder::new()
            .schema_type(SchemaType::from_iter([Type::Integer, Type::String]))
            .description(Some("A whole number, or a text that writes one in Latin, Persian or Arabic-Indic digits."))
            .into()
    }
}

impl ToSchema for Whole {}

/// Reads a field that is a [`Whole`].
pub fn whole<'de, D: Deserializer<'de>>(deserializer: D) -> Result<i64, D::Error> {
    Whole::deserialize(deserializer).map(|whole| whole.0)
}

/// Reads a field that is a [`Whole`] or null; to be used with `default`.
pub fn optional_whole<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<i64>, D::Error> {
    Option::<Whole>::deserialize(deserializer).map(|whole| whole.map(|whole| whole.0))
}

/// The text's digits as Latin ones, without white space around it and without marks between thousands.
pub fn bare(text: &str) -> String {
    digits::to_latin(text.trim()).chars().filter(|letter| !matches!(letter, ',' | '٬' | '،')).collect()
}

struct WholeVisitor;

impl de::Visitor<'_> for WholeVisitor {
    type Value = i64;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a whole number")
    }

    fn visit_i64<E: de::Error>(self, number: i64) -> Result<i64, E> {
        Ok(number)
    }

    fn visit_u64<E: de::Error>(self, number: u64) -> Result<i64, E> {
        i64::try_from(number).map_err(|_| E::invalid_value(de::Unexpected::Unsigned(number), &self))
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<i64, E> {
        bare(text).parse().map_err(|_| E::invalid_value(de::Unexpected::Str(text), &self))
    }
}

/// Writes a whole number in Persian digits.
pub fn persian(number: i64) -> String {
    persian_digits(&number.to_string())
}

/// The text with its Latin digits turned Persian.
pub fn persian_digits(text: &str) -> String {
    let turned = |letter: char| letter.to_digit(10).and_then(|digit| char::from_u32(0x06f0 + digit)).unwrap_or(letter);
    text.chars().map(turned).collect()
}

/// Writes a whole number with the language's mark between thousands: `11,245,640`. The digits stay Latin.
pub fn grouped(number: i64, lang: Lang) -> String {
    let mark = if lang == Lang::Fa { '٬' } else { ',' };
    let digits = number.unsigned_abs().to_string();
    let mut text = String::from(if number < 0 { "-" } else { "" });
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(mark);
        }
        text.push(digit);
    }
    text
}

/// A whole number as people read it: the language's digits and its mark between thousands.
pub fn shown(number: i64, lang: Lang) -> String {
    let text = grouped(number, lang);
    if lang == Lang::Fa { persian_digits(&text) } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_whole_percent_has_no_fraction_on_the_wire() {
        assert_eq!(serde_json::to_string(&Percent::from_basis_points(900)).unwrap(), "9");
        assert_eq!(serde_json::to_string(&Percent::from_basis_points(950)).unwrap(), "9.5");
        assert_eq!(serde_json::to_string(&Percent::from_e4(135_892)).unwrap(), "13.5892");
        assert_eq!(serde_json::to_string(&Percent::from_e4(0)).unwrap(), "0");
    }

    #[test]
    fn whole_numbers_come_in_whatever_digits() {
        #[derive(Debug, Deserialize, PartialEq)]
        struct Body {
            #[serde(deserialize_with = "whole")]
            a: i64,
            #[serde(default, deserialize_with = "optional_whole")]
            b: Option<i64>,
        }
        for (json, a, b) in [
            (r#"{"a":12}"#, 12, None),
            (r#"{"a":"۱۲","b":null}"#, 12, None),
            (r#"{"a":" ١٬٢٣٤ ","b":"1,000"}"#, 1_234, Some(1_000)),
            (r#"{"a":-5,"b":"-۵"}"#, -5, Some(-5)),
        ] {
            assert_eq!(serde_json::from_str::<Body>(json).unwrap(), Body { a, b }, "{json}");
        }
        for wrong in ["null", "\"\"", "\"x\"", "1.5", "\"1.5\"", "true", "[]", "9223372036854775808", "\"9e9\""] {
            assert!(serde_json::from_str::<Body>(&format!("{{\"a\":{wrong}}}")).is_err(), "{wrong}");
        }
    }

    #[test]
    fn digits_turn_persian() {
        assert_eq!(persian(1_203), "۱۲۰۳");
        assert_eq!(persian(-5), "-۵");
        assert_eq!(persian_digits("1405/08/30 - 12:00"), "۱۴۰۵/۰۸/۳۰ - ۱۲:۰۰");
    }

    #[test]
    fn thousands_stand_apart() {
        let cases = [(0, "0"), (999, "999"), (1_000, "1,000"), (11_245_640, "11,245,640"), (-123_456, "-123,456")];
        for (number, text) in cases {
            assert_eq!(grouped(number, Lang::En), text);
            assert_eq!(grouped(number, Lang::Fa), text.replace(',', "٬"));
        }
    }
}
