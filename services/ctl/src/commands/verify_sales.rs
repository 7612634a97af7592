//! Proves that the units sold of all products are what registered orders hold.

use std::{collections::BTreeMap, process::ExitCode};

use pishkhan_proto::{
    catalogue::v1::{ListProductsRequest, Product, ProductSort},
    reports::v1::SalesFigures,
};
use uuid::Uuid;

use super::{registered::Registered, set_aside};
use crate::clients::{Clients, explain};

/// Products of one page.
const PAGE: i32 = 100;

/// Selling units by product: all that is held at a time, whatever the number of orders.
pub type Units = BTreeMap<String, i64>;

/// What the registered orders hold together.
#[derive(Default)]
pub struct Ordered {
    /// As the reports count them.
    pub figures: SalesFigures,
    /// Selling units.
    pub by_product: Units,
}

/// What a comparison has found.
pub struct Compared {
    products: u64,
    /// Each is printed.
    pub differences: u64,
}

/// Compares, prints every difference and every event that the catalogue gave up, repairs nothing.
pub async fn run(seller: Uuid) -> anyhow::Result<ExitCode> {
    let clients = Clients::from_env()?;
    let seller_id = seller.to_string();
    // Orders first: the catalogue hears of them a moment later.
    let Ordered { figures, by_product } = Ordered::of(&clients, &seller_id).await?;
    let Compared { products, differences } = compare_all(&clients, &seller_id, by_product).await?;
    let lost = set_aside::of_catalogue(&clients, &seller_id).await?;
    println!("{products} products and {} orders checked, {differences} differences", figures.orders);
    Ok(if differences == 0 && !lost { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Compares the catalogue's units sold with those of the orders, and prints every difference.
pub async fn compare_all(clients: &Clients, seller_id: &str, mut ordered: Units) -> anyhow::Result<Compared> {
    let mut found = Compared { products: 0, differences: 0 };
    let mut tell = |difference: &str| {
        println!("{difference}");
        found.differences += 1;
    };
    let mut skip = 0;
    loop {
        let page = page(clients, seller_id, skip).await?;
        if page.is_empty() {
            break;
        }
        // A page may be shorter than asked for and not the last one.
        skip += i32::try_from(page.len())?;
        for product in page {
            found.products += 1;
            let units = ordered.remove(&product.product_id).unwrap_or_default();
            if let Some(difference) = compare(&product, units) {
                tell(&difference);
            }
        }
    }
    for (product, units) in &ordered {
        tell(&unlisted(product, *units));
    }
    Ok(found)
}

impl Ordered {
    /// Reads all registered orders of a seller, one page at a time.
    pub async fn of(clients: &Clients, seller_id: &str) -> anyhow::Result<Self> {
        let mut sum = Self::default();
        let mut registered = Registered::of(clients, seller_id);
        while let Some(order) = registered.next().await? {
            sum.figures.orders += 1;
            for line in order.lines {
                sum.figures.units += line.quantity;
                sum.figures.amount_toman += line.amount_toman;
                *sum.by_product.entry(line.product_id).or_default() += line.quantity;
            }
        }
        Ok(sum)
    }
}

/// Products with what the catalogue says was sold; none behind the last one.
async fn page(clients: &Clients, seller_id: &str, skip: i32) -> anyhow::Result<Vec<Product>> {
    let request = ListProductsRequest {
        seller_id: seller_id.to_owned(),
        // New products come last: an import meanwhile hides none.
        sort: ProductSort::Oldest.into(),
        page_size: PAGE,
        skip,
        ..Default::default()
    };
    let answer = clients.catalogue().list_products(request).await;
    Ok(answer.map_err(|status| explain(&status))?.into_inner().products)
}

fn compare(shown: &Product, ordered: i64) -> Option<String> {
    let Product { product_id, code, units_sold, .. } = shown;
    (*units_sold != ordered).then(|| {
        format!(
            "product {code} ({product_id}): {units_sold} units sold by the catalogue, {ordered} by registered orders"
        )
    })
}

fn unlisted(product_id: &str, ordered: i64) -> String {
    format!("product {product_id}: {ordered} units by registered orders, not listed")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_difference_is_told() {
        let shown = Product { product_id: "a".to_owned(), code: "P-a".to_owned(), units_sold: 7, ..Product::default() };
        assert_eq!(compare(&shown, 7), None);
        let told = compare(&shown, 8).unwrap();
        assert_eq!(told, "product P-a (a): 7 units sold by the catalogue, 8 by registered orders");
        assert_eq!(unlisted("c", 2), "product c: 2 units by registered orders, not listed");
    }
}
