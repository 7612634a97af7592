//! Reading the figures.

use std::time::Duration;

use futures_util::TryStreamExt as _;
use pishkhan_chassis::parts::{Item, Parts};
use pishkhan_chassis::turns::{Bounds, Turn};
use pishkhan_chassis_db::PooledConn;
use uuid::Uuid;

use super::{PageStart, Reports, Row};
use crate::domain::{Bucket, DaySpan, Figures, ProductName};
use crate::error::ReportsError;
use crate::store;
use crate::store::sales::Wanted;

/// All rows of a report: each time a connection of the pool, for as long as they are read.
pub(super) const EXPORTS: Bounds = Bounds { work: "export", at_once: 2, of_one: 1, queue: 16, queue_of_one: 4 };
/// How long they wait for their turn: the BFF has 5 s for all of it.
const EXPORT_PATIENCE: Duration = Duration::from_secs(3);
/// How long they may be read.
const EXPORT: Duration = Duration::from_mins(1);

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

/// Sales to the customers of an activity area.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RegionSales {
    /// The area; empty for customers without one.
    pub activity_area: String,
    /// How much they bought.
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

    /// A page of the sales by product type.
    pub async fn by_product(
        &self,
        seller_id: Uuid,
        span: Option<DaySpan>,
        after: Option<PageStart<Uuid>>,
        size: u32,
    ) -> Result<Page<ProductSales, Uuid>, ReportsError> {
        let mut conn = self.db.read().await?;
        let wanted = page(after, Uuid::nil(), size);
        let rows = store::sales::by_product(&mut conn, seller_id, &buckets(span), wanted).await?.try_collect().await?;
        let (rows, next) = cut(rows, size, |(row, _)| row);
        Ok(Page { rows: rows.into_iter().map(product_sales).collect(), next })
    }

    /// A page of the sales by activity area.
    pub async fn by_region(
        &self,
        seller_id: Uuid,
        span: Option<DaySpan>,
        after: Option<PageStart<String>>,
        size: u32,
    ) -> Result<Page<RegionSales, String>, ReportsError> {
        let mut conn = self.db.read().await?;
        let wanted = page(after, String::new(), size);
        let rows = store::sales::by_region(&mut conn, seller_id, &buckets(span), wanted).await?.try_collect().await?;
        let (rows, next) = cut(rows, size, |row| row);
        Ok(Page { rows: rows.into_iter().map(region_sales).collect(), next })
    }

    /// A page of the sales by customer.
    pub async fn by_customer(
        &self,
        seller_id: Uuid,
        span: Option<DaySpan>,
        after: Option<PageStart<Uuid>>,
        size: u32,
    ) -> Result<Page<CustomerSales, Uuid>, ReportsError> {
        let mut conn = self.db.read().await?;
        let wanted = page(after, Uuid::nil(), size);
        let rows = store::sales::by_customer(&mut conn, seller_id, &buckets(span), wanted).await?.try_collect().await?;
        let (rows, next) = cut(rows, size, |(row, _)| row);
        Ok(Page { rows: rows.into_iter().map(customer_sales).collect(), next })
    }

    /// All sales by product type, as they were at one instant.
    pub async fn all_by_product<M: Item + From<ProductSales>>(
        &self,
        seller_id: Uuid,
        span: Option<DaySpan>,
    ) -> Result<Parts<M, ReportsError>, ReportsError> {
        let (turn, mut conn) = self.export(seller_id).await?;
        Ok(Parts::made_by(|reply| async move {
            let _turn = turn;
            let rows = store::sales::by_product(&mut conn, seller_id, &buckets(span), all(Uuid::nil())).await?;
            reply.hand_on(rows.map_ok(|row| product_sales(row).into()).err_into()).await
        }))
    }

    /// All sales by activity area, as they were at one instant.
    pub async fn all_by_region<M: Item + From<RegionSales>>(
        &self,
        seller_id: Uuid,
        span: Option<DaySpan>,
    ) -> Result<Parts<M, ReportsError>, ReportsError> {
        let (turn, mut conn) = self.export(seller_id).await?;
        Ok(Parts::made_by(|reply| async move {
            let _turn = turn;
            let rows = store::sales::by_region(&mut conn, seller_id, &buckets(span), all(String::new())).await?;
            reply.hand_on(rows.map_ok(|row| region_sales(row).into()).err_into()).await
        }))
    }

    /// All sales by customer, as they were at one instant.
    pub async fn all_by_customer<M: Item + From<CustomerSales>>(
        &self,
        seller_id: Uuid,
        span: Option<DaySpan>,
    ) -> Result<Parts<M, ReportsError>, ReportsError> {
        let (turn, mut conn) = self.export(seller_id).await?;
        Ok(Parts::made_by(|reply| async move {
            let _turn = turn;
            let rows = store::sales::by_customer(&mut conn, seller_id, &buckets(span), all(Uuid::nil())).await?;
            reply.hand_on(rows.map_ok(|row| customer_sales(row).into()).err_into()).await
        }))
    }

    /// The turn and the connection that all rows of a report take for as long as they are read.
    async fn export(&self, seller_id: Uuid) -> Result<(Turn, PooledConn), ReportsError> {
        let turn = self.exports.take(&seller_id.to_string(), EXPORT_PATIENCE).await?;
        Ok((turn, self.db.read_for(EXPORT).await?))
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

/// The rows of a page, and one more: it tells whether another page follows.
fn page<K>(after: Option<PageStart<K>>, smallest: K, size: u32) -> Wanted<K> {
    Wanted { after: after.unwrap_or_else(|| PageStart::start(smallest)), limit: Some(i64::from(size) + 1) }
}

const fn all<K>(smallest: K) -> Wanted<K> {
    Wanted { after: PageStart::start(smallest), limit: None }
}

fn product_sales(((type_id, figures), name): (Row<Uuid>, Option<ProductName>)) -> ProductSales {
    ProductSales { type_id, name, figures }
}

fn region_sales((activity_area, figures): Row<String>) -> RegionSales {
    RegionSales { activity_area, figures }
}

fn customer_sales(((customer_id, figures), title): (Row<Uuid>, Option<String>)) -> CustomerSales {
    CustomerSales { customer_id, title, figures }
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
