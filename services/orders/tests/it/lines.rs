use diesel_async::SimpleAsyncConnection as _;
use pishkhan_proto::orders::v1 as pb;
use pishkhan_testkit::eventually;
use tonic::Code;
use uuid::Uuid;

use crate::house::{House, Inner as _, Shop, Weather, assert_refused, product_row};

#[tokio::test]
async fn lines_are_replaced_and_keep_their_prices() {
    let house = House::build().await;
    let shop = house.shop(&[9, 9, 9]).await;
    let order = house.place(&shop, &[(1, 2), (2, 1)]).await;
    // Dearer from now on, for what comes in from now on.
    let dearer = (1..=3)
        .map(|number| pishkhan_proto::catalogue::v1::ProductRow {
            buy_price: (number * 1_100).to_string(),
            ..product_row(number, 9)
        })
        .collect();
    house.import_products(shop.seller_id, dearer).await;
    let updated = house.set_lines(&shop, &order.order_id, &[(3, 1), (1, 5)]).await.unwrap();
    assert_eq!((updated.version, updated.status()), (2, pb::OrderStatus::Open));
    let stored = house.get(&shop, &order.order_id).await;
    let lines: Vec<_> =
        stored.lines.iter().map(|line| (line.type_name.as_str(), line.quantity, line.unit_price_toman)).collect();
    assert_eq!(lines, [("type 1", 5, 12_000), ("type 3", 1, 39_600)]);
    assert_eq!(stored.totals, updated.totals);
    assert_eq!(stored.summary.unwrap().grand_toman, updated.totals.unwrap().grand_toman);

    // All of them may go; then nothing ships.
    let empty = house.set_lines(&shop, &order.order_id, &[]).await.unwrap();
    assert_eq!((empty.version, empty.totals.unwrap()), (3, pb::OrderTotals::default()));
    house.db.assert_audit(&["customer.imported", "order.placed", "order.lines_changed", "order.lines_changed"]).await;
    house.assert_told(&[]).await;
    house.assert_sound(&shop).await;
}

#[tokio::test]
async fn a_refused_change_changes_nothing() {
    let house = House::build().await;
    let shop = house.shop(&[9, 0, 9]).await;
    let other = house.shop(&[9]).await;
    let order = house.place(&shop, &[(1, 2), (2, 1)]).await;
    let before = house.get(&shop, &order.order_id).await;
    let send = |change: &dyn Fn(&mut pb::UpdateOrderLinesRequest)| {
        let mut request = house.lines_request(&shop, &order.order_id, vec![shop.change(1, 2), shop.change(2, 1)]);
        change(&mut request);
        let mut client = house.seller(shop.seller_id);
        async move { client.update_order_lines(request).await.inner() }
    };
    let set = |lines: Vec<pb::LineChange>| send(&move |r| r.lines.clone_from(&lines));
    let stock = set(vec![shop.change(1, 9), shop.change(2, 2)]).await;
    let details = pishkhan_chassis::errors::details(stock.as_ref().unwrap_err());
    assert_eq!(details.metadata["type_id"], shop.type_id(2));
    assert_refused(stock, Code::FailedPrecondition, "STOCK_EMPTY");
    let priced = |number, price| pb::LineChange { unit_price_toman: Some(price), ..shop.change(number, 2) };
    assert_refused(set(vec![priced(1, 12_001)]).await, Code::InvalidArgument, "PRICE_CHANGED");
    assert_refused(set(vec![priced(3, 1)]).await, Code::InvalidArgument, "PRICE_CHANGED");
    assert_refused(set(vec![shop.change(1, 0)]).await, Code::InvalidArgument, "QUANTITY_INVALID");
    assert_refused(set(vec![shop.change(1, -3)]).await, Code::InvalidArgument, "QUANTITY_INVALID");
    assert_refused(set(vec![shop.change(1, 1); 2]).await, Code::InvalidArgument, "QUANTITY_INVALID");
    assert_refused(set(vec![shop.change(1, 1); 501]).await, Code::InvalidArgument, "LINES_TOO_MANY");
    assert_refused(set(vec![other.change(1, 1)]).await, Code::NotFound, "PRODUCT_TYPE_NOT_FOUND");
    assert_refused(send(&|r| r.lines[0].type_id.clear()).await, Code::InvalidArgument, "INVALID_FIELD");
    assert_refused(send(&|r| r.request_id.clear()).await, Code::InvalidArgument, "INVALID_FIELD");
    assert_refused(send(&|r| r.version = Some(7)).await, Code::Aborted, "VERSION_STALE");
    assert_refused(send(&|r| r.order_id = Uuid::from_u128(1).to_string()).await, Code::NotFound, "ORDER_NOT_FOUND");
    assert_refused(send(&|r| r.seller_id = other.seller()).await, Code::NotFound, "SELLER_NOT_FOUND");
    // Another seller names this order as its own.
    let request = pb::UpdateOrderLinesRequest {
        seller_id: other.seller(),
        ..house.lines_request(&shop, &order.order_id, vec![])
    };
    let foreign = house.seller(other.seller_id).update_order_lines(request).await.inner();
    assert_refused(foreign, Code::NotFound, "ORDER_NOT_FOUND");
    // The same lines as before are no change, whatever their order.
    let same = set(vec![shop.change(2, 1), shop.change(1, 2)]).await.unwrap();
    assert_eq!(same.version, 1);

    assert_eq!(house.get(&shop, &order.order_id).await, before);
    house.assert_told(&[]).await;
    assert_eq!(house.db.db_count("audit_event WHERE action = 'order.lines_changed'").await, 0);
    house.assert_sound(&shop).await;
}

