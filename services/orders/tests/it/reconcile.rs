//! Databases restored to an older time, and taken back to one another.

use pishkhan_orders::app::Stop;
use pishkhan_proto::orders::v1::{self as pb, ReconcileOutcome, ReconcileStep};
use pishkhan_testkit::TestDb;
use tonic::Code;

use crate::house::{House, Inner as _, Shop, Weather, assert_refused, product_row};

/// What orders change in either database, but for customers and their counts.
const ORDERS: [&str; 5] = ["sales_order", "order_line", "order_revision", "settlement", "customer_purchase"];
const STOCK: [&str; 4] = ["stock", "stock_movement", "order_reservation", "reservation"];

async fn back_up(db: &TestDb, tables: &[&str]) {
    for table in tables {
        db.db_execute(&format!("CREATE TABLE backup_{table} AS TABLE {table}")).await;
    }
}

/// Puts the copies back, as a restore of the whole database would.
async fn restore(db: &TestDb, tables: &[&str]) {
    let mut statements = vec!["SET session_replication_role = replica".to_owned()];
    for table in tables {
        statements.push(format!("DELETE FROM {table}"));
        // A column that is reckoned from the others takes no value.
        statements.push(format!(
            "DO $$ DECLARE columns text := (SELECT string_agg(quote_ident(attname), ', ') FROM pg_attribute \
               WHERE attrelid = '{table}'::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''); \
             BEGIN EXECUTE format('INSERT INTO {table} (%1$s) SELECT %1$s FROM backup_{table}', columns); END $$"
        ));
    }
    db.db_execute(&statements.join("; ")).await;
}

async fn step(house: &House, shop: &Shop, step: ReconcileStep) -> Vec<pb::ReservationDifference> {
    let (mut differences, mut page_token) = (Vec::new(), String::new());
    loop {
        let request = pb::ReconcileReservationsRequest {
            request_id: house.key(),
            seller_id: shop.seller(),
            step: step.into(),
            page_size: 2,
            page_token,
        };
        let part = house.tool().reconcile_reservations(request).await.inner().unwrap();
        assert!(part.orders <= 4, "two pages at the most");
        differences.extend(part.differences);
        page_token = part.next_page_token;
        if page_token.is_empty() {
            return differences;
        }
    }
}

/// What differs, as type number, due and held, by order.
async fn told(house: &House, shop: &Shop) -> Vec<(String, Vec<(usize, i64, i64)>)> {
    let number = |type_id: &str| shop.types.iter().position(|of| of.type_id == type_id).unwrap() + 1;
    let differences = step(house, shop, ReconcileStep::Unspecified).await;
    assert!(differences.iter().all(|difference| difference.outcome() == ReconcileOutcome::Told));
    let lines = |lines: &[pb::ReservationLineDifference]| {
        let mut lines: Vec<_> = lines.iter().map(|line| (number(&line.type_id), line.due, line.held)).collect();
        lines.sort_unstable();
        lines
    };
    differences.into_iter().map(|difference| (difference.order_id, lines(&difference.lines))).collect()
}

/// What the tool does with `--apply`. Returns how many declarations were made, and the orders that are short.
async fn reconcile(house: &House, shop: &Shop) -> (usize, Vec<String>) {
    let (mut declared, mut short) = (0, Vec::new());
    for which in [ReconcileStep::Release, ReconcileStep::Claim, ReconcileStep::ClaimUnsettled] {
        for difference in step(house, shop, which).await {
            declared += usize::from(difference.outcome() == ReconcileOutcome::Declared);
            if difference.outcome() == ReconcileOutcome::Short {
                short.push(difference.order_id);
            }
        }
    }
    let intents = house.tool().list_intents(pb::ListIntentsRequest::default()).await.inner().unwrap().intents;
    for pb::Intent { seller_id, order_id, .. } in intents {
        let request = pb::RetryIntentRequest { request_id: house.key(), seller_id, order_id };
        house.tool().retry_intent(request).await.inner().unwrap();
    }
    (declared, short)
}

/// What a second run must leave as it is.
async fn traces(house: &House) -> [i64; 3] {
    [
        house.catalogue_db.db_count("stock_movement").await,
        house.catalogue_db.db_count("audit_event").await,
        house.db.db_count("audit_event").await,
    ]
}

