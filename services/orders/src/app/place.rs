//! Placing an order in a customer's name, and what it would come to.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use futures_util::future::{OptionFuture, join};
use pishkhan_chassis_db::idempotency;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::{
    App, Asker,
    placings::{Outcome, Placing},
    replied,
};
use crate::{
    domain::{
        Missing, NewLine, Order, OrderCode, OrderLine, OrderStatus, OrderSummary, Shortage, Terms, Totals, TypeName,
        Violation, check_lines, price_lines, short_lines,
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
    /// The seller's words, in their stored form.
    pub seller_note: String,
    /// Who asks.
    pub asker: Asker,
}

/// An order that was placed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlacedOrder {
    /// As it stands now.
    pub order: OrderSummary,
    /// What it came to when it was placed.
    pub totals: Totals,
    /// Its lines that asked for more than there was at that moment.
    pub short: Vec<Shortage>,
}

/// Asks what an order would come to if it were placed now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QuoteOrder {
    /// Whose order.
    pub seller_id: Uuid,
    /// Who orders.
    pub customer: CustomerName,
    /// What is ordered; there may be none yet.
    pub lines: Vec<NewLine>,
}

/// What an order would come to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Quote {
    /// Its sums.
    pub totals: Totals,
    /// The lines that ask for more than there is.
    pub short: Vec<Shortage>,
    /// What it lacks of the seller's minimums.
    pub missing: Missing,
}

/// Lines at today's prices, and what was asked for them.
pub(super) struct Priced {
    pub terms: Terms,
    pub lines: Vec<OrderLine>,
    pub totals: Totals,
    pub short: Vec<Shortage>,
}

/// The reply of a placing as it is stored.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum StoredReply {
    Placed {
        order_id: Uuid,
        totals: Box<Totals>,
        short: Vec<Shortage>,
    },
    /// As it was stored before there was more to tell.
    Order(Uuid),
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
    /// The month that numbers it.
    pub(super) fn month(&self) -> Result<(i16, i16), OrdersError> {
        let month = OrderCode::month_of(self.created_at);
        month.ok_or(OrdersError::Invalid { field: "create_time", problem: "OUT_OF_RANGE" })
    }

    /// An open order of a customer.
    pub(super) fn open(&self, order_id: Uuid, customer_id: Uuid, code: OrderCode) -> Order {
        Order {
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
        }
    }
}

impl App {
    /// Places an order. The same request, or the same `client_order_id`, again answers with the same order.
    pub async fn place(&self, command: PlaceOrder) -> Result<PlacedOrder, OrdersError> {
        if command.lines.is_empty() {
            return Err(Violation::Empty.into());
        }
        check_lines(command.lines.iter().map(|line| (line.name.clone(), line.quantity)))?;
        // Hardly any order comes again, so whether this one did is asked only when it cannot be placed.
        let command = Arc::new(command);
        match self.place_new(Arc::clone(&command)).await {
            // A twin of the request, or another one with the same client's id, was faster.
            Err(OrdersError::Database(error))
                if idempotency::is_taken(&error) || store::orders::is_known_by_client(&error) =>
            {
                self.find_placed(&command).await?.ok_or(OrdersError::Settling)
            }
            Ok(placed) => Ok(placed),
            Err(error @ OrdersError::Database(_)) => Err(error),
            // When it came first there was no such reason.
            Err(error) => self.find_placed(&command).await?.ok_or(error),
        }
    }

    /// Places an order that nobody has placed before.
    async fn place_new(&self, command: Arc<PlaceOrder>) -> Result<PlacedOrder, OrdersError> {
        let now = self.clock.now();
        let priced = self.price(command.seller_id, &command.lines, now).await?;
        priced.terms.admit(&priced.totals)?;
        let (order_id, totals, short) = (self.clock.new_id(), priced.totals.clone(), priced.short.clone());
        let stored = StoredReply::Placed { order_id, totals: Box::new(totals.clone()), short: short.clone() };
        let (audit_id, reply) = (self.clock.new_id(), serde_json::to_vec(&stored)?);
        let placing = Arc::new(Placing { command, priced, now, order_id, audit_id, reply });
        let outcome = if placing.customer().is_some() {
            self.placings.ask(Arc::clone(&placing)).await.unwrap_or(Outcome::Undone)
        } else {
            Outcome::Left
        };
        let order = match outcome {
            Outcome::Placed(order) => *order,
            Outcome::Left => self.place_alone(&placing).await?,
            Outcome::Undone => match self.find_placed(&placing.command).await? {
                Some(known) => return Ok(known),
                None => self.place_alone(&placing).await?,
            },
        };
        Ok(PlacedOrder { order, totals, short })
    }

