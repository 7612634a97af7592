//! What was saved of an order, and who did what to it.

use std::collections::BTreeMap;

use pishkhan_proto::{auth::v1 as auth, orders::v1 as pb};
use serde::Serialize;
use utoipa::ToSchema;

use super::{
    customer::code_of_status,
    text::{self, Lang},
    time::{instant, jalali_text},
};

/// A line of a saved revision.
#[derive(Debug, Serialize, ToSchema)]
pub struct RevisionLine {
    #[serde(rename = "typeId")]
    type_id: String,
    /// Title of the product.
    #[serde(rename = "name")]
    product_title: String,
    /// Name of the type.
    #[serde(rename = "type")]
    type_name: String,
    /// Name of the selling unit.
    #[serde(rename = "package")]
    unit_name: String,
    /// Selling units.
    quantity: i64,
    /// What the shop pays for one selling unit, tomans.
    #[serde(rename = "initialPrice")]
    unit_price_toman: i64,
    /// initialPrice × quantity, tomans.
    #[serde(rename = "price")]
    total_toman: i64,
}

impl From<pb::OrderLine> for RevisionLine {
    fn from(line: pb::OrderLine) -> Self {
        let pb::OrderLine {
            type_id,
            product_id: _,
            product_title,
            type_name,
            unit_name,
            image_url: _,
            pieces_per_unit: _,
            quantity,
            unit_price_toman,
            unit_sell_price_toman: _,
            total_toman,
        } = line;
        Self { type_id, product_title, type_name, unit_name, quantity, unit_price_toman, total_toman }
    }
}

/// A saved revision of an order.
#[derive(Debug, Serialize, ToSchema)]
pub struct RevisionReply {
    revision: i64,
    /// When it was saved: RFC 3339 in UTC.
    #[serde(rename = "at")]
    save_time: Option<String>,
    /// `1405/08/30 - 12:00`
    #[serde(rename = "atS")]
    save_time_text: String,
    /// Who saved it, for people to read.
    by: String,
    /// Tomans, with tax and shipping.
    #[serde(rename = "totalOrder")]
    grand_toman: i64,
    lines: Vec<RevisionLine>,
}

/// A number or a text.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub enum ChangedValue {
    /// Tomans, selling units, or the code of a status.
    Number(i64),
    /// A note or a code.
    Text(String),
}

/// What became of a field, or of a line: a line's values are its quantity.
#[derive(Debug, Default, Serialize, ToSchema)]
pub struct Change {
    /// Null: there was none.
    from: Option<ChangedValue>,
    /// Null: there is none.
    to: Option<ChangedValue>,
    /// Product and type, of a line.
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    /// A line's former price of one selling unit, tomans; with `priceTo` when it changed.
    #[serde(rename = "priceFrom", skip_serializing_if = "Option::is_none")]
    unit_price_from_toman: Option<i64>,
    /// A line's new price of one selling unit, tomans.
    #[serde(rename = "priceTo", skip_serializing_if = "Option::is_none")]
    unit_price_to_toman: Option<i64>,
}

/// Something that was done to an order.
#[derive(Debug, Serialize, ToSchema)]
pub struct EventReply {
    /// When: RFC 3339 in UTC.
    #[serde(rename = "at")]
    time: Option<String>,
    /// `1405/08/30 - 12:00`
    #[serde(rename = "atS")]
    time_text: String,
    /// Who, for people to read.
    by: String,
    /// A stable code: placed, imported, `lines_changed`, `prices_changed`, `note_changed`, registered, reopened,
    /// discarded, cancelled, deleted.
    action: String,
    /// By the field's name, or by the id of a line's type.
    changes: BTreeMap<String, Change>,
}

/// Answer of `GET /market/order-history-app2/{orderId}`, both newest first.
#[derive(Debug, Serialize, ToSchema)]
pub struct HistoryReply {
    revisions: Vec<RevisionReply>,
    events: Vec<EventReply>,
    /// There is more than is told here.
    truncated: bool,
}

impl HistoryReply {
    /// The history as `reader` is told it.
    pub fn new(reply: pb::GetOrderHistoryResponse, reader: &auth::User, lang: Lang) -> Self {
        let pb::GetOrderHistoryResponse { revisions, events, truncated } = reply;
        let names = Names { reader, lang };
        Self {
            revisions: revisions.into_iter().map(|revision| names.revision(revision)).collect(),
            events: events.into_iter().map(|event| names.event(event)).collect(),
            truncated,
        }
    }
}

