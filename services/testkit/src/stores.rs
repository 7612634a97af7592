//! Stores that `deploy/bench/stores` makes by SQL: all that a year of orders leaves behind.

const CATALOGUE: &str = include_str!("../../../deploy/bench/stores/catalogue.sql");
const ORDERS: &str = include_str!("../../../deploy/bench/stores/orders.sql");
const REPORTS: &str = include_str!("../../../deploy/bench/stores/reports.sql");

/// Stores of one size, with five types of each product, the last day of orders being 1405/08/10.
#[derive(Debug, Clone)]
pub struct Stores {
    /// A query of the sellers' ids.
    pub sellers: &'static str,
    /// Of each.
    pub products: usize,
    /// Of each.
    pub customers: usize,
    /// Of each.
    pub orders: usize,
    /// Of an order.
    pub lines: usize,
    /// Every so many orders one is open; the others are registered.
    pub open_every: usize,
}

impl Stores {
    /// What makes them in the catalogue's database. It takes a superuser, as the others do.
    pub fn catalogue(&self) -> String {
        self.filled(CATALOGUE)
    }

    /// In that of orders.
    pub fn orders(&self) -> String {
        self.filled(ORDERS)
    }

    /// In that of reports.
    pub fn reports(&self) -> String {
        self.filled(REPORTS)
    }

    fn filled(&self, script: &str) -> String {
        let Self { sellers, products, customers, orders, lines, open_every } = self;
        let values = [
            ("{sellers}", (*sellers).to_owned()),
            ("{first}", "0".to_owned()),
            ("{products}", products.to_string()),
            ("{types}", "5".to_owned()),
            ("{customers}", customers.to_string()),
            ("{orders}", orders.to_string()),
            ("{lines}", lines.to_string()),
            ("{large_every}", "1000000".to_owned()),
            ("{large_lines}", "500".to_owned()),
            ("{open_every}", open_every.to_string()),
            ("{until}", "2026-11-01 06:00+00".to_owned()),
        ];
        values.iter().fold(script.to_owned(), |script, (name, value)| script.replace(name, value))
    }
}
