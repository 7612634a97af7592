//! Numbers, dates and texts as forms send them.

use std::str::FromStr as _;

use pishkhan_calendar::JalaliDate;
use serde::Deserialize;
use utoipa::{PartialSchema, ToSchema, openapi};

use super::text;
use crate::wire::{
    error::BffError,
    number,
    text::{DATE_INVALID, Text},
};

/// A number, or a text in whatever digits; nothing, an empty text and white space are the same.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub enum Typed {
    /// As JSON has it.
    Number(serde_json::Number),
    /// As it was typed.
    Text(String),
}

impl PartialSchema for Typed {
    fn schema() -> openapi::RefOr<openapi::schema::Schema> {
        use openapi::schema::{SchemaType, Type};
        openapi::ObjectBuilder::new()
            .schema_type(SchemaType::from_iter([Type::Number, Type::String, Type::Null]))
            .description(Some("A number, or a text in Latin, Persian or Arabic-Indic digits; empty texts are nothing."))
            .into()
    }
}

impl ToSchema for Typed {}

impl Typed {
    /// Latin digits without separators; none when nothing was typed.
    fn bare(typed: Option<&Self>) -> Option<String> {
        let bare = match typed? {
            Self::Number(number) => number.to_string(),
            Self::Text(text) => number::bare(text),
        };
        Some(bare).filter(|bare| !bare.is_empty())
    }
}

impl Typed {
    /// Whether nothing was typed.
    pub fn is_empty(&self) -> bool {
        Self::bare(Some(self)).is_none()
    }

    /// As it was typed.
    pub fn into_text(self) -> String {
        match self {
            Self::Number(number) => number.to_string(),
            Self::Text(text) => text,
        }
    }
}

/// Reads a form and remembers every field that can't be read.
#[derive(Debug, Default)]
pub struct Reader(Vec<(String, Text)>);

impl Reader {
    /// Something is wrong with a field.
    pub fn wrong(&mut self, field: impl Into<String>, text: Text) {
        self.0.push((field.into(), text));
    }

    /// How many fields can't be read so far.
    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// A whole number.
    pub fn whole(&mut self, field: impl Into<String>, typed: Option<&Typed>) -> Option<i64> {
        let number = Typed::bare(typed)?.parse();
        number.map_err(|_| self.wrong(field, text::NUMBER_INVALID)).ok()
    }

    /// A number that fits into 32 bits; one that does not is as wrong as the largest that does.
    pub fn small(&mut self, field: impl Into<String>, typed: Option<&Typed>) -> Option<i32> {
        let number = self.whole(field, typed)?;
        Some(i32::try_from(number).unwrap_or(if number < 0 { i32::MIN } else { i32::MAX }))
    }

    /// A percent in basis points: 5.5 is 550. At most two decimals.
    pub fn percent(&mut self, field: impl Into<String>, typed: Option<&Typed>) -> Option<i32> {
        let bare = Typed::bare(typed)?.replace('٫', ".");
        let (whole, decimals) = bare.split_once('.').unwrap_or((&bare, ""));
        let plain = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
        let basis_points = (!whole.is_empty() && plain(whole) && plain(decimals) && decimals.len() <= 2)
            .then(|| format!("{whole}{decimals:0<2}").parse().ok())
            .flatten();
        if basis_points.is_none() {
            self.wrong(field, text::PERCENT_INVALID);
        }
        basis_points
    }

    /// A Jalali date as a Gregorian civil date, yyyy-mm-dd; empty when nothing was typed.
    pub fn date(&mut self, field: impl Into<String>, typed: Option<&str>) -> String {
        match typed.map(str::trim).filter(|text| !text.is_empty()).map(JalaliDate::from_str) {
            None => String::new(),
            Some(Ok(date)) => date.to_naive().to_string(),
            Some(Err(_)) => {
                self.wrong(field, DATE_INVALID);
                String::new()
            }
        }
    }

    /// What was read, if all could be.
    pub fn done(self) -> Result<(), BffError> {
        if self.0.is_empty() { Ok(()) } else { Err(BffError::fields(self.0)) }
    }
}

/// The version in a body that has nothing else to be read.
pub fn read_version(typed: Option<&Typed>) -> Result<Option<i64>, BffError> {
    let mut reader = Reader::default();
    let version = reader.whole("version", typed);
    reader.done()?;
    Ok(version)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(json: &str) -> Option<Typed> {
        serde_json::from_str(json).unwrap()
    }

    #[test]
    fn numbers_come_in_any_digits() {
        for (json, expected) in [
            ("500000", Some(500_000)),
            ("-1", Some(-1)),
            ("\"۵۰۰٬۰۰۰\"", Some(500_000)),
            ("\" ٥٠٠,000 \"", Some(500_000)),
            ("\" \"", None),
            ("\"\"", None),
            ("null", None),
        ] {
            let mut reader = Reader::default();
            assert_eq!(reader.whole("x", typed(json).as_ref()), expected, "{json}");
            assert!(reader.done().is_ok(), "{json}");
        }
        for json in ["1.5", "\"1.5\"", "\"abc\"", "1e300", "\"99999999999999999999\""] {
            let mut reader = Reader::default();
            assert_eq!(reader.whole("x", typed(json).as_ref()), None, "{json}");
            assert!(reader.done().is_err(), "{json}");
        }
        assert!(serde_json::from_str::<Typed>("true").is_err());
    }

    #[test]
    fn percents_have_two_decimals_at_most() {
        for (json, expected) in [
            ("5", Some(500)),
            ("5.5", Some(550)),
            ("\"۲٫۲۵\"", Some(225)),
            ("\"0.05\"", Some(5)),
            ("100", Some(10_000)),
            ("250", Some(25_000)),
        ] {
            assert_eq!(Reader::default().percent("x", typed(json).as_ref()), expected, "{json}");
        }
        for json in ["-1", "1.234", "\".5\"", "\"x\"", "\"1.2.3\""] {
            let mut reader = Reader::default();
            assert_eq!(reader.percent("x", typed(json).as_ref()), None, "{json}");
            assert!(reader.done().is_err(), "{json}");
        }
    }

    #[test]
    fn dates_come_with_or_without_strokes() {
        let mut reader = Reader::default();
        for text in ["1405/08/30", "۱۴۰۵۰۸۳۰", " ١٤٠٥/٠٨/٣٠ "] {
            assert_eq!(reader.date("x", Some(text)), "2026-11-21", "{text}");
        }
        assert_eq!((reader.date("x", None), reader.date("x", Some(" "))), (String::new(), String::new()));
        assert!(reader.done().is_ok());
        let mut reader = Reader::default();
        assert_eq!(reader.date("x", Some("1404/12/30")), "");
        assert!(reader.done().is_err());
    }
}
