//! The use cases. One file each; one transaction each, except where the stock has to be asked in between.

mod customers;
mod disconnect;
mod find;
mod guide;
mod history;
mod import_customers;
mod import_orders;
mod intents;
mod lines;
mod note;
mod orders;
mod place;
mod placings;
mod reconcile;
mod recover;
mod reopen;
mod reset_account;
mod seen_edits;
mod settle;
mod settle_conclude;
mod settle_writes;
mod stop;
mod tell;

use std::sync::Arc;

use chrono::{DateTime, Utc};
use futures_util::future::BoxFuture;
use pishkhan_activity::Activity;
use pishkhan_chassis::{access::Actor, batches::Batches, clock::SharedClock};
use pishkhan_chassis_db::{
    Db, DbError, Snapshots, Statement, audit,
    idempotency::{self, IdempotencyError, Key},
};
use serde::{Serialize, de::DeserializeOwned};
use uuid::Uuid;

pub use self::{
    customers::{CustomerPage, ListCustomers},
    disconnect::DisconnectAll,
    find::{FoundOrders, PublicOrder},
    guide::{GuideType, OrderGuide},
    history::{OrderEvent, OrderHistory},
    import_customers::{ImportCustomers, ImportedCustomers},
    import_orders::{ImportOrders, ImportedOrders, OrderProblem, PastOrder},
    intents::{ListIntents, Retried, RetryIntent},
    lines::{ReviseOrder, UpdateLines, UpdatedLines},
    note::UpdateNote,
    orders::{ListCustomerOrders, ListOrders, OrderPage, OrderView},
    place::{CustomerName, PlaceOrder, PlacedOrder, Quote, QuoteOrder},
    reconcile::{Reconcile, ReconcileOutcome, ReconcilePlace, Reconciled, ReservationDifference},
    settle::{ChangeStatus, SettledOrder},
    stop::{Stop, StopPoints},
};
use self::{placings::Placings, seen_edits::SeenEdits};
use crate::{
    domain::{
        AccountReset, CustomerIndex, Difference, Held, Offer, Order, Reservation, Shortage, Terms, Tiers, TypeName,
    },
    error::OrdersError,
    store,
};

// === what the use cases need of others ===

/// Why another service gave no answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PeerError {
    /// Nothing came back in time; what was asked may or may not have happened.
    Down(String),
    /// The other side will not do it, however often it is asked.
    Refused(String),
    /// The other side knows a later revision of the order.
    Stale {
        /// The revision that it knows, if it tells.
        last_revision: Option<i64>,
    },
    /// The other side knows no such seller.
    SellerNotFound,
}

/// What the stock answers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StockAnswer {
    /// The order's whole reservation stands.
    Reserved,
    /// Nothing has changed, since these lines ask for more than there is.
    Short(Vec<Shortage>),
}

/// The catalogue: prices and stock.
pub trait Catalogue: Send + Sync + 'static {
    /// The types that these names stand for, as they are now; what is not this seller's is left out.
    fn offers<'a>(&'a self, seller_id: Uuid, names: &'a [TypeName]) -> BoxFuture<'a, Result<Vec<Offer>, PeerError>>;

    /// Asks for an order's whole reservation. The same revision is always answered the same.
    fn set_reservation<'a>(&'a self, asked: &'a Reservation) -> BoxFuture<'a, Result<StockAnswer, PeerError>>;

    /// A page of what the seller's orders hold, by the orders' ids, and the token of the next one; empty on the last, and
    /// for the first.
    fn reservations<'a>(
        &'a self,
        seller_id: Uuid,
        page_token: &'a str,
        limit: usize,
    ) -> BoxFuture<'a, Result<(Vec<Held>, String), PeerError>>;
}

/// The seller's settings.
pub trait Settings: Send + Sync + 'static {
    /// What an order placed at this instant is promised.
    fn order_terms(&self, seller_id: Uuid, placed_at: DateTime<Utc>) -> BoxFuture<'_, Result<Terms, PeerError>>;

    /// The tiers that the seller's orders use now.
    fn order_tiers(&self, seller_id: Uuid, now: DateTime<Utc>) -> BoxFuture<'_, Result<Tiers, PeerError>>;

    /// Ends what a seller whose account is reset has bought of subscriptions until then. May be asked again.
    fn end_subscription<'a>(&'a self, reset: &'a AccountReset) -> BoxFuture<'a, Result<(), PeerError>>;
}

/// Who asks for a change, and by which request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Asker {
    /// For the audit row.
    pub actor: Actor,
    /// The caller's id of the request, by which a repetition is recognised.
    pub request_id: String,
    /// What the request says, without its id.
    pub fingerprint: [u8; 32],
}

impl Asker {
    const fn key(&self, seller_id: Uuid, operation: &'static str) -> Key<'_> {
        Key { seller_id, operation, request_id: self.request_id.as_str(), fingerprint: self.fingerprint }
    }
}

/// The use cases.
pub struct App {
    db: Db,
    clock: SharedClock,
    catalogue: Arc<dyn Catalogue>,
    settings: Arc<dyn Settings>,
    customer_indexes: Snapshots<CustomerIndex>,
    seen_edits: Batches<SeenEdits>,
    placings: Batches<Placings>,
    stop: StopPoints,
}

impl std::fmt::Debug for App {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("App").field("db", &self.db).finish_non_exhaustive()
    }
}

