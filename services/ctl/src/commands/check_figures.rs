//! The daily look at all sellers' figures: compares them with the registered orders, and puts right what differs.

use std::process::ExitCode;

use chrono::TimeDelta;
use pishkhan_chassis::parse;
use pishkhan_proto::{catalogue::v1 as catalogue, reports::v1 as reports, settings::v1::SellerName};
use uuid::Uuid;

use super::{
    rebuild_reports, sellers, set_aside,
    verify_sales::{self, Ordered},
};
use crate::clients::{Clients, explain};

/// Goes through all sellers when none is named; one that cannot be compared does not keep the others from it.
pub async fn run(seller: Option<Uuid>) -> anyhow::Result<ExitCode> {
    let clients = Clients::from_env()?;
    // What happened before stands in the orders that are read from now on.
    let until = clients.clock.now() - TimeDelta::minutes(1);
    let sellers = match seller {
        Some(seller) => vec![seller.to_string()],
        None => sellers::all(&clients).await?.into_iter().map(|SellerName { seller_id, title: _ }| seller_id).collect(),
    };
    let (mut orders, mut corrected, mut left, mut failed) = (0, 0_u64, 0_u64, 0_u64);
    for seller_id in &sellers {
        match check(&clients, seller_id).await {
            Ok(found) => {
                orders += found.orders;
                corrected += u64::from(found.corrected);
                left += u64::from(found.left);
            }
            Err(error) => {
                println!("seller {seller_id}: {error:#}");
                failed += 1;
            }
        }
    }
    if seller.is_none() && failed == 0 {
        let confirmed = reports::ConfirmToldRequest { until: Some(parse::timestamp(until)) };
        clients.reports().confirm_told(confirmed).await.map_err(|status| explain(&status))?;
    }
    println!(
        "{} sellers with {orders} orders checked: {corrected} were put right, {left} still differ, {failed} could not be \
         compared",
        sellers.len()
    );
    Ok(if corrected + left + failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// What was found of one seller.
#[derive(Default)]
struct Found {
    orders: i64,
    corrected: bool,
    left: bool,
}

async fn check(clients: &Clients, seller_id: &str) -> anyhow::Result<Found> {
    // Orders first: the others hear of them a moment later, and what is then still on its way is no difference to them.
    let Ordered { figures, by_product } = Ordered::of(clients, seller_id).await?;
    let mut found = Found { orders: figures.orders, ..Found::default() };
    let request = reports::GetSalesTotalsRequest { seller_id: seller_id.to_owned(), days: None };
    let answer = clients.reports().get_sales_totals(request).await.map_err(|status| explain(&status))?;
    let kept = answer.into_inner().figures.unwrap_or_default();
    if set_aside::of_reports(clients, seller_id).await? || kept != figures {
        println!("seller {seller_id}: the reports are rebuilt");
        found.corrected |= rebuild_reports::rebuild(clients, seller_id).await? > 0;
    }
    let differs = verify_sales::compare_all(clients, seller_id, by_product).await?.differences > 0;
    if set_aside::of_catalogue(clients, seller_id).await? || differs {
        let request = catalogue::RecountSalesRequest { seller_id: seller_id.to_owned() };
        let answer = clients.catalogue_for_verifying().recount_sales(request).await;
        let counted = answer.map_err(|status| explain(&status))?.into_inner();
        let catalogue::RecountSalesResponse { orders, products } = counted;
        println!("seller {seller_id}: {orders} orders had not been heard of, {products} products were counted wrong");
        found.corrected |= orders + products > 0;
        if differs {
            println!("seller {seller_id}: compared once more");
            let Ordered { figures: _, by_product } = Ordered::of(clients, seller_id).await?;
            found.left = verify_sales::compare_all(clients, seller_id, by_product).await?.differences > 0;
        }
    }
    if found.left {
        println!("seller {seller_id}: what is left lies between its orders and its stock: see `reconcile`");
    }
    Ok(found)
}
