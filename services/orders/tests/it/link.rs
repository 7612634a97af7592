//! The ways from the orders to the real catalogue and the real settings, which tests may cut.

use std::sync::{
    Mutex,
    atomic::{AtomicBool, AtomicU8, AtomicUsize, Ordering},
};

use chrono::{DateTime, Utc};
use futures_util::future::BoxFuture;
use pishkhan_orders::{
    app::{Catalogue, PeerError, Settings, StockAnswer},
    domain::{AccountReset, Held, Offer, Reservation, Terms, Tiers, TypeName},
    rpc::clients::{CatalogueClient, SettingsClient},
};
use uuid::Uuid;

/// What happens to calls on their way to the catalogue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum Weather {
    Calm = 0,
    /// Nothing arrives.
    Cut = 1,
    /// Calls arrive and are answered, but the answer is lost.
    ReplyLost = 2,
}

/// The way to the real catalogue.
pub struct Link {
    client: CatalogueClient,
    weather: AtomicU8,
    meanwhile: Mutex<Option<BoxFuture<'static, ()>>>,
}

impl Link {
    /// A calm way.
    pub fn new(client: CatalogueClient) -> Self {
        Self { client, weather: AtomicU8::new(Weather::Calm as u8), meanwhile: Mutex::default() }
    }

    pub fn set(&self, weather: Weather) {
        self.weather.store(weather as u8, Ordering::SeqCst);
    }

    /// What happens, once, while the stock's answer is on its way.
    pub fn meanwhile(&self, what: impl Future<Output = ()> + Send + 'static) {
        *self.meanwhile.lock().unwrap() = Some(Box::pin(what));
    }

    fn is(&self, weather: Weather) -> bool {
        self.weather.load(Ordering::SeqCst) == weather as u8
    }

    async fn through<T>(&self, call: BoxFuture<'_, Result<T, PeerError>>) -> Result<T, PeerError> {
        if self.is(Weather::Cut) {
            return Err(PeerError::Down("cut by a test".to_owned()));
        }
        let answer = call.await;
        if self.is(Weather::ReplyLost) { Err(PeerError::Down("lost by a test".to_owned())) } else { answer }
    }
}

impl Catalogue for Link {
    fn offers<'a>(&'a self, seller_id: Uuid, names: &'a [TypeName]) -> BoxFuture<'a, Result<Vec<Offer>, PeerError>> {
        Box::pin(self.through(self.client.offers(seller_id, names)))
    }

    fn set_reservation<'a>(&'a self, asked: &'a Reservation) -> BoxFuture<'a, Result<StockAnswer, PeerError>> {
        Box::pin(async {
            let answer = self.through(self.client.set_reservation(asked)).await;
            let meanwhile = self.meanwhile.lock().unwrap().take();
            if let Some(meanwhile) = meanwhile {
                meanwhile.await;
            }
            answer
        })
    }

    fn reservations<'a>(
        &'a self,
        seller_id: Uuid,
        page_token: &'a str,
        limit: usize,
    ) -> BoxFuture<'a, Result<(Vec<Held>, String), PeerError>> {
        Box::pin(self.through(self.client.reservations(seller_id, page_token, limit)))
    }
}

/// The way to the real settings.
pub struct TermsLink {
    client: SettingsClient,
    cut: AtomicBool,
    calls: AtomicUsize,
}

impl TermsLink {
    /// An open way.
    pub fn new(client: SettingsClient) -> Self {
        Self { client, cut: AtomicBool::new(false), calls: AtomicUsize::new(0) }
    }

    /// Whether nothing arrives from now on.
    pub fn cut(&self, cut: bool) {
        self.cut.store(cut, Ordering::SeqCst);
    }

    /// How often the settings were asked since this was asked last.
    pub fn calls(&self) -> usize {
        self.calls.swap(0, Ordering::SeqCst)
    }
}

impl Settings for TermsLink {
    fn order_terms(&self, seller_id: Uuid, placed_at: DateTime<Utc>) -> BoxFuture<'_, Result<Terms, PeerError>> {
        self.calls.fetch_add(1, Ordering::SeqCst);
        if self.cut.load(Ordering::SeqCst) {
            return Box::pin(async { Err(PeerError::Down("cut by a test".to_owned())) });
        }
        self.client.order_terms(seller_id, placed_at)
    }

    fn order_tiers(&self, seller_id: Uuid, now: DateTime<Utc>) -> BoxFuture<'_, Result<Tiers, PeerError>> {
        self.calls.fetch_add(1, Ordering::SeqCst);
        if self.cut.load(Ordering::SeqCst) {
            return Box::pin(async { Err(PeerError::Down("cut by a test".to_owned())) });
        }
        self.client.order_tiers(seller_id, now)
    }

    fn end_subscription<'a>(&'a self, reset: &'a AccountReset) -> BoxFuture<'a, Result<(), PeerError>> {
        Box::pin(async move {
            if self.cut.load(Ordering::SeqCst) {
                return Err(PeerError::Down("cut by a test".to_owned()));
            }
            self.client.end_subscription(reset).await
        })
    }
}
