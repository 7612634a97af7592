//! The orders of all customers.

use chrono::TimeDelta;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::{
    house::House,
    http::{NOT_FOUND, Pairs, Visitor},
    lists::assert_periods_are_checked,
};

const PATH: &str = "/market/orders-app2";
const INVALID: &str = "مقدار این فیلد نامعتبر است.";
const AREA: &str = "تهران منطقه ۸";

async fn ask(seller: &Visitor, query: Pairs<'_>) -> Value {
    let answer = seller.get(PATH).query(query).send().await;
    assert_eq!(answer.status, 200, "{query:?}: {}", answer.text());
    answer.json()
}

fn ids(reply: &Value) -> Vec<&str> {
    reply["OrdersList"].as_array().unwrap().iter().map(|row| row["id"].as_str().unwrap()).collect()
}

/// The product of which this is a type.
async fn product_of(seller: &Visitor, type_id: &str) -> Value {
    let list = seller.read("/market/products-bind-app2?page=1&limit=100").await;
    let products = list["product"].as_array().unwrap().iter();
    let has = |product: &&Value| product["productTypes"].as_array().unwrap().iter().any(|one| one["_id"] == type_id);
    products.clone().find(has).unwrap().clone()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_orders_of_all_customers() {
    let house = House::build().await;
    house.pass(-TimeDelta::days(40));
    let oldest = house.place(&house.first, "C003", &[("P016-2", 1)]).await;
    house.pass(TimeDelta::days(32));
    let older = house.place(&house.first, "C002", &[("P011-2", 2)]).await;
    house.pass(TimeDelta::days(8));
    let newest = house.worked_order().await;
    let seller = house.seller().await;
    for (call, order) in [("save", &older), ("cancel", &oldest)] {
        let answer = seller.post(&format!("/market/order-{call}-app2/{}", order.order_id)).send().await;
        assert_eq!(answer.status, 200);
    }
    let (newest, older, oldest) = (newest.order_id.as_str(), older.order_id.as_str(), oldest.order_id.as_str());
    let all = ask(&seller, &[]).await;
    assert_eq!(ids(&all), [newest, older, oldest]);
    assert_eq!((&all["totalPages"], all.get("product")), (&json!(1), None));
    assert_eq!(all["totals"], json!({"all": 3, "open": 1, "registered": 1, "cancelled": 1}));
    // A row is that of the customer's own list.
    let customer = house.first.customer_id("C001").to_string();
    let own = seller.read(&format!("/market/fetch-order-list-app2/{customer}")).await;
    assert_eq!(all["OrdersList"][0], own["OrdersList"][0]);

    let type_id = house.first.type_id("P011-2").to_string();
    let product = product_of(&seller, &type_id).await;
    let product_id = product["_id"].as_str().unwrap();
    let filters: [(Pairs<'_>, &[&str]); 10] = [
        (&[("status", "0")], &[newest]),
        (&[("status", "۱")], &[older]),
        (&[("status", "2")], &[oldest]),
        (&[("filterDate", "3")], &[newest, older]),
        (&[("filterDate", "5"), ("fromDate", "1405/07/01"), ("toDate", "۱۴۰۵/۰۸/۰۱")], &[oldest]),
        (&[("page", "2"), ("limit", "2")], &[oldest]),
        (&[("customerId", &customer)], &[newest]),
        (&[("region", AREA)], &[newest]),
        (&[("productId", product_id)], &[newest, older]),
        (&[("typeId", &type_id), ("status", "1"), ("region", " ")], &[older]),
    ];
    for (query, expected) in filters {
        let found = ask(&seller, query).await;
        assert_eq!(ids(&found), expected, "{query:?}");
        let counted = ["status", "filterDate", "page"].contains(&query[0].0);
        assert_eq!(found.get("totals").is_some(), counted, "{query:?}");
    }
    let paged = ask(&seller, &[("limit", "2")]).await;
    assert_eq!(paged["totalPages"], 2);
    let narrow = ask(&seller, &[("productId", product_id), ("limit", "1")]).await;
    assert_eq!(narrow["totalPages"], 2);
    assert_eq!(narrow["product"], json!({"_id": product_id, "title": product["title"]}));
    let both = ask(&seller, &[("productId", product_id), ("typeId", &type_id)]).await;
    let types = product["productTypes"].as_array().unwrap();
    let name = &types.iter().find(|one| one["_id"] == type_id.as_str()).unwrap()["nameNoeMahsool"];
    assert_eq!(both["product"], json!({"_id": product_id, "title": product["title"], "type": name}));

    let areas = seller.read("/user/customer-areas-app2").await;
    let areas: Vec<&str> = areas["regions"].as_array().unwrap().iter().map(|area| area.as_str().unwrap()).collect();
    assert!(areas.contains(&AREA), "{areas:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_makes_no_sense_or_is_another_sellers_is_told() {
    let house = House::build().await;
    house.worked_order().await;
    let seller = house.seller().await;
    assert_periods_are_checked(&seller, PATH).await;
    let long = "ا".repeat(101);
    for (name, value) in [("status", "3"), ("status", "x"), ("page", "x"), ("limit", "0"), ("region", &long)] {
        seller.get(PATH).query(&[(name, value)]).send().await.assert_error(400, &json!({ name: INVALID }));
    }
    let of_other_product = house.first.type_id("P016-2").to_string();
    let product = product_of(&seller, house.first.type_id("P011-2")).await;
    let product_id = product["_id"].as_str().unwrap();
    let (nobody, theirs) = (Uuid::from_u128(9).to_string(), house.second.type_id("P011-2").to_string());
    let unknown: [Pairs<'_>; 5] = [
        &[("customerId", "x")],
        &[("productId", &nobody)],
        &[("typeId", &nobody)],
        &[("typeId", &theirs)],
        &[("productId", product_id), ("typeId", &of_other_product)],
    ];
    for query in unknown {
        seller.get(PATH).query(query).send().await.assert_message(404, NOT_FOUND);
    }
    for query in [("customerId", nobody.as_str()), ("region", "nowhere")] {
        assert_eq!(ids(&ask(&seller, &[query]).await), [""; 0], "{query:?}");
    }
    let other = house.other_seller().await;
    assert_eq!(ids(&ask(&other, &[("customerId", house.first.customer_id("C001"))]).await), [""; 0]);
    let mine = other.get(PATH).query(&[("productId", product_id)]).send().await;
    mine.assert_message(404, NOT_FOUND);
}
