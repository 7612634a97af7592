//! What is told of an order's past.

use pishkhan_chassis::parse::timestamp;
use pishkhan_proto::orders::v1::{self as pb, changed_value::Value};
use tonic::Code;

use crate::house::{House, Inner as _, assert_refused};

/// Field, before and after, as text.
fn fields(event: &pb::OrderEvent) -> Vec<(String, String, String)> {
    let text = |value: &Option<pb::ChangedValue>| match value.as_ref().and_then(|value| value.value.clone()) {
        None => "-".to_owned(),
        Some(Value::Text(text)) => text,
        Some(Value::Number(number)) => number.to_string(),
    };
    event.fields.iter().map(|field| (field.field.clone(), text(&field.from), text(&field.to))).collect()
}

/// Type, quantities and prices before and after.
type LineSeen<'a> = (&'a str, [Option<i64>; 4]);

fn lines(event: &pb::OrderEvent) -> Vec<LineSeen<'_>> {
    let seen = |line: &'_ pb::LineDifference| {
        [line.quantity_from, line.quantity_to, line.unit_price_from_toman, line.unit_price_to_toman]
    };
    event.lines.iter().map(|line| (line.type_name.as_str(), seen(line))).collect()
}

fn field(name: &str, from: &str, to: &str) -> (String, String, String) {
    (name.to_owned(), from.to_owned(), to.to_owned())
}

#[tokio::test]
async fn each_step_tells_what_it_changed_from_and_to() {
    let house = House::build().await;
    let shop = house.shop(&[9, 9]).await;
    let order = house.place(&shop, &[(1, 2)]).await.order_id;
    house.save(&shop, &order).await.unwrap();
    house.reopen(&shop, &order).await.unwrap();
    house.discard(&shop, &order).await.unwrap();
    house.set_lines(&shop, &order, &[(1, 3), (2, 1)]).await.unwrap();
    let prices = pb::ReviseOrderRequest {
        shipping_toman: Some(1_000),
        paper_bill_toman: Some(5),
        ..house.revise_request(&shop, &order, &[(1, 3, Some(10)), (2, 1, None)])
    };
    house.revise(&shop, prices).await.unwrap();
    let note = pb::UpdateOrderNoteRequest {
        request_id: house.key(),
        seller_id: shop.seller(),
        order_id: order.clone(),
        seller_note: "paid".to_owned(),
        ..Default::default()
    };
    house.seller(shop.seller_id).update_order_note(note).await.unwrap();
    house.set_lines(&shop, &order, &[(1, 3)]).await.unwrap();
    house.clock.advance(chrono::TimeDelta::minutes(1));
    house.save(&shop, &order).await.unwrap();
    house.cancel(&shop, &order).await.unwrap();

    let history = house.history(&shop, &order).await;
    assert!(!history.truncated);
    let actions: Vec<_> = history.events.iter().rev().map(|event| (event.action.as_str(), event.version)).collect();
    assert_eq!(
        actions,
        [
            ("placed", 1),
            ("registered", 2),
            ("reopened", 3),
            ("discarded", 4),
            ("lines_changed", 5),
            ("prices_changed", 6),
            ("note_changed", 7),
            ("lines_changed", 8),
            ("registered", 9),
            ("cancelled", 10),
        ]
    );
    let event = |version: usize| &history.events[history.events.len() - version];
    assert_eq!(
        fields(event(1)),
        [
            field("code", "-", "1405-08-000001"),
            field("status", "-", "open"),
            field("grand_toman", "-", "376160"),
            field("shipping_toman", "-", "350000"),
        ]
    );
    assert_eq!(lines(event(1)), [("type 1", [None, Some(2), None, Some(12_000)])]);
    assert_eq!(fields(event(2)), [field("status", "open", "registered"), field("revision", "-", "1")]);
    assert_eq!(fields(event(3)), [field("status", "registered", "open")]);
    assert_eq!(fields(event(4)), [field("status", "open", "registered")]);
    assert_eq!(fields(event(5)), [field("status", "registered", "open"), field("grand_toman", "376160", "415400")]);
    let price = Some(12_000);
    assert_eq!(
        lines(event(5)),
        [("type 1", [Some(2), Some(3), price, price]), ("type 2", [None, Some(1), None, Some(24_000)])]
    );
    assert_eq!(
        fields(event(6)),
        [
            field("grand_toman", "415400", "27193"),
            field("shipping_toman", "350000", "1000"),
            field("paper_bill_toman", "-", "5"),
        ]
    );
    assert_eq!(lines(event(6)), [("type 1", [Some(3), Some(3), price, Some(10)])]);
    assert_eq!(fields(event(7)), [field("seller_note", "-", "paid")]);
    assert_eq!(lines(event(8)), [("type 2", [Some(1), None, Some(24_000), None])]);
    assert_eq!(fields(event(9)), [field("status", "open", "registered"), field("revision", "1", "2")]);
    assert_eq!(fields(event(10)), [field("status", "registered", "cancelled"), field("revision", "2", "3")]);
    let actor = |version: usize| event(version).actor.as_ref().unwrap();
    assert_eq!((actor(1).kind(), actor(2).kind()), (pb::ActorKind::Tool, pb::ActorKind::Seller));

    let revisions: Vec<_> = history
        .revisions
        .iter()
        .map(|saved| (saved.revision, saved.grand_toman, saved.lines.len(), saved.lines[0].total_toman))
        .collect();
    assert_eq!(revisions, [(2, 1_033, 1, 30), (1, 376_160, 1, 24_000)]);
    assert_eq!(history.revisions[0].save_time, Some(timestamp(house.now())));
    assert_eq!(history.revisions[0].actor, event(9).actor);
}

