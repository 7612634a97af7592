use proptest::prelude::*;

use actix_web::ResponseError as _;

use super::*;

fn entry(id: u16) -> pb::ActivityEntry {
    pb::ActivityEntry { entry_id: format!("{id:05}"), ..pb::ActivityEntry::default() }
}

/// A service's answer: what is older than `before`, as many as it likes.
fn answer(ids: &[u16], before: &str, at_once: usize) -> pb::ListActivityResponse {
    let older = ids.iter().rev().map(|id| entry(*id)).filter(|entry| before.is_empty() || *entry.entry_id < *before);
    let mut entries: Vec<_> = older.collect();
    let more = entries.len() > at_once;
    entries.truncate(at_once);
    pb::ListActivityResponse { entries, more }
}

proptest! {
    #[test]
    fn every_entry_stands_on_one_page_and_all_in_the_order_of_time(
        services in prop::collection::vec((prop::collection::btree_set(0_u16..2_000, 0..60), 1_usize..9), 1..5),
        size in 1_usize..12,
    ) {
        // No two services give the same id.
        let count = u16::try_from(services.len()).unwrap();
        let services: Vec<(Vec<u16>, usize)> = (0..).zip(services).map(|(nth, (ids, at_once))| {
            (ids.into_iter().map(|id| id * count + nth).collect(), at_once)
        }).collect();
        let (mut told, mut before, mut pages) = (Vec::new(), String::new(), 0);
        loop {
            // A service tells as many as it is asked for, or fewer where they are too large.
            let answers = services.iter().map(|(ids, at_once)| answer(ids, &before, size.min(*at_once))).collect();
            let (entries, next) = merged(answers, size);
            prop_assert!(entries.len() <= size);
            told.extend(entries.into_iter().map(|entry| entry.entry_id));
            let Some(next) = next else { break };
            prop_assert!(before.is_empty() || next < before, "each page goes on");
            before = next;
            pages += 1;
            prop_assert!(pages < 1_000);
        }
        let mut all: Vec<String> = services.iter().flat_map(|(ids, _)| ids).map(|id| format!("{id:05}")).collect();
        all.sort_unstable_by(|one, other| other.cmp(one));
        prop_assert_eq!(told, all);
    }

    #[test]
    fn what_an_audit_says_is_read_whatever_it_is(changes in ".{0,200}", fields in prop::collection::vec(("[a-z_]{1,20}", any::<Option<i64>>()), 0..9)) {
        changes::of_row(&changes, Lang::Fa);
        let object: serde_json::Map<_, _> =
            fields.into_iter().map(|(name, value)| (name, serde_json::json!({ "from": value, "lines": [value] }))).collect();
        changes::of_row(&serde_json::Value::Object(object).to_string(), Lang::En);
    }
}

fn reader(lang: Lang) -> Reader {
    let user = auth::User {
        user_id: "u1".to_owned(),
        first_name: "آرمان".to_owned(),
        last_name: "نیک‌پی".to_owned(),
        ..auth::User::default()
    };
    Reader { user, lang }
}

fn row(action: &str, changes: &serde_json::Value) -> pb::ActivityEntry {
    pb::ActivityEntry {
        entry_id: "e1".to_owned(),
        time: Some(prost_types::Timestamp { seconds: 1_795_250_400, nanos: 0 }),
        actor_subject: "u1".to_owned(),
        actor_role: "seller".to_owned(),
        session: "h1".to_owned(),
        action: action.to_owned(),
        entity: "order".to_owned(),
        entity_id: "o1".to_owned(),
        title: "1405-08-000123".to_owned(),
        changes: changes.to_string(),
    }
}

