//! The list of all customers' orders, beside what filtering and sorting every order by hand gives.

use std::{fmt::Write as _, ops::RangeInclusive};

use chrono::{DateTime, TimeDelta, Utc};
use pishkhan_chassis::parse::timestamp;
use pishkhan_proto::orders::v1::{self as pb, OrderStatus};
use pishkhan_testkit::noon;
use tonic::Code;
use uuid::Uuid;

use crate::house::{House, Inner as _, Shop, assert_refused, customer_row};

const AREAS: [&str; 3] = ["east", "south", ""];
/// Of each area one, and one of the first area whose shop is gone.
const CUSTOMERS: usize = 4;
const TYPES: [u128; 3] = [1, 2, 3];
const STATUSES: [OrderStatus; 3] = [OrderStatus::Open, OrderStatus::Registered, OrderStatus::Cancelled];

/// An order as it was written into the tables.
struct Written {
    order_id: Uuid,
    customer: usize,
    at: DateTime<Utc>,
    status: OrderStatus,
    deleted: bool,
    types: Vec<u128>,
}

/// A shop whose customers are in several areas, and their ids.
async fn areas(house: &House) -> (Shop, Vec<String>) {
    let shop = house.shop(&[]).await;
    let rows = (2..).zip(0..CUSTOMERS).map(|(row, number)| pb::CustomerRow {
        activity_area: AREAS[number % AREAS.len()].to_owned(),
        ..customer_row(row, &format!("A{number}"), &format!("customer {number}"))
    });
    let report = house.import_customers(&shop, rows.collect()).await;
    assert_eq!(report.problems, []);
    let list = pb::ListCustomersRequest { seller_id: shop.seller(), page_size: 100, ..Default::default() };
    let mut customers = house.tool().list_customers(list).await.inner().unwrap().customers;
    customers.sort_by(|one, other| one.code.cmp(&other.code));
    let ids: Vec<String> =
        customers.into_iter().filter(|one| one.code.starts_with('A')).map(|one| one.customer_id).collect();
    let gone = format!("UPDATE customer SET connected = false WHERE customer_id = '{}'", ids[CUSTOMERS - 1]);
    house.db.db_execute(&gone).await;
    (shop, ids)
}

/// So many orders, of every kind, several of them made at the same instant.
fn orders(count: usize) -> Vec<Written> {
    let status = |number: usize| STATUSES[[0, 1, 1, 2, 1][number % 5]];
    (0..count)
        .map(|number| Written {
            order_id: Uuid::from_u128(0x0199_0000_0000_7000_8000_0000_0000_0000 + (number as u128 * 7919) % 1_000_003),
            customer: number % CUSTOMERS,
            at: noon() - TimeDelta::hours(i64::try_from(number / 3).unwrap()),
            status: status(number),
            deleted: status(number) != OrderStatus::Registered && number % 7 == 3,
            types: TYPES.into_iter().filter(|kind| (number as u128).is_multiple_of(kind + 1)).collect(),
        })
        .collect()
}

async fn write(house: &House, shop: &Shop, customers: &[String], orders: &[Written]) {
    let seller = shop.seller();
    let mut statements = String::new();
    for Written { order_id, customer, at, status, deleted, types } in orders {
        let (number, registered) = (*status as i32 - 1, i32::from(*status != OrderStatus::Open));
        let at = at.to_rfc3339();
        write!(
            statements,
            "INSERT INTO sales_order (seller_id, order_id, customer_id, code, status, reopened, version, revision, \
               last_revision_sent, created_at, registered_at, cancelled_at, deleted_at, delivery_approximate, \
               tax_basis_points, shipping_toman, seller_title, grand_toman, customer_note, seller_note) \
             VALUES ('{seller}', '{order_id}', '{}', '{order_id}', {number}, false, 1, {registered}, {registered}, \
               '{at}', CASE WHEN {registered} = 1 THEN timestamptz '{at}' END, \
               CASE WHEN {number} = 2 THEN timestamptz '{at}' END, CASE WHEN {deleted} THEN timestamptz '{at}' END, \
               false, 0, 0, 'the seller', 1000, '', '');",
            customers[*customer]
        )
        .unwrap();
        for (position, kind) in (1..).zip(types) {
            write!(
                statements,
                "INSERT INTO order_line (seller_id, order_id, position, type_id, product_id, product_title, type_name, \
                   unit_name, image_url, pieces_per_unit, quantity, unit_price_toman, unit_sell_price_toman) \
                 VALUES ('{seller}', '{order_id}', {position}, '{}', '{}', 'product', 'type', 'carton', '', 1, {}, 1, 1);",
                Uuid::from_u128(*kind),
                Uuid::nil(),
                position + 1,
            )
            .unwrap();
        }
    }
    house.db.db_execute(&statements).await;
}

