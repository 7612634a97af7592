//! Reading the figures. Two queries at most: a page of figures, and what its rows are called.

use uuid::Uuid;

use super::{After, Reports, Row};
use crate::domain::{Bucket, DaySpan, Figures, ProductName};
use crate::error::ReportsError;
use crate::store;

/// A page of a report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page<T, K> {
    /// The rows, largest amount first.
    pub rows: Vec<T>,
    /// Where the next page begins; none on the last page.
    pub next: Option<After<K>>,
}

/// Sales of a product type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProductSales {
    /// The type.
    pub type_id: Uuid,
    /// What it is called; none when no fact has named it.
    pub name: Option<ProductName>,
    /// How much was sold.
    pub figures: Figures,
}

/// Sales to a customer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CustomerSales {
    /// The customer.
    pub customer_id: Uuid,
    /// What it is called; none when no fact has named it.
    pub title: Option<String>,
    /// How much it bought.
    pub figures: Figures,
}

impl Reports {
    /// Totals of a seller over a span of days, or over all of time.
    pub async fn totals(&self, seller_id: Uuid, span: Option<DaySpan>) -> Result<Figures, ReportsError> {
        let mut conn = self.db.read().await?;
        Ok(store::sales::totals(&mut conn, seller_id, &buckets(span)).await?)
    }

    /// Sales by product type.
    pub async fn by_product(
        &self,
        seller_id: Uuid,
        span: Option<DaySpan>,
        after: Option<After<Uuid>>,
        size: u32,
    ) -> Result<Page<ProductSales, Uuid>, ReportsError> {
        let after = after.unwrap_or_else(|| After::start(Uuid::nil()));
        let mut conn = self.db.read().await?;
        let rows = store::sales::by_product(&mut conn, seller_id, &buckets(span), after, one_more(size)).await?;
        let (rows, next) = cut(rows, size);
        let mut names = store::labels::products(&mut conn, seller_id, &keys(&rows)).await?;
        let rows = rows
            .into_iter()
            .map(|(type_id, figures)| ProductSales { type_id, name: names.remove(&type_id), figures })
            .collect();
        Ok(Page { rows, next })
    }

    /// Sales by activity area.
    pub async fn by_region(
        &self,
        seller_id: Uuid,
        span: Option<DaySpan>,
        after: Option<After<String>>,
        size: u32,
    ) -> Result<Page<Row<String>, String>, ReportsError> {
        let after = after.unwrap_or_else(|| After::start(String::new()));
        let mut conn = self.db.read().await?;
        let rows = store::sales::by_region(&mut conn, seller_id, &buckets(span), after, one_more(size)).await?;
        let (rows, next) = cut(rows, size);
        Ok(Page { rows, next })
    }

    /// Sales by customer.
    pub async fn by_customer(
        &self,
        seller_id: Uuid,
        span: Option<DaySpan>,
        after: Option<After<Uuid>>,
        size: u32,
    ) -> Result<Page<CustomerSales, Uuid>, ReportsError> {
        let after = after.unwrap_or_else(|| After::start(Uuid::nil()));
        let mut conn = self.db.read().await?;
        let rows = store::sales::by_customer(&mut conn, seller_id, &buckets(span), after, one_more(size)).await?;
        let (rows, next) = cut(rows, size);
        let mut titles = store::labels::customers(&mut conn, seller_id, &keys(&rows)).await?;
        let rows = rows
            .into_iter()
            .map(|(customer_id, figures)| CustomerSales { customer_id, title: titles.remove(&customer_id), figures })
            .collect();
        Ok(Page { rows, next })
    }

    /// Days with sales, in order.
    pub async fn by_day(&self, seller_id: Uuid, span: Option<DaySpan>) -> Result<Vec<Row<Bucket>>, ReportsError> {
        let Some((first, last)) = span.unwrap_or(DaySpan::ALL).day_buckets() else { return Ok(Vec::new()) };
        let mut conn = self.db.read().await?;
        Ok(store::sales::by_day(&mut conn, seller_id, first, last).await?)
    }
}

fn buckets(span: Option<DaySpan>) -> Vec<Bucket> {
    span.map_or_else(|| vec![Bucket::ALL], DaySpan::buckets)
}

/// The rows to ask for to learn whether another page follows.
fn one_more(size: u32) -> i64 {
    i64::from(size) + 1
}

/// Takes off the row that only says that another page follows.
fn cut<K: Clone>(mut rows: Vec<Row<K>>, size: u32) -> (Vec<Row<K>>, Option<After<K>>) {
    let size = usize::try_from(size).unwrap_or(usize::MAX);
    let more = rows.len() > size;
    rows.truncate(size);
    let next = rows
        .last()
        .filter(|_| more)
        .map(|(key, figures)| After { amount_toman: figures.amount_toman, key: key.clone() });
    (rows, next)
}

fn keys<K: Copy>(rows: &[Row<K>]) -> Vec<K> {
    rows.iter().map(|&(key, _)| key).collect()
}
