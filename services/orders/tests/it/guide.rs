use chrono::TimeDelta;
use pishkhan_proto::orders::v1 as pb;
use tonic::{Code, Status};
use uuid::Uuid;

use crate::house::{House, Inner as _, Shop, assert_refused, product_row};

async fn customer_id(house: &House, shop: &Shop) -> String {
    let list = pb::ListCustomersRequest { seller_id: shop.seller(), ..Default::default() };
    house.tool().list_customers(list).await.inner().unwrap().customers.remove(0).customer_id
}

async fn ask(house: &House, shop: &Shop, customer_id: &str) -> Result<Vec<pb::GuideType>, Status> {
    let request = pb::GetOrderGuideRequest { seller_id: shop.seller(), customer_id: customer_id.to_owned() };
    house.seller(shop.seller_id).get_order_guide(request).await.inner().map(|reply| reply.types)
}

/// Number of the type, quantity of the last order, and how many orders hold it.
async fn guide(house: &House, shop: &Shop) -> Vec<(usize, i64, i32)> {
    let types = ask(house, shop, &customer_id(house, shop).await).await.unwrap();
    let number = |type_id: &str| shop.types.iter().position(|known| known.type_id == type_id).unwrap() + 1;
    types.iter().map(|found| (number(&found.type_id), found.last_quantity, found.times)).collect()
}

async fn saved(house: &House, shop: &Shop, lines: &[(usize, i64)]) -> String {
    let order_id = house.place(shop, lines).await.order_id;
    house.save(shop, &order_id).await.unwrap();
    house.clock.advance(TimeDelta::hours(1));
    order_id
}

#[tokio::test]
async fn a_guide_tells_what_a_customer_buys_at_todays_prices() {
    let house = House::build().await;
    let shop = house.shop(&[50, 50, 50]).await;
    assert_eq!(guide(&house, &shop).await, []);
    saved(&house, &shop, &[(1, 2), (2, 4)]).await;
    let last = house.now();
    saved(&house, &shop, &[(3, 6), (2, 5)]).await;
    // An open order is none that was bought, and holds nothing.
    house.place(&shop, &[(1, 9)]).await;
    assert_eq!(guide(&house, &shop).await, [(2, 5, 2), (3, 6, 1), (1, 2, 1)]);

    let row = catalogue_row(2, 3_000, 7);
    house.import_products(shop.seller_id, vec![row]).await;
    let types = ask(&house, &shop, &customer_id(&house, &shop).await).await.unwrap();
    let pb::GuideType { product_title, type_name, unit_name, .. } = &types[0];
    assert_eq!((product_title.as_str(), type_name.as_str(), unit_name.as_str()), ("product 002", "type 2", "کارتن"));
    // Twelve pieces; what is registered holds its goods.
    assert_eq!((types[0].unit_price_toman, types[0].unit_sell_price_toman), (36_000, 43_200));
    assert_eq!(types[0].available, house.stock(&shop, 2).await);
    assert_eq!(types[0].last_order_time, Some(pishkhan_chassis::parse::timestamp(last)));
    house.assert_sound(&shop).await;
}

/// A row that changes a type's price and stock.
fn catalogue_row(number: i32, price: i64, stock: i64) -> pishkhan_proto::catalogue::v1::ProductRow {
    pishkhan_proto::catalogue::v1::ProductRow {
        buy_price: price.to_string(),
        sell_price: (price * 12 / 10).to_string(),
        ..product_row(number, stock)
    }
}