/// What is asked of the list, in places of the constants above.
#[derive(Debug, Clone, Copy)]
struct Question {
    status: Option<OrderStatus>,
    /// Hours before the last order: from the first, and until the second, exclusive.
    hours: Option<(i64, i64)>,
    types: &'static [u128],
    area: Option<&'static str>,
    customer: Option<usize>,
}

impl Question {
    fn all() -> impl Iterator<Item = Self> {
        let statuses = std::iter::once(None).chain(STATUSES.map(Some));
        let types: [&[u128]; 4] = [&[], &[2], &[1, 3], &[9]];
        let narrow = types.into_iter().flat_map(|types| {
            let areas = [None, Some("east"), Some("nowhere")];
            areas.into_iter().flat_map(move |area| [None, Some(1), Some(3)].map(|customer| (types, area, customer)))
        });
        let narrow: Vec<_> = narrow.collect();
        statuses.flat_map(move |status| {
            let narrow = narrow.clone();
            [None, Some((12, 3))].into_iter().flat_map(move |hours| {
                narrow.clone().into_iter().map(move |(types, area, customer)| Self {
                    status,
                    hours,
                    types,
                    area,
                    customer,
                })
            })
        })
    }

    fn span(&self) -> Option<(DateTime<Utc>, DateTime<Utc>)> {
        self.hours.map(|(from, until)| (noon() - TimeDelta::hours(from), noon() - TimeDelta::hours(until)))
    }

    fn request(&self, shop: &Shop, customers: &[String], page_size: i32) -> pb::ListOrdersRequest {
        let created = self
            .span()
            .map(|(from, until)| pb::TimeSpan { start_time: Some(timestamp(from)), end_time: Some(timestamp(until)) });
        pb::ListOrdersRequest {
            seller_id: shop.seller(),
            page_size,
            created,
            status: self.status.unwrap_or_default().into(),
            type_ids: self.types.iter().map(|kind| Uuid::from_u128(*kind).to_string()).collect(),
            activity_area: self.area.unwrap_or_default().to_owned(),
            customer_id: self.customer.map(|place| customers[place].clone()).unwrap_or_default(),
            ..Default::default()
        }
    }

    /// What the list has to be.
    fn answer(&self, orders: &[Written]) -> Vec<String> {
        let matches = |order: &&Written| {
            !order.deleted
                && self.status.is_none_or(|status| order.status == status)
                && self.span().is_none_or(|(from, until)| from <= order.at && order.at < until)
                && (self.types.is_empty() || self.types.iter().any(|kind| order.types.contains(kind)))
                && self.area.is_none_or(|area| AREAS[order.customer % AREAS.len()] == area)
                && self.customer.is_none_or(|customer| order.customer == customer)
        };
        let mut found: Vec<&Written> = orders.iter().filter(matches).collect();
        found.sort_by_key(|order| std::cmp::Reverse((order.at, order.order_id)));
        found.into_iter().map(|order| order.order_id.to_string()).collect()
    }

    fn is_counted(&self) -> bool {
        self.types.is_empty() && self.area.is_none() && self.customer.is_none()
    }
}

/// What makes a request a wrong one.
type Change<'a> = &'a dyn Fn(&mut pb::ListOrdersRequest);

async fn list(house: &House, request: pb::ListOrdersRequest) -> pb::ListOrdersResponse {
    let seller_id = request.seller_id.parse().unwrap();
    house.seller(seller_id).list_orders(request).await.inner().unwrap()
}

fn ids(orders: &[pb::OrderSummary]) -> Vec<String> {
    orders.iter().map(|order| order.order_id.clone()).collect()
}

/// The list from page to page.
async fn walked(house: &House, mut request: pb::ListOrdersRequest) -> Vec<String> {
    let mut found = Vec::new();
    loop {
        let page = list(house, request.clone()).await;
        assert!(page.orders.len() <= usize::try_from(request.page_size).unwrap());
        found.extend(ids(&page.orders));
        if page.next_page_token.is_empty() {
            return found;
        }
        request.page_token = page.next_page_token;
    }
}

