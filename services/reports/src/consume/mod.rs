//! What other services tell: facts about orders, and what products and customers are called.

use chrono::{DateTime, Utc};
use pishkhan_chassis::clock::SharedClock;
use pishkhan_chassis_db::{Handler, HandlerError, Received};
use pishkhan_proto::catalogue::v1 as catalogue;
use pishkhan_proto::orders::v1 as pb;
use prost::Message as _;
use uuid::Uuid;

use crate::app::{self, Connection};
use crate::domain::{CustomerNames, Line, ProductNames, RegisteredOrder};
use crate::error::ReportsError;

/// Keeps the figures up with the orders, and names and areas with those who give them.
pub struct Facts {
    clock: SharedClock,
}

impl Facts {
    /// A handler that reads the time from `clock`.
    pub fn new(clock: SharedClock) -> Self {
        Self { clock }
    }
}

impl Handler for Facts {
    const GROUP: &'static str = app::FACTS;

    fn topics(&self) -> &[&'static str] {
        &["orders", "customers", "catalogue"]
    }

    /// All facts about one seller take turns, and behind a rebuild of that seller's figures.
    fn lane(&self, event: &Received) -> Uuid {
        seller_of(event).unwrap_or(event.key)
    }

    async fn handle(&self, conn: &mut Connection, event: &Received) -> Result<(), HandlerError> {
        let now = self.clock.now();
        let applied = match event.kind.as_str() {
            "order.registered" => {
                let message = pb::OrderRegistered::decode(event.payload.as_slice()).map_err(unreadable)?;
                let (seller_id, order) = registered(message)?;
                app::registered(conn, seller_id, &order, event.occurred_at, now).await
            }
            "order.cancelled" => {
                let message = pb::OrderCancelled::decode(event.payload.as_slice()).map_err(unreadable)?;
                let Gone { seller_id, order_id, revision } = cancelled(message)?;
                app::cancelled(conn, seller_id, order_id, revision, now).await
            }
            // Only orders that were registered once are told of; a cancelled one adds nothing already.
            "order.deleted" => {
                let message = pb::OrderDeleted::decode(event.payload.as_slice()).map_err(unreadable)?;
                let Gone { seller_id, order_id, revision } = deleted(message)?;
                app::cancelled(conn, seller_id, order_id, revision, now).await
            }
            "product.changed" => {
                let message = catalogue::ProductChanged::decode(event.payload.as_slice()).map_err(unreadable)?;
                let (seller_id, product) = product(message)?;
                return app::product_changed(conn, seller_id, product, now).await.map_err(handler_error);
            }
            "customer.changed" => {
                let message = pb::CustomerChanged::decode(event.payload.as_slice()).map_err(unreadable)?;
                let (seller_id, customer) = customer(message)?;
                return app::customer_changed(conn, seller_id, customer, now).await.map_err(handler_error);
            }
            "orders.told" => {
                let message = pb::OrdersTold::decode(event.payload.as_slice()).map_err(unreadable)?;
                let (since, until) = (instant("since", message.since)?, instant("until", message.until)?);
                return app::told(conn, since, until).await.map_err(handler_error);
            }
            // Facts that change no figure and no name.
            _ => return Ok(()),
        };
        let applied = applied.map_err(handler_error)?;
        tracing::debug!(order.id = %event.key, ?applied, "{} of order {}", event.kind, event.key);
        Ok(())
    }
}

/// Whom a fact is about; none where that cannot be read.
fn seller_of(event: &Received) -> Option<Uuid> {
    let payload = event.payload.as_slice();
    let seller_id = match event.kind.as_str() {
        "order.registered" => pb::OrderRegistered::decode(payload).ok()?.seller_id,
        "order.cancelled" => pb::OrderCancelled::decode(payload).ok()?.seller_id,
        "order.deleted" => pb::OrderDeleted::decode(payload).ok()?.seller_id,
        "product.changed" => catalogue::ProductChanged::decode(payload).ok()?.seller_id,
        "customer.changed" => pb::CustomerChanged::decode(payload).ok()?.seller_id,
        _ => return None,
    };
    seller_id.parse().ok()
}

/// An order that adds nothing from this revision on.
struct Gone {
    seller_id: Uuid,
    order_id: Uuid,
    revision: i64,
}

