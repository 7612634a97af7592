//! Agreed terms, invoices and granted subscriptions, as the platform keeps them.

use crate::house::House;

const SELLER: &str = "019a9a00-0000-7000-8000-0000000000aa";
const PROPOSAL: &str = "019a9a00-0000-7000-8000-0000000000bb";

/// A store of a type.
fn seller(seller_type: i32) -> String {
    format!(
        "INSERT INTO seller (seller_id, type, active, ready, title, representative, address, story_url,
            background_url, cellphone, username, created_at)
        VALUES ('{SELLER}', {seller_type}, true, true, 'store', '', '', '', '', '09120000009', 'somebody', now())"
    )
}

#[tokio::test]
async fn days_are_granted_and_told_with_their_end() {
    let house = House::build().await;
    house.settings_db.db_execute(&seller(3)).await;
    let words = ["subscriptions", "grant", "--seller", SELLER, "--days", "14", "--reason", "a trial"];
    let granted = house.tool(&words).await;
    assert!(granted.fine && granted.last().contains("14 days more, until 20"), "{granted:?}");
    // Another call is another grant.
    assert!(house.tool(&words).await.fine);
    let row =
        "subscription_purchase WHERE granted_days = 14 AND reason = 'a trial' AND ends_at - starts_at = '14 days'";
    assert_eq!(house.settings_db.db_count(row).await, 2);
    let refused = house.tool(&["subscriptions", "grant", "--seller", SELLER, "--days", "0", "--reason", "x"]).await;
    assert!(!refused.fine && refused.lines.iter().any(|line| line.contains("days: OUT_OF_RANGE")), "{refused:?}");
    let audit = "audit_event WHERE action LIKE 'subscription.%' AND actor_subject = 'tool:pishkhanctl'";
    assert_eq!(house.settings_db.db_count(audit).await, 2);
}

#[tokio::test]
async fn terms_are_confirmed_and_billed_and_an_invoice_is_taken_back() {
    let house = House::build().await;
    house.settings_db.db_execute(&seller(1)).await;
    let proposal =
        format!("INSERT INTO terms_proposal VALUES ('{SELLER}', '{PROPOSAL}', 3, 700000, NULL, 1, now(), NULL, NULL)");
    house.settings_db.db_execute(&proposal).await;
    let listed = house.tool(&["terms", "list"]).await;
    assert!(listed.fine && listed.lines[0].ends_with("700000 tomans a month; awaits its decision"), "{listed:?}");
    assert_eq!(listed.last(), "1 proposals");
    let early = house.tool(&["invoices", "make", "--month", "1405-07"]).await;
    assert_eq!(early.last(), "1405-07: 0 made, 0 there already, 1 without terms");
    let confirmed = house.tool(&["terms", "confirm", PROPOSAL, "--seller", SELLER, "--from", "۱۴۰۵-۰۷"]).await;
    assert!(confirmed.fine && confirmed.last().ends_with("holds from 1405-07 on"), "{confirmed:?}");
    let refused = house.tool(&["terms", "refuse", PROPOSAL, "--seller", SELLER]).await;
    assert!(!refused.fine && refused.lines.iter().any(|line| line.contains("PROPOSAL_DECIDED")), "{refused:?}");
    let made = house.tool(&["invoices", "make", "--month", "1405-07", "--seller", SELLER]).await;
    assert_eq!(made.last(), "1405-07: 1 made, 0 there already, 0 without terms");
    let bad = house.tool(&["invoices", "make", "--month", "1405-13"]).await;
    assert!(!bad.fine);
    let invoices = house.tool(&["invoices", "list", "--seller", SELLER]).await;
    let line = &invoices.lines[0];
    assert!(line.contains(" 1405-07-000001, 1405-07: ") && line.ends_with("700000 tomans; payable"), "{line}");
    let invoice = line.split(' ').nth(1).unwrap();
    let void = house.tool(&["invoices", "void", invoice, "--seller", SELLER, "--reason", "wrong"]).await;
    assert!(void.fine && void.last().ends_with("void: wrong"), "{void:?}");
    let again = house.tool(&["invoices", "make", "--month", "1405-07"]).await;
    assert_eq!(again.last(), "1405-07: 1 made, 0 there already, 0 without terms");
    assert_eq!(house.settings_db.db_count("audit_event WHERE action LIKE 'invoice.%'").await, 3);
}
