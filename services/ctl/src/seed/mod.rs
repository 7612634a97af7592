//! The demo: sellers of every type, products, customers, and a year of orders, the same on every machine.

mod bills;
mod choices;
mod data;
mod names;
mod plan;
mod store;
mod subscription;

use std::{path::Path, process::ExitCode, time::Duration};

use anyhow::{Context as _, bail, ensure};
use chrono::{Datelike as _, NaiveDate, TimeDelta};
use pishkhan_chassis::errors;
use pishkhan_proto::{
    auth::v1 as auth, catalogue::v1 as catalogue, orders::v1 as orders, reason, reports::v1 as reports,
    settings::v1 as settings,
};
use tokio::time::Instant;
use uuid::Uuid;

use self::data::{Data, DemoSeller};
use crate::{
    clients::{Clients, again, explain},
    import,
};

/// More of everything than a year of orders can take; the real stock is set when they are in.
const STOCK_FOR_SEEDING: &str = "1000000";
/// Orders that are handed over at a time.
const BATCH: usize = 50;
/// How long the reports may stand still before they have followed.
const PATIENCE: Duration = Duration::from_mins(1);
/// Days that 13 Jalali months have at most.
const SPAN_DAYS: i64 = 396;

/// Sows what is not there yet. Each step can be repeated, so a demo that was cut off is gone on with.
pub async fn run(dir: &Path) -> anyhow::Result<ExitCode> {
    let clients = Clients::from_env()?;
    let installation = again(async || clients.auth().get_installation(auth::GetInstallationRequest {}).await).await;
    // Everybody knows the demo's passwords.
    ensure!(
        installation.map_err(|status| explain(&status))?.dev,
        "the demo is for the dev profile alone, and auth runs in production: nothing was sown"
    );
    let data = Data::read(dir)?;
    let today = (clients.clock.now() + plan::TEHRAN).date_naive();
    let holidays = holidays(&clients, today).await?;
    let mut sown = 0;
    for seller in &data.sellers {
        create_seller(&clients, seller).await.with_context(|| format!("seller {}", seller.cellphone))?;
        subscription::buy(&clients, seller).await.with_context(|| format!("seller {}", seller.cellphone))?;
        subscription::grant(&clients, seller).await.with_context(|| format!("seller {}", seller.cellphone))?;
        sown += sow(&clients, dir, &data, seller, &holidays)
            .await
            .with_context(|| format!("seller {}", seller.cellphone))?;
        bills::bill(&clients, seller, today).await.with_context(|| format!("seller {}", seller.cellphone))?;
    }
    create_operator(&clients, &data).await?;
    if sown == 0 {
        println!("the demo is there already");
    }
    Ok(ExitCode::SUCCESS)
}

async fn holidays(clients: &Clients, today: NaiveDate) -> anyhow::Result<Vec<NaiveDate>> {
    // The Jalali years that the last 13 months can lie in.
    let year = today.year() - 621;
    let mut days = Vec::new();
    for year in year - 2..=year {
        let reply =
            again(async || clients.settings().list_holidays(settings::ListHolidaysRequest { year }).await).await;
        for holiday in reply.map_err(|status| explain(&status))?.holidays {
            days.push(holiday.date.parse()?);
        }
    }
    Ok(days)
}

/// Creates the seller. One that an earlier demo created from other data stays as it is.
async fn create_seller(clients: &Clients, seller: &DemoSeller) -> anyhow::Result<()> {
    match again(async || clients.settings().create_seller(seller.create_request()).await).await {
        Ok(_) => Ok(()),
        Err(status) if errors::details(&status).reason.as_deref() == Some(reason::IDEMPOTENCY_KEY_REUSED) => {
            println!("seller {}: there already, with other data", seller.cellphone);
            Ok(())
        }
        Err(status) => Err(explain(&status)),
    }
}

async fn create_operator(clients: &Clients, data: &Data) -> anyhow::Result<()> {
    let operator = &data.operator;
    let request = auth::CreateUserRequest {
        request_id: "demo-operator".to_owned(),
        cellphone: operator.cellphone.clone(),
        password: operator.password.clone(),
        username: operator.username.clone(),
        first_name: operator.first_name.clone(),
        last_name: operator.last_name.clone(),
        role: auth::Role::Operator.into(),
        seller_id: String::new(),
        child_seller: false,
    };
    again(async || clients.auth().create_user(request.clone()).await).await.map_err(|status| explain(&status))?;
    Ok(())
}

