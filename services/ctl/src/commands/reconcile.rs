//! Takes the stock and a seller's orders back to one another after either was restored to an older time.

use std::process::ExitCode;

use pishkhan_proto::orders::v1::{self as pb, ReconcileOutcome, ReconcileStep};
use uuid::Uuid;

use super::intents;
use crate::clients::{Clients, explain};

/// Orders compared in one call.
const PAGE: i32 = 50;

/// What one pass over all orders has found.
#[derive(Debug, Default)]
struct Pass {
    orders: u64,
    told: u64,
    declared: u64,
    short: u64,
}

/// Prints every difference; with `apply` puts them right and looks again.
pub async fn run(seller: Uuid, apply: bool) -> anyhow::Result<ExitCode> {
    let clients = Clients::from_env()?;
    let seller_id = seller.to_string();
    let found = pass(&clients, &seller_id, ReconcileStep::Unspecified).await?;
    println!("{} orders compared, {} differences", found.orders, found.told);
    if !apply {
        if found.told > 0 {
            println!("nothing was changed: --apply puts it right");
        }
        return Ok(if found.told == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE });
    }
    let (mut declared, mut short) = (0, 0);
    // Without a difference the steps would only be in the way of what is being settled.
    let steps = [ReconcileStep::Release, ReconcileStep::Claim, ReconcileStep::ClaimUnsettled];
    for step in steps.into_iter().filter(|_| found.told > 0) {
        let done = pass(&clients, &seller_id, step).await?;
        declared += done.declared;
        short += done.short;
    }
    let waiting = intents::retry_all(&clients, &seller_id).await?;
    let left = pass(&clients, &seller_id, ReconcileStep::Unspecified).await?;
    println!(
        "{declared} declarations made, {short} were short, {} differences left, {waiting} intents go on waiting",
        left.told
    );
    Ok(if left.told == 0 && waiting == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Takes one step over all of a seller's orders, and prints what it found or did.
async fn pass(clients: &Clients, seller_id: &str, step: ReconcileStep) -> anyhow::Result<Pass> {
    let (mut pass, mut page_token) = (Pass::default(), String::new());
    loop {
        let request = pb::ReconcileReservationsRequest {
            request_id: clients.request_id(),
            seller_id: seller_id.to_owned(),
            step: step.into(),
            page_size: PAGE,
            page_token,
        };
        let reply = clients.orders_for_reconciling().reconcile_reservations(request).await;
        let part = reply.map_err(|status| explain(&status))?.into_inner();
        pass.orders += u64::try_from(part.orders).unwrap_or_default();
        for difference in &part.differences {
            let outcome = difference.outcome();
            println!("{}", line(difference, step));
            match outcome {
                ReconcileOutcome::Told | ReconcileOutcome::Unspecified => pass.told += 1,
                ReconcileOutcome::Declared => pass.declared += 1,
                ReconcileOutcome::Short => pass.short += 1,
            }
        }
        page_token = part.next_page_token;
        if page_token.is_empty() {
            return Ok(pass);
        }
    }
}

fn line(difference: &pb::ReservationDifference, step: ReconcileStep) -> String {
    let pb::ReservationDifference { order_id, lines, settling, outcome: _ } = difference;
    let lines: Vec<String> = lines
        .iter()
        .map(|pb::ReservationLineDifference { type_id, due, held }| format!("type {type_id} holds {held}, due {due}"))
        .collect();
    let done = match (difference.outcome(), step) {
        (ReconcileOutcome::Declared, ReconcileStep::Release) => "gave back: ",
        (ReconcileOutcome::Declared, _) => "took what is due: ",
        (ReconcileOutcome::Short, _) => "the stock is short, or the type is switched off: ",
        (ReconcileOutcome::Told | ReconcileOutcome::Unspecified, _) => "",
    };
    let settling = if *settling { " (being settled)" } else { "" };
    format!("order {order_id}{settling}: {done}{}", lines.join("; "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_says_what_differs_and_what_became_of_it() {
        let difference = |outcome: ReconcileOutcome| pb::ReservationDifference {
            order_id: "o".to_owned(),
            lines: vec![pb::ReservationLineDifference { type_id: "t".to_owned(), due: 2, held: 5 }],
            settling: outcome == ReconcileOutcome::Told,
            outcome: outcome.into(),
        };
        let said = |outcome, step| line(&difference(outcome), step);
        let plain = said(ReconcileOutcome::Told, ReconcileStep::Unspecified);
        assert_eq!(plain, "order o (being settled): type t holds 5, due 2");
        let back = said(ReconcileOutcome::Declared, ReconcileStep::Release);
        assert_eq!(back, "order o: gave back: type t holds 5, due 2");
        assert!(said(ReconcileOutcome::Declared, ReconcileStep::Claim).contains("took what is due"));
        assert!(said(ReconcileOutcome::Short, ReconcileStep::Claim).contains("short"));
    }
}
