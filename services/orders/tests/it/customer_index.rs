//! The index of customers that processes keep in memory: it never shows what the table does not.

use std::cell::RefCell;

use chrono::{DateTime, TimeDelta, Utc};
use diesel::{QueryableByName, sql_query, sql_types as sql};
use diesel_async::{AsyncPgConnection, RunQueryDsl as _, SimpleAsyncConnection as _};
use pishkhan_chassis::clock::Clock as _;
use pishkhan_orders::{
    app::{App, ListCustomers},
    domain::{CustomerCounts, CustomerFilter, CustomerSort, Span},
};
use pishkhan_testkit::noon;
use proptest::{
    collection::vec,
    option,
    prelude::*,
    sample::select,
    test_runner::{Config, TestRunner},
};
use uuid::Uuid;

use crate::house::House;

const TITLES: [&str; 4] = ["فروشگاه", "کیان", "فروشگاه کیان", "100%"];
const CUSTOMERS: usize = 8;

/// What happens to a seller's customers, or begins to happen where others do not see it until a commit.
#[derive(Debug, Clone)]
enum Event {
    Begin,
    Commit,
    /// A customer comes, or is called otherwise.
    Import {
        customer: usize,
        title: &'static str,
    },
    Disconnect {
        customer: usize,
    },
    /// It has ordered in this hour.
    Order {
        customer: usize,
        hour: i64,
    },
    /// Its open orders are registered.
    Register {
        customer: usize,
    },
    /// So many minutes go by.
    Wait(i64),
}

/// What is asked then, and of which process.
#[derive(Debug, Clone)]
struct Question {
    process: usize,
    filter: CustomerFilter,
    sort: CustomerSort,
    skip: u32,
    limit: usize,
}

fn hour(hour: i64) -> DateTime<Utc> {
    noon() + TimeDelta::hours(hour)
}

fn event() -> impl Strategy<Value = Event> {
    let customer = 0..CUSTOMERS;
    prop_oneof![
        1 => Just(Event::Begin),
        2 => Just(Event::Commit),
        4 => (customer.clone(), select(&TITLES[..])).prop_map(|(customer, title)| Event::Import { customer, title }),
        1 => customer.clone().prop_map(|customer| Event::Disconnect { customer }),
        4 => (customer.clone(), 0_i64..4).prop_map(|(customer, hour)| Event::Order { customer, hour }),
        2 => customer.prop_map(|customer| Event::Register { customer }),
        1 => (1_i64..11).prop_map(Event::Wait),
    ]
}

fn question() -> impl Strategy<Value = Question> {
    let span = (option::of(0_i64..4), option::of(0_i64..4));
    let span = span.prop_map(|(start, end)| Span { start: start.map(hour), end: end.map(hour) });
    let search = select(vec!["ف", "کیان", "%", "x"]).prop_map(str::to_owned);
    let filter = (option::of(span), option::of(search), option::of(any::<bool>()));
    let sort = select(vec![CustomerSort::Recent, CustomerSort::Silent]);
    (0_usize..2, filter, sort, select(vec![0, 1, 3, 100]), 1_usize..5).prop_map(
        |(process, (last_order, search, has_open_order), sort, skip, limit)| {
            let filter = CustomerFilter { last_order, search, has_open_order };
            Question { process, filter, sort, skip, limit }
        },
    )
}

#[derive(QueryableByName)]
struct Row {
    #[diesel(sql_type = sql::Uuid)]
    customer_id: Uuid,
    #[diesel(sql_type = sql::Bool)]
    has_open_order: bool,
}

struct Table {
    house: House,
    processes: [App; 2],
    seller_id: Uuid,
    conn: AsyncPgConnection,
    writing: AsyncPgConnection,
}

impl Table {
    async fn make() -> Self {
        let house = House::build().await;
        let process = || App::new(house.db.db(), house.clock.clone(), house.link.clone(), house.terms.clone());
        let processes = [process(), process()];
        let (conn, writing) = (house.db.conn().await, house.db.conn().await);
        Self { house, processes, seller_id: Uuid::nil(), conn, writing }
    }

