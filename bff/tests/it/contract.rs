//! The published OpenAPI document as a judge of answers.

use std::{
    collections::{BTreeSet, HashMap},
    sync::{Arc, Mutex},
};

use jsonschema::{Draft, Validator};
use serde_json::{Map, Value, json};

use crate::http::Answer;

/// What the document promises.
pub struct Contract {
    paths: Map<String, Value>,
    /// The schemas, closed: a field that is not named is not allowed.
    components: Value,
    /// Those that answers were judged by, by their text: making one takes longer than the call it judges.
    validators: Mutex<HashMap<String, Arc<Validator>>>,
}

impl Contract {
    pub fn published() -> Self {
        let mut document = serde_json::to_value(pishkhan_bff::app::document()).unwrap();
        let Value::Object(paths) = document["paths"].take() else { panic!("a document has paths") };
        let mut components = document["components"].take();
        close(&mut components);
        Self { paths, components, validators: Mutex::default() }
    }

    /// Every call: method and path, as the document writes them.
    pub fn calls(&self) -> BTreeSet<(String, String)> {
        let methods = self.paths.iter().flat_map(|(path, item)| {
            item.as_object().unwrap().keys().map(move |method| (method.to_uppercase(), path.clone()))
        });
        methods.collect()
    }

    /// Panics unless the answer is a documented one of this call and carries the headers of every answer.
    pub fn check(&self, method: &str, path: &str, secure: bool, answer: &Answer) {
        let asked = format!("{method} {path} → {}", answer.status);
        headers_of_every_answer(&asked, secure, answer);
        let path = path.split('?').next().unwrap_or_default();
        let Some(item) = self.paths.iter().find(|(template, _)| fits(template, path)).map(|(_, item)| item) else {
            return;
        };
        if method == "OPTIONS" && answer.status == 204 {
            // A browser asks of every call, and the document names none of that.
            return;
        }
        // What never changes is kept for ever, everything else not at all.
        let picture = path.starts_with("/media/") && matches!(answer.status, 200 | 304);
        let kept = if picture { "public, max-age=31536000, immutable" } else { "no-store" };
        assert_eq!(answer.header("cache-control"), kept, "{asked}");
        let Some(operation) = item.get(method.to_lowercase()) else {
            assert!(matches!(answer.status, 404 | 405), "{asked}: a method that is not documented");
            return;
        };
        let response = operation["responses"].get(answer.status.to_string());
        let response = response.unwrap_or_else(|| panic!("{asked} is not documented: {}", answer.text()));
        if answer.status == 304 {
            assert!(answer.bytes.is_empty() && !answer.header("etag").is_empty(), "{asked}");
            return;
        }
        let media = answer.header("content-type").split(';').next().unwrap_or_default();
        let content = response["content"].get(media).unwrap_or_else(|| panic!("{asked}: {media} is not documented"));
        if media != "application/json" {
            return;
        }
        let validator = self.validator(&content["schema"]);
        let body = answer.json();
        let problems: Vec<String> =
            validator.iter_errors(&body).map(|problem| format!("{problem} at {}", problem.instance_path())).collect();
        assert!(problems.is_empty(), "{asked}: {problems:?} in {body}");
        if answer.status >= 400 {
            let map = body.as_object().unwrap();
            assert!(!map.is_empty() && (map.len() == 1 || !map.contains_key("message")), "{asked}: {body}");
        }
    }

    fn validator(&self, schema: &Value) -> Arc<Validator> {
        let mut known = self.validators.lock().unwrap();
        let make = || {
            let mut schema = schema.clone();
            schema["components"] = self.components.clone();
            Arc::new(jsonschema::options().with_draft(Draft::Draft202012).build(&schema).unwrap())
        };
        Arc::clone(known.entry(schema.to_string()).or_insert_with(make))
    }
}

fn headers_of_every_answer(asked: &str, secure: bool, answer: &Answer) {
    let expected = [
        ("x-content-type-options", "nosniff"),
        ("referrer-policy", "no-referrer"),
        ("x-frame-options", "DENY"),
        ("cross-origin-opener-policy", "same-origin"),
        ("strict-transport-security", if secure { "max-age=31536000; includeSubDomains" } else { "" }),
    ];
    for (name, value) in expected {
        assert_eq!(answer.header(name), value, "{asked}: {name}");
    }
    // Pictures are shown by a client on another origin of this site too, where there is one.
    let resource = answer.header("cross-origin-resource-policy");
    assert!(
        resource == "same-origin" || (resource == "same-site" && asked.contains(" /media/")),
        "{asked}: {resource}"
    );
    let policy = answer.header("content-security-policy");
    let scripts = policy.split(';').map(str::trim).find(|part| part.starts_with("script-src")).unwrap();
    let ours_only = matches!(scripts, "script-src 'self'" | "script-src 'none'");
    assert!(policy.contains("frame-ancestors 'none'") && ours_only, "{asked}: {policy}");
    let id = answer.header("x-request-id");
    assert!((8..=64).contains(&id.len()), "{asked}: x-request-id {id}");
}

fn fits(template: &str, path: &str) -> bool {
    let (template, path): (Vec<&str>, Vec<&str>) = (template.split('/').collect(), path.split('/').collect());
    template.len() == path.len()
        && template.iter().zip(&path).all(|(part, value)| {
            match part.strip_prefix('{').and_then(|part| part.split_once('}')) {
                Some((_, ending)) => value.strip_suffix(ending).is_some_and(|value| !value.is_empty()),
                None => part == value,
            }
        })
}

/// Allows no field that is not named. Schemas that are merged into others stay open: the whole is closed.
fn close(components: &mut Value) {
    let mut merged = BTreeSet::new();
    collect_merged(components, &mut merged);
    for (name, schema) in components["schemas"].as_object_mut().unwrap() {
        let is_object = schema.get("properties").is_some() || schema.get("allOf").is_some();
        if is_object && !merged.contains(name) {
            schema["unevaluatedProperties"] = json!(false);
        }
    }
}

fn collect_merged(value: &Value, merged: &mut BTreeSet<String>) {
    match value {
        Value::Object(map) => {
            for part in map.get("allOf").and_then(Value::as_array).into_iter().flatten() {
                if let Some(name) = part["$ref"].as_str() {
                    merged.insert(name.rsplit('/').next().unwrap_or_default().to_owned());
                }
            }
            map.values().for_each(|inner| collect_merged(inner, merged));
        }
        Value::Array(items) => items.iter().for_each(|inner| collect_merged(inner, merged)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

#[test]
fn a_field_that_is_not_documented_fails() {
    let validator = Contract::published().validator(&json!({"$ref": "#/components/schemas/SeriesPoint"}));
    let mut point = json!({"date": "1405/08/30", "totalOrders": 1, "totalQuantity": 2, "totalAmount": 3});
    assert!(validator.is_valid(&point));
    point["secret"] = json!("x");
    assert!(!validator.is_valid(&point));
    point.as_object_mut().unwrap().remove("secret");
    point.as_object_mut().unwrap().remove("totalAmount");
    assert!(!validator.is_valid(&point));
}
