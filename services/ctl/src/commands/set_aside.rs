//! Events about a seller that a service has given up: what its figures may lack.

use pishkhan_proto::{catalogue::v1 as catalogue, reports::v1 as reports};
use prost_types::Timestamp;

use crate::clients::{Clients, explain};

/// Prints those of the units sold, and tells whether there are any.
pub async fn of_catalogue(clients: &Clients, seller_id: &str) -> anyhow::Result<bool> {
    let request = catalogue::ListSetAsideEventsRequest { seller_id: seller_id.to_owned() };
    let answer = clients.catalogue().list_set_aside_events(request).await.map_err(|status| explain(&status))?;
    let catalogue::ListSetAsideEventsResponse { events, truncated } = answer.into_inner();
    let lines = events.into_iter().map(|event| {
        let catalogue::SetAsideEvent { event_id, kind, key, reason, set_aside_time } = event;
        line(&event_id, &kind, &key, &reason, set_aside_time)
    });
    Ok(tell(lines, truncated))
}

/// Prints those of the reports, and tells whether there are any.
pub async fn of_reports(clients: &Clients, seller_id: &str) -> anyhow::Result<bool> {
    let request = reports::ListSetAsideEventsRequest { seller_id: seller_id.to_owned() };
    let answer = clients.reports().list_set_aside_events(request).await.map_err(|status| explain(&status))?;
    let reports::ListSetAsideEventsResponse { events, truncated } = answer.into_inner();
    let lines = events.into_iter().map(|event| {
        let reports::SetAsideEvent { event_id, kind, key, reason, set_aside_time } = event;
        line(&event_id, &kind, &key, &reason, set_aside_time)
    });
    Ok(tell(lines, truncated))
}

fn tell(lines: impl Iterator<Item = String>, truncated: bool) -> bool {
    let mut any = false;
    for line in lines {
        println!("{line}");
        any = true;
    }
    if truncated {
        println!("more events were set aside");
    }
    any
}

fn line(event_id: &str, kind: &str, key: &str, reason: &str, at: Option<Timestamp>) -> String {
    let at = at.map(|at| at.to_string()).unwrap_or_default();
    format!("{kind} of {key} was set aside at {at} (event {event_id}): {reason}")
}
