//! What was done of a seller's things, from the audits of all services.

use pishkhan_sheet::{Limits, Sheet};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::{house::House, http::Visitor};

const ACTIVITY: &str = "/user/activity-app2";

/// Every entry of these kinds, page after page; and how many pages that takes.
pub async fn all_of(seller: &Visitor, entity: &str) -> (Vec<Value>, usize) {
    let (mut entries, mut before, mut pages) = (Vec::new(), String::new(), 0);
    loop {
        let page = seller.read(&format!("{ACTIVITY}?before={before}&entity={entity}")).await;
        let rows = page["entries"].as_array().unwrap();
        assert!(rows.len() <= 50, "{}", rows.len());
        entries.extend(rows.clone());
        pages += 1;
        match page["next"].as_str() {
            Some(next) => next.clone_into(&mut before),
            None => return (entries, pages),
        }
    }
}

/// So many rows of an audit, all of a moment that has passed, each with these changes.
pub fn past(seller_id: Uuid, entity: &str, rows: usize, changes: &str) -> String {
    format!(
        "INSERT INTO audit_event (seller_id, id, occurred_at, actor_subject, actor_role, request_id, action, entity, \
           entity_id, version, changes) \
         SELECT '{seller_id}', (lpad(to_hex(n), 12, '0') || '70008000' || substr(md5(random()::text), 1, 12))::uuid, \
           now(), 'tool:test', 'tool', 'r', '{entity}.imported', '{entity}', gen_random_uuid(), 1, '{changes}' \
         FROM generate_series(1, {rows}) n"
    )
}

fn texts<'a>(entries: &'a [Value], field: &str) -> Vec<&'a str> {
    entries.iter().map(|entry| entry[field].as_str().unwrap()).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_seller_sees_who_changed_what_from_which_session() {
    let house = House::build().await;
    let seller = house.seller().await;
    let handle = seller.session().handle;
    let order = house.place(&house.first, "C004", &[("P011-2", 2)]).await;
    let saved = seller.post(&format!("/market/order-save-app2/{}", order.order_id)).send().await;
    assert_eq!(saved.status, 200, "{}", saved.text());
    let other = house.seller().await;
    let ended = other.post("/auth/logout-app2").send().await;
    assert_eq!(ended.status, 200);

    let (orders, _) = all_of(&seller, "order").await;
    assert_eq!(texts(&orders, "action"), ["order.saved", "order.placed"], "newest first");
    let registered = &orders[0];
    assert_eq!(registered["actionText"], "سفارش ثبت شد");
    assert_eq!((&registered["by"], &registered["session"]), (&json!("آرمان نیک‌پی"), &json!(handle)));
    assert_eq!((&registered["entityId"], &registered["title"]), (&json!(order.order_id), &json!(order.code)));
    let status = json!({"name": "وضعیت", "from": "سفارش باز", "to": "ثبت شده"});
    assert_eq!(registered["changes"]["status"], status);
    assert_eq!((&orders[1]["by"], &orders[1]["session"]), (&json!("مشتری"), &json!("—")));

    let (sessions, _) = all_of(&seller, "session").await;
    assert_eq!(texts(&sessions, "action"), ["session.ended", "session.started", "session.started"]);
    assert_eq!(sessions[0]["session"], json!(other.session().handle), "it ended itself");
    assert_eq!(sessions[2]["session"], json!(handle));

    let english = seller.get(ACTIVITY).header("accept-language", "en").send().await.json();
    assert_eq!(english["entries"][0]["actionText"], "A session ended");

    // Another seller has done none of this.
    let foreign = house.other_seller().await;
    let (theirs, _) = all_of(&foreign, "").await;
    let own: Vec<&str> = texts(&theirs, "action");
    assert!(own.iter().all(|action| !action.starts_with("order.")), "{own:?}");
    let before = orders[0]["_id"].as_str().unwrap();
    let page = foreign.read(&format!("{ACTIVITY}?before={before}&entity=order")).await;
    assert_eq!(page, json!({"entries": [], "next": null}));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_done_comes_in_pages_and_as_a_file() {
    let house = House::build().await;
    let seller = house.seller().await;
    let kinds = [(0, "session"), (2, "order")];
    for (database, kind) in kinds {
        house.databases[database].db_execute(&past(house.first.seller_id, kind, 60, "{}")).await;
    }
    let (entries, pages) = all_of(&seller, "order,session").await;
    assert!(entries.len() >= 120, "{}", entries.len());
    assert_eq!(pages, entries.len().div_ceil(50));
    let ids = texts(&entries, "_id");
    assert!(ids.is_sorted_by(|one, other| one > other), "newest first, each once");

    let csv = seller.get(&format!("{ACTIVITY}?entity=order,session&format=csv")).send().await;
    assert_eq!(csv.header("content-disposition"), "attachment; filename=\"activity.csv\"");
    let text = csv.text();
    let mut lines = csv::Reader::from_reader(text.trim_start_matches('\u{feff}').as_bytes());
    assert_eq!(
        lines.headers().unwrap().iter().collect::<Vec<_>>(),
        ["زمان", "چه کسی", "نشست", "کار", "موضوع", "تغییرها"]
    );
    let rows: Vec<csv::StringRecord> = lines.records().collect::<Result<_, _>>().unwrap();
    assert_eq!(rows.len(), entries.len());
    assert_eq!(&rows[0][3], entries[0]["actionText"].as_str().unwrap());
    let xlsx = seller.get(&format!("{ACTIVITY}?entity=order&format=xlsx")).send().await;
    let sheet = Sheet::parse(&xlsx.bytes, &Limits::UPLOAD).unwrap();
    assert_eq!(sheet.rows().count(), 60);

    let wrong = [
        ("before=x", "before"),
        ("entity=tool_token", "entity"),
        ("entity=orders", "entity"),
        ("format=pdf", "format"),
    ];
    for (query, field) in wrong {
        let refused = seller.get(&format!("{ACTIVITY}?{query}")).send().await;
        assert_eq!(refused.status, 400, "{query}");
        assert!(refused.json()[field].is_string(), "{query}: {}", refused.text());
    }
}
