//! Takes the stock and a seller's orders back to one another after either was restored to an older time.

use std::{fmt, process::ExitCode};

use pishkhan_proto::{
    orders::v1::{self as pb, ReconcileOutcome, ReconcileStep},
    settings::v1::SellerName,
};
use uuid::Uuid;

use super::{intents, sellers};
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

/// What was found of a seller, or of all of them, and what became of it.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
struct Found {
    orders: u64,
    differences: u64,
    /// None where nothing was to be put right.
    applied: Option<Applied>,
}

#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
struct Applied {
    declared: u64,
    short: u64,
    left: u64,
    waiting: u64,
}

impl Found {
    /// Whether nothing is left to be done.
    fn is_fine(&self) -> bool {
        self.applied.map_or(self.differences, |applied| applied.left + applied.waiting) == 0
    }

    fn add(&mut self, other: Self) {
        self.orders += other.orders;
        self.differences += other.differences;
        if let Some(more) = other.applied {
            let applied = self.applied.get_or_insert_default();
            applied.declared += more.declared;
            applied.short += more.short;
            applied.left += more.left;
            applied.waiting += more.waiting;
        }
    }
}

impl fmt::Display for Found {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} orders compared, {} differences", self.orders, self.differences)?;
        let Some(Applied { declared, short, left, waiting }) = self.applied else { return Ok(()) };
        write!(
            formatter,
            "; {declared} declarations made, {short} were short, {left} differences left, \
             {waiting} intents go on waiting"
        )
    }
}

/// Prints every difference; with `apply` puts them right and looks again. Goes through all sellers when none is named.
pub async fn run(seller: Option<Uuid>, apply: bool) -> anyhow::Result<ExitCode> {
    let clients = Clients::from_env()?;
    let (found, failed) = match seller {
        Some(seller) => (reconcile(&clients, &seller.to_string(), apply).await?, 0),
        None => all(&clients, apply).await?,
    };
    println!("{found}");
    if !apply && found.differences > 0 {
        println!("nothing was changed: --apply puts it right");
    }
    if failed > 0 {
        println!("{failed} sellers could not be compared: run it again");
    }
    Ok(if found.is_fine() && failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Goes through all sellers, and tells of how many it failed: one that cannot be compared does not keep the others from it.
async fn all(clients: &Clients, apply: bool) -> anyhow::Result<(Found, usize)> {
    let (mut sum, mut sellers, mut differ, mut failed) = (Found::default(), 0_u64, 0_u64, 0);
    for SellerName { seller_id, title } in sellers::all(clients).await? {
        sellers += 1;
        match reconcile(clients, &seller_id, apply).await {
            Ok(found) => {
                println!("seller {seller_id} ({title}): {found}");
                differ += u64::from(found.differences > 0);
                sum.add(found);
            }
            Err(error) => {
                println!("seller {seller_id} ({title}): {error:#}");
                failed += 1;
            }
        }
    }
    println!("{sellers} sellers, {differ} of them with differences");
    Ok((sum, failed))
}

/// Compares all orders of a seller; with `apply` puts right what differs.
async fn reconcile(clients: &Clients, seller_id: &str, apply: bool) -> anyhow::Result<Found> {
    let first = pass(clients, seller_id, ReconcileStep::Unspecified).await?;
    let mut found = Found { orders: first.orders, differences: first.told, applied: None };
    if !apply {
        return Ok(found);
    }
    let mut applied = Applied::default();
    // Without a difference the steps would only be in the way of what is being settled.
    let steps = [ReconcileStep::Release, ReconcileStep::Claim, ReconcileStep::ClaimUnsettled];
    for step in steps.into_iter().filter(|_| first.told > 0) {
        let done = pass(clients, seller_id, step).await?;
        applied.declared += done.declared;
        applied.short += done.short;
    }
    applied.waiting = u64::try_from(intents::retry_all(clients, seller_id).await?)?;
    applied.left = pass(clients, seller_id, ReconcileStep::Unspecified).await?.told;
    found.applied = Some(applied);
    Ok(found)
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
