//! A year of orders, planned from a fixed seed: who orders what, when, and what becomes of it.

use anyhow::Context as _;
use chrono::{DateTime, Datelike as _, NaiveDate, TimeDelta, Utc, Weekday};
use pishkhan_chassis::{digits, parse};
use pishkhan_proto::{
    catalogue::v1::ProductRow,
    orders::v1::{CustomerRow, NewLine, OrderStatus, PastOrder},
};
use rand::{Rng, RngExt as _, SeedableRng as _, seq::IndexedRandom as _};
use rand_chacha::ChaCha8Rng;

use super::data::Names;

/// Tehran's clock is this far ahead of UTC, all year.
pub const TEHRAN: TimeDelta = TimeDelta::minutes(210);

/// Orders out of a hundred that are open, and that are cancelled; the rest are registered.
const OPEN_PERCENT: usize = 5;
const CANCELLED_PERCENT: usize = 9;
/// One product in five makes this share of the sales, in percent.
const BEST_SELLERS: usize = 5;
const BEST_SELLERS_SHARE: u32 = 70;
/// Open orders are from the last days.
const OPEN_FOR: TimeDelta = TimeDelta::days(12);
/// Of the working day, in minutes after midnight: the first and the last order.
const FIRST_MINUTE: i64 = 8 * 60;
const LAST_MINUTE: i64 = 19 * 60;
/// The fixture of the rules: type codes and quantities.
const WORKED_ORDER: [(&str, i64); 3] = [("P011-2", 3), ("P016-2", 2), ("P032-2", 10)];

/// Something to order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Good {
    /// The seller's code of the type.
    pub type_code: String,
    /// The seller's code of the product.
    pub product_code: String,
    /// Tomans for one selling unit.
    pub unit_price: i64,
    /// What can be sold in the end.
    pub stock: i64,
}

/// What a plan is made from.
pub struct Inputs<'a> {
    /// The same seed plans the same orders.
    pub seed: u64,
    /// The present.
    pub now: DateTime<Utc>,
    /// How far back orders go.
    pub span: TimeDelta,
    /// Days without orders, Fridays among them.
    pub holidays: &'a [NaiveDate],
    /// How many orders.
    pub count: usize,
    /// What there is to order, best sellers anywhere.
    pub products: &'a [Good],
    /// Least amount of an order, tomans.
    pub min_order_toman: i64,
    /// Least selling units of an order.
    pub min_packages: i64,
    /// Who orders.
    pub customers: &'a [CustomerRow],
    /// Notes and what kinds of shops buy.
    pub names: &'a Names,
    /// Whether the fixture of the rules is the first customer's newest order.
    pub worked_order: bool,
}

/// The goods of a product file.
pub fn goods(rows: &[ProductRow]) -> anyhow::Result<Vec<Good>> {
    let number = |text: &str| -> anyhow::Result<i64> {
        digits::to_latin(text).parse().with_context(|| format!("{text} is no number"))
    };
    rows.iter()
        .map(|row| {
            Ok(Good {
                type_code: row.type_code.clone(),
                product_code: row.product_code.clone(),
                unit_price: number(&row.buy_price)? * number(&row.pieces_per_unit)?,
                stock: number(&row.stock)?,
            })
        })
        .collect()
}

/// The orders, oldest first.
pub fn orders(inputs: &Inputs<'_>) -> Vec<PastOrder> {
    let mut random = ChaCha8Rng::seed_from_u64(inputs.seed);
    let days = working_days(inputs);
    let (best, rest) = split(inputs.products);
    let open = inputs.count * OPEN_PERCENT / 100;
    let cancelled = inputs.count * CANCELLED_PERCENT / 100;
    let mut planned: Vec<PastOrder> = (0..inputs.count)
        .filter_map(|place| {
            let status = match place {
                place if place < open => OrderStatus::Open,
                place if place < open + cancelled => OrderStatus::Cancelled,
                _ => OrderStatus::Registered,
            };
            order(inputs, place, status, &days, (&best, &rest), &mut random)
        })
        .collect();
    if inputs.worked_order {
        planned.extend(worked_order(inputs));
    }
    planned.sort_by_key(|order| order.create_time.map(|time| (time.seconds, time.nanos)));
    planned
}

