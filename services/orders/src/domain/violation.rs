//! What the rules refuse.

use uuid::Uuid;

use super::order::Missing;

/// A rule that a command breaks.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Violation {
    /// A cancelled order is never changed.
    #[error("the order is cancelled")]
    Cancelled,
    /// A registered order is not deleted.
    #[error("the order is registered")]
    Registered,
    /// An order that was never registered has no revision to go back to.
    #[error("the order was never registered")]
    NeverSaved,
    /// An order without lines is not registered.
    #[error("the order has no lines")]
    Empty,
    /// The order has changed since the caller read it.
    #[error("the order is at version {current}")]
    VersionStale {
        /// The present version.
        current: i64,
    },
    /// More of a type that has nothing left to sell.
    #[error("nothing is left of type {type_id}")]
    StockEmpty {
        /// The type.
        type_id: Uuid,
    },
    /// Not in this seller's catalogue.
    #[error("there is no type {name}")]
    TypeNotFound {
        /// The type's id, or its code where it was named by code.
        name: String,
    },
    /// Switched off.
    #[error("type {name} is not sold")]
    TypeNotSellable {
        /// The type's id, or its code where it was named by code.
        name: String,
    },
    /// The command names another price than the line has.
    #[error("the price of type {type_id} is {price_toman}")]
    PriceChanged {
        /// The type.
        type_id: Uuid,
        /// Its price in the order.
        price_toman: i64,
    },
    /// Not at least 1, or more than anybody can mean.
    #[error("{quantity} is no quantity for type {name}")]
    QuantityInvalid {
        /// The type's id or code.
        name: String,
        /// What was asked.
        quantity: i64,
    },
    /// A type stands twice in one set of lines.
    #[error("type {name} stands twice")]
    TypeTwice {
        /// The type's id or code.
        name: String,
    },
    /// More lines than an order may have.
    #[error("{count} lines are too many")]
    TooManyLines {
        /// How many.
        count: usize,
    },
    /// The amounts are beyond what is counted.
    #[error("the order's amount is too large")]
    TotalTooLarge,
    /// A shipping that makes the order's amount more than is counted.
    #[error("the order's shipping is too large")]
    ShippingTooLarge,
    /// The customer's note is not the seller's to change.
    #[error("the customer's note is read-only")]
    CustomerNoteReadOnly,
    /// The seller takes no orders now.
    #[error("the seller is not active")]
    SellerInactive,
    /// Below the seller's minimum amount or number of packages.
    #[error("{} tomans and {} packages are missing to the minimum", .0.toman, .0.packages)]
    BelowMinimum(Missing),
}

impl Violation {
    /// The reason code of the contract.
    pub const fn reason(&self) -> &'static str {
        match self {
            Self::Cancelled => "ORDER_CANCELLED",
            Self::Registered => "ORDER_REGISTERED",
            Self::NeverSaved => "ORDER_NEVER_SAVED",
            Self::Empty => "ORDER_EMPTY",
            Self::VersionStale { .. } => "VERSION_STALE",
            Self::StockEmpty { .. } => "STOCK_EMPTY",
            Self::TypeNotFound { .. } => "PRODUCT_TYPE_NOT_FOUND",
            Self::TypeNotSellable { .. } => "TYPE_NOT_SELLABLE",
            Self::PriceChanged { .. } => "PRICE_CHANGED",
            Self::QuantityInvalid { .. } | Self::TypeTwice { .. } | Self::TotalTooLarge => "QUANTITY_INVALID",
            Self::ShippingTooLarge => "INVALID_FIELD",
            Self::TooManyLines { .. } => "LINES_TOO_MANY",
            Self::CustomerNoteReadOnly => "CUSTOMER_NOTE_READ_ONLY",
            Self::SellerInactive => "SELLER_INACTIVE",
            Self::BelowMinimum(Missing { toman: 0, .. }) => "BELOW_MIN_PACKAGES",
            Self::BelowMinimum(_) => "BELOW_MIN_AMOUNT",
        }
    }
}