#[tokio::test]
async fn every_filter_finds_what_looking_at_each_order_does() {
    let house = House::build().await;
    let (shop, customers) = areas(&house).await;
    let all = orders(60);
    write(&house, &shop, &customers, &all).await;
    // Another seller's orders, of the same types and areas.
    let (other, others) = areas(&house).await;
    let theirs: Vec<_> = orders(20)
        .into_iter()
        .map(|order| Written { order_id: Uuid::from_u128(order.order_id.as_u128() ^ 1 << 100), ..order })
        .collect();
    write(&house, &other, &others, &theirs).await;

    let mut found = 0;
    for (question, page_size) in Question::all().zip([100, 7, 2].into_iter().cycle()) {
        let wanted = question.answer(&all);
        let request = question.request(&shop, &customers, page_size);
        assert_eq!(walked(&house, request.clone()).await, wanted, "{question:?}");
        let skip = wanted.len() / 2;
        let skipped = list(&house, pb::ListOrdersRequest { skip: i32::try_from(skip).unwrap(), ..request }).await;
        let rest: Vec<_> = wanted.iter().skip(skip).take(usize::try_from(page_size).unwrap()).cloned().collect();
        assert_eq!(ids(&skipped.orders), rest, "{question:?}");
        assert_eq!(skipped.counts.is_some(), question.is_counted(), "{question:?}");
        found += wanted.len();
    }
    assert!(found > 500, "most questions have an answer");

    let question = Question { status: None, hours: Some((12, 3)), types: &[], area: None, customer: None };
    let counts = list(&house, question.request(&shop, &customers, 1)).await.counts.unwrap();
    let of = |status| i64::try_from(Question { status, ..question }.answer(&all).len()).unwrap();
    assert_eq!((counts.all, counts.open), (Some(of(None)), Some(of(Some(OrderStatus::Open)))));
    assert_eq!(counts.registered, Some(of(Some(OrderStatus::Registered))));
    assert_eq!(counts.cancelled, Some(of(Some(OrderStatus::Cancelled))));

    let whole = list(&house, question.request(&shop, &customers, 100)).await.orders;
    let first = whole.iter().find(|order| order.status() == OrderStatus::Cancelled).unwrap();
    assert_eq!((first.seller_title.as_str(), first.grand_toman), ("the seller", 1000));
    assert!(first.customer.as_ref().unwrap().title.starts_with("customer "));
}

/// Orders of one customer and type, one each second, written at once.
async fn write_many(house: &House, shop: &Shop, customer: &str, kind: u128, numbers: RangeInclusive<usize>) {
    let seller = shop.seller();
    let id = "('0199d000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid";
    let kind = Uuid::from_u128(kind);
    let all = format!("generate_series({}, {}) AS n", numbers.start(), numbers.end());
    house
        .db
        .db_execute(&format!(
            "INSERT INTO sales_order (seller_id, order_id, customer_id, code, status, reopened, version, revision, \
               last_revision_sent, created_at, delivery_approximate, tax_basis_points, shipping_toman, seller_title, \
               grand_toman, customer_note, seller_note) \
             SELECT '{seller}', {id}, '{customer}', 'M' || n, 0, false, 1, 0, 0, timestamptz '2026-11-01' + n * interval '1 s', \
               false, 0, 0, 'the seller', 1000, '', '' FROM {all}; \
             INSERT INTO order_line (seller_id, order_id, position, type_id, product_id, product_title, type_name, \
               unit_name, image_url, pieces_per_unit, quantity, unit_price_toman, unit_sell_price_toman) \
             SELECT '{seller}', {id}, 1, '{kind}', '{kind}', 'p', 't', 'u', '', 1, 1, 1, 1 FROM {all}"
        ))
        .await;
}