/// Who did something, in words.
struct Names<'a> {
    reader: &'a auth::User,
    lang: Lang,
}

impl Names<'_> {
    fn revision(&self, revision: pb::OrderRevision) -> RevisionReply {
        let pb::OrderRevision { revision, save_time, actor, grand_toman, lines } = revision;
        RevisionReply {
            revision,
            save_time: save_time.and_then(instant),
            save_time_text: save_time.and_then(jalali_text).unwrap_or_default(),
            by: self.of(actor, ""),
            grand_toman,
            lines: lines.into_iter().map(Into::into).collect(),
        }
    }

    fn event(&self, event: pb::OrderEvent) -> EventReply {
        let pb::OrderEvent { time, actor, action, version: _, fields, lines } = event;
        let fields = fields.into_iter().map(field_change);
        EventReply {
            time: time.and_then(instant),
            time_text: time.and_then(jalali_text).unwrap_or_default(),
            by: self.of(actor, &action),
            action,
            changes: fields.chain(lines.into_iter().map(line_change)).collect(),
        }
    }

    fn of(&self, actor: Option<pb::Actor>, action: &str) -> String {
        let actor = actor.unwrap_or_default();
        if let Some(own) = own_name(self.reader, &actor.subject) {
            return own;
        }
        let text = match actor.kind() {
            pb::ActorKind::Seller => text::ACTOR_SELLER,
            pb::ActorKind::Operator => text::ACTOR_OPERATOR,
            // Customers have no session here: what they order comes through a tool.
            pb::ActorKind::Tool if action == "placed" => text::ACTOR_CUSTOMER,
            pb::ActorKind::Tool | pb::ActorKind::Service | pb::ActorKind::Unspecified => text::ACTOR_SYSTEM,
        };
        text.in_lang(self.lang).to_owned()
    }
}

/// The reader's own name, when it is the reader who did something and has one.
pub fn own_name(reader: &auth::User, subject: &str) -> Option<String> {
    let own = format!("{} {}", reader.first_name, reader.last_name);
    Some(own.trim().to_owned()).filter(|own| subject == reader.user_id && !own.is_empty())
}

fn value(value: Option<pb::ChangedValue>) -> Option<ChangedValue> {
    use pb::changed_value::Value;
    value.and_then(|value| value.value).map(|value| match value {
        Value::Text(text) => ChangedValue::Text(text),
        Value::Number(number) => ChangedValue::Number(number),
    })
}

/// A status has its code on the wire, as everywhere.
fn status(value: Option<ChangedValue>) -> Option<ChangedValue> {
    value.map(|value| match value {
        ChangedValue::Text(name) => {
            code_of_status(&name).map_or(ChangedValue::Text(name), |code| ChangedValue::Number(code.into()))
        }
        ChangedValue::Number(number) => ChangedValue::Number(number),
    })
}

fn field_change(difference: pb::FieldDifference) -> (String, Change) {
    let pb::FieldDifference { field, from, to } = difference;
    let (from, to) = (value(from), value(to));
    let (from, to) = if field == "status" { (status(from), status(to)) } else { (from, to) };
    let name = match field.as_str() {
        "grand_toman" => "totalOrder",
        "discount_toman" => "discount",
        "shipping_toman" => "shippingCost",
        "paper_bill_toman" => "PaperBill",
        "seller_note" => "sellerToz",
        "code" => "Code",
        other => other,
    };
    (name.to_owned(), Change { from, to, ..Change::default() })
}