#[test]
fn an_entry_is_told_in_words() {
    let changes = serde_json::json!({
        "status": { "from": "registered", "to": "open" },
        "shipping_toman": { "from": null, "to": 25_000 },
        "lines": [{
            "type_id": "t1", "product_title": "اسپاگتی", "type_name": "۷۰۰ گرم",
            "quantity": { "from": 3, "to": 5 }, "unit_price_toman": { "from": 1_000, "to": 1_200 },
        }],
    });
    insta::assert_json_snapshot!(reader(Lang::Fa).entry(row("order.lines_changed", &changes)), @r#"
    {
      "_id": "e1",
      "atS": "1405/08/30 - 12:10",
      "by": "آرمان نیک‌پی",
      "session": "h1",
      "entity": "order",
      "entityId": "o1",
      "title": "1405-08-000123",
      "action": "order.lines_changed",
      "actionText": "کالاهای سفارش تغییر کرد",
      "changes": {
        "shipping_toman": {
          "name": "هزینه ارسال (تومان)",
          "from": null,
          "to": 25000
        },
        "status": {
          "name": "وضعیت",
          "from": "ثبت شده",
          "to": "سفارش باز"
        },
        "t1": {
          "name": "اسپاگتی ۷۰۰ گرم",
          "from": 3,
          "to": 5
        },
        "t1 price": {
          "name": "اسپاگتی ۷۰۰ گرم، قیمت واحد (تومان)",
          "from": 1000,
          "to": 1200
        }
      }
    }
    "#);
    let cells = |action, changes: &serde_json::Value| reader(Lang::En).entry(row(action, changes)).cells();
    let delivery = serde_json::json!({ "delivery": {
        "from": { "start": "2026-11-21", "end": "2026-12-01", "preparation_days": 2 },
        "to": { "start": "2026-11-22", "end": "2026-12-01", "preparation_days": 2 },
    }});
    let [.., told] = cells("delivery.changed", &delivery);
    assert_eq!(told, "Start: 1405/08/30 → 1405/09/01");
    let terms = serde_json::json!({ "from_month": 140_509, "terms": {
        "from": { "cooperation": "basket", "commission": 5_000, "payment_date": "2026-11-21" },
        "to": { "cooperation": "percentage", "commission": 250, "payment_date": "2026-11-21" },
    }});
    let [.., told] = cells("terms.proposed", &terms);
    assert_eq!(told, "Commission: 5000 → 2.5%\nKind of cooperation: By basket → Percentage\nFrom the month: 1405/09");
    let other = serde_json::json!({
        "password": { "changed": true }, "tax_basis_points": { "from": 900, "to": 925 },
        "image_urls": { "before": ["a"], "after": ["a", "b"] }, "active": { "from": true, "to": false },
        "ends_at": "2026-11-21T08:40:00Z", "link": "x", "ended": [], "cancelled": false, "unheard_of": 5,
    });
    let told = [
        "Active: Yes → No",
        "End: 1405/08/30 - 12:10",
        "Pictures: 1 → 2",
        "Password: Changed",
        "Tax: 9% → 9.25%",
        "unheard_of: 5",
    ];
    let row = ["1405/08/30 - 12:10", "آرمان نیک‌پی", "h1", "unheard.of", "1405-08-000123", &told.join("\n")];
    assert_eq!(cells("unheard.of", &other), row);
}

#[test]
fn many_lines_are_counted() {
    let line = |nth: usize| {
        serde_json::json!({
            "type_id": format!("t{nth:03}"), "product_title": "کالا", "type_name": "", "quantity": { "from": 1, "to": 2 },
        })
    };
    let lines: Vec<_> = (0..25).map(line).collect();
    let told = changes::of_row(&serde_json::json!({ "lines": lines }).to_string(), Lang::Fa);
    assert_eq!(told.len(), 21);
    assert_eq!(told["~more"].line(), "ردیف‌های دیگر: 5");
}

#[test]
fn only_kinds_that_there_are_can_be_asked_for() {
    let kinds = |entity: &str| ActivityQuery { before: String::new(), entity: entity.to_owned() }.kinds();
    assert_eq!(kinds("").unwrap().len(), 5);
    assert_eq!(
        kinds("order, session").unwrap(),
        [("auth", vec!["session".to_owned()]), ("orders", vec!["order".to_owned()]),]
    );
    for wrong in ["orders", "order,order_reservation", "tool_token", "\0"] {
        assert_eq!(kinds(wrong).unwrap_err().status_code(), 400, "{wrong}");
    }
}
