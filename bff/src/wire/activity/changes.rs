//! What an audit row says has changed, for people to read.

use std::collections::BTreeMap;

use chrono::{DateTime, NaiveDate, Utc};
use pishkhan_calendar::{JalaliDate, jalali_text};
use serde::Serialize;
use serde_json::{Map, Value};
use utoipa::ToSchema;

use super::words::{self, Kind};
use crate::wire::text::{self, Lang};

/// Lines of an order that one row tells of; the others are counted.
const MAX_LINES: usize = 20;

/// A number or a text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(untagged)]
pub enum Shown {
    /// Tomans, units or how many there are.
    Number(i64),
    /// In the reader's language.
    Text(String),
}

/// What became of a field, or of an order's line: a line's values are its quantity.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ActivityChange {
    /// What it is called.
    pub name: String,
    /// Null: there was none, or it was not kept.
    pub from: Option<Shown>,
    /// Null: there is none.
    pub to: Option<Shown>,
}

impl ActivityChange {
    /// In one line: `name: from → to`.
    pub fn line(&self) -> String {
        let shown = |side: &Shown| match side {
            Shown::Number(number) => number.to_string(),
            Shown::Text(text) => text.clone(),
        };
        let sides: Vec<String> = match (&self.from, &self.to) {
            (None, to) => to.iter().map(shown).collect(),
            (Some(from), to) => vec![shown(from), to.as_ref().map_or_else(|| "—".to_owned(), shown)],
        };
        format!("{}: {}", self.name, sides.join(" → "))
    }
}

/// The changes of a row, by field.
pub fn of_row(changes: &str, lang: Lang) -> BTreeMap<String, ActivityChange> {
    let mut told = Told { lang, changes: BTreeMap::new() };
    if let Ok(Value::Object(fields)) = serde_json::from_str(changes) {
        for (field, value) in &fields {
            told.field(field, value);
        }
    }
    told.changes
}

struct Told {
    lang: Lang,
    changes: BTreeMap<String, ActivityChange>,
}

impl Told {
    fn field(&mut self, field: &str, value: &Value) {
        match value {
            Value::Array(lines) if field == "lines" => self.lines(lines),
            Value::Object(object) => {
                if object.get("changed").is_some_and(|changed| changed == &Value::Bool(true)) {
                    return self.pair(field, None, Some(&Value::from("changed")));
                }
                let side = |names: [&str; 2]| names.into_iter().find_map(|name| object.get(name));
                let (from, to) = (side(["from", "before"]), side(["to", "after"]));
                if from.is_some() || to.is_some() {
                    self.pair(field, from, to);
                } else {
                    readable(object).iter().for_each(|(field, value)| self.field(field, value));
                }
            }
            // Came with it, and says nothing.
            Value::Null | Value::Bool(false) => {}
            Value::Bool(true) | Value::Number(_) | Value::String(_) | Value::Array(_) => {
                self.pair(field, None, Some(value));
            }
        }
    }

    /// What is itself made of fields is told by those that differ.
    fn pair(&mut self, field: &str, from: Option<&Value>, to: Option<&Value>) {
        let parts = |side: Option<&Value>| side.and_then(Value::as_object).map(readable);
        match (parts(from), parts(to)) {
            (None, None) => self.tell(field, from, to),
            (before, after) => {
                let (before, after) = (before.unwrap_or_default(), after.unwrap_or_default());
                let names: Vec<&String> =
                    before.keys().chain(after.keys().filter(|name| !before.contains_key(*name))).collect();
                for name in names.into_iter().filter(|name| before.get(*name) != after.get(*name)) {
                    self.tell(name, before.get(name), after.get(name));
                }
            }
        }
    }

    fn tell(&mut self, field: &str, from: Option<&Value>, to: Option<&Value>) {
        let (name, kind) = words::field(field).map_or((None, Kind::Plain), |(name, kind)| (Some(name), kind));
        if kind == Kind::Hidden {
            return;
        }
        let name = name.map_or(field, |name| name.in_lang(self.lang)).to_owned();
        let [from, to] = [from, to].map(|side| side.and_then(|value| self.shown(value, kind)));
        if from.is_some() || to.is_some() {
            self.changes.insert(field.to_owned(), ActivityChange { name, from, to });
        }
    }