async fn assert_nothing_left_to_do(house: &House, shop: &Shop) {
    house.assert_sound(shop).await;
    let before = traces(house).await;
    assert_eq!(told(house, shop).await, []);
    assert_eq!(reconcile(house, shop).await, (0, vec![]));
    assert_eq!(traces(house).await, before, "a second run changes nothing");
}

async fn saved(house: &House, shop: &Shop, lines: &[(usize, i64)]) -> String {
    let order = house.place(shop, lines).await.order_id;
    house.save(shop, &order).await.unwrap();
    order
}

#[tokio::test]
async fn a_stock_of_an_older_time_is_taken_to_the_orders() {
    let house = House::build().await;
    let shop = house.shop(&[10, 10]).await;
    let unchanged = saved(&house, &shop, &[(1, 1)]).await;
    let more = saved(&house, &shop, &[(1, 2)]).await;
    let less = saved(&house, &shop, &[(1, 5), (2, 5)]).await;
    let gone = saved(&house, &shop, &[(2, 2)]).await;
    let reopened = saved(&house, &shop, &[(2, 1)]).await;
    back_up(&house.catalogue_db, &STOCK).await;
    // Only because one gives back what another takes is there enough for all.
    house.set_lines(&shop, &less, &[(1, 1)]).await.unwrap();
    house.save(&shop, &less).await.unwrap();
    house.set_lines(&shop, &more, &[(1, 4), (2, 4)]).await.unwrap();
    house.save(&shop, &more).await.unwrap();
    house.cancel(&shop, &gone).await.unwrap();
    house.set_lines(&shop, &reopened, &[(2, 3)]).await.unwrap();
    let new = saved(&house, &shop, &[(1, 4), (2, 5)]).await;
    house.assert_sound(&shop).await;
    restore(&house.catalogue_db, &STOCK).await;

    let mut expected = vec![
        (more.clone(), vec![(1, 4, 2), (2, 4, 0)]),
        (less.clone(), vec![(1, 1, 5), (2, 0, 5)]),
        (gone.clone(), vec![(2, 0, 2)]),
        (new.clone(), vec![(1, 4, 0), (2, 5, 0)]),
    ];
    expected.sort();
    let before = traces(&house).await;
    assert_eq!(told(&house, &shop).await, expected);
    assert_eq!(traces(&house).await, before, "looking changes nothing");
    // Two give back, then the two others take.
    assert_eq!(reconcile(&house, &shop).await, (4, vec![]));
    assert_eq!((house.stock(&shop, 1).await, house.stock(&shop, 2).await), (0, 0));
    assert_nothing_left_to_do(&house, &shop).await;
    let recorded = "audit_event WHERE action = 'reservation.reconciled' AND actor_role = 'tool'";
    assert_eq!(house.db.db_count(recorded).await, 4);
    // Life goes on, of those that were touched and of those that were not.
    for order in [&more, &less, &new, &unchanged, &reopened] {
        house.cancel(&shop, order).await.unwrap();
    }
    house.assert_sound(&shop).await;
}

#[tokio::test]
async fn orders_of_an_older_time_get_the_stock_to_follow() {
    let house = House::build().await;
    let shop = house.shop(&[10]).await;
    let kept = saved(&house, &shop, &[(1, 3)]).await;
    let open = house.place(&shop, &[(1, 2)]).await.order_id;
    back_up(&house.db, &ORDERS).await;
    house.save(&shop, &open).await.unwrap();
    house.set_lines(&shop, &kept, &[(1, 6)]).await.unwrap();
    house.save(&shop, &kept).await.unwrap();
    // Of this one the restored orders will know nothing.
    let forgotten = saved(&house, &shop, &[(1, 1)]).await;
    house.clock.advance(chrono::TimeDelta::seconds(1));
    restore(&house.db, &ORDERS).await;
    house.db.db_execute("UPDATE customer SET open_orders = 1; UPDATE customer_counter SET with_open_count = 1").await;
    house.db.db_execute("UPDATE customer SET last_order_at = (SELECT max(created_at) FROM sales_order)").await;

    let mut expected =
        vec![(kept.clone(), vec![(1, 3, 6)]), (open.clone(), vec![(1, 0, 2)]), (forgotten, vec![(1, 0, 1)])];
    expected.sort();
    assert_eq!(told(&house, &shop).await, expected);
    assert_eq!(reconcile(&house, &shop).await, (3, vec![]));
    assert_eq!(house.stock(&shop, 1).await, 7);
    assert_nothing_left_to_do(&house, &shop).await;
    house.save(&shop, &open).await.unwrap();
    house.cancel(&shop, &kept).await.unwrap();
    house.assert_sound(&shop).await;
}