#[tokio::test]
async fn a_guide_follows_what_is_saved_and_not_what_is_typed() {
    let house = House::build().await;
    let shop = house.shop(&[50, 50]).await;
    let order_id = saved(&house, &shop, &[(1, 2)]).await;
    house.set_lines(&shop, &order_id, &[(1, 3), (2, 1)]).await.unwrap();
    assert_eq!(guide(&house, &shop).await, [(1, 2, 1)], "reopened: the saved revision counts");
    house.discard(&shop, &order_id).await.unwrap();
    assert_eq!(guide(&house, &shop).await, [(1, 2, 1)]);
    house.set_lines(&shop, &order_id, &[(1, 3), (2, 1)]).await.unwrap();
    house.save(&shop, &order_id).await.unwrap();
    assert_eq!(guide(&house, &shop).await, [(1, 3, 1), (2, 1, 1)]);
    let other = saved(&house, &shop, &[(2, 7)]).await;
    assert_eq!(guide(&house, &shop).await, [(2, 7, 2), (1, 3, 1)]);
    house.cancel(&shop, &order_id).await.unwrap();
    assert_eq!(guide(&house, &shop).await, [(2, 7, 1)]);
    house.reopen(&shop, &other).await.unwrap();
    house.delete(&shop, &other).await.unwrap();
    assert_eq!(guide(&house, &shop).await, []);
    house.assert_sound(&shop).await;
}

#[tokio::test]
async fn a_guide_leaves_out_what_is_old_or_not_sold() {
    let house = House::build().await;
    let shop = house.shop(&[50, 50]).await;
    saved(&house, &shop, &[(1, 2)]).await;
    house.clock.advance(TimeDelta::days(89));
    saved(&house, &shop, &[(2, 3)]).await;
    assert_eq!(guide(&house, &shop).await, [(2, 3, 1), (1, 2, 1)]);
    house.clock.advance(TimeDelta::days(1));
    assert_eq!(guide(&house, &shop).await, [(2, 3, 1)], "the first order is older than 90 days");
    let row = pishkhan_proto::catalogue::v1::ProductRow { active: "خیر".to_owned(), ..catalogue_row(2, 2_000, 50) };
    house.import_products(shop.seller_id, vec![row]).await;
    assert_eq!(guide(&house, &shop).await, []);
}

#[tokio::test]
async fn of_many_orders_the_last_hundred_count() {
    let house = House::build().await;
    let shop = house.shop(&[50, 50]).await;
    let customer_id = customer_id(&house, &shop).await;
    let seller = shop.seller();
    let [first, second] = [shop.type_id(1), shop.type_id(2)];
    let at = house.now().to_rfc3339();
    // Every hundred and first order, and all before it, hold the first type.
    house
        .db
        .db_execute(&format!(
            "INSERT INTO customer_purchase SELECT '{seller}', '{customer_id}', '{at}'::timestamptz - n * interval '1 hour', \
             gen_random_uuid(), ARRAY[CASE WHEN n <= 100 THEN '{second}'::uuid ELSE '{first}'::uuid END], ARRAY[n] \
             FROM generate_series(1, 300) AS n"
        ))
        .await;
    assert_eq!(guide(&house, &shop).await, [(2, 1, 100)]);
}

#[tokio::test]
async fn a_guide_is_of_a_sellers_own_customers() {
    let house = House::build().await;
    let (ours, theirs) = (house.shop(&[5]).await, house.shop(&[5]).await);
    saved(&house, &theirs, &[(1, 1)]).await;
    let their_customer = customer_id(&house, &theirs).await;
    for foreign in [their_customer.as_str(), &Uuid::from_u128(9).to_string()] {
        assert_refused(ask(&house, &ours, foreign).await, Code::NotFound, "CUSTOMER_NOT_FOUND");
    }
    assert_refused(ask(&house, &ours, "x").await, Code::InvalidArgument, "INVALID_FIELD");
    let request = pb::GetOrderGuideRequest { seller_id: theirs.seller(), customer_id: their_customer };
    let as_theirs = house.seller(ours.seller_id).get_order_guide(request.clone()).await.inner();
    assert_refused(as_theirs, Code::NotFound, "SELLER_NOT_FOUND");
    assert_eq!(house.tool().get_order_guide(request).await.inner().unwrap().types.len(), 1);
    let request = pb::DisconnectAllCustomersRequest { request_id: house.key(), seller_id: ours.seller() };
    let our_customer = customer_id(&house, &ours).await;
    house.seller(ours.seller_id).disconnect_all_customers(request).await.unwrap();
    assert_refused(ask(&house, &ours, &our_customer).await, Code::NotFound, "CUSTOMER_NOT_FOUND");
}
