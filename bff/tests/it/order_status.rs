//! An order as a whole: of which version it is saved and cancelled, reopened, its changes discarded, deleted.

use reqwest::Method;
use serde_json::{Value, json};

use crate::{
    http::{Answer, FORBIDDEN, NOT_FOUND},
    order::{CANCELLED, Desk, SAVED, STALE},
};

const REOPENED: &str = "سفارش برای ویرایش باز شد.";
const DISCARDED: &str = "تغییرات سفارش کنار گذاشته شد.";
const DELETED: &str = "حذف با موفقیت انجام شد.";
const CANCELLED_ALREADY: &str = "سفارش لغو شده قابل ویرایش نیست.";
const KEY_REUSED: &str = "این کلید برای درخواست دیگری به کار رفته است.";

impl Desk {
    async fn settle(&self, call: &str) -> Answer {
        self.seller.post(&self.path(call)).send().await
    }

    async fn settle_version(&self, call: &str, version: i64) -> Answer {
        self.seller.write(&self.path(call), &json!({ "version": version })).await
    }

    async fn delete(&self) -> Answer {
        self.seller.call(Method::DELETE, &self.path("order-delete")).send().await
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_registered_order_is_reopened_and_brought_back() {
    let desk = Desk::with_worked_order().await;
    // Before the first save: open already, and nothing to go back to.
    desk.assert_stands(&desk.settle("order-reopen-app2").await, REOPENED, 0).await;
    assert_eq!(desk.fetch().await["version"], 1);
    let nothing_saved = desk.settle("order-discard-app2").await;
    assert_eq!((nothing_saved.status, desk.fetch().await["version"].clone()), (409, json!(1)));
    assert!(nothing_saved.text().contains("هنوز ثبت نشده"), "{}", nothing_saved.text());

    desk.assert_stands(&desk.save().await, SAVED, 1).await;
    let saved = desk.fetch().await;
    desk.assert_stands(&desk.settle("order-discard-app2").await, DISCARDED, 1).await;
    assert_eq!(desk.fetch().await, saved, "a registered order is as it was saved");

    let version = saved["version"].as_i64().unwrap();
    desk.assert_stands(&desk.settle_version("order-reopen-app2", version).await, REOPENED, 0).await;
    let reopened = desk.fetch().await;
    assert_eq!(
        (&reopened["status"], &reopened["reopened"], &reopened["revision"], &reopened["joz"]),
        (&json!(0), &json!(true), &json!(1), &saved["joz"])
    );
    assert_eq!(desk.stocks().await, [61, 50, 110], "its saved revision keeps its goods");
    assert_eq!(desk.update(&desk.lines(&[("P011-2", 1)])).await.status, 200);
    desk.assert_stands(&desk.settle("order-discard-app2").await, DISCARDED, 1).await;
    let back = desk.fetch().await;
    assert_eq!(
        (&back["status"], &back["reopened"], &back["revision"], &back["joz"]),
        (&json!(1), &json!(false), &json!(1), &saved["joz"])
    );
    assert_eq!(desk.stocks().await, [61, 50, 110]);

    desk.assert_stands(&desk.cancel().await, CANCELLED, 2).await;
    for call in ["order-reopen-app2", "order-discard-app2"] {
        desk.settle(call).await.assert_message(409, CANCELLED_ALREADY);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_says_a_version_means_that_one() {
    let desk = Desk::with_worked_order().await;
    for call in ["order-save-app2", "order-cancel-app2", "order-save-cp", "order-cancel-cp"] {
        for stale in [0, 2, -1, i64::MAX] {
            desk.settle_version(call, stale).await.assert_message(409, STALE);
        }
        assert_eq!(desk.fetch().await["version"], 1);
    }
    desk.assert_stands(&desk.settle_version("order-save-app2", 1).await, SAVED, 1).await;
    let saved = desk.fetch().await;
    let version = saved["version"].as_i64().unwrap();
    for call in ["order-reopen-app2", "order-cancel-app2"] {
        desk.settle_version(call, version - 1).await.assert_message(409, STALE);
    }
    desk.assert_stands(&desk.settle("order-reopen-app2").await, REOPENED, 0).await;
    desk.settle_version("order-discard-app2", version).await.assert_message(409, STALE);
    desk.assert_stands(&desk.settle_version("order-discard-app2", version + 1).await, DISCARDED, 1).await;
    desk.assert_stands(&desk.settle_version("order-cancel-cp", version + 2).await, CANCELLED, 2).await;
    assert_eq!(desk.stocks().await, [64, 52, 120]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_body_that_is_no_version_changes_nothing() {
    let desk = Desk::with_worked_order().await;
    let calls = ["save-app2", "reopen-app2", "discard-app2", "cancel-app2", "save-cp", "cancel-cp"];
    let invalid = json!({"version": "مقدار این فیلد نامعتبر است."});
    for call in calls {
        let path = desk.path(&format!("order-{call}"));
        for bad in [json!("x"), json!(1.5), json!({}), json!(true)] {
            desk.seller.write(&path, &json!({ "version": bad })).await.assert_error(400, &invalid);
        }
        for broken in ["{", "null", "{}x"] {
            let answer = desk.seller.post(&path).body("application/json", broken).send().await;
            assert_eq!(answer.status, 400, "{call}: {broken}: {}", answer.text());
        }
        let answer = desk.seller.post(&path).body("text/plain", "{\"version\":1}").send().await;
        answer.assert_message(415, "نوع محتوا باید JSON باشد.");
        for (name, value) in [("sec-fetch-site", "cross-site"), ("origin", "https://evil.example")] {
            desk.seller.post(&path).header(name, value).send().await.assert_message(403, FORBIDDEN);
        }
    }
    let delete = || desk.seller.call(Method::DELETE, &desk.path("order-delete"));
    delete().header("sec-fetch-site", "cross-site").send().await.assert_message(403, FORBIDDEN);
    delete().header("idempotency-key", "a b").send().await.assert_message(400, "کلید تکرار درخواست نامعتبر است.");
    let order = desk.fetch().await;
    assert_eq!((&order["version"], &order["status"]), (&json!(1), &json!(0)));
    // Said or not, null is no version; what is not known is not read.
    let loose = json!({"version": null, "more": [1]});
    let answer = desk.seller.write(&desk.path("order-save-app2"), &loose).await;
    desk.assert_stands(&answer, SAVED, 1).await;
    let empty = desk.seller.post(&desk.path("order-reopen-app2")).body("application/json", "").send().await;
    desk.assert_stands(&empty, REOPENED, 0).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_deleted_order_is_gone() {
    let desk = Desk::with_worked_order().await;
    desk.assert_stands(&desk.save().await, SAVED, 1).await;
    desk.delete().await.assert_message(409, "سفارش ثبت شده را پیش از حذف لغو کنید.");
    assert_eq!(desk.fetch().await["status"], 1);
    desk.assert_stands(&desk.settle("order-reopen-app2").await, REOPENED, 0).await;
    assert_eq!(desk.stocks().await, [61, 50, 110]);

    let keyed = || desk.seller.call(Method::DELETE, &desk.path("order-delete")).header("idempotency-key", "delete-1");
    for _ in 0..2 {
        keyed().send().await.assert_message(200, DELETED);
    }
    assert_eq!(desk.stocks().await, [64, 52, 120], "a reopened order gives its goods back");
    desk.delete().await.assert_message(404, NOT_FOUND);
    for call in ["fetch-order-joz-app2", "fetch-order-joz-faktor-app2", "order-history-app2"] {
        desk.seller.get(&desk.path(call)).send().await.assert_message(404, NOT_FOUND);
    }
    for call in ["order-save-app2", "order-reopen-app2", "order-discard-app2", "order-cancel-app2"] {
        desk.settle(call).await.assert_message(404, NOT_FOUND);
    }
    let list = format!("/market/fetch-order-list-app2/{}", desk.house.first.customer_id("C001"));
    assert_eq!(desk.seller.read(&list).await["OrdersList"], json!([]));
    let next = desk.house.worked_order().await;
    assert_ne!(next.code, desk.order.code, "a code is not used again");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_key_is_one_step() {
    let desk = Desk::with_worked_order().await;
    desk.assert_stands(&desk.save().await, SAVED, 1).await;
    let version = desk.fetch().await["version"].as_i64().unwrap();
    let keyed = |call: &str, key: &str, body: Value| {
        desk.seller.post(&desk.path(call)).header("idempotency-key", key).json(&body)
    };
    let first = keyed("order-reopen-app2", "reopen-1", json!({ "version": version })).send().await;
    desk.assert_stands(&first, REOPENED, 0).await;
    desk.assert_stands(&desk.settle("order-discard-app2").await, DISCARDED, 1).await;
    let again = keyed("order-reopen-app2", "reopen-1", json!({ "version": version })).send().await;
    assert_eq!((again.status, again.json()), (200, first.json()), "the answer of then");
    assert_eq!(desk.fetch().await["status"], 1, "and nothing happens");
    keyed("order-reopen-app2", "reopen-1", json!({})).send().await.assert_message(422, KEY_REUSED);
    // Of twin calls, the one may repeat what the other began.
    for call in ["order-cancel-cp", "order-cancel-app2"] {
        desk.assert_stands(&keyed(call, "cancel-1", json!({})).send().await, CANCELLED, 2).await;
    }
}
