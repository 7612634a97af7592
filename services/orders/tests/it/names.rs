//! What others are told of customers' titles and areas.

use pishkhan_proto::orders::v1 as pb;
use prost::Message as _;
use tonic::Code;

use crate::house::{House, Inner as _, Shop, assert_refused, customer_row};

impl House {
    /// The events about orders, in the order of writing: customers, who come with each shop, are told of besides.
    pub async fn told(&self) -> Vec<pishkhan_testkit::OutboxRow> {
        let mut rows = self.db.outbox().await;
        rows.retain(|row| row.kind.starts_with("order."));
        rows
    }

    /// Checks the kinds of the events about orders.
    #[track_caller]
    pub fn assert_told(&self, kinds: &[&str]) -> impl Future<Output = ()> {
        let caller = std::panic::Location::caller();
        async move {
            let rows = self.told().await;
            let written: Vec<&str> = rows.iter().map(|row| row.kind.as_str()).collect();
            assert_eq!(written, kinds, "events about orders, at {caller}");
        }
    }

    /// The events about customers, in the order of writing.
    async fn customers_told(&self) -> Vec<pb::CustomerChanged> {
        let rows = self.db.outbox().await.into_iter().filter(|row| row.kind == "customer.changed");
        let read = |row: pishkhan_testkit::OutboxRow| {
            let message = pb::CustomerChanged::decode(row.payload.as_slice()).unwrap();
            assert_eq!((row.topic.as_str(), row.key.to_string()), ("customers", message.customer_id.clone()));
            message
        };
        rows.map(read).collect()
    }
}

fn row(number: i32, code: &str, title: &str, area: &str) -> pb::CustomerRow {
    pb::CustomerRow { activity_area: area.to_owned(), ..customer_row(number, code, title) }
}

fn names(told: &[pb::CustomerChanged]) -> Vec<(&str, &str)> {
    told.iter().map(|message| (message.title.as_str(), message.activity_area.as_str())).collect()
}

fn time(message: &pb::CustomerChanged) -> (i64, i32) {
    let time = message.change_time.unwrap();
    (time.seconds, time.nanos)
}

async fn listed(house: &House, shop: &Shop, page_size: i32) -> Vec<pb::CustomerChanged> {
    let (mut found, mut page_token) = (Vec::new(), String::new());
    loop {
        let request = pb::ListCustomerNamesRequest { seller_id: shop.seller(), page_size, page_token };
        let page = house.tool().list_customer_names(request).await.inner().unwrap();
        found.extend(page.customers);
        page_token = page.next_page_token;
        if page_token.is_empty() {
            return found;
        }
    }
}

#[tokio::test]
async fn others_are_told_of_titles_and_areas_when_they_change_and_then_only() {
    let house = House::build().await;
    let shop = house.shop(&[]).await;
    let other = house.shop(&[]).await;
    house.import_customers(&shop, vec![row(1, "C1", "first", "north"), row(2, "C2", "second", "south")]).await;
    let told = house.customers_told().await;
    assert_eq!(told.len(), 4, "one with each shop, one for each row");
    let [first, _, ..] = told.as_slice() else { panic!("{told:?}") };
    let mut now = names(&told[2..]);
    now.sort_unstable();
    assert_eq!(now, [("first", "north"), ("second", "south")]);
    assert!(told[2..].iter().all(|message| message.seller_id == shop.seller()));
    let renamed = told[2..].iter().find(|message| message.customer_id == first.customer_id).unwrap();
    assert!(time(renamed) > time(first), "no clock has moved, and still it is later");

    // The same again, another address, a row that is not taken: nothing that others know has changed.
    let moved = pb::CustomerRow { address: "elsewhere".to_owned(), ..row(1, "C1", "first", "north") };
    let bad = pb::CustomerRow { mobile: "1".to_owned(), ..row(2, "C2", "third", "east") };
    assert_eq!(house.import_customers(&shop, vec![moved, bad]).await.updated, 1);
    house.import_customers(&shop, vec![row(2, "C2", "second", "south")]).await;
    assert_eq!(house.customers_told().await.len(), 4);

    house.import_customers(&shop, vec![row(1, "C1", "first", "west"), row(2, "C2", "zweiter", "south")]).await;
    let told = house.customers_told().await;
    let mut last = names(&told[4..]);
    last.sort_unstable();
    assert_eq!(last, [("first", "west"), ("zweiter", "south")]);

    // What is listed is what was told last, page by page.
    let mut expected: Vec<_> = told[4..].to_vec();
    expected.sort_by(|a, b| a.customer_id.cmp(&b.customer_id));
    for page_size in [0, 1, 2] {
        assert_eq!(listed(&house, &shop, page_size).await, expected);
    }
    assert_eq!(names(&listed(&house, &other, 0).await), [("the first customer", told[1].activity_area.as_str())]);
    let unknown = pb::ListCustomerNamesRequest { page_token: "zz".to_owned(), ..Default::default() };
    assert_refused(house.tool().list_customer_names(unknown).await.inner(), Code::InvalidArgument, "INVALID_FIELD");
}

