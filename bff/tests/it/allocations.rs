//! How much the hot reads allocate between a service's answer and ours: the same on any machine, however busy it is.

use actix_web::{Responder as _, body::MessageBody as _, test::TestRequest};
use pishkhan_bff::{
    reply::Reply,
    wire::{
        catalogue::products::ProductsReply,
        customer::{CustomerListReply, PageNumber},
        order::OrderReply,
        order_list::OrderListReply,
        store_head::StoreHead,
        text::Lang,
    },
};
use pishkhan_memory::allocating;
use pishkhan_proto::{catalogue::v1 as catalogue, orders::v1 as orders};
use prost::Message;
use serde::Serialize;
use uuid::Uuid;

fn id(number: u128) -> String {
    Uuid::from_u128(number).to_string()
}

/// Bytes that are allocated while a service's answer is decoded and ours is written.
fn spent<M: Message + Default, R: Serialize>(answer: &M, reply: impl Fn(M) -> R) -> u64 {
    let bytes = answer.encode_to_vec();
    let request = TestRequest::default().to_http_request();
    let work = || {
        let decoded = M::decode(bytes.as_slice()).unwrap();
        Reply(reply(decoded)).respond_to(&request)
    };
    // The first one fills pools.
    drop(work());
    let (response, allocated) = allocating(work).unwrap();
    let length = response.into_body().try_into_bytes().ok().unwrap().len();
    println!("{allocated} bytes for {} received and {length} sent", bytes.len());
    allocated
}

fn products() -> catalogue::ListProductsResponse {
    let product_type = |product: u128, number: i32| catalogue::ProductType {
        type_id: id(product * 10),
        code: format!("P011-{number}"),
        name: "۷۰۰ گرم".to_owned(),
        unit: Some(catalogue::Unit { unit_id: id(1), name: "کارتن".to_owned(), numeric: false }),
        pieces_per_unit: 20,
        buy_price_toman: 63_000,
        sell_price_toman: 72_000,
        available: 120,
        active: true,
        row_order: number,
        version: 4,
        ..catalogue::ProductType::default()
    };
    let product = |number: u128| catalogue::Product {
        product_id: id(number),
        title: "اسپاگتی رشته‌ای".to_owned(),
        code: "P011".to_owned(),
        brand: Some(catalogue::Brand { brand_id: id(2), name: "زرخوشه".to_owned() }),
        image_urls: vec!["/images/products/P011.svg".to_owned()],
        types: (1..=3).map(|place| product_type(number, place)).collect(),
        ..catalogue::Product::default()
    };
    catalogue::ListProductsResponse { products: (1..=15).map(product).collect(), total_size: 2_000 }
}

fn customer(number: u128) -> orders::Customer {
    orders::Customer {
        customer_id: id(number),
        seller_id: id(3),
        title: "سوپرمارکت گلستان".to_owned(),
        mobile: "09121234567".to_owned(),
        landline: "02188776655".to_owned(),
        trade_type: "سوپرمارکت".to_owned(),
        shop_name: "گلستان".to_owned(),
        activity_area: "تهران، منطقه ۵".to_owned(),
        address: "تهران، خیابان ستارخان، کوچه ۱۲، پلاک ۴".to_owned(),
        open_orders: 1,
        code: "C001".to_owned(),
        ..orders::Customer::default()
    }
}

fn summary(number: u128) -> orders::OrderSummary {
    orders::OrderSummary {
        order_id: id(number),
        code: "1405-08-000123".to_owned(),
        status: orders::OrderStatus::Registered.into(),
        customer: Some(customer(7)),
        ..orders::OrderSummary::default()
    }
}

fn order() -> orders::Order {
    let line = |number: u128| orders::OrderLine {
        type_id: id(number * 10),
        product_id: id(number),
        product_title: "اسپاگتی رشته‌ای".to_owned(),
        type_name: "۷۰۰ گرم".to_owned(),
        unit_name: "کارتن".to_owned(),
        image_url: "/images/products/P011.svg".to_owned(),
        pieces_per_unit: 20,
        quantity: 3,
        unit_price_toman: 1_260_000,
        unit_sell_price_toman: 1_440_000,
        total_toman: 3_780_000,
    };
    orders::Order { summary: Some(summary(1)), lines: (1..=6).map(line).collect(), ..orders::Order::default() }
}

fn stocks() -> Vec<catalogue::TypeStock> {
    (1..=6).map(|number| catalogue::TypeStock { type_id: id(number * 10), available: 120 }).collect()
}

#[test]
fn hot_reads_allocate_no_more_than_they_did() {
    let page = PageNumber { page: 1, limit: 15 };
    let customers = orders::ListCustomersResponse {
        customers: (1..=10).map(customer).collect(),
        total_size: 300,
        ..Default::default()
    };
    let list = orders::ListCustomerOrdersResponse {
        orders: (1..=10).map(summary).collect(),
        total_size: 40,
        ..Default::default()
    };
    let found = [
        (
            "a page of products",
            spent(&products(), |found| ProductsReply::new(found, page, &StoreHead::default())),
            114_000,
        ),
        ("an order", spent(&order(), |found| OrderReply::new(found, stocks(), Lang::Fa)), 16_000),
        ("a customer's orders", spent(&list, |found| OrderListReply::new(found, Some(page), Lang::Fa)), 44_000),
        ("customers", spent(&customers, |found| CustomerListReply::new(found, page)), 26_000),
    ];
    for (what, spent, most) in found {
        assert!(spent <= most, "{what}: {spent} bytes, at most {most}");
    }
}