#[tokio::test]
async fn more_than_a_thousand_are_not_counted_and_are_found_all_the_same() {
    let house = House::build().await;
    let (shop, customers) = areas(&house).await;
    write_many(&house, &shop, &customers[0], 1, 1..=1_000).await;
    let all = Question { status: None, hours: None, types: &[], area: None, customer: None };
    let counts = list(&house, all.request(&shop, &customers, 1)).await.counts.unwrap();
    assert_eq!((counts.all, counts.open, counts.cancelled), (Some(1_000), Some(1_000), Some(0)));

    house.db.db_execute("DELETE FROM sales_order").await;
    write_many(&house, &shop, &customers[0], 1, 1..=1_001).await;
    let counts = list(&house, all.request(&shop, &customers, 1)).await.counts.unwrap();
    assert_eq!((counts.all, counts.open, counts.cancelled), (None, None, Some(0)));
    let narrow: [Question; 3] = [
        Question { types: &[1], ..all },
        Question { area: Some("east"), ..all },
        Question { customer: Some(0), ..all },
    ];
    let every = walked(&house, all.request(&shop, &customers, 100)).await;
    assert_eq!(every.len(), 1_001);
    // Behind more than are looked through first.
    write_many(&house, &shop, &customers[1], 2, 1_002..=1_600).await;
    for question in narrow {
        assert_eq!(walked(&house, question.request(&shop, &customers, 100)).await, every, "{question:?}");
    }
    let newer = Question { types: &[2], ..all };
    assert_eq!(walked(&house, newer.request(&shop, &customers, 100)).await.len(), 599);
    let none = Question { types: &[3], ..all };
    assert_eq!(walked(&house, none.request(&shop, &customers, 100)).await, Vec::<String>::new());
}

#[tokio::test]
async fn what_makes_no_sense_or_is_another_sellers_is_named() {
    let house = House::build().await;
    let (shop, customers) = areas(&house).await;
    write(&house, &shop, &customers, &orders(3)).await;
    let (other, _) = areas(&house).await;
    let ask = |change: &dyn Fn(&mut pb::ListOrdersRequest)| {
        let mut request = pb::ListOrdersRequest { seller_id: shop.seller(), ..Default::default() };
        change(&mut request);
        let mut client = house.seller(shop.seller_id);
        async move { client.list_orders(request).await.inner() }
    };
    assert_eq!(ask(&|_| {}).await.unwrap().orders.len(), 3);
    let wrong: [(&str, Change<'_>); 8] = [
        ("seller_id", &|r| "x".clone_into(&mut r.seller_id)),
        ("type_ids", &|r| r.type_ids = vec!["x".to_owned()]),
        ("type_ids", &|r| r.type_ids = vec![Uuid::nil().to_string(); 501]),
        ("customer_id", &|r| "x".clone_into(&mut r.customer_id)),
        ("status", &|r| r.status = 4),
        ("activity_area", &|r| r.activity_area = "ا".repeat(101)),
        ("skip", &|r| r.skip = -1),
        ("page_token", &|r| "%%".clone_into(&mut r.page_token)),
    ];
    for (field, change) in wrong {
        let refused = ask(change).await;
        let status = refused.as_ref().unwrap_err();
        assert!(status.message().contains(field), "{field}: {status:?}");
        assert_refused(refused, Code::InvalidArgument, "INVALID_FIELD");
    }
    assert_refused(ask(&|r| r.seller_id = other.seller()).await, Code::NotFound, "SELLER_NOT_FOUND");
    // Of the other seller's customers this one has no order.
    let mine = customers[0].clone();
    let theirs = pb::ListOrdersRequest { seller_id: other.seller(), customer_id: mine, ..Default::default() };
    assert_eq!(list(&house, theirs).await.orders, []);
}

#[tokio::test]
async fn areas_are_told_once_those_of_connected_customers_alone() {
    let house = House::build().await;
    let (shop, customers) = areas(&house).await;
    let told = async |of: &Shop| {
        let request = pb::ListActivityAreasRequest { seller_id: of.seller() };
        house.seller(of.seller_id).list_activity_areas(request).await.inner().unwrap().activity_areas
    };
    let others = house.shop(&[]).await;
    // The first customer of each shop is in an area that its row names.
    let own = customer_row(1, "C1", "").activity_area;
    let with = |areas: &[&str]| {
        let mut all: Vec<String> = areas.iter().map(|area| (*area).to_owned()).chain([own.clone()]).collect();
        all.retain(|area| !area.is_empty());
        all.sort();
        all
    };
    let sorted = |mut areas: Vec<String>| {
        areas.sort();
        areas
    };
    assert_eq!(sorted(told(&shop).await), with(&["east", "south"]));
    assert_eq!(sorted(told(&others).await), with(&[]));
    let gone = format!("UPDATE customer SET connected = false WHERE customer_id = '{}'", customers[1]);
    house.db.db_execute(&gone).await;
    assert_eq!(sorted(told(&shop).await), with(&["east"]));
    let request = pb::ListActivityAreasRequest { seller_id: others.seller() };
    assert_refused(
        house.seller(shop.seller_id).list_activity_areas(request).await.inner(),
        Code::NotFound,
        "SELLER_NOT_FOUND",
    );
}
