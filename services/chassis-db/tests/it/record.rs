//! Audit rows and ledgers: added to, never edited.

use diesel_async::SimpleAsyncConnection as _;
use pishkhan_chassis::{access::Actor, clock::Clock as _, clock::SystemClock};
use pishkhan_chassis_db::{
    DbError,
    audit::{self, Entry},
};
use pishkhan_testkit::TestDb;
use serde_json::json;
use uuid::Uuid;

use crate::support::database;

const SELLER: Uuid = Uuid::from_u128(1);
const THING: Uuid = Uuid::from_u128(2);

fn actor() -> Actor {
    Actor {
        subject: "user-1".to_owned(),
        role: "seller".to_owned(),
        session: Some("s1".to_owned()),
        request_id: "req-1".to_owned(),
    }
}

async fn append(db: &TestDb, seller_id: Option<Uuid>, version: i64) {
    let (now, id, actor) = (SystemClock.now(), SystemClock.new_id(), actor());
    db.db()
        .transaction(async |conn| {
            let changes = json!({ "version": version });
            let entry = Entry {
                actor: &actor,
                seller_id,
                action: "thing.saved",
                entity: "thing",
                entity_id: THING,
                version,
                changes,
            };
            Ok::<_, DbError>(audit::append(conn, now, id, entry).await?)
        })
        .await
        .unwrap();
}

#[tokio::test]
async fn changes_are_listed_newest_first_and_per_seller() {
    let db = database().await;
    for version in 1..=3 {
        append(&db, Some(SELLER), version).await;
    }
    append(&db, None, 9).await;
    let mut conn = db.db().read().await.unwrap();
    let listed = audit::list(&mut conn, Some(SELLER), "thing", THING, 2).await.unwrap();
    assert_eq!(listed.iter().map(|record| record.version).collect::<Vec<_>>(), [3, 2]);
    let newest = &listed[0];
    assert_eq!((newest.actor_subject.as_str(), newest.actor_role.as_str()), ("user-1", "seller"));
    assert_eq!((newest.request_id.as_str(), newest.action.as_str()), ("req-1", "thing.saved"));
    assert_eq!(newest.changes, json!({ "version": 3 }));
    let without_seller = audit::list(&mut conn, None, "thing", THING, 9).await.unwrap();
    assert_eq!(without_seller.iter().map(|record| record.version).collect::<Vec<_>>(), [9]);
    db.assert_audit(&["thing.saved"; 4]).await;
}

#[tokio::test]
async fn what_is_recorded_cannot_be_changed() {
    let db = database().await;
    append(&db, Some(SELLER), 1).await;
    db.db_execute("INSERT INTO ledger VALUES (1, 5)").await;
    let statements = [
        "UPDATE audit_event SET version = 2",
        "DELETE FROM audit_event",
        "TRUNCATE audit_event",
        "UPDATE ledger SET amount = 6",
        "DELETE FROM ledger",
        "TRUNCATE ledger",
    ];
    let mut conn = db.conn().await;
    for statement in statements {
        let error = conn.batch_execute(statement).await.unwrap_err().to_string();
        assert!(error.contains("is append-only"), "{statement}: {error}");
    }
    assert_eq!(
        (db.db_count("audit_event WHERE version = 1").await, db.db_count("ledger WHERE amount = 5").await),
        (1, 1)
    );
}