#[tokio::test]
async fn a_repeated_import_tells_nothing_again_and_one_that_fails_tells_nothing() {
    let house = House::build().await;
    let shop = house.shop(&[]).await;
    let request = pb::ImportCustomersRequest {
        request_id: house.key(),
        seller_id: shop.seller(),
        rows: vec![row(1, "C1", "renamed", "north")],
    };
    for _ in 0..2 {
        house.tool().import_customers(request.clone()).await.inner().unwrap();
    }
    assert_eq!(house.customers_told().await.len(), 2);
    // The last statement of the import fails: its event is gone with it.
    house.db.db_execute("ALTER TABLE idempotent_reply ADD CONSTRAINT closed CHECK (false) NOT VALID").await;
    let rows = vec![row(1, "C1", "never", "never"), row(2, "C2", "never", "never")];
    let request = pb::ImportCustomersRequest { request_id: house.key(), rows, ..request };
    house.tool().import_customers(request).await.inner().unwrap_err();
    assert_eq!(house.customers_told().await.len(), 2);
    assert_eq!(names(&listed(&house, &shop, 0).await), [("renamed", "north")]);
}

#[tokio::test]
async fn a_clock_that_goes_back_does_not_make_a_later_change_an_earlier_one() {
    let house = House::build().await;
    let shop = house.shop(&[]).await;
    house.import_customers(&shop, vec![row(1, "C1", "second name", "")]).await;
    house.clock.advance(-chrono::TimeDelta::hours(1));
    house.import_customers(&shop, vec![row(1, "C1", "third name", "")]).await;
    house.clock.advance(chrono::TimeDelta::hours(2));
    house.import_customers(&shop, vec![row(1, "C1", "fourth name", "")]).await;
    let told = house.customers_told().await;
    assert!(told.is_sorted_by(|a, b| time(a) < time(b)), "{told:?}");
    assert_eq!(told.len(), 4);
}

fn called(order: &pb::OrderSummary) -> [&str; 5] {
    let customer = order.customer.as_ref().unwrap();
    [&customer.title, &customer.shop_name, &customer.trade_type, &customer.activity_area, &customer.mobile]
        .map(String::as_str)
}

#[tokio::test]
async fn an_order_keeps_what_its_customer_was_called_and_tells_where_it_is_reached_now() {
    let house = House::build().await;
    let shop = house.shop(&[9, 9]).await;
    let other = house.shop(&[9]).await;
    let named = |title: &str, mobile: &str| pb::CustomerRow {
        mobile: mobile.to_owned(),
        shop_name: format!("{title}'s shop"),
        trade_type: format!("{title}'s trade"),
        ..row(1, "C1", title, &format!("{title}'s area"))
    };
    let foreign = house.place(&other, &[(1, 1)]).await;
    let mut orders = Vec::new();
    for title in ["first", "second", "third"] {
        house.import_customers(&shop, vec![named(title, "09121234567")]).await;
        for _ in 0..2 {
            orders.push((title, house.place(&shop, &[(1, 1)]).await));
        }
    }
    // Another phone is no other name.
    house.import_customers(&shop, vec![named("third", "09129999999")]).await;
    let saved = orders.first().unwrap().1.order_id.clone();
    house.save(&shop, &saved).await.unwrap();
    for (title, placed) in &orders {
        let [shop_name, trade, area] = ["shop", "trade", "area"].map(|word| format!("{title}'s {word}"));
        let expected = [title, shop_name.as_str(), &trade, &area, "09129999999"];
        let order = house.get(&shop, &placed.order_id).await.summary.unwrap();
        assert_eq!(called(&order), expected);
        let request = pb::FindOrdersByCodeRequest { code: placed.code.clone() };
        let found = house.tool().find_orders_by_code(request).await.inner().unwrap().orders;
        // Codes are each seller's own.
        let found: Vec<_> = found.iter().filter(|order| order.order_id == placed.order_id).map(called).collect();
        assert_eq!(found, [expected]);
    }
    assert_eq!(house.get(&other, &foreign.order_id).await.summary.unwrap().customer, foreign.customer);
    assert_eq!(house.db.db_count("customer_past_names").await, 3, "one row a change, whatever was ordered");
}
