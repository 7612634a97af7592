//! Numbers on the wire: percents and Persian digits.

use serde::{Serialize, Serializer};
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
