//! Who may call what: one row for each call of the document.

use std::collections::BTreeSet;

use pishkhan_bff::seal::Seal;
use reqwest::Method;
use serde_json::{Value, json};

use crate::{
    catalogue_bulk,
    contract::Contract,
    house::{House, SEAL_KEYS},
    http::{Answer, FORBIDDEN, NOT_FOUND, Visitor},
    picture,
};

#[derive(Clone, Copy, PartialEq, Eq)]
enum Who {
    Anybody,
    /// Seller or operator.
    Person,
    Seller,
    /// The order's seller, or an operator.
    Staff,
    Operator,
}

/// What the path's parameter names, of the seller's own.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Names {
    Nothing,
    Order,
    /// Of an order's public page.
    Token,
    /// An uploaded picture.
    Picture,
    Product,
    /// A product in the path. The call wants a picture, and says so to whoever may call.
    ProductPicture,
    /// A type in the path. The call wants a picture, and says so to whoever may call.
    TypePicture,
    Customer,
    Type,
    /// A file that was looked at.
    Import,
    /// A report's period or a list's number: the same for everybody.
    Period,
    /// A Jalali year.
    Year,
    /// Nothing in the path. The call wants a body, and says so to whoever may call.
    Body,
}

const TABLE: &[(&str, &str, Who, Names)] = &[
    ("POST", "/auth/login-app2", Who::Anybody, Names::Nothing),
    ("POST", "/auth/logout-app2", Who::Anybody, Names::Nothing),
    ("GET", "/user/validate-token-app2", Who::Person, Names::Nothing),
    ("GET", "/user/seller-bind-app2", Who::Seller, Names::Nothing),
    ("GET", "/user/customer-list-app2", Who::Seller, Names::Nothing),
    ("GET", "/seller/HaddagalKharidErsalSefaresh-list-app2", Who::Seller, Names::Nothing),
    ("GET", "/market/get-seller-type-app2", Who::Seller, Names::Nothing),
    ("GET", "/market/getMojoody-app2/{type_id}", Who::Seller, Names::Type),
    ("GET", "/market/product-type-detail/{type_id}", Who::Seller, Names::Type),
    ("GET", "/media/{image_id}/{width}.jpg", Who::Anybody, Names::Picture),
    ("GET", "/market/products-bind-app2", Who::Seller, Names::Nothing),
    ("GET", "/market/product-bind-app2/{product_id}", Who::Seller, Names::Product),
    ("GET", "/market/units-app2", Who::Seller, Names::Nothing),
    ("GET", "/market/product-brands-app2", Who::Seller, Names::Nothing),
    ("GET", "/user/seller/checkChildness-app2", Who::Seller, Names::Nothing),
    ("POST", "/market/edit-productType-app2", Who::Seller, Names::Body),
    ("POST", "/market/product-image-app2/{product_id}", Who::Seller, Names::ProductPicture),
    ("DELETE", "/market/product-image-app2/{product_id}", Who::Seller, Names::Product),
    ("POST", "/market/product-type-image-app2/{type_id}", Who::Seller, Names::TypePicture),
    ("DELETE", "/market/product-type-image-app2/{type_id}", Who::Seller, Names::Type),
    ("GET", "/market/products-export-app2", Who::Seller, Names::Nothing),
    ("POST", "/market/products-import-preview-app2", Who::Seller, Names::Body),
    ("POST", "/market/products-import-commit-app2/{import_id}", Who::Seller, Names::Import),
    ("GET", "/market/products-import-failed-app2/{import_id}", Who::Seller, Names::Import),
    ("GET", "/market/fetch-order-list-app2/{customer_id}", Who::Seller, Names::Customer),
    ("GET", "/market/fetch-order-joz-app2/{order_id}", Who::Seller, Names::Order),
    ("POST", "/market/order-update-app2/{order_id}", Who::Seller, Names::Order),
    ("POST", "/market/order-update-app2-toz/{order_id}", Who::Seller, Names::Order),
    ("POST", "/market/order-update-cp/{order_id}", Who::Staff, Names::Order),
    ("POST", "/market/order-save-app2/{order_id}", Who::Seller, Names::Order),
    ("POST", "/market/order-reopen-app2/{order_id}", Who::Seller, Names::Order),
    ("POST", "/market/order-discard-app2/{order_id}", Who::Seller, Names::Order),
    ("POST", "/market/order-save-cp/{order_id}", Who::Staff, Names::Order),
    ("GET", "/market/fetch-order-joz-faktor-app2/{order_id}", Who::Staff, Names::Order),
    ("GET", "/market/order-history-app2/{order_id}", Who::Staff, Names::Order),
    ("GET", "/market/order-find-cp", Who::Operator, Names::Nothing),
    ("GET", "/market/order-verify-app2/{token}", Who::Anybody, Names::Token),
    ("POST", "/market/order-cancel-app2/{order_id}", Who::Seller, Names::Order),
    ("POST", "/market/order-cancel-cp/{order_id}", Who::Staff, Names::Order),
    ("DELETE", "/market/order-delete/{order_id}", Who::Staff, Names::Order),
    ("GET", "/market/holidays-app2/{year}", Who::Seller, Names::Year),
    ("GET", "/market/list-brand-app2", Who::Seller, Names::Nothing),
    ("GET", "/market/list-regionFaalyat-app2", Who::Seller, Names::Nothing),
    ("GET", "/user/seller/brands-app2", Who::Seller, Names::Nothing),
    ("GET", "/user/seller/regions-app2", Who::Seller, Names::Nothing),
    ("POST", "/user/seller/brand/add-app2", Who::Seller, Names::Body),
    ("POST", "/user/seller/brand/delete-app2", Who::Seller, Names::Body),
    ("POST", "/user/seller/region/add-app2", Who::Seller, Names::Body),
    ("POST", "/user/seller/region/delete-app2", Who::Seller, Names::Body),
    ("POST", "/user/edit-seller-app2", Who::Seller, Names::Body),
    ("GET", "/seller/KaridHajmiSettings-list-app2", Who::Seller, Names::Nothing),
    ("GET", "/seller/TakhfifatAzTaMablaghSettings-list-app2", Who::Seller, Names::Nothing),
    ("GET", "/seller/TakhfifatAzTaVahediSettings-list-app2", Who::Seller, Names::Nothing),
    ("GET", "/seller/KaridTanavoeMahsoolAsliSettings-list-app2", Who::Seller, Names::Nothing),
    ("GET", "/seller/TozihatSettingsSettings-list-app2", Who::Seller, Names::Nothing),
    ("GET", "/seller/masir-list-app2/{kind}", Who::Seller, Names::Period),
    ("POST", "/seller/edit-HaddagalKharidErsalSefaresh-app2", Who::Seller, Names::Body),
    ("POST", "/seller/edit-TakhfifatAzTaHajmiSettings-app2", Who::Seller, Names::Body),
    ("POST", "/seller/edit-TakhfifatAzTaMablaghSettings-app2", Who::Seller, Names::Body),
    ("POST", "/seller/edit-TakhfifatAzTaVahediSettings-app2", Who::Seller, Names::Body),
    ("POST", "/seller/edit-TakhfifatSayerSettings-app2", Who::Seller, Names::Body),
    ("POST", "/seller/edit-TozeyhatSettings-app2", Who::Seller, Names::Body),
    ("POST", "/seller/edit-masir-app2", Who::Seller, Names::Body),
    ("GET", "/report/dashboard-nums-app2", Who::Seller, Names::Nothing),
    ("GET", "/report/dashboard-basket-product-type-nums-app2/{n}", Who::Seller, Names::Period),
    ("GET", "/report/dashboard-regions-nums-app2/{n}", Who::Seller, Names::Period),
    ("GET", "/report/dashboard-customers-nums-app2/{n}", Who::Seller, Names::Period),
    ("GET", "/report/sales-series-app2/{n}", Who::Seller, Names::Period),
];

