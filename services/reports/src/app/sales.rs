//! Reading the figures.

use uuid::Uuid;

use super::{PageStart, Reports, Row};
use crate::domain::{Bucket, DaySpan, Figures, ProductName};
use crate::error::ReportsError;
use crate::store;

/// A page of a report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page<T, K> {
    /// The rows, largest amount first.
    pub rows: Vec<T>,
    /// Where the next page begins; none on the last page.
    pub next: Option<PageStart<K>>,
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
        let conn = self.db.read().await?;
        Ok(store::sales::totals(&conn, seller_id, &buckets(span)).await?)
    }

    /// Sales by product type.
    pub async fn by_product(
        &self,
        seller_id: Uuid,
        span: Option<DaySpan>,
        after: Option<PageStart<Uuid>>,
        size: u32,
    ) -> Result<Page<ProductSales, Uuid>, ReportsError> {
        let after = after.unwrap_or_else(|| PageStart::start(Uuid::nil()));
        let conn = self.db.read().await?;
        let rows = store::sales::by_product(&conn, seller_id, &buckets(span), after, one_more(size)).await?;
        let (rows, next) = cut(rows, size, |(row, _)| row);
        let sales = |((type_id, figures), name)| ProductSales { type_id, name, figures };
        Ok(Page { rows: rows.into_iter().map(sales).collect(), next })
    }

    /// Sales by activity area.
    pub async fn by_region(
        &self,
        seller_id: Uuid,
        span: Option<DaySpan>,
        after: Option<PageStart<String>>,
        size: u32,
    ) -> Result<Page<Row<String>, String>, ReportsError> {
        let after = after.unwrap_or_else(|| PageStart::start(String::new()));
        let conn = self.db.read().await?;
        let rows = store::sales::by_region(&conn, seller_id, &buckets(span), after, one_more(size)).await?;
        let (rows, next) = cut(rows, size, |row| row);
        Ok(Page { rows, next })
    }

    /// Sales by customer.
    pub async fn by_customer(
        &self,
        seller_id: Uuid,
        span: Option<DaySpan>,
        after: Option<PageStart<Uuid>>,
        size: u32,
    ) -> Result<Page<CustomerSales, Uuid>, ReportsError> {
        let after = after.unwrap_or_else(|| PageStart::start(Uuid::nil()));
        let conn = self.db.read().await?;
        let rows = store::sales::by_customer(&conn, seller_id, &buckets(span), after, one_more(size)).await?;
        let (rows, next) = cut(rows, size, |(row, _)| row);
        let sales = |((customer_id, figures), title)| CustomerSales { customer_id, title, figures };
        Ok(Page { rows: rows.into_iter().map(sales).collect(), next })
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
fn cut<T, K: Clone>(mut rows: Vec<T>, size: u32, row: impl Fn(&T) -> &Row<K>) -> (Vec<T>, Option<PageStart<K>>) {
    let size = usize::try_from(size).unwrap_or(usize::MAX);
    let more = rows.len() > size;
    rows.truncate(size);
    let next = rows
        .last()
        .filter(|_| more)
        .map(row)
        .map(|(key, figures)| PageStart { amount_toman: figures.amount_toman, key: key.clone() });
    (rows, next)
}