/// Days on which the shops order: Saturday to Thursday, no holidays, today included.
fn working_days(inputs: &Inputs<'_>) -> Vec<NaiveDate> {
    let today = (inputs.now + TEHRAN).date_naive();
    let first = (inputs.now - inputs.span + TEHRAN).date_naive();
    first
        .iter_days()
        .take_while(|day| *day <= today)
        .filter(|day| day.weekday() != Weekday::Fri && !inputs.holidays.contains(day))
        .collect()
}

/// One product in five, with all its types, and the others.
fn split(goods: &[Good]) -> (Vec<&Good>, Vec<&Good>) {
    let mut products: Vec<&str> = goods.iter().map(|good| good.product_code.as_str()).collect();
    products.dedup();
    // Spread over the file, so that they are of every kind.
    let best: Vec<&str> = products.into_iter().skip(2).step_by(BEST_SELLERS).collect();
    goods.iter().partition(|good| best.contains(&good.product_code.as_str()))
}

fn order(
    inputs: &Inputs<'_>,
    place: usize,
    status: OrderStatus,
    days: &[NaiveDate],
    goods: (&[&Good], &[&Good]),
    random: &mut impl Rng,
) -> Option<PastOrder> {
    let created = instant(inputs, status, days, random)?;
    // Some shops order every week, others twice a year.
    let customer = part_of(inputs.customers.len(), random.random::<f64>().powi(2));
    let customer = inputs.customers.get(customer)?;
    let trade = inputs.names.trade_types.iter().find(|trade| trade.name == customer.trade_type);
    let size = trade.map_or(1.0, |trade| trade.order_size);
    let mut lines: Vec<NewLine> = Vec::new();
    for _ in 0..random.random_range(2..=6) {
        let pool = if random.random_range(0..100) < BEST_SELLERS_SHARE { goods.0 } else { goods.1 };
        let good = pool.choose(random)?;
        let worth = random.random_range(1_500_000.0..7_500_000.0) * size;
        let wanted = units_for(worth, good.unit_price);
        // An open order is one that can still be registered.
        let quantity = if status == OrderStatus::Open { wanted.min(good.stock / 6).max(1) } else { wanted };
        let scarce = status == OrderStatus::Open && good.stock < 6;
        if !scarce && lines.iter().all(|line| line.type_code != good.type_code) {
            lines.push(NewLine { type_id: String::new(), type_code: good.type_code.clone(), quantity });
        }
    }
    raise_to_minimum(inputs, &mut lines);
    let noted = |percent: u32, notes: &[String], random: &mut dyn Rng| -> Option<String> {
        (random.random_range(0..100) < percent).then(|| notes.choose(random).cloned()).flatten()
    };
    let settled = match status {
        OrderStatus::Registered | OrderStatus::Cancelled => {
            let later = created + TimeDelta::minutes(random.random_range(5..180));
            Some(later.min(inputs.now))
        }
        OrderStatus::Open | OrderStatus::Unspecified => None,
    };
    Some(PastOrder {
        client_order_id: format!("demo-{place:05}"),
        customer_code: customer.customer_code.clone(),
        lines,
        create_time: Some(parse::timestamp(created)),
        status: status.into(),
        settle_time: settled.map(parse::timestamp),
        customer_note: noted(20, &inputs.names.buyer_notes, random).unwrap_or_default(),
        seller_note: noted(12, &inputs.names.seller_notes, random).unwrap_or_default(),
    })
    .filter(|order| !order.lines.is_empty())
}