fn line_change(difference: pb::LineDifference) -> (String, Change) {
    let pb::LineDifference {
        type_id,
        product_title,
        type_name,
        quantity_from,
        quantity_to,
        unit_price_from_toman,
        unit_price_to_toman,
    } = difference;
    let name = format!("{product_title} {type_name}").trim().to_owned();
    let change = Change {
        from: quantity_from.map(ChangedValue::Number),
        to: quantity_to.map(ChangedValue::Number),
        name: Some(name),
        unit_price_from_toman,
        unit_price_to_toman,
    };
    (type_id, change)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn actor(kind: pb::ActorKind, subject: &str) -> pb::Actor {
        pb::Actor { kind: kind.into(), subject: subject.to_owned() }
    }

    fn reader() -> auth::User {
        auth::User {
            user_id: "u1".to_owned(),
            first_name: "آرمان".to_owned(),
            last_name: "نیک‌پی".to_owned(),
            ..auth::User::default()
        }
    }

    #[test]
    fn people_are_named_to_themselves_only() {
        let (reader, nameless) = (reader(), auth::User { user_id: "u1".to_owned(), ..auth::User::default() });
        let names = Names { reader: &reader, lang: Lang::Fa };
        let cases = [
            (pb::ActorKind::Seller, "u1", "registered", "آرمان نیک‌پی"),
            (pb::ActorKind::Seller, "u2", "registered", "فروشنده"),
            (pb::ActorKind::Operator, "u3", "registered", "اپراتور"),
            (pb::ActorKind::Tool, "tool:seed", "placed", "مشتری"),
            (pb::ActorKind::Tool, "tool:seed", "imported", "سامانه"),
            (pb::ActorKind::Service, "service:orders", "registered", "سامانه"),
        ];
        for (kind, subject, action, expected) in cases {
            assert_eq!(names.of(Some(actor(kind, subject)), action), expected);
        }
        let names = Names { reader: &nameless, lang: Lang::En };
        assert_eq!(names.of(Some(actor(pb::ActorKind::Seller, "u1")), ""), "Seller");
        assert_eq!(names.of(None, ""), "System");
    }

    #[test]
    fn a_history_keeps_the_clients_names() {
        let text = |text: &str| Some(pb::ChangedValue { value: Some(pb::changed_value::Value::Text(text.to_owned())) });
        let number = |number| Some(pb::ChangedValue { value: Some(pb::changed_value::Value::Number(number)) });
        let field = |field: &str, from, to| pb::FieldDifference { field: field.to_owned(), from, to };
        let at = Some(prost_types::Timestamp { seconds: 1_795_250_400, nanos: 0 });
        let reply = pb::GetOrderHistoryResponse {
            revisions: vec![pb::OrderRevision {
                revision: 2,
                save_time: at,
                actor: Some(actor(pb::ActorKind::Seller, "u1")),
                grand_toman: 4_470_200,
                lines: vec![pb::OrderLine {
                    type_id: "t".to_owned(),
                    product_title: "اسپاگتی".to_owned(),
                    type_name: "۷۰۰ گرم".to_owned(),
                    unit_name: "کارتن".to_owned(),
                    quantity: 3,
                    unit_price_toman: 1_260_000,
                    total_toman: 3_780_000,
                    ..pb::OrderLine::default()
                }],
            }],
            events: vec![pb::OrderEvent {
                time: at,
                actor: Some(actor(pb::ActorKind::Operator, "u3")),
                action: "prices_changed".to_owned(),
                version: 5,
                fields: vec![
                    field("status", text("registered"), text("open")),
                    field("paper_bill_toman", None, number(5)),
                    field("seller_note", text("الف"), text("ب")),
                ],
                lines: vec![pb::LineDifference {
                    type_id: "t".to_owned(),
                    product_title: "اسپاگتی".to_owned(),
                    type_name: "۷۰۰ گرم".to_owned(),
                    quantity_from: Some(3),
                    quantity_to: None,
                    unit_price_from_toman: Some(1_260_000),
                    unit_price_to_toman: Some(1_300_000),
                }],
            }],
            truncated: true,
        };
        insta::assert_json_snapshot!(HistoryReply::new(reply, &reader(), Lang::Fa), @r#"
        {
          "revisions": [
            {
              "revision": 2,
              "at": "2026-11-21T08:40:00Z",
              "atS": "1405/08/30 - 12:10",
              "by": "آرمان نیک‌پی",
              "totalOrder": 4470200,
              "lines": [
                {
                  "typeId": "t",
                  "name": "اسپاگتی",
                  "type": "۷۰۰ گرم",
                  "package": "کارتن",
                  "quantity": 3,
                  "initialPrice": 1260000,
                  "price": 3780000
                }
              ]
            }
          ],
          "events": [
            {
              "at": "2026-11-21T08:40:00Z",
              "atS": "1405/08/30 - 12:10",
              "by": "اپراتور",
              "action": "prices_changed",
              "changes": {
                "PaperBill": {
                  "from": null,
                  "to": 5
                },
                "sellerToz": {
                  "from": "الف",
                  "to": "ب"
                },
                "status": {
                  "from": 1,
                  "to": 0
                },
                "t": {
                  "from": 3,
                  "to": null,
                  "name": "اسپاگتی ۷۰۰ گرم",
                  "priceFrom": 1260000,
                  "priceTo": 1300000
                }
              }
            }
          ],
          "truncated": true
        }
        "#);
    }
}
