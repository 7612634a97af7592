//! Rebuilds a seller's sales figures from its orders, and brings the names of today.

use std::process::ExitCode;

use pishkhan_proto::{orders::v1 as orders, reports::v1 as pb};
use tokio::sync::mpsc;
use tokio_stream::wrappers::ReceiverStream;
use uuid::Uuid;

use super::{names, registered::Registered, set_aside};
use crate::clients::{Clients, explain};

/// Prints what was different, and every event that had been given up until now.
pub async fn run(seller: Uuid) -> anyhow::Result<ExitCode> {
    let (clients, seller_id) = (Clients::from_env()?, seller.to_string());
    set_aside::of_reports(&clients, &seller_id).await?;
    let differences = rebuild(&clients, &seller_id).await?;
    Ok(if differences == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Carries names and registered orders from the services that have them to the reports service, prints what was
/// different, and tells how much that was.
pub async fn rebuild(clients: &Clients, seller_id: &str) -> anyhow::Result<i64> {
    let request_id = clients.request_id();
    // A few pages at the most are on their way at a time.
    let (sender, receiver) = mpsc::channel(4);
    let mut reports = clients.reports_for_rebuilding();
    let rebuilt =
        async { reports.rebuild_reports(ReceiverStream::new(receiver)).await.map_err(|status| explain(&status)) };
    let (sent, rebuilt) = tokio::join!(send(clients, &request_id, seller_id, sender), rebuilt);
    // When the stream was refused, that is the cause; the sender only noticed that nobody listens.
    let pb::RebuildReportsResponse { orders, figures_compared, differences, difference_count } = rebuilt?.into_inner();
    sent?;
    for pb::SalesDifference { subject, maintained, rebuilt } in &differences {
        println!("{subject}: was {}, is {}", figures(maintained.as_ref()), figures(rebuilt.as_ref()));
    }
    println!("{orders} orders, {figures_compared} figures compared, {difference_count} were different");
    Ok(difference_count)
}

async fn send(
    clients: &Clients,
    request_id: &str,
    seller_id: &str,
    sender: mpsc::Sender<pb::RebuildReportsRequest>,
) -> anyhow::Result<()> {
    let message = || pb::RebuildReportsRequest {
        request_id: request_id.to_owned(),
        seller_id: seller_id.to_owned(),
        ..Default::default()
    };
    let pass_on = async |message| {
        sender.send(message).await.map_err(|_closed| anyhow::anyhow!("the reports service listens no more"))
    };
    // First, so that the orders find their customers where these are. The rebuild begins with the first message: what is
    // listed behind it is no older than what reports knew then.
    pass_on(message()).await?;
    let mut token = Some(String::new());
    while let Some(page_token) = token.take() {
        let (products, next) = names::products(clients, seller_id, page_token).await?;
        pass_on(pb::RebuildReportsRequest { products, ..message() }).await?;
        token = Some(next).filter(|next| !next.is_empty());
    }
    let mut token = Some(String::new());
    while let Some(page_token) = token.take() {
        let (customers, next) = names::customers(clients, seller_id, page_token).await?;
        pass_on(pb::RebuildReportsRequest { customers, ..message() }).await?;
        token = Some(next).filter(|next| !next.is_empty());
    }
    let mut registered = Registered::of(clients, seller_id);
    while let Some(orders) = registered.next_page().await? {
        let orders = orders.into_iter().map(rebuild_order).collect();
        pass_on(pb::RebuildReportsRequest { orders, ..message() }).await?;
    }
    Ok(())
}

fn rebuild_order(order: orders::OrderRegistered) -> pb::RebuildOrder {
    let orders::OrderRegistered {
        order_id,
        seller_id: _,
        revision,
        register_time,
        customer_id,
        customer_title,
        activity_area,
        lines,
        code,
    } = order;
    let lines = lines.into_iter().map(|line| {
        let orders::RegisteredLine { product_id, type_id, product_title, type_name, quantity, amount_toman } = line;
        pb::RebuildLine { product_id, type_id, product_title, type_name, quantity, amount_toman }
    });
    pb::RebuildOrder {
        order_id,
        revision,
        register_time,
        customer_id,
        customer_title,
        activity_area,
        lines: lines.collect(),
        code,
    }
}

fn figures(figures: Option<&pb::SalesFigures>) -> String {
    figures.map_or_else(
        || "nothing".to_owned(),
        |pb::SalesFigures { orders, units, amount_toman }| {
            format!("{orders} orders, {units} units, {amount_toman} tomans")
        },
    )
}
