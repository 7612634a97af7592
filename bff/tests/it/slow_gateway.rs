//! A payment gateway that takes its time: whoever pays waits for it, and nobody else.

use std::{
    sync::{Arc, Mutex},
    time::Duration,
};

use pishkhan_bff::edge::{
    Edge,
    gate::{Gate, GateLimits},
};
use pishkhan_settings::{
    app::gateway::{self, Collection, PaymentGateway},
    domain::payment::{GatewayKind, Verdict},
};
use pishkhan_testkit::eventually;
use serde_json::json;
use tokio::{sync::watch, task::JoinSet};

use crate::{
    house::{FIRST_SELLER, House, SECOND_SELLER},
    http::{Answer, Visitor},
};

const PURCHASE: &str = "/market/subscription-purchase-app2";

/// Opens payments at once, and says nothing of them until it is told to: then they are paid.
struct Slow {
    /// The seal of the way back that it was given last.
    seal: Arc<Mutex<String>>,
    paid: watch::Receiver<bool>,
}

impl PaymentGateway for Slow {
    fn kind(&self) -> GatewayKind {
        GatewayKind::Zarinpal
    }

    fn request<'a>(&'a self, collection: &'a Collection) -> gateway::Answer<'a, String> {
        Box::pin(async move {
            self.seal.lock().unwrap().clone_from(&collection.return_seal);
            Ok(format!("A{}", collection.payment_id.simple()))
        })
    }

    fn verify<'a>(&'a self, _authority: &'a str, _amount_toman: i64) -> gateway::Answer<'a, Verdict> {
        Box::pin(async move {
            self.paid.clone().wait_for(|paid| *paid).await.unwrap();
            Ok(Verdict::Paid { reference: "201".to_owned() })
        })
    }

    fn redirect(&self, authority: &str) -> String {
        format!("https://bank.example/{authority}")
    }
}

async fn press(visitor: &Visitor, key: usize) -> Answer {
    let press = visitor.post(PURCHASE).header("idempotency-key", &format!("press-{key}"));
    press.json(&json!({"planId": "m3"})).send().await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_slow_gateway_holds_up_no_other_call() {
    let house = House::build().await;
    let (seal, (pay, paid)) = (Arc::new(Mutex::new(String::new())), watch::channel(false));
    let gateway = Slow { seal: Arc::clone(&seal), paid };
    // One call at a time, and nobody waits: a call that held a place would have the others refused.
    let limits = GateLimits { running: 1, share: 1, waiting: 0, patience: Duration::from_secs(2) };
    let edge = Edge { gate: Gate::new(limits), ..Edge::default() };
    let (panel, _settings) = house.panel_paying_through(gateway, edge).await;
    let (payer, other) = (panel.log_in(SECOND_SELLER).await, panel.log_in(FIRST_SELLER).await);
    let begun = press(&payer, 0).await;
    assert_eq!(begun.status, 200, "{}", begun.text());
    let payment = begun.json()["payment"].clone();
    let authority = payment["redirectUrl"].as_str().unwrap().rsplit('/').next().unwrap();
    let sealed = format!("/pay/return?Authority={authority}&Status=OK&seal={}", seal.lock().unwrap());
    let unsealed = format!("/pay/return?Authority={authority}&Status=OK");

    // For the seller, for the payer who comes back, and for a network: more of each than the panel has room for.
    let mut asking = JoinSet::new();
    for number in 1..=12 {
        let visitor = payer.clone();
        asking.spawn(async move { press(&visitor, number).await });
        for path in [sealed.clone(), unsealed.clone()] {
            let visitor = panel.visitor();
            asking.spawn(async move { visitor.get(&path).send().await });
        }
    }
    eventually("the gateway is asked", async || (panel.work.payments.taken() == 6).then_some(())).await;
    for _ in 0..20 {
        other.read("/user/customer-list-app2").await;
        payer.read("/user/customer-list-app2").await;
        let page = panel.visitor().get("/v/nonsense").header("accept", "text/html").send().await;
        assert_eq!(page.status, 404);
    }
    pay.send(true).unwrap();
    let mut refused = 0;
    while let Some(answer) = asking.join_next().await {
        let answer = answer.unwrap();
        match answer.status {
            503 => {
                assert_eq!(answer.header("retry-after"), "2");
                refused += 1;
            }
            status => assert!(matches!(status, 200 | 303 | 429), "{}", answer.text()),
        }
    }
    assert!((3 * 4..3 * 12).contains(&refused), "two are asked for each and six wait: {refused}");
    let id = payment["id"].as_str().unwrap();
    let returned = panel.visitor().get(&sealed).send().await;
    assert_eq!((returned.status, returned.header("location")), (303, &*format!("/home?payment={id}")));
    assert_eq!(payer.read(&format!("/market/payment-app2/{id}")).await["state"], "paid");
    assert_eq!(panel.work.payments.taken() + panel.work.payments.waiting(), 0);
}
