//! Proves that the units sold of all products are what registered orders hold.

use std::{collections::BTreeMap, process::ExitCode};

use pishkhan_proto::catalogue::v1::{ListProductsRequest, ProductSort};
use uuid::Uuid;

use super::registered;
use crate::clients::{Clients, explain};

/// Products of one page.
const PAGE: i32 = 100;

/// Selling units by product.
type Units = BTreeMap<String, i64>;

/// A product as the catalogue shows it.
struct Shown {
    code: String,
    units_sold: i64,
}

/// Compares, prints every difference, repairs nothing.
pub async fn run(seller: Uuid) -> anyhow::Result<ExitCode> {
    let clients = Clients::from_env()?;
    let seller_id = seller.to_string();
    // Orders first: the catalogue hears of them a moment later.
    let (orders, ordered) = ordered(&clients, &seller_id).await?;
    let shown = shown(&clients, &seller_id).await?;
    let differences = compare(&shown, &ordered);
    for difference in &differences {
        println!("{difference}");
    }
    println!("{} products and {orders} orders checked, {} differences", shown.len(), differences.len());
    Ok(if differences.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// How many orders are registered, and what they hold together.
async fn ordered(clients: &Clients, seller_id: &str) -> anyhow::Result<(usize, Units)> {
    let (mut count, mut units) = (0, Units::new());
    registered::pages(clients, seller_id, async |orders| {
        count += orders.len();
        for line in orders.into_iter().flat_map(|order| order.lines) {
            *units.entry(line.product_id).or_default() += line.quantity;
        }
        Ok(())
    })
    .await?;
    Ok((count, units))
}

/// The products with what the catalogue says was sold.
async fn shown(clients: &Clients, seller_id: &str) -> anyhow::Result<BTreeMap<String, Shown>> {
    let (mut found, mut skip) = (BTreeMap::new(), 0);
    loop {
        let request = ListProductsRequest {
            seller_id: seller_id.to_owned(),
            // New products come last: an import meanwhile hides none.
            sort: ProductSort::Oldest.into(),
            page_size: PAGE,
            skip,
            ..Default::default()
        };
        let page = clients.catalogue().list_products(request).await.map_err(|status| explain(&status))?.into_inner();
        if page.products.is_empty() {
            return Ok(found);
        }
        for product in page.products {
            found.insert(product.product_id, Shown { code: product.code, units_sold: product.units_sold });
        }
        skip += PAGE;
    }
}

fn compare(shown: &BTreeMap<String, Shown>, ordered: &Units) -> Vec<String> {
    let mut differences = Vec::new();
    for (product, Shown { code, units_sold }) in shown {
        let units = ordered.get(product).copied().unwrap_or_default();
        if units != *units_sold {
            differences.push(format!(
                "product {code} ({product}): {units_sold} units sold by the catalogue, {units} by registered orders"
            ));
        }
    }
    let unknown = ordered.iter().filter(|(product, _)| !shown.contains_key(*product));
    differences.extend(
        unknown.map(|(product, units)| format!("product {product}: {units} units by registered orders, not listed")),
    );
    differences
}

#[cfg(test)]
mod tests {
    use super::*;

    fn differences(shown: &[(&str, i64)], ordered: &[(&str, i64)]) -> Vec<String> {
        let product = |(id, units_sold): &(&str, i64)| {
            ((*id).to_owned(), Shown { code: format!("P-{id}"), units_sold: *units_sold })
        };
        let units = |(id, units): &(&str, i64)| ((*id).to_owned(), *units);
        compare(&shown.iter().map(product).collect(), &ordered.iter().map(units).collect())
    }

    #[test]
    fn every_kind_of_difference_is_told() {
        assert!(differences(&[("a", 7), ("b", 0)], &[("a", 7)]).is_empty());
        let told = differences(&[("a", 7), ("b", 1)], &[("a", 8), ("c", 2)]);
        assert_eq!(
            told,
            [
                "product P-a (a): 7 units sold by the catalogue, 8 by registered orders",
                "product P-b (b): 1 units sold by the catalogue, 0 by registered orders",
                "product c: 2 units by registered orders, not listed",
            ]
        );
    }
}
