use pishkhan_proto::orders::v1 as pb;
use tonic::{Code, Status};
use uuid::Uuid;

use crate::house::{House, Inner as _, Shop, assert_refused};

fn quote_request(house: &House, shop: &Shop, lines: &[(usize, i64)]) -> pb::QuoteOrderRequest {
    let pb::PlaceOrderRequest { seller_id, customer_id, customer_code, lines, .. } = house.place_request(shop, lines);
    pb::QuoteOrderRequest { seller_id, customer_id, customer_code, lines }
}

async fn quote(house: &House, shop: &Shop, request: pb::QuoteOrderRequest) -> Result<pb::QuoteOrderResponse, Status> {
    house.seller(shop.seller_id).quote_order(request).await.inner()
}

/// As a seller places it.
async fn place(house: &House, shop: &Shop, request: pb::PlaceOrderRequest) -> Result<pb::PlaceOrderResponse, Status> {
    house.seller(shop.seller_id).place_order(request).await.inner()
}

#[tokio::test]
async fn a_quote_is_what_placing_comes_to_and_writes_nothing() {
    let house = House::build().await;
    let shop = house.shop(&[5, 2]).await;
    let lines = [(1, 4), (2, 3)];
    let quoted = quote(&house, &shop, quote_request(&house, &shop, &lines)).await.unwrap();
    assert_eq!(house.db.db_count("sales_order").await, 0);
    let placed = place(&house, &shop, house.place_request(&shop, &lines)).await.unwrap();
    assert_eq!((quoted.totals.as_ref(), &quoted.short_lines), (placed.totals.as_ref(), &placed.short_lines));
    let short: Vec<_> = quoted.short_lines.iter().map(|line| (line.type_id.clone(), line.available)).collect();
    assert_eq!(short, [(shop.type_id(2), 2)]);
    assert_eq!((quoted.missing_toman, quoted.missing_packages), (0, 0));
    let order = house.get(&shop, &placed.order.unwrap().order_id).await;
    assert_eq!(order.totals, quoted.totals);
    house.assert_sound(&shop).await;
}

#[tokio::test]
async fn a_quote_tells_what_is_missing_to_the_minimums() {
    let house = House::build().await;
    let shop = house.shop(&[5]).await;
    let seller = shop.seller();
    let minimums = "UPDATE seller_limits SET min_order_toman = 50000, min_packages = 3";
    house.db_settings(&format!("{minimums} WHERE seller_id = '{seller}'")).await;
    for (lines, missing) in [(vec![], (50_000, 3)), (vec![(1, 2)], (26_000, 1)), (vec![(1, 5)], (0, 0))] {
        let quoted = quote(&house, &shop, quote_request(&house, &shop, &lines)).await.unwrap();
        assert_eq!((quoted.missing_toman, quoted.missing_packages), missing, "{lines:?}");
        if missing.0 > 0 && !lines.is_empty() {
            let refused = place(&house, &shop, house.place_request(&shop, &lines)).await;
            let details = pishkhan_chassis::errors::details(refused.as_ref().unwrap_err());
            let told = ["missing_toman", "missing_packages"].map(|name| details.metadata[name].clone());
            assert_eq!(told, [missing.0, missing.1].map(|number| number.to_string()));
        }
    }
}

