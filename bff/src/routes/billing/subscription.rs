//! Plans, the subscription, payments.

use actix_web::{
    get, post,
    web::{Data, Path},
};
use pishkhan_proto::settings::v1 as pb;
use utoipa_actix_web::service_config::ServiceConfig;

use super::gateway::return_seal;
use crate::{
    idempotency::RequestKey,
    limits::JsonBody,
    reply::Reply,
    session::{After, Seller, Write},
    wire::{
        billing::{
            payment::{PaymentDetails, PaymentReply},
            subscription::{PurchaseBody, SubscriptionReply},
        },
        error::{BffError, ErrorReply},
        refusals::{JsonBodies, SellerReads, SellerWrites},
        text::Lang,
    },
    worker::Worker,
};

/// Adds the calls.
pub fn configure(config: &mut ServiceConfig) {
    config.service(get_subscription).service(purchase_subscription).service(get_payment);
}

/// The plans and what the seller has bought.
#[utoipa::path(
    tag = "market",
    responses(
        (status = 200, description = "Plans and subscription", body = SubscriptionReply),
        SellerReads,
    )
)]
#[get("/market/subscription-app2")]
pub async fn get_subscription(
    worker: Data<Worker>,
    seller: Seller,
    lang: Lang,
) -> Result<Reply<SubscriptionReply>, BffError> {
    let (mut plans, mut subscriptions) = (worker.clients.subscriptions(), worker.clients.subscriptions());
    let (plans, reply) = tokio::try_join!(
        seller.ask("settings", plans.list_plans(pb::ListPlansRequest {})),
        seller.ask("settings", subscriptions.get_subscription(pb::GetSubscriptionRequest { seller_id: seller.id() })),
    )?;
    Ok(Reply(SubscriptionReply::new(plans, reply, worker.clock.now(), lang)))
}

/// Begins the payment of a plan. The subscription starts, or goes on from its end, when it is paid.
#[utoipa::path(
    tag = "market",
    params(RequestKey),
    request_body = PurchaseBody,
    responses(
        (status = 200, description = "The payment: its payer goes to the gateway", body = PaymentReply),
        (status = 400, description = "Malformed body or idempotency key", body = ErrorReply),
        (status = 404, description = "No such plan", body = ErrorReply),
        (status = 422, description = "The key was used for another request", body = ErrorReply),
        SellerWrites,
        JsonBodies,
    )
)]
#[post("/market/subscription-purchase-app2")]
pub async fn purchase_subscription(
    worker: Data<Worker>,
    lang: Lang,
    After(seller, After(key, body)): Write<Seller, JsonBody<PurchaseBody>>,
) -> Result<Reply<PaymentReply>, BffError> {
    let seller_id = seller.id();
    let return_seal = return_seal(&seller_id, &key.0, &worker.seal);
    let request = body.0.into_request(key.0, seller_id, return_seal)?;
    let _turn = worker.work.payment(&seller.id()).await?;
    let reply =
        seller.ask("settings", worker.clients.subscriptions_with_gateway().purchase_subscription(request)).await?;
    Ok(Reply(PaymentReply::new(reply.payment, lang)))
}

/// What became of a payment.
#[utoipa::path(
    tag = "market",
    params(("payment_id" = String, Path, description = "Id of the payment")),
    responses(
        (status = 200, description = "The payment", body = PaymentDetails),
        (status = 404, description = "No such payment", body = ErrorReply),
        SellerReads,
    )
)]
#[get("/market/payment-app2/{payment_id}")]
pub async fn get_payment(
    worker: Data<Worker>,
    seller: Seller,
    lang: Lang,
    payment_id: Path<String>,
) -> Result<Reply<PaymentDetails>, BffError> {
    let request = pb::GetPaymentRequest { seller_id: seller.id(), payment_id: payment_id.into_inner() };
    let reply = seller.ask("settings", worker.clients.payments().get_payment(request)).await?;
    Ok(Reply(PaymentDetails::new(reply, lang)))
}
