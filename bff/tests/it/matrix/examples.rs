//! The requests that are made: data, with `{names}` of things that are filled in.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
};

use serde_json::{Value, json};

/// What belongs to a seller. In the place of each another seller's is tried, and one that is nobody's.
const OWNED: [&str; 12] = [
    "brand",
    "customer",
    "import",
    "invoice",
    "order",
    "payment",
    "product",
    "proposal",
    "registered",
    "seller",
    "session",
    "type",
];
/// What else has a form of its own. In the place of each of these and of those nonsense is tried.
const FORMED: [&str; 8] = ["chosen_brand", "chosen_region", "new", "period", "picture", "token", "width", "year"];

/// The examples of one kind of call.
pub struct Examples {
    /// What is filled in where an example says nothing of a parameter or field.
    usual: BTreeMap<String, Value>,
    calls: BTreeMap<String, Value>,
}

impl Examples {
    fn read(name: &str) -> Self {
        let path = format!("{}/tests/it/matrix/{name}", env!("CARGO_MANIFEST_DIR"));
        let text = fs::read_to_string(path).unwrap();
        let mut all: BTreeMap<String, BTreeMap<String, Value>> = serde_json::from_str(&text).unwrap();
        Self { usual: all.remove("usual").unwrap(), calls: all.remove("calls").unwrap() }
    }

    pub fn rest() -> Self {
        Self::read("rest.json")
    }

    pub fn rpc() -> Self {
        Self::read("rpc.json")
    }

    /// Examples of calls that are none.
    pub fn strays<'a>(&'a self, calls: &'a BTreeSet<String>) -> impl Iterator<Item = &'a String> {
        self.calls.keys().filter(|call| !calls.contains(*call))
    }

    /// `method`, `path`, and what else there is of `query`, `body`, `file`, `session` and `key`.
    pub fn rest_call(&self, call: &str) -> Value {
        let (method, template) = call.split_once(' ').unwrap();
        let mut example = self.calls.get(call).cloned().unwrap_or_else(|| json!({}));
        let own = example["with"].take();
        let mut path = example["path"].as_str().unwrap_or(template).to_owned();
        for (parameter, value) in &self.usual {
            let value = own.get(parameter).unwrap_or(value);
            path = path.replace(&format!("{{{parameter}}}"), value.as_str().unwrap());
        }
        example["method"] = json!(method);
        example["path"] = json!(path);
        example
    }

    /// The message, with the usual value in each of `fields` that the example does not name.
    pub fn message<'a>(&self, call: &str, fields: impl Iterator<Item = &'a str>) -> Value {
        let mut example = self.calls.get(call).cloned().unwrap_or_else(|| json!({}));
        for field in fields {
            if let Some(value) = self.usual.get(field).filter(|_| example.get(field).is_none()) {
                example[field] = value.clone();
            }
        }
        example
    }
}

/// The names in a template, `order` for `{order}`.
pub fn names(template: &Value) -> BTreeSet<String> {
    fn collect(value: &Value, found: &mut BTreeSet<String>) {
        match value {
            Value::String(text) => {
                let starts = text.split('{').skip(1).filter_map(|rest| rest.split_once('}'));
                found.extend(starts.map(|(name, _)| name.to_owned()));
            }
            Value::Array(items) => items.iter().for_each(|item| collect(item, found)),
            Value::Object(fields) => fields.values().for_each(|field| collect(field, found)),
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }
    let mut found = BTreeSet::new();
    collect(template, &mut found);
    found
}

/// Those of the names that belong to a seller.
pub fn owned(template: &Value) -> Vec<String> {
    names(template).into_iter().filter(|name| OWNED.contains(&name.as_str())).collect()
}

/// Those of the names that have a form.
pub fn formed(template: &Value) -> Vec<String> {
    let has_form = |name: &String| OWNED.contains(&name.as_str()) || FORMED.contains(&name.as_str());
    names(template).into_iter().filter(has_form).collect()
}

/// A JSON value that is another one in its place.
type Change = fn(&Value) -> Option<Value>;

/// What stands for an object where the parser takes its values for it.
pub fn as_array(value: &Value) -> Option<Value> {
    value.as_object().map(|fields| fields.values().cloned().collect())
}

/// What no database takes.
pub fn with_nul(value: &Value) -> Option<Value> {
    value.as_str().map(|text| json!(format!("{text}\0")))
}

/// The value once for each place, however deep, where `change` has another one.
pub fn changed(value: &Value, change: Change) -> Vec<Value> {
    let mut all: Vec<Value> = change(value).into_iter().collect();
    match value {
        Value::Array(items) => {
            for (place, item) in items.iter().enumerate() {
                all.extend(changed(item, change).into_iter().map(|item| {
                    let mut items = items.clone();
                    items[place] = item;
                    Value::Array(items)
                }));
            }
        }
        Value::Object(fields) => {
            for (name, field) in fields {
                all.extend(changed(field, change).into_iter().map(|field| {
                    let mut fields = fields.clone();
                    fields.insert(name.clone(), field);
                    Value::Object(fields)
                }));
            }
        }
        Value::String(_) | Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
    all
}

/// The template with a text for each name.
pub fn fill(template: &Value, texts: &BTreeMap<String, String>) -> Value {
    match template {
        Value::String(text) => {
            let put = |text: String, (name, value): (&String, &String)| text.replace(&format!("{{{name}}}"), value);
            Value::String(texts.iter().fold(text.clone(), put))
        }
        Value::Array(items) => items.iter().map(|item| fill(item, texts)).collect(),
        Value::Object(fields) => fields.iter().map(|(name, field)| (name.clone(), fill(field, texts))).collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) => template.clone(),
    }
}
