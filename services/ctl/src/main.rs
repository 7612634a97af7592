//! `pishkhanctl`: the internal tool, a plain gRPC client of the services.

mod clients;
mod commands;
mod import;
mod seed;

// The allocator comes with it.
use pishkhan_memory as _;

use std::{path::PathBuf, process::ExitCode};

use clap::{Parser, Subcommand};
use uuid::Uuid;

/// Talks to Pishkhan's services as an internal tool.
#[derive(Parser)]
#[command(name = "pishkhanctl", version = version(), about)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Makes the keys that are missing: one for each process to sign with, the keyring of their public halves, the BFF's
    /// seal, the key of auth's passwords; makes keys for tools, lists all that sign, and takes them back.
    Keys(commands::keys::Options),
    /// Tells what is wrong with the settings that say where the services are and who asks; calls nobody.
    CheckConfig {
        /// Prints the settings that are read, a line each.
        #[arg(long)]
        names: bool,
    },
    /// The platform's own people: who may come in.
    Operator {
        #[command(subcommand)]
        action: commands::operator::Action,
    },
    /// Sows the demo: sellers, users, products, customers and a year of orders. A second time does nothing. In the dev
    /// profile only.
    SeedDemo {
        /// Where the demo's data lies.
        #[arg(long)]
        dir: PathBuf,
    },
    /// Creates or changes products or customers from a CSV or XLSX file. Good rows land; bad ones are written beside
    /// the file, to be mended and imported again.
    Import {
        #[command(subcommand)]
        what: Import,
    },
    /// Makes large stores, to measure and to try things on.
    Generate {
        #[command(subcommand)]
        what: commands::generate::What,
    },
    /// Creates a seller and the user who logs in for it, and prints its id and the link by which that person sets a password.
    CreateSeller(commands::create_seller::Options),
    /// Places an order in a customer's name, at today's prices.
    PlaceOrder(commands::place_order::Options),
    /// Rebuilds a seller's sales figures from its orders, with today's names, and tells every difference, and what had been
    /// set aside of events.
    RebuildReports {
        /// The seller.
        #[arg(long)]
        seller: Uuid,
    },
    /// Proves that stock ledger, stock rows, reservations and orders agree. Repairs nothing; exit code 1 on a difference.
    VerifyStock {
        /// The seller.
        #[arg(long)]
        seller: Uuid,
    },
    /// Proves that the units sold of all products are what registered orders hold, and tells what was set aside of events.
    /// Repairs nothing; exit code 1 on a difference or such an event.
    VerifySales {
        /// The seller.
        #[arg(long)]
        seller: Uuid,
    },
    /// Compares the figures of the reports and the units sold of the products with the registered orders, and puts right
    /// what differs: for every day. Exit code 1 when something was put right, or could not be compared.
    CheckFigures {
        /// The seller; all sellers, one after the other, when none is named.
        #[arg(long)]
        seller: Option<Uuid>,
    },
    /// Tells where the stock holds something else than sellers' registered orders, as after a restore of either to an
    /// older time. Changes nothing without `--apply`; exit code 1 when a difference is left.
    Reconcile {
        /// The seller; all sellers, one after the other, when none is named.
        #[arg(long)]
        seller: Option<Uuid>,
        /// Has each order declare what it holds once more, and finishes what waits for the stock.
        #[arg(long)]
        apply: bool,
        /// Only looks, which is what happens without `--apply`.
        #[arg(long, conflicts_with = "apply")]
        dry_run: bool,
    },
    /// What was decided of orders and waits for the stock's answer.
    Intents {
        #[command(subcommand)]
        action: commands::intents::Action,
    },
    /// Adds brands or regions that sellers can choose from.
    AddChoices {
        #[command(subcommand)]
        what: commands::choices::What,
    },
    /// Keeps the table of holidays that delivery dates rest on.
    Holidays {
        #[command(subcommand)]
        action: commands::holidays::Action,
    },
    /// Keeps the plans that sellers can buy.
    Plans {
        #[command(subcommand)]
        action: commands::plans::Action,
    },
    /// Keeps the rate of VAT that subscriptions are bought with.
    Vat {
        #[command(subcommand)]
        action: commands::plans::Vat,
    },
    /// Sellers' subscriptions.
    Subscriptions {
        #[command(subcommand)]
        action: commands::subscriptions::Action,
    },
    /// Payments through the gateway.
    Payments {
        #[command(subcommand)]
        action: commands::payments::Action,
    },
    /// What sellers propose to agree on with the platform.
    Terms {
        #[command(subcommand)]
        action: commands::terms::Action,
    },
    /// The platform's commission invoices.
    Invoices {
        #[command(subcommand)]
        action: commands::invoices::Action,
    },
    /// Prints a passport for other gRPC tools, once auth has recorded it: `-H "authorization: Bearer $(pishkhanctl token …)"`.
    Token(commands::token::Options),
    /// Lists the passports that were made so.
    Tokens(commands::tokens::Options),
}

#[derive(Subcommand)]
enum Import {
    /// Products and their types.
    Products(import::Options),
    /// Customers.
    Customers(import::Options),
}

/// As clap prints it: its name comes before.
fn version() -> String {
    pishkhan_chassis::build!().to_string().split_off("pishkhanctl ".len())
}

#[tokio::main]
async fn main() -> anyhow::Result<ExitCode> {
    match Arguments::parse().command {
        Command::Keys(options) => commands::keys::run(options),
        Command::CheckConfig { names } => commands::check_config::run(names),
        Command::Operator { action } => commands::operator::run(action).await,
        Command::SeedDemo { dir } => seed::run(&dir).await,
        Command::Import { what: Import::Products(options) } => import::products(options).await,
        Command::Import { what: Import::Customers(options) } => import::customers(options).await,
        Command::Generate { what } => commands::generate::run(what).await,
        Command::CreateSeller(options) => commands::create_seller::run(options).await,
        Command::PlaceOrder(options) => commands::place_order::run(options).await,
        Command::RebuildReports { seller } => commands::rebuild_reports::run(seller).await,
        Command::VerifyStock { seller } => commands::verify_stock::run(seller).await,
        Command::CheckFigures { seller } => commands::check_figures::run(seller).await,
        Command::VerifySales { seller } => commands::verify_sales::run(seller).await,
        Command::Reconcile { seller, apply, dry_run: _ } => commands::reconcile::run(seller, apply).await,
        Command::Intents { action } => commands::intents::run(action).await,
        Command::AddChoices { what } => commands::choices::run(what).await,
        Command::Holidays { action } => commands::holidays::run(action).await,
        Command::Plans { action } => commands::plans::run(action).await,
        Command::Vat { action } => commands::plans::set_vat(action).await,
        Command::Subscriptions { action } => commands::subscriptions::run(action).await,
        Command::Payments { action } => commands::payments::run(action).await,
        Command::Terms { action } => commands::terms::run(action).await,
        Command::Invoices { action } => commands::invoices::run(action).await,
        Command::Token(options) => commands::token::run(options).await,
        Command::Tokens(options) => commands::tokens::run(options).await,
    }
}
