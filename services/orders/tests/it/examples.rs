//! The worked examples of `docs/DISCOUNTS.md`: what stands there is what the rules give.

use std::collections::BTreeMap;

use pishkhan_orders::domain::{Discount, DiscountKind, OrderLine, Tier, Tiers, Totals, net_amounts};
use uuid::Uuid;

const PAGE: &str = include_str!("../../../../docs/DISCOUNTS.md");

/// Rows by the first cell of their table's head.
type Tables = BTreeMap<String, Vec<Vec<String>>>;

/// The examples with their tables.
fn examples() -> Vec<(String, Tables)> {
    let (_, page) = PAGE.split_once("# Ten examples").unwrap();
    let mut examples: Vec<(String, Tables)> = Vec::new();
    let mut head = None;
    for text in page.lines() {
        if let Some(title) = text.strip_prefix("## ") {
            examples.push((title.to_owned(), Tables::new()));
        } else if let Some(row) = text.strip_prefix("| ") {
            let cells: Vec<String> = row.trim_end_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect();
            let (_, tables) = examples.last_mut().unwrap();
            match &head {
                None => {
                    let table = cells[0].clone();
                    assert!(tables.insert(table.clone(), Vec::new()).is_none(), "two tables of {table}");
                    head = Some(table);
                }
                Some(table) => tables.get_mut(table).unwrap().push(cells),
            }
        } else if !text.starts_with('|') {
            head = None;
        }
    }
    examples
}

fn number(cell: &str) -> i64 {
    cell.replace(',', "").parse().unwrap_or_else(|error| panic!("{cell}: {error}"))
}

/// Parts of a percent: with two decimals, basis points.
fn percent(cell: &str, decimals: usize) -> i64 {
    let (whole, fraction) = cell.split_once('.').unwrap_or((cell, ""));
    assert!(fraction.len() <= decimals, "{cell}");
    number(&format!("{whole}{fraction:0<decimals$}"))
}

fn basis_points(cell: &str) -> i32 {
    i32::try_from(percent(cell, 2)).unwrap()
}

fn type_id(line: &str) -> Uuid {
    Uuid::from_u128(u128::from(line.as_bytes()[0]))
}

fn line(cells: &[String]) -> OrderLine {
    let [name, quantity, unit, shelf] = cells else { panic!("{cells:?}") };
    OrderLine {
        type_id: type_id(name),
        product_id: Uuid::nil(),
        product_title: name.clone(),
        type_name: String::new(),
        unit_name: String::new(),
        image_url: String::new(),
        pieces_per_unit: 1,
        quantity: number(quantity),
        unit_price_toman: number(unit),
        unit_sell_price_toman: number(shelf),
    }
}

fn kind(cell: &str) -> DiscountKind {
    match cell {
        "volume" => DiscountKind::Volume,
        "unit" => DiscountKind::Unit,
        "amount" => DiscountKind::Amount,
        other => panic!("no list is called {other}"),
    }
}

fn tiers(rows: &[Vec<String>]) -> Tiers {
    let mut tiers = Tiers::default();
    for cells in rows {
        let [list, from, to, off] = cells.as_slice() else { panic!("{cells:?}") };
        let list = match kind(list) {
            DiscountKind::Volume => &mut tiers.volume,
            DiscountKind::Unit => &mut tiers.unit,
            DiscountKind::Amount => &mut tiers.amount,
        };
        list.push(Tier { from: number(from), to: number(to), basis_points: basis_points(off) });
    }
    tiers
}

fn discount(cells: &[String]) -> Discount {
    let [of, list, from, to, off, amount] = cells else { panic!("{cells:?}") };
    Discount {
        kind: kind(list),
        type_id: (of != "the order").then(|| type_id(of)),
        tier: Tier { from: number(from), to: number(to), basis_points: basis_points(off) },
        amount_toman: number(amount),
    }
}

#[test]
fn the_worked_examples_of_discounts_are_what_the_rules_give() {
    let examples = examples();
    assert_eq!(examples.len(), 10);
    for (title, tables) in examples {
        let lines: Vec<OrderLine> = tables["line"].iter().map(|cells| line(cells)).collect();
        assert!(!lines.is_empty(), "{title}");
        let [sums] = tables["tax percent"].as_slice() else { panic!("{title}: one row of sums") };
        let [tax, shipping, discount_toman, purchase, sales, tax_toman, grand, profit, share] = sums.as_slice() else {
            panic!("{title}: {sums:?}")
        };
        let totals =
            Totals::of(&lines, &tiers(&tables["tiers"]), basis_points(tax), number(shipping)).expect("the sums count");
        let expected = Totals {
            purchase_toman: number(purchase),
            sales_toman: number(sales),
            tax_toman: number(tax_toman),
            shipping_toman: number(shipping),
            grand_toman: number(grand),
            profit_toman: number(profit),
            profit_percent_e4: percent(share, 4),
            units: lines.iter().map(|line| line.quantity).sum(),
            discount_toman: number(discount_toman),
            discounts: tables["discount of"].iter().map(|cells| discount(cells)).collect(),
        };
        assert_eq!(totals, expected, "{title}");
        let told: Vec<(String, i64)> =
            tables["in reports"].iter().map(|cells| (cells[0].clone(), number(&cells[1]))).collect();
        let names = lines.iter().map(|line| line.product_title.clone());
        let net: Vec<(String, i64)> = names.zip(net_amounts(&lines, &totals.discounts)).collect();
        assert_eq!(net, told, "{title}");
    }
}