#[tokio::test]
async fn what_was_being_settled_comes_last() {
    let house = House::build().await;
    let shop = house.shop(&[5]).await;
    let settled = house.place(&shop, &[(1, 3)]).await.order_id;
    let greedy = saved(&house, &shop, &[(1, 1)]).await;
    back_up(&house.catalogue_db, &STOCK).await;
    house.save(&shop, &settled).await.unwrap();
    house.set_lines(&shop, &greedy, &[(1, 4)]).await.unwrap();
    house.app.stop_points().set(Stop::BeforeStock);
    house.save(&shop, &greedy).await.unwrap_err();
    restore(&house.catalogue_db, &STOCK).await;
    // There is enough for one of them only: for the one that is settled.
    assert_eq!(told(&house, &shop).await, [(settled.clone(), vec![(1, 3, 0)])]);
    assert_eq!(reconcile(&house, &shop).await, (1, vec![]));
    assert_eq!(house.stock(&shop, 1).await, 1);
    let summary = house.get(&shop, &greedy).await.summary.unwrap();
    assert!(summary.reopened && summary.status() == pb::OrderStatus::Open, "its saving was short");
    assert_nothing_left_to_do(&house, &shop).await;
}

#[tokio::test]
async fn an_intent_that_stands_is_asked_for_anew_after_its_order_was_declared() {
    let house = House::build().await;
    let shop = house.shop(&[5]).await;
    let order = house.place(&shop, &[(1, 2)]).await.order_id;
    back_up(&house.catalogue_db, &STOCK).await;
    house.save(&shop, &order).await.unwrap();
    house.set_lines(&shop, &order, &[(1, 4)]).await.unwrap();
    house.app.stop_points().set(Stop::BeforeStock);
    house.save(&shop, &order).await.unwrap_err();
    restore(&house.catalogue_db, &STOCK).await;
    // The stock holds neither the old lines nor the new.
    assert_eq!(told(&house, &shop).await, [(order.clone(), vec![(1, 2, 0)])]);
    assert_eq!(reconcile(&house, &shop).await, (1, vec![]));
    let summary = house.get(&shop, &order).await.summary.unwrap();
    // Revision 1 was saved, 2 was asked for in vain, 3 declared the old lines anew, 4 is the saving.
    assert_eq!((summary.status(), summary.revision), (pb::OrderStatus::Registered, 4));
    assert_eq!(house.stock(&shop, 1).await, 1);
    assert_nothing_left_to_do(&house, &shop).await;
}

#[tokio::test]
async fn what_the_stock_has_not_got_is_told_and_stays_to_be_done() {
    let house = House::build().await;
    let shop = house.shop(&[5]).await;
    let order = house.place(&shop, &[(1, 5)]).await.order_id;
    back_up(&house.catalogue_db, &STOCK).await;
    house.save(&shop, &order).await.unwrap();
    restore(&house.catalogue_db, &STOCK).await;
    house.import_products(shop.seller_id, vec![product_row(1, 2)]).await;
    assert_eq!(reconcile(&house, &shop).await, (0, vec![order.clone()]));
    assert_eq!(told(&house, &shop).await, [(order.clone(), vec![(1, 5, 0)])]);
    // Asked once more the stock repeats no refusal of before.
    house.import_products(shop.seller_id, vec![product_row(1, 6)]).await;
    assert_eq!(reconcile(&house, &shop).await, (1, vec![]));
    assert_nothing_left_to_do(&house, &shop).await;
}

#[tokio::test]
async fn without_the_stock_nothing_is_compared() {
    let house = House::build().await;
    let shop = house.shop(&[5]).await;
    house.link.set(Weather::Cut);
    let request =
        pb::ReconcileReservationsRequest { request_id: house.key(), seller_id: shop.seller(), ..Default::default() };
    assert_refused(house.tool().reconcile_reservations(request).await.inner(), Code::Unavailable, "DEPENDENCY_DOWN");
}
