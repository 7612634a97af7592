//! What was decided of orders and waits for the stock's answer.

use std::process::ExitCode;

use clap::Subcommand;
use pishkhan_chassis::parse;
use pishkhan_proto::orders::v1 as pb;
use uuid::Uuid;

use crate::clients::{Clients, explain};

const PAGE: i32 = 500;

/// What to do with them.
#[derive(Subcommand)]
pub enum Action {
    /// Prints them, one a line. Exit code 1 when one is stuck.
    List {
        /// The seller; all sellers when none is named.
        #[arg(long)]
        seller: Option<Uuid>,
    },
    /// Tries them at once, however long they would have rested. Exit code 1 when one goes on waiting.
    Retry {
        /// The seller.
        #[arg(long)]
        seller: Uuid,
        /// The order; all that wait when none is named.
        #[arg(long)]
        order: Option<Uuid>,
    },
}

/// Does it.
pub async fn run(action: Action) -> anyhow::Result<ExitCode> {
    let clients = Clients::from_env()?;
    let fine = match action {
        Action::List { seller } => list(&clients, seller).await?,
        Action::Retry { seller, order: Some(order) } => {
            let (seller, order) = (seller.to_string(), order.to_string());
            retry(&clients, &seller, &order).await? != pb::RetryOutcome::Waiting
        }
        Action::Retry { seller, order: None } => retry_all(&clients, &seller.to_string()).await? == 0,
    };
    Ok(if fine { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

async fn list(clients: &Clients, seller: Option<Uuid>) -> anyhow::Result<bool> {
    let (mut all, mut stuck) = (0_u64, 0_u64);
    let seller_id = seller.map(|seller| seller.to_string()).unwrap_or_default();
    pages(clients, &seller_id, async |intents| {
        for intent in intents {
            println!("{}", line(&intent)?);
            all += 1;
            stuck += u64::from(intent.stuck);
        }
        Ok(())
    })
    .await?;
    println!("{all} waiting, {stuck} stuck");
    Ok(stuck == 0)
}

fn line(intent: &pb::Intent) -> anyhow::Result<String> {
    let time = |field, time| parse::instant(field, time).map_err(|status| explain(&status));
    let pb::Intent { seller_id, order_id, kind: _, revision, attempts, create_time, due_time, last_error, stuck } =
        intent;
    let what = match intent.kind() {
        pb::IntentKind::Save => "save",
        pb::IntentKind::Cancel => "cancel",
        pb::IntentKind::Takeover => "take over",
        pb::IntentKind::Delete => "delete",
        pb::IntentKind::Unspecified => "?",
    };
    let (since, next) = (time("create_time", *create_time)?, time("due_time", *due_time)?);
    let stuck = if *stuck { "STUCK " } else { "" };
    let error = if last_error.is_empty() { String::new() } else { format!(": {last_error}") };
    Ok(format!(
        "{stuck}seller {seller_id} order {order_id}: {what}, revision {revision}, since {}, tried {attempts} times, next {}{error}",
        since.format("%F %T"),
        next.format("%F %T")
    ))
}

/// Tries all that wait of a seller, and tells how many go on waiting.
pub async fn retry_all(clients: &Clients, seller_id: &str) -> anyhow::Result<usize> {
    let mut waiting = 0;
    pages(clients, seller_id, async |intents| {
        for intent in intents {
            let outcome = retry(clients, &intent.seller_id, &intent.order_id).await?;
            waiting += usize::from(outcome == pb::RetryOutcome::Waiting);
        }
        Ok(())
    })
    .await?;
    Ok(waiting)
}

async fn retry(clients: &Clients, seller_id: &str, order_id: &str) -> anyhow::Result<pb::RetryOutcome> {
    let request = pb::RetryIntentRequest {
        request_id: clients.request_id(),
        seller_id: seller_id.to_owned(),
        order_id: order_id.to_owned(),
    };
    let reply = clients.orders().retry_intent(request).await.map_err(|status| explain(&status))?.into_inner();
    let told = match reply.outcome() {
        pb::RetryOutcome::Settled => "settled".to_owned(),
        pb::RetryOutcome::Short => "the stock is short: the order stays as it was before".to_owned(),
        pb::RetryOutcome::None => "nothing is waiting".to_owned(),
        pb::RetryOutcome::Waiting | pb::RetryOutcome::Unspecified => format!("goes on waiting: {}", reply.last_error),
    };
    println!("order {order_id}: {told}");
    Ok(reply.outcome())
}

/// Hands over the intents page by page; a page is all that is ever held.
async fn pages(
    clients: &Clients,
    seller_id: &str,
    mut take: impl AsyncFnMut(Vec<pb::Intent>) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let mut page_token = String::new();
    loop {
        let request = pb::ListIntentsRequest { seller_id: seller_id.to_owned(), page_size: PAGE, page_token };
        let page = clients.orders().list_intents(request).await.map_err(|status| explain(&status))?.into_inner();
        take(page.intents).await?;
        page_token = page.next_page_token;
        if page_token.is_empty() {
            return Ok(());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_says_what_waits_for_how_long_and_why() {
        let at = |seconds| Some(prost_types::Timestamp { seconds, nanos: 0 });
        let intent = pb::Intent {
            seller_id: "s".to_owned(),
            order_id: "o".to_owned(),
            kind: pb::IntentKind::Save.into(),
            revision: 3,
            attempts: 8,
            create_time: at(0),
            due_time: at(61),
            last_error: "catalogue does not answer".to_owned(),
            stuck: true,
        };
        assert_eq!(
            line(&intent).unwrap(),
            "STUCK seller s order o: save, revision 3, since 1970-01-01 00:00:00, tried 8 times, \
             next 1970-01-01 00:01:01: catalogue does not answer"
        );
        let fresh = pb::Intent { last_error: String::new(), stuck: false, ..intent };
        assert!(line(&fresh).unwrap().ends_with("next 1970-01-01 00:01:01"));
    }
}