impl App {
    /// The use cases over a database and two other services.
    pub fn new(db: Db, clock: SharedClock, catalogue: Arc<dyn Catalogue>, settings: Arc<dyn Settings>) -> Self {
        let customer_indexes = Snapshots::within(customers::INDEX_BYTES, "customer_index");
        let seen_edits = Batches::new(SeenEdits { db: db.clone() });
        let (placings, stop) = (Batches::new(Placings { db: db.clone() }), StopPoints::default());
        Self { db, clock, catalogue, settings, customer_indexes, seen_edits, placings, stop }
    }

    /// What was done of sellers' things, as the audit tells it.
    pub fn activity(&self) -> Activity {
        Activity::new(self.db.clone(), store::activity::OF_SELLER)
    }

    /// Where tests can stop the work, as a crash would.
    pub const fn stop_points(&self) -> &StopPoints {
        &self.stop
    }

    /// Records what somebody has made of an order; `before` is `None` when it is new.
    fn audit_order(
        &self,
        actor: &Actor,
        action: &'static str,
        before: Option<&Order>,
        after: &Order,
        now: DateTime<Utc>,
    ) -> Result<Statement, OrdersError> {
        let changes = serde_json::to_value(Difference::between(before, after)?)?;
        Ok(audit::record(now, self.clock.new_id(), entry_of_order(actor, action, after, changes)))
    }

    /// Records what a tool has done that is no change of an order: the action, what it is about, and its revision.
    async fn audit(
        &self,
        conn: &mut store::Connection,
        asker: &Asker,
        seller_id: Uuid,
        (action, entity, entity_id, version): (&'static str, &'static str, Uuid, i64),
        changes: serde_json::Value,
        (now, id): (DateTime<Utc>, Uuid),
    ) -> Result<(), OrdersError> {
        let actor = &asker.actor;
        let entry = audit::Entry { actor, seller_id: Some(seller_id), action, entity, entity_id, version, changes };
        Ok(audit::append(conn, now, id, entry).await?)
    }
}

fn entry_of_order<'a>(
    actor: &'a Actor,
    action: &'static str,
    after: &Order,
    changes: serde_json::Value,
) -> audit::Entry<'a> {
    audit::Entry {
        actor,
        seller_id: Some(after.seller_id),
        action,
        entity: ENTITY,
        entity_id: after.order_id,
        version: after.version,
        changes,
    }
}

/// What audit rows of orders are about.
const ENTITY: &str = "order";

// === replies of requests that may come twice ===

/// The reply that this request was given before, if it was.
async fn replied<T: DeserializeOwned>(conn: &store::Connection, key: &Key<'_>) -> Result<Option<T>, OrdersError> {
    let stored = idempotency::find(conn, key).await?;
    stored.map(|stored| serde_json::from_slice(&stored).map_err(Into::into)).transpose()
}

/// Stores the reply of a request with the writes of its effect. When the request's id is taken meanwhile, all of them are
/// given up: see [`App::decided`].
fn reply<T: Serialize>(key: &Key<'_>, reply: &T, now: DateTime<Utc>) -> Result<Statement, OrdersError> {
    Ok(idempotency::record(key, serde_json::to_vec(reply)?, now))
}

/// Stores the reply of a request in the transaction of its effect.
///
/// When a twin of the request was faster, the whole transaction is given up, so that there is one effect.
async fn reply_now<T: Serialize + Sync>(
    conn: &store::Connection,
    key: &Key<'_>,
    reply: &T,
    now: DateTime<Utc>,
) -> Result<(), OrdersError> {
    if idempotency::record_unless_taken(key, serde_json::to_vec(reply)?, now).run(conn).await? == 1 {
        return Ok(());
    }
    // Tells whether it was a twin, or another request under the same id.
    idempotency::find(conn, key).await?;
    Err(OrdersError::Settling)
}

impl From<PeerError> for OrdersError {
    fn from(error: PeerError) -> Self {
        match error {
            PeerError::SellerNotFound => Self::SellerNotFound,
            PeerError::Down(cause) => Self::PeerDown { service: "a service behind", cause },
            PeerError::Refused(cause) => Self::PeerRefused { service: "a service behind", cause },
            PeerError::Stale { .. } => {
                Self::PeerRefused { service: "the catalogue", cause: "a later revision stands".to_owned() }
            }
        }
    }
}

/// Whether a request id came with another content before.
const fn is_mismatch(error: &OrdersError) -> bool {
    matches!(error, OrdersError::Repeated(IdempotencyError::Mismatch))
}

/// What a transaction's closure gives.
type Tx<T> = Result<T, OrdersError>;

impl App {
    /// What a transaction with a [`reply`] has come to: one that was given up for a taken id is told as what took it, a twin
    /// of the request or another request.
    async fn decided<T: Send>(&self, key: &Key<'_>, result: Result<T, OrdersError>) -> Result<T, OrdersError> {
        match result {
            Err(OrdersError::Database(error)) if idempotency::is_taken(&error) => {
                idempotency::find(&*self.read().await?, key).await?;
                Err(OrdersError::Settling)
            }
            other => other,
        }
    }

    /// A connection for reading.
    async fn read(&self) -> Result<pishkhan_chassis_db::PooledConn, DbError> {
        self.db.read().await
    }
}
