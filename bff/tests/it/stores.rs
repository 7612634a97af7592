//! What the heads of pages show of a store is kept for a while, and dropped by an edit.

use chrono::TimeDelta;
use pishkhan_bff::{config::WebConfig, stores::TTL_S};

use crate::{
    house::{FIRST_SELLER, House},
    http::UNAVAILABLE,
    settings,
};

const PRODUCTS: &str = "/market/products-bind-app2?limit=3";
const DASHBOARD: &str = "/report/dashboard-nums-app2";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pages_ask_settings_nothing_while_they_know_the_store() {
    let mut house = House::build().await;
    let (seller, other) = (house.seller().await, house.other_seller().await);
    let (products, dashboard) = (seller.read(PRODUCTS).await, seller.read(DASHBOARD).await);
    assert_eq!(products["sellerName"], "پخش آفتاب مهرگان");
    assert_eq!(products["sellerBackground"], "/images/banner.svg");

    // Whoever asked settings now would be told so.
    drop(house.servers.settings.take());
    for _ in 0..3 {
        assert_eq!(seller.read(PRODUCTS).await, products);
        assert_eq!(seller.read(DASHBOARD).await, dashboard);
    }
    other.get(PRODUCTS).send().await.assert_message(503, UNAVAILABLE);
    // Whether the store is open is asked each time.
    seller.get("/market/get-seller-type-app2").send().await.assert_message(503, UNAVAILABLE);
    house.pass(TimeDelta::seconds(TTL_S - 1));
    assert_eq!(seller.read(PRODUCTS).await, products);
    house.pass(TimeDelta::seconds(1));
    seller.get(PRODUCTS).send().await.assert_message(503, UNAVAILABLE);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_new_name_shows_at_once_where_it_was_given_and_elsewhere_in_time() {
    let house = House::build().await;
    let elsewhere = house.another_panel(WebConfig::default());
    let (here, there) = (house.seller().await, elsewhere.log_in(FIRST_SELLER).await);
    for visitor in [&here, &there] {
        assert_eq!(visitor.read(PRODUCTS).await["sellerName"], "پخش آفتاب مهرگان");
    }
    let answer = here.write("/user/edit-seller-app2", &settings::profile()).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    assert_eq!(here.read(PRODUCTS).await["sellerName"], "پخش مهتاب");
    assert_eq!(there.read(PRODUCTS).await["sellerName"], "پخش آفتاب مهرگان");
    house.pass(TimeDelta::seconds(TTL_S));
    assert_eq!(there.read(PRODUCTS).await["sellerName"], "پخش مهتاب");
}