// === proto -> domain ===

fn registered(message: pb::OrderRegistered) -> Result<(Uuid, RegisteredOrder), HandlerError> {
    let pb::OrderRegistered {
        order_id,
        seller_id,
        revision,
        register_time,
        customer_id,
        customer_title,
        activity_area,
        lines,
        code,
    } = message;
    let order = RegisteredOrder {
        order_id: id("order_id", &order_id)?,
        revision,
        registered_at: instant("register_time", register_time)?,
        customer_id: id("customer_id", &customer_id)?,
        customer_title,
        activity_area,
        lines: lines.into_iter().map(line).collect::<Result<_, _>>()?,
        code: Some(code).filter(|code| !code.is_empty()),
    };
    Ok((id("seller_id", &seller_id)?, order))
}

fn line(line: pb::RegisteredLine) -> Result<Line, HandlerError> {
    let pb::RegisteredLine { product_id, type_id, product_title, type_name, quantity, amount_toman } = line;
    Ok(Line {
        product_id: id("product_id", &product_id)?,
        type_id: id("type_id", &type_id)?,
        product_title,
        type_name,
        units: quantity,
        amount_toman,
    })
}

fn product(message: catalogue::ProductChanged) -> Result<(Uuid, ProductNames), HandlerError> {
    let catalogue::ProductChanged { product_id, seller_id, title, types, change_time } = message;
    let types = types.into_iter().map(|catalogue::NamedType { type_id, name }| Ok((id("type_id", &type_id)?, name)));
    let product = ProductNames {
        product_id: id("product_id", &product_id)?,
        title,
        types: types.collect::<Result<_, HandlerError>>()?,
        changed_at: instant("change_time", change_time)?,
    };
    Ok((id("seller_id", &seller_id)?, product))
}

fn customer(message: pb::CustomerChanged) -> Result<(Uuid, CustomerNames), HandlerError> {
    let pb::CustomerChanged { customer_id, seller_id, title, activity_area, change_time } = message;
    let changed_at = instant("change_time", change_time)?;
    let customer = CustomerNames { customer_id: id("customer_id", &customer_id)?, title, activity_area, changed_at };
    Ok((id("seller_id", &seller_id)?, customer))
}

fn cancelled(message: pb::OrderCancelled) -> Result<Gone, HandlerError> {
    let pb::OrderCancelled { order_id, seller_id, revision, cancel_time: _ } = message;
    gone(&seller_id, &order_id, revision)
}

fn deleted(message: pb::OrderDeleted) -> Result<Gone, HandlerError> {
    let pb::OrderDeleted { order_id, seller_id, revision, delete_time: _ } = message;
    gone(&seller_id, &order_id, revision)
}

fn gone(seller_id: &str, order_id: &str, revision: i64) -> Result<Gone, HandlerError> {
    if revision < 1 {
        return Err(HandlerError::Refused("revision is not positive".to_owned()));
    }
    Ok(Gone { seller_id: id("seller_id", seller_id)?, order_id: id("order_id", order_id)?, revision })
}

fn id(field: &'static str, text: &str) -> Result<Uuid, HandlerError> {
    text.parse().map_err(|_| HandlerError::Refused(format!("{field} is no id")))
}

fn instant(field: &'static str, time: Option<prost_types::Timestamp>) -> Result<DateTime<Utc>, HandlerError> {
    time.and_then(|prost_types::Timestamp { seconds, nanos }| {
        DateTime::from_timestamp(seconds, u32::try_from(nanos).ok()?)
    })
    .ok_or_else(|| HandlerError::Refused(format!("{field} is no instant")))
}

// === errors ===

#[expect(clippy::needless_pass_by_value, reason = "passed to map_err")]
fn unreadable(error: prost::DecodeError) -> HandlerError {
    HandlerError::Refused(format!("the payload cannot be read: {error}"))
}

fn handler_error(error: ReportsError) -> HandlerError {
    match error {
        ReportsError::Database(error) => HandlerError::Database(error),
        ReportsError::Uncountable { .. } => HandlerError::Refused(error.to_string()),
        ReportsError::Idempotency(_) | ReportsError::TooLarge(_) | ReportsError::Busy(_) | ReportsError::Cut(_) => {
            HandlerError::Failed(Box::new(error))
        }
    }
}
