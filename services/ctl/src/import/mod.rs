//! Products and customers from files: every row for itself, good ones land, bad ones can be mended.

mod failed;
mod problem;

use std::{
    collections::BTreeMap,
    fs::File,
    io::Read as _,
    path::{Path, PathBuf},
    process::ExitCode,
};

use anyhow::Context as _;
use pishkhan_proto::{catalogue::v1 as catalogue, orders::v1 as orders};
use pishkhan_sheet::{
    Limits, Sheet,
    columns::{self, Columns},
};
use uuid::Uuid;

use self::problem::Problem;
use crate::clients::{Clients, again, explain};

/// Rows that a service takes at a time.
const BATCH: usize = 500;

/// What is imported, and for whom.
#[derive(clap::Args)]
pub struct Options {
    /// A CSV (UTF-8) or XLSX file whose first row names the columns, in Persian or as in the demo's files.
    file: PathBuf,
    /// The seller.
    #[arg(long)]
    seller: Uuid,
}

/// What has come of the rows.
#[derive(Debug, Default)]
pub struct Outcome {
    /// New ones.
    pub created: i32,
    /// Changed ones.
    pub updated: i32,
    /// Those that were so already.
    pub unchanged: i32,
    /// Why the others were not taken.
    pub problems: Vec<Problem>,
}

/// Bytes of a file at most.
const FILE_BYTES: u64 = 64 * 1024 * 1024;

/// Reads a CSV or XLSX file. Takes 256 MiB at most, whatever stands in it.
fn read(file: &Path) -> anyhow::Result<Sheet> {
    let mut bytes = Vec::new();
    let opened = File::open(file).and_then(|opened| opened.take(FILE_BYTES + 1).read_to_end(&mut bytes));
    let length = opened.with_context(|| format!("{} can't be read", file.display()))?;
    if u64::try_from(length)? > FILE_BYTES {
        anyhow::bail!("{} has more than {} MiB: divide it", file.display(), FILE_BYTES / 1024 / 1024);
    }
    Sheet::parse(&bytes, &Limits::TOOL).with_context(|| format!("{} can't be imported", file.display()))
}

/// Imports products from a file.
pub async fn products(options: Options) -> anyhow::Result<ExitCode> {
    let clients = Clients::from_env()?;
    let sheet = read(&options.file)?;
    let columns = columns::PRODUCTS.find(sheet.headings())?;
    let rows = product_rows(&sheet, &columns, |row| row.image_url);
    let outcome = send_products(&clients, options.seller, rows).await?;
    finish(&options.file, &sheet, outcome)
}

/// Imports customers from a file.
pub async fn customers(options: Options) -> anyhow::Result<ExitCode> {
    let clients = Clients::from_env()?;
    let sheet = read(&options.file)?;
    let columns = columns::CUSTOMERS.find(sheet.headings())?;
    let outcome = send_customers(&clients, options.seller, customer_rows(&sheet, &columns)).await?;
    finish(&options.file, &sheet, outcome)
}

/// The rows of a product file; `image_url` names the picture of a row.
pub fn product_rows(
    sheet: &Sheet,
    columns: &Columns,
    image_url: impl Fn(catalogue::ProductRow) -> String,
) -> Vec<catalogue::ProductRow> {
    let rows = sheet.rows().map(|(number, cells)| {
        let cell = |name| columns.cell(cells, name);
        let row = catalogue::ProductRow {
            row: number,
            product_code: cell("product_code"),
            title: cell("title"),
            brand: cell("brand"),
            category: cell("category"),
            type_code: cell("type_code"),
            type_name: cell("type_name"),
            unit: cell("unit"),
            pieces_per_unit: cell("pieces_per_unit"),
            buy_price: cell("buy_price"),
            sell_price: cell("sell_price"),
            stock: cell("stock"),
            description: cell("description"),
            image_url: cell("image_url"),
            active: cell("active"),
        };
        catalogue::ProductRow { image_url: image_url(row.clone()), ..row }
    });
    rows.collect()
}

