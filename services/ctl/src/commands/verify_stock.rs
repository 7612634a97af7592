//! Proves that ledger, rows, reservations and orders agree.

use std::{collections::BTreeMap, process::ExitCode};

use pishkhan_proto::catalogue::v1 as catalogue;
use uuid::Uuid;

use super::registered;
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
        clients.catalogue().verify_stock(request).await.map_err(|status| explain(&status))?.into_inner();
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
    let (reserved, registered) = (reservations(&clients, &seller_id).await?, held(&clients, &seller_id).await?);
    let strays = compare(&reserved, &registered);
    for stray in &strays {
        println!("{stray}");
    }
    println!(
        "{types_checked} types and {} orders checked, {}{} differences",
        registered.len(),
        if truncated { "at least " } else { "" },
        differences.len() + strays.len() + usize::from(truncated)
    );
    Ok(if differences.is_empty() && strays.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// What the catalogue holds back, by order; an order that holds nothing is left out.
async fn reservations(clients: &Clients, seller_id: &str) -> anyhow::Result<BTreeMap<String, Held>> {
    let mut found = BTreeMap::new();
    let mut page_token = String::new();
    loop {
        let request =
            catalogue::ListReservationsRequest { seller_id: seller_id.to_owned(), page_size: PAGE, page_token };
        let page =
            clients.catalogue().list_reservations(request).await.map_err(|status| explain(&status))?.into_inner();
        for catalogue::Reservation { order_id, revision: _, lines, update_time: _ } in page.reservations {
            let held: Held = lines.into_iter().map(|line| (line.type_id, line.quantity)).collect();
            if !held.is_empty() {
                found.insert(order_id, held);
            }
        }
        page_token = page.next_page_token;
        if page_token.is_empty() {
            return Ok(found);
        }
    }
}

/// What the registered orders say that they hold.
async fn held(clients: &Clients, seller_id: &str) -> anyhow::Result<BTreeMap<String, Held>> {
    let mut found = BTreeMap::new();
    registered::pages(clients, seller_id, async |orders| {
        for order in orders {
            let held = order.lines.into_iter().map(|line| (line.type_id, line.quantity)).collect();
            found.insert(order.order_id, held);
        }
        Ok(())
    })
    .await?;
    Ok(found)
}

fn compare(reserved: &BTreeMap<String, Held>, registered: &BTreeMap<String, Held>) -> Vec<String> {
    let mut strays = Vec::new();
    for (order, held) in registered {
        match reserved.get(order) {
            Some(reserved) if reserved == held => {}
            Some(_) => strays.push(format!("order {order}: its reservation is not what was registered")),
            None => strays.push(format!("order {order}: registered without a reservation")),
        }
    }
    let unknown = reserved.keys().filter(|order| !registered.contains_key(*order));
    strays.extend(unknown.map(|order| format!("order {order}: a reservation without a registered order")));
    strays
}

#[cfg(test)]
mod tests {
    use super::*;

    fn orders(rows: &[(&str, i64)]) -> BTreeMap<String, Held> {
        rows.iter().map(|(order, units)| ((*order).to_owned(), Held::from([("t".to_owned(), *units)]))).collect()
    }

    #[test]
    fn every_kind_of_stray_is_told() {
        assert!(compare(&orders(&[("a", 1)]), &orders(&[("a", 1)])).is_empty());
        assert_eq!(compare(&orders(&[("a", 2)]), &orders(&[("a", 1)])).len(), 1);
        assert_eq!(compare(&orders(&[]), &orders(&[("a", 1)])).len(), 1);
        assert_eq!(compare(&orders(&[("b", 1)]), &orders(&[])).len(), 1);
    }
}
