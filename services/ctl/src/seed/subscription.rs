//! What the demo's sellers have bought, through the calls that people pay with, and what the platform has given them.

use anyhow::{Context as _, bail};
use pishkhan_proto::settings::v1 as pb;

use super::data::DemoSeller;
use crate::{
    clients::{Clients, again, explain},
    commands::subscriptions,
};

/// Buys the plan that the data names, once. Where another gateway than the built-in one is in use, nobody pays.
pub async fn buy(clients: &Clients, seller: &DemoSeller) -> anyhow::Result<()> {
    let Some(plan_id) = &seller.plan else { return Ok(()) };
    let seller_id = seller.seller_id.to_string();
    if subscription(clients, seller).await?.is_some() {
        return Ok(());
    }
    let request = pb::PurchaseSubscriptionRequest {
        request_id: clients.request_id(),
        seller_id: seller_id.clone(),
        plan_id: plan_id.clone(),
        return_seal: String::new(),
    };
    let begun = again(async || clients.subscriptions().purchase_subscription(request.clone()).await).await;
    let payment = begun.map_err(|status| explain(&status))?.payment.context("a purchase without a payment")?;
    if !take(clients, &payment).await? {
        println!("seller {}: no subscription, the gateway takes real money", seller.cellphone);
        return Ok(());
    }
    println!("seller {seller_id}: subscription {plan_id}");
    open_store(clients, seller).await
}

/// Gives the days that the data names, unless a subscription is live, and opens the store: the demo shows a subscription
/// that ends soon whenever it is started.
pub async fn grant(clients: &Clients, seller: &DemoSeller) -> anyhow::Result<()> {
    let Some(days) = seller.granted_days else { return Ok(()) };
    if subscription(clients, seller).await?.is_some_and(|subscription| subscription.live) {
        return Ok(());
    }
    subscriptions::grant(clients, seller.seller_id, days, "demo".to_owned()).await?;
    println!("seller {}: {days} days of subscription", seller.seller_id);
    open_store(clients, seller).await
}

/// A subscription opens no store by itself.
async fn open_store(clients: &Clients, seller: &DemoSeller) -> anyhow::Result<()> {
    let (request_id, seller_id) = (clients.request_id(), seller.seller_id.to_string());
    let request = pb::ToggleStoreRequest { request_id, seller_id, active: Some(true) };
    let opened = again(async || clients.subscriptions().toggle_store(request.clone()).await).await;
    opened.map(drop).map_err(|status| explain(&status))
}

async fn subscription(clients: &Clients, seller: &DemoSeller) -> anyhow::Result<Option<pb::Subscription>> {
    let get = pb::GetSubscriptionRequest { seller_id: seller.seller_id.to_string() };
    let found = again(async || clients.subscriptions().get_subscription(get.clone()).await).await;
    Ok(found.map_err(|status| explain(&status))?.subscription)
}

/// Has the built-in gateway take the money of a payment; not where another one is in use.
pub async fn take(clients: &Clients, payment: &pb::Payment) -> anyhow::Result<bool> {
    if payment.gateway() != pb::PaymentGateway::Sandbox {
        return Ok(false);
    }
    if payment.state() == pb::PaymentState::Pending {
        let authority = payment.redirect_url.rsplit('/').next().unwrap_or_default().to_owned();
        let decision = pb::SandboxDecision::Paid.into();
        let decide = pb::DecideSandboxPaymentRequest { authority: authority.clone(), decision };
        let decided = again(async || clients.payments().decide_sandbox_payment(decide.clone()).await).await;
        decided.map_err(|status| explain(&status))?;
        let settle = pb::SettlePaymentRequest { authority, cancelled: false };
        let settled = again(async || clients.payments().settle_payment(settle.clone()).await).await;
        let settled = settled.map_err(|status| explain(&status))?;
        if settled.state() != pb::PaymentState::Paid {
            bail!("the built-in gateway has not taken the payment {}", payment.payment_id);
        }
    }
    Ok(true)
}
