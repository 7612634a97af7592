//! Makes large stores, to measure and to try things on.

use std::{path::PathBuf, process::ExitCode, time::Instant};

use anyhow::ensure;
use pishkhan_proto::catalogue::v1::ProductRow;
use uuid::Uuid;

use crate::{
    clients::Clients,
    import::{self, Outcome},
};

/// What is made.
#[derive(clap::Subcommand)]
pub enum What {
    /// Products like those of a file, over and over under codes and titles of their own. The same again changes nothing.
    Products(Store),
}

/// How many products, for whom, and like which.
#[derive(clap::Args)]
pub struct Store {
    /// The seller.
    #[arg(long)]
    seller: Uuid,
    /// How many products.
    #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    products: u32,
    /// How many types each of them has.
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=20))]
    types_per_product: u32,
    /// The products that they are like.
    #[arg(long, default_value = "deploy/demo/products.csv")]
    like: PathBuf,
}

/// Makes it, and tells how long that took.
pub async fn run(what: What) -> anyhow::Result<ExitCode> {
    let What::Products(Store { seller, products, types_per_product, like }) = what;
    let models = import::demo_products(&like, |row| row.image_url)?;
    ensure!(!models.is_empty(), "{} has no products", like.display());
    let rows = rows(&models, products, types_per_product);
    let clients = Clients::from_env()?;
    let start = Instant::now();
    let Outcome { created, updated, unchanged, problems } = import::send_products(&clients, seller, rows).await?;
    for problem in &problems {
        println!("{problem}");
    }
    let seconds = start.elapsed().as_secs_f64();
    println!("{created} types created, {updated} updated, {unchanged} unchanged in {seconds:.1} s");
    Ok(if problems.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn rows(models: &[ProductRow], products: u32, types_per_product: u32) -> Vec<ProductRow> {
    let numbers = (1..=products).flat_map(|product| (1..=types_per_product).map(move |of| (product, of)));
    let row = |((product, of), row): ((u32, u32), i32)| {
        let model = &models[product as usize % models.len()];
        // Types of one product differ in what they are, not in whose they are.
        let variant = &models[(product + of) as usize % models.len()];
        let code = format!("G{product:06}");
        ProductRow {
            row,
            title: format!("{} {product}", model.title),
            brand: model.brand.clone(),
            category: model.category.clone(),
            type_code: format!("{code}-{of}"),
            product_code: code,
            type_name: format!("{} {of}", variant.type_name),
            ..variant.clone()
        }
    };
    numbers.zip(1..).map(row).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn each_product_has_its_types_under_codes_of_their_own() {
        let model =
            |title: &str| ProductRow { title: title.to_owned(), brand: format!("of {title}"), ..Default::default() };
        let rows = rows(&[model("tea"), model("milk")], 5, 3);
        assert_eq!(rows.len(), 15);
        assert_eq!(rows.iter().map(|row| &row.type_code).collect::<BTreeSet<_>>().len(), 15);
        let products: BTreeSet<_> =
            rows.iter().map(|row| (row.product_code.clone(), row.title.clone(), row.brand.clone())).collect();
        assert_eq!(products.len(), 5, "all rows of a product say the same of it");
        assert!(products.contains(&("G000002".to_owned(), "tea 2".to_owned(), "of tea".to_owned())));
    }
}
