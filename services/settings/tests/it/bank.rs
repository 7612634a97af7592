//! A server that speaks Zarinpal's protocol, and forgets its manners when it is told to.

use std::{
    collections::BTreeMap,
    convert::Infallible,
    sync::{Arc, Mutex},
};

use bytes::Bytes;
use http::{Request, Response};
use http_body_util::{BodyExt as _, Full};
use hyper::{body::Incoming, server::conn::http1, service::service_fn};
use hyper_util::rt::TokioIo;
use pishkhan_chassis::config::Secret;
use pishkhan_settings::{config::ZarinpalConfig, gateway::Zarinpal};
use serde_json::{Value, json};
use tokio::{net::TcpListener, task::JoinSet};

pub const MERCHANT: &str = "1344b5d4-0048-11e8-94db-005056a205be";

/// How the bank answers.
#[derive(Clone, Debug, Default)]
pub enum Manners {
    /// As it is documented.
    #[default]
    Good,
    /// With this status and this text, whatever it is asked.
    Says(u16, String),
    /// Not at all.
    Silent,
}

#[derive(Debug, Default)]
struct Opened {
    rials: i64,
    way_back: String,
    paid: bool,
    verified: usize,
    /// What it says when it is asked about this payment, instead of what became of it.
    says: Option<(u16, i64)>,
}

#[derive(Debug, Default)]
struct Books {
    manners: Manners,
    opened: BTreeMap<String, Opened>,
    asked: usize,
}

/// The bank, while it lives.
pub struct Bank {
    url: String,
    books: Arc<Mutex<Books>>,
    _serving: JoinSet<()>,
}

impl Bank {
    pub async fn open() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let books = Arc::new(Mutex::new(Books::default()));
        let (mut serving, shared) = (JoinSet::new(), books.clone());
        serving.spawn(async move {
            let mut connections = JoinSet::new();
            while let Ok((stream, _)) = listener.accept().await {
                let books = shared.clone();
                let service = service_fn(move |request| answer(books.clone(), request));
                connections.spawn(async move {
                    // A client that goes away in the middle is none of the bank's business.
                    drop(http1::Builder::new().serve_connection(TokioIo::new(stream), service).await);
                });
            }
        });
        Self { url, books, _serving: serving }
    }

    pub fn gateway(&self) -> Zarinpal {
        self.gateway_of(MERCHANT)
    }

    pub fn gateway_of(&self, merchant: &str) -> Zarinpal {
        Zarinpal::new(self.config(merchant))
    }

    pub fn config(&self, merchant: &str) -> ZarinpalConfig {
        ZarinpalConfig {
            url: self.url.parse().unwrap(),
            merchant: Secret::new(merchant.to_owned()),
            callback_url: "https://panel.example/pay/return".parse().unwrap(),
        }
    }

    pub fn behave(&self, manners: Manners) {
        self.books.lock().unwrap().manners = manners;
    }

    /// The payer pays.
    pub fn pay(&self, authority: &str) {
        self.books.lock().unwrap().opened.get_mut(authority).unwrap().paid = true;
    }

    /// Asked about this payment alone it answers with a status and a code that tells nothing; as agreed again without.
    pub fn withhold(&self, authority: &str, says: Option<(u16, i64)>) {
        self.books.lock().unwrap().opened.get_mut(authority).unwrap().says = says;
    }

    /// The bank has another amount in its books.
    pub fn set_rials(&self, authority: &str, rials: i64) {
        self.books.lock().unwrap().opened.get_mut(authority).unwrap().rials = rials;
    }

    /// What it was asked to collect, in rials.
    pub fn rials(&self, authority: &str) -> i64 {
        self.books.lock().unwrap().opened[authority].rials
    }

    /// Where it sends the payer back to.
    pub fn way_back(&self, authority: &str) -> String {
        self.books.lock().unwrap().opened[authority].way_back.clone()
    }

    /// How often it has told that a payment is paid.
    pub fn verified(&self, authority: &str) -> usize {
        self.books.lock().unwrap().opened[authority].verified
    }

    /// How many payments were opened.
    pub fn opened(&self) -> usize {
        self.books.lock().unwrap().opened.len()
    }

    /// How often it was asked anything.
    pub fn asked(&self) -> usize {
        self.books.lock().unwrap().asked
    }
}

async fn answer(books: Arc<Mutex<Books>>, request: Request<Incoming>) -> Result<Response<Full<Bytes>>, Infallible> {
    let path = request.uri().path().to_owned();
    let body = request.into_body().collect().await.unwrap().to_bytes();
    let message: Value = serde_json::from_slice(&body).unwrap();
    let said = {
        let mut books = books.lock().unwrap();
        books.asked += 1;
        match books.manners.clone() {
            Manners::Good => Some(match withheld(&books, &message) {
                Some((status, code)) => (status, json!({ "data": [], "errors": { "code": code } }).to_string()),
                None => (200, protocol(&mut books, &path, &message).to_string()),
            }),
            Manners::Says(status, text) => Some((status, text)),
            Manners::Silent => None,
        }
    };
    let Some((status, text)) = said else { return std::future::pending().await };
    Ok(Response::builder().status(status).body(Full::new(Bytes::from(text))).unwrap())
}

fn withheld(books: &Books, message: &Value) -> Option<(u16, i64)> {
    books.opened.get(message["authority"].as_str()?)?.says
}

fn protocol(books: &mut Books, path: &str, message: &Value) -> Value {
    let error = |code: i64| json!({ "data": [], "errors": { "code": code, "message": "no", "validations": [] } });
    if message["merchant_id"] != MERCHANT {
        return error(-10);
    }
    let rials = message["amount"].as_i64().unwrap();
    match path {
        "/pg/v4/payment/request.json" => {
            assert_eq!(message["currency"], "IRR");
            let authority = format!("A{:035}", books.opened.len() + 1);
            let way_back = message["callback_url"].as_str().unwrap().to_owned();
            books.opened.insert(authority.clone(), Opened { rials, way_back, ..Opened::default() });
            json!({ "data": { "code": 100, "message": "Success", "authority": authority, "fee": 0 }, "errors": [] })
        }
        "/pg/v4/payment/verify.json" => {
            let Some(opened) = books.opened.get_mut(message["authority"].as_str().unwrap()) else { return error(-54) };
            if !opened.paid {
                return error(-51);
            }
            if opened.rials != rials {
                return error(-50);
            }
            opened.verified += 1;
            let code = if opened.verified == 1 { 100 } else { 101 };
            json!({ "data": { "code": code, "message": "Verified", "ref_id": 201, "card_pan": "502229******5995" }, "errors": [] })
        }
        other => panic!("{other}"),
    }
}