    fn shown(&self, value: &Value, kind: Kind) -> Option<Shown> {
        match value {
            // What has become empty is told as what is not there any more.
            Value::Null | Value::Object(_) => None,
            Value::String(text) if text.is_empty() => None,
            Value::Bool(truth) => {
                let word = if *truth { text::YES } else { text::NO };
                Some(Shown::Text(word.in_lang(self.lang).to_owned()))
            }
            Value::Number(number) => {
                let number = number.as_i64()?;
                Some(match kind {
                    Kind::BasisPoints => Shown::Text(percent_of(number)),
                    Kind::Month => Shown::Text(format!("{}/{:02}", number / 100, number % 100)),
                    Kind::Plain | Kind::Instant | Kind::Date | Kind::Word | Kind::Hidden => Shown::Number(number),
                })
            }
            Value::String(text) => Some(Shown::Text(self.words(text, kind))),
            Value::Array(items) if items.is_empty() => None,
            Value::Array(items) => i64::try_from(items.len()).ok().map(Shown::Number),
        }
    }

    fn words(&self, text: &str, kind: Kind) -> String {
        let told = match kind {
            Kind::Instant => text.parse::<DateTime<Utc>>().ok().map(jalali_text),
            Kind::Date => text.parse::<NaiveDate>().ok().map(|day| JalaliDate::from(day).to_string()),
            Kind::Word => words::value(text).map(|word| word.in_lang(self.lang).to_owned()),
            Kind::Plain | Kind::BasisPoints | Kind::Month | Kind::Hidden => None,
        };
        told.unwrap_or_else(|| text.to_owned())
    }

    /// An order's lines, by the id of their type: the quantity, and the price where it is that which changed.
    fn lines(&mut self, lines: &[Value]) {
        for line in lines.iter().take(MAX_LINES).filter_map(Value::as_object) {
            let part = |name: &str| line.get(name).and_then(Value::as_str).unwrap_or_default();
            let name = format!("{} {}", part("product_title"), part("type_name")).trim().to_owned();
            let sides = |field: &str| {
                let pair = line.get(field).and_then(Value::as_object);
                ["from", "to"].map(|side| number(pair, side))
            };
            let [from, to] = sides("quantity");
            let id = part("type_id");
            if from != to {
                self.changes.insert(id.to_owned(), ActivityChange { name: name.clone(), from, to });
            }
            let [from, to] = sides("unit_price_toman");
            if from.is_some() && to.is_some() && from != to {
                let name = format!("{name}، {}", text::LINE_PRICE.in_lang(self.lang));
                self.changes.insert(format!("{id} price"), ActivityChange { name, from, to });
            }
        }
        if let Some(more) = lines.len().checked_sub(MAX_LINES).filter(|more| *more > 0) {
            let name = text::MORE_LINES.in_lang(self.lang).to_owned();
            let to = i64::try_from(more).ok().map(Shown::Number);
            self.changes.insert("~more".to_owned(), ActivityChange { name, from: None, to });
        }
    }
}

/// Terms of which the commission is told by what it is of: a percentage in hundredths, all others in tomans.
fn readable(terms: &Map<String, Value>) -> Map<String, Value> {
    let mut terms = terms.clone();
    if terms.get("cooperation").is_some_and(|cooperation| cooperation == "percentage")
        && let Some(commission) = terms.get_mut("commission")
        && let Some(basis_points) = commission.as_i64()
    {
        *commission = Value::String(percent_of(basis_points));
    }
    terms
}

fn number(pair: Option<&Map<String, Value>>, side: &str) -> Option<Shown> {
    pair?.get(side)?.as_i64().map(Shown::Number)
}

/// `900` as `9%`, `925` as `9.25%`.
fn percent_of(basis_points: i64) -> String {
    let (whole, part) = (basis_points / 100, basis_points.unsigned_abs() % 100);
    if part == 0 { format!("{whole}%") } else { format!("{whole}.{part:02}%").replace("0%", "%") }
}