/// The place that lies at `share` (0 to 1) of `count`.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "a demo has few of anything, and a share is never negative"
)]
fn part_of(count: usize, share: f64) -> usize {
    (count as f64 * share) as usize
}

/// How many selling units are worth about so many tomans.
#[expect(clippy::cast_possible_truncation, clippy::cast_precision_loss, reason = "prices are far below 2^52 tomans")]
fn units_for(worth: f64, unit_price: i64) -> i64 {
    ((worth / unit_price as f64).round() as i64).clamp(1, 20)
}

/// Raises the first line until the order reaches what the seller asks for.
fn raise_to_minimum(inputs: &Inputs<'_>, lines: &mut [NewLine]) {
    let price = |line: &NewLine| {
        inputs.products.iter().find(|good| good.type_code == line.type_code).map_or(0, |good| good.unit_price)
    };
    let packages: i64 = lines.iter().map(|line| line.quantity).sum();
    let amount: i64 = lines.iter().map(|line| line.quantity * price(line)).sum();
    if let Some(first) = lines.first_mut() {
        let for_packages = (inputs.min_packages - packages).max(0);
        let missing = (inputs.min_order_toman - amount).max(0);
        let for_amount = missing.checked_div(price(first)).map_or(0, |units| units + i64::from(missing > 0));
        first.quantity += for_packages.max(for_amount);
    }
}

/// When an order was made: in working hours, never in the future, a little more often of late.
fn instant(
    inputs: &Inputs<'_>,
    status: OrderStatus,
    days: &[NaiveDate],
    random: &mut impl Rng,
) -> Option<DateTime<Utc>> {
    let oldest_open = (inputs.now - OPEN_FOR + TEHRAN).date_naive();
    let recent = days.partition_point(|day| *day < oldest_open);
    let from = if status == OrderStatus::Open { recent } else { 0 };
    let candidates = days.get(from..).filter(|days| !days.is_empty())?;
    let place = part_of(candidates.len(), random.random::<f64>().powf(0.85));
    let day = candidates.get(place.min(candidates.len() - 1))?;
    let midnight = day.and_hms_opt(0, 0, 0)?.and_utc() - TEHRAN;
    let minute = random.random_range(FIRST_MINUTE..LAST_MINUTE);
    let made = midnight + TimeDelta::minutes(minute) + TimeDelta::seconds(random.random_range(0..60));
    // This morning's future: a moment ago instead.
    Some(if made < inputs.now { made } else { inputs.now - TimeDelta::minutes(random.random_range(1..60)) })
}

/// The fixture, as the first customer's newest order.
fn worked_order(inputs: &Inputs<'_>) -> Option<PastOrder> {
    let line = |(code, quantity): (&str, i64)| NewLine { type_id: String::new(), type_code: code.to_owned(), quantity };
    Some(PastOrder {
        client_order_id: "demo-worked".to_owned(),
        customer_code: inputs.customers.first()?.customer_code.clone(),
        lines: WORKED_ORDER.map(line).into(),
        create_time: Some(parse::timestamp(inputs.now - TimeDelta::seconds(30))),
        status: OrderStatus::Open.into(),
        settle_time: None,
        customer_note: inputs.names.buyer_notes.first().cloned().unwrap_or_default(),
        seller_note: String::new(),
    })
}

#[cfg(test)]
mod tests {
    use std::{collections::HashMap, path::Path};

    use super::*;
    use crate::{
        import,
        seed::{data::Data, names, prices},
    };

    fn at(text: &str) -> DateTime<Utc> {
        text.parse().unwrap()
    }

    struct Demo {
        data: Data,
        goods: Vec<Good>,
        customers: Vec<CustomerRow>,
    }

    impl Demo {
        fn read() -> Self {
            let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../deploy/demo");
            let data = Data::read(&dir).unwrap();
            let goods = goods(&import::demo_products(&dir.join("products.csv"), |_| String::new()).unwrap()).unwrap();
            let mut customers = import::demo_customers(&dir.join("customers.csv")).unwrap();
            names::grow(&mut customers, 180, &data.names).unwrap();
            Self { data, goods, customers }
        }