#[tokio::test]
async fn a_repeated_request_gets_the_same_answer() {
    let house = House::build().await;
    let shop = house.shop(&[9]).await;
    let order = house.place(&shop, &[(1, 2)]).await;
    let request = pb::UpdateOrderLinesRequest {
        version: Some(1),
        ..house.lines_request(&shop, &order.order_id, vec![shop.change(1, 3)])
    };
    let mut client = house.seller(shop.seller_id);
    let first = client.update_order_lines(request.clone()).await.inner().unwrap();
    house.set_lines(&shop, &order.order_id, &[(1, 4)]).await.unwrap();
    assert_eq!(client.update_order_lines(request.clone()).await.inner().unwrap(), first);
    assert_eq!(house.get(&shop, &order.order_id).await.lines[0].quantity, 4);
    let reused = pb::UpdateOrderLinesRequest { lines: vec![], ..request };
    assert_refused(client.update_order_lines(reused).await.inner(), Code::FailedPrecondition, "IDEMPOTENCY_KEY_REUSED");
}

#[tokio::test]
async fn a_repeated_request_is_answered_without_the_others_and_without_its_order() {
    let house = House::build().await;
    let shop = house.shop(&[9]).await;
    let order = house.place(&shop, &[(1, 2)]).await;
    let request = house.lines_request(&shop, &order.order_id, vec![shop.change(1, 3)]);
    let mut client = house.seller(shop.seller_id);
    let first = client.update_order_lines(request.clone()).await.inner().unwrap();
    // Now it would ask the catalogue for more.
    house.set_lines(&shop, &order.order_id, &[(1, 1)]).await.unwrap();
    house.link.set(Weather::Cut);
    assert_eq!(client.update_order_lines(request.clone()).await.inner().unwrap(), first);
    let another = house.lines_request(&shop, &order.order_id, vec![shop.change(1, 3)]);
    assert_refused(client.update_order_lines(another.clone()).await.inner(), Code::Unavailable, "DEPENDENCY_DOWN");
    assert_eq!(house.get(&shop, &order.order_id).await.lines[0].quantity, 1);
    house.link.set(Weather::Calm);
    house.delete(&shop, &order.order_id).await.unwrap();
    assert_eq!(client.update_order_lines(request).await.inner().unwrap(), first);
    assert_refused(client.update_order_lines(another).await.inner(), Code::NotFound, "ORDER_NOT_FOUND");
}

#[tokio::test]
async fn of_changes_at_the_same_version_one_wins() {
    let house = House::build().await;
    let shop = house.shop(&[99]).await;
    let order = house.place(&shop, &[(1, 2)]).await;
    let changes = (3..11).map(|quantity| {
        let request = pb::UpdateOrderLinesRequest {
            version: Some(1),
            ..house.lines_request(&shop, &order.order_id, vec![shop.change(1, quantity)])
        };
        let mut client = house.seller(shop.seller_id);
        async move { client.update_order_lines(request).await.inner() }
    });
    let results = futures_util::future::join_all(changes).await;
    assert_eq!(results.iter().filter(|result| result.is_ok()).count(), 1);
    for result in results.into_iter().filter(Result::is_err) {
        assert_refused(result, Code::Aborted, "VERSION_STALE");
    }
    assert_eq!(house.get(&shop, &order.order_id).await.summary.unwrap().version, 2);
    house.assert_sound(&shop).await;
}