/// Sows one seller's goods, customers and orders; how many orders are new.
async fn sow(
    clients: &Clients,
    dir: &Path,
    data: &Data,
    seller: &DemoSeller,
    holidays: &[NaiveDate],
) -> anyhow::Result<i32> {
    let (Some(products), Some(customers)) = (&seller.products, &seller.customers) else { return Ok(0) };
    let counted = orders::GetCustomerCountsRequest { seller_id: seller.seller_id.to_string() };
    let marker = orders::ListRegisteredOrdersRequest {
        seller_id: seller.seller_id.to_string(),
        page_size: 1,
        page_token: String::new(),
    };
    let counts = again(async || clients.orders().get_customer_counts(counted.clone()).await).await;
    let counts = counts.map_err(|status| explain(&status))?;
    let first = again(async || clients.orders().list_registered_orders(marker.clone()).await).await;
    let first = first.map_err(|status| explain(&status))?;
    let products =
        import::demo_products(&dir.join(products), |row| format!("/images/products/{}.svg", row.product_code))?;
    // The file's own stock is the last thing that is set.
    if counts.totals.unwrap_or_default().all > 0
        && !first.orders.is_empty()
        && stock_is_set(clients, seller, &products).await?
    {
        return Ok(0);
    }
    println!("seller {}: products and customers", seller.cellphone);
    let plenty = products
        .iter()
        .map(|row| catalogue::ProductRow { stock: STOCK_FOR_SEEDING.to_owned(), ..row.clone() })
        .collect();
    accept(&import::send_products(clients, seller.seller_id, plenty).await?)?;
    let mut customers = import::demo_customers(&dir.join(customers))?;
    names::grow(&mut customers, seller.grow_customers_to.unwrap_or(0), &data.names)?;
    accept(&import::send_customers(clients, seller.seller_id, customers.clone()).await?)?;

    choices::choose(clients, seller.seller_id, &products, &customers).await?;

    let now = clients.clock.now();
    let planned = plan::orders(&plan::Inputs {
        seed: u64::from(seller.seller_type.unsigned_abs()),
        now,
        span: TimeDelta::days(SPAN_DAYS),
        holidays,
        count: seller.orders,
        products: &plan::goods(&products)?,
        min_order_toman: seller.limits.min_order_toman,
        min_packages: seller.limits.min_packages,
        customers: &customers,
        names: &data.names,
        worked_order: seller.seller_type == 1,
    });
    println!("seller {}: {} orders", seller.cellphone, planned.len());
    let mut created = 0;
    for batch in planned.chunks(BATCH) {
        let request = orders::ImportOrdersRequest {
            request_id: clients.request_id(),
            seller_id: seller.seller_id.to_string(),
            orders: batch.to_vec(),
        };
        let reply = again(async || clients.orders().import_orders(request.clone()).await).await;
        let reply = reply.map_err(|status| explain(&status))?;
        if let Some(orders::OrderProblem { client_order_id, problem }) = reply.problems.first() {
            bail!("order {client_order_id}: {problem}");
        }
        created += reply.created;
    }
    store::set_up(clients, seller, (now + plan::TEHRAN).date_naive()).await?;
    accept(&import::send_products(clients, seller.seller_id, products).await?)?;
    let registered = planned.iter().filter(|order| order.status() == orders::OrderStatus::Registered).count();
    wait_for_reports(clients, seller.seller_id, i64::try_from(registered)?).await?;
    Ok(created.max(1))
}

/// Whether what can be sold is no longer what it was set to for the seeding.
async fn stock_is_set(
    clients: &Clients,
    seller: &DemoSeller,
    products: &[catalogue::ProductRow],
) -> anyhow::Result<bool> {
    let request = catalogue::BatchGetProductTypesRequest {
        seller_id: seller.seller_id.to_string(),
        type_ids: Vec::new(),
        type_codes: products.iter().map(|row| row.type_code.clone()).collect(),
        for_order_lines: false,
    };
    let reply = again(async || clients.catalogue().batch_get_product_types(request.clone()).await).await;
    let reply = reply.map_err(|status| explain(&status))?;
    // Less than half of it: a year of orders takes far less, and a file never has so much.
    Ok(reply.types.len() == products.len() && reply.types.iter().all(|product| product.available < 500_000))
}

fn accept(outcome: &import::Outcome) -> anyhow::Result<()> {
    match outcome.problems.first() {
        Some(problem) => bail!("the demo's own data was refused: {problem}"),
        None => Ok(()),
    }
}

/// The figures follow within seconds; the demo is there when they have.
async fn wait_for_reports(clients: &Clients, seller: Uuid, registered: i64) -> anyhow::Result<()> {
    let request = reports::GetSalesTotalsRequest { seller_id: seller.to_string(), days: None };
    follow(registered, async || {
        let reply = again(async || clients.reports().get_sales_totals(request.clone()).await).await;
        Ok(reply.map_err(|status| explain(&status))?.figures.unwrap_or_default().orders)
    })
    .await
}

/// Waits until a count has come to `goal`, however long that takes, as long as it goes on.
async fn follow(goal: i64, mut count: impl AsyncFnMut() -> anyhow::Result<i64>) -> anyhow::Result<()> {
    let (mut before, mut moved_at) = (-1, Instant::now());
    loop {
        let now = count().await?;
        if now >= goal {
            return Ok(());
        }
        if now != before {
            (before, moved_at) = (now, Instant::now());
        }
        if moved_at.elapsed() > PATIENCE {
            bail!("the reports stand still at {now} of {goal} orders");
        }
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
}

/// Types by what they cost, for tests of the plan.
#[cfg(test)]
fn prices(goods: &[plan::Good]) -> std::collections::HashMap<&str, i64> {
    goods.iter().map(|good| (good.type_code.as_str(), good.unit_price)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn slow_reports_are_waited_for_and_those_that_stand_still_are_not() {
        let began = Instant::now();
        let mut asked = 0;
        // One more order every half minute.
        let slow = follow(20, async || {
            asked += 1;
            Ok(asked / 150)
        });
        slow.await.unwrap();
        assert!(began.elapsed() > 5 * PATIENCE);
        let error = follow(20, async || Ok(7)).await.unwrap_err();
        assert_eq!(error.to_string(), "the reports stand still at 7 of 20 orders");
    }
}