        fn plan(&self, now: &str) -> Vec<PastOrder> {
            orders(&Inputs {
                seed: 1,
                now: at(now),
                span: TimeDelta::days(396),
                holidays: &["2026-11-13".parse().unwrap(), "2026-11-10".parse().unwrap()],
                count: 1_400,
                products: &self.goods,
                min_order_toman: 2_000_000,
                min_packages: 2,
                customers: &self.customers,
                names: &self.data.names,
                worked_order: true,
            })
        }
    }

    #[test]
    fn the_same_day_plans_the_same_orders() {
        let demo = Demo::read();
        assert_eq!(demo.customers.len(), 180);
        assert!(demo.plan("2026-11-21T09:00:00Z") == demo.plan("2026-11-21T09:00:00Z"));
    }

    #[test]
    fn shares_are_as_promised() {
        let demo = Demo::read();
        let planned = demo.plan("2026-11-21T09:00:00Z");
        let of = |status| planned.iter().filter(|order| order.status() == status).count();
        assert_eq!(of(OrderStatus::Open), 70 + 1);
        assert_eq!(of(OrderStatus::Cancelled), 126);
        assert!((1_190..=1_204).contains(&of(OrderStatus::Registered)));
        let prices = prices(&demo.goods);
        let mut by_product: HashMap<&str, i64> = HashMap::new();
        for line in planned.iter().filter(|order| order.status() == OrderStatus::Registered).flat_map(|o| &o.lines) {
            let product = line.type_code.split('-').next().unwrap();
            *by_product.entry(product).or_default() += line.quantity * prices[line.type_code.as_str()];
        }
        let mut sales: Vec<i64> = by_product.into_values().collect();
        sales.sort_unstable_by(|a, b| b.cmp(a));
        let share = sales[..8].iter().sum::<i64>() * 100 / sales.iter().sum::<i64>();
        assert!((62..=78).contains(&share), "one product in five makes {share} % of the sales");
    }

    #[test]
    fn nobody_orders_on_holidays_or_in_the_future() {
        let demo = Demo::read();
        // Before the first working hour of a Saturday.
        let now = "2026-11-21T02:00:00Z";
        for order in demo.plan(now) {
            let created = DateTime::from_timestamp(order.create_time.unwrap().seconds, 0).unwrap();
            assert!(created <= at(now));
            assert!(
                order
                    .settle_time
                    .is_none_or(|time| time.seconds <= at(now).timestamp() && time.seconds >= created.timestamp())
            );
            let day = (created + TEHRAN).date_naive();
            let today = (at(now) + TEHRAN).date_naive();
            assert!(day == today || (day.weekday() != Weekday::Fri && day != "2026-11-10".parse().unwrap()), "{day}");
        }
    }

    #[test]
    fn every_order_reaches_the_minimum() {
        let demo = Demo::read();
        let prices = prices(&demo.goods);
        for order in demo.plan("2026-11-21T09:00:00Z") {
            let amount: i64 = order.lines.iter().map(|line| line.quantity * prices[line.type_code.as_str()]).sum();
            assert!(amount >= 2_000_000 && order.lines.iter().map(|line| line.quantity).sum::<i64>() >= 2);
        }
    }

    #[test]
    fn open_orders_can_be_registered() {
        let demo = Demo::read();
        let stock: HashMap<&str, i64> = demo.goods.iter().map(|good| (good.type_code.as_str(), good.stock)).collect();
        for order in demo.plan("2026-11-21T09:00:00Z") {
            if order.status() == OrderStatus::Open {
                assert!(order.lines.iter().all(|line| line.quantity <= stock[line.type_code.as_str()]));
            }
        }
    }
}
