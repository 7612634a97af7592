//! Orders placed at the same time: they share a transaction, and no more than that.

use diesel_async::SimpleAsyncConnection as _;
use futures_util::future::{join, join_all, join3};
use pishkhan_proto::orders::v1 as pb;
use pishkhan_testkit::eventually;
use tonic::{Code, Status};
use uuid::Uuid;

use crate::house::{House, Inner as _, Shop, assert_refused, customer_row};

/// A seller with two customers, each with an order.
struct Store {
    shop: Shop,
    customers: [String; 2],
}

impl Store {
    async fn open(house: &House) -> Self {
        let shop = house.shop(&[1_000]).await;
        house.import_customers(&shop, vec![customer_row(1, "C2", "the second customer")]).await;
        let first = house.place(&shop, &[(1, 1)]).await.customer.unwrap().customer_id;
        let request = pb::PlaceOrderRequest { customer_code: "C2".to_owned(), ..house.place_request(&shop, &[(1, 1)]) };
        let second = house.tool().place_order(request).await.inner().unwrap().order.unwrap().customer.unwrap();
        Self { shop, customers: [first, second.customer_id] }
    }

    fn request(&self, house: &House, customer_id: &str) -> pb::PlaceOrderRequest {
        let by_code = house.place_request(&self.shop, &[(1, 1)]);
        let client_order_id = format!("their {}", by_code.request_id);
        pb::PlaceOrderRequest {
            customer_id: customer_id.to_owned(),
            customer_code: String::new(),
            client_order_id,
            ..by_code
        }
    }
}

async fn place(house: &House, request: pb::PlaceOrderRequest) -> Result<pb::OrderSummary, Status> {
    house.tool().place_order(request).await.inner().map(|reply| reply.order.unwrap())
}

#[tokio::test]
async fn orders_at_once_are_each_exact() {
    let house = House::build().await;
    let stores = [Store::open(&house).await, Store::open(&house).await];
    let orders = 4;
    let mut rounds = 0;
    let shared = "(SELECT xmin::text FROM sales_order GROUP BY 1 HAVING count(*) > 1) AS shared";
    while house.db.db_count(shared).await == 0 {
        rounds += 1;
        assert!(rounds < 20, "no two were ever placed together");
        let asked: Vec<_> = stores
            .iter()
            .flat_map(|store| {
                store.customers.iter().flat_map(move |customer| (0..orders).map(move |_| (store, customer)))
            })
            .map(|(store, customer)| store.request(&house, customer))
            .collect();
        let placed = join_all(asked.into_iter().map(|request| place(&house, request))).await;
        let placed: Vec<_> = placed.into_iter().map(|placed| placed.expect("nothing stands against it")).collect();
        for store in &stores {
            let before = (rounds - 1) * orders + 1;
            for customer_id in &store.customers {
                let customers = placed.iter().filter_map(|order| order.customer.as_ref());
                let mut told: Vec<_> = customers
                    .filter(|customer| customer.customer_id == *customer_id)
                    .map(|customer| customer.open_orders)
                    .collect();
                told.sort_unstable();
                assert_eq!(told, (before + 1..=before + orders).collect::<Vec<_>>(), "each counts the ones before it");
            }
        }
    }
    let each = 2 * rounds * orders + 2;
    for Store { shop, .. } in &stores {
        let seller_id = shop.seller_id;
        let of_seller = |table: &str| format!("{table} WHERE seller_id = '{seller_id}'");
        assert_eq!(house.db.db_count(&of_seller("sales_order")).await, i64::from(each));
        let last = format!("{} AND last = {each}", of_seller("order_code_counter"));
        assert_eq!(house.db.db_count(&last).await, 1, "no gap in the codes");
        let told = ["audit_event", "idempotent_reply"].map(of_seller);
        assert_eq!(house.db.db_count(&format!("{} AND action = 'order.placed'", told[0])).await, i64::from(each));
        assert_eq!(house.db.db_count(&format!("{} AND operation = 'PlaceOrder'", told[1])).await, i64::from(each));
        let counts = house.counts(shop).await;
        assert_eq!((counts.all, counts.with_open_order), (2, 2));
        house.assert_sound(shop).await;
    }
}

/// A request that comes again, or names nobody, undoes or leaves its batch: the others do not notice.
#[tokio::test]
async fn what_cannot_be_placed_is_refused_alone() {
    let house = House::build().await;
    let store = Store::open(&house).await;
    for _ in 0..5 {
        let [first, second] = &store.customers;
        let known = store.request(&house, first);
        let order = place(&house, known.clone()).await.unwrap();
        let with_its_id =
            pb::PlaceOrderRequest { request_id: known.request_id.clone(), ..store.request(&house, second) };
        let unknown = store.request(&house, &Uuid::from_u128(5).to_string());
        let good =
            join_all([first, second, first, second].map(|customer| place(&house, store.request(&house, customer))));
        let bad = join(place(&house, with_its_id), place(&house, unknown));
        let (good, again, (reused, unknown)) = join3(good, place(&house, known), bad).await;
        assert!(good.iter().all(Result::is_ok), "{good:?}");
        assert_eq!(again.unwrap().order_id, order.order_id);
        assert_refused(reused, Code::FailedPrecondition, "IDEMPOTENCY_KEY_REUSED");
        assert_refused(unknown, Code::NotFound, "CUSTOMER_NOT_FOUND");
    }
    assert_eq!(house.db.db_count("sales_order").await, 2 + 5 * 5);
    assert_eq!(house.db.db_count("order_code_counter WHERE last = 27").await, 1, "no gap in the codes");
    house.assert_sound(&store.shop).await;
}

#[tokio::test]
async fn a_seller_that_is_locked_holds_up_no_other() {
    let house = House::build().await;
    let [locked, other] = [Store::open(&house).await, Store::open(&house).await];
    let mut holder = house.db.conn().await;
    for table in ["order_code_counter", "customer"] {
        let lock = format!("BEGIN; SELECT FROM {table} WHERE seller_id = '{}' FOR UPDATE", locked.shop.seller_id);
        holder.batch_execute(&lock).await.unwrap();
        let others = async {
            let others = other.customers.iter().cycle().take(6).map(|id| place(&house, other.request(&house, id)));
            let placed = join_all(others).await;
            assert!(placed.iter().all(Result::is_ok), "{placed:?}");
            let waiting = "pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
            eventually("the one waits", async || (house.db.db_count(waiting).await == 1).then_some(())).await;
            holder.batch_execute("COMMIT").await.unwrap();
        };
        let (one, ()) = join(place(&house, locked.request(&house, &locked.customers[0])), others).await;
        assert!(one.is_ok(), "{one:?}");
    }
    house.assert_sound(&locked.shop).await;
    house.assert_sound(&other.shop).await;
}
