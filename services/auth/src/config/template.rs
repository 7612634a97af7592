//! Texts with places for what a message says: `{to}`, `{text}`, `{code}`, `{id}`, and `{key}`.

use std::fmt::Write as _;

/// What may stand in a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// The phone number.
    To,
    /// The whole message.
    Text,
    /// The code alone.
    Code,
    /// The message's name, the same at every try.
    Id,
    /// The secret of the key file.
    Key,
}

impl Place {
    fn named(name: &str) -> Option<Self> {
        Some(match name {
            "to" => Self::To,
            "text" => Self::Text,
            "code" => Self::Code,
            "id" => Self::Id,
            "key" => Self::Key,
            _ => return None,
        })
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Part {
    Literal(String),
    Place(Place),
}

/// A text with places.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Template(Vec<Part>);

impl Template {
    /// Reads one. A word in braces that is no place is a mistake; other braces are what they are, as in JSON.
    pub fn read(text: &str) -> Result<Self, String> {
        let (mut parts, mut literal, mut rest) = (Vec::new(), String::new(), text);
        while let Some(brace) = rest.find('{') {
            literal.push_str(&rest[..brace]);
            rest = &rest[brace + 1..];
            let word = rest.find('}').map(|end| &rest[..end]);
            match word.filter(|word| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_lowercase())) {
                Some(word) => {
                    let place = Place::named(word).ok_or_else(|| format!("{{{word}}} stands for nothing"))?;
                    parts.extend([Part::Literal(std::mem::take(&mut literal)), Part::Place(place)]);
                    rest = &rest[word.len() + 1..];
                }
                None => literal.push('{'),
            }
        }
        literal.push_str(rest);
        parts.push(Part::Literal(literal));
        Ok(Self(parts))
    }

    /// Whether it has this place.
    pub fn has(&self, place: Place) -> bool {
        self.0.contains(&Part::Place(place))
    }

    /// The text with what `value` says in its places.
    pub fn fill(&self, value: impl Fn(Place) -> String) -> String {
        self.0.iter().fold(String::new(), |mut text, part| {
            match part {
                Part::Literal(literal) => text.push_str(literal),
                Part::Place(place) => text.push_str(&value(*place)),
            }
            text
        })
    }
}

/// How a value is written where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Writing {
    /// As part of an address, or of a form.
    Percent,
    /// Within the quotes of a JSON text.
    Json,
    /// As it is.
    Plain,
}

impl Writing {
    /// `value` as it stands there.
    pub fn of(self, value: &str) -> String {
        match self {
            Self::Percent => value.bytes().fold(String::new(), |mut written, byte| {
                if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
                    written.push(char::from(byte));
                } else {
                    // Writing to a String never fails.
                    let _ = write!(written, "%{byte:02X}");
                }
                written
            }),
            Self::Json => {
                let quoted = serde_json::Value::from(value).to_string();
                quoted.trim_start_matches('"').strip_suffix('"').unwrap_or_default().to_owned()
            }
            Self::Plain => value.to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn places_are_filled_once_and_other_braces_stay() {
        let template = Template::read(r#"{"to": "{to}", "text": "{text}", "x": {}}"#).unwrap();
        assert!(template.has(Place::To) && template.has(Place::Text) && !template.has(Place::Key));
        let filled = template.fill(|place| if place == Place::To { "{text}".to_owned() } else { "hello".to_owned() });
        assert_eq!(filled, r#"{"to": "{text}", "text": "hello", "x": {}}"#);
        assert_eq!(Template::read("{phone}").unwrap_err(), "{phone} stands for nothing");
        assert_eq!(Template::read("a {to").unwrap().fill(|_| String::new()), "a {to");
    }

    #[test]
    fn values_are_written_as_their_place_needs_it() {
        assert_eq!(Writing::Percent.of("کد 1\n@a #2&+"), "%DA%A9%D8%AF%201%0A%40a%20%232%26%2B");
        assert_eq!(Writing::Json.of("a\"b\n\"\\"), r#"a\"b\n\"\\"#);
        assert_eq!(Writing::Plain.of("a b"), "a b");
    }

    proptest! {
        #[test]
        fn whatever_is_written_is_read_back(value in any::<String>()) {
            let json: String = serde_json::from_str(&format!("\"{}\"", Writing::Json.of(&value))).unwrap();
            prop_assert_eq!(&json, &value);
            let form = format!("x={}", Writing::Percent.of(&value));
            let read: Vec<_> = url::form_urlencoded::parse(form.as_bytes()).collect();
            prop_assert_eq!(&*read[0].1, &value);
        }

        #[test]
        fn any_template_is_read_or_refused(text in ".{0,40}", name in "[a-z]{1,6}") {
            if let Ok(template) = Template::read(&format!("{text}{{{name}}}")) {
                template.fill(|_| String::new());
            }
        }
    }
}