/// The rows of a customer file.
pub fn customer_rows(sheet: &Sheet, columns: &Columns) -> Vec<orders::CustomerRow> {
    let rows = sheet.rows().map(|(number, cells)| {
        let cell = |name| columns.cell(cells, name);
        orders::CustomerRow {
            row: number,
            customer_code: cell("customer_code"),
            title: cell("title"),
            mobile: cell("mobile"),
            landline: cell("landline"),
            trade_type: cell("trade_type"),
            shop_name: cell("shop_name"),
            activity_area: cell("activity_area"),
            address: cell("address"),
        }
    });
    rows.collect()
}

/// The rows of a product file of the demo.
pub fn demo_products(
    file: &Path,
    image_url: impl Fn(catalogue::ProductRow) -> String,
) -> anyhow::Result<Vec<catalogue::ProductRow>> {
    let sheet = read(file)?;
    let columns = columns::PRODUCTS.find(sheet.headings())?;
    Ok(product_rows(&sheet, &columns, image_url))
}

/// The rows of a customer file of the demo.
pub fn demo_customers(file: &Path) -> anyhow::Result<Vec<orders::CustomerRow>> {
    let sheet = read(file)?;
    let columns = columns::CUSTOMERS.find(sheet.headings())?;
    Ok(customer_rows(&sheet, &columns))
}

/// Sends products, batch by batch.
pub async fn send_products(
    clients: &Clients,
    seller: Uuid,
    rows: Vec<catalogue::ProductRow>,
) -> anyhow::Result<Outcome> {
    let mut outcome = Outcome::default();
    for batch in rows.chunks(BATCH) {
        let request = catalogue::ImportProductsRequest {
            request_id: clients.request_id(),
            seller_id: seller.to_string(),
            rows: batch.to_vec(),
        };
        let reply = again(async || clients.catalogue().import_products(request.clone()).await).await;
        let reply = reply.map_err(|status| explain(&status))?;
        let catalogue::ImportProductsResponse { created, updated, unchanged, problems } = reply;
        outcome.created += created;
        outcome.updated += updated;
        outcome.unchanged += unchanged;
        outcome.problems.extend(problems.into_iter().map(|wrong| {
            let catalogue::RowProblem { row, column, value, problem } = wrong;
            Problem { row, column, value, code: problem }
        }));
    }
    Ok(outcome)
}

/// Sends customers, batch by batch.
pub async fn send_customers(
    clients: &Clients,
    seller: Uuid,
    rows: Vec<orders::CustomerRow>,
) -> anyhow::Result<Outcome> {
    let mut outcome = Outcome::default();
    for batch in rows.chunks(BATCH) {
        let request = orders::ImportCustomersRequest {
            request_id: clients.request_id(),
            seller_id: seller.to_string(),
            rows: batch.to_vec(),
        };
        let reply = again(async || clients.orders().import_customers(request.clone()).await).await;
        let reply = reply.map_err(|status| explain(&status))?;
        let orders::ImportCustomersResponse { created, updated, unchanged, problems } = reply;
        outcome.created += created;
        outcome.updated += updated;
        outcome.unchanged += unchanged;
        outcome.problems.extend(problems.into_iter().map(|wrong| {
            let orders::RowProblem { row, column, value, problem } = wrong;
            Problem { row, column, value, code: problem }
        }));
    }
    Ok(outcome)
}

/// Tells what has come of the rows, and writes the bad ones where they can be mended.
fn finish(file: &Path, sheet: &Sheet, outcome: Outcome) -> anyhow::Result<ExitCode> {
    let Outcome { created, updated, unchanged, problems } = outcome;
    let mut by_row: BTreeMap<i32, Vec<Problem>> = BTreeMap::new();
    for problem in problems {
        println!("{problem}");
        by_row.entry(problem.row).or_default().push(problem);
    }
    println!("{created} created, {updated} updated, {unchanged} unchanged, {} rows refused", by_row.len());
    if by_row.is_empty() {
        return Ok(ExitCode::SUCCESS);
    }
    let path = failed::write(file, sheet, &by_row)?;
    println!("the refused rows are in {}: mend them and import that file", path.display());
    Ok(ExitCode::FAILURE)
}
