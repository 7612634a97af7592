//! What other services tell: facts about orders.

use pishkhan_chassis_db::{Handler, HandlerError, Received};
use pishkhan_proto::orders::v1 as pb;
use prost::Message as _;
use uuid::Uuid;

use crate::{
    app::{self, CatalogueError, Connection},
    domain::sale::{Sale, SaleError},
};

/// Keeps the units sold up with the orders.
#[derive(Debug, Clone, Copy, Default)]
pub struct Orders;

impl Handler for Orders {
    const GROUP: &'static str = app::SALES;

    fn topics(&self) -> &[&'static str] {
        &["orders"]
    }

    /// All facts about one seller's orders take turns, and behind that seller's imports.
    fn lane(&self, event: &Received) -> Uuid {
        seller_of(event).unwrap_or(event.key)
    }

    async fn handle(&self, conn: &mut Connection, event: &Received) -> Result<(), HandlerError> {
        let payload = event.payload.as_slice();
        let Fact { seller_id, order_id, sale } = match event.kind.as_str() {
            "order.registered" => registered(pb::OrderRegistered::decode(payload).map_err(unreadable)?)?,
            "order.cancelled" => cancelled(pb::OrderCancelled::decode(payload).map_err(unreadable)?)?,
            // Only orders that were registered once are told of; a cancelled one counts for nothing already.
            "order.deleted" => deleted(pb::OrderDeleted::decode(payload).map_err(unreadable)?)?,
            // Facts that sell nothing.
            _ => return Ok(()),
        };
        let counted = app::count_sale(conn, seller_id, order_id, sale).await.map_err(handler_error)?;
        tracing::debug!(order.id = %event.key, ?counted, "{} of order {}", event.kind, event.key);
        Ok(())
    }
}

/// Whose order a fact is about; none where that cannot be read.
fn seller_of(event: &Received) -> Option<Uuid> {
    let payload = event.payload.as_slice();
    let seller_id = match event.kind.as_str() {
        "order.registered" => pb::OrderRegistered::decode(payload).ok()?.seller_id,
        "order.cancelled" => pb::OrderCancelled::decode(payload).ok()?.seller_id,
        "order.deleted" => pb::OrderDeleted::decode(payload).ok()?.seller_id,
        _ => return None,
    };
    seller_id.parse().ok()
}

/// What an order counts for from now on.
struct Fact {
    seller_id: Uuid,
    order_id: Uuid,
    sale: Sale,
}

// === proto -> domain ===

fn registered(message: pb::OrderRegistered) -> Result<Fact, HandlerError> {
    let pb::OrderRegistered {
        order_id,
        seller_id,
        revision,
        lines,
        register_time: _,
        customer_id: _,
        customer_title: _,
        activity_area: _,
        code: _,
    } = message;
    let line = |line: pb::RegisteredLine| {
        let pb::RegisteredLine { product_id, quantity, type_id: _, product_title: _, type_name: _, amount_toman: _ } =
            line;
        Ok((id("product_id", &product_id)?, quantity))
    };
    let lines = lines.into_iter().map(line).collect::<Result<Vec<_>, HandlerError>>()?;
    fact(&seller_id, &order_id, Sale::registered(revision, lines))
}

fn cancelled(message: pb::OrderCancelled) -> Result<Fact, HandlerError> {
    let pb::OrderCancelled { order_id, seller_id, revision, cancel_time: _ } = message;
    fact(&seller_id, &order_id, Sale::gone(revision))
}

fn deleted(message: pb::OrderDeleted) -> Result<Fact, HandlerError> {
    let pb::OrderDeleted { order_id, seller_id, revision, delete_time: _ } = message;
    fact(&seller_id, &order_id, Sale::gone(revision))
}

fn fact(seller_id: &str, order_id: &str, sale: Result<Sale, SaleError>) -> Result<Fact, HandlerError> {
    let sale = sale.map_err(|problem| HandlerError::Refused(problem.to_string()))?;
    Ok(Fact { seller_id: id("seller_id", seller_id)?, order_id: id("order_id", order_id)?, sale })
}

fn id(field: &'static str, text: &str) -> Result<Uuid, HandlerError> {
    text.parse().map_err(|_| HandlerError::Refused(format!("{field} is no id")))
}

// === errors ===

#[expect(clippy::needless_pass_by_value, reason = "passed to map_err")]
fn unreadable(error: prost::DecodeError) -> HandlerError {
    HandlerError::Refused(format!("the payload cannot be read: {error}"))
}

fn handler_error(error: CatalogueError) -> HandlerError {
    // While the database is away an event waits; after anything else it is tried a few times and then set aside.
    if let CatalogueError::Database(error) = error {
        HandlerError::Database(error)
    } else {
        HandlerError::Failed(Box::new(error))
    }
}