/// Runs a change while somebody else has the order's row, who does this to it.
async fn beside<T>(house: &House, shop: &Shop, theirs: &str, change: impl Future<Output = T>) -> T {
    let mut holder = house.db.conn().await;
    let lock = format!("BEGIN; SELECT FROM sales_order WHERE seller_id = '{}' FOR NO KEY UPDATE", shop.seller_id);
    holder.batch_execute(&lock).await.unwrap();
    let waiting = "pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
    let commit = async {
        eventually("the change waits", async || (house.db.db_count(waiting).await == 1).then_some(())).await;
        holder.batch_execute(&format!("{theirs}; COMMIT")).await.unwrap();
    };
    futures_util::future::join(change, commit).await.0
}

#[tokio::test]
async fn a_change_is_decided_anew_where_the_order_has_become_another_meanwhile() {
    let house = House::build().await;
    let shop = house.shop(&[99, 99]).await;
    let order = house.place(&shop, &[(1, 2), (2, 5)]).await;
    // One line less, and a version of their own.
    let theirs = "UPDATE sales_order SET version = version + 1; DELETE FROM order_line WHERE position = 2";
    let change = house.set_lines(&shop, &order.order_id, &[(1, 3), (2, 5)]);
    let updated = beside(&house, &shop, theirs, change).await.unwrap();
    assert_eq!(updated.version, 3);
    let lines = house.get(&shop, &order.order_id).await.lines;
    assert_eq!(lines.iter().map(|line| line.quantity).collect::<Vec<_>>(), [3, 5]);
    assert_eq!(house.db.db_count("audit_event WHERE action = 'order.lines_changed'").await, 1);

    let theirs = "UPDATE sales_order SET version = version + 1";
    let request = pb::UpdateOrderLinesRequest {
        version: Some(3),
        ..house.lines_request(&shop, &order.order_id, vec![shop.change(1, 4)])
    };
    let mut client = house.seller(shop.seller_id);
    let refused = beside(&house, &shop, theirs, client.update_order_lines(request)).await;
    assert_refused(refused.inner(), Code::Aborted, "VERSION_STALE");
    let entries = house.db.db_count("audit_event WHERE action = 'order.lines_changed'").await;
    let replies = house.db.db_count("idempotent_reply WHERE operation = 'UpdateOrderLines'").await;
    assert_eq!((entries, replies), (1, 1), "what was refused has left nothing");
    house.assert_sound(&shop).await;
}

/// Saving writes an intent and no version: a change that has not seen it must not overtake it.
#[tokio::test]
async fn a_change_lets_a_revision_be_settled_first_that_was_begun_meanwhile() {
    let house = House::build().await;
    let shop = house.shop(&[99]).await;
    let order = house.place(&shop, &[(1, 2)]).await;
    let theirs = "UPDATE sales_order SET last_revision_sent = last_revision_sent + 1; \
        INSERT INTO settlement (seller_id, order_id, revision, kind, type_ids, quantities, actor_subject, actor_role, \
          request_id, fingerprint, created_at, attempts, lease_until) \
        SELECT o.seller_id, o.order_id, o.last_revision_sent, 0, array_agg(l.type_id), array_agg(l.quantity), 'someone', \
          'seller', 'their request', decode(repeat('00', 32), 'hex'), now(), 1, now() \
        FROM sales_order o JOIN order_line l USING (seller_id, order_id) GROUP BY o.seller_id, o.order_id";
    let change = house.set_lines(&shop, &order.order_id, &[(1, 3)]);
    let updated = beside(&house, &shop, theirs, change).await.unwrap();
    // Saved as it was, then opened again by the change.
    let summary = house.get(&shop, &order.order_id).await.summary.unwrap();
    assert_eq!((updated.version, summary.reopened, summary.revision), (3, true, 1));
    assert_eq!(house.stock(&shop, 1).await, 97);
    house.assert_sound(&shop).await;
}