    async fn happens(&mut self, event: &Event) {
        let of = |customer: &usize| format!("WHERE seller_id = '{}' AND code = 'C{customer}'", self.seller_id);
        let statement = match event {
            Event::Begin => "BEGIN".to_owned(),
            Event::Commit => "COMMIT".to_owned(),
            Event::Import { customer, title } => format!(
                "INSERT INTO customer (seller_id, customer_id, code, title, title_folded, mobile, landline, trade_type, \
                   shop_name, activity_area, address, connected, open_orders, created_at) \
                 VALUES ('{}', gen_random_uuid(), 'C{customer}', '{title}', '{title}', '09121111111', '', '', '', '', '', \
                   true, 0, now()) \
                 ON CONFLICT (seller_id, code) DO UPDATE SET title = excluded.title, \
                   title_folded = excluded.title_folded, connected = true",
                self.seller_id
            ),
            Event::Disconnect { customer } => format!("UPDATE customer SET connected = false {}", of(customer)),
            Event::Order { customer, hour: at } => format!(
                "UPDATE customer SET last_order_at = greatest(last_order_at, '{}'), open_orders = open_orders + 1 {}",
                hour(*at),
                of(customer)
            ),
            Event::Register { customer } => format!("UPDATE customer SET open_orders = 0 {}", of(customer)),
            Event::Wait(minutes) => return self.house.clock.advance(TimeDelta::minutes(*minutes)),
        };
        self.writing.batch_execute(&statement).await.expect("it can be done");
    }

    async fn assert_answers(&mut self, question: &Question) {
        let Question { process, filter, sort, skip, limit } = question;
        let direction = if *sort == CustomerSort::Silent { "ASC" } else { "DESC" };
        let CustomerFilter { last_order, search, has_open_order } = filter;
        let Span { start, end } = last_order.unwrap_or_default();
        let bound = |at: Option<DateTime<Utc>>, open: &str| at.map_or_else(|| open.to_owned(), |at| at.to_string());
        let query = format!(
            "SELECT customer_id, open_orders > 0 AS has_open_order FROM customer \
             WHERE seller_id = '{}' AND connected AND strpos(title_folded, '{}') > 0 \
               AND (last_order_at IS NOT NULL OR NOT {}) AND coalesce(last_order_at, 'epoch') >= '{}' \
               AND coalesce(last_order_at, 'epoch') < '{}' \
             ORDER BY coalesce(last_order_at, 'epoch') {direction}, customer_id {direction}",
            self.seller_id,
            search.as_deref().unwrap_or_default(),
            last_order.is_some(),
            bound(start, "-infinity"),
            bound(end, "infinity"),
        );
        let all: Vec<Row> = sql_query(query).load(&mut self.conn).await.expect("the table can be read");
        let count = |count: usize| i64::try_from(count).expect("it is small");
        let with_open_order = count(all.iter().filter(|row| row.has_open_order).count());
        let expected: Vec<Uuid> = all
            .iter()
            .filter(|row| has_open_order.is_none_or(|wanted| wanted == row.has_open_order))
            .skip(usize::try_from(*skip).expect("it is small"))
            .take(*limit)
            .map(|row| row.customer_id)
            .collect();
        let (seller_id, filter, after) = (self.seller_id, filter.clone(), None);
        let list = ListCustomers { seller_id, filter, sort: *sort, after, skip: *skip, limit: *limit };
        let page = self.processes[*process].list_customers(list).await.expect("they are listed");
        let found: Vec<Uuid> = page.customers.iter().map(|customer| customer.customer_id).collect();
        assert_eq!(found, expected, "{question:?}");
        // Of an unfiltered first page they come from a counter that these events do not keep.
        if last_order.is_some() || search.is_some() || *skip == 100 {
            assert_eq!(page.counts, CustomerCounts { all: count(all.len()), with_open_order }, "{question:?}");
        }
    }
}

#[test]
fn whatever_happens_each_process_lists_what_the_table_has() {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    let table = RefCell::new(runtime.block_on(Table::make()));
    let config = Config { cases: 32, max_shrink_iters: 100, failure_persistence: None, ..Config::default() };
    let outcome = TestRunner::new(config).run(&vec((event(), question()), 1..32), |steps| {
        let mut table = table.borrow_mut();
        runtime.block_on(async {
            table.happens(&Event::Commit).await;
            table.seller_id = table.house.clock.new_id();
            for (event, question) in &steps {
                table.happens(event).await;
                table.assert_answers(question).await;
            }
        });
        Ok(())
    });
    let _runtime = runtime.enter();
    drop(table);
    outcome.unwrap();
}
