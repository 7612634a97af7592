//! Days of a subscription that the platform gives.

use std::process::ExitCode;

use chrono::{DateTime, Utc};
use clap::Subcommand;
use pishkhan_chassis::parse;
use pishkhan_proto::settings::v1 as pb;
use uuid::Uuid;

use crate::clients::{Clients, again, explain};

/// What to do with subscriptions.
#[derive(Subcommand)]
pub enum Action {
    /// Gives a seller days without a payment, from the end of what it has. Switches no store on.
    Grant {
        /// The seller, of type 2 or 3.
        #[arg(long)]
        seller: Uuid,
        /// How many, 366 at most.
        #[arg(long)]
        days: i32,
        /// Why, such as a trial; for the audit.
        #[arg(long)]
        reason: String,
    },
}

/// Does it.
pub async fn run(action: Action) -> anyhow::Result<ExitCode> {
    let clients = Clients::from_env()?;
    match action {
        Action::Grant { seller, days, reason } => {
            let until = grant(&clients, seller, days, reason).await?;
            println!("seller {seller}: {days} days more, until {} UTC", until.format("%F %T"));
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Gives a seller days; when its subscription ends then.
pub async fn grant(clients: &Clients, seller: Uuid, days: i32, reason: String) -> anyhow::Result<DateTime<Utc>> {
    let request =
        pb::GrantSubscriptionRequest { request_id: clients.request_id(), seller_id: seller.to_string(), days, reason };
    let granted = again(async || clients.subscriptions().grant_subscription(request.clone()).await).await;
    let subscription = granted.map_err(|status| explain(&status))?.subscription.unwrap_or_default();
    parse::instant("end_time", subscription.end_time).map_err(|status| explain(&status))
}