    async fn place_alone(&self, placing: &Placing) -> Result<OrderSummary, OrdersError> {
        match placing.write(&self.db).await {
            Err(OrdersError::Database(error)) if store::codes::is_begun_meanwhile(&error) => {
                placing.write(&self.db).await
            }
            placed => placed,
        }
    }

    /// What an order would come to if it were placed now. Nothing is written.
    pub async fn quote(&self, query: QuoteOrder) -> Result<Quote, OrdersError> {
        let QuoteOrder { seller_id, customer, lines } = &query;
        check_lines(lines.iter().map(|line| (line.name.clone(), line.quantity)))?;
        let known = async {
            let conn = self.read().await?;
            let known = match customer {
                CustomerName::Id(id) => store::customers::find_connected(&conn, *seller_id, *id).await,
                CustomerName::Code(code) => store::customers::find_connected_by_code(&conn, *seller_id, code).await,
            };
            known?.ok_or(OrdersError::CustomerNotFound)
        };
        let (known, priced) = join(known, self.price(*seller_id, lines, self.clock.now())).await;
        known?;
        let Priced { terms, totals, short, .. } = priced?;
        Ok(Quote { missing: terms.missing(&totals), totals, short })
    }

    /// Gives new lines today's prices, in a store that takes orders.
    async fn price(&self, seller_id: Uuid, lines: &[NewLine], now: DateTime<Utc>) -> Result<Priced, OrdersError> {
        let names: Vec<TypeName> = lines.iter().map(|line| line.name.clone()).collect();
        let offers =
            async { if names.is_empty() { Ok(Vec::new()) } else { self.catalogue.offers(seller_id, &names).await } };
        let (terms, offers) = futures_util::future::try_join(self.settings.order_terms(seller_id, now), offers).await?;
        terms.check_active()?;
        let lines = price_lines(lines, &offers)?;
        let totals = Totals::of(&lines, &terms.tiers, terms.tax_basis_points, terms.shipping_toman)?;
        let short = short_lines(&lines, &offers);
        Ok(Priced { terms, lines, totals, short })
    }

    /// The order that this request, or its client's id, stands for already.
    async fn find_placed(&self, command: &PlaceOrder) -> Result<Option<PlacedOrder>, OrdersError> {
        let PlaceOrder { seller_id, client_order_id, asker, .. } = command;
        let conn = self.read().await?;
        let key = asker.key(*seller_id, "PlaceOrder");
        let by_client = client_order_id.as_ref().map(|id| store::orders::find_by_client_id(&conn, *seller_id, id));
        let (replied, by_client) = join(replied::<StoredReply>(&conn, &key), OptionFuture::from(by_client)).await;
        let (order, told) = match replied? {
            Some(StoredReply::Placed { order_id, totals, short }) => {
                (store::orders::find_placed(&conn, *seller_id, order_id).await?, Some((*totals, short)))
            }
            Some(StoredReply::Order(order_id)) => {
                (store::orders::find_placed(&conn, *seller_id, order_id).await?, None)
            }
            None => (by_client.transpose()?.flatten(), None),
        };
        let Some(order) = order else { return Ok(None) };
        if let Some((totals, short)) = told {
            return Ok(Some(PlacedOrder { order, totals, short }));
        }
        // Nobody knows any more what it came to when it was placed: this is what it comes to now.
        let lines = store::lines::list(&conn, *seller_id, order.order.order_id).await?;
        let lines = lines.into_iter().map(|(_, line)| line).collect();
        let totals = Order { lines, ..order.order.clone() }.totals()?;
        Ok(Some(PlacedOrder { order, totals, short: Vec::new() }))
    }
}