#[test]
fn every_call_has_its_row() {
    let rows: BTreeSet<_> = TABLE.iter().map(|(method, path, ..)| ((*method).to_owned(), (*path).to_owned())).collect();
    assert_eq!(Contract::published().calls(), rows);
    assert_eq!(rows.len(), TABLE.len());
}

async fn ask(visitor: &Visitor, method: &str, path: &str, own: &Value) -> Answer {
    let call = visitor.call(Method::from_bytes(method.as_bytes()).unwrap(), path);
    let call = if path.ends_with("order-find-cp") { call.query(&[("code", "1405-08-000001")]) } else { call };
    let call = if path.contains("order-update-app2-toz") {
        call.json(&json!({"sellerToz": "یادداشت"}))
    } else if path.contains("order-update") {
        call.json(own)
    } else if path.contains("login") {
        call.json(&json!({}))
    } else {
        call
    };
    call.send().await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_table_holds() {
    let house = House::build().await;
    let (seller, operator, stranger) = (house.seller().await, house.operator().await, house.stranger());
    let (own, deleted) = (house.worked_order().await, house.worked_order().await);
    let token = Seal::parse(SEAL_KEYS).unwrap().token(own.order_id.parse().unwrap());
    let foreign = house.place(&house.second, "C001", &[("P011-2", 1)]).await;
    let picture = picture::upload(&seller, &format!("product-image-app2/{}", house.first.product_id("P016-2"))).await;
    let import_id =
        catalogue_bulk::look(&seller, &catalogue_bulk::export(&seller).await).await.json()["importId"].clone();
    let lines = json!({"products": [{"options": [{"typeId": house.first.type_id("P011-2"), "quantity": 3}]}]});
    let foreign_before =
        house.other_seller().await.read(&format!("/market/fetch-order-joz-app2/{}", foreign.order_id)).await;
    for &(method, template, who, names) in TABLE {
        let at = |value: &str| match template.split_once('{') {
            _ if names == Names::Picture => picture.clone(),
            Some((before, _)) => format!("{before}{value}"),
            None => template.to_owned(),
        };
        let value = match names {
            Names::Nothing | Names::Body | Names::Picture => "",
            Names::Year => "1405",
            Names::Order => own.order_id.as_str(),
            Names::Token => token.as_str(),
            Names::Customer => house.first.customer_id("C001"),
            Names::Type | Names::TypePicture => house.first.type_id("P011-2"),
            Names::Product | Names::ProductPicture => house.first.product_id("P011-2"),
            Names::Import => import_id.as_str().unwrap(),
            Names::Period => "1",
        };
        let place = at(value);
        let by_stranger = ask(&stranger, method, &place, &lines).await;
        if who == Who::Anybody {
            assert!(matches!(by_stranger.status, 200 | 400), "{method} {template}");
            continue;
        }
        by_stranger.assert_session_ended();
        // What one of them deletes, the other can't.
        let operators = if method == "DELETE" { at(&deleted.order_id) } else { place.clone() };
        let by_operator = ask(&operator, method, &operators, &lines).await;
        if who == Who::Seller {
            by_operator.assert_message(403, FORBIDDEN);
            assert!(by_operator.cookies().is_empty(), "a valid session stays");
        } else {
            assert_eq!(by_operator.status, 200, "{method} {template}: {}", by_operator.text());
        }
        let by_seller = ask(&seller, method, &place, &lines).await;
        if who == Who::Operator {
            by_seller.assert_message(403, FORBIDDEN);
            assert!(by_seller.cookies().is_empty(), "a valid session stays");
        } else {
            let wants = [Names::Body, Names::ProductPicture, Names::TypePicture];
            let expected = if wants.contains(&names) { 415 } else { 200 };
            assert_eq!(by_seller.status, expected, "{method} {template}: {}", by_seller.text());
        }

        let foreign = match names {
            Names::Order => foreign.order_id.as_str(),
            Names::Customer => house.second.customer_id("C001"),
            Names::Type => house.second.type_id("P011-2"),
            Names::Product => house.second.product_id("P011-2"),
            // Looked at with what is sent to them: in `catalogue_pictures` and `catalogue_bulk`.
            Names::ProductPicture
            | Names::TypePicture
            | Names::Import
            | Names::Nothing
            | Names::Token
            | Names::Picture
            | Names::Period
            | Names::Year
            | Names::Body => continue,
        };
        for id in [foreign, "019a9e3a-0000-7000-8000-00000000dead", "nonsense", "%27%20OR%201=1", "%DB%B1"] {
            let answer = ask(&seller, method, &at(id), &lines).await;
            answer.assert_message(404, NOT_FOUND);
            assert!(answer.cookies().is_empty(), "{method} {template}");
            if who == Who::Staff && id != foreign {
                ask(&operator, method, &at(id), &lines).await.assert_message(404, NOT_FOUND);
            }
        }
    }
    let foreign_after =
        house.other_seller().await.read(&format!("/market/fetch-order-joz-app2/{}", foreign.order_id)).await;
    assert_eq!(foreign_before, foreign_after, "another seller's order is as it was");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn another_sellers_type_can_not_be_put_into_an_order() {
    let house = House::build().await;
    let seller = house.seller().await;
    let order = house.worked_order().await;
    let place = format!("/market/order-update-app2/{}", order.order_id);
    let fetch = format!("/market/fetch-order-joz-app2/{}", order.order_id);
    let before = seller.read(&fetch).await;
    let with = |type_id: &str| json!({"products": [{"options": [{"typeId": type_id, "quantity": 1}]}]});
    let absent = seller.write(&place, &with("019a9e3a-0000-7000-8000-00000000dead")).await;
    let foreign = seller.write(&place, &with(house.second.type_id("P011-2"))).await;
    assert_eq!((absent.status, absent.text()), (foreign.status, foreign.text()));
    assert!((400..500).contains(&absent.status), "{}", absent.text());
    assert_eq!(seller.write(&place, &with("nonsense")).await.status / 100, 4);
    assert_eq!(seller.read(&fetch).await, before);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_it_is_comes_before_what_they_bring() {
    let house = House::build().await;
    let operator = house.operator().await;
    let sellers = [
        "order-update-app2",
        "order-update-app2-toz",
        "order-save-app2",
        "order-reopen-app2",
        "order-discard-app2",
        "order-cancel-app2",
    ];
    let everybodys = ["order-update-cp", "order-save-cp", "order-cancel-cp"];
    for call in sellers.into_iter().chain(everybodys) {
        let path = format!("/market/{call}/nonsense");
        let bring = |visitor: &Visitor| visitor.post(&path).header("idempotency-key", "a b").body("text/plain", "{");
        bring(&house.stranger()).send().await.assert_session_ended();
        if sellers.contains(&call) {
            bring(&operator).send().await.assert_message(403, FORBIDDEN);
        } else {
            bring(&operator).send().await.assert_message(400, "کلید تکرار درخواست نامعتبر است.");
        }
    }
    let find = "/market/order-find-cp?code=nonsense";
    house.stranger().get(find).send().await.assert_session_ended();
    house.seller().await.get(find).send().await.assert_message(403, FORBIDDEN);
    for path in ["/user/customer-list-app2?page=x", "/report/sales-series-app2/9"] {
        house.stranger().get(path).send().await.assert_session_ended();
        operator.get(path).send().await.assert_message(403, FORBIDDEN);
    }
}
