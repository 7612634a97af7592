//! Proves that ledger, rows, reservations and orders agree.

use std::{
    cmp::Ordering,
    collections::{BTreeMap, VecDeque},
    process::ExitCode,
};

use pishkhan_proto::catalogue::v1 as catalogue;
use uuid::Uuid;

use super::registered::Registered;
use crate::clients::{Clients, explain};

const PAGE: i32 = 500;

/// What one order holds: type → selling units.
type Held = BTreeMap<String, i64>;

/// Compares, prints every difference, repairs nothing.
pub async fn run(seller: Uuid) -> anyhow::Result<ExitCode> {
    let clients = Clients::from_env()?;
    let seller_id = seller.to_string();
    let request = catalogue::VerifyStockRequest { seller_id: seller_id.clone() };
    let catalogue::VerifyStockResponse { types_checked, differences, truncated } =
        clients.catalogue_for_verifying().verify_stock(request).await.map_err(|status| explain(&status))?.into_inner();
    for difference in &differences {
        let catalogue::StockDifference {
            type_id,
            code,
            row_on_hand,
            ledger_on_hand,
            row_reserved,
            ledger_reserved,
            reservations,
        } = difference;
        println!(
            "type {code} ({type_id}): on hand {row_on_hand} by the row, {ledger_on_hand} by the ledger; \
             reserved {row_reserved} by the row, {ledger_reserved} by the ledger, {reservations} by orders' reservations"
        );
    }
    let (mut orders, mut strays) = (0_u64, 0_u64);
    let mut pairs = Pairs::of(&clients, &seller_id);
    while let Some(pair) = pairs.next().await? {
        orders += u64::from(pair.registered.is_some());
        if let Some(stray) = pair.stray() {
            println!("{stray}");
            strays += 1;
        }
    }
    let found = strays + u64::try_from(differences.len())? + u64::from(truncated);
    let at_least = if truncated { "at least " } else { "" };
    println!("{types_checked} types and {orders} orders checked, {at_least}{found} differences");
    Ok(if found == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// An order as the catalogue holds its goods back and as it was registered.
#[derive(Debug, Default, PartialEq, Eq)]
struct Pair {
    order_id: String,
    reserved: Option<Held>,
    registered: Option<Held>,
}

impl Pair {
    /// What is wrong with it.
    fn stray(&self) -> Option<String> {
        let order = &self.order_id;
        match (&self.reserved, &self.registered) {
            (Some(reserved), Some(registered)) if reserved == registered => None,
            (Some(_), Some(_)) => Some(format!("order {order}: its reservation is not what was registered")),
            (None, Some(_)) => Some(format!("order {order}: registered without a reservation")),
            (Some(_), None) => Some(format!("order {order}: a reservation without a registered order")),
            (None, None) => None,
        }
    }
}

/// Both lists side by side. Each comes in the order of the orders' ids, so that one page of each is held at a time,
/// whatever the number of orders.
struct Pairs<'a> {
    reservations: Reservations<'a>,
    registered: Registered<'a>,
    reserved: Option<(String, Held)>,
    ordered: Option<(String, Held)>,
}

impl<'a> Pairs<'a> {
    fn of(clients: &'a Clients, seller_id: &'a str) -> Self {
        let (reservations, registered) = (Reservations::of(clients, seller_id), Registered::of(clients, seller_id));
        Self { reservations, registered, reserved: None, ordered: None }
    }

    /// The next order of any of the two lists.
    async fn next(&mut self) -> anyhow::Result<Option<Pair>> {
        if self.reserved.is_none() {
            self.reserved = self.reservations.next().await?;
        }
        if self.ordered.is_none() {
            let order = self.registered.next().await?;
            self.ordered = order.map(|order| (order.order_id, held(order.lines, |line| (line.type_id, line.quantity))));
        }
        Ok(pair(&mut self.reserved, &mut self.ordered))
    }
}

/// Takes the order with the lower id, from both sides if both have it.
fn pair(reserved: &mut Option<(String, Held)>, registered: &mut Option<(String, Held)>) -> Option<Pair> {
    let first = match (reserved.as_ref(), registered.as_ref()) {
        (Some((reserved, _)), Some((registered, _))) => reserved.cmp(registered),
        (Some(_), None) => Ordering::Less,
        (None, Some(_)) => Ordering::Greater,
        (None, None) => return None,
    };
    let reserved = if first.is_le() { reserved.take() } else { None };
    let registered = if first.is_ge() { registered.take() } else { None };
    let order_id = reserved.as_ref().or(registered.as_ref()).map(|(order_id, _)| order_id.clone())?;
    Some(Pair { order_id, reserved: reserved.map(|(_, held)| held), registered: registered.map(|(_, held)| held) })
}

fn held<T>(lines: Vec<T>, of: impl Fn(T) -> (String, i64)) -> Held {
    lines.into_iter().map(of).collect()
}

/// What the catalogue holds back, in the order of the orders' ids; an order that holds nothing is left out.
struct Reservations<'a> {
    clients: &'a Clients,
    seller_id: &'a str,
    page: VecDeque<catalogue::Reservation>,
    /// Where the next page begins; none behind the last one.
    token: Option<String>,
}

impl<'a> Reservations<'a> {
    fn of(clients: &'a Clients, seller_id: &'a str) -> Self {
        Self { clients, seller_id, page: VecDeque::new(), token: Some(String::new()) }
    }

    async fn next(&mut self) -> anyhow::Result<Option<(String, Held)>> {
        loop {
            if let Some(catalogue::Reservation { order_id, revision: _, lines, update_time: _ }) = self.page.pop_front()
            {
                if lines.is_empty() {
                    continue;
                }
                return Ok(Some((order_id, held(lines, |line| (line.type_id, line.quantity)))));
            }
            let Some(page_token) = self.token.take() else { return Ok(None) };
            let seller_id = self.seller_id.to_owned();
            let request = catalogue::ListReservationsRequest { seller_id, page_size: PAGE, page_token };
            let answer = self.clients.catalogue().list_reservations(request).await;
            let page = answer.map_err(|status| explain(&status))?.into_inner();
            self.page = page.reservations.into();
            self.token = Some(page.next_page_token).filter(|token| !token.is_empty());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is told of two lists of orders, each with its units.
    fn strays(reserved: &[(&str, i64)], registered: &[(&str, i64)]) -> Vec<String> {
        let list = |orders: &[(&str, i64)]| -> VecDeque<(String, Held)> {
            let order = |&(order, units): &(&str, i64)| (order.to_owned(), Held::from([("t".to_owned(), units)]));
            orders.iter().map(order).collect()
        };
        let (mut reserved, mut registered) = (list(reserved), list(registered));
        let (mut left, mut right, mut told) = (None, None, Vec::new());
        loop {
            left = left.or_else(|| reserved.pop_front());
            right = right.or_else(|| registered.pop_front());
            let Some(pair) = pair(&mut left, &mut right) else { return told };
            told.extend(pair.stray());
        }
    }

    #[test]
    fn every_kind_of_stray_is_told() {
        assert!(strays(&[], &[]).is_empty());
        assert!(strays(&[("a", 1), ("b", 2)], &[("a", 1), ("b", 2)]).is_empty());
        let told = strays(&[("a", 1), ("c", 2), ("e", 5)], &[("b", 1), ("c", 3), ("d", 4), ("e", 5)]);
        assert_eq!(
            told,
            [
                "order a: a reservation without a registered order",
                "order b: registered without a reservation",
                "order c: its reservation is not what was registered",
                "order d: registered without a reservation",
            ]
        );
    }
}