#[tokio::test]
async fn editing_a_registered_order_reopens_it() {
    let house = House::build().await;
    let shop = house.shop(&[5]).await;
    let order = house.place(&shop, &[(1, 5)]).await;
    house.save(&shop, &order.order_id).await.unwrap();
    assert_eq!((house.counts(&shop).await.with_open_order, house.stock(&shop, 1).await), (0, 0));
    let updated = house.set_lines(&shop, &order.order_id, &[(1, 3)]).await.unwrap();
    assert_eq!((updated.status(), updated.version), (pb::OrderStatus::Open, 3));
    let summary = house.get(&shop, &order.order_id).await.summary.unwrap();
    assert_eq!((summary.reopened, summary.revision), (true, 1));
    assert_eq!(house.counts(&shop).await.with_open_order, 1);
    // Its goods are still its own: stock and reports follow the last saved revision.
    assert_eq!(house.stock(&shop, 1).await, 0);
    house.assert_sound(&shop).await;
    assert_eq!(house.set_lines(&shop, &order.order_id, &[(1, 5)]).await.unwrap().version, 4);
    let beyond = house.set_lines(&shop, &order.order_id, &[(1, 6)]).await;
    assert_refused(beyond, Code::FailedPrecondition, "STOCK_EMPTY");
}

#[tokio::test]
async fn decreases_need_no_catalogue() {
    let house = House::build().await;
    let shop = house.shop(&[9, 9]).await;
    let order = house.place(&shop, &[(1, 5), (2, 5)]).await;
    house.link.set(Weather::Cut);
    assert_eq!(house.set_lines(&shop, &order.order_id, &[(1, 4)]).await.unwrap().version, 2);
    let increase = house.set_lines(&shop, &order.order_id, &[(1, 5)]).await;
    assert_refused(increase, Code::Unavailable, "DEPENDENCY_DOWN");
    assert_eq!(house.get(&shop, &order.order_id).await.lines[0].quantity, 4);
}

#[tokio::test]
async fn notes_are_the_sellers_own() {
    let house = House::build().await;
    let shop = house.shop(&[9]).await;
    let other = house.shop(&[]).await;
    let order = house.place(&shop, &[(1, 1)]).await;
    let base = pb::UpdateOrderNoteRequest {
        request_id: String::new(),
        seller_id: shop.seller(),
        order_id: order.order_id.clone(),
        seller_note: " by the\0\r\n\u{202E}back door\u{7} ".to_owned(),
        customer_note: Some(String::new()),
        version: Some(1),
    };
    let send = |change: &dyn Fn(&mut pb::UpdateOrderNoteRequest)| {
        let mut request = pb::UpdateOrderNoteRequest { request_id: house.key(), ..base.clone() };
        change(&mut request);
        let mut client = house.seller(shop.seller_id);
        async move { client.update_order_note(request).await.inner() }
    };
    let key = house.key();
    let with_key = |r: &mut pb::UpdateOrderNoteRequest| r.request_id.clone_from(&key);
    assert_eq!(send(&with_key).await.unwrap().version, 2);
    assert_eq!(send(&with_key).await.unwrap().version, 2, "repeated: not stale, the same answer");
    assert_eq!(house.get(&shop, &order.order_id).await.seller_note, "by the\nback door");
    assert_refused(send(&|_| {}).await, Code::Aborted, "VERSION_STALE");
    let same = send(&|r| r.version = None).await.unwrap();
    assert_eq!(same.version, 2, "the same note is no change");
    let customers = send(&|r| (r.version, r.customer_note) = (None, Some("x".to_owned()))).await;
    assert_refused(customers, Code::PermissionDenied, "CUSTOMER_NOTE_READ_ONLY");
    assert_refused(send(&|r| r.seller_note = "x".repeat(301)).await, Code::InvalidArgument, "INVALID_FIELD");
    assert_eq!(send(&|r| (r.version, r.seller_note) = (None, "ژ".repeat(300))).await.unwrap().version, 3);
    assert_refused(send(&|r| r.seller_id = other.seller()).await, Code::NotFound, "SELLER_NOT_FOUND");
    assert_refused(send(&|r| r.order_id = other.seller()).await, Code::NotFound, "ORDER_NOT_FOUND");
    house.cancel(&shop, &order.order_id).await.unwrap();
    assert_refused(send(&|r| r.version = None).await, Code::FailedPrecondition, "ORDER_CANCELLED");
    assert_eq!(house.db.db_count("audit_event WHERE action = 'order.note_changed'").await, 2);
    house.assert_told(&[]).await;
}