#[tokio::test]
async fn a_quote_refuses_what_cannot_be_ordered() {
    let house = House::build().await;
    let (shop, other) = (house.shop(&[5]).await, house.shop(&[5]).await);
    let good = quote_request(&house, &shop, &[(1, 1)]);
    let with = |change: &dyn Fn(&mut pb::QuoteOrderRequest)| {
        let mut request = good.clone();
        change(&mut request);
        request
    };
    let by_id = |type_id: String| pb::NewLine { type_id, quantity: 1, ..Default::default() };
    let cases: [(pb::QuoteOrderRequest, Code, &str); 9] = [
        (with(&|r| r.lines[0].quantity = 0), Code::InvalidArgument, "QUANTITY_INVALID"),
        (with(&|r| r.lines[0].quantity = 99_999_999_999), Code::InvalidArgument, "QUANTITY_INVALID"),
        (with(&|r| r.lines.push(r.lines[0].clone())), Code::InvalidArgument, "QUANTITY_INVALID"),
        (with(&|r| r.lines = vec![r.lines[0].clone(); 501]), Code::InvalidArgument, "LINES_TOO_MANY"),
        (with(&|r| r.lines[0] = by_id(other.type_id(1))), Code::NotFound, "PRODUCT_TYPE_NOT_FOUND"),
        (with(&|r| r.customer_code.clear()), Code::InvalidArgument, "INVALID_FIELD"),
        (with(&|r| "C9".clone_into(&mut r.customer_code)), Code::NotFound, "CUSTOMER_NOT_FOUND"),
        (with(&|r| r.customer_id = Uuid::from_u128(5).to_string()), Code::NotFound, "CUSTOMER_NOT_FOUND"),
        (with(&|r| r.seller_id = other.seller()), Code::NotFound, "SELLER_NOT_FOUND"),
    ];
    for (request, code, reason) in cases {
        assert_refused(quote(&house, &shop, request).await, code, reason);
    }
    let off = format!("UPDATE seller SET active = false WHERE seller_id = '{}'", shop.seller());
    house.db_settings(&off).await;
    let empty = quote_request(&house, &shop, &[]);
    assert_refused(quote(&house, &shop, empty).await, Code::FailedPrecondition, "SELLER_INACTIVE");
}

#[tokio::test]
async fn a_seller_places_with_a_note_of_its_own_and_no_words_of_the_customer() {
    let house = House::build().await;
    let shop = house.shop(&[5]).await;
    let mut request = house.place_request(&shop, &[(1, 1)]);
    request.customer_note = "as if".to_owned();
    let refused = place(&house, &shop, request.clone()).await;
    assert_refused(refused, Code::PermissionDenied, "CUSTOMER_NOTE_READ_ONLY");
    request.customer_note.clear();
    request.seller_note = " by the back door ".to_owned();
    let placed = place(&house, &shop, request).await.unwrap().order.unwrap();
    let order = house.get(&shop, &placed.order_id).await;
    assert_eq!((order.seller_note.as_str(), order.customer_note.as_str()), ("by the back door", ""));
    let history = house.history(&shop, &placed.order_id).await;
    let event = &history.events[0];
    let by = event.actor.as_ref().unwrap().kind();
    assert_eq!((event.action.as_str(), by), ("placed", pb::ActorKind::Seller));
}

#[tokio::test]
async fn a_request_that_comes_again_is_told_what_the_order_came_to() {
    let house = House::build().await;
    let shop = house.shop(&[5]).await;
    let mut request = house.place_request(&shop, &[(1, 7)]);
    request.client_order_id = "draft-1".to_owned();
    let first = place(&house, &shop, request.clone()).await.unwrap();
    assert_eq!(first.short_lines.len(), 1);
    let order_id = first.order.as_ref().unwrap().order_id.clone();
    house.set_lines(&shop, &order_id, &[(1, 2)]).await.unwrap();
    let again = place(&house, &shop, request.clone()).await.unwrap();
    assert_eq!((&again.totals, &again.short_lines), (&first.totals, &first.short_lines));
    assert_eq!(again.order.unwrap().version, 2, "the order is told as it stands");
    // Long after, only the client's id of the order is known.
    let key = std::mem::replace(&mut request.request_id, house.key());
    let later = place(&house, &shop, request.clone()).await.unwrap();
    assert_eq!(later.totals.unwrap().units, 2);
    // What was stored before there were totals in it.
    let old = format!("UPDATE idempotent_reply SET reply = convert_to('\"{order_id}\"', 'UTF8')");
    house.db.db_execute(&format!("{old} WHERE operation = 'PlaceOrder'")).await;
    request.request_id = key;
    let of_before = place(&house, &shop, request).await.unwrap();
    assert_eq!((of_before.order.unwrap().order_id, of_before.totals.unwrap().units), (order_id, 2));
    assert_eq!(house.db.db_count("sales_order").await, 1);
}
