//! An order's past as a message, cut to what an answer may hold.

use pishkhan_chassis::{paging::fitting, parse::timestamp, passport::Role};
use pishkhan_proto::orders::v1::{self as pb, changed_value::Value};

use crate::{
    app::{OrderEvent, OrderHistory},
    domain::{Change, Difference, LineDifference, SavedRevision},
};

/// Answers are at most 4 MiB; an order of 500 lines that is saved over and over would not fit.
const MAX_BYTES_OF_EACH: usize = 1_500_000;

pub(super) fn answer(history: OrderHistory) -> pb::GetOrderHistoryResponse {
    let OrderHistory { revisions, events, truncated } = history;
    let (revisions, revisions_cut) = fitting(revisions.into_iter().map(revision), MAX_BYTES_OF_EACH);
    let (events, events_cut) = fitting(events.into_iter().map(event), MAX_BYTES_OF_EACH);
    pb::GetOrderHistoryResponse { revisions, events, truncated: truncated || revisions_cut || events_cut }
}

fn revision(saved: SavedRevision) -> pb::OrderRevision {
    let SavedRevision {
        revision,
        saved_at,
        actor_subject,
        actor_role,
        grand_toman,
        shipping_toman: _,
        tiers: _,
        discounts: _,
        lines,
    } = saved;
    pb::OrderRevision {
        revision,
        save_time: Some(timestamp(saved_at)),
        actor: Some(actor(actor_subject, &actor_role)),
        grand_toman,
        lines: lines.into_iter().map(Into::into).collect(),
    }
}

fn event(event: OrderEvent) -> pb::OrderEvent {
    let OrderEvent { at, actor_subject, actor_role, action, version, difference } = event;
    let Difference {
        code,
        status,
        revision,
        grand_toman,
        discount_toman,
        shipping_toman,
        paper_bill_toman,
        seller_note,
        lines,
    } = difference;
    let fields = [
        text("code", code),
        text("status", status),
        number("revision", revision),
        number("grand_toman", grand_toman),
        number("discount_toman", discount_toman),
        number("shipping_toman", shipping_toman),
        number("paper_bill_toman", paper_bill_toman),
        text("seller_note", seller_note),
    ];
    pb::OrderEvent {
        time: Some(timestamp(at)),
        actor: Some(actor(actor_subject, &actor_role)),
        action: action_name(&action).to_owned(),
        version,
        fields: fields.into_iter().flatten().collect(),
        lines: lines.into_iter().map(line).collect(),
    }
}

/// The contract's name of an audit action.
fn action_name(action: &str) -> &str {
    match action {
        "order.saved" => "registered",
        other => other.strip_prefix("order.").unwrap_or(other),
    }
}

fn actor(subject: String, role: &str) -> pb::Actor {
    let kind = match role {
        "service" => pb::ActorKind::Service,
        "tool" => pb::ActorKind::Tool,
        role if role == Role::Operator.as_str() => pb::ActorKind::Operator,
        role if role == Role::Seller.as_str() => pb::ActorKind::Seller,
        _ => pb::ActorKind::Unspecified,
    };
    pb::Actor { kind: kind.into(), subject }
}

fn text(field: &str, change: Option<Change<String>>) -> Option<pb::FieldDifference> {
    difference(field, change, Value::Text)
}

fn number(field: &str, change: Option<Change<i64>>) -> Option<pb::FieldDifference> {
    difference(field, change, Value::Number)
}

fn difference<T>(field: &str, change: Option<Change<T>>, of: fn(T) -> Value) -> Option<pb::FieldDifference> {
    let Change { from, to } = change?;
    let value = |value: Option<T>| Some(pb::ChangedValue { value: value.map(of) });
    Some(pb::FieldDifference { field: field.to_owned(), from: value(from), to: value(to) })
}

fn line(difference: LineDifference) -> pb::LineDifference {
    let LineDifference { type_id, product_title, type_name, quantity, unit_price_toman } = difference;
    pb::LineDifference {
        type_id: type_id.to_string(),
        product_title,
        type_name,
        quantity_from: quantity.from,
        quantity_to: quantity.to,
        unit_price_from_toman: unit_price_toman.from,
        unit_price_to_toman: unit_price_toman.to,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_holds_at_least_the_newest_and_not_more_than_fits() {
        let saved = |bytes: usize| pb::OrderEvent { action: "x".repeat(bytes), ..Default::default() };
        let cut = |sizes: &[usize]| {
            let (taken, cut) = fitting(sizes.iter().map(|size| saved(*size)), MAX_BYTES_OF_EACH);
            (taken.len(), cut)
        };
        assert_eq!(cut(&[]), (0, false));
        assert_eq!(cut(&[700_000, 700_000]), (2, false));
        assert_eq!(cut(&[700_000, 700_000, 700_000]), (2, true));
        assert_eq!(cut(&[2_000_000, 1]), (1, true));
    }

    #[test]
    fn roles_and_actions_have_their_names() {
        for (role, kind) in [
            ("seller", pb::ActorKind::Seller),
            ("operator", pb::ActorKind::Operator),
            ("service", pb::ActorKind::Service),
            ("tool", pb::ActorKind::Tool),
            ("?", pb::ActorKind::Unspecified),
        ] {
            assert_eq!(actor(String::new(), role).kind(), kind, "{role}");
        }
        assert_eq!([action_name("order.saved"), action_name("order.deleted")], ["registered", "deleted"]);
    }
}
