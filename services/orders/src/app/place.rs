//! Placing an order in a customer's name.

use chrono::{DateTime, Utc};
use pishkhan_chassis_db::idempotency::{self, Claim};
use uuid::Uuid;

use super::{App, Asker, Tx};
use crate::{
    domain::{
        Customer, NewLine, Order, OrderCode, OrderLine, OrderStatus, OrderSummary, Terms, Totals, TypeName,
        check_lines, price_lines,
    },
    error::OrdersError,
    store,
};

/// How a customer is named.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CustomerName {
    /// By id.
    Id(Uuid),
    /// By the seller's code.
    Code(String),
}

/// Places an order at today's prices.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlaceOrder {
    /// Whose order.
    pub seller_id: Uuid,
    /// Who orders.
    pub customer: CustomerName,
    /// The caller's own id of the order.
    pub client_order_id: Option<String>,
    /// What is ordered.
    pub lines: Vec<NewLine>,
    /// The customer's words, in their stored form.
    pub customer_note: String,
    /// Who asks.
    pub asker: Asker,
}

/// A new order before it has a code.
pub(super) struct Draft<'a> {
    pub seller_id: Uuid,
    pub client_order_id: Option<&'a str>,
    pub created_at: DateTime<Utc>,
    pub terms: &'a Terms,
    pub lines: &'a [OrderLine],
    pub customer_note: &'a str,
    pub seller_note: &'a str,
}

impl Draft<'_> {
    /// An open order of a customer, under the next code of its month.
    pub(super) async fn open(
        &self,
        conn: &mut store::Connection,
        order_id: Uuid,
        customer_id: Uuid,
    ) -> Result<Order, OrdersError> {
        let month = OrderCode::month_of(self.created_at);
        let month = month.ok_or(OrdersError::Invalid { field: "create_time", problem: "OUT_OF_RANGE" })?;
        let code = store::codes::next(conn, self.seller_id, month).await?;
        Ok(Order {
            seller_id: self.seller_id,
            order_id,
            customer_id,
            code: code.to_string(),
            client_order_id: self.client_order_id.map(str::to_owned),
            status: OrderStatus::Open,
            reopened: false,
            version: 1,
            revision: 0,
            last_revision_sent: 0,
            created_at: self.created_at,
            registered_at: None,
            cancelled_at: None,
            deleted_at: None,
            delivery_date: self.terms.delivery_date,
            delivery_approximate: self.terms.delivery_approximate,
            tax_basis_points: self.terms.tax_basis_points,
            shipping_toman: self.terms.shipping_toman,
            seller_title: self.terms.seller_title.clone(),
            customer_note: self.customer_note.to_owned(),
            seller_note: self.seller_note.to_owned(),
            paper_bill_toman: None,
            tiers: self.terms.tiers.clone(),
            lines: self.lines.to_vec(),
        })
    }
}

/// What the transaction of a new order gives.
enum Placed {
    New(Box<OrderSummary>),
    /// The request came before, and this is its order.
    Before(Uuid),
}

impl App {
    /// Places an order. The same request, or the same `client_order_id`, again answers with the same order.
    pub async fn place(&self, command: PlaceOrder) -> Result<OrderSummary, OrdersError> {
        let PlaceOrder { seller_id, customer, client_order_id, lines, customer_note, asker } = &command;
        if lines.is_empty() {
            return Err(crate::domain::Violation::Empty.into());
        }
        check_lines(lines.iter().map(|line| (line.name.clone(), line.quantity)))?;
        if let Some(known) = self.find_placed(&command).await? {
            return Ok(known);
        }
        let now = self.clock.now();
        let names: Vec<TypeName> = lines.iter().map(|line| line.name.clone()).collect();
        let (terms, offers) = futures_util::future::try_join(
            self.settings.order_terms(*seller_id, now),
            self.catalogue.offers(*seller_id, &names),
        )
        .await?;
        let lines = price_lines(lines, &offers)?;
        let totals = Totals::of(&lines, &terms.tiers, terms.tax_basis_points, terms.shipping_toman)?;
        terms.admit(&totals)?;
        let draft = Draft {
            seller_id: *seller_id,
            client_order_id: client_order_id.as_deref(),
            created_at: now,
            terms: &terms,
            lines: &lines,
            customer_note,
            seller_note: "",
        };
        let order_id = self.clock.new_id();
        let key = asker.key(*seller_id, "PlaceOrder");
        let placed = self
            .db
            .transaction(async |conn| -> Tx<Placed> {
                if let Claim::Replay(stored) = idempotency::claim(conn, &key, now).await? {
                    return Ok(Placed::Before(serde_json::from_slice(&stored)?));
                }
                let customer = find_customer(conn, *seller_id, customer).await?;
                let order = draft.open(conn, order_id, customer.customer_id).await?;
                if !store::orders::insert(conn, &order, totals.grand_toman).await? {
                    // A twin with the same client's id was faster: leave no gap in the codes.
                    return Err(OrdersError::Settling);
                }
                if !store::customers::order_placed(conn, *seller_id, order.customer_id, now, true).await? {
                    return Err(OrdersError::CustomerNotFound);
                }
                self.audit_order(&asker.actor, "order.placed", None, &order, now)?.run(conn).await?;
                idempotency::store(conn, &key, &serde_json::to_vec(&order_id)?).await?;
                Ok(Placed::New(Box::new(after_placing(order, totals.grand_toman, customer))))
            })
            .await;
        match placed {
            Ok(Placed::New(summary)) => Ok(*summary),
            Ok(Placed::Before(order_id)) => self.summary(*seller_id, order_id).await,
            Err(OrdersError::Settling) => self.find_placed(&command).await?.ok_or(OrdersError::Settling),
            Err(error) => Err(error),
        }
    }

    /// The order that this request, or its client's id, stands for already.
    async fn find_placed(&self, command: &PlaceOrder) -> Result<Option<OrderSummary>, OrdersError> {
        let mut conn = self.read().await?;
        let key = command.asker.key(command.seller_id, "PlaceOrder");
        if let Some(order_id) = super::replied::<Uuid>(&conn, &key).await? {
            return Ok(store::orders::find_placed(&mut conn, command.seller_id, order_id).await?);
        }
        match &command.client_order_id {
            Some(id) => Ok(store::orders::find_by_client_id(&mut conn, command.seller_id, id).await?),
            None => Ok(None),
        }
    }

    async fn summary(&self, seller_id: Uuid, order_id: Uuid) -> Result<OrderSummary, OrdersError> {
        let found = store::orders::find_placed(&mut *self.read().await?, seller_id, order_id).await?;
        found.ok_or(OrdersError::OrderNotFound)
    }
}

async fn find_customer(
    conn: &mut store::Connection,
    seller_id: Uuid,
    name: &CustomerName,
) -> Result<Customer, OrdersError> {
    let found = match name {
        CustomerName::Id(id) => store::customers::find_connected(conn, seller_id, *id).await?,
        CustomerName::Code(code) => {
            store::customers::by_codes(conn, seller_id, std::slice::from_ref(code)).await?.into_iter().next()
        }
    };
    found.ok_or(OrdersError::CustomerNotFound)
}

fn after_placing(order: Order, grand_toman: i64, customer: Customer) -> OrderSummary {
    let last_order_at = customer.last_order_at.max(Some(order.created_at));
    let customer = Customer { last_order_at, open_orders: customer.open_orders + 1, ..customer };
    OrderSummary { order: Order { lines: Vec::new(), ..order }, grand_toman, customer, settling: false }
}