#[tokio::test]
async fn a_long_past_is_cut_and_says_so() {
    let house = House::build().await;
    let shop = house.shop(&[9]).await;
    let order = house.place(&shop, &[(1, 2)]).await.order_id;
    for _ in 0..51 {
        house.save(&shop, &order).await.unwrap();
        house.reopen(&shop, &order).await.unwrap();
    }
    let history = house.history(&shop, &order).await;
    assert_eq!((history.revisions.len(), history.events.len(), history.truncated), (50, 103, true));
    assert_eq!((history.revisions[0].revision, history.revisions[49].revision), (51, 2));
}

#[tokio::test]
async fn nobody_elses_past_is_told() {
    let house = House::build().await;
    let (shop, other) = (house.shop(&[9]).await, house.shop(&[9]).await);
    let order = house.place(&shop, &[(1, 2)]).await.order_id;
    let ask =
        |seller_id: String, order_id: &str| pb::GetOrderHistoryRequest { seller_id, order_id: order_id.to_owned() };
    let mut foreign = house.seller(other.seller_id);
    let by_name = foreign.get_order_history(ask(shop.seller(), &order)).await.inner();
    assert_refused(by_name, Code::NotFound, "SELLER_NOT_FOUND");
    let as_own = foreign.get_order_history(ask(other.seller(), &order)).await.inner();
    assert_refused(as_own, Code::NotFound, "ORDER_NOT_FOUND");
    let unreadable = foreign.get_order_history(ask(other.seller(), "x")).await.inner();
    assert_refused(unreadable, Code::InvalidArgument, "INVALID_FIELD");
}

#[tokio::test]
async fn rows_of_an_earlier_form_tell_who_did_what() {
    let house = House::build().await;
    let shop = house.shop(&[9]).await;
    let order = house.place(&shop, &[(1, 2)]).await.order_id;
    house
        .db
        .db_execute(
            "ALTER TABLE audit_event DISABLE TRIGGER USER; \
             UPDATE audit_event SET changes = '{\"status\": \"open\", \"added\": []}' WHERE entity = 'order'; \
             ALTER TABLE audit_event ENABLE TRIGGER USER",
        )
        .await;
    let event = house.history(&shop, &order).await.events.remove(0);
    assert_eq!((event.action.as_str(), event.fields.len(), event.lines.len()), ("placed", 0, 0));
}

#[tokio::test]
async fn the_audit_of_a_seller_is_told_with_names() {
    let house = House::build().await;
    let (shop, other) = (house.shop(&[9, 9]).await, house.shop(&[9]).await);
    let order = house.place(&shop, &[(1, 2)]).await;
    house.save(&shop, &order.order_id).await.unwrap();
    house.place(&other, &[(1, 1)]).await;
    let told = house.activity(&shop, &["order"]).await;
    let [saved, placed] = told.entries.as_slice() else { panic!("{told:?}") };
    assert!(!told.more);
    assert_eq!((saved.action.as_str(), placed.action.as_str()), ("order.saved", "order.placed"));
    assert_eq!((&saved.entity_id, &saved.title), (&order.order_id, &order.code));
    let customers = house.activity(&shop, &["customers"]).await.entries;
    assert_eq!(customers.iter().map(|entry| &*entry.action).collect::<Vec<_>>(), ["customer.imported"]);
}
