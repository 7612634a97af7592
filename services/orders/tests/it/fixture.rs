//! Random orders with their totals, checked in for the browser: both sides must come to the same sums.

use std::{fmt::Write as _, fs, path::PathBuf};

use pishkhan_orders::domain::{OrderLine, Tiers, Totals};
use serde::Serialize;
use uuid::Uuid;

const ORDERS: usize = 200;

/// In the names of the REST surface.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Sample {
    options: Vec<SampleLine>,
    /// Percent.
    tax_rate: serde_json::Number,
    /// When there is something to ship.
    shipping_cost: i64,
    totals: SampleTotals,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SampleLine {
    quantity: i64,
    initial_price: i64,
    initial_price2: i64,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SampleTotals {
    total_purchase: i64,
    total_purchase2: i64,
    tax: i64,
    shipping_cost: i64,
    total_order: i64,
    count_kol: i64,
    profit: i64,
    percent: serde_json::Number,
}

/// `SplitMix64`: the same numbers for ever, whatever becomes of other generators.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: i64) -> i64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^= mixed >> 31;
        (mixed % end.unsigned_abs()).cast_signed()
    }

    fn price(&mut self) -> i64 {
        match self.below(8) {
            0 => 0,
            1 => self.below(10),
            2..=4 => self.below(100_000),
            _ => self.below(5_000) * 1_000,
        }
    }
}

fn line(type_id: u128, quantity: i64, buy: i64, sell: i64) -> OrderLine {
    OrderLine {
        type_id: Uuid::from_u128(type_id),
        product_id: Uuid::nil(),
        product_title: String::new(),
        type_name: String::new(),
        unit_name: String::new(),
        image_url: String::new(),
        pieces_per_unit: 1,
        quantity,
        unit_price_toman: buy,
        unit_sell_price_toman: sell,
    }
}

/// One order a line.
fn orders() -> String {
    let mut numbers = Numbers(1405);
    // The worked order of the rules stands first.
    let worked =
        vec![line(1, 3, 1_260_000, 1_440_000), line(2, 2, 1_368_000, 1_584_000), line(3, 10, 348_000, 408_000)];
    let mut text = "[\n".to_owned();
    for number in 0..ORDERS {
        let (lines, rate, shipping) = if number == 0 {
            (worked.clone(), 900, 350_000)
        } else {
            // Some are empty.
            let lines = (0..numbers.below(7)).map(|id| {
                let (quantity, buy) = (1 + numbers.below(200), numbers.price());
                // Some are sold at a loss, most at a profit.
                let sell = if numbers.below(3) == 0 { numbers.price() } else { buy + buy * numbers.below(40) / 100 };
                line(u128::try_from(id).unwrap(), quantity, buy, sell)
            });
            let lines: Vec<_> = lines.collect();
            let rate = [0, 900, 1_000, 925, 10_000][usize::try_from(numbers.below(5)).unwrap()];
            let shipping = if numbers.below(4) == 0 { 0 } else { numbers.below(500) * 1_000 };
            (lines, rate, shipping)
        };
        let totals = Totals::of(&lines, &Tiers::default(), rate, shipping).unwrap();
        let order = Sample {
            options: lines
                .iter()
                .map(|line| SampleLine {
                    quantity: line.quantity,
                    initial_price: line.unit_price_toman,
                    initial_price2: line.unit_sell_price_toman,
                })
                .collect(),
            tax_rate: percent(i64::from(rate), 2),
            shipping_cost: shipping,
            totals: SampleTotals {
                total_purchase: totals.purchase_toman,
                total_purchase2: totals.sales_toman,
                tax: totals.tax_toman,
                shipping_cost: totals.shipping_toman,
                total_order: totals.grand_toman,
                count_kol: totals.units,
                profit: totals.profit_toman,
                percent: percent(totals.profit_percent_e4, 4),
            },
        };
        let order = serde_json::to_string(&order).unwrap();
        let comma = if number + 1 == ORDERS { "" } else { "," };
        writeln!(text, "  {order}{comma}").unwrap();
    }
    text.push_str("]\n");
    text
}

/// A number with this many decimals, as JSON writes percents: 9, 9.25, 13.5892.
fn percent(parts: i64, decimals: usize) -> serde_json::Number {
    let one = 10_i64.pow(u32::try_from(decimals).unwrap());
    if parts % one == 0 {
        return (parts / one).into();
    }
    let text = format!("{}.{:0decimals$}", parts / one, parts % one);
    serde_json::Number::from_f64(text.parse().unwrap()).unwrap()
}

fn path() -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "../../frontend/src/entities/order/fixtures/random.json"].iter().collect()
}

#[test]
fn the_browsers_random_orders_are_what_the_formulas_give() {
    let expected = orders();
    assert!(expected.contains(r#""options":[],"#), "some are empty");
    assert!(expected.contains(r#""initialPrice":0,"#), "some goods cost nothing");
    let stored = fs::read_to_string(path()).unwrap();
    assert!(
        stored == expected,
        "the file is not what the formulas give: cargo nextest run -p pishkhan-orders --run-ignored all write_the_browsers"
    );
}

#[test]
#[ignore = "writes the file"]
fn write_the_browsers_random_orders() {
    fs::write(path(), orders()).unwrap();
}
